import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { getHandover, handOver, type Run, startRun } from '../../onboarding/contract.ts';
import type { Request } from '../../time-off/contract/requests.ts';
import {
  addRequest,
  decideRequest,
  endRequest,
  getRequest,
  listRequests,
} from '../../time-off/contract/requests.ts';
import { spanText } from '../../time-off/server/spans.ts';
import {
  checkExport,
  defaultCodes,
  downloadExport,
  exportPeriod,
  setCodes,
} from '../contract/exports.ts';
import {
  approve,
  boardOf,
  forgetHours,
  hourMs,
  lastWeek,
  lock,
  openPayrollStage,
  ownReview,
  type PayrollStage,
  reviewOf,
} from './stage.ts';

let stage: PayrollStage;
let nora: StageUser;
const kinds = new Map<string, number>();
/** Both have ended. */
const [period, next] = [addDays(lastWeek(), -7), lastWeek()];
const day = (from: string, weekday: number) => addDays(from, weekday);
const [thursday, friday] = [day(period, 4), day(period, 5)];

beforeAll(async () => {
  stage = await openPayrollStage();
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from time_off_kinds`.execute(stage.platform.db);
  for (const { id, name } of rows) kinds.set(name, id);
  await stage.payroll.client.call(setCodes, {
    params: { provider: 'adp', unit: 'ford' },
    body: {
      codes: { ...defaultCodes.adp, company: 'LKF', timeOff: { 'Jury duty': 'J', Sick: 'S' } },
      version: 0,
    },
  });
});
afterAll(() => stage.stop());
beforeEach(async () => {
  await forgetHours(stage);
  await stage.platform.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from time_off_ledger; delete from time_off_events; delete from time_off_days;
      delete from time_off_requests`.execute(tx);
  });
  nora = await stage.addEmployee();
  await sql`update employees set hired_on = '2020-01-01' where user_id = ${nora.id}`.execute(
    stage.platform.db,
  );
  await stage.setManager(nora, stage.manager);
  await stage.work(nora, day(period, 1), ['08:00', '16:00']);
  await stage.work(nora, day(next, 1), ['08:00', '16:00']);
});

interface Asked {
  kind?: string;
  from?: string;
  to?: string;
  replacesId?: number;
}

/** Jury duty on Thursday and Friday. */
const ask = (
  actor: StageUser,
  { kind = 'Jury duty', from = thursday, to = friday, replacesId }: Asked = {},
) =>
  actor.client.call(addRequest, {
    body: {
      clientId: crypto.randomUUID(),
      userId: nora.id,
      kindId: kinds.get(kind) ?? 0,
      startsOn: from,
      endsOn: to,
      reason: 'Private words',
      ...(replacesId !== undefined && { replacesId }),
    },
  });
const decide = (
  actor: StageUser,
  { id, version }: Request,
  decision: 'approved' | 'declined' = 'approved',
) =>
  actor.client.call(decideRequest, {
    params: { requestId: id },
    body: { version, decision, reason: 'Words of a manager' },
  });
const cancel = (actor: StageUser, { id, version }: Request) =>
  actor.client.call(endRequest, { params: { requestId: id }, body: { version, reason: '' } });

const lockApproved = async (startsOn = period) => {
  expect((await approve(stage.payroll, [nora], { period: startsOn })).status).toBe(200);
  expect((await lock(stage.payroll, { period: startsOn })).status).toBe(200);
};

/** What is paid later: kind, hours and reason. */
const adjustedIn = async (startsOn = next) =>
  (await ownReview(nora, startsOn)).statement.adjustments.map((one) => [
    one.timeOff,
    one.regularMs / hourMs,
    one.reason,
  ]);

/** The file that is kept of the next period, without the number of the employee. */
async function exportNext(): Promise<string[]> {
  await lockApproved(next);
  const { status, body } = await stage.payroll.client.call(exportPeriod, {
    params: { period: next },
    body: { clientId: crypto.randomUUID(), unit: 'ford', provider: 'adp' },
  });
  expect(status).toBe(201);
  const path = downloadExport.path.replace(':id', String(body.id));
  const file = await stage.payroll.client.raw('GET', path);
  const [, ...rows] = String(file.body).trim().split('\r\n');
  return rows.map((row) => row.split(',').slice(3).join(','));
}

const days = spanText(thursday, friday);

