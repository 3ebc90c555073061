import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { getPrivatePart, listPrivateAccess } from '../contract/private.ts';
import * as calls from '../contract.ts';
import { seedEmployees } from '../demo.ts';
import type { EmployeesDb } from '../server/tables.ts';

let forecourt: TestForecourt;
let hr: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  hr = await forecourt.signIn('denise.abernathy');
});
afterAll(() => forecourt.stop());

test('everyone of the demo group has a job, a number and a hire date, and one has no manager', async () => {
  const { body } = await hr.call(calls.listHrEmployees, { query: { limit: 200 } });
  expect(body.length).toBeGreaterThan(35);
  for (const { name, jobTitle, employeeNumber, hiredOn, payBasis } of body) {
    expect([name, !!jobTitle, !!employeeNumber, !!hiredOn, !!payBasis]).toEqual([
      name,
      true,
      true,
      true,
      true,
    ]);
  }
  expect(body.filter(({ manager }) => manager === null).map(({ name }) => name)).toEqual([
    'Patricia Halvorsen',
  ]);
  const years = body.map(({ hiredOn }) => Number(hiredOn?.slice(0, 4)));
  expect(Math.max(...years) - Math.min(...years)).toBeGreaterThan(12);
});

test('the tree has everyone below the president', async () => {
  const client = await forecourt.signIn('employee');
  const { body } = await client.call(calls.getReportingTree);
  const roots = body.filter(({ managerId }) => managerId === null);
  expect(roots.map(({ name, allReports }) => [name, allReports])).toEqual([
    ['Patricia Halvorsen', body.length - 1],
  ]);
});

test('there is something to decide, something planned, and something that was not returned', async () => {
  expect((await hr.call(calls.countProposals)).body.count).toBe(3);
  const { body } = await hr.call(calls.listEquipmentOut, { query: { holders: 'former' } });
  expect(body.map(({ employee, name }) => [employee.name, name])).toEqual([
    ['Derek Sloan', 'Tablet'],
  ]);
  const { rows } = await sql<{ count: number }>`select count(*) as count from employee_jobs
    where applied_at is null`.execute(forecourt.platform.db);
  expect(rows[0]?.count).toBe(1);
  const access = await hr.call(listPrivateAccess);
  expect(access.body.holders.map(({ isYou }) => isYou)).toEqual([true]);
});

test('with the keys of a server there is pay, too', async () => {
  const { platform } = forecourt;
  const db: EmployeesDb = platform.db;
  const { rows } = await sql<{
    id: number;
    username: string;
  }>`select id, username from users`.execute(db);
  const ids = new Map(rows.map(({ id, username }) => [username, id]));
  await db.transaction().execute(async (tx) => {
    await sql`truncate employee_jobs, employee_contacts, employee_emergency_contacts,
      employee_equipment, employee_proposals, employee_private_access`.execute(tx);
    await seedEmployees(tx, new Date(), (username) => ids.get(username) ?? 0, platform.secrets);
  });
  const { body } = await hr.call(getPrivatePart, {
    params: { employeeId: ids.get('viktor.dragan') ?? 0 },
  });
  expect(body.identity.payrollId).toMatch(/^LAG-\d+$/);
  expect(body.pay.at(-1)).toMatchObject({ basis: 'flat_rate', per: 'flag_hour', reason: 'Hired' });
});
