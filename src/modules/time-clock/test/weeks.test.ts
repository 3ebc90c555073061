import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateAt, instantOf, weekStartOf } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import {
  defaultPolicy,
  type Policy,
  readPolicy,
  setOvertimeBasis,
  setPolicy,
} from '../contract/rules.ts';
import { decideWeek, exportTeam, getSheet, getTeam } from '../contract/sheets.ts';
import {
  type ClockStage,
  correct,
  hourMs,
  openClockStage,
  recordPunch,
  timesheetOf,
} from './stage.ts';

let stage: ClockStage;
beforeAll(async () => {
  stage = await openClockStage();
  await setWeek(defaultPolicy);
});
afterAll(() => stage.stop());

async function setWeek(body: Policy): Promise<void> {
  const { client } = await stage.addEmployee({ pagePermissions: ['system_management'] });
  expect((await client.call(setPolicy, { body })).status).toBe(200);
}

const zone = 'America/Los_Angeles';
const thisWeek = weekStartOf(dateAt(zone, Date.now()), 0);
const lastWeek = addDays(thisWeek, -7);
const at = (day: number, time: string) =>
  new Date(instantOf(zone, `${addDays(lastWeek, day)}T${time}`)).toISOString();

const manager = (overrides = {}) => stage.addEmployee({ role: 'manager', ...overrides });

/** An employee with these hours per day last week from Monday on, entered by a manager. */
async function addWithHours(hours: number[], overrides = {}): Promise<StageUser> {
  const nora = await stage.addEmployee(overrides);
  const author = await manager({ storeAccess: ['all'] });
  const changes = hours.flatMap((length, day) => {
    const start = instantOf(zone, `${addDays(lastWeek, day + 1)}T08:00`);
    return [
      { act: 'add' as const, kind: 'clock_in' as const, at: new Date(start).toISOString() },
      {
        act: 'add' as const,
        kind: 'clock_out' as const,
        at: new Date(start + length * hourMs).toISOString(),
      },
    ];
  });
  expect((await correct(author, nora.id, changes)).status).toBe(201);
  return nora;
}

const fetchSheet = ({ client }: StageUser, id: number) =>
  client.call(getSheet, { params: { id }, query: { week: lastWeek } });
const approve = ({ client }: StageUser, id: number, fingerprint: string, approved = true) =>
  client.call(decideWeek, { params: { id }, body: { week: lastWeek, fingerprint, approved } });
const fetchTeam = ({ client }: StageUser, query = {}) =>
  client.call(getTeam, { query: { week: lastWeek, ...query } });

