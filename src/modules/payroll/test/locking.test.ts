import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { correctHours, decideCorrection } from '../../time-clock/contract/corrections.ts';
import { defaultPolicy, setOvertimeBasis, setPolicy } from '../../time-clock/contract/rules.ts';
import { getOwnSheet } from '../../time-clock/contract/sheets.ts';
import { punch } from '../../time-clock/contract.ts';
import { answerObjection, listPeriods, signPeriod } from '../contract/review.ts';
import { addSchedule, getSchedules } from '../contract/schedule.ts';
import {
  approve,
  at,
  boardOf,
  forgetHours,
  hourMs,
  lastWeek,
  lock,
  moveClockOut,
  openPayrollStage,
  ownReview,
  type PayrollStage,
  reviewOf,
  sign,
  today,
} from './stage.ts';

let stage: PayrollStage;
let nora: StageUser;
/** Of this test only: each locks a period of its own people. */
const monday = addDays(lastWeek(), 1);
const lockedSentence =
  /^The pay period .* is locked\. Payroll can unlock it, or the difference can be paid in the next period\.$/;

beforeAll(async () => {
  stage = await openPayrollStage();
});
afterAll(() => stage.stop());
beforeEach(async () => {
  // Those left from the last test would have to be approved, too.
  await forgetHours(stage);
  nora = await stage.addEmployee();
  for (const day of [0, 1, 2, 3]) await stage.work(nora, addDays(monday, day), ['08:00', '18:00']);
});

const lockApproved = async (period = lastWeek()) => {
  expect((await approve(stage.payroll, [nora], { period })).status).toBe(200);
  expect((await lock(stage.payroll, { period })).status).toBe(200);
};

