import { Inbox } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import type { Lead } from '../../contract/lead.ts';
import { isOpen, openStatuses, type Status, statusNames } from '../../contract/status.ts';
import type { Board } from '../../contract.ts';
import { StatusDialog } from '../moving/StatusDialog.tsx';
import { needsMore, useStatusChange } from '../moving/useStatusChange.ts';
import { type LeadQuery, useChoices } from '../useLeads.ts';
import { BoardColumn } from './BoardColumn.tsx';
import { ClosingZones } from './ClosingZones.tsx';
import { ColumnSwitch } from './ColumnSwitch.tsx';
import { MonthFigures } from './MonthFigures.tsx';
import { useBoard } from './useBoard.ts';

/** The open leads by where they stand: who is to be answered first, who is expected, who is here. */
export function LeadBoard({ asked }: { asked: LeadQuery }) {
  const { data, isError, refetch } = useBoard(asked);
  if (data) return <Columns board={data} />;
  if (!isError) return <Waiting />;
  return (
    <EmptyState
      icon={Inbox}
      title="The leads could not be loaded"
      description="The server did not answer as expected."
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    />
  );
}

function Columns({ board }: { board: Board }) {
  const { setQuery } = useAddress();
  const { may } = useChoices();
  const [chosen, setChosen] = useState<Status>('new');
  const { told, move, dialog } = useMoving();
  return (
    <>
      <MonthFigures month={board.month} />
      <p role="status" className="sr-only">
        {told}
      </p>
      <ColumnSwitch columns={board.columns} chosen={chosen} onChoose={setChosen} />
      <ul aria-label="Where they stand" className="flex gap-3 overflow-x-auto pb-3">
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
          Shift and an arrow key move the lead that has the focus.
        </p>
      )}
      <ClosingZones onMove={move} />
      {dialog}
    </>
  );
}

/** Moves leads, asks first where something has to be known, and says what has become of them. */
function useMoving() {
  const { setQuery } = useAddress();
  const [asking, setAsking] = useState<{ lead: Lead; to: Status }>();
  const [told, setTold] = useState('');
  const keepFocus = useKeptFocus();
  const change = useStatusChange(({ id, customer }, to) => {
    // The next move may already be asking.
    setAsking((now) => (now?.lead.id === id && now.to === to ? undefined : now));
    setTold(`${customer.name} moved to ${statusNames[to]}`);
    if (isOpen(to)) return;
    const action = { label: 'Open', onClick: () => setQuery({ lead: id }, { push: true }) };
    toast({ title: `${statusNames[to]}: ${customer.name}`, action });
  });
  const move = (lead: Lead, to: Status) => {
    keepFocus(lead.id);
    if (needsMore(to)) setAsking({ lead, to });
    else change.mutate({ lead, change: { status: to } });
  };
  const dialog = asking && (
    <StatusDialog
      {...asking}
      // A move before it may still be on its way.
      pending={change.isPending && change.variables.change.status === asking.to}
      onClose={() => setAsking(undefined)}
      onSubmit={(given) => change.mutate({ lead: asking.lead, change: given })}
    />
  );
  return { told, move, dialog };
}

/**
 * A card that moves is drawn anew elsewhere, and once more where an older answer comes in between; the keyboard
 * goes with it until the person turns to something else.
 */
function useKeptFocus() {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    const forget = ({ target }: Event) => {
      const own = `[data-lead="${wanted.current}"], [role="dialog"]`;
      if (target instanceof Element && !target.closest(own)) wanted.current = undefined;
    };
    document.addEventListener('focusin', forget);
    document.addEventListener('pointerdown', forget);
    return () => {
      document.removeEventListener('focusin', forget);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
  useEffect(() => {
    if (wanted.current === undefined || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-lead="${wanted.current}"] button`)?.focus();
  });
  return (leadId: number) => {
    wanted.current = leadId;
  };
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
