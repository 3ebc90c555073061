import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { storeNames } from '../../../../platform/contract/names.ts';
import { milesOf } from '../../../../platform/web/format/amounts.ts';
import { calendarDay } from '../../../../platform/web/time/calendar.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { customerHref } from '../../../customers/contract.ts';
import { type DealPage, methodNames, typeNames } from '../../contract/deal.ts';
import { carHref, conditionLabels, sellersOf } from '../state/labels.ts';

type Row = readonly [string, ReactNode];

/** Buyer, vehicle, staff, payment and dates of a deal. */
export function Facts({ deal }: { deal: DealPage }) {
  return (
    <section aria-label="Deal" className="min-w-0">
      <div className="grid items-start gap-x-10 gap-y-2 @2xl:grid-cols-2">
        <List rows={saleRows(deal)} />
        <List rows={[...creditRows(deal), ...dayRows(deal)]} />
      </div>
      {deal.note && (
        <p className="mt-4 rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere text-text">
          {deal.note}
        </p>
      )}
    </section>
  );
}

function List({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere text-text tabular-nums">
            {value || <span className="text-muted">–</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function saleRows(deal: DealPage): Row[] {
  const { customer, vehicleId, milesAtDelivery } = deal;
  const stock = <span className="font-mono">{deal.stockNumber}</span>;
  return [
    [
      'Customer',
      <Link key="customer" href={customerHref(customer.id)} className="underline">
        {customer.name}
      </Link>,
    ],
    ['Vehicle', `${deal.vehicle}, ${conditionLabels[deal.condition]}`],
    [
      'Stock number',
      vehicleId === null ? (
        deal.stockNumber && stock
      ) : (
        <Link key="car" href={carHref(vehicleId)} className="underline">
          {stock}
        </Link>
      ),
    ],
    [
      'VIN',
      deal.vin && (
        <span key="vin" className="font-mono">
          {deal.vin}
        </span>
      ),
    ],
    ...(milesAtDelivery === null ? [] : [['Miles at delivery', milesOf(milesAtDelivery)] as const]),
    ['Store', storeNames[deal.store]],
    ['Salesperson', sellersOf(deal)],
    ...(deal.closer ? [['Closer', deal.closer.name] as const] : []),
    ['F&I', deal.financeManager?.name],
  ];
}

function creditRows({ type, method, lender, rate, termMonths }: DealPage): Row[] {
  return [
    ['Deal type', typeNames[type]],
    ['Payment method', methodNames[method]],
    ...(method === 'cash'
      ? []
      : ([
          ['Lender', lender],
          ['Rate', rate === null ? '' : `${rate / 100}%`],
          ['Term', termMonths === null ? '' : `${termMonths} months`],
        ] as const)),
  ];
}

const dayRows = (deal: DealPage): Row[] => [
  ['Opened', exactTime(deal.openedAt)],
  ['Signed', deal.signedOn && calendarDay(deal.signedOn)],
  ['Delivered', deal.deliveredOn && calendarDay(deal.deliveredOn)],
  ['Funded', deal.fundedOn && calendarDay(deal.fundedOn)],
];