describe('a lock', () => {
  test('waits until everyone of the store with hours is approved', async () => {
    const early = await lock(stage.payroll);
    expect([early.status, early.body]).toMatchObject([
      409,
      { error: '1 of 1 employee isn’t approved yet.' },
    ]);
    const { units } = await boardOf(stage.payroll);
    expect(units.find(({ unit }) => unit === 'ford')).toMatchObject({
      state: 'in_review',
      people: 1,
      approved: 0,
      may: { lock: true, lockWaitsFor: '1 of 1 employee isn’t approved yet.' },
    });
    await lockApproved();
    const after = await boardOf(stage.payroll);
    expect(after.units.find(({ unit }) => unit === 'ford')).toMatchObject({
      state: 'locked',
      may: { lock: false, unlock: true, unlockWaitsFor: null },
    });
    expect(after.rows.find(({ payee }) => payee.id === nora.id)?.isLocked).toBe(true);
    const { body } = await stage.payroll.client.call(listPeriods);
    const shown = body.find(({ period }) => period.startsOn === lastWeek());
    // Only Ford had employees then; it was not reviewed before.
    expect(shown?.units).toEqual([{ unit: 'ford', state: 'locked' }]);
    const { length: ended } = body.filter(({ period }) => period.endsOn < today());
    expect(ended).toBe(5);
    expect(body[0]?.units[0]?.state).toBe('open');
  });

  test('waits for a missing clock-out and a pending request of someone without hours', async () => {
    const omar = await stage.addEmployee();
    // Long ago on any day: a shift that began lately would still be running.
    const wednesday = addDays(monday, 2);
    const { body: request } = await omar.client.call(correctHours, {
      body: {
        clientId: crypto.randomUUID(),
        userId: omar.id,
        reason: 'Forgot to punch',
        changes: [{ act: 'add', kind: 'clock_in', at: at(wednesday, '09:00') }],
      },
    });
    await approve(stage.payroll, [nora]);
    const rowOf = async () =>
      (await boardOf(stage.payroll)).rows.find(({ payee }) => payee.id === omar.id);
    expect((await rowOf())?.may.approvalWaitsFor).toBe('A correction request is pending.');
    expect((await lock(stage.payroll)).status).toBe(409);
    await stage.manager.client.call(decideCorrection, {
      params: { correctionId: request.id },
      body: { decision: 'approved' },
    });
    expect((await rowOf())?.may.approvalWaitsFor).toBe('A clock-out is missing. Correct it first.');
    expect((await lock(stage.payroll)).status).toBe(409);
  });

  test('waits for the answer to an objection and for a request that come after the approval', async () => {
    expect((await approve(stage.payroll, [nora])).status).toBe(200);
    await sign(nora, { objection: 'Tuesday is missing' });
    const refusal = async () => {
      const { status, body } = await lock(stage.payroll);
      return [status, Object(body).error];
    };
    const { payee } = await ownReview(nora);
    const waits = (text: string) => [409, `${payee.name}: ${text}`];
    expect(await refusal()).toEqual(waits('The employee objected. Answer first.'));
    const unit = (await boardOf(stage.payroll)).units.find((one) => one.unit === 'ford');
    expect(unit).toMatchObject({ state: 'in_review', people: 1, approved: 0 });
    const [objection] = (await ownReview(nora)).signatures;
    await stage.manager.client.call(answerObjection, {
      params: { signatureId: objection?.id ?? 0 },
      body: { words: 'You were off' },
    });
    const { body: request } = await moveClockOut(nora, nora, monday, '18:30');
    expect(await refusal()).toEqual(waits('A correction request is pending.'));
    await stage.manager.client.call(decideCorrection, {
      params: { correctionId: request.id },
      body: { decision: 'declined', reason: 'You left at six' },
    });
    expect((await lock(stage.payroll)).status).toBe(200);
  });

  test('of the current period is refused, and of a day that starts none is unknown', async () => {
    const current = await lock(stage.payroll, { period: addDays(lastWeek(), 7) });
    expect([current.status, current.body]).toMatchObject([
      409,
      { error: 'The pay period isn’t over yet.' },
    ]);
    expect((await lock(stage.payroll, { period: addDays(lastWeek(), 2) })).status).toBe(404);
    expect((await lock(stage.payroll, { period: addDays(lastWeek(), -35) })).status).toBe(404);
  });

  test('is for those who run the payroll of the store', async () => {
    await approve(stage.payroll, [nora]);
    const rights = {
      pagePermissions: ['hr' as const],
      featurePermissions: ['manage_users' as const],
    };
    const hyundai = await stage.addEmployee({
      ...rights,
      role: 'manager',
      storeAccess: ['hyundai'],
    });
    const ford = await stage.addEmployee({ ...rights, role: 'manager', storeAccess: ['ford'] });
    expect((await lock(stage.manager)).status).toBe(403);
    expect((await lock(nora)).status).toBe(403);
    expect((await lock(hyundai)).status).toBe(404);
    expect((await lock(ford, { unit: 'group' })).status).toBe(404);
    expect((await boardOf(hyundai)).rows).toEqual([]);
    expect((await lock(ford)).status).toBe(200);
    expect((await boardOf(ford)).rows.map(({ payee }) => payee.id)).toContain(nora.id);
  });

  test('refuses every correction that would change its hours, and nothing changes', async () => {
    await lockApproved();
    const before = await ownReview(nora);
    const refused = await moveClockOut(stage.manager, nora, monday, '19:00');
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: expect.stringMatching(lockedSentence), fields: { adjust: expect.any(String) } },
    ]);
    const sheet = (await nora.client.call(getOwnSheet, { query: { week: monday } })).body;
    expect(sheet.totals.paidMs).toBe(40 * hourMs);
    expect(sheet.corrections).toEqual([]);
    expect(await ownReview(nora)).toEqual(before);
    // Hours of the period that is still open can be corrected.
    const nextDay = addDays(lastWeek(), 7);
    if (nextDay < today()) {
      await stage.work(nora, nextDay, ['08:00', '12:00']);
      expect((await moveClockOut(stage.manager, nora, nextDay, '13:00')).status).toBe(201);
    }
  });

  test('refuses the approval of a request, which stays pending', async () => {
    const { body: request } = await nora.client.call(correctHours, {
      body: {
        clientId: crypto.randomUUID(),
        userId: nora.id,
        reason: 'Inventory on Saturday',
        changes: [
          { act: 'add', kind: 'clock_in', at: at(addDays(monday, 5), '09:00') },
          { act: 'add', kind: 'clock_out', at: at(addDays(monday, 5), '11:00') },
        ],
      },
    });
    // While it is pending nothing is locked over it.
    expect((await approve(stage.payroll, [nora])).status).toBe(409);
    const decide = (adjust: boolean) =>
      stage.manager.client.call(decideCorrection, {
        params: { correctionId: request.id },
        body: { decision: 'approved', adjust },
      });
    await stage.manager.client.call(decideCorrection, {
      params: { correctionId: request.id },
      body: { decision: 'declined', reason: 'Not on the plan' },
    });
    await lockApproved();
    const again = await nora.client.call(correctHours, {
      body: {
        clientId: crypto.randomUUID(),
        userId: nora.id,
        reason: 'It was on the plan',
        changes: request.changes.map(({ to }, index) => ({
          act: 'add' as const,
          kind: index === 0 ? ('clock_in' as const) : ('clock_out' as const),
          at: to ?? '',
        })),
      },
    });
    request.id = again.body.id;
    const refused = await decide(false);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: expect.stringMatching(lockedSentence) },
    ]);
    const adjusted = await decide(true);
    expect([adjusted.status, adjusted.body.state]).toEqual([200, 'approved']);
    const next = await ownReview(nora, addDays(lastWeek(), 7));
    expect(next.statement.adjustments).toMatchObject([
      { from: lastWeek(), regularMs: 0, overtimeMs: 2 * hourMs, reason: 'It was on the plan' },
    ]);
  });

  test('turns an offline punch that comes late into a request', async () => {
    await lockApproved();
    const saturday = addDays(monday, 5);
    const { status, body } = await nora.client.call(punch, {
      body: { clientId: crypto.randomUUID(), kind: 'clock_in', at: at(saturday, '09:00') },
    });
    expect([status, body.outcome]).toEqual([200, 'requested']);
    expect((await ownReview(nora)).statement.lines).toMatchObject([{ regularMs: 40 * hourMs }]);
  });

  test('turns an offline punch into a request if its shift began in the locked period', async () => {
    const saturday = addDays(monday, 5);
    await stage.work(nora, saturday, ['20:00', '04:00']);
    await lockApproved();
    const send = (kind: 'break_start' | 'clock_in', time: string) =>
      nora.client.call(punch, {
        body: { clientId: crypto.randomUUID(), kind, at: at(addDays(saturday, 1), time) },
      });
    expect((await send('break_start', '00:01')).body.outcome).toBe('requested');
    await send('clock_in', '09:00');
    const { body } = await nora.client.call(getOwnSheet, { query: { week: addDays(monday, 6) } });
    const reasons = body.corrections.map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason.includes('locked pay period'))).toEqual([
      expect.stringMatching(/^Start Break/),
    ]);
  });

  test('refuses another overtime basis for its weeks, but not for later ones', async () => {
    await lockApproved();
    const set = (fromWeek: string) =>
      stage.manager.client.call(setOvertimeBasis, {
        params: { id: nora.id },
        body: { basis: 'salesman', fromWeek },
      });
    await stage.work(nora, addDays(monday, -7), ['06:00', '20:00']);
    // 40 hours have no overtime: nothing would change.
    expect((await set(lastWeek())).status).toBe(200);
    expect((await lock(stage.payroll, { locked: false, reason: 'One more day' })).status).toBe(200);
    await stage.work(nora, addDays(monday, 4), ['08:00', '14:00']);
    await lockApproved();
    const back = await stage.manager.client.call(setOvertimeBasis, {
      params: { id: nora.id },
      body: { basis: 'non_exempt', fromWeek: lastWeek() },
    });
    // There is no such thing as paying the difference later.
    const sentence = /^The pay period .* is locked\. Payroll can unlock it\.$/;
    expect([back.status, back.body]).toMatchObject([
      409,
      { error: expect.stringMatching(sentence) },
    ]);
    expect(back.body).not.toHaveProperty('fields');
    const later = await stage.manager.client.call(setOvertimeBasis, {
      params: { id: nora.id },
      body: { basis: 'non_exempt', fromWeek: addDays(lastWeek(), 7) },
    });
    expect(later.status).toBe(200);
    expect((await ownReview(nora)).totals).toMatchObject({ regularMs: 46 * hourMs, overtimeMs: 0 });
  });

  test('keeps the first day of the workweek that its hours were counted by', async () => {
    const { client } = await stage.addEmployee({ pagePermissions: ['system_management'] });
    const set = async (weekStartsOn: number) =>
      (await client.call(setPolicy, { body: { ...defaultPolicy, weekStartsOn } })).status;
    expect([await set(1), await set(0)]).toEqual([200, 200]);
    await lockApproved();
    expect(await set(1)).toBe(409);
    await lock(stage.payroll, { locked: false, reason: 'Another workweek' });
    expect([await set(1), await set(0)]).toEqual([200, 200]);
  });

  test('is undone with a reason, and the hours can be corrected, approved and locked again', async () => {
    await lockApproved();
    const bare = await lock(stage.payroll, { locked: false });
    expect([bare.status, bare.body]).toMatchObject([400, { error: 'Enter a reason.' }]);
    expect((await boardOf(stage.payroll)).units[0]?.state).toBe('locked');
    const unlocked = await lock(stage.payroll, { locked: false, reason: 'Wrong store' });
    expect(unlocked.body).toEqual({ locked: false });
    expect((await moveClockOut(stage.manager, nora, monday, '19:00')).status).toBe(201);
    expect((await ownReview(nora)).approval.state).toBe('changed');
    await lockApproved();
    const { history } = await boardOf(stage.payroll);
    expect(history.map(({ locked, reason }) => [locked, reason])).toEqual([
      [true, ''],
      [false, 'Wrong store'],
      [true, ''],
    ]);
    expect((await ownReview(nora)).totals).toMatchObject({
      regularMs: 40 * hourMs,
      overtimeMs: hourMs,
    });
  });
});

