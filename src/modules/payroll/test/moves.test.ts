import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../platform/contract/access.ts';
import { addDays } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { getEmployee } from '../../employees/contract/employee.ts';
import { changeJob } from '../../employees/contract/writing.ts';
import {
  checkExport,
  defaultCodes,
  exportPeriod,
  listExports,
  setCodes,
} from '../contract/exports.ts';
import { getPersonPeriod } from '../contract/review.ts';
import { type Unit, units } from '../contract/rights.ts';
import {
  approve,
  boardOf,
  forgetHours,
  hourMs,
  lastWeek,
  lock,
  moveClockOut,
  openPayrollStage,
  ownReview,
  type PayrollStage,
} from './stage.ts';

let stage: PayrollStage;
/** Of Ford, until they move. */
let nora: StageUser;
/** Of Hyundai. */
let omar: StageUser;
const period = lastWeek();
const monday = addDays(period, 1);
/** The day after the period. */
const after = addDays(period, 7);

beforeAll(async () => {
  stage = await openPayrollStage();
});
afterAll(() => stage.stop());
beforeEach(async () => {
  await forgetHours(stage);
  nora = await hire('ford');
  omar = await hire('hyundai');
  for (const user of [nora, omar]) await stage.work(user, monday, ['08:00', '16:00']);
  expect((await approve(stage.payroll, [nora, omar])).status).toBe(200);
});

async function hire(store: Store) {
  const user = await stage.addEmployee({ storeAccess: [store] });
  await sql`update employees set hired_on = '2020-01-01' where user_id = ${user.id}`.execute(
    stage.platform.db,
  );
  return user;
}

/** As HR enters it. */
async function move({ id }: StageUser, store: Store | null, effectiveOn: string) {
  const { client } = stage.payroll;
  const params = { employeeId: id };
  const { body: page } = await client.call(getEmployee, { params });
  const { status } = await client.call(changeJob, {
    params,
    body: {
      version: page.file?.version ?? 0,
      ...{ jobTitle: 'Advisor', store, department: 'service', managerId: null },
      ...{ effectiveOn, reason: 'Transfer' },
    },
  });
  expect(status).toBe(200);
}

const lockAt = async (...at: Unit[]) => {
  for (const unit of at) expect((await lock(stage.payroll, { unit })).status).toBe(200);
};

/** The units whose locks pay them: exactly one, or they are paid twice or not at all. */
async function lockedAt({ id }: StageUser): Promise<string[]> {
  const { rows } = await sql<{ unit: string }>`
    select k.unit from payroll_lines l join payroll_locked k on k.id = l.lock_id
    where l.user_id = ${id} and k.period = ${period}::date`.execute(stage.platform.db);
  return rows.map(({ unit }) => unit);
}

const unitOn = async (unit: Unit, viewer = stage.payroll) => {
  const found = (await boardOf(viewer)).units.find((one) => one.unit === unit);
  if (!found) throw new Error('No unit');
  return found;
};

const filesWith = async ({ id }: StageUser) => {
  const found = await Promise.all(
    units.map(async (unit) => {
      await sql`update employees set employee_number = ${`N${id}`} where user_id = ${id}`.execute(
        stage.platform.db,
      );
      const { body } = await stage.payroll.client.call(checkExport, {
        params: { period },
        query: { unit, provider: 'paychex' },
      });
      return body.rows.some((row) => row[1] === `N${id}`) ? [unit] : [];
    }),
  );
  return found.flat();
};

