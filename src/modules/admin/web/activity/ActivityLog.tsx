import { ScrollText } from 'lucide-react';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Activity } from '../../../activity/contract.ts';
import { ActivityFilters, useActivityFilters } from './ActivityFilters.tsx';
import { actionName } from './actions.ts';
import { Changes } from './Changes.tsx';
import { LogProof } from './LogProof.tsx';
import { useActivity } from './useActivity.ts';

/** The activity log, newest first. */
export default function ActivityLog() {
  const filters = useActivityFilters();
  const { entries, isPending, error, refetch, ...more } = useActivity(filters);
  return (
    <div className="flex flex-col gap-4">
      <ActivityFilters />
      <LogProof filters={filters} />
      {isPending && <Skeleton className="h-80" />}
      {error && <NotLoaded what="activity log" icon={ScrollText} error={error} onRetry={refetch} />}
      {!isPending && !error && entries.length === 0 && (
        <EmptyState
          icon={ScrollText}
          title="No matching activity"
          description="Changes by administrators and sign-ins are logged here. Try other filters."
        />
      )}
      {entries.length > 0 && (
        <ol aria-label="Activity" className="divide-y divide-border border-y border-border">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {more.hasNextPage && (
        <LoadMore
          isManual
          label="Show older"
          pending={more.isFetchingNextPage}
          onMore={() => void more.fetchNextPage()}
        />
      )}
    </div>
  );
}

function Entry({ entry }: { entry: Activity }) {
  const { at, actorName, action, subjectName, before, after, ip } = entry;
  const date = new Date(at);
  return (
    <li className="grid gap-x-4 gap-y-1 px-1 py-2.5 text-sm @3xl:grid-cols-[8rem_minmax(0,16rem)_minmax(0,1fr)_8rem]">
      <time dateTime={at} title={exactTime(date)} className="text-muted">
        {relativeTime(date, new Date())}
      </time>
      <p className="min-w-0">
        <span className="font-medium text-text">{actionName(action)}</span>
        <span className="block text-xs text-muted">{entryTitle(actorName, subjectName)}</span>
      </p>
      <Changes before={before} after={after} />
      <p className="text-xs text-muted @3xl:text-right">{ip}</p>
    </li>
  );
}

function entryTitle(actor: string, subject: string): string {
  if (!actor) return subject || 'Not signed in';
  return !subject || actor === subject ? actor : `${subject}, by ${actor}`;
}
