import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import {
  adjustBalance,
  countPeopleBalances,
  exportBalances,
  getAvailable,
  getBalances,
  listLedger,
  listPeopleBalances,
  setWeek,
} from '../contract/balances.ts';
import {
  addKind,
  addRule,
  getSettings,
  removeRule,
  saveKind,
  saveRule,
} from '../contract/rules.ts';
import { getChoices } from '../contract.ts';
import {
  ask,
  balanceOf,
  decide,
  give,
  h,
  hrRights,
  ledgerOf,
  openTimeOffStage,
  type TimeOffStage,
  yearlyRule,
} from './stage.ts';

let stage: TimeOffStage;
let manager: StageUser;
let fordHr: StageUser;
let year: string;

beforeAll(async () => {
  stage = await openTimeOffStage();
  manager = await stage.hire({ role: 'manager' });
  fordHr = await stage.hire({ ...hrRights });
  year = stage.today.slice(0, 4);
});
afterAll(() => stage.stop());

describe('a balance', () => {
  test('accrues by rule, once, and says how it came about', async () => {
    const rule = yearlyRule(stage.kinds.personal, { effectiveOn: `${year}-01-01` });
    const added = await stage.hr.client.call(addRule, { body: rule });
    expect(added.status).toBe(201);
    const person = await stage.hire({ manager });
    await stage.accrueAll();
    expect(await balanceOf(person, stage.kinds.personal)).toMatchObject({
      balanceMinutes: 80 * h,
      accrual: '80 h a year',
    });
    // However often it runs.
    expect(await stage.accrue(person)).toBe(0);
    await stage.accrueAll();
    const entries = await ledgerOf(person, stage.kinds.personal);
    expect(entries).toMatchObject([
      { type: 'accrual', day: `${year}-01-01`, minutes: 80 * h, balanceMinutes: 80 * h },
    ]);
    // A rule that is corrected corrects what accrued, by another entry.
    const body = {
      ...rule,
      steps: [{ afterYears: 0, minutes: 96 * h }],
      version: added.body.version,
    };
    const saved = await stage.hr.client.call(saveRule, { params: { ruleId: added.body.id }, body });
    expect(saved.status).toBe(200);
    await stage.accrue(person);
    expect((await ledgerOf(person, stage.kinds.personal)).map(({ minutes }) => minutes)).toEqual([
      16 * h,
      80 * h,
    ]);
    const stale = await stage.hr.client.call(saveRule, { params: { ruleId: added.body.id }, body });
    expect(stale.status).toBe(409);
    const taken = await stage.hr.client.call(removeRule, { params: { ruleId: added.body.id } });
    expect(taken.status).toBe(400);
  });

  test('is the sum of its entries, which no one can change', async () => {
    const person = await stage.hire({ manager });
    await give(stage, person, 10 * h);
    await give(stage, person, -90);
    expect(await balanceOf(person, stage.kinds.vacation)).toMatchObject({ balanceMinutes: 510 });
    const rewrite = sql`update time_off_ledger set minutes = 0 where user_id = ${person.id}`;
    await expect(rewrite.execute(stage.platform.db)).rejects.toThrow(/only ever added/);
  });

  test('of a later day includes what accrues until then, and what is planned', async () => {
    const nextYear = `${Number(year) + 1}`;
    await stage.hr.client.call(addRule, {
      body: yearlyRule(stage.kinds.vacation, {
        effectiveOn: `${nextYear}-01-01`,
        carryOverMinutes: null,
      }),
    });
    const person = await stage.hire({ manager });
    await give(stage, person, 24 * h);
    const on = async (day: string) =>
      (await person.client.call(getAvailable, { query: { kindId: stage.kinds.vacation, day } }))
        .body;
    const query = { kindId: stage.kinds.vacation, day: '2199-01-01' };
    const farAway = await person.client.call(getAvailable, { query });
    expect([farAway.status, farAway.body]).toMatchObject([
      400,
      { error: 'Choose a day within the next five years.' },
    ]);
    expect(await on(stage.today)).toMatchObject({ minutes: 24 * h, isAtLeast: false });
    expect(await on(`${nextYear}-01-01`)).toMatchObject({ minutes: 104 * h });
    const { body } = await ask(person, { kindId: stage.kinds.vacation, startsOn: stage.monday });
    expect(await on(`${nextYear}-12-31`)).toMatchObject({ minutes: 104 * h });
    await decide(manager, body);
    expect(await on(`${nextYear}-12-31`)).toMatchObject({ minutes: 96 * h });
  });

  test('was closed when an employment ended, and starts again with the next one', async () => {
    await stage.hr.client.call(addRule, {
      body: yearlyRule(stage.kinds.sick, { effectiveOn: `${year}-01-01`, store: 'ford' }),
    });
    const person = await stage.hire({ manager, leftOn: addDays(stage.today, -3) });
    await stage.accrue(person);
    expect(await balanceOf(stage.hr, stage.kinds.sick, person.id)).toMatchObject({
      balanceMinutes: 0,
    });
    await sql`update employees set hired_on = ${stage.today}::date, left_on = null
      where user_id = ${person.id}`.execute(stage.platform.db);
    await stage.accrue(person);
    const entries = await ledgerOf(person, stage.kinds.sick);
    expect(entries.map(({ type }) => type)).toContain('expired');
    expect(await stage.accrue(person)).toBe(0);
    const balance = (await balanceOf(person, stage.kinds.sick))?.balanceMinutes ?? 0;
    expect(balance).toBeGreaterThanOrEqual(0);
    expect(balance).toBeLessThan(80 * h);
  });

  test('starts with the part of the year also for someone hired the day after the last one', async () => {
    const person = await stage.hire({ manager, leftOn: addDays(stage.today, -1) });
    await stage.accrue(person);
    const minutes = async () =>
      (await balanceOf(stage.hr, stage.kinds.sick, person.id))?.balanceMinutes ?? 0;
    expect(await minutes()).toBe(0);
    await give(stage, person, 60, stage.kinds.sick);
    await sql`update employees set hired_on = ${stage.today}::date, left_on = null
      where user_id = ${person.id}`.execute(stage.platform.db);
    await stage.accrue(person);
    expect(await stage.accrue(person)).toBe(0);
    // A new hire of the same day has the same, without what was given.
    const other = await stage.hire({ manager, hiredOn: stage.today });
    await stage.accrue(other);
    const granted = (await balanceOf(other, stage.kinds.sick))?.balanceMinutes ?? 0;
    expect(granted).toBeGreaterThan(0);
    expect(await minutes()).toBe(granted + 60);
  });

  test('is adjusted once for each client id, by HR of the store, never their own', async () => {
    const person = await stage.hire({ manager });
    const body = {
      clientId: randomUUID(),
      userId: person.id,
      kindId: stage.kinds.vacation,
      day: stage.today,
      minutes: 60,
      reason: 'Moved from the old system',
    };
    const answers = await Promise.all(
      [1, 2, 3].map(() => stage.hr.client.call(adjustBalance, { body })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await balanceOf(person, stage.kinds.vacation)).toMatchObject({ balanceMinutes: 60 });
    const again = (user: StageUser, change: object) =>
      user.client.call(adjustBalance, { body: { ...body, clientId: randomUUID(), ...change } });
    expect((await again(fordHr, {})).status).toBe(201);
    expect((await again(stage.hr, { userId: stage.hr.id })).status).toBe(403);
    expect((await again(manager, {})).status).toBe(403);
    expect((await again(stage.hr, { minutes: 0 })).status).toBe(400);
    expect((await again(stage.hr, { kindId: stage.kinds.jury })).status).toBe(400);
    expect((await again(stage.hr, { day: addDays(stage.today, 1) })).status).toBe(400);
    const elsewhere = await stage.hire({ ...hrRights, storeAccess: ['hyundai'] });
    expect((await again(elsewhere, {})).status).toBe(404);
    expect((await again(stage.hr, { reason: '' })).status).toBe(400);
  });

  test('is seen by the person, those above and HR; a colleague finds nothing', async () => {
    const boss = await stage.hire({ role: 'general_manager' });
    const middle = await stage.hire({ role: 'manager', manager: boss });
    const person = await stage.hire({ manager: middle });
    const colleague = await stage.hire({ manager: middle });
    const beside = await stage.hire({ role: 'general_manager' });
    const query = { userId: person.id };
    const ledger = { ...query, kindId: stage.kinds.vacation };
    for (const user of [person, middle, boss, stage.hr, fordHr]) {
      expect((await user.client.call(getBalances, { query })).status).toBe(200);
      expect((await user.client.call(listLedger, { query: ledger })).status).toBe(200);
    }
    for (const user of [colleague, beside, stage.admin]) {
      expect((await user.client.call(getBalances, { query })).status).toBe(404);
      expect((await user.client.call(listLedger, { query: ledger })).status).toBe(404);
    }
  });

  test('follows the work week that HR sets', async () => {
    const person = await stage.hire({ manager });
    const minutes = [0, 600, 600, 600, 600, 0, 0];
    const params = { userId: person.id };
    const body = { effectiveOn: stage.today, minutes };
    const set = await stage.hr.client.call(setWeek, { params, body });
    expect(set.body).toEqual({ week: minutes });
    expect((await manager.client.call(setWeek, { params, body })).status).toBe(403);
    expect(
      (await stage.hr.client.call(setWeek, { params: { userId: stage.hr.id }, body })).status,
    ).toBe(403);
    const startsOn = stage.monday;
    const { body: request } = await ask(person, {
      kindId: stage.kinds.unpaid,
      startsOn,
      endsOn: addDays(startsOn, 4),
    });
    expect(request.minutes).toBe(4 * 600);
  });
});

describe('HR', () => {
  test('sees everyone of their stores in a table and as a file; others are refused', async () => {
    const names = async ({ client }: StageUser) =>
      (await client.call(listPeopleBalances, { query: { limit: 200 } })).body.map(({ id }) => id);
    const hyundai = await stage.hire({ storeAccess: ['hyundai'], lastName: 'Underhill' });
    expect(await names(stage.hr)).toContain(hyundai.id);
    expect(await names(fordHr)).not.toContain(hyundai.id);
    const { body } = await stage.hr.client.call(countPeopleBalances, {
      query: { store: 'hyundai', q: 'underhill' },
    });
    expect(body.count).toBe(1);
    const file = await stage.hr.client.call(exportBalances, {
      body: { store: 'hyundai', q: 'underhill' },
    });
    const lines = String(file.body).trim().split('\r\n');
    expect(lines[0]).toContain('Vacation hours,Vacation hours scheduled');
    expect(lines).toHaveLength(2);
    const log = await sql<{ n: number }>`select count(*)::integer as n from activity_log
      where action = 'time_off.balances_exported'`.execute(stage.platform.db);
    expect(log.rows[0]?.n).toBe(1);
    expect((await manager.client.call(listPeopleBalances, { query: {} })).status).toBe(403);
    expect((await manager.client.call(exportBalances, { body: {} })).status).toBe(403);
    expect((await manager.client.call(getSettings)).status).toBe(403);
  });

  test('of one store changes rules of that store only; kinds are for HR of all stores', async () => {
    const ofFord = yearlyRule(stage.kinds.sick, { store: 'ford', effectiveOn: '2030-01-01' });
    const added = await fordHr.client.call(addRule, { body: ofFord });
    expect(added.status).toBe(201);
    const forAll = { ...ofFord, store: null };
    expect((await fordHr.client.call(addRule, { body: forAll })).status).toBe(403);
    expect(
      (await fordHr.client.call(addRule, { body: { ...ofFord, store: 'hyundai' } })).status,
    ).toBe(403);
    const removed = await fordHr.client.call(removeRule, { params: { ruleId: added.body.id } });
    expect(removed.status).toBe(200);
    const kind = {
      name: 'Parental leave',
      mark: 'baby',
      tone: 'info',
      isPaid: true,
      hasBalance: false,
      needsApproval: true,
      hidesReason: false,
      overdraw: 'warn',
      isActive: true,
    } as const;
    expect((await fordHr.client.call(addKind, { body: kind })).status).toBe(403);
    const made = await stage.hr.client.call(addKind, { body: kind });
    expect(made.status).toBe(201);
    expect(
      (await stage.hr.client.call(addKind, { body: { ...kind, name: 'PARENTAL leave' } })).status,
    ).toBe(409);
    const params = { kindId: made.body.id };
    const off = await stage.hr.client.call(saveKind, {
      params,
      body: { ...kind, isActive: false, version: made.body.version },
    });
    expect(off.body.isActive).toBe(false);
    const { kinds } = (await manager.client.call(getChoices)).body;
    // Earlier time off keeps its name; no one can request it anymore.
    expect(kinds.find(({ name }) => name === 'Parental leave')?.isActive).toBe(false);
    const asked = await ask(manager, { kindId: made.body.id, startsOn: stage.monday });
    expect(asked.status).toBe(404);
  });

  test('cannot remove a rule that something accrued by, even if it begins later now', async () => {
    const rule = yearlyRule(stage.kinds.personal, { store: 'ford' });
    const { body } = await stage.hr.client.call(addRule, { body: rule });
    await stage.accrue(await stage.hire({ manager }));
    const params = { ruleId: body.id };
    const later = { ...rule, effectiveOn: '2033-01-01', version: body.version };
    const saved = await stage.hr.client.call(saveRule, { params, body: later });
    expect(saved.body.may).toEqual({ change: true, remove: false });
    const refused = await stage.hr.client.call(removeRule, { params });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: expect.stringContaining('has taken effect') },
    ]);
  });

  test('is refused a wrong rule with a sentence, and nothing is saved', async () => {
    const rule = yearlyRule(stage.kinds.vacation, { effectiveOn: '2031-01-01' });
    const before = (await stage.hr.client.call(getSettings)).body.rules.length;
    const cases: [object, RegExp][] = [
      [{ kindId: stage.kinds.jury }, /has no balance/],
      [{ endsOn: '2030-01-01' }, /before the first/],
      [{ steps: [] }, /first year/],
      [
        {
          steps: [
            { afterYears: 0, minutes: 1 },
            { afterYears: 0, minutes: 2 },
          ],
        },
        /each number of years once/,
      ],
      [{ method: 'period' }, /pay period/],
      [{ method: 'period', period: 'biweekly' }, /first day of a pay period/],
      [{ method: 'hours_worked' }, /hours worked/],
      [{ yearStart: { month: 2, day: 29 } }, /no such day/],
      [{ carryOverMinutes: 0, carryOverMonths: 3 }, /Nothing is carried over/],
      [{ method: 'none', carryOverMinutes: 0, carryOverMonths: 3 }, /Nothing is carried over/],
    ];
    for (const [change, sentence] of cases) {
      const { status, body } = await stage.hr.client.call(addRule, {
        body: { ...rule, ...change } as typeof rule,
      });
      expect([status, body]).toMatchObject([400, { error: expect.stringMatching(sentence) }]);
    }
    expect((await stage.hr.client.call(getSettings)).body.rules).toHaveLength(before);
  });
});
