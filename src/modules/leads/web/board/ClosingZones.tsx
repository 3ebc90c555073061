import { clsx } from 'clsx';
import type { RefObject } from 'react';
import { useDraggedCard, useDropTarget } from '../../../../platform/web/records/useCardDrag.ts';
import type { Lead } from '../../contract/lead.ts';
import { type Status, statusNames } from '../../contract/status.ts';
import { canMove, leadCards } from './useBoard.ts';

interface Props {
  onMove: (lead: Lead, to: Status) => void;
}

const ends = ['sold', 'lost', 'duplicate'] as const;

/** Drop zones that close a lead; shown only while dragging. */
export function ClosingZones({ onMove }: Props) {
  const lead = useDraggedCard(leadCards);
  if (!lead) return null;
  return (
    <div className="fixed inset-x-0 bottom-6 z-40 flex justify-center gap-3 px-6">
      {ends.map((to) => (
        <Zone key={to} to={to} onMove={onMove} />
      ))}
    </div>
  );
}

function Zone({ to, onMove }: Props & { to: Status }) {
  const { ref, over } = useDropTarget(
    leadCards,
    (lead) => canMove(lead, to),
    (lead) => onMove(lead, to),
  );
  return (
    <div
      ref={ref as RefObject<HTMLDivElement | null>}
      className={clsx(
        'flex h-16 w-44 items-center justify-center rounded-md border border-border-strong shadow-float',
        'text-base font-medium text-text transition-colors',
        over ? 'bg-accent-surface' : 'bg-raised',
      )}
    >
      {statusNames[to]}
    </div>
  );
}
