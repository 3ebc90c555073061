import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { settle } from '../../../../test/support/settle.ts';
import { putFile } from '../../attachments/test/uploadCalls.ts';
import { addUser, type TestUser } from '../../notifications/test/stage.ts';
import { carSource, fillCars, truck } from '../../records/test/cars.ts';
import { createPoll } from '../contract/changes.ts';
import { createChannel } from '../contract/channels.ts';
import { openRecordChannel } from '../contract/records.ts';
import { newId, sendFiles } from './chatCalls.ts';

let forecourt: TestForecourt;
let admin: Client;
/** A new user: signed in, and nothing more. */
let reader: TestUser;
let pathParams: Record<string, Record<string, string>>;

beforeAll(async () => {
  forecourt = await startForecourt({ records: carSource });
  fillCars();
  admin = await forecourt.signIn('admin');
  pathParams = await createData();
  reader = await addUser(forecourt, {
    storeAccess: ['ford'],
    pagePermissions: ['fleet_operations'],
    featurePermissions: ['view_data'],
  });
});
afterAll(() => forecourt.stop());

/** Creates data for every call; returns the values of the path parameters. */
async function createData() {
  const params = { channelId: 'sales' };
  const poll = { clientMsgId: newId(), question: 'Which day?', options: ['Mon', 'Tue'] };
  const { body: createdPoll } = await admin.call(createPoll, { params, body: poll });
  const side = { width: 900, height: 900, channels: 3 as const, background: '#336699' };
  const picture = await putFile(admin, await sharp({ create: side }).png().toBuffer(), {
    name: 'lot.png',
    type: 'image/png',
  });
  await sendFiles(admin, 'sales', [picture.body.id]);
  const team = { name: 'Ford sales', type: 'team' as const, store: 'ford' as const };
  await admin.call(createChannel, { body: team });
  const record = await admin.call(openRecordChannel, { params: { kind: 'vehicle', id: truck.id } });
  return {
    '': { channelId: 'sales', messageId: createdPoll.id, uploadId: picture.body.id },
    '/api/chat/records/:kind/:id/mentions': { kind: 'vehicle', id: String(truck.id) },
    '/api/chat/channels/:channelId/record': { channelId: record.body.id },
  };
}

const queries: Record<string, string> = {
  '/api/chat/search': '?q=day',
  '/api/chat/changes/:channelId': '?since=0',
  '/api/chat/messages/:channelId/:messageId/reactions': '?emoji=%F0%9F%8E%89',
  '/api/chat/polls/:channelId/:messageId/votes': '?option=1',
};

const addressOf = (path: string) => {
  const filled = { ...pathParams[''], ...pathParams[path] };
  return path.replace(/:(\w+)/g, (_, name) => filled[name] ?? name) + (queries[path] ?? '');
};

/** Records every statement that would write in a chat table, even if it writes no row. */
async function watchWrites(): Promise<void> {
  await sql`create table seen_writes (relation text, query text)`.execute(forecourt.platform.db);
  await sql`create function see_write() returns trigger language plpgsql as $$ begin
    insert into seen_writes values (tg_table_name, current_query()); return null; end $$`.execute(
    forecourt.platform.db,
  );
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where tablename like 'chat\\_%'`.execute(
    forecourt.platform.db,
  );
  // Each in its own transaction: together they would deadlock with the server's work.
  for (const { name } of tables)
    await sql`create trigger seen after insert or update or delete on ${sql.table(name)}
      for each statement execute function see_write()`.execute(forecourt.platform.db);
}

const seenWrites = async () =>
  (
    await sql<{ relation: string }>`select relation, query from seen_writes`.execute(
      forecourt.platform.db,
    )
  ).rows;

/** The work after the sends is finished. */
async function waitUntilIdle(): Promise<void> {
  await eventually(async () => {
    await settle((text) => sql.raw(text).execute(forecourt.platform.db));
    await sql`truncate seen_writes`.execute(forecourt.platform.db);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return (await seenWrites()).length === 0;
  });
}

test('no GET of the chat writes, not even for a new user', async () => {
  await watchWrites();
  await waitUntilIdle();
  const paths = forecourt.platform.routes
    .list()
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/chat/'))
    .map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    const { status } = await reader.client.raw('GET', addressOf(path));
    expect([path, status]).toEqual([path, 200]);
  }
  expect(await seenWrites()).toEqual([]);
});
