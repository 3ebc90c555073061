import { useInfiniteQuery } from '@tanstack/react-query';
import {
  CalendarClock,
  CircleCheck,
  ClipboardList,
  Footprints,
  type LucideIcon,
  Mail,
  Merge,
  MessageSquareText,
  Phone,
  ShieldCheck,
  StickyNote,
  Store as StoreIcon,
  Wrench,
} from 'lucide-react';
import { Link } from 'wouter';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { listTimeline, type TimelineLine } from '../../contract/timeline.ts';
import { agoOf, momentOf } from '../state/labels.ts';

const pageSize = 30;
const icons: Record<string, LucideIcon> = {
  note: StickyNote,
  call: Phone,
  text: MessageSquareText,
  email: Mail,
  visit: Footprints,
  consent: ShieldCheck,
  task: ClipboardList,
  task_done: CircleCheck,
  appointment: CalendarClock,
  showroom: StoreIcon,
  merge: Merge,
  unmerge: Merge,
  repair_order: Wrench,
};

interface Props {
  customerId: number;
}

/** Newest first. */
export function Timeline({ customerId }: Props) {
  const params = { customerId };
  const list = useInfiniteQuery({
    queryKey: queryKeyFor(listTimeline, { params }),
    queryFn: ({ pageParam, signal }) =>
      call(listTimeline, { params, query: { ...pageParam, limit: pageSize } }, { signal }),
    initialPageParam: {} as { before?: string; beforeKey?: string },
    getNextPageParam: (page: TimelineLine[]) => {
      const last = page.at(-1);
      return page.length < pageSize || !last ? undefined : { before: last.at, beforeKey: last.key };
    },
    refetchOnMount: 'always',
  });
  const lines = list.data?.pages.flat();
  if (!lines && list.isError)
    return <NotLoaded what="the timeline" error={list.error} onRetry={list.refetch} />;
  if (!lines) return <Skeleton className="h-64" />;
  if (lines.length === 0)
    return <p className="py-6 text-sm text-muted">No activity yet. Log the first call above.</p>;
  return (
    <>
      <ol aria-label="Timeline" className="flex flex-col">
        {lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </ol>
      {list.hasNextPage && (
        <LoadMore
          isManual
          label="Show earlier"
          pending={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}

function Line({ line }: { line: TimelineLine }) {
  const Icon = icons[line.kind] ?? StickyNote;
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-7 not-last:before:bottom-0 not-last:before:left-3.5 not-last:before:w-px not-last:before:bg-border">
      <span className="z-0 flex size-7 shrink-0 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden="true" className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="font-medium text-text">
            {line.href ? <Link href={line.href}>{line.title}</Link> : line.title}
          </span>
          <span className="text-xs text-muted">
            {[line.by, line.store && storeNames[line.store]].filter(Boolean).join(' · ')}
            {' · '}
            <time dateTime={line.at} title={momentOf(line.at)}>
              {agoOf(line.at)}
            </time>
          </span>
        </p>
        {line.body && line.kind !== 'consent' && (
          <p className="text-base whitespace-pre-wrap text-text [overflow-wrap:anywhere]">
            {line.body}
          </p>
        )}
      </div>
    </li>
  );
}
