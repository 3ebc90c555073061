import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { HistoryEntry } from '../../../../../platform/web/ui/HistoryEntry.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import type { DealPage } from '../../../contract/deal.ts';
import { type Choices, listDealEvents } from '../../../contract.ts';
import { Section } from '../Section.tsx';
import { describeEvent } from './events.ts';

/** The history of a deal, latest first. */
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
            <HistoryEntry
              key={event.id}
              {...describeEvent(event.data, choices)}
              {...{ by: event.by, at: event.at }}
            />
          ))}
        </ol>
      ) : (
        <Skeleton className="h-40" />
      )}
    </Section>
  );
}
