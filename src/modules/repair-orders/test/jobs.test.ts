import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import { getChoices, openOrder } from '../contract.ts';
import {
  addCustomer,
  fetchOrder,
  move,
  open,
  openRepairOrderStage,
  orderBody,
  type RepairOrderStage,
  save,
} from './stage.ts';

let stage: RepairOrderStage;
let advisor: StageUser;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openRepairOrderStage();
  advisor = await stage.addEmployee();
  customer = await addCustomer(advisor);
});
afterAll(() => stage.stop());

const jobs: [string, Pick<NewUser, 'role' | 'department'>, boolean][] = [
  ['an advisor', { role: 'employee', department: 'service' }, true],
  ['a service manager', { role: 'manager', department: 'service' }, true],
  ['a parts counter person', { role: 'employee', department: 'parts' }, true],
  ['a parts manager', { role: 'manager', department: 'parts' }, true],
  ['a general manager', { role: 'general_manager', department: 'sales' }, true],
  ['a salesperson', { role: 'employee', department: 'sales' }, false],
  ['a sales manager', { role: 'manager', department: 'sales' }, false],
  ['an F&I manager', { role: 'manager', department: 'finance' }, false],
  ['a back office employee', { role: 'employee', department: 'back_office' }, false],
  ['an IT employee', { role: 'employee', department: 'it' }, false],
  ['someone without a department', { role: 'employee', department: null }, false],
];

describe.each(jobs)('%s', (_, job, may) => {
  test('writes repair orders or reads them only', async () => {
    const user = await stage.addEmployee(job);
    const body = orderBody(advisor, customer.id) as never;
    expect((await user.client.call(openOrder, { body })).status).toBe(may ? 201 : 403);
    expect((await user.client.call(getChoices)).body.may.open).toBe(may);
    const order = await open(advisor, customer.id);
    const seen = await fetchOrder(user, order.id);
    expect([seen.status, seen.body.may.edit]).toEqual([200, may]);
    expect(seen.body.may.become.length > 0).toBe(may);
    const saved = await save(user, order, { note: 'Mine' });
    expect(saved.status).toBe(may ? 200 : 403);
    const version = may ? saved.body.version : order.version;
    expect((await move(user, { id: order.id, version }, 'in_work')).status).toBe(may ? 200 : 403);
    const after = (await fetchOrder(advisor, order.id)).body;
    expect([after.status, after.note]).toEqual(may ? ['in_work', 'Mine'] : ['open', '']);
  });
});
