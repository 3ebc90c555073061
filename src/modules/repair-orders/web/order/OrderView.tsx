import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ClipboardList, Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactDollarsOf } from '../../../../platform/web/format/amounts.ts';
import { PageHeader } from '../../../../platform/web/frame/PageHeader.tsx';
import { lazyPart } from '../../../../platform/web/lazy/lazyPart.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { OrderPage } from '../../contract/order.ts';
import { statusNames } from '../../contract/status.ts';
import { type Choices, getOrder } from '../../contract.ts';
import { tones } from '../labels.ts';
import { useChoices } from '../useOrders.ts';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import { Lines } from './Lines.tsx';
import { StatusActions } from './StatusActions.tsx';

const OrderSheet = lazyPart(() => import('../form/OrderSheet.tsx'), { place: 'dialog' });
const listHref = '/customers/repair-orders';

export default function OrderView({ orderId }: { orderId: number }) {
  const choices = useChoices();
  const { data, isError } = useQuery({
    ...queryOptionsFor(getOrder, { params: { orderId } }),
    refetchOnMount: 'always',
  });
  return (
    <>
      <PageHeader
        title={data ? `Repair order ${data.number}` : 'Repair order'}
        subtitle={data?.vehicle}
      />
      <div className="@container mx-auto max-w-[80rem] px-4 pt-2 pb-10 md:px-6">
        <Link
          href={listHref}
          className="mb-3 inline-flex items-center gap-1.5 text-sm text-muted hover:text-text hover:no-underline"
        >
          <ArrowLeft aria-hidden="true" className="size-3.5" />
          All repair orders
        </Link>
        {data ? (
          <LoadedOrder order={data} choices={choices} />
        ) : isError ? (
          <NotFound />
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
    </>
  );
}

function LoadedOrder({ order, choices }: { order: OrderPage; choices: Choices }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-2">
          <h2 className="flex flex-wrap items-baseline gap-x-4 text-xl font-semibold text-text">
            <span className="font-mono">{order.number}</span>
            <span className="tabular-nums">{exactDollarsOf(order.saleCents)}</span>
          </h2>
          <div>
            <Badge tone={tones[order.status]}>{statusNames[order.status]}</Badge>
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          {order.may.edit && (
            <Button onClick={() => setEditing(true)}>
              <Pencil aria-hidden="true" />
              Edit
            </Button>
          )}
          <StatusActions order={order} />
        </div>
      </header>
      <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="flex min-w-0 flex-col gap-8">
          <Facts order={order} />
          <Lines order={order} />
        </div>
        <History order={order} choices={choices} />
      </div>
      <Suspense>
        {isEditing && (
          <OrderSheet choices={choices} order={order} onClose={() => setEditing(false)} />
        )}
      </Suspense>
    </div>
  );
}

function NotFound() {
  return (
    <EmptyState
      icon={ClipboardList}
      title="Repair order not found"
      description="It doesn’t exist, or you don’t have access to its store."
      action={
        <Link href={listHref} className={buttonClasses()}>
          All repair orders
        </Link>
      }
    />
  );
}
