import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteUser, updateUser } from '../../admin/contract.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import * as savedViews from '../contract/views.ts';
import { saveEmployment } from '../contract/writing.ts';
import * as calls from '../contract.ts';
import {
  findEmployees,
  findManagers,
  inLineOf,
  listReports,
  readableByHr,
} from '../server/public.ts';
import { type EmployeeStage, fileOf, open, openEmployeeStage, report, setJob } from './stage.ts';

let stage: EmployeeStage;
let hr: StageUser;
let colleague: StageUser;
beforeAll(async () => {
  stage = await openEmployeeStage();
  hr = await stage.addHr();
  colleague = await stage.addEmployee({ storeAccess: ['hyundai'] });
});
afterAll(() => stage.stop());

const list = async ({ client }: StageUser, query: Record<string, unknown> = {}) =>
  (await client.call(calls.listEmployees, { query: { limit: 200, ...query } })).body;
const idsOf = async (user: StageUser, query: Record<string, unknown> = {}) =>
  (await list(user, query)).map(({ id }) => id);
const hrIds = async ({ client }: StageUser, query: Record<string, unknown> = {}) =>
  (await client.call(calls.listHrEmployees, { query: { limit: 200, ...query } })).body.map(
    ({ id }) => id,
  );

async function employ(about: StageUser, fields: Record<string, unknown>) {
  const { version, ...file } = await fileOf(hr, about);
  const { employeeNumber, hiredOn, leftOn, reviewOn, payBasis } = file;
  return hr.client.call(saveEmployment, {
    params: { employeeId: about.id },
    body: {
      ...{ version, employeeNumber, hiredOn, leftOn, reviewOn, payBasis, workPhone: null },
      ...fields,
    },
  });
}

describe('an account', () => {
  test('is an employee from the start, with the number, the store and the department it has', async () => {
    const { id } = await stage.addUser({ storeAccess: ['chevrolet'], department: 'parts' });
    const { emrn } = await stage.row(id);
    const found = (await findEmployees(stage.platform.db, [id])).get(id);
    expect(found).toMatchObject({ store: 'chevrolet', department: 'parts', managerId: null });
    expect(found?.employeeNumber).toBe(String(Number(emrn.slice(3))));
  });

  test('of several stores is of the group', async () => {
    const { id } = await stage.addUser({ storeAccess: ['ford', 'hyundai'] });
    expect((await findEmployees(stage.platform.db, [id])).get(id)?.store).toBeNull();
  });

  test('that waits is none until it is approved, and a bot never is', async () => {
    const waiting = await stage.addUser({ pending: true });
    const bot = await stage.addUser({ protection: 'system_bot' });
    const ids = [waiting.id, bot.id];
    expect((await findEmployees(stage.platform.db, ids)).size).toBe(0);
    await sql`update users set pending = false, store_access = '{ford}' where id = ${waiting.id}`.execute(
      stage.platform.db,
    );
    const found = await findEmployees(stage.platform.db, ids);
    expect([...found.keys()]).toEqual([waiting.id]);
    expect(found.get(waiting.id)?.store).toBe('ford');
  });

  test('whose number payroll gave to someone else has none yet', async () => {
    const first = await stage.addEmployee();
    const next = String(Number((await stage.row(first.id)).emrn.slice(3)) + 1);
    expect((await employ(first, { employeeNumber: next })).status).toBe(200);
    const second = await stage.addEmployee();
    expect((await stage.row(second.id)).emrn).toBe(`EMP${next.padStart(6, '0')}`);
    const found = await findEmployees(stage.platform.db, [second.id]);
    expect(found.get(second.id)?.employeeNumber).toBeNull();
  });
});

