import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Store } from '../../../../platform/contract/access.ts';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { cardKind } from '../../../../platform/web/records/useCardDrag.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { type Board, getBoard, moveJob, type ReconJob } from '../../contract/recon/board.ts';
import { passesApproval, type Stage } from '../../contract/recon/stages.ts';
import { refreshVehicles } from '../state/useVehicles.ts';

/** Vehicles are dropped on stages. */
export const jobCards = cardKind<ReconJob>('recon-job');

const refetchMs = 60_000;

export function useBoard(store: Store | undefined) {
  return useQuery({
    ...queryOptionsFor(getBoard, { query: { store } }),
    refetchOnMount: 'always',
    // Cards show elapsed time.
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
  });
}

/** Whether the user may move this vehicle there; the server checks again. */
export const canMove = ({ may }: Board, job: ReconJob, to: Stage) =>
  may.move &&
  to !== job.stage &&
  job.stage !== 'frontline' &&
  (may.approve || !passesApproval(job.stage, to));

/**
 * Moves a vehicle optimistically, and back if the server refuses. Moves are sent one after the other, each from
 * the version the previous one returned, so that users need not wait between key presses.
 */
export function useMove(store: Store | undefined, onMoved: (job: ReconJob, to: Stage) => void) {
  const client = useQueryClient();
  const key = queryKeyFor(getBoard, { query: { store } });
  const update = (vehicleId: number, change: (job: ReconJob) => ReconJob) =>
    client.setQueryData<Board>(
      key,
      (board) =>
        board && {
          ...board,
          jobs: board.jobs.map((one) => (one.vehicleId === vehicleId ? change(one) : one)),
        },
    );
  const { mutate } = useMutation({
    scope: { id: 'recon' },
    mutationFn: ({ job, to }: { job: ReconJob; to: Stage }) => {
      const jobs = client.getQueryData<Board>(key)?.jobs ?? [];
      const { stepId, version } = jobs.find((one) => one.vehicleId === job.vehicleId) ?? job;
      return call(moveJob, { params: { stepId }, body: { version, to } });
    },
    onMutate: async ({ job, to }) => {
      await client.cancelQueries({ queryKey: key });
      update(job.vehicleId, (one) => ({ ...one, stage: to }));
    },
    // Keep the stage of later moves that are already shown.
    onSuccess: (moved, { job, to }) => {
      update(job.vehicleId, ({ stage }) => ({ ...moved, stage }));
      onMoved(job, to);
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Couldn’t move vehicle',
        description: sentenceOf(error),
      }),
    onSettled: () => refreshVehicles(client),
  });
  return (job: ReconJob, to: Stage) => mutate({ job, to });
}
