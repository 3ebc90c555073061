import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { post } from '../../chat/test/chatCalls.ts';
import { listNotifications } from '../../notifications/contract.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

test('a notification does not show the customer data of its message', async () => {
  const [employee, manager] = [
    await forecourt.signIn('employee'),
    await forecourt.signIn('manager'),
  ];
  const { id } = await post(manager, 'sales', {
    content: '@employee tungsten Her SSN is 536-22-8126, call her at 410-555-0134',
    acceptsSensitive: true,
  });
  const notification = async () => {
    const { body } = await employee.call(listNotifications, { query: { limit: 200 } });
    return body.notifications.find(({ actionUrl }) => actionUrl?.includes(id));
  };
  await eventually(async () => (await notification()) !== undefined);
  expect((await notification())?.message).toContain('SSN is •••');
  expect((await notification())?.message).not.toMatch(/\d/);
});
