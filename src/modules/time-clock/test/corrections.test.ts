import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import { decideCorrection, listWaiting } from '../contract/corrections.ts';
import {
  ago,
  type ClockStage,
  clockOf,
  correct,
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

const manager = (overrides = {}) => stage.addEmployee({ role: 'manager', ...overrides });
const decide = (
  { client }: StageUser,
  correctionId: number,
  decision: 'approved' | 'declined' | 'withdrawn',
  reason = '',
) => client.call(decideCorrection, { params: { correctionId }, body: { decision, reason } });
const listWaitingFor = async ({ client }: StageUser) => (await client.call(listWaiting)).body;
const missing = () => [{ act: 'add' as const, kind: 'clock_out' as const, at: ago(hourMs) }];

/** An employee who clocked in five hours ago and did not clock out. */
async function addWithOpenShift(): Promise<StageUser> {
  const nora = await stage.addEmployee();
  await recordPunch(nora, 'clock_in', { at: ago(5 * hourMs) });
  return nora;
}

describe('a request', () => {
  test('changes nothing until a store manager approves it, and notifies both', async () => {
    const nora = await addWithOpenShift();
    const walt = await manager();
    const socket = await walt.client.socket();
    const { status, body } = await correct(nora, nora.id, missing());
    expect([status, body.state, body.origin, body.may]).toEqual([
      201,
      'waiting',
      'request',
      { decide: false, withdraw: true },
    ]);
    expect(await socket.next('notification')).toMatchObject({
      title: expect.stringContaining('requested a time correction'),
      actionUrl: '/utilities/timesheets?view=team',
    });
    socket.close();
    expect(await clockOf(nora)).toMatchObject({ status: 'clocked_in', waiting: 1 });
    expect((await listWaitingFor(walt)).map(({ id }) => id)).toContain(body.id);
    const decided = await decide(walt, body.id, 'approved');
    expect(decided.body).toMatchObject({ state: 'approved', may: { decide: false } });
    expect(await clockOf(nora)).toMatchObject({ status: 'clocked_out', waiting: 0 });
    expect(await stage.log(nora.id)).toMatchObject([{ action: 'hours.correction_approved' }]);
  });

  test('notifies the closest managers with access to the time clock', async () => {
    const team: Partial<NewUser> = { department: 'it', storeAccess: ['hyundai'] };
    const nora = await stage.addEmployee(team);
    const withoutAccess = await stage.addUser({
      ...team,
      role: 'manager',
      pagePermissions: ['all'],
    });
    const recipient = await stage.addEmployee({ ...team, role: 'general_manager' });
    await recordPunch(nora, 'clock_in', { at: ago(5 * hourMs) });
    const { body } = await correct(nora, nora.id, missing());
    const notified = await stage.platform.db
      .selectFrom('notifications')
      .select('user_id')
      .where('user_id', 'in', [withoutAccess.id, recipient.id])
      .execute();
    expect(notified.map(({ user_id }) => user_id)).toEqual([recipient.id]);
    expect((await decide(withoutAccess, body.id, 'approved')).status).toBe(403);
    expect((await decide(recipient, body.id, 'approved')).status).toBe(200);
  });

  test('can be declined with a reason or withdrawn by its author, and is decided only once', async () => {
    const nora = await addWithOpenShift();
    const walt = await manager();
    const first = (await correct(nora, nora.id, missing())).body;
    const declined = await decide(walt, first.id, 'declined', 'You were here until six');
    expect(declined.body).toMatchObject({
      state: 'declined',
      decisionReason: 'You were here until six',
    });
    expect((await decide(walt, first.id, 'approved')).status).toBe(409);
    const second = (await correct(nora, nora.id, missing())).body;
    expect((await decide(walt, second.id, 'withdrawn')).status).toBe(403);
    expect((await decide(nora, second.id, 'withdrawn')).body.state).toBe('withdrawn');
    expect(await clockOf(nora)).toMatchObject({ status: 'clocked_in', waiting: 0 });
  });

  test('is decided once when decided concurrently', async () => {
    const nora = await addWithOpenShift();
    const managers = await Promise.all([manager(), manager(), manager()]);
    const { id } = (await correct(nora, nora.id, missing())).body;
    const responses = await Promise.all(managers.map((decider) => decide(decider, id, 'approved')));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('is idempotent', async () => {
    const nora = await addWithOpenShift();
    const clientId = crypto.randomUUID();
    const send = () => correct(nora, nora.id, missing(), 'Again', clientId);
    const first = await send();
    const second = await send();
    expect(second.body.id).toBe(first.body.id);
    expect((await clockOf(nora)).waiting).toBe(1);
  });

  test('that is inconsistent is rejected with an explanation', async () => {
    const nora = await addWithOpenShift();
    const add = (kind: 'clock_in' | 'break_end', at: string) => [{ act: 'add' as const, kind, at }];
    const repeated = await correct(nora, nora.id, add('clock_in', ago(hourMs)));
    const unmatched = await correct(nora, nora.id, add('break_end', ago(hourMs)));
    const future = await correct(nora, nora.id, [
      { act: 'add', kind: 'clock_out', at: ago(-hourMs) },
    ]);
    expect([repeated.status, unmatched.status, future.status]).toEqual([409, 409, 400]);
    expect(repeated.body).toMatchObject({
      error: expect.stringMatching(
        /^Clock In on .* isn’t possible: the previous shift has not ended/,
      ),
    });
    expect((await clockOf(nora)).waiting).toBe(0);
  });

  test('about own hours can never be decided by the same person, whatever the role', async () => {
    const admin = await stage.addEmployee({ role: 'admin', featurePermissions: ['manage_users'] });
    await recordPunch(admin, 'clock_in', { at: ago(5 * hourMs) });
    const { body } = await correct(admin, admin.id, missing());
    expect(body).toMatchObject({ origin: 'request', state: 'waiting', may: { decide: false } });
    expect((await decide(admin, body.id, 'approved')).status).toBe(403);
    expect((await decide(stage.admin, body.id, 'approved')).status).toBe(403);
  });
});

describe('a manager', () => {
  test('corrects directly; the original punches are kept and the employee is notified', async () => {
    const nora = await addWithOpenShift();
    const walt = await manager();
    const [clockIn] = (await timesheetOf(nora)).punches;
    const socket = await nora.client.socket();
    const { status, body } = await correct(walt, nora.id, [
      { act: 'move', punchId: clockIn?.id ?? 0, at: ago(4 * hourMs) },
      ...missing(),
    ]);
    expect([status, body.state, body.origin]).toEqual([201, 'approved', 'manager']);
    expect(await socket.next('notification')).toMatchObject({
      title: expect.stringContaining('corrected your hours'),
    });
    socket.close();
    const { punches, totals } = await timesheetOf(nora);
    expect(punches.map(({ kind, source, voidedBy }) => [kind, source, voidedBy])).toEqual([
      ['clock_in', 'offline', body.id],
      ['clock_in', 'correction', null],
      ['clock_out', 'correction', null],
    ]);
    expect(Math.abs(totals.workMs - 3 * hourMs)).toBeLessThan(1_000);
    expect(await stage.log(nora.id)).toMatchObject([{ action: 'hours.corrected' }]);
  });

  test('cannot change a punch twice or one of another employee', async () => {
    const nora = await addWithOpenShift();
    const other = await addWithOpenShift();
    const walt = await manager();
    const [own] = (await timesheetOf(nora)).punches;
    const [otherPunch] = (await timesheetOf(other)).punches;
    const voidPunch = (punchId: number) => correct(walt, nora.id, [{ act: 'void', punchId }]);
    expect((await voidPunch(otherPunch?.id ?? 0)).status).toBe(409);
    const both = await Promise.all([voidPunch(own?.id ?? 0), voidPunch(own?.id ?? 0)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await clockOf(nora)).toMatchObject({ status: 'clocked_out' });
    expect(await clockOf(other)).toMatchObject({ status: 'clocked_in' });
  });

  test.each([
    ['of another store', { storeAccess: ['hyundai'] as ['hyundai'] }],
    ['without a store', { storeAccess: [] }],
    ['who is only an employee', { role: 'employee' as const }],
  ])('%s can neither see, decide nor correct', async (_, overrides) => {
    const nora = await addWithOpenShift();
    const { id } = (await correct(nora, nora.id, missing())).body;
    const unauthorized = await manager(overrides);
    expect((await listWaitingFor(unauthorized)).map((request) => request.id)).not.toContain(id);
    expect((await decide(unauthorized, id, 'approved')).status).toBe(404);
    expect((await decide(unauthorized, id, 'withdrawn')).status).toBe(404);
    expect((await correct(unauthorized, nora.id, missing())).status).toBe(404);
    expect((await clockOf(nora)).waiting).toBe(1);
  });

  test('does not manage the hours of higher roles, unless they may manage users', async () => {
    const admin = await stage.addEmployee({ role: 'general_manager' });
    await recordPunch(admin, 'clock_in', { at: ago(5 * hourMs) });
    expect((await correct(await manager(), admin.id, missing())).status).toBe(404);
    const hr = await manager({ featurePermissions: ['manage_users'] });
    expect((await correct(hr, admin.id, missing())).status).toBe(201);
  });
});
