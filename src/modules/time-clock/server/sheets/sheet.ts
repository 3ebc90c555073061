import { addDays, type CalendarDate, dateAt } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { PersonRow } from '../../../people/server/public.ts';
import type { Sheet, SheetDay, SheetPerson, SheetPunch } from '../../contract/sheets.ts';
import { findCorrections } from '../corrections/list.ts';
import type { Interval } from '../hours/days.ts';
import type { CountedDay } from '../hours/week.ts';
import { canManageHoursOf } from '../policy.ts';
import type { ClockDb } from '../tables.ts';
import { findTimeOff, type TimeOffSource } from '../timeOff.ts';
import { findWeeks } from './weeks.ts';

/** A person's timesheet: calculated hours, punches and corrections. */
export async function getSheet(
  db: ClockDb,
  actor: Actor,
  person: PersonRow,
  date: CalendarDate | undefined,
  timeOff: TimeOffSource,
): Promise<Sheet> {
  const now = Date.now();
  const { start, group, of } = await findWeeks(db, [person], date, now);
  const week = of.get(person.id);
  if (!week) throw new Error('The week was not calculated');
  const { counted } = week;
  const span = { from: start, to: addDays(start, 6) };
  const [punches, corrections, daysOff] = await Promise.all([
    findRecorded(db, person.id, counted),
    findCorrections(db, actor, person.id, counted),
    findTimeOff(timeOff, db, [person.id], span),
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
    byStore: counted.byStore,
    timeOff: [...(daysOff.get(person.id) ?? [])].map(([date, ms]) => ({ date, ms })),
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

const toInterval = ({ kind, paid, start, end, runs, unended, store }: Interval) => ({
  kind,
  paid,
  start: iso(start),
  end: runs || unended ? null : iso(end),
  unended,
  store,
});

/** All punches between two instants, including voided ones. */
async function findRecorded(
  db: ClockDb,
  userId: number,
  { start, end }: { start: number; end: number },
): Promise<SheetPunch[]> {
  const rows = await db
    .selectFrom('time_punches as p')
    .leftJoin('time_voids as v', 'v.punch_id', 'p.id')
    .select([
      'p.id',
      'p.kind',
      'p.at',
      'p.recorded_at',
      'p.source',
      'p.device',
      'p.correction_id',
      'p.store',
      'v.correction_id as voided_by',
    ])
    .where('p.user_id', '=', userId)
    .where('p.at', '>=', new Date(start))
    .where('p.at', '<', new Date(end))
    .orderBy('p.at')
    .orderBy('p.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    store: row.store,
    recordedAt: row.recorded_at.toISOString(),
    source: row.source,
    device: row.device,
    correctionId: row.correction_id,
    voidedBy: row.voided_by,
  }));
}
