import { addDays, type CalendarDate, dateAt } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { PersonRow } from '../../../people/server/public.ts';
import type { Sheet, SheetDay, SheetPerson } from '../../contract/sheets.ts';
import { findCorrections } from '../corrections/list.ts';
import type { Interval } from '../hours/days.ts';
import type { CountedDay } from '../hours/week.ts';
import type { ClockDb } from '../tables.ts';
import { canManageHoursOf } from '../team/policy.ts';
import { findRecorded } from './recorded.ts';
import { findWeeks } from './weeks.ts';

/** A person's timesheet: calculated hours, punches and corrections. */
export async function getSheet(
  db: ClockDb,
  actor: Actor,
  person: PersonRow,
  date: CalendarDate | undefined,
): Promise<Sheet> {
  const now = Date.now();
  const { start, group, of } = await findWeeks(db, [person], date, now);
  const week = of.get(person.id);
  if (!week) throw new Error('The week was not calculated');
  const { counted } = week;
  const [punches, corrections] = await Promise.all([
    findRecorded(db, person.id, counted),
    findCorrections(db, actor, person.id, counted),
  ]);
  const isManager = canManageHoursOf(actor, person);
  return {
    person: toSheetPerson(person),
    week: toWeekDates(start),
    today: dateAt(group.timezone, now),
    serverTime: new Date(now).toISOString(),
    rules: week.rules,
    days: counted.days.map(toDay),
    totals: counted.totals,
    punches,
    corrections,
    approval: week.approval,
    may: {
      correct: isManager,
      approve: isManager,
      setBasis: isManager,
      approvalWaitsFor: isManager ? week.approvalWaitsFor : null,
    },
  };
}

export const toWeekDates = (start: CalendarDate): Sheet['week'] => ({
  start,
  end: addDays(start, 6),
  previous: addDays(start, -7),
  next: addDays(start, 7),
});

export const toSheetPerson = (person: PersonRow): SheetPerson => ({
  id: person.id,
  emrn: person.emrn,
  firstName: person.first_name,
  lastName: person.last_name,
  department: person.department,
  stores: person.store_access,
});

const iso = (at: number) => new Date(at).toISOString();

function toDay({ start, end, intervals, ...day }: CountedDay): SheetDay {
  return { ...day, startAt: iso(start), endAt: iso(end), intervals: intervals.map(toInterval) };
}

const toInterval = ({ kind, paid, start, end, runs, unended }: Interval) => ({
  kind,
  paid,
  start: iso(start),
  end: runs || unended ? null : iso(end),
  unended,
});
