import {
  Car,
  ClipboardCheck,
  type LucideIcon,
  Signature,
  UserPlus,
  UserSearch,
} from 'lucide-react';
import { Link } from 'wouter';
import { Panel } from '../../../../platform/web/frame/Panel.tsx';
import { exactTime, shortDate } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import type { Happening } from '../../contract.ts';
import { useActivity } from '../useDashboard.ts';

const kinds: Record<Happening['kind'], { icon: LucideIcon; title: (one: Happening) => string }> = {
  signed: { icon: Signature, title: ({ what }) => `Deal signed: ${what}` },
  delivered: { icon: Car, title: ({ what }) => `Delivered: ${what}` },
  order: { icon: ClipboardCheck, title: ({ what }) => `Closed: ${what}` },
  lead: { icon: UserSearch, title: ({ what }) => (what ? `New lead: ${what}` : 'New lead') },
  customer: { icon: UserPlus, title: () => 'Customer added' },
};
const weekMs = 7 * 86_400_000;
const places = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

/** What happened lately: who, with what, for whom; each leads to where it is told in full. */
export function RecentActivity() {
  const { data, isError, refetch } = useActivity();
  return (
    <Panel title="Recent Activity">
      {data ? (
        <Lately happenings={data} />
      ) : isError ? (
        <EmptyState
          title="What happened lately could not be loaded"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : (
        <ul aria-hidden="true" className="divide-y divide-border">
          {places.map((place) => (
            <li key={place} className="flex h-14 items-center gap-3">
              <Skeleton className="size-4 shrink-0" />
              <span className="flex-1">
                <Skeleton className="h-3 w-3/4" />
                <Skeleton className="mt-2 h-2.5 w-1/2" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Lately({ happenings }: { happenings: readonly Happening[] }) {
  if (happenings.length === 0) {
    return (
      <EmptyState
        title="Nothing happened yet"
        description="Deals, repair orders, leads and customers of your stores show here as they come."
      />
    );
  }
  const now = new Date();
  return (
    <ul aria-label="Recent Activity" className="divide-y divide-border">
      {happenings.map((one) => (
        <Line key={one.key} one={one} now={now} />
      ))}
    </ul>
  );
}

/** The day alone once a week has passed: the time stands behind it, under the pointer. */
function shortly(at: Date, now: Date): string {
  const isLong = now.getTime() - at.getTime() > weekMs;
  return isLong ? shortDate(at) : relativeTime(at, now);
}

function Line({ one, now }: { one: Happening; now: Date }) {
  const { icon: Icon, title } = kinds[one.kind];
  const at = new Date(one.at);
  return (
    <li>
      <Link
        href={one.href}
        className="-mx-2 flex min-h-14 items-start gap-3 rounded-sm px-2 py-2 hover:bg-hover hover:no-underline"
      >
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-3">
            <span className="min-w-0 flex-1 truncate text-sm font-medium text-text">
              {title(one)}
            </span>
            <time dateTime={one.at} title={exactTime(at)} className="shrink-0 text-xs text-muted">
              {shortly(at, now)}
            </time>
          </span>
          <span className="flex items-center gap-2 text-xs text-muted">
            <StoreMark store={one.store} />
            <span className="truncate">
              {[one.customer, one.by && `by ${one.by}`].filter(Boolean).join(' · ')}
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
}
