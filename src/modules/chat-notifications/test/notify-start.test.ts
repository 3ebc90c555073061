import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/server/db/database.ts';
import { createLog } from '../../../platform/server/log/log.ts';
import { importMessages } from '../../chat/server/public.ts';
import { createRound } from '../server/round.ts';

// A copy of the demo group without a running server: only the notifiers of this test work on it.
const log = createLog('silent');
const name = `t_${randomUUID().replaceAll('-', '')}`;
const realtime = { publish() {} } as never;
let admin: Database;
let database: Database;
let sender: number;

const notifier = (plainAtOnce = 100) => {
  const { db } = database;
  return createRound({ db, realtime, log }, { db, log, now: () => new Date(), plainAtOnce });
};

beforeAll(async () => {
  const host = inject('socketDir');
  admin = openDatabase({ host, database: 'postgres' }, log);
  await admin.pool.query(`create database ${name} template template_demo strategy file_copy`);
  database = openDatabase({ host, database: name }, log);
  const row = await database.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'gm')
    .executeTakeFirstOrThrow();
  sender = row.id;
});
afterAll(async () => {
  await database.close();
  await admin.pool.query(`drop database ${name} with (force)`);
  await admin.close();
});

const count = async () => {
  const { n } = await database.db
    .selectFrom('notifications')
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
};
const messagesOf = async () =>
  database.db.selectFrom('notifications').selectAll().orderBy('id').execute();

/** Stores a message of this age in the general channel; returns its id. */
async function insertMessage(content: string, minutesAgo: number): Promise<string> {
  const at = new Date(Date.now() - minutesAgo * 60_000);
  const id = uuidv7({ msecs: at.getTime() });
  await sql`
    with c as (update chat_channels set last_seq = last_seq + 1, last_rev = last_rev + 1
      where id = 'general' returning last_seq, last_rev)
    insert into chat_messages (id, channel_id, seq, rev, sender_id, client_msg_id, content,
      mentioned_user_ids, created_at)
    select ${id}, 'general', last_seq, last_rev, ${sender}, gen_random_uuid(), ${content}, '{}', ${at}
    from c`.execute(database.db);
  return id;
}

const touch = (id: string) =>
  sql`with c as (update chat_channels set last_rev = last_rev + 1 where id = 'general'
      returning last_rev)
    update chat_messages set rev = last_rev from c where id = ${id}`.execute(database.db);

test('the first start notifies no one of existing messages', async () => {
  await Promise.all([notifier()(), notifier()()]);
  expect(await count()).toBe(0);
  const old = await database.db
    .selectFrom('chat_messages')
    .select('id')
    .where('channel_id', '=', 'general')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  await touch(old.id);
  await notifier()();
  expect(await count()).toBe(0);
});

test('several notifiers at the same time notify each person once', async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from users u
    join chat_reads r on r.user_id = u.id and r.channel_id = 'general'
    where u.is_active and not u.pending and u.deleted_at is null and u.id <> ${sender}
      and u.protection is distinct from 'system_bot'`.execute(database.db);
  expect(rows[0]?.n).toBeGreaterThan(2);
  for (let n = 0; n < 5; n += 1) await insertMessage(`Number ${n}`, 0);
  const notifiers = [notifier(), notifier(), notifier()];
  for (let rounds = 0; rounds < 3; rounds += 1) await Promise.all(notifiers.map((run) => run()));
  expect(await count()).toBe(5 * (rows[0]?.n ?? 0));
});

test('a failed round is repeated completely', async () => {
  const before = await count();
  await insertMessage('Notified after all', 0);
  await database.db.schema.alterTable('chat_notified').renameTo('chat_notified_away').execute();
  const { failed } = await notifier()();
  expect(failed.map(({ channelId }) => channelId)).toEqual(['general']);
  expect(await count()).toBe(before);
  await database.db.schema.alterTable('chat_notified_away').renameTo('chat_notified').execute();
  await notifier()();
  expect(await count()).toBeGreaterThan(before);
});

test('messages sent while no notifier ran interrupt no one', async () => {
  await sql`update chat_notify_started set at = now() - interval '1 day'`.execute(database.db);
  await database.db.deleteFrom('notifications').execute();
  await insertMessage('Long past', 11);
  await insertMessage('Just now', 9);
  await notifier()();
  const notifications = await messagesOf();
  const deliveryOf = (message: string) =>
    new Set(
      notifications
        .filter((row) => row.message === message)
        .map((row) => `${row.silent} ${row.toast} ${row.push_at !== null} ${row.digest}`),
    );
  expect(deliveryOf('Long past')).toEqual(new Set(['true false false false']));
  // Someone of the demo group has do-not-disturb on.
  expect(deliveryOf('Just now')).toContain('false false true false');
});

test('imported messages are not notified', async () => {
  await database.db.deleteFrom('notifications').execute();
  await importMessages(database.db, [
    {
      clientMsgId: randomUUID(),
      senderId: sender,
      content: 'Said elsewhere',
      createdAt: new Date(Date.now() - 7_200_000),
      channel: 'general',
    },
  ]);
  await notifier()();
  expect(await count()).toBe(0);
});

test('a new channel is notified from its first message on', async () => {
  const { db } = database;
  const id = `c-${randomUUID()}`;
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'manager')
    .executeTakeFirstOrThrow();
  const counters = { last_seq: 1, last_rev: 1 };
  await db
    .insertInto('chat_channels')
    .values({ id, type: 'private', name: id, ...counters })
    .execute();
  const members = [sender, other.id].map((user_id) => ({ channel_id: id, user_id }));
  await db.insertInto('chat_members').values(members).execute();
  await db
    .insertInto('chat_messages')
    .values({
      id: uuidv7(),
      channel_id: id,
      seq: 1,
      rev: 1,
      sender_id: sender,
      client_msg_id: randomUUID(),
      content: 'The first word',
      created_at: new Date(),
    })
    .execute();
  await notifier()();
  expect((await messagesOf()).map(({ message }) => message)).toEqual(['The first word']);
});

test('in a burst everyone is notified of the latest only', async () => {
  await notifier()();
  await database.db.deleteFrom('notifications').execute();
  for (const text of ['one', 'two', 'three', 'four']) await insertMessage(text, 0);
  await notifier(2)();
  const notifications = await messagesOf();
  expect([...new Set(notifications.map(({ message }) => message))]).toEqual(['three', 'four']);
});
