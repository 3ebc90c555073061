import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { AppError } from '../../../platform/server/errors.ts';
import {
  type PlainMessage,
  type SendResult,
  storeMessages,
} from '../server/posting/storeMessages.ts';
import { groupWrites } from '../server/writing/groupedWrites.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

/** The grouped writes of one instance, and what it published. */
function createInstance() {
  const published: SendResult['message'][] = [];
  let groups = 0;
  const write = groupWrites<PlainMessage, SendResult>({
    keyOf: ({ channelId }) => channelId,
    write: (drafts, onLocked) => {
      groups += 1;
      return storeMessages(forecourt.platform.db, drafts, onLocked);
    },
    committed(results) {
      for (const { message, outcome } of results) if (outcome === 'stored') published.push(message);
    },
  });
  return { write, published, groups: () => groups };
}

async function insertChannels(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `c${randomUUID()}`);
  const channels = ids.map((id) => ({ id, type: 'sales', name: id }));
  await forecourt.platform.db.insertInto('chat_channels').values(channels).execute();
  return ids;
}

const draftOf = (channelId: string, senderId: number, clientMsgId: string, content = 'Hello') => ({
  channelId,
  senderId,
  clientMsgId,
  content,
  mentionedUserIds: [],
  createdAt: null,
});

async function storedIn(channelId: string) {
  const rows = await forecourt.platform.db
    .selectFrom('chat_messages')
    .select(['id', 'seq', 'rev', 'sender_id', 'client_msg_id'])
    .where('channel_id', '=', channelId)
    .orderBy('seq')
    .execute();
  const channel = await forecourt.platform.db
    .selectFrom('chat_channels')
    .select(['last_seq', 'last_rev'])
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow();
  return { rows, channel };
}

const send = fc.record({
  sender: fc.integer({ min: 1, max: 3 }),
  key: fc.integer({ min: 0, max: 7 }),
  channel: fc.integer({ min: 0, max: 2 }),
  instance: fc.integer({ min: 0, max: 1 }),
  turns: fc.integer({ min: 0, max: 6 }),
});

test('any interleaving of sends and repeats, on two instances, gives one row each without gaps', async () => {
  const oneRowEach = fc.asyncProperty(
    fc.array(send, { minLength: 1, maxLength: 60 }),
    async (sends) => {
      const channels = await insertChannels(3);
      const keys = Array.from({ length: 8 }, () => randomUUID());
      const instances = [createInstance(), createInstance()];
      const results = await Promise.all(
        sends.map(async ({ sender, key, channel, instance, turns }) => {
          for (let turn = 0; turn < turns; turn += 1) await sleep(0);
          const draft = draftOf(channels[channel] ?? '', sender, keys[key] ?? '');
          return instances[instance]?.write(draft);
        }),
      );
      const rows = [];
      for (const id of channels) {
        const found = await storedIn(id);
        const positions = found.rows.map((_: unknown, index: number) => index + 1);
        expect(found.rows.map(({ seq }: { seq: number }) => seq)).toEqual(positions);
        expect(found.rows.map(({ rev }: { rev: number }) => rev)).toEqual(positions);
        expect(found.channel).toEqual({ last_seq: positions.length, last_rev: positions.length });
        rows.push(...found.rows);
      }
      const sent = new Set(sends.map(({ sender, key }) => `${sender} ${keys[key]}`));
      const stored = rows.map((row) => `${row.sender_id} ${row.client_msg_id}`);
      expect(stored.toSorted()).toEqual([...sent].toSorted());
      const ids = new Map(rows.map((row) => [`${row.sender_id} ${row.client_msg_id}`, row.id]));
      sends.forEach(({ sender, key }, index) => {
        expect(results[index]?.message.id).toBe(ids.get(`${sender} ${keys[key]}`));
      });
      // Each was published once, by the instance that stored it, in the order of the channel.
      const published = instances.flatMap((instance) => instance.published);
      expect(published.map(({ id }) => id).toSorted()).toEqual([...ids.values()].toSorted());
      for (const instance of instances) {
        for (const id of channels) {
          const revs = instance.published.filter((m) => m.channelId === id).map(({ rev }) => rev);
          expect(revs).toEqual(revs.toSorted((a, b) => a - b));
        }
      }
    },
  );
  await fc.assert(oneRowEach, { numRuns: 60, includeErrorInReport: true });
});

