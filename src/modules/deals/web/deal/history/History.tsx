import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { exactTime, relativeTime } from '../../../../../platform/web/time/relativeTime.ts';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import type { DealPage } from '../../../contract/deal.ts';
import { type Choices, type DealEvent, listDealEvents } from '../../../contract.ts';
import { Section } from '../Section.tsx';
import { storyOf } from './story.ts';

/** What happened to a deal, the latest first. */
export function History({ deal, choices }: { deal: DealPage; choices: Choices }) {
  const { data } = useQuery({
    ...queryOptionsFor(listDealEvents, { params: { dealId: deal.id } }),
    refetchOnMount: 'always',
  });
  return (
    <Section label="History">
      {data ? (
        <ol className="flex flex-col">
          {data.map((event) => (
            <Entry key={event.id} event={event} choices={choices} />
          ))}
        </ol>
      ) : (
        <Skeleton className="h-40" />
      )}
    </Section>
  );
}

function Entry({ event, choices }: { event: DealEvent; choices: Choices }) {
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
