import { clsx } from 'clsx';
import { Ban, CalendarCheck2, CalendarX2 } from 'lucide-react';
import { Link } from 'wouter';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { weekdayOf } from '../../../../platform/contract/wallTime.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { VisuallyHidden } from '../../../../platform/web/ui/VisuallyHidden.tsx';
import type { Absence, Calendar, CalendarPerson } from '../../contract/calendar.ts';
import { blockClasses } from '../parts/KindMark.tsx';
import { useKinds } from '../state/useTimeOff.ts';
import {
  absencesOn,
  blackoutsOn,
  daysIn,
  describeAbsence,
  holidaysOn,
  type Span,
} from './absences.ts';

interface Props {
  calendar: Calendar;
  people: readonly CalendarPerson[];
  span: Span;
}

const letters = ['S', 'M', 'T', 'W', 'T', 'F', 'S'];

/** A row for each person, a column for each day. */
export function MonthGrid({ calendar, people, span }: Props) {
  const days = daysIn(span);
  const isWeek = days.length <= 7;
  return (
    <div className="overflow-x-auto">
      <table aria-label="Who is away" className="w-full table-fixed border-collapse text-sm">
        <colgroup>
          <col className="w-48" />
          {days.map((day) => (
            <col key={day} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="pb-1 text-left text-xs font-medium text-muted">
              Employee
            </th>
            {days.map((day) => (
              <DayHead key={day} day={day} calendar={calendar} isWeek={isWeek} />
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id} className="border-t border-border">
              <th scope="row" className="truncate py-1 pr-3 text-left font-normal">
                <Link href={`/people?employee=${person.id}`} className="text-text">
                  {person.name}
                </Link>
              </th>
              {days.map((day) => (
                <td
                  key={day}
                  className={clsx('h-9 px-px py-1', isFree(calendar, person, day) && 'bg-sunken')}
                >
                  {absencesOn(person, day).map((absence) => (
                    <Block
                      key={`${absence.startsOn} ${absence.fromMinute} ${absence.isPending}`}
                      absence={absence}
                      day={day}
                      name={person.name}
                      showsText={isWeek}
                    />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {people.length === 0 && (
        <EmptyState
          icon={CalendarCheck2}
          title="No one is away"
          description="Approved time off of your stores appears here."
        />
      )}
    </div>
  );
}

const isFree = (calendar: Calendar, person: CalendarPerson, day: string) =>
  [0, 6].includes(weekdayOf(day)) ||
  holidaysOn(calendar, day).some(({ store }) => store === null || store === person.store);

function DayHead({ day, calendar, isWeek }: { day: string; calendar: Calendar; isWeek: boolean }) {
  const holidays = holidaysOn(calendar, day);
  const blackouts = blackoutsOn(calendar, day);
  const notes = [...holidays, ...blackouts].map(({ name }) => name);
  return (
    <th
      scope="col"
      title={[weekdayDay(day), ...notes].join(', ')}
      className={clsx(
        'pb-1 align-bottom text-xs font-medium tabular-nums',
        day === calendar.today ? 'text-accent-strong' : 'text-muted',
      )}
    >
      <VisuallyHidden>{[weekdayDay(day), ...notes].join(', ')}</VisuallyHidden>
      <span aria-hidden="true" className="flex flex-col items-center">
        <span className="h-4 [&_svg]:size-3.5">
          {blackouts.length > 0 ? <Ban /> : holidays.length > 0 ? <CalendarX2 /> : null}
        </span>
        {isWeek ? (
          weekdayDay(day)
        ) : (
          <>
            <span className="font-normal">{letters[weekdayOf(day)]}</span>
            <span
              className={clsx(
                'flex size-6 items-center justify-center rounded-full',
                day === calendar.today && 'bg-accent-surface',
              )}
            >
              {Number(day.slice(8))}
            </span>
          </>
        )}
      </span>
    </th>
  );
}

interface BlockProps {
  absence: Absence;
  day: string;
  name: string;
  showsText: boolean;
}

function Block({ absence, day, name, showsText }: BlockProps) {
  const kind = useKinds().get(absence.kindId ?? 0);
  const text = describeAbsence(absence, kind?.name);
  const { startsOn, endsOn, portion, isPending } = absence;
  return (
    <span
      title={`${name}: ${text}`}
      className={clsx(
        'flex h-full min-h-5 items-center overflow-hidden px-1 text-xs',
        startsOn === day && 'ml-0.5 rounded-l-md',
        endsOn === day && 'mr-0.5 rounded-r-md',
        portion === 'morning' && 'mr-[50%]',
        portion === 'afternoon' && 'ml-[50%]',
        portion === 'hours' && 'mx-[25%]',
        isPending
          ? 'border border-dashed border-border-strong text-muted'
          : blockClasses(kind?.tone ?? 'neutral'),
      )}
    >
      {showsText ? (
        <span className="truncate">{text}</span>
      ) : (
        <VisuallyHidden>{text}</VisuallyHidden>
      )}
    </span>
  );
}
