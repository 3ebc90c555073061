import { Suspense } from 'react';
import { permits } from '../../../platform/contract/access.ts';
import { type Neighbor, PageHeader } from '../../../platform/web/frame/PageHeader.tsx';
import { lazyPart } from '../../../platform/web/lazy/lazyPart.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { readAccess } from '../contract/order.ts';
import { OrderList } from './list/OrderList.tsx';
import { useOrderEvents } from './useOrders.ts';

const OrderView = lazyPart(() => import('./order/OrderView.tsx'), { place: 'page' });

interface Props {
  user: CurrentUser;
  title: string;
  subtitle?: string;
  neighbors?: readonly Neighbor[];
}

/** List or record, depending on the `order` query parameter. */
export default function RepairOrdersPage({ user, title, subtitle, neighbors }: Props) {
  const { query } = useAddress();
  const orderId = Number(query.get('order'));
  if (!permits(readAccess, user)) {
    return (
      <>
        <PageHeader title={title} subtitle={subtitle} />
        <EmptyState
          title="No access to repair orders"
          description="You don’t have permission to view this data. Ask an administrator."
        />
      </>
    );
  }
  return (
    <>
      <Live />
      {Number.isInteger(orderId) && orderId > 0 ? (
        <Suspense fallback={<Loading title={title} />}>
          <OrderView key={orderId} orderId={orderId} />
        </Suspense>
      ) : (
        <>
          <PageHeader title={title} subtitle={subtitle} neighbors={neighbors} />
          <OrderList />
        </>
      )}
    </>
  );
}

function Live() {
  useOrderEvents();
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
