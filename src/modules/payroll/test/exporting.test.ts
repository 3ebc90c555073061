import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import {
  type Codes,
  checkExport,
  defaultCodes,
  downloadExport,
  exportPeriod,
  listCodes,
  listExports,
  setCodes,
  setNumber,
} from '../contract/exports.ts';
import { approve, boardOf, lastWeek, lock, openPayrollStage, type PayrollStage } from './stage.ts';

let stage: PayrollStage;
let nora: StageUser;
let ford: StageUser;
const period = lastWeek();
const monday = addDays(period, 1);

beforeAll(async () => {
  stage = await openPayrollStage();
  nora = await stage.addEmployee();
  ford = await stage.addEmployee({
    role: 'manager',
    department: 'hr',
    pagePermissions: ['hr'],
    featurePermissions: ['manage_users', 'view_data'],
  });
  for (const day of [0, 1, 2, 3, 4])
    await stage.work(nora, addDays(monday, day), ['08:00', '17:00']);
  await approve(stage.payroll, [nora]);
});
afterAll(() => stage.stop());

const codes: Codes = { ...defaultCodes.adp, company: 'LKF' };
const send = (
  user: StageUser,
  {
    clientId = crypto.randomUUID() as string,
    unit = 'ford' as const,
    provider = 'adp' as const,
  } = {},
) => user.client.call(exportPeriod, { params: { period }, body: { clientId, unit, provider } });
const fileOf = (user: StageUser, id: number) =>
  user.client.raw('GET', downloadExport.path.replace(':id', String(id)));

test('before the lock a file is shown with what is missing, and not made', async () => {
  const { body } = await stage.payroll.client.call(checkExport, {
    params: { period },
    query: { unit: 'ford', provider: 'adp' },
  });
  expect(body.rows).toHaveLength(1);
  expect(body.problems.map(({ text }) => text)).toEqual([
    'Enter the two or three characters of the ADP company code of Ford.',
  ]);
  const early = await send(stage.payroll);
  expect([early.status, early.body]).toMatchObject([
    409,
    { error: 'Lock the pay period before you export it.' },
  ]);
  expect((await stage.payroll.client.call(listExports, { params: { period } })).body).toEqual([]);
});

test('codes are set per store, with a version, by those who run its payroll', async () => {
  const set = (user: StageUser, unit: 'ford' | 'hyundai' | 'group', version: number) =>
    user.client.call(setCodes, { params: { provider: 'adp', unit }, body: { codes, version } });
  expect((await set(nora, 'ford', 0)).status).toBe(403);
  expect((await set(ford, 'hyundai', 0)).status).toBe(404);
  expect((await set(ford, 'group', 0)).status).toBe(404);
  expect((await set(ford, 'ford', 0)).body).toMatchObject({ version: 1 });
  expect((await set(stage.payroll, 'ford', 0)).status).toBe(409);
  const own = await ford.client.call(listCodes);
  expect([...new Set(own.body.codes.map(({ unit }) => unit))]).toEqual(['ford']);
  expect(own.body.codes.find(({ provider }) => provider === 'adp')?.codes.company).toBe('LKF');
  const wrong = await ford.client.raw('PUT', '/api/payroll/codes/adp/ford', {
    body: { codes: { ...codes, company: '=1+1' }, version: 1 },
  });
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([
    400,
    expect.stringContaining('Use letters, digits'),
  ]);
  const gusto = await ford.client.call(setCodes, {
    params: { provider: 'gusto', unit: 'ford' },
    body: { codes: { ...defaultCodes.gusto, timeOff: { 'Jury duty': 'jury' } }, version: 0 },
  });
  expect([gusto.status, gusto.body]).toMatchObject([
    400,
    { error: 'Gusto has columns for PTO and sick leave only.' },
  ]);
});