describe('an approval', () => {
  test('covers exactly the reviewed hours; a later correction invalidates it', async () => {
    const nora = await addWithHours([8, 8]);
    const walt = await manager();
    const { body: sheet } = await fetchSheet(walt, nora.id);
    expect([sheet.approval.state, sheet.may.approvalWaitsFor]).toEqual(['open', null]);
    const { fingerprint } = sheet.approval;
    expect((await approve(walt, nora.id, 'f'.repeat(64))).status).toBe(409);
    expect((await approve(walt, nora.id, fingerprint)).body).toMatchObject({
      state: 'approved',
      by: `Nora ${(await stage.row(walt.id)).last_name}`,
    });
    expect((await timesheetOf(nora, lastWeek)).approval.state).toBe('approved');
    const extra = [
      { act: 'add' as const, kind: 'clock_in' as const, at: at(6, '09:00') },
      { act: 'add' as const, kind: 'clock_out' as const, at: at(6, '10:00') },
    ];
    await correct(walt, nora.id, extra);
    expect((await timesheetOf(nora, lastWeek)).approval.state).toBe('changed');
    const again = (await fetchSheet(walt, nora.id)).body.approval.fingerprint;
    expect((await approve(walt, nora.id, again)).body.state).toBe('approved');
    expect((await approve(walt, nora.id, again, false)).body.state).toBe('open');
    expect((await stage.log(nora.id)).map(({ action }) => action)).toEqual([
      'hours.corrected',
      'hours.approved',
      'hours.corrected',
      'hours.approved',
      'hours.reopened',
    ]);
  });

  test('requires decided requests, complete punches and the end of the week', async () => {
    const nora = await addWithHours([8]);
    const walt = await manager();
    const [clockIn] = (await timesheetOf(nora, lastWeek)).punches;
    const { body } = await correct(nora, nora.id, [
      { act: 'move', punchId: clockIn?.id ?? 0, at: at(1, '07:30') },
    ]);
    expect(body.state).toBe('waiting');
    const { approval, may } = (await fetchSheet(walt, nora.id)).body;
    expect(may.approvalWaitsFor).toBe('A correction request is pending.');
    expect((await approve(walt, nora.id, approval.fingerprint)).status).toBe(409);
    const forgot = await stage.addEmployee();
    await correct(walt, forgot.id, [{ act: 'add', kind: 'clock_in', at: at(2, '08:00') }]);
    const sheet = (await fetchSheet(walt, forgot.id)).body;
    expect(sheet.may.approvalWaitsFor).toBe('A clock-out is missing. Correct it first.');
    expect(sheet.days[2]).toMatchObject({ flags: ['no_clock_out'], paidMs: 0 });
    const current = await timesheetOf(nora);
    const early = await walt.client.call(decideWeek, {
      params: { id: nora.id },
      body: { week: thisWeek, fingerprint: current.approval.fingerprint, approved: true },
    });
    expect([early.status, early.body]).toEqual([
      409,
      expect.objectContaining({ error: 'The week isn’t over yet.' }),
    ]);
  });

  test('is denied to the employee and to anyone who does not manage these hours', async () => {
    const nora = await addWithHours([8]);
    const { fingerprint } = (await timesheetOf(nora, lastWeek)).approval;
    for (const person of [
      nora,
      await manager({ storeAccess: ['hyundai'] }),
      await stage.addEmployee(),
    ]) {
      expect((await approve(person, nora.id, fingerprint)).status).toBe(404);
    }
    expect((await timesheetOf(nora, lastWeek)).approval.state).toBe('open');
  });

  test('keeps the rules it was approved with', async () => {
    const nora = await addWithHours([10, 10]);
    const walt = await manager();
    const { fingerprint } = (await fetchSheet(walt, nora.id)).body.approval;
    await approve(walt, nora.id, fingerprint);
    const other = await addWithHours([10, 10]);
    const laws = { ...defaultPolicy.laws, ford: 'california' as const };
    const body = { ...defaultPolicy, laws };
    await setWeek(body);
    const approvedSheet = await timesheetOf(nora, lastWeek);
    const openSheet = await timesheetOf(other, lastWeek);
    expect([approvedSheet.approval.state, approvedSheet.totals.overtimeMs]).toEqual([
      'approved',
      0,
    ]);
    expect([openSheet.rules.law, openSheet.totals.overtimeMs]).toEqual(['california', 4 * hourMs]);
    expect(openSheet.days[1]?.flags).toEqual(['missed_break', 'overtime']);
    expect((await walt.client.call(setPolicy, { body: defaultPolicy })).status).toBe(403);
    await setWeek(defaultPolicy);
    expect((await walt.client.call(readPolicy)).body).toEqual(defaultPolicy);
  });
});

test('the first day of the workweek does not change under hours that were approved', async () => {
  const nora = await addWithHours([8]);
  const walt = await manager();
  const { fingerprint } = (await fetchSheet(walt, nora.id)).body.approval;
  await approve(walt, nora.id, fingerprint);
  const { client } = await stage.addEmployee({ pagePermissions: ['system_management'] });
  const refused = await client.call(setPolicy, { body: { ...defaultPolicy, weekStartsOn: 1 } });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { fields: { weekStartsOn: 'Hours were already approved or locked by this workweek' } },
  ]);
  expect((await timesheetOf(nora, lastWeek)).approval.state).toBe('approved');
  await setWeek({ ...defaultPolicy, paidBreakMinutes: 10 });
  await setWeek(defaultPolicy);
});

