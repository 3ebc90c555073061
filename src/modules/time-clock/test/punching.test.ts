import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOwnSheet } from '../contract/sheets.ts';
import { aheadMaxMs, getClock, punch } from '../contract.ts';
import { createShiftSource } from '../server/public.ts';
import {
  ago,
  type ClockStage,
  clockOf,
  hourMs,
  openClockStage,
  recordPunch,
  timesheetOf,
} from './stage.ts';

let stage: ClockStage;
beforeAll(async () => {
  stage = await openClockStage();
});
afterAll(() => stage.stop());

const punchesOf = (userId: number) =>
  stage.platform.db
    .selectFrom('time_punches')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

describe('the clock', () => {
  test('starts clocked out and follows the punches', async () => {
    const nora = await stage.addEmployee();
    expect(await clockOf(nora)).toMatchObject({ status: 'clocked_out', since: null, todayMs: 0 });
    const statuses = [];
    for (const kind of ['clock_in', 'break_start', 'break_end', 'clock_out'] as const) {
      const { status, body } = await recordPunch(nora, kind);
      statuses.push([status, body.outcome, body.clock.status]);
    }
    expect(statuses).toEqual([
      [200, 'recorded', 'clocked_in'],
      [200, 'recorded', 'on_break'],
      [200, 'recorded', 'clocked_in'],
      [200, 'recorded', 'clocked_out'],
    ]);
    expect((await punchesOf(nora.id)).every(({ source }) => source === 'online')).toBe(true);
  });

  test('updates every device immediately', async () => {
    const nora = await stage.addEmployee();
    const phone = await nora.client.socket();
    await recordPunch(nora, 'clock_in');
    expect(await phone.next('hours_changed')).toEqual({ userId: nora.id });
    phone.close();
  });

  test.each([
    [[], 'clock_out', 'You are not clocked in.'],
    [[], 'break_start', 'You are not clocked in.'],
    [['clock_in'], 'clock_in', 'You are already clocked in.'],
    [['clock_in'], 'break_end', 'You are not on a break.'],
    [['clock_in', 'break_start'], 'break_start', 'You are already on a break.'],
    [['clock_in', 'break_start'], 'clock_in', 'You are already clocked in.'],
  ] as const)('after %j rejects %s', async (before, kind, message) => {
    const nora = await stage.addEmployee();
    for (const previous of before) await recordPunch(nora, previous);
    const { status, body } = await recordPunch(nora, kind);
    expect([status, body]).toEqual([409, expect.objectContaining({ error: message })]);
    expect(await punchesOf(nora.id)).toHaveLength(before.length);
  });

  test('ends a break with the shift', async () => {
    const nora = await stage.addEmployee();
    for (const kind of ['clock_in', 'break_start', 'clock_out'] as const)
      await recordPunch(nora, kind);
    expect(await clockOf(nora)).toMatchObject({ status: 'clocked_out' });
  });

  test('records one punch from concurrent devices, and one from repeated sends', async () => {
    const nora = await stage.addEmployee();
    const devices = await Promise.all(Array.from({ length: 8 }, () => stage.openSession(nora.id)));
    const responses = await Promise.all(
      devices.map((client) => recordPunch({ ...nora, client }, 'clock_in')),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    const clientId = crypto.randomUUID();
    const sent = await Promise.all(
      devices.map((client) => recordPunch({ ...nora, client }, 'clock_out', { clientId })),
    );
    expect(sent.every(({ status }) => status === 200)).toBe(true);
    expect((await punchesOf(nora.id)).map(({ kind }) => kind)).toEqual(['clock_in', 'clock_out']);
  });

  test('allows a new shift after a forgotten clock-out, which counts as zero', async () => {
    const nora = await stage.addEmployee();
    await recordPunch(nora, 'clock_in', { at: ago(20 * hourMs) });
    expect(await clockOf(nora)).toMatchObject({ status: 'clocked_in', forgotten: true, weekMs: 0 });
    expect((await recordPunch(nora, 'clock_in')).status).toBe(200);
    expect(await clockOf(nora)).toMatchObject({ status: 'clocked_in', forgotten: false });
  });

  test('requires the utilities feature; page access alone is not enough', async () => {
    const nora = await stage.addUser({ pagePermissions: ['utilities'], storeAccess: ['ford'] });
    expect((await recordPunch(nora, 'clock_in')).status).toBe(403);
    for (const path of [getClock.path, getOwnSheet.path]) {
      expect((await nora.client.raw('GET', path)).status).toBe(403);
    }
    expect(await punchesOf(nora.id)).toEqual([]);
    const walt = await stage.addUser({ featurePermissions: ['utilities'] });
    expect((await recordPunch(walt, 'clock_in')).status).toBe(200);
  });
});

describe('an offline punch', () => {
  test('is recorded with its own time to the millisecond, and marked', async () => {
    const nora = await stage.addEmployee();
    const from = ago(5 * hourMs + 123);
    const until = ago(hourMs + 45);
    expect((await recordPunch(nora, 'clock_in', { at: from })).body.outcome).toBe('recorded');
    expect((await recordPunch(nora, 'clock_out', { at: until })).body.outcome).toBe('recorded');
    const rows = await punchesOf(nora.id);
    expect(rows.map(({ at, source }) => [at.toISOString(), source])).toEqual([
      [from, 'offline'],
      [until, 'offline'],
    ]);
  });

  test('becomes a request if it conflicts or arrives too late', async () => {
    const nora = await stage.addEmployee();
    const clientId = crypto.randomUUID();
    const late = { at: ago(2 * hourMs), clientId };
    expect((await recordPunch(nora, 'clock_out', late)).body.outcome).toBe('requested');
    expect((await recordPunch(nora, 'clock_out', late)).body.outcome).toBe('requested');
    const tooLate = await recordPunch(nora, 'clock_in', { at: ago(24 * 5 * hourMs) });
    expect([tooLate.body.outcome, tooLate.body.clock.waiting]).toEqual(['requested', 2]);
    expect(await punchesOf(nora.id)).toEqual([]);
    const { corrections } = await timesheetOf(nora);
    expect(corrections).toMatchObject([
      { origin: 'offline', state: 'waiting', reason: expect.stringContaining('conflicts with') },
    ]);
  });

  test('may be slightly ahead of the server, but not more', async () => {
    const nora = await stage.addEmployee();
    const ahead = (ms: number) => ({ at: ago(-ms) });
    expect((await recordPunch(nora, 'clock_in', ahead(aheadMaxMs + 20_000))).status).toBe(400);
    expect((await recordPunch(nora, 'clock_in', ahead(aheadMaxMs - 20_000))).body.outcome).toBe(
      'recorded',
    );
  });

  test('is idempotent', async () => {
    const nora = await stage.addEmployee();
    const clientId = crypto.randomUUID();
    const at = ago(hourMs);
    for (const _ of [1, 2, 3]) {
      const { body } = await recordPunch(nora, 'clock_in', { at, clientId });
      expect(body.outcome).toBe('recorded');
    }
    expect(await punchesOf(nora.id)).toHaveLength(1);
  });

  test.each(['yesterday', '2026-13-01T00:00:00Z', '2026-11-20 08:00', 0])(
    'at %s is rejected',
    async (at) => {
      const { client } = await stage.addEmployee();
      const body = { clientId: crypto.randomUUID(), kind: 'clock_in', at };
      expect((await client.raw('POST', punch.path, { body })).status).toBe(400);
    },
  );
});

describe('a recorded punch', () => {
  test('cannot be changed or deleted, not even in the database', async () => {
    const nora = await stage.addEmployee();
    await recordPunch(nora, 'clock_in');
    const { db } = stage.platform;
    const change = db.updateTable('time_punches').set({ kind: 'clock_out' });
    await expect(change.where('user_id', '=', nora.id).execute()).rejects.toThrow(
      'only ever added',
    );
    const removal = db.deleteFrom('time_punches').where('user_id', '=', nora.id);
    await expect(removal.execute()).rejects.toThrow('only ever added');
    expect(await punchesOf(nora.id)).toHaveLength(1);
  });
});

describe('other modules', () => {
  test('learn who is on a shift, among those who use the clock', async () => {
    const source = createShiftSource(stage.platform.db);
    const [working, onBreak, left, forgot, unknown] = await Promise.all(
      Array.from({ length: 5 }, () => stage.addEmployee()),
    );
    const people = [working, onBreak, left, forgot, unknown].map((person) => person?.id ?? 0);
    if (!working || !onBreak || !left || !forgot) throw new Error('No employee was added');
    const before = await source.countOnBreak();
    await recordPunch(working, 'clock_in');
    for (const kind of ['clock_in', 'break_start'] as const) await recordPunch(onBreak, kind);
    for (const kind of ['clock_in', 'clock_out'] as const) await recordPunch(left, kind);
    await recordPunch(forgot, 'clock_in', { at: ago(30 * hourMs) });
    const shifts = await source.shiftsAmong(people);
    expect(people.map((id) => [id, shifts.get(id)])).toEqual([
      [working.id, true],
      [onBreak.id, true],
      [left.id, false],
      [forgot.id, false],
      [unknown?.id, undefined],
    ]);
    expect(await source.countOnBreak()).toBe(before + 1);
    await recordPunch(onBreak, 'break_end');
    expect(await source.countOnBreak()).toBe(before);
  });

  test('do not interrupt people who are off shift; the message waits for them', async () => {
    const working = await stage.addEmployee();
    const left = await stage.addEmployee();
    const sender = await stage.addEmployee();
    await recordPunch(working, 'clock_in');
    for (const kind of ['clock_in', 'clock_out'] as const) await recordPunch(left, kind);
    const atWork = await working.client.socket();
    const atHome = await left.client.socket();
    const content = `@${working.username} and @${left.username}, the keys are on the board`;
    const body = { content, messageType: 'text', clientMsgId: crypto.randomUUID() };
    await sender.client.raw('POST', '/api/chat/messages/general', { body });
    expect(await atWork.next('notification')).toMatchObject({ toast: true });
    const quiet = await atHome.next('notification');
    expect([quiet.toast, quiet.silent]).toEqual([undefined, true]);
    for (const socket of [atWork, atHome]) socket.close();
  });
});
