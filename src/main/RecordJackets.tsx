import { Suspense } from 'react';
import type { DealDocuments } from '../modules/deals/web/deal/DealView.tsx';
import type { OrderDocuments } from '../modules/repair-orders/web/order/OrderView.tsx';
import { lazyPart } from '../platform/web/ui/lazy/lazyPart.tsx';
import { Skeleton } from '../platform/web/ui/Skeleton.tsx';

const Jacket = lazyPart(() => import('../modules/jackets/web/record/RecordJacket.tsx'), {
  place: 'panel',
  className: 'min-h-40',
});

export const DealJacket: DealDocuments = ({ deal }) => (
  <Suspense fallback={<Skeleton className="h-40" />}>
    <Jacket record="deal" recordId={deal.id} />
  </Suspense>
);

export const OrderJacket: OrderDocuments = ({ order }) => (
  <Suspense fallback={<Skeleton className="h-40" />}>
    <Jacket record="repair_order" recordId={order.id} />
  </Suspense>
);
