import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime, relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { OrderPage } from '../../contract/order.ts';
import { type Choices, listOrderEvents, type OrderEvent } from '../../contract.ts';
import { storyOf } from './story.ts';

/** What happened to an order, the latest first. */
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
            <Entry key={event.id} event={event} choices={choices} />
          ))}
        </ol>
      ) : (
        <Skeleton className="mt-3 h-40" />
      )}
    </section>
  );
}

function Entry({ event, choices }: { event: OrderEvent; choices: Choices }) {
  const { title, detail } = storyOf(event.data, choices);
  const at = new Date(event.at);
  return (
    <li className="relative flex flex-col gap-0.5 border-l border-border pb-4 pl-4 last:pb-0">
      <span aria-hidden="true" className="absolute top-1.5 -left-1 size-2 rounded-full bg-line" />
      <span className="text-sm font-medium text-text">{title}</span>
      {detail && (
        <span className="text-sm whitespace-pre-line wrap-anywhere text-text">{detail}</span>
      )}
      <span className="text-xs text-muted">
        {`${event.by} · `}
        <time dateTime={event.at} title={exactTime(at)}>
          {relativeTime(at, new Date())}
        </time>
      </span>
    </li>
  );
}
