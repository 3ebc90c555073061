import { ArrowRightLeft, ChevronLeft, ChevronRight, Plus, TriangleAlert } from 'lucide-react';
import { type TouchEvent, useRef } from 'react';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { useAvatar } from '../../../people/web/public.ts';
import type { Shift } from '../../contract/shift.ts';
import type { Week } from '../../contract/week.ts';
import { spanText, warningNames } from '../state/labels.ts';
import { CoverageButton } from './CoverageButton.tsx';

interface Props {
  week: Week;
  onOpen: (shift: Shift) => void;
  onAdd: (date: string) => void;
  onCoverage: (date: string) => void;
}

const swipePx = 60;

/** One day of the week as a list, for a phone; swiping goes to the next one. */
export function DayList({ week, onOpen, onAdd, onCoverage }: Props) {
  const { query, setQuery } = useAddress();
  const { days, today, shifts, people, coverage, may } = week;
  const date =
    days.find((day) => day === query.get('day')) ??
    days.find((day) => day === today) ??
    days[0] ??
    today;
  const show = (next: string) =>
    setQuery({ day: next, ...(!days.includes(next) && { week: next }) });
  const swipe = useSwipe((step) => show(addDays(date, step)));
  const own = shifts.filter((shift) => shift.date === date);
  const off = people.filter(
    ({ id, isMember }) => isMember && !own.some(({ person }) => person.id === id),
  );
  const day = coverage.find((one) => one.date === date);
  return (
    <div className="flex flex-col gap-3" {...swipe}>
      <div className="flex items-center gap-1">
        <IconButton
          label="Previous day"
          icon={ChevronLeft}
          onClick={() => show(addDays(date, -1))}
        />
        <h3 aria-live="polite" className="flex-1 text-center text-base font-semibold text-text">
          {weekdayDay(date)}
          {date === today && <span className="font-normal text-muted"> · Today</span>}
        </h3>
        <IconButton label="Next day" icon={ChevronRight} onClick={() => show(addDays(date, 1))} />
      </div>
      {day && (
        <div className="rounded-md border border-border p-1">
          <CoverageButton day={day} onOpen={() => onCoverage(date)} />
        </div>
      )}
      {own.length === 0 ? (
        <p className="py-4 text-center text-sm text-muted">No shifts on this day.</p>
      ) : (
        <ul className="divide-y divide-border border-y border-border">
          {own.map((shift) => (
            <Row key={shift.shiftId} shift={shift} week={week} onOpen={() => onOpen(shift)} />
          ))}
        </ul>
      )}
      {may.edit && date >= today && (
        <Button onClick={() => onAdd(date)}>
          <Plus aria-hidden="true" />
          Add shifts
        </Button>
      )}
      {off.length > 0 && (
        <p className="text-sm text-pretty text-muted">
          <span className="font-medium text-text">Off: </span>
          {off
            .map(({ name, away }) =>
              away.some((one) => one.date === date) ? `${name} (time off)` : name,
            )
            .join(', ')}
        </p>
      )}
    </div>
  );
}

function useSwipe(onStep: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches[0];
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      start.current = null;
      // More across than down, or the person scrolls.
      if (Math.abs(x) < swipePx || Math.abs(x) < 2 * Math.abs(y)) return;
      onStep(x < 0 ? 1 : -1);
    },
  };
}

function Row({ shift, week, onOpen }: { shift: Shift; week: Week; onOpen: () => void }) {
  const { person, role, isPublished, isOffered, shiftId } = shift;
  const warnings = week.warnings.filter((warning) => warning.shiftId === shiftId);
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex w-full cursor-default items-center gap-3 py-2.5 text-left hover:bg-hover"
      >
        <Avatar name={person.name} src={useAvatar(person.id)} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-base text-text">{person.name}</span>
          <span className="block text-sm text-muted tabular-nums">
            {[spanText(shift), role].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="flex flex-col items-end gap-1">
          {!isPublished && <Badge>Draft</Badge>}
          {isOffered && (
            <Badge tone="info" icon={ArrowRightLeft}>
              Offered
            </Badge>
          )}
          {warnings.map(({ kind }) => (
            <Badge key={kind} tone="warning" icon={TriangleAlert}>
              {warningNames[kind]}
            </Badge>
          ))}
        </span>
      </button>
    </li>
  );
}
