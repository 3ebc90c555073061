import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { post } from '../../chat/test/chatCalls.ts';
import { listOf } from '../../notifications/test/stage.ts';

let forecourt: TestForecourt;
afterEach(() => forecourt.stop());

const startedAt = async () =>
  (await sql`select at from chat_notify_started`.execute(forecourt.platform.db)).rows;

test('the first message of a new installation is notified', async () => {
  forecourt = await startForecourt();
  expect(await startedAt()).toHaveLength(1);
  const employee = await forecourt.signIn('employee');
  const manager = await forecourt.signIn('manager');
  const { id } = await post(employee, 'sales', { content: 'Good morning, @manager' });
  await eventually(async () =>
    (await listOf(manager)).notifications.some(({ actionUrl }) => actionUrl?.includes(id)),
  );
});

test('notifications start with the first administrator if there are no registrations', async () => {
  forecourt = await startForecourt({ database: 'empty', env: { NODE_ENV: 'production' } });
  expect(await startedAt()).toHaveLength(1);
});
