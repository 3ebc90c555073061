import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileX } from 'lucide-react';
import { useId, useRef } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { type Batch, listBatches, listDue, prepareBatch } from '../../contract/disposition.ts';
import { getRetention } from '../../contract.ts';
import { count } from '../labels.ts';
import { BatchItem } from './BatchItem.tsx';
import { ItemList } from './ItemList.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
}

const lookAgainMs = 2_000;
const isRunning = ({ state }: Batch) => state === 'approved' || state === 'destroying';

/** Due documents, batches and their approval. */
export default function DestructionDialog({ open, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listBatches),
    staleTime: 0,
    enabled: open,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? lookAgainMs : false),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="lg"
      title="Destruction"
      description="One person prepares a batch, another approves it. Legal holds are checked until the last moment."
    >
      <div className="flex flex-col gap-5">
        <DueNow enabled={open} />
        {error && !data && <NotLoaded isInline what="batches" error={error} onRetry={refetch} />}
        {data && data.length > 0 && (
          <ul
            aria-label="Batches"
            className="flex flex-col divide-y divide-border border-t border-border"
          >
            {data.map((batch) => (
              <BatchItem key={batch.id} batch={batch} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

/** Documents whose period ends this month, and the first step for those past it. */
function DueNow({ enabled }: { enabled: boolean }) {
  const retention = useQuery({ ...queryOptionsFor(getRetention), enabled });
  const through = retention.data?.today.slice(0, 7);
  const due = useQuery({
    ...queryOptionsFor(listDue, { query: { through: through ?? '' } }),
    staleTime: 0,
    enabled: enabled && through !== undefined,
  });
  const reasonId = useId();
  const { prepare, isPending, refusal } = usePrepare();
  const failed = due.data
    ? null
    : due.error
      ? due
      : retention.error && !retention.data
        ? retention
        : null;
  if (failed?.error)
    return (
      <NotLoaded isInline what="due documents" error={failed.error} onRetry={failed.refetch} />
    );
  if (!due.data) return <Skeleton className="h-44" />;
  if (due.data.length === 0) {
    return (
      <EmptyState
        icon={FileX}
        title="Nothing is due"
        description="Documents appear here in the month their period ends. Documents on legal hold are kept."
      />
    );
  }
  const today = retention.data?.today ?? '';
  const isReady = due.data.some(
    ({ fate, batchId, keepUntil }) => fate === 'destroy' && batchId === null && keepUntil < today,
  );
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base font-medium text-text">
          {count(due.data.length, 'document')} due through this month
        </h3>
        <Button
          pending={isPending}
          disabled={!isReady}
          aria-describedby={isReady ? undefined : reasonId}
          onClick={() => prepare()}
        >
          Prepare destruction
        </Button>
      </div>
      {!isReady && (
        <p id={reasonId} className="text-sm text-muted">
          Each of them is on hold, in a batch, or kept until later this month.
        </p>
      )}
      {refusal && (
        <Notice tone="danger" live>
          {refusal}
        </Notice>
      )}
      <ItemList label="Due" items={due.data} showsBatch />
    </section>
  );
}

function usePrepare() {
  const client = useQueryClient();
  // Reused until a request succeeds, so that a lost response does not create two batches.
  const clientId = useRef(crypto.randomUUID());
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(prepareBatch, { body: { clientId: clientId.current } }),
    onSuccess: () => {
      clientId.current = crypto.randomUUID();
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyFor(getRetention) }),
  });
  return {
    prepare: mutate,
    isPending,
    refusal: error && sentenceOf(error, 'Couldn’t prepare destruction'),
  };
}
