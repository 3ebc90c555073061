import { useQuery } from '@tanstack/react-query';
import { weekdayDay } from '../../../platform/contract/calendar.ts';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { RecordSection } from '../../../platform/web/records/RecordSection.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { listNextShifts } from '../contract/week.ts';
import { placeText, spanText } from './state/labels.ts';
import { events, queries } from './state/useSchedules.ts';

/** On an employee's page, for those who see their schedule: their next shifts. */
export function NextShifts({ employeeId }: { employeeId: number }) {
  const { data, error, refetch } = useQuery(
    queryOptionsFor(listNextShifts, { params: { id: employeeId } }),
  );
  useLiveQueries([['api', queries]], events);
  return (
    <RecordSection label="Next shifts">
      {!data && error && <NotLoaded isInline what="shifts" error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-16" />}
      {data?.length === 0 && <p className="text-sm text-muted">No published shifts.</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-border text-sm">
          {data.map((shift) => (
            <li key={shift.shiftId} className="flex flex-wrap justify-between gap-x-4 py-1.5">
              <span className="text-text">{weekdayDay(shift.date)}</span>
              <span className="text-muted tabular-nums">
                {[spanText(shift), placeText(shift)].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </RecordSection>
  );
}
