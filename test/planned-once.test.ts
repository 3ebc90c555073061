import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listChannels } from '../src/modules/chat/contract/channels.ts';
import { getUnread } from '../src/modules/chat/contract/personal.ts';
import { listMessages, syncChannels } from '../src/modules/chat/contract.ts';
import { getStats, listActivity } from '../src/modules/dashboard/contract.ts';
import { countRequests } from '../src/modules/requests/contract.ts';
import type { Client } from './support/client.ts';
import { startForecourt, type TestForecourt } from './support/forecourt.ts';

let forecourt: TestForecourt;
let employee: Client;
let admin: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  [employee, admin] = [await forecourt.signIn('employee'), await forecourt.signIn('admin')];
});
afterAll(() => forecourt.stop());

/** PostgreSQL decides after five executions on a connection whether it plans a statement for each. */
const enough = 8;
/** The size of the pool: together they are on each of its connections. */
const connections = 20;

async function findPlans(): Promise<Map<string, boolean>> {
  const plans = new Map<string, boolean>();
  const read = () =>
    forecourt.platform.db.connection().execute(async (connection) => {
      const { rows } = await sql<{ name: string; generic: boolean }>`
        select name, generic_plans > 0 as generic from pg_prepared_statements, pg_sleep(0.3)
        where generic_plans + custom_plans >= ${enough}`.execute(connection);
      for (const { name, generic } of rows) plans.set(name, generic);
    });
  await Promise.all(Array.from({ length: connections }, read));
  return plans;
}

test('what each page asks for is planned once per connection', async () => {
  await sql`analyze`.execute(forecourt.platform.db);
  for (let round = 0; round < 5 * enough; round++) {
    const client = round % 2 ? employee : admin;
    for (const endpoint of [listChannels, getUnread, countRequests, listActivity, getStats])
      expect((await client.call(endpoint)).status).toBe(200);
    const params = { channelId: 'general' };
    expect((await client.call(listMessages, { params })).status).toBe(200);
    for (const onlyKnown of [false, true]) {
      const body = { channels: { general: 1 }, onlyKnown };
      expect((await client.call(syncChannels, { body })).status).toBe(200);
    }
  }
  const plans = await findPlans();
  expect([...plans].filter(([, generic]) => !generic)).toEqual([]);
  expect([...plans.keys()]).toEqual(
    expect.arrayContaining([
      'changed-channels',
      'changed-known-channels',
      'changes-since',
      'count-requests',
      'count-starred',
      'find-channel',
      'find-stars',
      'list-activity',
      'list-channels',
      'names-of-senders',
      'read-freshness',
      'read-states',
      'unread-threads',
    ]),
  );
});
