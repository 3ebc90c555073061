import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addDays } from '../../../platform/contract/wallTime.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import { addShifts, publishWeek, type Shift } from '../contract/shift.ts';
import { getWeek } from '../contract/week.ts';
import type { AwaySource } from '../server/away.ts';

/** A department in which the demo group schedules no one. */
export const place = { store: 'chevrolet', department: 'it' } as const;

export interface ScheduleStage extends AdminStage {
  /** Works in that department. */
  addWorker(overrides?: Partial<NewUser>): Promise<StageUser>;
  /** Plans its schedule. */
  addPlanner(overrides?: Partial<NewUser>): Promise<StageUser>;
}

export async function openScheduleStage(): Promise<ScheduleStage> {
  const stage = await openAdminStage();
  const addWorker = (overrides: Partial<NewUser> = {}) =>
    stage.addUser({ department: 'it', storeAccess: ['chevrolet'], ...overrides });
  return {
    ...stage,
    addWorker,
    addPlanner: (overrides = {}) => addWorker({ role: 'manager', ...overrides }),
  };
}

/** A Monday so many weeks ahead. */
export function monday(weeksAhead: number): string {
  const today = new Date().toISOString().slice(0, 10);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  return addDays(today, weeksAhead * 7 + 1 - weekday);
}

export const shiftBody = (userIds: number[], dates: string[], fields: object = {}) => ({
  clientId: randomUUID(),
  ...place,
  userIds,
  dates,
  start: '09:00',
  end: '17:00',
  breakMinutes: 30,
  role: '',
  note: '',
  ...fields,
});

export const add = ({ client }: StageUser, userIds: number[], dates: string[], fields = {}) =>
  client.call(addShifts, { body: shiftBody(userIds, dates, fields) });

export const publish = ({ client }: StageUser, week: string) =>
  client.call(publishWeek, { body: { clientId: randomUUID(), ...place, week } });

export const weekOf = async ({ client }: StageUser, week: string) =>
  (await client.call(getWeek, { query: { ...place, week } })).body;

/** Adds one shift and returns it as the planner sees it. */
export async function addOne(
  planner: StageUser,
  worker: StageUser,
  date: string,
  fields = {},
): Promise<Shift> {
  await add(planner, [worker.id], [date], fields);
  return shiftOn(planner, worker, date);
}

export async function shiftOn(reader: StageUser, worker: StageUser, date: string): Promise<Shift> {
  const { shifts } = await weekOf(reader, date);
  const found = shifts.find((shift) => shift.person.id === worker.id && shift.date === date);
  if (!found) throw new Error(`No shift on ${date}`);
  return found;
}

/** A published one. */
export async function publishedShift(
  planner: StageUser,
  worker: StageUser,
  date: string,
  fields = {},
): Promise<Shift> {
  await addOne(planner, worker, date, fields);
  await publish(planner, date);
  return shiftOn(planner, worker, date);
}

/** Moves a shift to an instant, as if it had been planned for then. */
export async function moveTo(stage: AdminStage, shiftId: number, startsAt: Date): Promise<void> {
  await sql`update work_shifts set starts_at = ${startsAt},
    ends_at = ${startsAt}::timestamptz + interval '8 hours' where id = ${shiftId}`.execute(
    stage.platform.db,
  );
}

/** Approved time off, for whole days or from one minute after midnight to another. */
export async function takeOff(
  stage: AdminStage,
  { id }: StageUser,
  [startsOn, endsOn]: readonly [string, string],
  [from, to] = [0, 1_440],
): Promise<void> {
  await sql`insert into time_off_requests (user_id, kind_id, starts_on, ends_on, portion,
      from_minute, to_minute, reason, state, decided_by, decided_at, client_id, created_by)
    select ${id}, min(id), ${startsOn}, ${endsOn}, ${to - from < 1_440 ? 'hours' : 'full'}, ${from}, ${to},
      '', 'approved', ${stage.admin.id}, now(), gen_random_uuid(), ${id} from time_off_kinds`.execute(
    stage.platform.db,
  );
}

export const noOneAway: AwaySource = async () => new Map();
