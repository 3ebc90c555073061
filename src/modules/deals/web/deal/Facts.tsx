import { Link } from 'wouter';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { milesOf } from '../../../../platform/web/format/amounts.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { FactList, type FactRow } from '../../../../platform/web/ui/FactList.tsx';
import { customerHref } from '../../../customers/contract.ts';
import { type DealPage, methodNames, typeNames } from '../../contract/deal.ts';
import { carHref, conditionLabels, sellersOf } from '../state/labels.ts';

/** Buyer, vehicle, staff, payment and dates of a deal. */
export function Facts({ deal }: { deal: DealPage }) {
  return (
    <section aria-label="Deal" className="min-w-0">
      <div className="grid items-start gap-x-10 gap-y-2 @2xl:grid-cols-2">
        <FactList rows={saleRows(deal)} />
        <FactList rows={[...creditRows(deal), ...dayRows(deal)]} />
      </div>
      {deal.note && (
        <p className="mt-4 rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere text-text">
          {deal.note}
        </p>
      )}
    </section>
  );
}

function saleRows(deal: DealPage): FactRow[] {
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

function creditRows({ type, method, lender, rate, termMonths }: DealPage): FactRow[] {
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

const dayRows = (deal: DealPage): FactRow[] => [
  ['Opened', exactTime(deal.openedAt)],
  ['Signed', deal.signedOn && calendarDay(deal.signedOn)],
  ['Delivered', deal.deliveredOn && calendarDay(deal.deliveredOn)],
  ['Funded', deal.fundedOn && calendarDay(deal.fundedOn)],
];