describe('time off of a locked period', () => {
  test('that is approved is paid in the next one, with its reason', async () => {
    const { body: request } = await ask(nora);
    expect(request.state).toBe('pending');
    await lockApproved();
    await approve(stage.payroll, [nora], { period: next });
    const before = await ownReview(nora, period);
    expect((await decide(stage.manager, request)).status).toBe(200);
    const locked = await ownReview(nora, period);
    expect([locked.statement, locked.fingerprint]).toEqual([before.statement, before.fingerprint]);
    expect(locked.statement.timeOff).toEqual([]);
    const reason = `Approved: ${days}`;
    expect(locked.laterAdjustments).toMatchObject([
      { into: next, store: null, timeOff: 'Jury duty', regularMs: 16 * hourMs, reason },
    ]);
    const paid = await ownReview(nora, next);
    expect(paid.statement.adjustments).toMatchObject([
      {
        from: period,
        to: addDays(period, 6),
        timeOff: 'Jury duty',
        regularMs: 16 * hourMs,
        reason,
      },
    ]);
    // Time off is no work, and what was approved before isn’t these hours.
    expect([paid.totals.regularMs / hourMs, paid.approval.state]).toEqual([8, 'changed']);
    const row = (await boardOf(stage.payroll, next)).rows.find(({ payee }) => payee.id === nora.id);
    expect([row?.timeOffMs, row?.adjustedMs]).toEqual([16 * hourMs, 16 * hourMs]);
    expect(JSON.stringify(paid)).not.toContain('ords');
    expect(await exportNext()).toEqual([',8.00,,,,,', ',,,J,16.00,,']);
  });

  test('that was paid and is canceled is taken back in the next one', async () => {
    const { body: request } = await ask(stage.manager);
    expect(request.state).toBe('approved');
    await lockApproved();
    expect((await ownReview(nora, period)).statement.timeOff).toEqual([
      { kind: 'Jury duty', ms: 16 * hourMs },
    ]);
    await ask(stage.manager, { from: day(next, 2), to: day(next, 4) });
    expect((await cancel(stage.payroll, request)).status).toBe(200);
    expect(await adjustedIn()).toEqual([['Jury duty', -16, `Canceled: ${days}`]]);
    // 24 hours of three days of the period, and the 16 that were paid too much.
    expect(await exportNext()).toEqual([',8.00,,,,,', ',,,J,24.00,,', ',,,J,-16.00,,']);
  });

  test('that is changed is paid by the difference of each kind and period', async () => {
    const { body: request } = await ask(stage.manager);
    await lockApproved();
    // From Thursday and Friday to Friday and the Monday after: eight hours less here, eight more there.
    const moved = await ask(stage.manager, {
      from: friday,
      to: day(next, 1),
      replacesId: request.id,
    });
    expect(moved.body.state).toBe('approved');
    const reason = `Changed: ${days} to ${spanText(friday, day(next, 1))}`;
    expect(await adjustedIn()).toEqual([['Jury duty', -8, reason]]);
    const sick = await ask(stage.manager, {
      kind: 'Sick',
      from: friday,
      to: friday,
      replacesId: moved.body.id,
    });
    expect(sick.status).toBe(201);
    expect((await adjustedIn()).slice(1).map(([kind, hours]) => [kind, hours])).toEqual([
      ['Jury duty', -8],
      ['Sick', 8],
    ]);
    expect(await exportNext()).toEqual([',8.00,,,,,', ',,,J,-16.00,S,8.00']);
  });

  test('that needs no approval is paid in the next one, too', async () => {
    await lockApproved();
    const { body } = await ask(nora, { kind: 'Sick', from: friday, to: friday });
    expect(body.state).toBe('approved');
    expect(await adjustedIn()).toEqual([['Sick', 8, `Approved: ${spanText(friday, friday)}`]]);
  });

  test('goes past a next period that is locked, and keeps its own from being unlocked', async () => {
    await lockApproved();
    await lockApproved(next);
    await ask(stage.manager);
    expect(await adjustedIn()).toEqual([]);
    expect(await adjustedIn(addDays(next, 7))).toEqual([['Jury duty', 16, `Approved: ${days}`]]);
    const refused = await lock(stage.payroll, { period, locked: false, reason: 'Again' });
    expect([refused.status, String(Object(refused.body).error)]).toEqual([
      409,
      expect.stringContaining('already adjusted'),
    ]);
  });

  test('that is approved while the period is locked is paid once', async () => {
    const { body: request } = await ask(nora);
    await approve(stage.payroll, [nora], { period });
    const [locked, decided] = await Promise.all([
      lock(stage.payroll, { period }),
      decide(stage.manager, request),
    ]);
    expect(decided.status).toBe(200);
    // Approved first, the hours are not those that were approved, and there is no lock.
    const { statement, isLocked } = await ownReview(nora, period);
    expect([isLocked, statement.timeOff.length, (await adjustedIn()).length]).toEqual(
      locked.status === 200 ? [true, 0, 1] : [false, 1, 0],
    );
  });

  test('needs its code before it is exported', async () => {
    await lockApproved();
    await ask(stage.manager, { kind: 'Bereavement' });
    const { body } = await stage.payroll.client.call(checkExport, {
      params: { period: next },
      query: { unit: 'ford', provider: 'adp' },
    });
    expect(body.problems.map(({ text }) => text)).toContain(
      'Enter the ADP Workforce Now code for Bereavement.',
    );
  });
});

