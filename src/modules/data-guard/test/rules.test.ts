import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listActivity } from '../../activity/contract.ts';
import { changeCustomerDataRules, getCustomerDataRules, usualRules } from '../contract.ts';

let forecourt: TestForecourt;
let admin: Client;
let employee: Client;
let manager: Client;

beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
});
afterAll(() => forecourt.stop());

describe('the rules', () => {
  test('are changed only by role admin, for everyone at once, and logged', async () => {
    const body = { ...usualRules, card: 'refuse' as const };
    const { db } = forecourt.platform;
    const grant = (page_permissions: ('system_management' | 'all')[]) =>
      db.updateTable('users').set({ page_permissions }).where('username', '=', 'gm').execute();
    const gm = await forecourt.signIn('gm');
    for (const permission of ['system_management', 'all'] as const) {
      await grant([permission]);
      expect((await gm.call(changeCustomerDataRules, { body })).status).toBe(403);
    }
    expect((await manager.call(changeCustomerDataRules, { body })).status).toBe(403);
    const socket = await employee.socket();
    expect((await admin.call(changeCustomerDataRules, { body })).status).toBe(200);
    expect(await socket.next('customer_data_rules')).toEqual(body);
    expect((await employee.call(getCustomerDataRules)).body).toEqual(body);
    const query = { action: 'chat.customer_data_rules_changed', limit: 200 };
    const [entry] = (await admin.call(listActivity, { query })).body;
    expect(entry).toMatchObject({ before: { card: 'warn' }, after: { card: 'refuse' } });
    socket.close();
  });
});
