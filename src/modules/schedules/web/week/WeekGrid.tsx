import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { useDropTarget } from '../../../../platform/web/records/useCardDrag.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import { useAvatar } from '../../../people/web/public.ts';
import type { Shift } from '../../contract/shift.ts';
import type { Week, WeekPerson } from '../../contract/week.ts';
import { awayText, roundHoursText } from '../state/labels.ts';
import { CoverageButton } from './CoverageButton.tsx';
import { isMovable, ShiftChip, shiftCard } from './ShiftChip.tsx';

export interface Target {
  userId: number;
  date: string;
}

interface Props {
  week: Week;
  onOpen: (shift: Shift) => void;
  onAdd: (target: Target) => void;
  /** Moves a shift, or copies it; says whether it was done. */
  onPlace: (shift: Shift, target: Target, copy: boolean) => Promise<boolean>;
  onCoverage: (date: string) => void;
}

/** The week with people by row and days by column. Arrow keys go from cell to cell; with Shift they move a shift. */
export function WeekGrid({ week, onOpen, onAdd, onPlace, onCoverage }: Props) {
  const { days, people, shifts, coverage, today } = week;
  const table = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState('0:0');
  const follow = useFocusFollows(table, shifts);
  const [moved, setMoved] = useState('');
  const byCell = Map.groupBy(shifts, ({ person, date }) => `${person.id} ${date}`);
  // The Tab key enters the grid at a cell that holds a control.
  const cells = people.flatMap(({ id }, row) =>
    days.flatMap((date, column) =>
      isOpen(week, date) || byCell.has(`${id} ${date}`) ? `${row}:${column}` : [],
    ),
  );
  const entry = cells.includes(active) ? active : cells[0];

  const place = async (shift: Shift, person: WeekPerson, date: string, copy: boolean) => {
    if (!copy) follow(shift);
    const isPlaced = await onPlace(shift, { userId: person.id, date }, copy);
    if (isPlaced) setMoved(`${copy ? 'Copied' : 'Moved'} to ${person.name}, ${weekdayDay(date)}`);
    else if (!copy) follow(null);
  };

  const keyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = steps[event.key];
    const button = event.target as HTMLElement;
    const cell = button.closest<HTMLElement>('[data-at]');
    if (!step || !cell) return;
    event.preventDefault();
    const [row = 0, column = 0] = (cell.dataset.at ?? '').split(':').map(Number);
    const [down, right] = step;
    if (!event.shiftKey) {
      const beside = down === 0 ? undefined : siblingOf(button, cell, down);
      (beside ?? nextFrom(table.current, [row, column], step))?.focus();
      return;
    }
    const shift = shifts.find(({ shiftId }) => String(shiftId) === button.dataset.shift);
    const person = people[row + down];
    const date = days[column + right];
    if (!shift || !person || !date || !isMovable(week, shift) || !isOpen(week, date)) return;
    void place(shift, person, date, event.ctrlKey || event.metaKey);
  };

  return (
    <div className="overflow-x-auto">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells hold controls that arrow keys go through
        role="grid"
        aria-label="Week"
        onKeyDown={keyDown}
        onFocus={({ target }) => {
          const at = target.closest<HTMLElement>('[data-at]')?.dataset.at;
          if (at) setActive(at);
        }}
        className="w-full min-w-[62rem] table-fixed border-collapse text-sm"
      >
        <thead>
          <tr>
            <th scope="col" className="w-48 border-b border-border pb-2 text-left font-medium">
              <VisuallyHidden>Employee</VisuallyHidden>
            </th>
            {days.map((date) => (
              <th
                key={date}
                scope="col"
                aria-current={date === today ? 'date' : undefined}
                className={clsx(
                  'border-b border-border px-1 pb-2 text-left font-medium',
                  date === today ? 'text-accent' : 'text-text',
                )}
              >
                {weekdayDay(date)}
                {date === today && <span className="font-normal"> · Today</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person, row) => (
            <tr key={person.id} className="border-b border-border">
              <th scope="row" className="py-2 pr-3 text-left align-top font-normal">
                <PersonHead person={person} />
              </th>
              {days.map((date, column) => (
                <Cell
                  key={date}
                  at={`${row}:${column}`}
                  isActive={entry === `${row}:${column}`}
                  week={week}
                  person={person}
                  date={date}
                  shifts={byCell.get(`${person.id} ${date}`) ?? []}
                  onOpen={onOpen}
                  onAdd={onAdd}
                  onPlace={onPlace}
                />
              ))}
            </tr>
          ))}
        </tbody>
        {coverage.some(({ slots, name }) => slots.length > 0 || name) && (
          <tfoot>
            <tr>
              <th
                scope="row"
                className="py-2 pr-3 text-left align-top text-sm font-medium text-text"
              >
                Coverage
              </th>
              {coverage.map((day, column) => (
                <td
                  key={day.date}
                  data-at={`${people.length}:${column}`}
                  className="px-0.5 py-2 align-top"
                >
                  <CoverageButton day={day} onOpen={() => onCoverage(day.date)} />
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      <VisuallyHidden>
        <span aria-live="polite">{moved}</span>
      </VisuallyHidden>
    </div>
  );
}

/** Shifts can be planned on this day. */
const isOpen = ({ may, today }: Week, date: string): boolean => may.edit && date >= today;

const steps: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The first control in this direction: cells without one are skipped. */
function nextFrom(
  table: HTMLElement | null,
  [row, column]: readonly [number, number],
  [down, right]: readonly [number, number],
): HTMLElement | null {
  const cell = table?.querySelector(`[data-at="${row + down}:${column + right}"]`);
  if (!cell) return null;
  const control = cell.querySelector<HTMLElement>('button');
  return control ?? nextFrom(table, [row + down, column + right], [down, right]);
}

/** The next control of the same cell. */
function siblingOf(button: HTMLElement, cell: HTMLElement, down: number): HTMLElement | undefined {
  const buttons = [...cell.querySelectorAll<HTMLElement>('button')];
  return buttons[buttons.indexOf(button) + down];
}

/** A shift that was moved by key appears in another cell, and takes the focus with it. Null: it was not moved. */
function useFocusFollows(
  table: { readonly current: HTMLTableElement | null },
  shifts: readonly Shift[],
): (shift: Shift | null) => void {
  const followed = useRef<Shift | null>(null);
  useEffect(() => {
    const before = followed.current;
    if (before === null) return;
    const now = shifts.find(({ shiftId }) => shiftId === before.shiftId);
    // Loaded again for another reason: it is still on its way.
    if (now && now.person.id === before.person.id && now.date === before.date) return;
    followed.current = null;
    // Someone who has gone elsewhere meanwhile stays there.
    if (document.activeElement !== document.body) return;
    table.current?.querySelector<HTMLElement>(`[data-shift="${before.shiftId}"]`)?.focus();
  }, [shifts, table]);
  return (shift) => {
    followed.current = shift;
  };
}

function PersonHead({ person }: { person: WeekPerson }) {
  const { id, name, jobTitle, minutes, isMember } = person;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar name={name} src={useAvatar(id)} size="sm" />
      <span className="min-w-0">
        <span className="block truncate text-text">{name}</span>
        <span className="block truncate text-xs text-muted tabular-nums">
          {[roundHoursText(minutes), isMember ? jobTitle : 'Other department']
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </span>
  );
}

interface CellProps extends Pick<Props, 'week' | 'onOpen' | 'onAdd' | 'onPlace'> {
  at: string;
  isActive: boolean;
  person: WeekPerson;
  date: string;
  shifts: readonly Shift[];
}

function Cell({ at, isActive, week, person, date, shifts, onOpen, onAdd, onPlace }: CellProps) {
  const target = { userId: person.id, date };
  const mayAdd = isOpen(week, date);
  const away = person.away.filter((one) => one.date === date);
  const { ref, over } = useDropTarget(
    shiftCard,
    (shift) => mayAdd && !(shift.person.id === person.id && shift.date === date),
    (shift, { altKey }) => void onPlace(shift, target, altKey),
  );
  const tabIndex = isActive ? 0 : -1;
  return (
    <td
      ref={(element) => {
        ref.current = element;
      }}
      data-at={at}
      className={clsx(
        'group/cell h-14 px-0.5 py-1 align-top',
        date === week.today && 'bg-sunken',
        over && 'outline-2 -outline-offset-2 outline-focus',
      )}
    >
      <div className="flex h-full flex-col gap-1">
        {away.map((part) => (
          <span key={part.fromMinute} className="px-1.5 text-xs text-muted">
            {awayText(part)}
          </span>
        ))}
        {shifts.map((shift) => (
          <ShiftChip
            key={shift.shiftId}
            shift={shift}
            week={week}
            tabIndex={tabIndex}
            onOpen={() => onOpen(shift)}
          />
        ))}
        {mayAdd && (
          <button
            type="button"
            tabIndex={tabIndex}
            aria-haspopup="dialog"
            aria-label={`Add shift for ${person.name} on ${weekdayDay(date)}`}
            onClick={() => onAdd(target)}
            className={clsx(
              'flex min-h-6 w-full flex-1 cursor-default items-center justify-center rounded-sm text-muted',
              'opacity-0 group-hover/cell:opacity-100 hover:bg-hover focus-visible:opacity-100 touch:opacity-60',
            )}
          >
            <Plus aria-hidden="true" className="size-3.5" />
          </button>
        )}
        {!mayAdd && shifts.length === 0 && away.length === 0 && (
          <VisuallyHidden>No shift</VisuallyHidden>
        )}
      </div>
    </td>
  );
}
