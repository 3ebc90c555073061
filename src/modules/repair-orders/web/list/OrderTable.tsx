import { clsx } from 'clsx';
import { Link } from 'wouter';
import { storeNames } from '../../../../platform/contract/names.ts';
import { exactDollarsOf } from '../../../../platform/web/format/amounts.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import {
  DataCell,
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../platform/web/ui/DataTable.tsx';
import type { Order } from '../../contract/order.ts';
import { statusNames } from '../../contract/status.ts';
import { hoursOf, orderHref, timeLabel, tones } from '../labels.ts';

/** Shared by the header and every row so that columns line up; a row is a card on narrow screens. */
const columns =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 @4xl:grid-cols-[6rem_9.5rem_minmax(9rem,1.2fr)_minmax(9rem,1.2fr)_minmax(7rem,0.9fr)_11rem_4rem_6rem]';
const names = ['Number', 'Status', 'Customer', 'Vehicle', 'Advisor', 'Promised', 'Hours', 'Total'];

interface Props {
  rows: readonly Order[];
  /** The rows still belong to the previous filters. */
  stale: boolean;
}

export function OrderTable({ rows, stale }: Props) {
  return (
    <DataTable
      label="Repair orders"
      aria-busy={stale}
      className={clsx('text-sm transition-opacity', stale && 'opacity-60')}
    >
      <DataRows className="@max-4xl:sr-only">
        <DataRow className={clsx(columns, 'h-row items-center border-b border-border px-2')}>
          {names.map((name, at) => (
            <DataHeading
              key={name}
              className={clsx('truncate text-xs font-medium text-muted', at > 5 && 'text-right')}
            >
              {name}
            </DataHeading>
          ))}
        </DataRow>
      </DataRows>
      <DataRows>
        {rows.map((row) => (
          <OrderLine key={row.id} row={row} />
        ))}
      </DataRows>
    </DataTable>
  );
}

const secondary = '@max-4xl:text-xs @max-4xl:text-muted';

function OrderLine({ row }: { row: Order }) {
  return (
    <DataRow
      className={clsx(
        columns,
        'relative items-center gap-y-0.5 border-b border-border px-2 py-2 hover:bg-hover @4xl:min-h-11 @4xl:py-1',
      )}
    >
      <DataCell className="min-w-0">
        <Link
          href={orderHref(row.id)}
          className="font-mono font-medium text-text after:absolute after:inset-0 hover:no-underline"
        >
          {row.number}
        </Link>
      </DataCell>
      <DataCell className="@max-4xl:text-right">
        <Badge tone={tones[row.status]}>{statusNames[row.status]}</Badge>
      </DataCell>
      <DataCell className="truncate">{row.customer.name}</DataCell>
      <DataCell className={clsx('truncate @max-4xl:text-right', secondary)}>{row.vehicle}</DataCell>
      <DataCell className={clsx('truncate', secondary)} title={storeNames[row.store]}>
        {row.advisor.name}
      </DataCell>
      <DataCell className={clsx('truncate tabular-nums @max-4xl:text-right', secondary)}>
        <PromisedTime row={row} />
      </DataCell>
      <DataCell className={clsx('tabular-nums @4xl:text-right', secondary)}>
        {hoursOf(row.hoursFlagged)}
      </DataCell>
      <DataCell className="text-right tabular-nums">{exactDollarsOf(row.saleCents)}</DataCell>
    </DataRow>
  );
}

function PromisedTime({ row }: { row: Order }) {
  if (row.promisedAt === null) return <span className="text-muted">–</span>;
  const done = row.status === 'completed' || row.closedAt !== null;
  const late = !done && new Date(row.promisedAt) < new Date();
  return (
    <time
      dateTime={row.promisedAt}
      title={exactTime(row.promisedAt)}
      className={clsx(late && 'font-medium text-danger-text')}
    >
      {timeLabel(row.promisedAt)}
      {late && ', late'}
    </time>
  );
}
