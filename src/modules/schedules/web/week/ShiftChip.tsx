import { clsx } from 'clsx';
import { ArrowRightLeft, TriangleAlert } from 'lucide-react';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { cardKind, useDragCard } from '../../../../platform/web/records/useCardDrag.ts';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import type { Shift } from '../../contract/shift.ts';
import type { Week } from '../../contract/week.ts';
import { shortSpan, warningNames } from '../state/labels.ts';

export const shiftCard = cardKind<Shift>('work-shift');

const isOver = ({ endAt }: Shift, { serverTime }: Week): boolean =>
  Date.parse(endAt) <= Date.parse(serverTime);

export const isMovable = (week: Week, shift: Shift): boolean =>
  week.may.edit && !isOver(shift, week);

interface Props {
  shift: Shift;
  week: Week;
  tabIndex: number;
  onOpen: () => void;
}

/** A shift in the grid: drag it to move it, with Alt to copy it. */
export function ShiftChip({ shift, week, tabIndex, onOpen }: Props) {
  const { shiftId, role, isPublished, isOffered } = shift;
  const canMove = isMovable(week, shift);
  const { ref, dragged } = useDragCard(shiftCard, shift, canMove);
  const warnings = week.warnings.filter((warning) => warning.shiftId === shiftId);
  return (
    <button
      ref={(element) => {
        ref.current = element;
      }}
      type="button"
      tabIndex={tabIndex}
      data-shift={shiftId}
      aria-haspopup="dialog"
      aria-keyshortcuts={
        canMove ? 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown' : undefined
      }
      onClick={onOpen}
      className={clsx(
        'flex w-full min-w-0 cursor-default flex-col rounded-sm border px-1.5 py-1 text-left text-xs',
        lookOf(isPublished, isOver(shift, week)),
        dragged && 'opacity-40',
      )}
    >
      <VisuallyHidden>{`${shift.person.name}, ${weekdayDay(shift.date)}, `}</VisuallyHidden>
      <span className="font-medium tabular-nums">{shortSpan(shift)}</span>
      {role && <span className="w-full truncate">{role}</span>}
      {(!isPublished || isOffered || warnings.length > 0) && (
        <span className="flex flex-wrap items-center gap-x-1.5">
          {!isPublished && 'Draft'}
          {isOffered && (
            <span className="inline-flex items-center gap-0.5">
              <ArrowRightLeft aria-hidden="true" className="size-3" />
              Offered
            </span>
          )}
          {warnings.length > 0 && (
            <span
              title={warnings.map(({ kind }) => warningNames[kind]).join(', ')}
              className="inline-flex items-center gap-0.5 text-warning-text"
            >
              <TriangleAlert aria-hidden="true" className="size-3" />
              {warnings.length > 1 ? `${warnings.length} warnings` : 'Check'}
              <VisuallyHidden>
                {`: ${warnings.map(({ kind }) => warningNames[kind]).join(', ')}`}
              </VisuallyHidden>
            </span>
          )}
        </span>
      )}
    </button>
  );
}

function lookOf(isPublished: boolean, isPast: boolean): string {
  if (!isPublished) return 'border-dashed border-border-strong bg-surface text-text';
  return isPast
    ? 'border-border bg-surface text-muted'
    : 'border-transparent bg-accent-surface text-accent-strong';
}