describe('the directory', () => {
  test('shows every approved person everyone, without what is in the file', async () => {
    const someone = await stage.addEmployee({ firstName: 'Wilma', lastName: 'Zander' });
    await employ(someone, { hiredOn: '2019-03-04', workPhone: '(316) 555-0101 x12' });
    const card = (await list(colleague, { q: 'wilma zan' }))[0];
    expect(card).toEqual({
      id: someone.id,
      name: 'Wilma Zander',
      preferredName: null,
      jobTitle: null,
      store: 'ford',
      department: 'sales',
      manager: null,
      email: (await stage.row(someone.id)).email,
      workPhone: { e164: '+13165550101', extension: '12' },
      directReports: 0,
    });
    const count = await colleague.client.call(calls.countEmployees, { query: { q: 'zander' } });
    expect(count.body.count).toBe(1);
    const waiting = await stage.addUser({ pending: true });
    expect((await waiting.client.call(calls.listEmployees)).status).toBe(403);
  });

  test('is searched by name and title, and by number only as HR', async () => {
    const someone = await stage.addEmployee();
    await setJob(stage, hr, someone, { jobTitle: 'Détailer' });
    await employ(someone, { employeeNumber: 'QX-771' });
    expect(await idsOf(colleague, { q: 'detailer' })).toEqual([someone.id]);
    expect(await idsOf(colleague, { q: 'qx-77' })).toEqual([]);
    expect(await hrIds(hr, { q: 'qx-77' })).toEqual([someone.id]);
    // Not a pattern.
    expect(await idsOf(colleague, { q: 'detail%' })).toEqual([]);
  });

  test('is filtered by store, department and manager', async () => {
    const boss = await stage.addEmployee({ storeAccess: ['chevrolet'] });
    const below = await stage.addEmployee({ storeAccess: ['chevrolet'], department: 'parts' });
    await setJob(stage, hr, below, { store: 'chevrolet', managerId: boss.id, department: null });
    expect(await idsOf(colleague, { managerId: boss.id })).toEqual([below.id]);
    expect(await idsOf(colleague, { store: 'chevrolet' })).toEqual(
      expect.arrayContaining([boss.id, below.id]),
    );
    expect(await idsOf(colleague, { store: 'chevrolet', department: 'sales' })).toContain(boss.id);
    expect(await idsOf(colleague, { store: 'group' })).not.toContain(boss.id);
    const choices = await colleague.client.call(calls.getChoices);
    expect(choices.body.managers.map(({ id }) => id)).toContain(boss.id);
    expect(choices.body.hr).toBeNull();
  });

  test('has pages', async () => {
    const all = await idsOf(colleague);
    const [first, second] = [
      await idsOf(colleague, { limit: 2 }),
      await idsOf(colleague, { limit: 2, offset: 2 }),
    ];
    expect([...first, ...second]).toEqual(all.slice(0, 4));
  });

  test('has someone until their last day is past, and then only HR finds them', async () => {
    const someone = await stage.addEmployee();
    await employ(someone, { leftOn: stage.day(0) });
    expect(await idsOf(colleague)).toContain(someone.id);
    expect(await hrIds(hr, { status: 'leaving' })).toContain(someone.id);
    await employ(someone, { leftOn: stage.day(-1) });
    expect(await idsOf(colleague)).not.toContain(someone.id);
    expect((await open(colleague, someone)).status).toBe(404);
    expect(await hrIds(hr)).not.toContain(someone.id);
    expect(await hrIds(hr, { status: 'former' })).toContain(someone.id);
    expect((await open(hr, someone)).body.file?.status).toBe('former');
  });

  test('leaves out those who cannot sign in, whom HR still sees', async () => {
    const someone = await stage.addEmployee();
    const { status } = await stage.admin.client.call(updateUser, {
      params: { id: someone.id },
      body: { isActive: false },
    });
    expect(status).toBe(200);
    expect(await idsOf(colleague)).not.toContain(someone.id);
    expect(await hrIds(hr)).toContain(someone.id);
  });

  test('has no deleted account, whose file HR keeps', async () => {
    const someone = await stage.addEmployee();
    await setJob(stage, hr, someone, { jobTitle: 'Porter' });
    const { status } = await stage.admin.client.call(deleteUser, { params: { id: someone.id } });
    expect(status).toBe(200);
    expect(await idsOf(colleague)).not.toContain(someone.id);
    expect(await hrIds(hr, { status: 'former' })).toContain(someone.id);
    expect(await fileOf(hr, someone)).toMatchObject({ status: 'former', jobs: [{}] });
  });

  test('shows the tree to everyone', async () => {
    const [top, middle, low] = [
      await stage.addEmployee(),
      await stage.addEmployee(),
      await stage.addEmployee({ storeAccess: ['hyundai'] }),
    ];
    await report(stage, hr, middle, top);
    await setJob(stage, hr, low, { store: 'hyundai', managerId: middle.id });
    const { body } = await colleague.client.call(calls.getReportingTree, {
      query: { store: 'hyundai' },
    });
    const rows = body.filter(({ id }) => [top.id, middle.id, low.id].includes(id));
    expect(rows.map(({ id, managerId, isAbove }) => ({ id, managerId, isAbove }))).toEqual([
      { id: top.id, managerId: null, isAbove: true },
      { id: middle.id, managerId: top.id, isAbove: true },
      { id: low.id, managerId: middle.id, isAbove: false },
    ]);
    expect(rows[0]).toMatchObject({ directReports: 1, allReports: 2 });
  });
});

