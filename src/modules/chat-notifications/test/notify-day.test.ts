import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../../platform/server/db/database.ts';
import { createLog } from '../../../platform/server/log/log.ts';
import { decide, type Notified } from '../server/decision/decide.ts';
import { hasKeyword } from '../server/decision/keywords.ts';
import { createRound } from '../server/round.ts';
import * as day from './notifyDay.ts';

const log = createLog('silent');
const minuteMs = 60_000;
const messageCount = 5_000;
const name = `t_${randomUUID().replaceAll('-', '')}`;
let admin: Database;
let database: Database;

beforeAll(async () => {
  const host = inject('socketDir');
  admin = openDatabase({ host, database: 'postgres' }, log);
  await admin.pool.query(`create database ${name} template template_empty strategy file_copy`);
  database = openDatabase({ host, database: name }, log);
});
afterAll(async () => {
  await database.close();
  await admin.pool.query(`drop database ${name} with (force)`);
  await admin.close();
});

/** The state and notifications expected so far. */
interface Expected {
  pointers: Map<string, number>;
  /** The channel or thread on screen, by person. */
  viewing: Map<number, string>;
  followers: Map<string, Set<number>>;
  notified: Map<string, string>;
}

const keyOf = ({ channel, seq, threadId, threadSeq }: day.DayMessage) => {
  const pad = (place: number | null) => String(place).padStart(15, '0');
  return seq === null
    ? `chat:${channel.id}:thread:${threadId}:${pad(threadSeq)}`
    : `chat:${channel.id}:${pad(seq)}`;
};
const asText = ({ sound, toast, push, digest, digestFrom }: Omit<Notified, 'notice'>) =>
  JSON.stringify({ sound, toast, push, digest, digestFrom });

/** The same facts, derived from the test's state instead of the tables. */
function decideFor(message: day.DayMessage, person: day.Person, now: Date, expected: Expected) {
  const { channel, settings } = { channel: message.channel, settings: person.settings };
  const { pointers, viewing, followers } = expected;
  const start = ['team', 'all'].includes(channel.type) ? channel.lastSeq : 0;
  const pointer = pointers.get(`${person.id} ${channel.id}`);
  const isNamed = message.named.includes(person);
  const follows =
    message.threadId !== null && followers.get(message.threadId)?.has(person.id) === true;
  return decide({
    isNew: true,
    place: channel.type === 'direct' || channel.type === 'group' ? channel.type : 'channel',
    inTimeline: message.seq !== null,
    isNamed,
    isCalled: message.called.includes(person) && !isNamed,
    callsChannel: message.callsChannel,
    followsThread: follows,
    hasKeyword: settings.keywords && hasKeyword(settings.keywordList, message.content),
    isAuthor: message.by === person,
    isDeleted: message.deleted,
    canRead: channel.people.includes(person) || channel.type === 'public',
    isIn: channel.people.includes(person),
    preferences: {
      ...settings,
      isMuted: settings.mutedChannels.includes(channel.id),
      level: settings.channelLevels[channel.id] ?? null,
    },
    status: { value: person.status, until: null },
    onShift: null,
    offShift: null,
    urgent: null,
    isViewing: viewing.get(person.id) === (message.seq === null ? message.threadId : channel.id),
    hasRead:
      message.seq !== null &&
      (pointer === undefined ? start >= message.seq && !isNamed : pointer >= message.seq),
    isLate: now.getTime() - message.at.getTime() > 10 * minuteMs,
    now,
  });
}

