import { clsx } from 'clsx';
import { Handshake, Pencil } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { problemAt } from '../../../../platform/contract/staff.ts';
import { dollarsOf, exactDollarsOf, plural } from '../../../../platform/web/format/amounts.ts';
import { RecordHeader } from '../../../../platform/web/records/RecordHeader.tsx';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { RecordView, useRecord } from '../../../../platform/web/records/RecordView.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { type DealPage, productNames } from '../../contract/deal.ts';
import { statusNames } from '../../contract/status.ts';
import { type Choices, getDeal } from '../../contract.ts';
import { TransitAge } from '../parts/TransitAge.tsx';
import { BuyerSheet } from '../parts/worksheet/BuyerSheet.tsx';
import { GrossSheet } from '../parts/worksheet/GrossSheet.tsx';
import { listHref, tones } from '../state/labels.ts';
import { useChoices } from '../state/useDeals.ts';
import { CorrectDay } from './CorrectDay.tsx';
import { Credits } from './Credits.tsx';
import { DueBills } from './DueBills.tsx';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import { PrintWorksheet } from './PrintWorksheet.tsx';
import { StatusActions } from './StatusActions.tsx';
import { Trade } from './Trade.tsx';

const DealSheet = lazyPart(() => import('../form/DealSheet.tsx'), { place: 'dialog' });

/** The documents of a deal, which belong to a module above. */
export type DealDocuments = ComponentType<{ deal: Pick<DealPage, 'id' | 'number' | 'store'> }>;

interface Props {
  dealId: number;
  Documents?: DealDocuments | undefined;
}

/** One deal: status on top, figures on the left, history on the right. */
export default function DealView({ dealId, Documents }: Props) {
  const choices = useChoices();
  const record = useRecord(getDeal, { params: { dealId } });
  return (
    <RecordView
      record={record}
      icon={Handshake}
      title="Deal"
      titleOf={({ number }) => `Deal ${number}`}
      subtitleOf={({ vehicle }) => vehicle}
      list={{ href: listHref, label: 'All deals' }}
      missing={{
        title: 'Deal not found',
        description: 'It doesn’t exist, or it belongs to a store you don’t have access to.',
      }}
    >
      {(deal) =>
        choices.isKnown ? (
          <LoadedDeal deal={deal} choices={choices} Documents={Documents} />
        ) : (
          <Skeleton className="h-96" />
        )
      }
    </RecordView>
  );
}

interface LoadedProps extends Pick<Props, 'Documents'> {
  deal: DealPage;
  choices: Choices;
}

function LoadedDeal({ deal, choices, Documents }: LoadedProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="flex flex-col gap-6">
      <RecordHeader
        number={deal.number}
        amount={dollarsOf(deal.priceCents)}
        actions={
          <>
            {deal.may.edit && (
              <Button onClick={() => setEditing(true)}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
            )}
            <PrintWorksheet deal={deal} />
            <CorrectDay deal={deal} />
            <StatusActions deal={deal} />
          </>
        }
      >
        <div className="flex flex-wrap gap-2">
          <Badge tone={tones[deal.status]}>{statusNames[deal.status]}</Badge>
          <TransitAge deal={deal} />
        </div>
      </RecordHeader>
      <SellingProblems deal={deal} choices={choices} />
      <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="flex min-w-0 flex-col gap-8">
          <Facts deal={deal} />
          <div className={clsx('grid gap-x-10 gap-y-8', deal.costs && '@2xl:grid-cols-2')}>
            <RecordSection label="Worksheet">
              <BuyerSheet deal={deal} />
            </RecordSection>
            {deal.costs && (
              <RecordSection label="Gross">
                <GrossSheet deal={deal} />
              </RecordSection>
            )}
          </div>
          <div className="grid gap-x-10 gap-y-8 @2xl:grid-cols-2">
            <Products deal={deal} />
            <DueBills deal={deal} />
          </div>
          <div className="grid gap-x-10 gap-y-8 @2xl:grid-cols-2">
            <Credits deal={deal} />
            <Trade deal={deal} />
          </div>
          {Documents && <Documents deal={deal} />}
        </div>
        <History deal={deal} choices={choices} />
      </div>
      <Suspense>
        {isEditing && <DealSheet choices={choices} deal={deal} onClose={() => setEditing(false)} />}
      </Suspense>
    </div>
  );
}

/** Who may not sell at the store today, while the deal is open. */
function SellingProblems({ deal, choices }: Pick<LoadedProps, 'deal'> & { choices: Choices }) {
  const { status, store, salesperson, secondSalesperson, closer } = deal;
  if (status !== 'open') return null;
  const sellers = [salesperson, secondSalesperson, closer].map((one) => one?.id);
  const found = choices.staff.flatMap((one) => {
    const problem = sellers.includes(one.id) ? problemAt(one, store) : undefined;
    return problem
      ? `${one.name} may not sell at ${storeNames[store]} today: ${problem.reason}.`
      : [];
  });
  if (found.length === 0) return null;
  return (
    <Notice tone="warning">
      {found.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

/** The F&I products of a deal. */
function Products({ deal: { products } }: { deal: DealPage }) {
  return (
    <RecordSection
      label="Products"
      aside={products.length > 0 && plural(products.length, 'product')}
    >
      {products.length === 0 ? (
        <p className="text-sm text-muted">No products.</p>
      ) : (
        <ul className="flex flex-col text-sm">
          {products.map(({ id, kind, provider, priceCents, costCents }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 py-1">
              <span className="min-w-0 text-text">
                {productNames[kind]}
                {provider && <span className="block text-xs text-muted">{provider}</span>}
              </span>
              <span className="shrink-0 text-right tabular-nums">
                {exactDollarsOf(priceCents)}
                {costCents !== undefined && (
                  <span className="block text-xs text-muted">{`Cost ${exactDollarsOf(costCents)}`}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </RecordSection>
  );
}
