import { clsx } from 'clsx';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useKeptFocus } from '../../../../platform/web/records/useKeptFocus.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { clockStopNames, type Lead } from '../../contract/lead.ts';
import { isOpen, openStatuses, type Status, statusNames } from '../../contract/status.ts';
import type { Board } from '../../contract.ts';
import { StatusDialog } from '../parts/StatusDialog.tsx';
import { durationOf } from '../state/clock/clockLabel.ts';
import { type LeadFilters, useChoices, useLeadRouting } from '../state/useLeads.ts';
import { needsDetails, useStatusChange, useWithMoves } from '../state/useStatusChange.ts';
import { BoardColumn } from './BoardColumn.tsx';
import { ClosingZones } from './ClosingZones.tsx';
import { useBoard } from './useBoard.ts';

/** The open leads by status. */
export function LeadBoard({ filters }: { filters: LeadFilters }) {
  const { data, error, refetch } = useBoard(filters);
  const board = useWithMoves(data);
  if (board) return <Columns board={board} />;
  if (!error) return <Waiting />;
  return <NotLoaded what="leads" error={error} icon={Inbox} onRetry={refetch} />;
}

function Columns({ board }: { board: Board }) {
  const { setQuery } = useAddress();
  const { may } = useChoices();
  const [chosen, setChosen] = useState<Status>('new');
  const { announcement, move, dialog } = useMoving();
  return (
    <>
      <MonthFigures month={board.month} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ColumnSwitch columns={board.columns} chosen={chosen} onChoose={setChosen} />
      <ul aria-label="Leads by status" className="flex gap-2 overflow-x-auto pb-3">
        {board.columns.map((column) => (
          <BoardColumn
            key={column.status}
            column={column}
            chosen={column.status === chosen}
            movable={may.write}
            onMove={move}
            onOpen={({ id }) => setQuery({ lead: id }, { push: true })}
            onMore={(status) => setQuery({ view: 'list', status }, { push: true })}
          />
        ))}
      </ul>
      {may.write && (
        <p className="text-xs text-muted @max-3xl:hidden">
          Press Shift and an arrow key to move the focused lead.
        </p>
      )}
      <ClosingZones onMove={move} />
      {dialog}
    </>
  );
}

/** Moves leads, opens a dialog if details are required, and announces the result. */
function useMoving() {
  const { setQuery } = useAddress();
  const [pendingMove, setPendingMove] = useState<{ lead: Lead; to: Status }>();
  const [announcement, setAnnouncement] = useState('');
  const keepFocus = useKeptFocus('data-lead');
  const change = useStatusChange(({ id, customer }, to) => {
    // A dialog for the next move may already be open.
    setPendingMove((now) => (now?.lead.id === id && now.to === to ? undefined : now));
    setAnnouncement(`${customer.name} moved to ${statusNames[to]}`);
    if (isOpen(to)) return;
    const action = { label: 'Open', onClick: () => setQuery({ lead: id }, { push: true }) };
    toast({ title: `${statusNames[to]}: ${customer.name}`, action });
  });
  const move = (lead: Lead, to: Status) => {
    keepFocus(lead.id);
    if (needsDetails(to)) setPendingMove({ lead, to });
    else change.mutate({ lead, change: { status: to } });
  };
  const dialog = pendingMove && (
    <StatusDialog
      {...pendingMove}
      // An earlier move may still be pending.
      pending={change.isPending && change.variables.change.status === pendingMove.to}
      onClose={() => setPendingMove(undefined)}
      onSubmit={(details) => change.mutate({ lead: pendingMove.lead, change: details })}
    />
  );
  return { announcement, move, dialog };
}

function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-4">
      <Skeleton className="h-9 w-full max-w-2xl" />
      <div className="flex gap-3">
        {openStatuses.map((status) => (
          <Skeleton key={status} className="h-96 flex-1" />
        ))}
      </div>
    </div>
  );
}

interface ColumnSwitchProps {
  columns: Board['columns'];
  chosen: Status;
  onChoose: (status: Status) => void;
}

const shortNames: Partial<Record<Status, string>> = { appointment: 'Appt. set' };

/** Chooses the column shown on narrow screens. */
function ColumnSwitch({ columns, chosen, onChoose }: ColumnSwitchProps) {
  return (
    <fieldset className="grid grid-cols-5 gap-1 rounded-md bg-sunken p-1 @3xl:hidden">
      <legend className="sr-only">Column</legend>
      {columns.map(({ status, count }) => (
        <button
          key={status}
          type="button"
          aria-pressed={status === chosen}
          onClick={() => onChoose(status)}
          className={clsx(
            'flex min-w-0 flex-col items-center rounded-sm px-0.5 py-1.5 text-xs text-text touch:min-h-11',
            status === chosen ? 'bg-surface font-medium shadow-float' : 'hover:bg-hover',
          )}
        >
          <span className="max-w-full truncate">{shortNames[status] ?? statusNames[status]}</span>{' '}
          <span className="text-muted tabular-nums">{count}</span>
        </button>
      ))}
    </fieldset>
  );
}

const share = (part: number, total: number) =>
  total === 0 ? '–' : `${Math.round((part / total) * 100)}%`;

/** The clock is the same at every store. */
const useClockName = () => clockStopNames[useLeadRouting()[0]?.clockStop ?? 'attempt'];

/** Response and conversion figures of this month's leads. */
function MonthFigures({ month }: { month: Board['month'] }) {
  const { received, contacted, inTime, medianSeconds, appointments, showed, sold } = month;
  const clock = useClockName();
  const rows = [
    ['Received this month', received.toLocaleString('en-US'), ''],
    [`${clock} on time`, share(inTime, received), `${inTime} of ${received}`],
    [
      `Median to ${clock.toLowerCase()}`,
      medianSeconds === null ? '–' : durationOf(medianSeconds * 1_000),
      '',
    ],
    ['Contacted', String(contacted), share(contacted, received)],
    ['Appointments', String(appointments), share(appointments, received)],
    ['Showed', String(showed), share(showed, received)],
    ['Sold', String(sold), share(sold, received)],
  ] as const;
  return (
    <dl
      aria-label="This month"
      className="grid grid-cols-3 gap-x-6 gap-y-2 @3xl:flex @3xl:flex-wrap @3xl:gap-x-9"
    >
      {rows.map(([name, figure, beside]) => (
        <div key={name} className="flex min-w-0 flex-col">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-base font-medium whitespace-nowrap text-text tabular-nums">
            {figure}
            {beside && received > 0 && (
              <span className="pl-1.5 text-xs font-normal text-muted">{beside}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
