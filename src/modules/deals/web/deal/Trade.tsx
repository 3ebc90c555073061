import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { milesOf } from '../../../../platform/web/format/amounts.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import type { DealPage } from '../../contract/deal.ts';
import { carHref } from '../state/labels.ts';

const TakeDialog = lazyPart(() => import('./TakeDialog.tsx'), { place: 'dialog' });

/** The trade-in of a deal and its link to inventory; its amounts are on the worksheet. */
export function Trade({ deal }: { deal: DealPage }) {
  const [isTaking, setTaking] = useState(false);
  const { trade, tradeVehicleId } = deal;
  if (!trade) return null;
  return (
    <RecordSection label="Trade-in">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="text-sm text-text">{trade.vehicle}</p>
          <p className="flex flex-wrap gap-x-3 text-xs text-muted">
            {trade.vin && <span className="font-mono">{trade.vin}</span>}
            {trade.miles !== null && <span>{milesOf(trade.miles)}</span>}
          </p>
        </div>
        {tradeVehicleId !== null && (
          <Link href={carHref(tradeVehicleId)} className={buttonClasses({ size: 'sm' })}>
            View in inventory
          </Link>
        )}
        {deal.may.takeTrade && (
          <Button size="sm" onClick={() => setTaking(true)}>
            Add to inventory
          </Button>
        )}
      </div>
      <Suspense>
        {isTaking && <TakeDialog deal={deal} trade={trade} onClose={() => setTaking(false)} />}
      </Suspense>
    </RecordSection>
  );
}
