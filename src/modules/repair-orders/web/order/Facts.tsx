import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { storeNames } from '../../../../platform/contract/names.ts';
import { dollarsOf, milesOf } from '../../../../platform/web/format/amounts.ts';
import { shortTime } from '../../../../platform/web/time/moments.ts';
import { customerHref } from '../../../customers/contract.ts';
import type { OrderPage } from '../../contract/order.ts';
import { hoursOf } from '../state/labels.ts';

type Row = readonly [string, ReactNode];

export function Facts({ order }: { order: OrderPage }) {
  const timeText = (time: string | null) => (time === null ? '' : shortTime(time));
  const milesText = (count: number | null) => (count === null ? '' : milesOf(count));
  const rows: Row[] = [
    [
      'Customer',
      <Link key="customer" href={customerHref(order.customer.id)} className="underline">
        {order.customer.name}
      </Link>,
    ],
    ['Advisor', order.advisor.name],
    ['Vehicle', order.vehicle],
    ['Store', storeNames[order.store]],
    [
      'VIN',
      order.vin && (
        <span key="vin" className="font-mono">
          {order.vin}
        </span>
      ),
    ],
    ['Opened', timeText(order.openedAt)],
    ['Miles in', milesText(order.milesIn)],
    ['Promised', timeText(order.promisedAt)],
    ['Miles out', milesText(order.milesOut)],
    ['Closed', timeText(order.closedAt)],
    ['Hours flagged', hoursOf(order.hoursFlagged)],
    ...(order.grossCents === undefined
      ? []
      : [['Gross', <strong key="gross">{dollarsOf(order.grossCents)}</strong>] as const]),
  ];
  return (
    <section aria-label="Details" className="min-w-0">
      <dl className="grid gap-x-10 gap-y-2 text-sm @2xl:grid-cols-2">
        {rows.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere text-text tabular-nums">
              {value || <span className="text-muted">–</span>}
            </dd>
          </div>
        ))}
      </dl>
      {order.note && (
        <p className="mt-4 rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere text-text">
          {order.note}
        </p>
      )}
    </section>
  );
}
