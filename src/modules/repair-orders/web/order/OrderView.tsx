import { ClipboardList, Pencil } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { exactDollarsOf } from '../../../../platform/web/format/amounts.ts';
import { RecordHeader } from '../../../../platform/web/records/RecordHeader.tsx';
import { RecordView, useRecord } from '../../../../platform/web/records/RecordView.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import type { OrderPage } from '../../contract/order.ts';
import { statusNames } from '../../contract/status.ts';
import { type Choices, getOrder } from '../../contract.ts';
import { listHref, tones } from '../state/labels.ts';
import { useChoices } from '../state/useOrders.ts';
import { CorrectDay } from './CorrectDay.tsx';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import { Lines } from './Lines.tsx';
import { StatusActions } from './StatusActions.tsx';

const OrderSheet = lazyPart(() => import('../form/OrderSheet.tsx'), { place: 'dialog' });

/** The documents of a repair order, which belong to a module above. */
export type OrderDocuments = ComponentType<{ order: Pick<OrderPage, 'id' | 'number' | 'store'> }>;

interface Props {
  orderId: number;
  Documents?: OrderDocuments | undefined;
}

export default function OrderView({ orderId, Documents }: Props) {
  const choices = useChoices();
  const record = useRecord(getOrder, { params: { orderId } });
  return (
    <RecordView
      record={record}
      icon={ClipboardList}
      title="Repair order"
      titleOf={({ number }) => `Repair order ${number}`}
      subtitleOf={({ vehicle }) => vehicle}
      list={{ href: listHref, label: 'All repair orders' }}
      missing={{
        title: 'Repair order not found',
        description: 'It doesn’t exist, or you don’t have access to its store.',
      }}
    >
      {(order) => <LoadedOrder order={order} choices={choices} Documents={Documents} />}
    </RecordView>
  );
}

interface LoadedProps extends Pick<Props, 'Documents'> {
  order: OrderPage;
  choices: Choices;
}

function LoadedOrder({ order, choices, Documents }: LoadedProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="flex flex-col gap-6">
      <RecordHeader
        number={order.number}
        amount={exactDollarsOf(order.saleCents)}
        actions={
          <>
            {order.may.edit && (
              <Button onClick={() => setEditing(true)}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
            )}
            <CorrectDay order={order} />
            <StatusActions order={order} />
          </>
        }
      >
        <div>
          <Badge tone={tones[order.status]}>{statusNames[order.status]}</Badge>
        </div>
      </RecordHeader>
      <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="flex min-w-0 flex-col gap-8">
          <Facts order={order} />
          <Lines order={order} />
          {Documents && <Documents order={order} />}
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
