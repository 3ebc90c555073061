import { Ban, CalendarX2 } from 'lucide-react';
import { Link } from 'wouter';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import type { Calendar } from '../../contract/calendar.ts';
import { KindMark } from '../parts/KindMark.tsx';
import { useKinds } from '../state/useTimeOff.ts';
import {
  absencesOn,
  blackoutsOn,
  daysIn,
  describeAbsence,
  holidaysOn,
  type Span,
} from './absences.ts';

/** Day by day, only the days on which there is something. */
export function DayList({ calendar, span }: { calendar: Calendar; span: Span }) {
  const kinds = useKinds();
  const days = daysIn(span)
    .map((day) => ({
      day,
      holidays: holidaysOn(calendar, day),
      blackouts: blackoutsOn(calendar, day),
      people: calendar.people.filter((person) => absencesOn(person, day).length > 0),
    }))
    .filter((one) => one.holidays.length + one.blackouts.length + one.people.length > 0);
  if (days.length === 0) {
    return (
      <EmptyState
        title="No one is away"
        description="Approved time off of your stores appears here."
      />
    );
  }
  return (
    <ol aria-label="Who is away" className="flex flex-col gap-4">
      {days.map(({ day, holidays, blackouts, people }) => (
        <li key={day}>
          <h3 className="border-b border-border pb-1 text-sm font-semibold text-text">
            {weekdayDay(day)}
            {day === calendar.today && <span className="ml-2 font-normal text-muted">Today</span>}
          </h3>
          {holidays.map(({ name }) => (
            <p
              key={name}
              className="flex items-center gap-2 pt-2 text-sm text-muted [&_svg]:size-4"
            >
              <CalendarX2 aria-hidden="true" />
              {`Holiday: ${name}`}
            </p>
          ))}
          {blackouts.map(({ name }) => (
            <p
              key={name}
              className="flex items-center gap-2 pt-2 text-sm text-muted [&_svg]:size-4"
            >
              <Ban aria-hidden="true" />
              {`Blackout: ${name}`}
            </p>
          ))}
          <ul className="flex flex-col">
            {people.map((person) => (
              <li key={person.id} className="flex items-center gap-3 py-2 text-sm">
                <KindMark kind={kinds.get(absencesOn(person, day)[0]?.kindId ?? 0)} />
                <Link href={`/people?employee=${person.id}`} className="font-medium text-text">
                  {person.name}
                </Link>
                <span className="text-muted">
                  {absencesOn(person, day)
                    .map((one) => describeAbsence(one, kinds.get(one.kindId ?? 0)?.name))
                    .join('; ')}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
