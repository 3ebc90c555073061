import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import { type Cursors, workOnChanges } from '../server/following/cursors.ts';
import type { ChatTables } from '../server/tables.ts';

let forecourt: TestForecourt;
let db: Db<ChatTables>;
/** Of a follower that only this test runs. */
const cursors: Cursors = {
  table: 'test_cursors',
  columns: sql`m.id, m.rev, m.content`,
  atOnce: 10,
};

beforeAll(async () => {
  forecourt = await startForecourt();
  db = forecourt.platform.db as Db<ChatTables>;
  await sql`create table test_cursors (channel_id text primary key, rev bigint not null default 0)`.execute(
    db,
  );
  await sql`insert into test_cursors (channel_id, rev) select id, last_rev from chat_channels`.execute(
    db,
  );
});
afterAll(() => forecourt.stop());

let channels = 0;
async function insertChannel(messages: number): Promise<string> {
  const id = `c-followed${++channels}`;
  await sql`
    with channel as (
      insert into chat_channels (id, type, name, last_seq, last_rev, last_message_at)
      values (${id}, 'private', ${id}, ${messages}, ${messages}, now()))
    insert into chat_messages (id, channel_id, seq, rev, sender_id, client_msg_id, content, created_at)
    select gen_random_uuid(), ${id}, n, n, (select min(id) from users), gen_random_uuid(), 'Text', now()
    from generate_series(1, ${messages}) n`.execute(db);
  return id;
}

const work = () => workOnChanges(db, cursors, {}, async (_tx, rows) => rows.length);
const revOf = async (channelId: string) => {
  const { rows } = await sql<{ rev: number }>`
    select rev from test_cursors where channel_id = ${channelId}`.execute(db);
  return Number(rows[0]?.rev ?? 0);
};

test('a long backlog is worked on although other channels keep changing, and delays none of them', async () => {
  const backlog = await insertChannel(35);
  for (const done of [10, 20, 30, 35]) {
    const others = [];
    for (let n = 0; n < 5; n += 1) others.push(await insertChannel(2));
    expect(await work()).toMatchObject({ hasMore: done < 35, failed: [] });
    expect(await Promise.all([backlog, ...others].map(revOf))).toEqual([done, 2, 2, 2, 2, 2]);
  }
  expect(await work()).toEqual({ done: [], hasMore: false, failed: [] });
});

test('one of more channels than are listed at once is the one with the most changes', async () => {
  const backlog = await insertChannel(15);
  for (let n = 0; n < 120; n += 1) await insertChannel(1);
  await work();
  expect(await revOf(backlog)).toBe(10);
  while ((await work()).hasMore);
  expect(await revOf(backlog)).toBe(15);
});
