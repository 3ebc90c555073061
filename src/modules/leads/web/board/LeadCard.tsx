import { clsx } from 'clsx';
import { CalendarClock, Ellipsis, UserRound } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { columnStep, useDragCard } from '../../../../platform/web/records/useCardDrag.ts';
import { weekdayTime } from '../../../../platform/web/time/moments.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '../../../../platform/web/ui/Menu.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { type Lead, typeNames } from '../../contract/lead.ts';
import { nextStatuses, type Status, statusNames } from '../../contract/status.ts';
import { NoShowBadge } from '../parts/NoShowBadge.tsx';
import { ResponseClock } from '../parts/ResponseClock.tsx';
import { useTicking } from '../state/clock/ticker.ts';
import { useChoices } from '../state/useLeads.ts';
import { needsDetails } from '../state/useStatusChange.ts';
import { canMove, columnBeside, leadCards } from './useBoard.ts';

interface Props {
  lead: Lead;
  movable: boolean;
  onMove: (lead: Lead, to: Status) => void;
  onOpen: (lead: Lead) => void;
}

/** A lead on the board; moved by drag and drop, its menu, or Shift and an arrow key. */
export function LeadCard(props: Props) {
  const { lead, movable, onMove, onOpen } = props;
  const { stores } = useChoices();
  const { ref, dragged } = useDragCard(leadCards, lead, movable);
  const byKey = (event: KeyboardEvent) => {
    const step = movable && columnStep(event);
    const to = step && columnBeside(lead.status, step);
    if (to && canMove(lead, to)) onMove(lead, to);
  };
  return (
    <article
      ref={ref as RefObject<HTMLElement | null>}
      data-lead={lead.id}
      aria-label={lead.customer.name}
      className={clsx(
        'relative flex flex-col gap-1.5 rounded-md border border-border bg-surface p-2.5 text-sm',
        'hover:border-line',
        movable && 'cursor-grab',
        dragged && 'opacity-50',
      )}
    >
      <button
        type="button"
        onClick={() => onOpen(lead)}
        onKeyDown={byKey}
        className="cursor-default text-left after:absolute after:inset-0 after:rounded-md"
      >
        <span className={clsx('block truncate font-medium text-text', movable && 'pr-7')}>
          {lead.customer.name}
        </span>
        <span className="block truncate text-text">
          {lead.interest || <span className="text-muted">No vehicle specified</span>}
        </span>
      </button>
      {movable && <CardMenu {...props} />}
      <div className="flex flex-wrap items-center gap-1.5">
        <ResponseClock lead={lead} />
        {lead.status === 'appointment' && lead.appointmentAt && (
          <AppointmentTime at={lead.appointmentAt} />
        )}
        <NoShowBadge lead={lead} />
        {stores.length > 1 && <StoreMark store={lead.store} className="text-xs text-muted" />}
      </div>
      <Assignment lead={lead} />
    </article>
  );
}

/** The appointment time; a warning once it has passed without a status change. */
function AppointmentTime({ at }: { at: string }) {
  const isPast = useTicking((now) => String(Date.parse(at) < now)) === 'true';
  if (isPast) {
    return (
      <Badge tone="warning" icon={CalendarClock} className="tabular-nums">
        {`Past: ${weekdayTime(at)}`}
      </Badge>
    );
  }
  return (
    <span className="flex items-center gap-1 text-xs text-text tabular-nums">
      <CalendarClock aria-hidden="true" className="size-3 text-muted" />
      {weekdayTime(at)}
    </span>
  );
}

function Assignment({ lead }: { lead: Lead }) {
  return (
    <span className="flex items-center justify-between gap-3 text-xs text-muted">
      <span className="flex min-w-0 items-center gap-1.5">
        {lead.assignee ? (
          <Avatar name={lead.assignee.name} size="xs" />
        ) : (
          <UserRound aria-hidden="true" className="mx-1 size-3 shrink-0" />
        )}
        <span className="truncate">{lead.assignee?.name ?? 'Unassigned'}</span>
      </span>
      <span className="min-w-0 truncate">{lead.source?.name ?? typeNames[lead.type]}</span>
    </span>
  );
}

function CardMenu({ lead, onMove, onOpen }: Props) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={`Actions for ${lead.customer.name}`}
          icon={Ellipsis}
          size="sm"
          tooltip={false}
          className="absolute top-1.5 right-1.5 z-10"
        />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem onSelect={() => onOpen(lead)}>Open lead</MenuItem>
        <MenuSeparator />
        <MenuLabel>Move to</MenuLabel>
        {nextStatuses(lead).map((to) => (
          <MenuItem key={to} onSelect={() => onMove(lead, to)}>
            {statusNames[to]}
            {needsDetails(to) && '…'}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
