import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
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
        <EmptyState
          title="Couldn’t load daily briefs"
          description={sentenceOf(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : (
        <Skeleton className="h-72" />
      )}
    </Dialog>
  );
}
