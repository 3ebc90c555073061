import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import { listBriefs } from '../../../contract/plans.ts';
import { StoreBrief } from './StoreBrief.tsx';

/** Settings and preview of the daily brief of each store. */
export default function BriefDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listBriefs),
    refetchOnMount: 'always',
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title="Daily brief"
      description="Posted to the store’s channel on mornings it is open: yesterday’s results and today’s open items. It contains no dollar amounts or customer names."
    >
      {data ? (
        data.length === 0 ? (
          <EmptyState title="No stores available" />
        ) : (
          <div className="flex flex-col gap-6">
            {data.map((brief) => (
              <StoreBrief key={brief.store} brief={brief} />
            ))}
          </div>
        )
      ) : error ? (
        <NotLoaded what="daily briefs" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </Dialog>
  );
}
