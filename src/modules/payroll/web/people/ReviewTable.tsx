import { Link } from 'wouter';
import { decimalHours } from '../../../../platform/contract/decimalHours.ts';
import { workedStoreName } from '../../../../platform/contract/names.ts';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
} from '../../../../platform/web/records/RecordTable.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import type { ReviewRow } from '../../contract/review.ts';
import { workedMs } from '../../contract/statement.ts';
import { Flags } from '../parts/badges.tsx';
import { approvalLooks, describePayee, signLooks } from '../state/labels.ts';

interface Props {
  label: string;
  rows: readonly ReviewRow[];
  isStale: boolean;
  hrefOf: (id: number) => string;
}

type Row = ReviewRow & { id: number };

/** A row per employee, with what their hours lack. */
export function ReviewTable({ label, rows, isStale, hrefOf }: Props) {
  return (
    <RecordTable
      label={label}
      columns={columnsOf(rows, hrefOf)}
      rows={rows.map((row) => ({ ...row, id: row.payee.id }))}
      isStale={isStale}
      isRoomy
    />
  );
}

const hours = (name: string, unit: string, msOf: (row: Row) => number): RecordColumn<Row> => ({
  name,
  width: '5.5rem',
  isNumber: true,
  className: 'tabular-nums @4xl:text-right @max-4xl:empty:hidden',
  show: (row) => {
    const ms = msOf(row);
    if (ms === 0) return <span className="text-muted @max-4xl:hidden">–</span>;
    return (
      <>
        {decimalHours(ms)}
        <span className="ml-1 text-xs text-muted @4xl:hidden">{unit}</span>
      </>
    );
  },
});

function columnsOf(rows: readonly ReviewRow[], hrefOf: Props['hrefOf']): RecordColumn<Row>[] {
  const optional: (RecordColumn<Row> | false)[] = [
    rows.some(({ totals }) => totals.doubleMs !== 0) &&
      hours('Double time', 'double time', ({ totals }) => totals.doubleMs),
    rows.some(({ totals }) => totals.premiumHours !== 0) &&
      hours('Meal premium', 'meal premium', ({ totals }) => totals.premiumHours * 3_600_000),
    rows.some(({ timeOffMs }) => timeOffMs !== 0) &&
      hours('Time off', 'time off', ({ timeOffMs }) => timeOffMs),
    rows.some(({ adjustedMs }) => adjustedMs !== 0) &&
      hours('Adjusted', 'adjusted', ({ adjustedMs }) => adjustedMs),
  ];
  return [
    {
      name: 'Employee',
      width: 'minmax(0,1.4fr)',
      className: 'min-w-0',
      show: ({ payee }) => (
        <>
          <Link href={hrefOf(payee.id)} className={rowLinkClasses}>
            {payee.name}
          </Link>
          <span className="block truncate text-xs text-muted">{describePayee(payee)}</span>
        </>
      ),
    },
    {
      name: 'Regular',
      width: '7rem',
      isNumber: true,
      className: 'text-right tabular-nums',
      show: ({ totals, byStore, isEmpty }) => (
        <>
          {isEmpty ? <span className="text-muted">No hours</span> : decimalHours(totals.regularMs)}
          {!isEmpty && <span className="ml-1 text-xs text-muted @4xl:hidden">regular</span>}
          {byStore.length > 1 &&
            byStore.map((line) => (
              <span key={line.store ?? ''} className="block text-xs text-muted">
                {`${workedStoreName(line.store)} ${decimalHours(workedMs(line))}`}
              </span>
            ))}
        </>
      ),
    },
    hours('Overtime', 'overtime', ({ totals }) => totals.overtimeMs),
    ...optional.filter((column) => column !== false),
    {
      name: 'Flags',
      width: 'minmax(0,1fr)',
      className:
        'flex flex-wrap gap-1 @max-4xl:col-start-2 @max-4xl:justify-end @max-4xl:empty:hidden',
      show: ({ flags }) => <Flags flags={flags} />,
    },
    {
      name: 'Sign-off',
      width: '9.5rem',
      className: '@max-4xl:col-start-1',
      show: ({ signState, isEmpty }) => !isEmpty && <Badge {...signLooks[signState]} />,
    },
    {
      name: 'Approval',
      width: '10.5rem',
      className: '@max-4xl:text-right',
      show: ({ approval, isEmpty, isLocked }) =>
        isLocked ? <Badge>Locked</Badge> : !isEmpty && <Badge {...approvalLooks[approval]} />,
    },
  ];
}
