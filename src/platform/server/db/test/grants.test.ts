import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../../test/support/forecourt.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt({ role: 'application' });
});
afterAll(() => forecourt.stop());

const run = (statement: string) => sql.raw(statement).execute(forecourt.platform.db);

describe('the application role', () => {
  test.each([
    ['run a program', `copy activity_log to program 'cat'`],
    ['read a file of the machine', `copy shortcuts (title) from '/etc/passwd'`],
    ['switch a trigger off', 'alter table activity_log disable trigger all'],
    ['switch all triggers off', 'set session_replication_role = replica'],
    ['change an entry of the activity log', `update activity_log set ip = '10.0.0.1'`],
    ['delete an entry of the activity log', 'delete from activity_log'],
    ['empty the activity log', 'truncate activity_log cascade'],
    ['rewrite hours', 'delete from time_punches'],
    ['rewrite the destruction register', 'delete from destruction_register'],
    ['replace a function', 'drop function activity_hash cascade'],
    ['fake a migration', `insert into schema_migrations (name, checksum) values ('x', 'x')`],
    ['become the owner', 'set role forecourt'],
    ['make a table', 'create table public.mine (n integer)'],
  ])('cannot %s', async (_name, statement) => {
    await expect(run(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  test('is sufficient to work', async () => {
    const client = await forecourt.signIn('manager');
    const note = { title: 'Keys', content: 'In the drawer', tags: [] };
    const id = crypto.randomUUID();
    expect((await client.raw('PUT', `/api/notes/${id}`, { body: note })).status).toBeLessThan(500);
    const text = `Anyone at the counter? ${id}`;
    const sent = { content: text, clientMsgId: id };
    const response = await client.raw('POST', '/api/chat/messages/general', { body: sent });
    expect([200, 201]).toContain(response.status);
    await forecourt.platform.jobs.add(forecourt.platform.db, 'nothing.known', {});
    expect((await client.raw('GET', '/health/ready')).status).toBe(200);
  });
});
