import { Timer, Wrench } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type Store, stores } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { optionsOf, readFilters } from '../../../../platform/web/records/filters.ts';
import { useKeptFocus } from '../../../../platform/web/records/useKeptFocus.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Board, ReconJob } from '../../contract/recon/board.ts';
import { stageNames, stages } from '../../contract/recon/stages.ts';
import { BoardColumn } from './BoardColumn.tsx';
import { JobDialog } from './JobDialog.tsx';
import { useBoard, useMove, useWithMoves } from './useBoard.ts';

const LimitsDialog = lazyPart(() => import('./LimitsDialog.tsx'), { place: 'dialog' });

/** Vehicles in reconditioning by stage. */
export default function ReconBoard() {
  const { query } = useAddress();
  const store = readFilters(query).oneOf('store', stores);
  const { data, error, refetch } = useBoard(store);
  const board = useWithMoves(data);
  if (board) return <Columns board={board} store={store} />;
  if (!error) return <Skeleton className="h-96" />;
  return <NotLoaded what="the board" error={error} onRetry={refetch} />;
}

interface Props {
  board: Board;
  store: Store | undefined;
}

function Columns({ board, store }: Props) {
  const [announcement, setAnnouncement] = useState('');
  const [opened, setOpened] = useState<ReconJob>();
  const [isEditingLimits, setEditingLimits] = useState(false);
  const keepFocus = useKeptFocus('data-vehicle');
  const move = useMove(store, (job, to) =>
    setAnnouncement(`${job.stockNumber} moved to ${stageNames[to]}`),
  );
  const open = board.jobs.filter(({ stage }) => stage !== 'frontline');
  // One that someone else moved on stays open as it was, with what was entered.
  const job = board.jobs.find(({ stepId }) => stepId === opened?.stepId) ?? opened;
  return (
    <div className="@container flex flex-col gap-3">
      <div className="flex min-h-row flex-wrap items-center justify-between gap-3">
        <span className="flex flex-wrap items-center gap-3">
          <StoreFilter board={board} store={store} />
          {board.may.limit && board.limits.length > 0 && (
            <Button size="sm" onClick={() => setEditingLimits(true)}>
              <Timer aria-hidden="true" />
              Limits…
            </Button>
          )}
        </span>
        <p className="text-sm text-muted">
          {`${plural(open.length, 'vehicle')} in reconditioning.`}
          {board.may.move && (
            <span className="@max-3xl:hidden">
              {' Shift and an arrow key move the focused vehicle.'}
            </span>
          )}
        </p>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {board.jobs.length === 0 ? (
        <EmptyState
          icon={Wrench}
          title="No vehicles in reconditioning"
          description="Change a vehicle’s status to “In recon” to see it here."
        />
      ) : (
        <ul aria-label="Stages" className="flex gap-3 overflow-x-auto pb-3 @max-3xl:flex-col">
          {stages.map((stage) => (
            <BoardColumn
              key={stage}
              stage={stage}
              board={board}
              onMove={(one, to) => {
                keepFocus(one.vehicleId);
                move(one, to);
              }}
              onOpen={setOpened}
            />
          ))}
        </ul>
      )}
      {job && <JobDialog job={job} board={board} onClose={() => setOpened(undefined)} />}
      {isEditingLimits && (
        <Suspense>
          <LimitsDialog limits={board.limits} onClose={() => setEditingLimits(false)} />
        </Suspense>
      )}
    </div>
  );
}

function StoreFilter({ board, store }: Props) {
  const { setQuery } = useAddress();
  if (board.stores.length < 2) return null;
  return (
    <SelectField
      label="Store"
      labelHidden
      className="w-40"
      options={optionsOf('All stores', board.stores, storeNames)}
      value={store ?? ''}
      onChange={(event) => setQuery({ store: event.target.value })}
    />
  );
}
