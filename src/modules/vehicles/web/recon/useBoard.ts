import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Store } from '../../../../platform/contract/access.ts';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { type Board, getBoard, moveJob, type ReconJob } from '../../contract/recon/board.ts';
import { passesApproval, type Stage } from '../../contract/recon/stages.ts';
import { refreshCars } from '../useVehicleFrames.ts';

const againMs = 60_000;

export function useBoard(store: Store | undefined) {
  return useQuery({
    ...queryOptionsFor(getBoard, { query: { store } }),
    refetchOnMount: 'always',
    // Time passes on every card.
    refetchInterval: againMs,
    placeholderData: keepPreviousData,
  });
}

/** Whether this person may move this car there; the server decides again. */
export const canMove = ({ may }: Board, job: ReconJob, to: Stage) =>
  may.move &&
  to !== job.stage &&
  job.stage !== 'frontline' &&
  (may.approve || !passesApproval(job.stage, to));

/**
 * Moves a car at once on this screen, and back where the server refuses. Moves are sent one after the other,
 * each from where the one before has left the car, so that nobody has to wait between two keys.
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
    // What was asked for since then already stands on the screen.
    onSuccess: (moved, { job, to }) => {
      update(job.vehicleId, ({ stage }) => ({ ...moved, stage }));
      onMoved(job, to);
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Not moved', description: sentenceOf(error) }),
    onSettled: () => refreshCars(client),
  });
  return (job: ReconJob, to: Stage) => mutate({ job, to });
}
