import { clsx } from 'clsx';
import type { DealPage } from '../../contract/deal.ts';
import type { Choices } from '../../contract.ts';
import { BuyerSheet } from '../worksheet/BuyerSheet.tsx';
import { GrossSheet } from '../worksheet/GrossSheet.tsx';
import { DueBills } from './DueBills.tsx';
import { Facts } from './Facts.tsx';
import { History } from './history/History.tsx';
import { Products } from './Products.tsx';
import { Section } from './Section.tsx';
import { Trade } from './trade/Trade.tsx';

/** Facts, figures, products, due bills, trade-in and history of a deal. */
export function Parts({ deal, choices }: { deal: DealPage; choices: Choices }) {
  const sides = clsx('grid gap-x-10 gap-y-8', deal.costs && '@2xl:grid-cols-2');
  return (
    <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
      <div className="flex min-w-0 flex-col gap-8">
        <Facts deal={deal} />
        <div className={sides}>
          <Section label="Worksheet">
            <BuyerSheet deal={deal} />
          </Section>
          {deal.costs && (
            <Section label="Gross">
              <GrossSheet deal={deal} />
            </Section>
          )}
        </div>
        <div className="grid gap-x-10 gap-y-8 @2xl:grid-cols-2">
          <Products deal={deal} />
          <DueBills deal={deal} choices={choices} />
        </div>
        <Trade deal={deal} />
      </div>
      <History deal={deal} choices={choices} />
    </div>
  );
}
