import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Handshake, Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { isMissing } from '../../../../platform/web/api/isMissing.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { dollarsOf } from '../../../../platform/web/format/amounts.ts';
import { PageHeader } from '../../../../platform/web/frame/PageHeader.tsx';
import { lazyPart } from '../../../../platform/web/lazy/lazyPart.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { DealPage } from '../../contract/deal.ts';
import { statusNames } from '../../contract/status.ts';
import { type Choices, getDeal } from '../../contract.ts';
import { listHref, tones } from '../labels.ts';
import { TransitAge } from '../list/TransitAge.tsx';
import { useChoices } from '../useDeals.ts';
import { PrintWorksheet } from '../worksheet/PrintWorksheet.tsx';
import { Parts } from './Parts.tsx';
import { StatusActions } from './StatusActions.tsx';

const DealSheet = lazyPart(() => import('../form/DealSheet.tsx'), { place: 'dialog' });

/** One deal: status on top, figures on the left, history on the right. */
export default function DealView({ dealId }: { dealId: number }) {
  const choices = useChoices();
  const {
    data: cached,
    error,
    refetch,
  } = useQuery({
    ...queryOptionsFor(getDeal, { params: { dealId } }),
    refetchOnMount: 'always',
  });
  const isGone = isMissing(error);
  const data = isGone ? undefined : cached;
  return (
    <>
      <PageHeader title={data ? `Deal ${data.number}` : 'Deal'} subtitle={data?.vehicle} />
      <div className="@container mx-auto max-w-[80rem] px-4 pt-2 pb-10 md:px-6">
        <Link
          href={listHref}
          className="mb-3 inline-flex items-center gap-1.5 text-sm text-muted hover:text-text hover:no-underline touch:min-h-10"
        >
          <ArrowLeft aria-hidden="true" className="size-3.5" />
          All deals
        </Link>
        {data && choices.isKnown ? (
          <LoadedDeal deal={data} choices={choices} />
        ) : isGone ? (
          <Missing />
        ) : error && !data ? (
          <NotLoaded what="This deal" icon={Handshake} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
    </>
  );
}

function LoadedDeal({ deal, choices }: { deal: DealPage; choices: Choices }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-2">
          <h2 className="flex flex-wrap items-baseline gap-x-4 text-xl font-semibold text-text">
            <span className="font-mono">{deal.number}</span>
            <span className="tabular-nums">{dollarsOf(deal.priceCents)}</span>
          </h2>
          <div className="flex flex-wrap gap-2">
            <Badge tone={tones[deal.status]}>{statusNames[deal.status]}</Badge>
            <TransitAge deal={deal} />
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          {deal.may.edit && (
            <Button onClick={() => setEditing(true)}>
              <Pencil aria-hidden="true" />
              Edit
            </Button>
          )}
          <PrintWorksheet deal={deal} />
          <StatusActions deal={deal} />
        </div>
      </header>
      <Parts deal={deal} choices={choices} />
      <Suspense>
        {isEditing && <DealSheet choices={choices} deal={deal} onClose={() => setEditing(false)} />}
      </Suspense>
    </div>
  );
}

function Missing() {
  return (
    <EmptyState
      icon={Handshake}
      title="Deal not found"
      description="It doesn't exist, or it belongs to a store you don't have access to."
      action={
        <Link href={listHref} className={buttonClasses()}>
          All deals
        </Link>
      }
    />
  );
}
