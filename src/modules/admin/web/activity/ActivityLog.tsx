import { ScrollText } from 'lucide-react';
import { RecordList } from '../../../../platform/web/records/RecordList.tsx';
import { type RecordColumn, RecordTable } from '../../../../platform/web/records/RecordTable.tsx';
import { useRecordPages } from '../../../../platform/web/records/useRecordList.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { type Activity, listActivity } from '../../../activity/contract.ts';
import { ActivityFilters, useActivityFilters } from './ActivityFilters.tsx';
import { actionName } from './actions.ts';
import { Changes } from './Changes.tsx';
import { LogProof } from './LogProof.tsx';

/** The activity log, newest first. */
export default function ActivityLog() {
  const filters = useActivityFilters();
  const pages = useRecordPages({
    list: listActivity,
    query: filters,
    cursorOf: ({ id }) => ({ before: id }),
  });
  return (
    <div className="flex flex-col gap-4">
      <ActivityFilters />
      <LogProof filters={filters} />
      <RecordList
        pages={pages}
        many="the activity log"
        icon={ScrollText}
        texts={{
          none: {
            title: 'No matching activity',
            description:
              'Changes by administrators and sign-ins are logged here. Try other filters.',
          },
        }}
        skeleton={['w-20', 'w-40', 'w-64']}
        isRoomy
      >
        {(entries) => (
          <RecordTable
            label="Activity"
            columns={columns}
            rows={entries}
            isStale={pages.isStale}
            isRoomy
            isHeadSticky
          />
        )}
      </RecordList>
    </div>
  );
}

// An entry may have many changes: what belongs to it stays beside the first one.
const columns: RecordColumn<Activity>[] = [
  {
    name: 'Time',
    width: '8rem',
    className: 'self-start text-muted @max-4xl:order-2',
    show: ({ at }) => {
      const date = new Date(at);
      return (
        <time dateTime={at} title={exactTime(date)}>
          {relativeTime(date, new Date())}
        </time>
      );
    },
  },
  {
    name: 'Action',
    width: 'minmax(0,16rem)',
    className: 'min-w-0 self-start @max-4xl:order-1',
    show: ({ action, actorName, subjectName }) => (
      <>
        <span className="font-medium text-text">{actionName(action)}</span>
        <span className="block text-xs text-muted">{entryTitle(actorName, subjectName)}</span>
      </>
    ),
  },
  {
    name: 'Changes',
    width: 'minmax(0,1fr)',
    className: 'min-w-0 self-start @max-4xl:order-3 @max-4xl:col-span-2',
    show: ({ before, after }) => <Changes before={before} after={after} />,
  },
  {
    name: 'IP address',
    width: '8rem',
    isNumber: true,
    className: 'self-start text-xs text-muted @4xl:text-right @max-4xl:order-4',
    show: ({ ip }) => ip,
  },
];

function entryTitle(actor: string, subject: string): string {
  if (!actor) return subject || 'Not signed in';
  return !subject || actor === subject ? actor : `${subject}, by ${actor}`;
}