test('an employee without a number is named before, and can get one for the provider', async () => {
  const { db } = stage.platform;
  await sql`update employees set employee_number = null where user_id = ${nora.id}`.execute(db);
  expect((await lock(stage.payroll)).status).toBe(200);
  const refused = await send(stage.payroll);
  expect([refused.status, String(Object(refused.body).error)]).toEqual([
    409,
    expect.stringMatching(/^Nora .* has no employee number\.$/),
  ]);
  const set = (user: StageUser, number: string) =>
    user.client.call(setNumber, { params: { id: nora.id, provider: 'adp' }, body: { number } });
  expect((await set(stage.manager, '4711')).status).toBe(403);
  expect((await set(ford, '47 11')).status).toBe(400);
  expect((await set(ford, '4711')).body).toEqual({ number: '4711' });
  const twin = await stage.payroll.client.call(setNumber, {
    params: { id: stage.manager.id, provider: 'adp' },
    body: { number: '4711' },
  });
  expect([twin.status, twin.body]).toMatchObject([409, { error: 'Someone else has this number.' }]);
  const atOnce = await Promise.all(
    [stage.manager, ford].map(({ id }) =>
      stage.payroll.client.call(setNumber, {
        params: { id, provider: 'adp' },
        body: { number: '4712' },
      }),
    ),
  );
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('the file is kept: sent twice it is one, and it has the same bytes each time', async () => {
  const clientId = crypto.randomUUID();
  const [first, again] = await Promise.all([
    send(stage.payroll, { clientId }),
    send(stage.payroll, { clientId }),
  ]);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body.id).toBe(first.body.id);
  const file = await fileOf(stage.payroll, first.body.id);
  const batch = addDays(period, 6).slice(2).replaceAll('-', '');
  expect(file.body).toBe(
    'Co Code,Batch ID,File #,Temp Dept,Reg Hours,O/T Hours,Hours 3 Code,Hours 3 Amount,Hours 4 Code,Hours 4 Amount\r\n' +
      `LKF,${batch},004711,,40.00,5.00,,,,\r\n`,
  );
  expect(file.headers.get('content-disposition')).toContain('PRLKFEPI.csv');
  const second = await send(stage.payroll);
  expect([second.body.id === first.body.id, second.body.sha256]).toEqual([
    false,
    first.body.sha256,
  ]);
  // Whatever becomes of names and codes, what was exported stays.
  await ford.client.call(setCodes, {
    params: { provider: 'adp', unit: 'ford' },
    body: { codes: { ...codes, company: 'NEW' }, version: 1 },
  });
  expect((await fileOf(stage.payroll, first.body.id)).body).toBe(file.body);
  const { units } = await boardOf(stage.payroll);
  expect(units.find(({ unit }) => unit === 'ford')?.state).toBe('exported');
  const actions = await sql<{ action: string }>`
    select action from activity_log where action in ('payroll.exported', 'payroll.downloaded')`.execute(
    stage.platform.db,
  );
  expect(actions.rows.map(({ action }) => action).toSorted()).toEqual([
    'payroll.downloaded',
    'payroll.downloaded',
    'payroll.exported',
    'payroll.exported',
  ]);
});

test('exports are for those who run the payroll of the store', async () => {
  const hyundai = await stage.addEmployee({
    role: 'manager',
    storeAccess: ['hyundai'],
    pagePermissions: ['hr'],
    featurePermissions: ['manage_users'],
  });
  const [made] = (await ford.client.call(listExports, { params: { period } })).body;
  expect(made).toMatchObject({ unit: 'ford', provider: 'adp', rows: 1, isOutdated: false });
  expect((await fileOf(ford, made?.id ?? 0)).status).toBe(200);
  expect((await hyundai.client.call(listExports, { params: { period } })).body).toEqual([]);
  expect((await fileOf(hyundai, made?.id ?? 0)).status).toBe(404);
  expect((await send(hyundai)).status).toBe(404);
  for (const user of [nora, stage.manager]) {
    expect((await fileOf(user, made?.id ?? 0)).status).toBe(403);
    expect((await send(user)).status).toBe(403);
    expect((await user.client.call(listExports, { params: { period } })).status).toBe(403);
  }
});

test('someone who gets a salary after the period is paid by the hour for it', async () => {
  const { db } = stage.platform;
  const addPay = (basis: 'hourly' | 'salary', from: string) =>
    sql`insert into employee_pay (user_id, effective_on, basis, sealed, client_id, created_by)
      values (${nora.id}, ${from}::date, ${basis}, '{}', gen_random_uuid(), ${nora.id})`.execute(
      db,
    );
  await addPay('hourly', addDays(period, -100));
  await addPay('salary', addDays(period, 7));
  await sql`update employees set pay_basis = 'salary' where user_id = ${nora.id}`.execute(db);
  const hoursOf = async () => {
    const { body } = await stage.payroll.client.call(checkExport, {
      params: { period },
      query: { unit: 'ford', provider: 'adp' },
    });
    return body.rows.map((row) => row.slice(4, 6));
  };
  expect(await hoursOf()).toEqual([['40.00', '5.00']]);
  await addPay('salary', addDays(period, 6));
  expect(await hoursOf()).toEqual([['', '5.00']]);
});

test('someone who changes stores after the lock is paid where they were locked', async () => {
  const move = (store: string) =>
    sql`update employees set store = ${store} where user_id = ${nora.id}`.execute(
      stage.platform.db,
    );
  const rowsOf = async (unit: 'ford' | 'hyundai') => {
    const { body } = await stage.payroll.client.call(checkExport, {
      params: { period },
      query: { unit, provider: 'adp' },
    });
    return body.rows.length;
  };
  await move('hyundai');
  expect([await rowsOf('ford'), await rowsOf('hyundai')]).toEqual([1, 0]);
  await move('ford');
});

test('someone whose last day is corrected after the lock to one long ago is paid as locked', async () => {
  const leave = (day: string | null) =>
    sql`update employees set left_on = ${day}::date where user_id = ${nora.id}`.execute(
      stage.platform.db,
    );
  await leave(addDays(period, -100));
  const { body } = await stage.payroll.client.call(checkExport, {
    params: { period },
    query: { unit: 'ford', provider: 'adp' },
  });
  expect(body.rows).toHaveLength(1);
  await leave(null);
});

test('an export of a lock that was undone says so', async () => {
  await lock(stage.payroll, { locked: false, reason: 'Wrong hours' });
  const { body } = await ford.client.call(listExports, { params: { period } });
  expect(body.map(({ isOutdated }) => isOutdated)).toEqual([true, true]);
  expect((await send(stage.payroll)).status).toBe(409);
});
