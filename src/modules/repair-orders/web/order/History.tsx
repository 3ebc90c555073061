import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { HistoryEntry } from '../../../../platform/web/ui/HistoryEntry.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { OrderPage } from '../../contract/order.ts';
import { type Choices, listOrderEvents } from '../../contract.ts';
import { describeEvent } from './events.ts';

/** History, newest first. */
export function History({ order, choices }: { order: OrderPage; choices: Choices }) {
  const { data } = useQuery({
    ...queryOptionsFor(listOrderEvents, { params: { orderId: order.id } }),
    refetchOnMount: 'always',
  });
  return (
    <section aria-label="History" className="min-w-0">
      <h3 className="border-b border-border pb-2 text-sm font-semibold text-text">History</h3>
      {data ? (
        <ol className="flex flex-col pt-3">
          {data.map((event) => (
            <HistoryEntry
              key={event.id}
              {...describeEvent(event.data, choices)}
              {...{ by: event.by, at: event.at }}
            />
          ))}
        </ol>
      ) : (
        <Skeleton className="mt-3 h-40" />
      )}
    </section>
  );
}