describe('the team', () => {
  test('lists the employees of the manager’s stores with totals; others do not exist', async () => {
    const nora = await addWithHours([8, 9]);
    const hana = await addWithHours([8], { storeAccess: ['hyundai'] });
    const walt = await manager();
    const ids = async (query = {}) =>
      (await fetchTeam(walt, query)).body.rows.map(({ person }) => person.id);
    expect(await ids()).toContain(nora.id);
    for (const id of [hana.id, walt.id]) expect(await ids()).not.toContain(id);
    expect(await ids({ department: 'parts' })).not.toContain(nora.id);
    const row = (await fetchTeam(walt)).body.rows.find(({ person }) => person.id === nora.id);
    expect(row).toMatchObject({
      totals: { paidMs: 17 * hourMs, overtimeMs: 0 },
      flags: ['missed_break'],
      approval: 'open',
      approvalWaitsFor: null,
    });
    expect((await fetchSheet(walt, hana.id)).status).toBe(404);
    expect((await fetchSheet(walt, walt.id)).status).toBe(404);
    expect((await fetchTeam(nora)).status).toBe(403);
  });

  test('exports a payroll file without formulas and logs the export', async () => {
    const nora = await addWithHours([8.5], { lastName: '=1+1', firstName: 'Anna "A", B' });
    const walt = await manager();
    const { status, body, headers } = await walt.client.call(exportTeam, {
      body: { week: lastWeek },
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = String(body).split('\r\n');
    expect(lines[0]).toContain('employee_number,last_name,first_name,department,stores,week_start');
    const { emrn } = await stage.row(nora.id);
    expect(lines.find((line) => line.startsWith(emrn))).toContain(
      `${emrn},'=1+1,"Anna ""A"", B",sales,ford,${lastWeek},${addDays(lastWeek, 6)},${zone},` +
        'federal,non_exempt,8.50,8:30,30600000,0.00,0:00,0,',
    );
    const logged = await stage.platform.db
      .selectFrom('activity_log')
      .selectAll()
      .where('action', '=', 'hours.exported')
      .execute();
    expect(logged).toMatchObject([{ actor_id: walt.id, subject_id: lastWeek }]);
    const denied = await nora.client.call(exportTeam, { body: {} });
    expect(denied.status).toBe(403);
  });
});

test('an exempt salesperson has no overtime from the week the basis is set', async () => {
  const nora = await addWithHours([12, 12, 12, 12]);
  const walt = await manager();
  const set = ({ client }: StageUser) =>
    client.call(setOvertimeBasis, {
      params: { id: nora.id },
      body: { basis: 'salesman', fromWeek: lastWeek },
    });
  expect((await timesheetOf(nora, lastWeek)).totals.overtimeMs).toBe(8 * hourMs);
  expect((await set(nora)).status).toBe(404);
  expect((await set(await manager({ storeAccess: ['chevrolet'] }))).status).toBe(404);
  expect((await set(walt)).status).toBe(200);
  const { totals, rules } = await timesheetOf(nora, lastWeek);
  expect([totals.overtimeMs, totals.regularMs, rules.basis]).toEqual([0, 48 * hourMs, 'salesman']);
  expect((await timesheetOf(nora, addDays(lastWeek, -7))).rules.basis).toBe('non_exempt');
});

test('a shift over midnight into a new week is split between both', async () => {
  const nora = await stage.addEmployee();
  await correct(await manager(), nora.id, [
    { act: 'add', kind: 'clock_in', at: at(-1, '22:00') },
    { act: 'add', kind: 'clock_out', at: at(0, '05:00') },
  ]);
  const before = await timesheetOf(nora, addDays(lastWeek, -1));
  const after = await timesheetOf(nora, lastWeek);
  expect([before.totals.paidMs, after.totals.paidMs]).toEqual([2 * hourMs, 5 * hourMs]);
  await recordPunch(nora, 'clock_in');
  expect((await timesheetOf(nora, lastWeek)).totals.paidMs).toBe(5 * hourMs);
});

test('weeks outside the supported range are rejected with an explanation', async () => {
  const author = await manager({ storeAccess: ['all'] });
  const requests = [
    ['GET', '/api/time-clock/sheet'],
    ['GET', '/api/time-clock/team'],
    ['POST', '/api/time-clock/team/export'],
  ] as const;
  const status = async (method: string, path: string, week: string) => {
    const reply = await (method === 'GET'
      ? author.client.raw(method, `${path}?week=${week}`)
      : author.client.raw(method, path, { body: { week } }));
    if (reply.status === 400) {
      expect(reply.body.error).toBe('Enter a date between 1900 and 2199');
    }
    return reply.status;
  };
  for (const [method, path] of requests) {
    for (const week of ['0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31']) {
      expect([path, week, await status(method, path, week)]).toEqual([path, week, 400]);
    }
    for (const week of ['1900-01-01', '2199-12-31']) {
      expect([path, week, await status(method, path, week)]).toEqual([path, week, 200]);
    }
  }
});