describe('grouped writes', () => {
  test('share a commit, repeats included', async () => {
    const [channel = ''] = await insertChannels(1);
    const instance = createInstance();
    const ids = Array.from({ length: 150 }, () => randomUUID());
    await Promise.all([...ids, ...ids].map((id) => instance.write(draftOf(channel, 1, id))));
    expect(instance.groups()).toBeLessThanOrEqual(3);
    expect((await storedIn(channel)).channel.last_seq).toBe(150);
  });

  test('let one bad item fail alone', async () => {
    const [channel = ''] = await insertChannels(1);
    const instance = createInstance();
    const drafts = [
      draftOf(channel, 1, randomUUID()),
      draftOf(channel, 1, randomUUID(), 'x'.repeat(16_001)),
      draftOf(channel, 999_999, randomUUID()),
      draftOf('gone', 1, randomUUID()),
      draftOf(channel, 2, randomUUID()),
    ];
    const settled = await Promise.allSettled(drafts.map((draft) => instance.write(draft)));
    expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    const missing = settled[3]?.status === 'rejected' && settled[3].reason;
    expect(missing).toBeInstanceOf(AppError);
    expect((await storedIn(channel)).channel).toEqual({ last_seq: 2, last_rev: 2 });
    expect(instance.published.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test('never put one channel in two groups at once, but do put two', async () => {
    const inFlight = new Map<string, number>();
    let most = 0;
    const write = groupWrites<string, string>({
      keyOf: (item) => item[0] ?? '',
      async write(items) {
        const keys = new Set(items.map((item) => item[0] ?? ''));
        for (const key of keys) {
          expect(inFlight.get(key) ?? 0).toBe(0);
          inFlight.set(key, 1);
        }
        most = Math.max(most, [...inFlight.values()].filter(Boolean).length);
        await sleep(2);
        for (const key of keys) inFlight.set(key, 0);
        return [...items];
      },
      committed() {},
    });
    const items = Array.from({ length: 200 }, (_, index) => `${'ab'[index % 2]}${index}`);
    const done: string[] = [];
    await Promise.all(
      items.map(async (item, index) => {
        for (let turn = 0; turn < index / 20; turn += 1) await sleep(0);
        done.push(await write(item));
      }),
    );
    expect(done.toSorted()).toEqual(items.toSorted());
    expect(most).toBe(2);
  });

  test('fail together while the database is down, and work again afterward', async () => {
    let isDown = true;
    const write = groupWrites<number, number>({
      keyOf: () => '',
      async write(items) {
        if (isDown) throw Object.assign(new Error('gone'), { code: '57P01' });
        return [...items];
      },
      committed() {},
    });
    const settled = await Promise.allSettled([write(1), write(2)]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isDown = false;
    expect(await write(3)).toBe(3);
  });

  test('are retried after each lost race, but not forever', async () => {
    const races = ['40P01', '23505', '40001', '23505'];
    let writes = 0;
    const write = groupWrites<number, number>({
      keyOf: () => '',
      async write(items) {
        const code = races[writes];
        writes += 1;
        if (code) throw Object.assign(new Error('lost'), { code });
        return [...items];
      },
      committed() {},
    });
    expect(await write(1)).toBe(1);
    expect(writes).toBe(5);
    races.splice(0, races.length, ...Array.from({ length: 20 }, () => '23505'));
    writes = 0;
    await expect(write(2)).rejects.toThrow('lost');
    expect(writes).toBe(5);
  });

  test('are refused instead of queuing without limit', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const write = groupWrites<number, number>({
      keyOf: () => '',
      write: (items) => gate.then(() => [...items]),
      committed() {},
    });
    const first = write(0);
    await sleep(5);
    const waiting = Array.from({ length: 5_000 }, (_, index) => write(index));
    await expect(write(1)).rejects.toMatchObject({ code: 'unavailable' });
    open();
    expect(await first).toBe(0);
    expect(await Promise.all(waiting)).toHaveLength(5_000);
  });

  test('find what another instance writes at the same moment', async () => {
    const [channel = ''] = await insertChannels(1);
    const [one, other] = [createInstance(), createInstance()];
    const id = randomUUID();
    const { db } = forecourt.platform;
    // Both have looked the message up, and wait for the channel's lock.
    let both: Promise<SendResult[]> = Promise.resolve([]);
    await db.transaction().execute(async (tx) => {
      await sql`select 1 from chat_channels where id = ${channel} for update`.execute(tx);
      both = Promise.all([one, other].map(({ write }) => write(draftOf(channel, 1, id))));
      await sleep(100);
    });
    const [a, b] = await both;
    expect(a?.message.id).toBe(b?.message.id);
    expect([a?.outcome, b?.outcome].toSorted()).toEqual(['repeated', 'stored']);
    expect((await storedIn(channel)).channel).toEqual({ last_seq: 1, last_rev: 1 });
  });
});

describe('sends to a channel that another instance has locked', () => {
  /** Locks the channels, begins the sends, lets `meanwhile` happen, and unlocks. */
  async function whileLocked<T>(
    channels: readonly string[],
    sends: () => T,
    meanwhile: (sent: T, tx: TestForecourt['platform']['db']) => Promise<void>,
  ): Promise<{ sent: T }> {
    return forecourt.platform.db.transaction().execute(async (tx) => {
      await sql`select from chat_channels where id = any(${channels}::text[]) for update`.execute(
        tx,
      );
      const sent = sends();
      await meanwhile(sent, tx);
      // In an object: a promise would be waited for before the unlocking.
      return { sent };
    });
  }

  const waitingForLock = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(
      forecourt.platform.db,
    );
    return rows.length;
  };

  test.each(['nothing', 'access'] as const)(
    'hold up none of the others, and keep their order (recheck: %s)',
    async (recheck) => {
      const [free = '', ...locked] = await insertChannels(9);
      const instance = createInstance();
      const draft = (channel: string) => ({ ...draftOf(channel, 1, randomUUID()), recheck });
      const { sent } = await whileLocked(
        locked,
        () => ({
          locked: locked.map((channel) => instance.write(draft(channel))),
          free: instance.write(draft(free)),
        }),
        async (sent) => {
          expect((await sent.free).message.seq).toBe(1);
          await eventually(async () => (await waitingForLock()) > 0);
          // Those that come later wait behind the first, and take no database connection each.
          for (const channel of locked) sent.locked.push(instance.write(draft(channel)));
          for (let seq = 2; seq <= 20; seq += 1) {
            expect((await instance.write(draft(free))).message.seq).toBe(seq);
          }
          expect(await waitingForLock()).toBeLessThanOrEqual(5);
          expect(instance.published).toHaveLength(20);
        },
      );
      const seqs = (await Promise.all(sent.locked)).map(({ message }) => message.seq);
      expect(seqs).toEqual([...locked.map(() => 1), ...locked.map(() => 2)]);
    },
  );

  test('are stored once if the same one is sent to a free channel, too', async () => {
    const [locked = '', free = ''] = await insertChannels(2);
    const instance = createInstance();
    const id = randomUUID();
    const { sent } = await whileLocked(
      [locked],
      () => [
        instance.write(draftOf(locked, 1, id)),
        instance.write(draftOf(free, 1, id)),
        instance.write(draftOf(free, 1, randomUUID())),
      ],
      async (sent) => {
        await sent[2];
      },
    );
    const [one, other] = await Promise.all(sent);
    expect(one?.message.id).toBe(other?.message.id);
    const rows = [...(await storedIn(locked)).rows, ...(await storedIn(free)).rows];
    expect(rows).toHaveLength(2);
  });

  test.each(['membership', 'access'] as const)(
    'are refused if the sender is removed meanwhile (recheck: %s)',
    async (recheck) => {
      const [channel = '', free = ''] = await insertChannels(2);
      const { db } = forecourt.platform;
      await sql`update chat_channels set type = 'private', created_by = 1
        where id = ${channel}`.execute(db);
      const members = [1, 2].map((user_id) => ({ channel_id: channel, user_id }));
      await db.insertInto('chat_members').values(members).execute();
      const instance = createInstance();
      const { sent } = await whileLocked(
        [channel],
        () => {
          const drafts = [1, 2].map((sender) => draftOf(channel, sender, randomUUID()));
          const both = drafts.map((draft) => instance.write({ ...draft, recheck }));
          return {
            both: Promise.allSettled(both),
            free: instance.write(draftOf(free, 1, randomUUID())),
          };
        },
        async (sent, tx) => {
          await sent.free;
          await eventually(async () => (await waitingForLock()) > 0);
          await sql`update chat_members set left_at = now()
            where channel_id = ${channel} and user_id = 2`.execute(tx);
        },
      );
      const [allowed, removed] = await sent.both;
      expect([allowed?.status, removed?.status]).toEqual(['fulfilled', 'rejected']);
      expect((await storedIn(channel)).rows.map(({ sender_id }) => sender_id)).toEqual([1]);
    },
  );
});
