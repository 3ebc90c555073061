import {
  keepPreviousData,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Store } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { cardKind } from '../../../../platform/web/records/useCardDrag.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
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

interface Move {
  job: ReconJob;
  to: Stage;
}

const mutationKey = ['recon-move'];

/** The board with the moves that are being saved: a board that was loaded meanwhile may not have them. */
export function useWithMoves(board: Board | undefined): Board | undefined {
  const moves = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Move,
  });
  const stageOf = ({ vehicleId, stage }: ReconJob) =>
    moves.findLast(({ job }) => job.vehicleId === vehicleId)?.to ?? stage;
  return board && { ...board, jobs: board.jobs.map((job) => ({ ...job, stage: stageOf(job) })) };
}

/**
 * Moves a vehicle. Moves are sent one after the other, each from the version the previous one returned, so that
 * users need not wait between key presses.
 */
export function useMove(store: Store | undefined, onMoved: (job: ReconJob, to: Stage) => void) {
  const client = useQueryClient();
  const key = queryKeyFor(getBoard, { query: { store } });
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'recon' },
    mutationFn: ({ job, to }: Move) => {
      const jobs = client.getQueryData<Board>(key)?.jobs ?? [];
      const { stepId, version } = jobs.find((one) => one.vehicleId === job.vehicleId) ?? job;
      return call(moveJob, { params: { stepId }, body: { version, to } });
    },
    onSuccess: (moved, { job, to }) => {
      // A board that is being loaded may be older than this move.
      void client.cancelQueries({ queryKey: key });
      const withMoved = ({ jobs, ...rest }: Board): Board => ({
        ...rest,
        jobs: jobs.map((one) => (one.vehicleId === moved.vehicleId ? moved : one)),
      });
      client.setQueryData<Board>(key, (board) => board && withMoved(board));
      onMoved(job, to);
    },
    onError: (error) => toastFailure(error, 'Couldn’t move vehicle'),
    onSettled: () => refreshVehicles(client),
  });
  return (job: ReconJob, to: Stage) => mutate({ job, to });
}