describe('an adjustment', () => {
  const nextPeriod = () => addDays(lastWeek(), 7);

  test('is paid in the next period, once, and the locked one stays as it was paid', async () => {
    await lockApproved();
    const before = await ownReview(nora);
    const { status } = await moveClockOut(stage.manager, nora, monday, '19:30', { adjust: true });
    expect(status).toBe(201);
    const locked = await ownReview(nora);
    expect(locked.statement).toEqual(before.statement);
    expect(locked.laterAdjustments).toMatchObject([
      { into: nextPeriod(), overtimeMs: 1.5 * hourMs, reason: 'Stayed to help a customer' },
    ]);
    // 10 hours on four days: the half-hours of Monday push the last ones of Thursday over 40.
    const next = await ownReview(nora, nextPeriod());
    expect(next.statement.adjustments).toMatchObject([
      {
        from: lastWeek(),
        to: addDays(lastWeek(), 6),
        store: 'ford',
        regularMs: 0,
        overtimeMs: 1.5 * hourMs,
      },
    ]);
    expect(next.totals.overtimeMs).toBe(1.5 * hourMs);
    await moveClockOut(stage.manager, nora, monday, '18:30', { adjust: true });
    const again = await ownReview(nora, nextPeriod());
    expect(again.statement.adjustments.map(({ overtimeMs }) => overtimeMs / hourMs)).toEqual([
      1.5, -1,
    ]);
    expect(again.totals.overtimeMs).toBe(0.5 * hourMs);
  });

  test('keeps its period from being unlocked: it would be paid twice', async () => {
    await lockApproved();
    await moveClockOut(stage.manager, nora, monday, '19:30', { adjust: true });
    const refused = await lock(stage.payroll, { locked: false, reason: 'Again' });
    expect([refused.status, String(Object(refused.body).error)]).toEqual([
      409,
      expect.stringContaining('already adjusted'),
    ]);
    expect((await boardOf(stage.payroll)).units[0]?.may.unlockWaitsFor).toContain(
      'already adjusted',
    );
  });

  test('that only moves hours between stores is plus and minus', async () => {
    const both = await stage.addEmployee({ storeAccess: ['ford', 'hyundai'] });
    await sql`update employees set store = 'ford' where user_id = ${both.id}`.execute(
      stage.platform.db,
    );
    await stage.work(both, monday, ['08:00', '12:00'], 'ford');
    await approve(stage.payroll, [both]);
    await lockApproved();
    const { body: sheet } = await both.client.call(getOwnSheet, { query: { week: monday } });
    const clockIn = sheet.punches.find(({ kind }) => kind === 'clock_in');
    const moved = await stage.manager.client.call(correctHours, {
      body: {
        clientId: crypto.randomUUID(),
        userId: both.id,
        reason: 'Was at Hyundai',
        changes: [
          { act: 'move', punchId: clockIn?.id ?? 0, at: clockIn?.at ?? '', store: 'hyundai' },
        ],
        adjust: true,
      },
    });
    expect(moved.status).toBe(201);
    const { statement } = await ownReview(both, nextPeriod());
    expect(
      statement.adjustments.map(({ store, regularMs }) => [store, regularMs / hourMs]),
    ).toEqual([
      ['ford', -4],
      ['hyundai', 4],
    ]);
  });

  test('goes past a next period that is locked, too', async () => {
    const before = addDays(lastWeek(), -7);
    await stage.work(nora, addDays(before, 1), ['08:00', '16:00']);
    await lockApproved(before);
    await lockApproved();
    await moveClockOut(stage.manager, nora, addDays(before, 1), '17:00', { adjust: true });
    const next = await ownReview(nora, nextPeriod());
    expect(next.statement.adjustments).toMatchObject([{ from: before, regularMs: hourMs }]);
    expect((await ownReview(nora)).statement.adjustments).toEqual([]);
  });

  test('of a week that belongs to two locked periods is in both, as the overtime moves', async () => {
    // Semi-monthly halves cut a workweek, unless the 16th is a Sunday.
    const straddling = await openPayrollStage();
    try {
      const { payroll, manager } = straddling;
      const first = addDays(lastWeek(), -28);
      const cut = addDays(first, 7 + 3);
      const { body } = await payroll.client.call(getSchedules);
      const { status } = await payroll.client.call(addSchedule, {
        // Weeks from Wednesday on: every workweek is in two periods.
        body: {
          frequency: 'weekly',
          startsOn: cut,
          payDays: 5,
          after: body.schedules.at(-1)?.id ?? null,
        },
      });
      expect(status).toBe(201);
      const omar = await straddling.addEmployee();
      const [early, late] = [addDays(cut, -3), cut];
      // Sunday to Tuesday 3 × 12 in the first, Wednesday 10 in the second: 36 + 4, six of overtime.
      for (const day of [-3, -2, -1]) {
        await straddling.work(omar, addDays(cut, day), ['06:00', '18:00']);
      }
      await straddling.work(omar, cut, ['08:00', '18:00']);
      for (const period of [early, late]) {
        expect((await approve(payroll, [omar], { period })).status).toBe(200);
        expect((await lock(payroll, { period })).status).toBe(200);
      }
      const amounts = async (period: string) => {
        const { totals } = await ownReview(omar, period);
        return [totals.regularMs / hourMs, totals.overtimeMs / hourMs];
      };
      expect([await amounts(early), await amounts(late)]).toEqual([
        [36, 0],
        [4, 6],
      ]);
      // Three hours more on Sunday: 39 regular there, and of Wednesday only one is regular.
      const { status: corrected } = await moveClockOut(manager, omar, addDays(cut, -3), '21:00', {
        adjust: true,
      });
      expect(corrected).toBe(201);
      const next = addDays(cut, 7);
      const { statement } = await ownReview(omar, next);
      const shown = statement.adjustments.map(({ from, regularMs, overtimeMs }) => [
        from,
        regularMs / hourMs,
        overtimeMs / hourMs,
      ]);
      expect(shown).toEqual([
        [early, 3, 0],
        [late, -3, 3],
      ]);
    } finally {
      await straddling.stop();
    }
  });

  test('of someone who left long ago is paid, too', async () => {
    await lockApproved();
    const left = addDays(lastWeek(), -100);
    await sql`update employees set left_on = ${left}::date where user_id = ${nora.id}`.execute(
      stage.platform.db,
    );
    const { status } = await moveClockOut(stage.manager, nora, monday, '19:00', { adjust: true });
    expect(status).toBe(201);
    const { rows } = await boardOf(stage.payroll, nextPeriod());
    expect(rows.find(({ payee }) => payee.id === nora.id)?.adjustedMs).toBe(hourMs);
  });

  test('counts for the approval of the period it is paid in', async () => {
    const before = addDays(lastWeek(), -7);
    await stage.work(nora, addDays(before, 1), ['08:00', '16:00']);
    await lockApproved(before);
    await approve(stage.payroll, [nora]);
    expect((await reviewOf(stage.payroll, nora)).approval.state).toBe('approved');
    await moveClockOut(stage.manager, nora, addDays(before, 1), '17:00', { adjust: true });
    expect((await reviewOf(stage.payroll, nora)).approval.state).toBe('changed');
    expect((await ownReview(nora)).statement.adjustments).toHaveLength(1);
    expect((await lock(stage.payroll)).status).toBe(409);
  });
});