test('over a whole day everyone is notified exactly as the rules define', async () => {
  const { db } = database;
  const random = day.createRandom(20_261_120);
  const { below, chance, pick, some } = random;
  const startsAt = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 86_400_000);
  let now = startsAt;
  const silent = { publish() {} } as never;
  const round = createRound(
    { db, realtime: silent, log },
    { db, log, now: () => now, plainAtOnce: messageCount },
  );

  const people = await day.insertPeople(db, random, 200);
  const channels = await day.insertChannels(db, random, people);
  await day.saveRandomSettings(db, random, people, channels, startsAt);
  await round();

  const expected: Expected = {
    pointers: new Map(),
    viewing: new Map(),
    followers: new Map(),
    notified: new Map(),
  };
  const roots: day.DayMessage[] = [];
  const threadEnds = new Map<string, number>();
  const allMessages: day.DayMessage[] = [];

  function createMessage(at: Date): day.DayMessage {
    const isReply = roots.length > 0 && chance(0.2);
    const root = isReply ? pick(roots) : null;
    const channel =
      root?.channel ?? (chance(0.01) ? (channels.at(-1) as day.DayChannel) : pick(channels));
    const by = pick(channel.people.length > 0 ? channel.people : people);
    const others = channel.type === 'public' ? people : channel.people;
    const named = chance(0.15) ? some(others, Math.min(1, 2 / others.length)) : [];
    const calls = chance(0.04);
    const called = calls ? some(channel.people, 0.4).filter((one) => !named.includes(one)) : [];
    const callsChannel = chance(0.04);
    const parts = [
      ...named.map(({ username }) => `@${username}`),
      ...(calls ? ['@here'] : []),
      ...(callsChannel ? ['@channel'] : []),
      pick(['See you', 'a RECALL again', 'the f-150 is in', 'who has the key', 'Stop sale now']),
    ];
    const inTimeline = !root || chance(0.2);
    const threadSeq = root && (threadEnds.get(root.id) ?? 0) + 1;
    if (root && threadSeq) threadEnds.set(root.id, threadSeq);
    if (inTimeline) channel.lastSeq += 1;
    const message = {
      id: day.uuidAt(at, allMessages.length),
      channel,
      by,
      at,
      content: parts.join(' '),
      seq: inTimeline ? channel.lastSeq : null,
      threadId: root?.id ?? null,
      threadSeq,
      named,
      called,
      callsChannel,
      deleted: false,
    };
    allMessages.push(message);
    return message;
  }

  /** Some messages get followers, and can be replied to from the next round on. */
  async function followSome(messages: readonly day.DayMessage[]): Promise<void> {
    const fresh = messages.filter(
      ({ threadId, channel }) => !threadId && channel.people.length > 0,
    );
    const rows = some(fresh, 0.2).flatMap((root) => {
      const following = some(root.channel.people, 0.3);
      expected.followers.set(root.id, new Set(following.map(({ id }) => id)));
      roots.push(root);
      return following.map(({ id }) => ({ user_id: id, thread_id: root.id, following: true }));
    });
    if (rows.length > 0) await db.insertInto('chat_thread_members').values(rows).execute();
  }

  async function readSome(): Promise<void> {
    const rows = some(channels, 0.05).flatMap((channel) =>
      some(channel.people, 0.2).map((person) => {
        expected.pointers.set(`${person.id} ${channel.id}`, channel.lastSeq);
        return { user_id: person.id, channel_id: channel.id, last_read_seq: channel.lastSeq };
      }),
    );
    if (rows.length === 0) return;
    await db
      .insertInto('chat_reads')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'channel_id'])
          .doUpdateSet({ last_read_seq: sql`excluded.last_read_seq` }),
      )
      .execute();
  }

  async function viewSome(): Promise<void> {
    await db.deleteFrom('chat_viewing').execute();
    expected.viewing = new Map(some(people, 0.2).map(({ id }) => [id, pick(channels).id]));
    const rows = [...expected.viewing].map(([user_id, channel_id]) => ({
      connection_id: randomUUID(),
      user_id,
      channel_id,
    }));
    await db.insertInto('chat_viewing').values(rows).execute();
  }

  /** Deletes a few recent messages, before or after they were notified. */
  async function deleteSome(messages: readonly day.DayMessage[]): Promise<void> {
    const chosen = messages.filter(() => chance(0.02));
    for (const one of chosen) {
      one.deleted = true;
      one.channel.lastRev += 1;
      await db
        .updateTable('chat_messages')
        .set({ content: '', deleted_at: one.at, mentioned_user_ids: [], mentions_channel: false })
        .set({ rev: one.channel.lastRev })
        .where('id', '=', one.id)
        .execute();
      for (const { id } of people) expected.notified.delete(`${id} ${keyOf(one)}`);
    }
    await day.saveRevisions(db, new Set(chosen.map(({ channel }) => channel)));
  }

  const times = Array.from({ length: messageCount }, () => below(24 * 60)).sort((a, b) => a - b);
  let at = 0;
  for (let end = 10; end <= 24 * 60; end += 10) {
    // No notifier runs from two to four in the afternoon.
    const isDown = end > 14 * 60 && end < 16 * 60;
    if (isDown) continue;
    const messages: day.DayMessage[] = [];
    for (; (times[at] ?? Number.POSITIVE_INFINITY) < end; at += 1) {
      messages.push(createMessage(new Date(startsAt.getTime() + (times[at] ?? 0) * minuteMs)));
    }
    await day.insertMessages(db, messages, randomUUID);
    await deleteSome(messages);
    await readSome();
    await viewSome();
    now = new Date(startsAt.getTime() + end * minuteMs);
    while ((await round()).hasMore);
    for (const one of messages) {
      const candidates = new Set([...one.channel.people, ...one.named, pick(people)]);
      for (const person of candidates) {
        const decision = decideFor(one, person, now, expected);
        if (decision.notice) expected.notified.set(`${person.id} ${keyOf(one)}`, asText(decision));
      }
    }
    await deleteSome(messages.filter(({ deleted }) => !deleted));
    await followSome(messages);
  }
  while ((await round()).hasMore);

  const rows = await db
    .selectFrom('notifications')
    .select(['user_id', 'key', 'silent', 'toast', 'push_at', 'digest', 'digest_from'])
    .where('removed_at', 'is', null)
    .execute();
  const stored = rows.map((row): [string, string] => [
    `${row.user_id} ${row.key}`,
    asText({
      sound: !row.silent,
      toast: row.toast,
      push: row.push_at !== null,
      digest: row.digest,
      digestFrom: row.digest_from,
    } as never),
  ]);
  expect(allMessages).toHaveLength(messageCount);
  expect(stored.length).toBeGreaterThan(10_000);
  expect(new Map(stored)).toEqual(expected.notified);
  const again = await round();
  expect(again.hasMore).toBe(false);
});