describe('a file', () => {
  test('is for the employee, those above them and HR of their store', async () => {
    const [top, boss, someone] = [
      await stage.addEmployee(),
      await stage.addEmployee(),
      await stage.addEmployee(),
    ];
    await report(stage, hr, boss, top);
    await report(stage, hr, someone, boss);
    const { body: own } = await open(someone, someone);
    expect(own.may).toEqual({
      change: false,
      propose: true,
      seeHistory: false,
      seePrivate: true,
      changePrivate: false,
    });
    expect(own.file?.home).not.toBeNull();
    expect(own.managers.map(({ id }) => id)).toEqual([boss.id, top.id]);
    for (const manager of [boss, top]) {
      const { body } = await open(manager, someone);
      expect(body.file?.home).toBeNull();
      expect(body.file?.jobs).toMatchObject([{ manager: { id: boss.id }, state: 'current' }]);
      expect(Object.values(body.may)).toEqual([false, false, false, false, false]);
    }
    // Those below are no managers of those above.
    expect((await open(someone, boss)).body.file).toBeNull();
    expect((await open(boss, boss)).body.reports.map(({ id }) => id)).toEqual([someone.id]);
    const fordHr = await stage.addHr({ storeAccess: ['ford'] });
    expect((await open(fordHr, someone)).body.may.change).toBe(true);
    const hyundaiHr = await stage.addHr({ storeAccess: ['hyundai'] });
    for (const other of [colleague, hyundaiHr]) {
      const { status, body } = await open(other, someone);
      expect(status).toBe(200);
      expect(body.file).toBeNull();
      expect(Object.values(body.may)).toEqual([false, false, false, false, false]);
    }
  });

  test('of the group is for HR of all stores', async () => {
    const someone = await stage.addEmployee({ storeAccess: ['all'] });
    const fordHr = await stage.addHr({ storeAccess: ['ford', 'hyundai'] });
    expect((await open(fordHr, someone)).body.file).toBeNull();
    expect((await open(hr, someone)).body.file).not.toBeNull();
    expect(await hrIds(fordHr)).not.toContain(someone.id);
    expect(await hrIds(hr)).toContain(someone.id);
  });

  test('is read, and not changed, by those who only view HR', async () => {
    const reader = await stage.addHr({ featurePermissions: ['view_data'] });
    const someone = await stage.addEmployee();
    const { body } = await open(reader, someone);
    expect(body.may).toMatchObject({ change: false, seeHistory: true, seePrivate: false });
    const { status } = await reader.client.call(saveEmployment, {
      params: { employeeId: someone.id },
      body: { version: 1, leftOn: null, hiredOn: null, reviewOn: null } as never,
    });
    expect(status).toBe(403);
  });

  test('that does not exist is not found', async () => {
    const { status } = await hr.client.raw('GET', '/api/employees/999999');
    expect(status).toBe(404);
    expect((await hr.client.raw('GET', '/api/employees/none')).status).toBe(400);
  });
});

describe('HR’s list', () => {
  test('is filtered by dates, status and pay basis, and sorted', async () => {
    const [old, young] = [await stage.addEmployee(), await stage.addEmployee()];
    await employ(old, { hiredOn: '2011-02-01', reviewOn: '2012-02-01', payBasis: 'flat_rate' });
    await employ(young, { hiredOn: '2012-06-15', payBasis: 'flat_rate' });
    const both = { payBasis: 'flat_rate' } as const;
    expect(await hrIds(hr, { ...both, sort: 'hiredOn' })).toEqual([old.id, young.id]);
    expect(await hrIds(hr, { ...both, sort: '-hiredOn' })).toEqual([young.id, old.id]);
    expect(await hrIds(hr, { ...both, hiredFrom: '2012-01-01' })).toEqual([young.id]);
    expect(await hrIds(hr, { ...both, hiredTo: '2011-02-01' })).toEqual([old.id]);
    expect(await hrIds(hr, { reviewBy: '2012-02-01' })).toEqual([old.id]);
    const { body } = await hr.client.call(calls.countHrEmployees, { query: both });
    expect(body).toEqual({ count: 2, isMore: false });
    const wrong = await hr.client.raw('GET', '/api/hr/employees?hiredFrom=yesterday');
    expect(wrong.status).toBe(400);
  });

  test('is for HR only', async () => {
    for (const user of [colleague, await stage.addEmployee({ pagePermissions: ['hr'] })]) {
      expect((await user.client.call(calls.listHrEmployees)).status).toBe(403);
      expect((await user.client.call(calls.countHrEmployees)).status).toBe(403);
    }
  });

  test('is exported by those who write in HR, of their stores, and the export is recorded', async () => {
    const fordHr = await stage.addHr({ storeAccess: ['ford'], department: 'back_office' });
    const someone = await stage.addEmployee({ firstName: 'Ximena', lastName: 'Quist' });
    await setJob(stage, hr, someone, { jobTitle: '=HYPERLINK("x")' });
    const body = { q: '', sort: 'name' };
    const { status, body: text } = await fordHr.client.raw('POST', calls.exportEmployees.path, {
      body,
    });
    expect(status).toBe(200);
    expect(text).toContain('Ximena Quist');
    // Not a formula in a spreadsheet.
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).not.toContain('hyundai');
    const acts = await sql<{ after: object }>`select after from activity_log
      where actor_id = ${fordHr.id} and action = 'employees.exported'`.execute(stage.platform.db);
    expect(acts.rows).toHaveLength(1);
    const reader = await stage.addHr({ featurePermissions: ['view_data'] });
    const refused = await reader.client.raw('POST', calls.exportEmployees.path, { body });
    expect(refused.status).toBe(403);
  });
});

