import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateAt, dayStart } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { saveChatSettings } from '../../chat-notifications/contract.ts';
import { findDoNotDisturb } from '../../chat-notifications/server/public.ts';
import { titlesOf } from '../../notifications/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { importPunches } from '../../time-clock/server/public.ts';
import { awayBetween } from '../../time-off/server/public.ts';
import { getFeed, renewFeed, stopFeed } from '../contract/feed.ts';
import { getPlan, savePlan } from '../contract/plan.ts';
import type { Shift } from '../contract/shift.ts';
import { getAttendance } from '../contract/week.ts';
import { alertManagers } from '../server/alerts.ts';
import { findOffShift } from '../server/public.ts';
import { findAttendance } from '../server/reading/attendance.ts';
import {
  monday,
  moveTo,
  noOneAway,
  openScheduleStage,
  place,
  publishedShift,
  type ScheduleStage,
  takeOff,
} from './stage.ts';

let stage: ScheduleStage;
let planner: StageUser;
let week = 1;

beforeAll(async () => {
  stage = await openScheduleStage();
  planner = await stage.addPlanner();
});
afterAll(() => stage.stop());

const minuteMs = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs);

/** A published shift that began so many minutes ago. */
async function begun(worker: StageUser, minutes: number): Promise<Shift> {
  week += 1;
  const shift = await publishedShift(planner, worker, monday(week));
  await moveTo(stage, shift.shiftId, ago(minutes));
  return shift;
}

const punchIn = (worker: StageUser, at: Date) =>
  importPunches(
    stage.platform.db,
    [{ userId: worker.id, kind: 'clock_in', at, clientId: randomUUID(), device: '' }],
    [],
  );

const payByHour = (worker: StageUser) =>
  sql`update employees set pay_basis = 'hourly' where user_id = ${worker.id}`.execute(
    stage.platform.db,
  );

async function stateOf(shift: Shift) {
  const today = await planner.client.call(getAttendance, { query: {} });
  const found = today.body.rows.find(({ shiftId }) => shiftId === shift.shiftId);
  return found && { state: found.state, minutes: found.minutes };
}

describe('attendance', () => {
  test('says who is in, late and not in, and nothing of those who do not use the clock', async () => {
    const [late, missing, unknown] = [
      await stage.addWorker(),
      await stage.addWorker(),
      await stage.addWorker(),
    ];
    await payByHour(missing);
    const shifts = [await begun(late, 45), await begun(missing, 45), await begun(unknown, 45)];
    await punchIn(late, ago(25));
    const states = await Promise.all(shifts.map(stateOf));
    expect(states).toEqual([
      { state: 'late', minutes: 20 },
      { state: 'not_in', minutes: 45 },
      { state: 'unknown', minutes: 45 },
    ]);
  });

  test('knows the time off of the night before', async () => {
    const worker = await stage.addWorker();
    const today = dateAt(defaultTimezone, Date.now());
    const shift = await begun(worker, 0);
    const [start, end] = [-60, 180].map(
      (minutes) => new Date(dayStart(defaultTimezone, today) + minutes * minuteMs),
    );
    await sql`update work_shifts set starts_at = ${start}, ends_at = ${end}
      where id = ${shift.shiftId}`.execute(stage.platform.db);
    const yesterday = addDays(today, -1);
    await takeOff(stage, worker, [yesterday, yesterday]);
    const [row] = await findAttendance(
      { db: stage.platform.db, awayAmong: awayBetween },
      {
        ...{ date: today, timezone: defaultTimezone, condition: sql`s.id = ${shift.shiftId}` },
        now: dayStart(defaultTimezone, today) + 60 * minuteMs,
      },
    );
    expect(row?.state).toBe('away');
  });

  test('is for those who plan the schedule of the store', async () => {
    const worker = await stage.addWorker();
    const shift = await begun(worker, 30);
    expect((await worker.client.call(getAttendance, { query: {} })).status).toBe(403);
    const elsewhere = await stage.addPlanner({ storeAccess: ['ford'] });
    const { body } = await elsewhere.client.call(getAttendance, { query: {} });
    expect(body.stores).toEqual(['ford']);
    expect(body.rows.some(({ shiftId }) => shiftId === shift.shiftId)).toBe(false);
    const asked = await elsewhere.client.call(getAttendance, { query: { store: 'chevrolet' } });
    expect(asked.body.rows).toEqual([]);
  });

  test('notifies the manager once of someone who is not in, unless that is turned off', async () => {
    const boss = await stage.addUser();
    const worker = await stage.addWorker({ firstName: 'Mia', lastName: 'Missing' });
    await payByHour(worker);
    await sql`update employees set manager_id = ${boss.id} where user_id = ${worker.id}`.execute(
      stage.platform.db,
    );
    const services = { platform: stage.platform, db: stage.platform.db, awayAmong: noOneAway };
    const shift = await begun(worker, 9);
    await alertManagers(services);
    expect(await titlesOf(boss.client)).toEqual([]);
    await moveTo(stage, shift.shiftId, ago(12));
    const {
      version: _,
      store: __,
      department: ___,
      ...fields
    } = (await planner.client.call(getPlan, { params: place })).body;
    const set = async (alertsManagers: boolean) => {
      const { version } = (await planner.client.call(getPlan, { params: place })).body;
      const body = { ...fields, version, alertsManagers };
      expect((await planner.client.call(savePlan, { params: place, body })).status).toBe(200);
    };
    await set(false);
    await alertManagers(services);
    expect(await titlesOf(boss.client)).toEqual([]);
    await set(true);
    await alertManagers(services);
    await alertManagers(services);
    expect(await titlesOf(boss.client)).toEqual(['Mia Missing isn’t in']);
    // Not for someone who is in, nor for a shift that began too long ago.
    await moveTo(stage, shift.shiftId, ago(90));
    const other = await stage.addWorker();
    await payByHour(other);
    await begun(other, 15);
    await punchIn(other, ago(14));
    await alertManagers(services);
    expect(await titlesOf(boss.client)).toHaveLength(1);
  });

  test('notifies the manager after a grace period of more than an hour, too', async () => {
    const boss = await stage.addUser();
    const worker = await stage.addWorker({ firstName: 'Leo', lastName: 'Late' });
    await payByHour(worker);
    const { db } = stage.platform;
    await sql`update employees set manager_id = ${boss.id} where user_id = ${worker.id}`.execute(
      db,
    );
    const grace = (minutes: number) =>
      sql`insert into schedule_plans (store, department, opening, grace_minutes)
        values (${place.store}, ${place.department}, '[null,null,null,null,null,null,null]', ${minutes})
        on conflict (store, department) do update set grace_minutes = ${minutes}`.execute(db);
    const services = { platform: stage.platform, db, awayAmong: noOneAway };
    const shift = await begun(worker, 89);
    await grace(90);
    await alertManagers(services);
    expect(await titlesOf(boss.client)).toEqual([]);
    await moveTo(stage, shift.shiftId, ago(95));
    await alertManagers(services);
    expect(await titlesOf(boss.client)).toEqual(['Leo Late isn’t in']);
    await grace(10);
  });
});

