import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dateAt } from '../../../platform/contract/wallTime.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import type { NewUser } from '../../people/server/public.ts';
import {
  listMonthLocks,
  lockedSentence,
  type MonthLock,
  monthBefore,
  setMonthLock,
} from '../contract.ts';
import { earliestFor } from '../server/public.ts';

let stage: AdminStage;
let controller: StageUser;

const addUser = (overrides: Partial<NewUser> = {}) =>
  stage.addUser({
    role: 'manager',
    department: 'back_office',
    storeAccess: ['ford'],
    pagePermissions: ['reports'],
    featurePermissions: ['view_data', 'financial_reports'],
    ...overrides,
  });

beforeAll(async () => {
  stage = await openAdminStage();
  controller = await addUser();
});
afterAll(() => stage.stop());
beforeEach(async () => {
  const ford = await find(controller);
  if (ford.through) await set(controller, { from: ford.through, through: null, reason: 'Test' });
});

const thisMonth = dateAt(defaultTimezone, Date.now()).slice(0, 7);
const lastMonth = monthBefore(thisMonth);
const earlier = monthBefore(lastMonth);

async function find({ client }: StageUser): Promise<MonthLock> {
  const { body } = await client.call(listMonthLocks);
  const ford = body.find(({ store }) => store === 'ford');
  if (!ford) throw new Error('No lock of the Ford store');
  return ford;
}
const set = (
  { client }: StageUser,
  body: { from: string | null; through: string | null; reason?: string },
  store: 'ford' | 'hyundai' = 'ford',
) => client.call(setMonthLock, { params: { store }, body });

describe('a month lock', () => {
  test('locks a month that is over and all before it, and is kept with its author', async () => {
    expect(await find(controller)).toMatchObject({ through: null, may: { change: true } });
    expect((await set(controller, { from: null, through: earlier })).status).toBe(200);
    const locked = await find(controller);
    expect(locked).toMatchObject({ through: earlier, lockable: [lastMonth] });
    expect(locked.changes[0]).toMatchObject({
      through: earlier,
      by: expect.stringMatching('Nora'),
    });
    const logged = await stage.platform.db
      .selectFrom('activity_log')
      .select('action')
      .where('subject_id', '=', 'ford')
      .where('action', '=', 'month.locked')
      .execute();
    expect(logged.length).toBeGreaterThan(0);
  });

  test('is refused for a month that is not over, and for a stale view', async () => {
    const current = await set(controller, { from: null, through: thisMonth });
    expect([current.status, current.body]).toMatchObject([
      409,
      { error: expect.stringMatching('isn’t over yet') },
    ]);
    await set(controller, { from: null, through: earlier });
    expect((await set(controller, { from: null, through: lastMonth })).status).toBe(409);
    expect(await find(controller)).toMatchObject({ through: earlier });
  });

  test('is unlocked with a reason only', async () => {
    await set(controller, { from: null, through: lastMonth });
    const without = await set(controller, { from: lastMonth, through: earlier });
    expect([without.status, without.body]).toMatchObject([
      400,
      { fields: { reason: 'Enter a reason' } },
    ]);
    const reason = 'A delivery was missing';
    expect((await set(controller, { from: lastMonth, through: earlier, reason })).status).toBe(200);
    const [change] = (await find(controller)).changes;
    expect(change).toMatchObject({ through: earlier, reason });
  });

  test('can’t be rewritten', async () => {
    await set(controller, { from: null, through: earlier });
    const { db } = stage.platform;
    await expect(db.deleteFrom('month_locks').execute()).rejects.toThrow('only ever added to');
  });

  test.each([
    ['a general manager', { role: 'general_manager', department: 'sales' }, true],
    ['an executive', { role: 'executive', department: null }, true],
    ['a back office manager', {}, true],
    ['a back office employee', { role: 'employee' }, false],
    ['a sales manager', { department: 'sales' }, false],
    ['a service manager', { department: 'service' }, false],
    ['a finance manager', { department: 'finance' }, false],
  ] as [string, Partial<NewUser>, boolean][])('by %s', async (_, overrides, allowed) => {
    const user = await addUser(overrides);
    expect((await find(user)).may.change).toBe(allowed);
    const { status } = await set(user, { from: null, through: earlier });
    expect(status).toBe(allowed ? 200 : 403);
    expect((await find(controller)).through).toBe(allowed ? earlier : null);
  });

  test('of another store does not exist', async () => {
    expect((await set(controller, { from: null, through: earlier }, 'hyundai')).status).toBe(404);
    const { body } = await controller.client.call(listMonthLocks);
    expect(body.map(({ store }) => store)).toEqual(['ford']);
  });

  test('is not shown without access to financial reports', async () => {
    const user = await addUser({ featurePermissions: ['view_data'] });
    expect((await user.client.call(listMonthLocks)).status).toBe(403);
    expect((await set(user, { from: null, through: earlier })).status).toBe(403);
  });

  test('says who can unlock', () => {
    expect(lockedSentence('ford', '2026-10-31')).toBe(
      'October 2026 is locked at Ford. A general manager, an executive or a back office manager can unlock it in Reports.',
    );
  });
});

describe('the first day that can be chosen', () => {
  const today = '2026-11-03';
  test.each([
    ['an employee', 'employee', null, '2026-11-01'],
    ['an employee, October locked', 'employee', '2026-10-31', '2026-11-01'],
    ['a manager', 'manager', null, '1900-01-01'],
    ['a manager, September locked', 'manager', '2026-09-30', '2026-10-01'],
    ['a manager, October locked', 'manager', '2026-10-31', '2026-11-01'],
  ] as const)('by %s', (_, role, through, first) => {
    expect(earliestFor({ role } as never, { through, today })).toBe(first);
  });
});
