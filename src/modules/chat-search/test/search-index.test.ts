import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { postText } from '../../chat/test/chatCalls.ts';
import { indexMessages } from '../server/indexing/indexMessages.ts';
import type { SearchDb } from '../server/tables.ts';
import { findTexts, search, waitUntilFound } from './searchCalls.ts';

let serverA: TestForecourt;
let serverB: TestForecourt;
let db: SearchDb;
let manager: Client;

beforeAll(async () => {
  serverA = await startForecourt();
  const DATABASE_URL = serverA.platform.config.databaseUrl ?? '';
  serverB = await startForecourt({ database: 'empty', env: { DATABASE_URL } });
  db = serverA.platform.db;
  manager = await serverA.signIn('manager');
});
afterAll(async () => {
  await serverB.stop();
  await serverA.stop();
});

let channels = 0;

/** A channel with many messages that were never published. */
async function insertBacklog(count: number, text = 'Backlog message'): Promise<string> {
  const id = `c-fill${++channels}`;
  await sql`
    with channel as (
      insert into chat_channels (id, type, name, last_seq, last_rev, last_message_at)
      values (${id}, 'private', ${id}, ${count}, ${count}, now()) returning id
    ), member as (
      insert into chat_members (channel_id, user_id)
      select channel.id, u.id from channel, users u where u.username = 'manager'
    )
    insert into chat_messages (id, channel_id, seq, rev, sender_id, client_msg_id, content, created_at)
    select gen_random_uuid(), ${id}, n, n, (select min(id) from users), gen_random_uuid(),
      ${text} || ' ' || n, now() - (${count} - n) * interval '1 second'
    from generate_series(1, ${count}) n`.execute(db);
  return id;
}

const jobs = { add: async () => {} } as never;
/** The number of channels still to index; `indexMessages` skips those a server has locked. */
const countUnindexed = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from chat_channels c
    left join chat_search_cursors k on k.channel_id = c.id
    where c.last_rev > coalesce(k.rev, 0)`.execute(db);
  return rows[0]?.n;
};
const indexAll = async () => {
  await expect
    .poll(
      async () => {
        await indexMessages(db, jobs);
        return countUnindexed();
      },
      { interval: 10 },
    )
    .toBe(0);
};
const countOf = async (channelId: string) =>
  Number(
    (
      await sql<{ n: number }>`select count(*) as n from chat_search
      where channel_id = ${channelId}`.execute(db)
    ).rows[0]?.n,
  );

describe('indexing happens after sending', () => {
  test('two instances at once do the work once', async () => {
    await indexAll();
    for (let round = 0; round < 5; round += 1) {
      const channel = await insertBacklog(300);
      const done = await Promise.all([
        indexMessages(db, jobs),
        indexMessages(db, jobs),
        indexMessages(db, jobs),
      ]);
      const indexed = done.flatMap((one) => one.done).reduce((sum, count) => sum + count, 0);
      // The servers index it too, periodically.
      expect(indexed).toBeLessThanOrEqual(300);
      await expect.poll(() => countOf(channel)).toBe(300);
    }
  });

  test('a backlog is indexed in batches, and new messages do not wait for it', async () => {
    const channel = await insertBacklog(5_000);
    let first = await indexMessages(db, jobs);
    while (first.done.length === 0 && (await countUnindexed()))
      first = await indexMessages(db, jobs);
    expect(first).toMatchObject({ hasMore: true, failed: [] });
    expect(first.done[0]).toBeLessThanOrEqual(500);
    await postText(manager, 'general', 'saidmeanwhile');
    await indexMessages(db, jobs);
    await waitUntilFound(manager, 'saidmeanwhile');
    expect(await countOf(channel)).toBeLessThan(5_000);
    await indexAll();
    await expect.poll(() => countOf(channel)).toBe(5_000);
  });

  test('a failing channel does not block others', async () => {
    await indexAll();
    const [bad, good] = [await insertBacklog(3), await insertBacklog(3)];
    await sql`update chat_messages set attachments = '{}' where channel_id = ${bad} and seq = 2`.execute(
      db,
    );
    await expect.poll(() => countOf(good)).toBe(3);
    const { failed } = await indexMessages(db, jobs);
    expect(failed.map(({ channelId }) => channelId)).toEqual([bad]);
    await sql`update chat_messages set attachments = '[]' where channel_id = ${bad}`.execute(db);
    await expect.poll(() => countOf(bad)).toBe(3);
  });

  test('indexing again changes nothing', async () => {
    const channel = await insertBacklog(40, 'again');
    await indexAll();
    await expect.poll(() => countOf(channel)).toBe(40);
    const versions = () =>
      sql`select message_id, xmin from chat_search where channel_id = ${channel} order by 1`.execute(
        db,
      );
    const before = (await versions()).rows;
    await sql`update chat_search_cursors set rev = 0 where channel_id = ${channel}`.execute(db);
    while ((await indexMessages(db, jobs)).done.length > 0);
    expect((await versions()).rows).toEqual(before);
  });

  test('an emptied index is rebuilt by itself', async () => {
    await postText(manager, 'general', 'refilled');
    await waitUntilFound(manager, 'refilled');
    await sql`truncate chat_search, chat_search_cursors`.execute(db);
    expect(await findTexts(manager, 'refilled')).toEqual([]);
    await indexAll();
    await waitUntilFound(manager, 'refilled');
  });

  test('a message sent at one instance is found at another', async () => {
    const same = createClient(serverB.url);
    same.cookie = manager.cookie;
    await postText(manager, 'general', 'acrossinstances');
    await waitUntilFound(same, 'acrossinstances');
  });
});

describe('pages', () => {
  test('go back through everything, newest first, each message once', async () => {
    const channel = await insertBacklog(130, 'pagedword');
    await indexAll();
    await expect.poll(() => countOf(channel)).toBe(130);
    const places: number[] = [];
    let before: string | undefined;
    do {
      const page = await search(manager, `pagedword in:${channel}`, {
        limit: 20,
        ...(before && { before }),
      });
      places.push(...page.results.map(({ message }) => message.seq ?? 0));
      before = page.next ?? undefined;
    } while (before);
    expect(places).toEqual(Array.from({ length: 130 }, (_, index) => 130 - index));
  });

  test('messages of the same moment are not lost between two pages', async () => {
    const channel = await insertBacklog(60, 'onemoment');
    await sql`update chat_messages set created_at = '2026-01-01' where channel_id = ${channel}`.execute(
      db,
    );
    await indexAll();
    await expect.poll(() => countOf(channel)).toBe(60);
    const seen = new Set<string>();
    let before: string | undefined;
    do {
      const page = await search(manager, `onemoment in:${channel}`, {
        limit: 7,
        ...(before && { before }),
      });
      for (const { message } of page.results) seen.add(message.id);
      before = page.next ?? undefined;
    } while (before);
    expect(seen.size).toBe(60);
  });
});
