import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import { getUnread } from '../../chat/contract/personal.ts';
import { checkDatastore, storeSteps } from '../contract/chat-store.ts';

let stage: AdminStage;
let manager: Awaited<ReturnType<AdminStage['addUser']>>;
beforeAll(async () => {
  stage = await openAdminStage({ LOG_LEVEL: 'silent' });
  manager = await stage.addUser({ pagePermissions: ['admin_panel', 'system_management'] });
});
afterAll(() => stage.stop());

const run = (statement: string) => sql.raw(statement).execute(stage.platform.db);

/** Everything a message leaves behind, anywhere. */
async function readStored() {
  const { rows } = await sql`select
    (select count(*) from chat_messages) as messages, (select count(*) from chat_channels) as channels,
    (select sum(last_rev) from chat_channels) as revisions,
    (select count(*) from notifications n where n.channel_id is not null
      and not exists (select from chat_channels where id = n.channel_id)) as notified,
    (select count(*) from chat_search s
      where not exists (select from chat_messages where id = s.message_id)) as searched,
    (select count(*) from chat_search_cursors s
      where not exists (select from chat_channels where id = s.channel_id)) as followed
    `.execute(stage.platform.db);
  const { channels, ...unread } = (await manager.client.call(getUnread)).body;
  const byId = (one: { channelId: string }, other: { channelId: string }) =>
    one.channelId < other.channelId ? -1 : 1;
  return [rows, unread, channels.toSorted(byId)];
}

test('a message is written, read back and deleted, and nothing is left', async () => {
  const [socket, before] = await Promise.all([manager.client.socket(), readStored()]);
  const { status, body } = await manager.client.call(checkDatastore);
  expect([status, body.server]).toEqual([200, expect.stringMatching(/^PostgreSQL \d+/)]);
  expect(body.steps.map(({ step, failure }) => [step, failure])).toEqual(
    storeSteps.map((step) => [step, null]),
  );
  expect(body.steps.every(({ tookMs }) => tookMs > 0)).toBe(true);
  // Any event would arrive before the response to this.
  socket.send('ping');
  await socket.next('pong');
  const receivedTypes = socket.frames.map(({ type }) => type);
  expect(receivedTypes.filter((type) => /message|channel|unread|notification/.test(type))).toEqual(
    [],
  );
  expect(await readStored()).toEqual(before);
  socket.close();
});

test.each([
  ['write', 'insert', 'The disk is full'],
  ['delete', 'delete', 'Nothing may be deleted'],
])('a failure to %s is reported at its step, and leaves nothing', async (step, act, reason) => {
  const before = await readStored();
  await run(`create function refuse_${act}() returns trigger language plpgsql as
    $$ begin raise exception '${reason}'; end $$;
    create trigger refuse_${act} before ${act} on chat_messages
      for each row execute function refuse_${act}()`);
  const { status, body } = await manager.client.call(checkDatastore);
  await run(`drop trigger refuse_${act} on chat_messages; drop function refuse_${act}()`);
  expect(status).toBe(200);
  expect(body.steps.at(-1)).toMatchObject({ step, failure: reason });
  expect(body.steps.slice(0, -1).every(({ failure }) => failure === null)).toBe(true);
  expect(await readStored()).toEqual(before);
});

test('a failed commit is reported as such', async () => {
  await run(`create function refuse_commit() returns trigger language plpgsql as
    $$ begin raise exception 'Not committed'; end $$;
    create constraint trigger refuse_commit after insert on chat_messages
      deferrable initially deferred for each row execute function refuse_commit()`);
  const { body } = await manager.client.call(checkDatastore);
  await run('drop trigger refuse_commit on chat_messages; drop function refuse_commit()');
  expect(body.steps.at(-1)).toMatchObject({ step: 'commit', failure: 'Not committed' });
});

test('others may not run the check', async () => {
  const { client } = await stage.addUser({ pagePermissions: ['admin_panel', 'system_overview'] });
  expect((await client.call(checkDatastore)).status).toBe(403);
});
