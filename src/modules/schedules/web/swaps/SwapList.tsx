import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Panel } from '../../../../platform/web/ui/frame/Panel.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Offer } from '../../contract/offers.ts';
import { OfferItem } from '../parts/OfferItem.tsx';
import { useOffers } from '../state/useSchedules.ts';

const groups = [
  {
    title: 'Needs approval',
    states: ['taken'],
    empty: 'No swap is waiting for a decision.',
  },
  { title: 'Offered', states: ['open'], empty: 'No shift is offered.' },
  {
    title: 'Last 30 days',
    states: ['approved', 'declined', 'withdrawn', 'expired'],
    empty: 'No swaps in the last 30 days.',
  },
] as const;

/** The swaps of the stores whose schedule the user plans. */
export default function SwapList() {
  const { data, error, refetch } = useOffers();
  if (!data && error) return <NotLoaded what="swaps" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-96" />;
  if (data.length === 0) {
    return (
      <EmptyState
        title="No swaps"
        description="When employees offer their shifts to each other, you approve it here."
      />
    );
  }
  return (
    <div className="flex max-w-4xl flex-col gap-8">
      {groups.map(({ title, states, empty }) => (
        <Group
          key={title}
          title={title}
          empty={empty}
          offers={data.filter(({ state }) => states.some((one) => one === state))}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  title: string;
  empty: string;
  offers: readonly Offer[];
}

function Group({ title, empty, offers }: GroupProps) {
  return (
    <Panel title={title}>
      {offers.length === 0 ? (
        <p className="text-sm text-muted">{empty}</p>
      ) : (
        <ul className="divide-y divide-border border-y border-border">
          {offers.map((offer) => (
            <OfferItem key={offer.offerId} offer={offer} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