describe('time off after the last day', () => {
  const wednesday = day(period, 3);

  /** Their last day is recorded; returns what is handed over. */
  async function leave(lastDay: string) {
    const { client } = stage.payroll;
    const started = await client.call(startRun, {
      body: {
        clientId: crypto.randomUUID(),
        kind: 'offboarding',
        employeeId: nora.id,
        day: lastDay,
        reason: 'resigned',
      },
    });
    expect(started.status).toBe(201);
    const params = { runId: (started.body as Run).id };
    const list = async () => {
      const { body } = await client.call(getHandover, { params });
      return body.sources.find(({ key }) => key === 'time_off')?.items ?? [];
    };
    const cancelAll = async () => {
      const ids = (await list()).map(({ id }) => id);
      const body = { moves: [{ source: 'time_off', toId: null, ids }] };
      return (await client.call(handOver, { params, body })).body;
    };
    return { list, cancelAll };
  }
  /** Their account has ended. */
  const takenBack = async () =>
    (await reviewOf(stage.payroll, nora, period)).laterAdjustments.map((one) => [
      one.timeOff,
      one.regularMs / hourMs,
      one.reason,
    ]);
  const requestOf = async ({ id }: Request) =>
    (await stage.payroll.client.call(getRequest, { params: { requestId: id } })).body.request;

  test('is not paid, and is canceled with what else ends', async () => {
    const { body: after } = await ask(stage.manager);
    const { body: across } = await ask(stage.manager, { from: day(period, 2), to: wednesday });
    const paid = async () => (await reviewOf(stage.payroll, nora, period)).statement.timeOff;
    expect(await paid()).toEqual([{ kind: 'Jury duty', ms: 32 * hourMs }]);
    const { list, cancelAll } = await leave(day(period, 2));
    expect(await paid()).toEqual([{ kind: 'Jury duty', ms: 8 * hourMs }]);
    expect((await list()).map(({ title, detail }) => [title, detail])).toEqual([
      [spanText(day(period, 2), wednesday), '8 h'],
      [days, '16 h'],
    ]);
    expect(await cancelAll()).toEqual({ moved: 2, problems: [] });
    expect(await list()).toEqual([]);
    expect([(await requestOf(after)).state, (await requestOf(across)).state]).toEqual([
      'canceled',
      'canceled',
    ]);
    // What was before the last day stays approved.
    expect(await paid()).toEqual([{ kind: 'Jury duty', ms: 8 * hourMs }]);
    const { body: own } = await stage.payroll.client.call(listRequests, {
      query: { userId: nora.id },
    });
    expect(own.find(({ state }) => state === 'approved')).toMatchObject({
      replacesId: across.id,
      startsOn: day(period, 2),
      endsOn: day(period, 2),
      minutes: 8 * 60,
    });
  });

  test('is taken back if it was locked before that was recorded', async () => {
    await ask(stage.manager, { from: wednesday });
    await lockApproved();
    const { cancelAll } = await leave(wednesday);
    await cancelAll();
    const reason = `Changed: ${spanText(wednesday, friday)} to ${spanText(wednesday, wednesday)}`;
    expect(await takenBack()).toEqual([['Jury duty', -16, reason]]);
  });

  test('is not taken back if it was never paid', async () => {
    await ask(stage.manager, { from: wednesday });
    const { cancelAll } = await leave(wednesday);
    await lockApproved();
    expect((await cancelAll()).moved).toBe(1);
    expect(await takenBack()).toEqual([]);
  });

  test('can no longer be approved', async () => {
    const { body: request } = await ask(nora);
    await leave(wednesday);
    const refused = await decide(stage.manager, request);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: expect.stringContaining(`is ${spanText(wednesday, wednesday)}.`) },
    ]);
    expect((await decide(stage.manager, request, 'declined')).status).toBe(200);
  });
});

describe('nothing is paid later', () => {
  const nothing = async () => {
    expect([await adjustedIn(), (await ownReview(nora, period)).laterAdjustments]).toEqual([
      [],
      [],
    ]);
  };

  test('for what is refused, declined or withdrawn', async () => {
    const { body: request } = await ask(nora);
    const paid = await ask(stage.manager, { from: day(period, 2), to: day(period, 2) });
    await lockApproved();
    const stranger = await stage.addEmployee({ role: 'manager' });
    expect((await decide(nora, request)).status).toBe(403);
    expect((await decide(stranger, request)).status).toBe(404);
    expect((await ask(stranger)).status).toBe(404);
    const begun = await cancel(nora, paid.body);
    expect([begun.status, begun.body]).toMatchObject([
      409,
      { error: 'This time off has begun. Ask your manager or HR to cancel it.' },
    ]);
    expect((await cancel(stranger, paid.body)).status).toBe(404);
    expect((await decide(stage.manager, request, 'declined')).status).toBe(200);
    const again = await ask(nora);
    expect((await cancel(nora, again.body)).body.state).toBe('withdrawn');
    await nothing();
  });

  test('for what isn’t paid, and for days of a period that is open', async () => {
    await lockApproved();
    expect((await ask(stage.manager, { kind: 'Unpaid' })).body.state).toBe('approved');
    await ask(stage.manager, { from: day(next, 4), to: day(next, 4) });
    await nothing();
    expect((await ownReview(nora, next)).statement.timeOff).toEqual([
      { kind: 'Jury duty', ms: 8 * hourMs },
    ]);
  });
});
