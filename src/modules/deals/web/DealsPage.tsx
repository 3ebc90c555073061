import { Suspense } from 'react';
import { permits } from '../../../platform/contract/access.ts';
import { type Neighbor, PageHeader } from '../../../platform/web/frame/PageHeader.tsx';
import { lazyPart } from '../../../platform/web/lazy/lazyPart.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { readAccess } from '../contract/deal.ts';
import { DealList } from './list/DealList.tsx';
import { useDealFrames } from './useDeals.ts';

const DealView = lazyPart(() => import('./deal/DealView.tsx'), { place: 'page' });

interface Props {
  user: CurrentUser;
  title: string;
  subtitle?: string;
  neighbors?: readonly Neighbor[];
}

/** The deals of the user's stores; `?deal=` opens one. */
export default function DealsPage({ user, title, subtitle, neighbors }: Props) {
  const { query } = useAddress();
  const dealId = Number(query.get('deal'));
  if (!permits(readAccess, user)) {
    return (
      <>
        <PageHeader title={title} subtitle={subtitle} />
        <EmptyState
          title="You don't have permission to view deals"
          description="Ask an administrator for access."
        />
      </>
    );
  }
  return (
    <>
      <Live />
      {Number.isInteger(dealId) && dealId > 0 ? (
        <Suspense fallback={<Loading title={title} />}>
          <DealView key={dealId} dealId={dealId} />
        </Suspense>
      ) : (
        <>
          <PageHeader title={title} subtitle={subtitle} neighbors={neighbors} />
          <DealList />
        </>
      )}
    </>
  );
}

function Live() {
  useDealFrames();
  return null;
}

function Loading({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <div className="px-4 pt-4 md:px-6">
        <Skeleton className="h-96" />
      </div>
    </>
  );
}