describe('saved views of HR', () => {
  const save = ({ client }: StageUser, body: object) =>
    client.call(savedViews.saveView, { body: body as never });
  const names = async ({ client }: StageUser) =>
    (await client.call(savedViews.listViews)).body.map(({ name, isOwn }) => [name, isOwn]);

  test('are one’s own, or shared with a store one works at', async () => {
    const [fordHr, hyundaiHr] = [
      await stage.addHr({ storeAccess: ['ford'] }),
      await stage.addHr({ storeAccess: ['hyundai'] }),
    ];
    await save(hr, { name: 'Mine', store: null, filters: { status: 'leaving' } });
    await save(hr, { name: 'Ford’s', store: 'ford', filters: { sort: '-hiredOn' } });
    expect(await names(hr)).toEqual([
      ['Ford’s', true],
      ['Mine', true],
    ]);
    expect(await names(fordHr)).toEqual([['Ford’s', false]]);
    expect(await names(hyundaiHr)).toEqual([]);
    expect((await save(hyundaiHr, { name: 'X', store: 'ford', filters: {} })).status).toBe(400);
    expect((await save(hr, { name: 'X', store: null, filters: { pay: '9' } })).status).toBe(400);
    expect((await colleague.client.call(savedViews.listViews)).status).toBe(403);
    const [shared] = (await fordHr.client.call(savedViews.listViews)).body;
    const params = { viewId: shared?.id ?? 0 };
    expect((await fordHr.client.call(savedViews.deleteView, { params })).status).toBe(404);
    expect((await hr.client.call(savedViews.deleteView, { params })).status).toBe(200);
    expect(await names(fordHr)).toEqual([]);
  });
});

describe('for other modules', () => {
  test('those above and below are found, passing over those who cannot sign in', async () => {
    const { db } = stage.platform;
    const [top, middle, low] = [
      await stage.addEmployee(),
      await stage.addEmployee(),
      await stage.addEmployee(),
    ];
    await report(stage, hr, middle, top);
    await report(stage, hr, low, middle);
    expect(await findManagers(db, low.id)).toEqual([middle.id, top.id]);
    expect((await listReports(db, top.id)).sort()).toEqual([middle.id, low.id].sort());
    expect(await listReports(db, low.id)).toEqual([]);
    await sql`update users set is_active = false where id = ${middle.id}`.execute(db);
    expect(await findManagers(db, low.id)).toEqual([top.id]);
    const { rows } = await sql<{ id: number }>`select e.user_id as id from employees e
      where ${inLineOf(top.id)} order by 1`.execute(db);
    expect(rows.map(({ id }) => id)).toEqual([middle.id, low.id]);
  });

  test('what HR reads is a condition', async () => {
    const { db } = stage.platform;
    const [ford, hyundai] = [
      await stage.addEmployee(),
      await stage.addEmployee({ storeAccess: ['hyundai'] }),
    ];
    const actor = {
      role: 'manager' as const,
      pagePermissions: ['hr'],
      featurePermissions: ['view_data'],
      storeAccess: ['ford'],
    };
    const read = async (viewer: typeof actor) =>
      (
        await sql<{ id: number }>`select e.user_id as id from employees e
          where ${readableByHr(viewer)} and e.user_id in (${ford.id}, ${hyundai.id})`.execute(db)
      ).rows.map(({ id }) => id);
    expect(await read(actor)).toEqual([ford.id]);
    expect(await read({ ...actor, storeAccess: ['all'] })).toHaveLength(2);
    expect(await read({ ...actor, pagePermissions: [] })).toEqual([]);
    expect(await read({ ...actor, storeAccess: [] })).toEqual([]);
  });
});