describe('do not disturb', () => {
  test('follows the published shifts of those who chose it', async () => {
    const worker = await stage.addWorker();
    const { db } = stage.platform;
    const dnd = async () => (await findDoNotDisturb(db, [worker.id], new Date())).get(worker.id);
    const choose = (quietOffShift: boolean) =>
      worker.client.call(saveChatSettings, { body: { quietOffShift } });
    await choose(true);
    // Not scheduled here: nothing is known.
    expect(await dnd()).toBeUndefined();
    const shift = await publishedShift(planner, worker, monday(1));
    const next = new Date(Date.now() + 3_600_000);
    await moveTo(stage, shift.shiftId, next);
    expect(await dnd()).toEqual({ reason: 'off shift', until: next });
    await choose(false);
    expect(await dnd()).toBeUndefined();
    await choose(true);
    await moveTo(stage, shift.shiftId, ago(10));
    expect(await dnd()).toBeUndefined();
    await moveTo(stage, shift.shiftId, ago(9 * 60));
    expect(await dnd()).toEqual({ reason: 'off shift', until: null });
  });

  test('ignores drafts', async () => {
    const worker = await stage.addWorker();
    const shift = await publishedShift(planner, worker, monday(1));
    await sql`update work_shifts set published_at = null where id = ${shift.shiftId}`.execute(
      stage.platform.db,
    );
    const found = await findOffShift(stage.platform.db, [worker.id], new Date());
    expect(found.size).toBe(0);
  });
});

describe('the calendar feed', () => {
  test('is read by anyone who has the link, until it is renewed or turned off', async () => {
    const worker = await stage.addWorker();
    const shift = await publishedShift(planner, worker, monday(2));
    const visitor = stage.client();
    const read = async (path: string) => visitor.raw('GET', path);
    const first = (await worker.client.call(renewFeed)).body.path;
    const { status, body, headers } = await read(first);
    expect([status, headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/calendar/),
    ]);
    expect(body).toContain(`UID:shift-${shift.shiftId}@forecourt`);
    expect(body.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    const second = (await worker.client.call(renewFeed)).body.path;
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    await worker.client.call(stopFeed);
    expect((await read(second)).status).toBe(404);
    expect((await visitor.call(getFeed, { params: { token: 'x' } })).status).toBe(404);
  });

  test('ends with the account, and is kept as a hash only', async () => {
    const worker = await stage.addWorker();
    const { path } = (await worker.client.call(renewFeed)).body;
    const token = path.split('/').at(-1) ?? '';
    const { rows } = await sql<{ text: string }>`
      select f::text from schedule_feeds f where user_id = ${worker.id}`.execute(stage.platform.db);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await stage.client().raw('GET', path)).status).toBe(200);
    await sql`update users set is_active = false where id = ${worker.id}`.execute(
      stage.platform.db,
    );
    expect((await stage.client().raw('GET', path)).status).toBe(404);
  });
});
