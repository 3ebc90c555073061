import {
  Car,
  ClipboardCheck,
  type LucideIcon,
  Signature,
  UserPlus,
  UserSearch,
} from 'lucide-react';
import { Link } from 'wouter';
import { exactTime, shortDate } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { useNow } from '../../../../platform/web/time/useNow.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Panel } from '../../../../platform/web/ui/frame/Panel.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import type { ActivityItem } from '../../contract.ts';
import { useActivity } from '../state/useDashboard.ts';

const kinds: Record<
  ActivityItem['kind'],
  { icon: LucideIcon; title: (item: ActivityItem) => string }
> = {
  signed: { icon: Signature, title: ({ what }) => `Deal signed: ${what}` },
  delivered: { icon: Car, title: ({ what }) => `Delivered: ${what}` },
  order: { icon: ClipboardCheck, title: ({ what }) => `Closed: ${what}` },
  lead: { icon: UserSearch, title: ({ what }) => (what ? `New lead: ${what}` : 'New lead') },
  customer: { icon: UserPlus, title: () => 'Customer added' },
};
const weekMs = 7 * 86_400_000;
const places = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

export function RecentActivity() {
  const { data, error, refetch } = useActivity();
  return (
    <Panel title="Recent Activity">
      {data ? (
        <ActivityList items={data} />
      ) : error ? (
        <NotLoaded what="recent activity" error={error} onRetry={refetch} />
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

function ActivityList({ items }: { items: readonly ActivityItem[] }) {
  const now = useNow();
  if (items.length === 0) {
    return (
      <EmptyState
        title="No activity yet"
        description="New deals, repair orders, leads and customers at your stores appear here."
      />
    );
  }
  return (
    <ul aria-label="Recent Activity" className="divide-y divide-border">
      {items.map((item) => (
        <Line key={item.key} item={item} now={now} />
      ))}
    </ul>
  );
}

/** After a week only the date; the tooltip has the exact time. */
function shortTime(at: Date, now: Date): string {
  const isLong = now.getTime() - at.getTime() > weekMs;
  return isLong ? shortDate(at) : relativeTime(at, now);
}

function Line({ item, now }: { item: ActivityItem; now: Date }) {
  const { icon: Icon, title } = kinds[item.kind];
  const at = new Date(item.at);
  return (
    <li>
      <Link
        href={item.href}
        className="-mx-2 flex min-h-14 items-start gap-3 rounded-sm px-2 py-2 hover:bg-hover hover:no-underline"
      >
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-3">
            <span className="min-w-0 flex-1 truncate text-sm font-medium text-text">
              {title(item)}
            </span>
            <time dateTime={item.at} title={exactTime(at)} className="shrink-0 text-xs text-muted">
              {shortTime(at, now)}
            </time>
          </span>
          <span className="flex items-center gap-2 text-xs text-muted">
            <StoreMark store={item.store} />
            <span className="truncate">
              {[item.customer, item.by && `by ${item.by}`].filter(Boolean).join(' · ')}
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
}
