import { Printer } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { exactDollarsOf, milesOf } from '../../../../platform/web/format/amounts.ts';
import { PrintSheet } from '../../../../platform/web/print/PrintSheet.tsx';
import { dayAt } from '../../../../platform/web/time/days.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { type DealPage, methodNames, productNames, typeNames } from '../../contract/deal.ts';
import { BuyerSheet } from '../parts/worksheet/BuyerSheet.tsx';
import { conditionLabels, sellersOf } from '../state/labels.ts';

/** Prints only the buyer's worksheet. */
export function PrintWorksheet({ deal }: { deal: DealPage }) {
  const [printing, setPrinting] = useState(false);
  const done = useCallback(() => setPrinting(false), []);
  return (
    <>
      <Button onClick={() => setPrinting(true)}>
        <Printer aria-hidden="true" />
        Print
      </Button>
      {printing && (
        <PrintSheet onDone={done}>
          <Paper deal={deal} />
        </PrintSheet>
      )}
    </>
  );
}

type Line = readonly [string, ReactNode];

/** The printed worksheet for the buyer; never shows costs or gross. */
function Paper({ deal }: { deal: DealPage }) {
  const { trade, products } = deal;
  const openDueBills = deal.dueBills.filter(({ doneAt }) => doneAt === null);
  return (
    <article
      aria-label={`Worksheet of deal ${deal.number}`}
      className="flex flex-col gap-6 text-sm"
    >
      <header className="flex items-baseline justify-between gap-4 border-b border-line pb-3">
        <h1 className="text-xl font-semibold text-text">{`${storeNames[deal.store]}, deal ${deal.number}`}</h1>
        <p className="text-muted">{calendarDay(deal.signedOn ?? dayAt(deal.openedAt))}</p>
      </header>
      <dl className="grid grid-cols-2 gap-x-10 gap-y-2">
        {lines(deal).map(([name, value]) => (
          <div key={name} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3">
            <dt className="text-muted">{name}</dt>
            <dd className="text-text">{value}</dd>
          </div>
        ))}
      </dl>
      <BuyerSheet deal={deal} />
      {products.length > 0 && (
        <Part title="Products">
          {products.map((one) => (
            <li key={one.id} className="flex justify-between gap-4">
              <span>{[productNames[one.kind], one.provider].filter(Boolean).join(', ')}</span>
              <span className="tabular-nums">{exactDollarsOf(one.priceCents)}</span>
            </li>
          ))}
        </Part>
      )}
      {trade && (
        <Part title="Trade-in">
          <li>
            {[trade.vehicle, trade.vin, trade.miles !== null && milesOf(trade.miles)]
              .filter(Boolean)
              .join(' · ')}
          </li>
        </Part>
      )}
      {openDueBills.length > 0 && (
        <Part title="Due bills">
          {openDueBills.map(({ id, what }) => (
            <li key={id}>{what}</li>
          ))}
        </Part>
      )}
      <div className="grid grid-cols-2 gap-10 pt-14 text-muted">
        <p className="border-t border-line pt-1">{`${deal.customer.name}, date`}</p>
        <p className="border-t border-line pt-1">{`For ${storeNames[deal.store]}, date`}</p>
      </div>
    </article>
  );
}

function lines(deal: DealPage): Line[] {
  const { method, lender, rate, termMonths } = deal;
  const credit = [
    methodNames[method],
    lender,
    rate !== null && `${rate / 100}%`,
    termMonths && `${termMonths} months`,
  ];
  return [
    ['Buyer', deal.customer.name],
    // “House deal” means nothing to the buyer.
    ...(deal.salesperson ? [['Salesperson', sellersOf(deal)] as const] : []),
    ['Vehicle', deal.vehicle],
    ['Stock number', deal.stockNumber || '–'],
    ['VIN', deal.vin ?? '–'],
    ['Deal type', `${typeNames[deal.type]}, ${conditionLabels[deal.condition]}`],
    ['Miles', deal.milesAtDelivery === null ? '–' : milesOf(deal.milesAtDelivery)],
    ['Payment', credit.filter(Boolean).join(', ')],
  ];
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="border-b border-border pb-1 font-semibold text-text">{title}</h2>
      <ul className="flex flex-col gap-1 pt-2">{children}</ul>
    </section>
  );
}
