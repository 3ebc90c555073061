import { sql } from 'kysely';
import { stores } from '../../../../platform/contract/access.ts';
import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import { addDays, dateAt } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { PersonRow } from '../../../people/server/public.ts';
import type * as calls from '../../contract/sheets.ts';
import type { TeamRow } from '../../contract/sheets.ts';
import { type ClockStatus, type PunchKind, statusAfter } from '../../contract.ts';
import { assertManagesHours, managedBy } from '../managed-people.ts';
import { managedStores } from '../policy.ts';
import { toSheetPerson, toWeekDates } from '../sheets/sheet.ts';
import { findWeeks, type PersonWeek } from '../sheets/weeks.ts';
import { forgottenAfter } from '../shifts.ts';
import type { ClockDb } from '../tables.ts';
import { findTimeOff, type TimeOffSource } from '../timeOff.ts';

export type TeamQuery = ValidOf<typeof calls.getTeam>['query'];

/** The people whose hours the actor manages, by name, including former employees with punches. */
async function findTeam(
  db: ClockDb,
  actor: Actor,
  { store, department }: TeamQuery,
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.* from users u
    where ${managedBy(actor)}
      and (u.is_active and u.deleted_at is null
        or exists (select from time_punches p where p.user_id = u.id))
      and (${store ?? null}::text is null or u.store_access && array[${store ?? ''}, 'all'])
      and (${department ?? null}::text is null or u.department = ${department ?? ''})
    order by lower(u.last_name), lower(u.first_name), u.id`.execute(db);
  return rows;
}

/** The current status of each person; forgotten shifts do not count. */
async function findStatuses(
  db: ClockDb,
  userIds: readonly number[],
): Promise<Map<number, ClockStatus>> {
  const { rows } = await sql<{ id: number; kind: PunchKind }>`
    select person.id, last.kind from unnest(${userIds}::integer[]) as person (id)
    cross join lateral (select kind from time_effective e where e.user_id = person.id
      order by at desc limit 1) as last
    where exists (select from time_effective e where e.user_id = person.id and e.kind = 'clock_in'
      and e.at > now() - ${forgottenAfter})`.execute(db);
  return new Map(rows.map(({ id, kind }) => [id, statusAfter[kind]]));
}

export interface Team {
  now: number;
  start: string;
  timezone: string;
  members: { person: PersonRow; week: PersonWeek; timeOffMs: number }[];
}

export async function findTeamWeeks(
  db: ClockDb,
  actor: Actor,
  query: TeamQuery,
  timeOff: TimeOffSource,
): Promise<Team> {
  assertManagesHours(actor);
  const now = Date.now();
  const people = await findTeam(db, actor, query);
  const { start, group, of } = await findWeeks(db, people, query.week, now);
  const span = { from: start, to: addDays(start, 6) };
  const ids = people.map(({ id }) => id);
  const daysOff = await findTimeOff(timeOff, db, ids, span);
  const members = people.flatMap((person) => {
    const week = of.get(person.id);
    const days = [...(daysOff.get(person.id)?.values() ?? [])];
    const timeOffMs = days.reduce((sum, ms) => sum + ms, 0);
    const isListed = week && (person.is_active || week.counted.totals.workMs > 0 || timeOffMs > 0);
    return isListed ? [{ person, week, timeOffMs }] : [];
  });
  return { now, start, timezone: group.timezone, members };
}

export async function getTeam(
  db: ClockDb,
  actor: Actor,
  query: TeamQuery,
  timeOff: TimeOffSource,
): Promise<AnswerOf<typeof calls.getTeam>> {
  const { now, start, timezone, members } = await findTeamWeeks(db, actor, query, timeOff);
  const statuses = await findStatuses(
    db,
    members.map(({ person }) => person.id),
  );
  return {
    week: toWeekDates(start),
    today: dateAt(timezone, now),
    timezone,
    serverTime: new Date(now).toISOString(),
    stores: [...(managedStores(actor) ?? stores)],
    rows: members.map((member) => toRow(member, statuses.get(member.person.id))),
  };
}

function toRow(
  { person, week, timeOffMs }: Team['members'][number],
  status: ClockStatus = 'clocked_out',
): TeamRow {
  const { counted, approval, waiting, approvalWaitsFor } = week;
  return {
    person: toSheetPerson(person),
    status,
    totals: counted.totals,
    byStore: counted.byStore,
    timeOffMs,
    flags: [...new Set(counted.days.flatMap(({ flags }) => flags))],
    approval: approval.state,
    fingerprint: approval.fingerprint,
    waiting,
    approvalWaitsFor,
  };
}
