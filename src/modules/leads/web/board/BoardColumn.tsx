import { clsx } from 'clsx';
import type { RefObject } from 'react';
import { useDropTarget } from '../../../../platform/web/records/useCardDrag.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { Lead } from '../../contract/lead.ts';
import { type Status, statusNames } from '../../contract/status.ts';
import type { Board } from '../../contract.ts';
import { LeadCard } from './LeadCard.tsx';
import { canMove, leadCards } from './useBoard.ts';

interface Props {
  column: Board['columns'][number];
  /** Whether this column shows on narrow screens, which show only one. */
  chosen: boolean;
  movable: boolean;
  onMove: (lead: Lead, to: Status) => void;
  onOpen: (lead: Lead) => void;
  onMore: (status: Status) => void;
}

/** One status and its leads; those whose clock runs first, by time left. */
export function BoardColumn(props: Props) {
  const { column, chosen, movable, onMove, onMore } = props;
  const { status, leads, count } = column;
  const { ref, over } = useDropTarget(
    leadCards,
    (lead) => canMove(lead, status),
    (lead) => onMove(lead, status),
  );
  return (
    <li
      ref={ref as RefObject<HTMLLIElement | null>}
      className={clsx(
        'flex min-w-52 flex-1 flex-col gap-2 rounded-md bg-sunken p-2 transition-colors @3xl:min-h-[60dvh]',
        over && 'bg-accent-surface',
        !chosen && '@max-3xl:hidden',
      )}
    >
      <h2 className="flex items-baseline justify-between gap-2 px-1 text-sm font-semibold text-text @max-3xl:sr-only">
        {statusNames[status]}
        <span className="text-xs font-normal text-muted tabular-nums">{count}</span>
      </h2>
      <ul aria-label={statusNames[status]} className="flex flex-col gap-2">
        {leads.map((lead) => (
          <li key={lead.id}>
            <LeadCard {...props} lead={lead} movable={movable} />
          </li>
        ))}
      </ul>
      {leads.length === 0 && (
        <p className="px-1 py-2 text-sm text-muted @max-3xl:py-8 @max-3xl:text-center">
          {empty[status] ?? 'No leads'}
        </p>
      )}
      {count > leads.length && (
        <Button size="sm" variant="ghost" className="self-center" onClick={() => onMore(status)}>
          {`${(count - leads.length).toLocaleString('en-US')} more in the list`}
        </Button>
      )}
    </li>
  );
}

const empty: Partial<Record<Status, string>> = {
  new: 'No new leads',
  attempted: 'No attempted leads',
  contacted: 'No contacted leads',
  appointment: 'No appointments',
  showed: 'No showroom visits',
};
