import { addDays } from '../../../../platform/contract/wallTime.ts';
import type { Absence, Calendar, CalendarPerson } from '../../contract/calendar.ts';

export interface Span {
  from: string;
  to: string;
}

export function daysIn({ from, to }: Span): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

export const absencesOn = ({ absences }: CalendarPerson, day: string): Absence[] =>
  absences.filter(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn);

export const holidaysOn = ({ holidays }: Calendar, day: string) =>
  holidays.filter((holiday) => holiday.day === day);

export const blackoutsOn = ({ blackouts }: Calendar, day: string) =>
  blackouts.filter(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn);

/** `Vacation`, `Vacation, morning, pending`; `Away` without the kind. */
export function describeAbsence({ portion, isPending }: Absence, kindName: string | undefined) {
  const part = portion === 'full' ? '' : portion === 'hours' ? ', some hours' : `, ${portion}`;
  return `${kindName ?? 'Away'}${part}${isPending ? ', pending' : ''}`;
}