describe('someone who moves after the period has ended', () => {
  test('to a store that is locked is in the lock of the store they worked for', async () => {
    await lockAt('hyundai');
    await move(nora, 'hyundai', after);
    expect(await filesWith(nora)).toEqual(['ford']);
    expect(await unitOn('hyundai')).toMatchObject({ state: 'locked', people: 1, missing: [] });
    expect(await unitOn('ford')).toMatchObject({ state: 'approved', people: 1 });
    await lockAt('ford');
    expect([await lockedAt(nora), await filesWith(nora)]).toEqual([['ford'], ['ford']]);
  });

  test('before any lock is not in that of the new store', async () => {
    await move(nora, 'hyundai', after);
    await lockAt('hyundai');
    expect(await lockedAt(nora)).toEqual([]);
    await lockAt('ford');
    expect(await lockedAt(nora)).toEqual(['ford']);
  });

  test('and after both locks stays where they were locked', async () => {
    await lockAt('ford', 'hyundai');
    await move(nora, 'hyundai', after);
    expect([await lockedAt(nora), await filesWith(nora)]).toEqual([['ford'], ['ford']]);
    expect((await unitOn('hyundai')).missing).toEqual([]);
  });

  test('to the whole group is paid by the store for the period, and by the group later', async () => {
    await lockAt('group');
    await move(nora, null, after);
    await lockAt('ford');
    expect(await lockedAt(nora)).toEqual(['ford']);
    const { rows } = await boardOf(stage.payroll, after);
    expect(rows.find(({ payee }) => payee.id === nora.id)?.payee.store).toBeNull();
  });

  test('from the whole group is paid by the group for the period', async () => {
    await sql`update employees set store = null, department = null where user_id = ${nora.id}`.execute(
      stage.platform.db,
    );
    await lockAt('ford');
    await move(nora, 'ford', after);
    await lockAt('group');
    expect(await lockedAt(nora)).toEqual(['group']);
  });

  test('is reviewed and locked by HR of the old store, and not by HR of the new one', async () => {
    const hrOf = (store: Store) =>
      stage.addEmployee({
        role: 'manager',
        storeAccess: [store],
        pagePermissions: ['hr'],
        featurePermissions: ['manage_users', 'view_data'],
      });
    const [ford, hyundai] = [await hrOf('ford'), await hrOf('hyundai')];
    await move(nora, 'hyundai', after);
    const open = ({ client }: StageUser) =>
      client.call(getPersonPeriod, { params: { id: nora.id }, query: { period } });
    const ids = async (viewer: StageUser) =>
      (await boardOf(viewer)).rows.map(({ payee }) => payee.id);
    expect([(await open(ford)).status, (await ids(ford)).includes(nora.id)]).toEqual([200, true]);
    expect([(await open(hyundai)).status, (await ids(hyundai)).includes(nora.id)]).toEqual([
      404,
      false,
    ]);
    expect((await approve(ford, [nora], { approved: false })).body).toEqual({ approved: 1 });
    expect((await lock(ford)).status).toBe(409);
    await approve(ford, [nora]);
    expect((await lock(ford)).status).toBe(200);
  });
});

