import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import { listBriefs } from '../../../contract/plans.ts';
import { StoreBrief } from './StoreBrief.tsx';

/** The morning’s post in each store’s channel: whether, when, and how it would read now. */
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
      title="Daily Brief"
      description="Posted in a store’s channel on the mornings it is open: what happened yesterday, and what waits today. It tells no money and no names of customers."
    >
      {data ? (
        data.length === 0 ? (
          <EmptyState title="You have no store to brief" />
        ) : (
          <div className="flex flex-col gap-6">
            {data.map((brief) => (
              <StoreBrief key={brief.store} brief={brief} />
            ))}
          </div>
        )
      ) : error ? (
        <EmptyState
          title="The briefs could not be loaded"
          description={sentenceOf(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : (
        <Skeleton className="h-72" />
      )}
    </Dialog>
  );
}
