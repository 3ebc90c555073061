import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { calendarDay, daysText } from '../../../../platform/contract/calendar.ts';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
} from '../../../../platform/web/records/RecordTable.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Loaded } from '../../../../platform/web/ui/Loaded.tsx';
import { listPeriods } from '../../contract/review.ts';
import { type Unit, unitNames, units } from '../../contract/rights.ts';
import { stateLooks } from '../state/labels.ts';

type Row = ReplyOf<typeof listPeriods>[number] & { id: string };

/** The pay periods of the last year, with their state at each store. */
export function PeriodList() {
  const query = useQuery({ ...queryOptionsFor(listPeriods), refetchOnMount: 'always' });
  return (
    <Loaded query={query} what="pay periods">
      {(periods) =>
        periods.length === 0 ? (
          <EmptyState title="No pay periods yet" description="The first one has not begun." />
        ) : (
          <RecordTable
            label="Pay periods"
            columns={columnsOf(unitsOf(periods))}
            rows={periods.map((one) => ({ ...one, id: one.period.startsOn }))}
            isStale={query.isPlaceholderData}
          />
        )
      }
    </Loaded>
  );
}

/** Those that have employees in any of these periods. */
const unitsOf = (periods: ReplyOf<typeof listPeriods>): Unit[] =>
  units.filter((unit) => periods.some((one) => one.units.some((own) => own.unit === unit)));

const columnsOf = (shown: readonly Unit[]): RecordColumn<Row>[] => [
  {
    name: 'Pay period',
    width: 'minmax(0,1.5fr)',
    className: 'min-w-0',
    show: ({ period }) => (
      <Link href={`/hr/payroll?period=${period.startsOn}`} className={rowLinkClasses}>
        {daysText(period.startsOn, period.endsOn)}
      </Link>
    ),
  },
  {
    name: 'Paid',
    width: '8rem',
    className: 'tabular-nums @max-4xl:text-right',
    show: ({ period }) => calendarDay(period.paysOn),
  },
  ...shown.map(
    (unit): RecordColumn<Row> => ({
      name: unitNames[unit],
      width: '7.5rem',
      className: '@max-4xl:col-span-2 @max-4xl:flex @max-4xl:items-center @max-4xl:gap-2',
      show: (row) => {
        const state = row.units.find((one) => one.unit === unit)?.state;
        return (
          state && (
            <>
              <span className="text-xs text-muted @4xl:hidden">{unitNames[unit]}</span>
              <Badge {...stateLooks[state]} />
            </>
          )
        );
      },
    }),
  ),
];