describe('a move that counts for the period', () => {
  test('and is entered before the locks puts them in that of the new store', async () => {
    await move(nora, 'hyundai', addDays(period, 6));
    await lockAt('ford');
    expect(await lockedAt(nora)).toEqual([]);
    await lockAt('hyundai');
    expect([await lockedAt(nora), await lockedAt(omar)]).toEqual([['hyundai'], ['hyundai']]);
  });

  test('and is entered between the locks leaves them where they are locked', async () => {
    await lockAt('ford');
    await move(nora, 'hyundai', addDays(period, 3));
    await lockAt('hyundai');
    expect([await lockedAt(nora), await filesWith(nora)]).toEqual([['ford'], ['ford']]);
    expect((await unitOn('hyundai')).missing).toEqual([]);
  });

  test('to a store that is locked names them there, until they are added to its lock', async () => {
    await lockAt('hyundai');
    const kept = await ownReview(omar);
    await approve(stage.payroll, [nora], { approved: false });
    await move(nora, 'hyundai', addDays(period, 3));
    await lockAt('ford');
    const { name } = (await ownReview(nora)).payee;
    expect(await unitOn('hyundai')).toMatchObject({
      state: 'in_review',
      missing: [{ id: nora.id, name }],
      may: { lock: true, lockWaitsFor: '1 of 1 employee isn’t approved yet.', unlock: true },
    });
    const early = await lock(stage.payroll, { unit: 'hyundai' });
    expect([early.status, early.body]).toMatchObject([
      409,
      { error: '1 of 1 employee isn’t approved yet.' },
    ]);
    expect([await lockedAt(nora), await lockedAt(omar)]).toEqual([[], ['hyundai']]);
    // What is in no lock is still open.
    expect((await moveClockOut(stage.manager, nora, monday, '17:00')).status).toBe(201);
    await approve(stage.payroll, [nora]);
    await lockAt('hyundai');
    expect([await lockedAt(nora), await lockedAt(omar)]).toEqual([['hyundai'], ['hyundai']]);
    expect((await ownReview(nora)).totals.regularMs).toBe(9 * hourMs);
    expect((await ownReview(omar)).statement).toEqual(kept.statement);
    expect(await unitOn('hyundai')).toMatchObject({ state: 'locked', missing: [] });
    // A repeat changes nothing.
    await lockAt('hyundai');
    const { history } = await boardOf(stage.payroll);
    expect(history.filter(({ unit }) => unit === 'hyundai')).toHaveLength(2);
  });

  test('is added to a lock that was exported and adjusted: the earlier file is outdated', async () => {
    await lockAt('hyundai');
    const send = async () => {
      for (const { id } of [nora, omar]) {
        await sql`update employees set employee_number = ${`N${id}`} where user_id = ${id}`.execute(
          stage.platform.db,
        );
      }
      const { status } = await stage.payroll.client.call(exportPeriod, {
        params: { period },
        body: { clientId: crypto.randomUUID(), unit: 'hyundai', provider: 'paychex' },
      });
      expect(status).toBe(201);
    };
    await stage.payroll.client.call(setCodes, {
      params: { provider: 'paychex', unit: 'hyundai' },
      body: { codes: { ...defaultCodes.paychex, company: 'LKH' }, version: 0 },
    });
    await send();
    const manager = await stage.addEmployee({ role: 'manager', storeAccess: ['hyundai'] });
    await moveClockOut(manager, omar, monday, '17:00', { adjust: true });
    expect((await unitOn('hyundai')).may.unlockWaitsFor).toContain('already adjusted');
    await move(nora, 'hyundai', addDays(period, 3));
    await lockAt('hyundai');
    await send();
    const { body } = await stage.payroll.client.call(listExports, { params: { period } });
    expect(body.map(({ rows, isOutdated }) => [rows, isOutdated])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect((await unitOn('hyundai')).may.unlockWaitsFor).toContain('already adjusted');
    expect((await ownReview(omar)).totals.regularMs).toBe(8 * hourMs);
  });

  test('names someone whose lock is undone after it', async () => {
    await lockAt('ford', 'hyundai');
    await move(nora, 'hyundai', addDays(period, 3));
    await lock(stage.payroll, { unit: 'ford', locked: false, reason: 'They moved' });
    expect((await unitOn('hyundai')).missing).toMatchObject([{ id: nora.id }]);
    await lockAt('ford', 'hyundai');
    expect(await lockedAt(nora)).toEqual(['hyundai']);
  });

  test('to the whole group is the group’s, also after its lock', async () => {
    await lockAt('group');
    await move(nora, null, monday);
    await lockAt('ford');
    expect((await unitOn('group')).missing).toMatchObject([{ id: nora.id }]);
    await lockAt('group');
    expect(await lockedAt(nora)).toEqual(['group']);
  });
});

test('a correction of a locked period goes past one that the new store has locked', async () => {
  const before = addDays(period, -7);
  await stage.work(nora, addDays(before, 1), ['08:00', '16:00']);
  await approve(stage.payroll, [nora], { period: before });
  expect((await lock(stage.payroll, { period: before })).status).toBe(200);
  await lockAt('hyundai');
  await move(nora, 'hyundai', monday);
  await moveClockOut(stage.manager, nora, addDays(before, 1), '17:00', { adjust: true });
  const { laterAdjustments } = await ownReview(nora, before);
  expect(laterAdjustments).toMatchObject([{ into: after, regularMs: hourMs }]);
});