describe('at once', () => {
  test('locking and correcting: the lock holds what was approved, or isn’t made', async () => {
    await approve(stage.payroll, [nora]);
    const [locked, corrected] = await Promise.all([
      lock(stage.payroll),
      moveClockOut(stage.manager, nora, monday, '19:00'),
    ]);
    const outcomes = [locked.status, corrected.status].join(' ');
    expect(['200 409', '409 201']).toContain(outcomes);
    const review = await ownReview(nora);
    expect([review.isLocked, review.totals.overtimeMs]).toEqual(
      locked.status === 200 ? [true, 0] : [false, hourMs],
    );
  });

  test('locking and signing do not wait for each other', async () => {
    await approve(stage.payroll, [nora]);
    const { fingerprint } = await ownReview(nora);
    const [locked, signed] = await Promise.all([
      lock(stage.payroll),
      nora.client.call(signPeriod, {
        body: { clientId: crypto.randomUUID(), period: lastWeek(), fingerprint, objection: null },
      }),
    ]);
    expect(locked.status).toBe(200);
    expect([201, 409]).toContain(signed.status);
    expect((await ownReview(nora)).signState).toBe(signed.status === 201 ? 'signed' : 'none');
  });

  test('two locks are one', async () => {
    await approve(stage.payroll, [nora]);
    const answers = await Promise.all([lock(stage.payroll), lock(stage.payroll)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await boardOf(stage.payroll)).history).toHaveLength(1);
  });

  test('two corrections of a locked period are adjusted one after the other', async () => {
    await lockApproved();
    const tuesday = addDays(monday, 1);
    const answers = await Promise.all([
      moveClockOut(stage.manager, nora, monday, '19:00', { adjust: true }),
      moveClockOut(stage.manager, nora, tuesday, '20:00', { adjust: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const next = await ownReview(nora, addDays(lastWeek(), 7));
    expect(next.totals.overtimeMs).toBe(3 * hourMs);
  });
});

describe('pay periods', () => {
  test('are changed by those who run all stores, after what is settled', async () => {
    await sign(nora);
    const { body: before } = await stage.payroll.client.call(getSchedules);
    expect(before).toMatchObject({
      settledThrough: addDays(lastWeek(), 6),
      may: { change: true },
    });
    const after = before.schedules.at(-1)?.id ?? null;
    const change = (user: StageUser, startsOn: string, seen = after) =>
      user.client.call(addSchedule, {
        body: { frequency: 'semimonthly', startsOn, payDays: 5, after: seen },
      });
    const settled = await change(stage.payroll, lastWeek());
    expect([settled.status, String(Object(settled.body).error)]).toEqual([
      400,
      expect.stringContaining('were already signed, approved or locked. Choose a later day.'),
    ]);
    const ford = await stage.addEmployee({
      role: 'manager',
      pagePermissions: ['hr'],
      featurePermissions: ['manage_users'],
    });
    const later = addDays(lastWeek(), 14);
    expect((await change(ford, later)).status).toBe(403);
    expect((await change(stage.manager, later)).status).toBe(403);
    expect((await change(stage.payroll, later, null)).status).toBe(409);
    const nonsense = await stage.payroll.client.raw('POST', addSchedule.path, {
      body: { frequency: 'monthly', startsOn: later, payDays: 5, after },
    });
    expect(nonsense.status).toBe(400);
    const { body: unchanged } = await stage.payroll.client.call(getSchedules);
    expect(unchanged).toEqual(before);
    const changed = await change(stage.payroll, later);
    expect(changed.body.schedules.map(({ frequency }) => frequency)).toEqual([
      'weekly',
      'semimonthly',
    ]);
    const log = await sql<{ action: string }>`
      select action from activity_log where action = 'payroll.schedule_changed'`.execute(
      stage.platform.db,
    );
    expect(log.rows).toHaveLength(2);
  });
});
