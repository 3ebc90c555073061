import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import { getStats } from '../../dashboard/contract.ts';
import type { NewUser } from '../../people/server/public.ts';
import { getReport, listReports } from '../contract.ts';

// The gross of deals is for those who work on deals; service and parts see the gross of their own work.
let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.stop());

type Job = [string, Pick<NewUser, 'role' | 'department'>, boolean];
const jobs: Job[] = [
  ['a sales manager', { role: 'manager', department: 'sales' }, true],
  ['an F&I manager', { role: 'manager', department: 'finance' }, true],
  ['a back office manager', { role: 'manager', department: 'back_office' }, true],
  ['a general manager', { role: 'general_manager', department: 'service' }, true],
  ['a service manager', { role: 'manager', department: 'service' }, false],
  ['a parts manager', { role: 'manager', department: 'parts' }, false],
];

test.each(jobs)('%s sees the gross of deals or not', async (_, job, isSeen) => {
  const { client } = await stage.addUser({
    ...job,
    storeAccess: ['ford'],
    pagePermissions: ['reports', 'dashboard', 'customer_management'],
    featurePermissions: ['view_data', 'financial_reports'],
  });
  const read = (report: 'sales' | 'service' | 'finance') =>
    client.call(getReport, { params: { report }, query: {} as never });
  const sales = await read('sales');
  expect(Object.hasOwn(sales.body.total.figures, 'frontGross')).toBe(isSeen);
  expect((await read('finance')).status).toBe(isSeen ? 200 : 403);
  const { body: catalog } = await client.call(listReports);
  expect(JSON.stringify(catalog).includes('"Front gross"')).toBe(isSeen);
  expect(catalog.reports.some(({ id }) => id === 'finance')).toBe(isSeen);
  expect((await read('service')).body.total.figures).toHaveProperty('gross');
  const stats = JSON.stringify((await client.call(getStats)).body);
  expect(stats.includes('grossCents')).toBe(isSeen);
});
