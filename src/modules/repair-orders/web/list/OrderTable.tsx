import { clsx } from 'clsx';
import { Link } from 'wouter';
import { storeNames } from '../../../../platform/contract/names.ts';
import { exactDollarsOf } from '../../../../platform/web/format/amounts.ts';
import {
  type RecordColumn,
  RecordTable,
  rowLinkClasses,
  smallOnCard,
} from '../../../../platform/web/records/RecordTable.tsx';
import { exactTime, shortTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import type { Order } from '../../contract/order.ts';
import { statusNames } from '../../contract/status.ts';
import { hoursOf, orderHref, tones } from '../state/labels.ts';

interface Props {
  rows: readonly Order[];
  /** The rows still belong to the previous filters. */
  isStale: boolean;
}

export function OrderTable({ rows, isStale }: Props) {
  return <RecordTable label="Repair orders" columns={columns} rows={rows} isStale={isStale} />;
}

const columns: readonly RecordColumn<Order>[] = [
  {
    name: 'Number',
    width: 'minmax(4.25rem,6rem)',
    className: 'min-w-0',
    show: ({ id, number }) => (
      <Link href={orderHref(id)} className={clsx('font-mono', rowLinkClasses)}>
        {number}
      </Link>
    ),
  },
  {
    name: 'Status',
    width: 'minmax(8.25rem,9.5rem)',
    className: '@max-4xl:text-right',
    show: ({ status }) => <Badge tone={tones[status]}>{statusNames[status]}</Badge>,
  },
  {
    name: 'Customer',
    width: 'minmax(6.5rem,1.2fr)',
    className: 'truncate',
    show: ({ customer }) => customer.name,
  },
  {
    name: 'Vehicle',
    width: 'minmax(6.5rem,1.2fr)',
    className: clsx('truncate @max-4xl:text-right', smallOnCard),
    show: ({ vehicle }) => vehicle,
  },
  {
    name: 'Advisor',
    width: 'minmax(5.5rem,0.9fr)',
    className: clsx('truncate', smallOnCard),
    tooltip: ({ store }) => storeNames[store],
    show: ({ advisor }) => advisor.name,
  },
  {
    name: 'Promised',
    width: 'minmax(9rem,11rem)',
    className: clsx('truncate tabular-nums @max-4xl:text-right', smallOnCard),
    show: (order) => <PromisedTime order={order} />,
  },
  {
    name: 'Hours',
    width: 'minmax(3rem,4rem)',
    isNumber: true,
    className: clsx('tabular-nums @4xl:text-right', smallOnCard),
    show: ({ hoursFlagged }) => hoursOf(hoursFlagged),
  },
  {
    name: 'Total',
    width: 'minmax(5rem,6rem)',
    isNumber: true,
    className: 'text-right tabular-nums',
    show: ({ saleCents }) => exactDollarsOf(saleCents),
  },
];

function PromisedTime({ order }: { order: Order }) {
  if (order.promisedAt === null) return <span className="text-muted">–</span>;
  const isDone = order.status === 'completed' || order.closedAt !== null;
  const isLate = !isDone && new Date(order.promisedAt) < new Date();
  return (
    <time
      dateTime={order.promisedAt}
      title={exactTime(order.promisedAt)}
      className={clsx(isLate && 'font-medium text-danger-text')}
    >
      {shortTime(order.promisedAt)}
      {isLate && ', late'}
    </time>
  );
}
