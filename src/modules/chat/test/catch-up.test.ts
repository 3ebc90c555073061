import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listChannels } from '../contract/channels.ts';
import { starMessage } from '../contract/personal.ts';
import { getThread } from '../contract/threads.ts';
import { type ChatMessage, listChanges, syncChannels } from '../contract.ts';
import { importMessages } from '../server/public.ts';
import { insertChannel } from './channelRows.ts';
import { dm, idOf, newId, newMessagesOn, postText, read } from './chatCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
});
afterAll(() => forecourt.stop());

const changes = async (client: Client, channelId: string, since: number) =>
  (await client.call(listChanges, { params: { channelId }, query: { since } })).body;
const sync = async (client: Client, channels: Record<string, number>) =>
  (await client.call(syncChannels, { body: { channels } })).body.channels;
const revOf = async (client: Client, channelId: string) =>
  (await client.call(listChannels)).body.find(({ id }) => id === channelId)?.lastRev ?? 0;

/** The same state as already stored. */
async function revisionsOf(client: Client): Promise<Record<string, number>> {
  const { body } = await client.call(listChannels);
  return Object.fromEntries(body.map(({ id, lastRev }) => [id, lastRev]));
}

describe('eight writers in one channel', () => {
  test('leave no gap, and a reader can follow by prevRev alone', async () => {
    const names = [
      'tyler.boone',
      'priya.raman',
      'omar.benali',
      'hannah.schultz',
      'fatima.haidari',
      'jake.lindstrom',
      'maria.lopez',
      'trevor.mills',
    ];
    const writers = await Promise.all(names.map((name) => forecourt.signIn(name)));
    const reader = await employee.socket();
    const start = await revOf(employee, 'sales');
    const startSeq = (await read(employee, 'sales')).at(-1)?.seq ?? 0;
    const written = await Promise.all(
      writers.map(async (writer, index) => {
        const posted: ChatMessage[] = [];
        const socket = await writer.socket();
        for (let turn = 0; turn < 50; turn += 1) {
          const content = `${names[index]} ${turn}`;
          if (turn % 2 === 0) posted.push((await postText(writer, 'sales', content)).body);
          else {
            const clientMsgId = newId();
            socket.send('chat_message', { channelId: 'sales', content, clientMsgId });
            for (;;) {
              const { prevRev: _, ...frame } = await socket.next('new_message');
              if (frame.clientMsgId !== clientMsgId) continue;
              posted.push(frame);
              break;
            }
          }
        }
        socket.close();
        return posted;
      }),
    );
    for (const posted of written) {
      const seqs = posted.map(({ seq }) => seq ?? 0);
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    }
    while (newMessagesOn(reader, 'sales').length < 400) await reader.next('new_message');
    let mine = start;
    for (const { prevRev, rev } of newMessagesOn(reader, 'sales')) {
      expect(prevRev).toBe(mine);
      mine = rev;
    }
    const history = [
      ...(await read(employee, 'sales', { before: startSeq + 201, limit: 200 })),
      ...(await read(employee, 'sales', { limit: 200 })),
    ];
    expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => startSeq + index + 1));
    const frames = newMessagesOn(reader, 'sales').map(({ prevRev: _, ...message }) => message);
    expect(frames).toEqual(history);
    expect(written.flat().toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))).toEqual(history);
    reader.close();
  });
});

describe('missed changes', () => {
  test('are returned exactly, in order', async () => {
    const since = await revOf(manager, 'service');
    for (let turn = 0; turn < 5; turn += 1) await postText(employee, 'service', `Missed ${turn}`);
    const found = await changes(manager, 'service', since);
    expect(found).toMatchObject({ channelId: 'service', reset: false, lastRev: since + 5 });
    expect(found.messages).toEqual((await read(manager, 'service')).slice(-5));
    expect(await changes(manager, 'service', since + 5)).toMatchObject({
      reset: false,
      lastRev: since + 5,
      messages: [],
    });
  });

  test('are replaced by a fresh page if more than two hundred', async () => {
    const channel = await insertChannel(forecourt, 'private', ['employee', 'manager']);
    const senderId = await idOf(forecourt, 'employee');
    const past = Array.from({ length: 250 }, (_, index) => ({
      clientMsgId: newId(),
      senderId,
      content: `Then ${index}`,
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000),
      channel,
    }));
    await importMessages(forecourt.platform.db, past);
    const justEnough = await changes(manager, channel, 50);
    expect([justEnough.reset, justEnough.messages.length]).toEqual([false, 200]);
    const tooMany = await changes(manager, channel, 49);
    expect(tooMany.reset).toBe(true);
    expect(tooMany.messages).toEqual(await read(manager, channel));
  });

  test('are replaced by a fresh page if the database is older than the client', async () => {
    const latest = await revOf(manager, 'service');
    const found = await changes(manager, 'service', latest + 1);
    expect(found).toMatchObject({ reset: true, lastRev: latest });
    expect(found.messages).toEqual(await read(manager, 'service'));
  });

  test('are empty for a direct channel without messages', async () => {
    const channelId = dm(await idOf(forecourt, 'employee'), await idOf(forecourt, 'ben.hollis'));
    const none = { channelId, lastSeq: 0, lastRev: 0, messages: [] };
    expect(await changes(employee, channelId, 0)).toEqual({ ...none, reset: false });
    expect(await changes(employee, channelId, 7)).toEqual({ ...none, reset: true });
  });
});

describe('sync', () => {
  test('omits unchanged channels', async () => {
    expect(await sync(employee, await revisionsOf(employee))).toEqual([]);
  });

  test('of many at once gives each only their own channels, stars and gaps', async () => {
    const mine = await insertChannel(forecourt, 'private', ['employee']);
    const ours = await insertChannel(forecourt, 'private', ['employee', 'manager']);
    const before = [await revisionsOf(employee), await revisionsOf(manager)] as const;
    await postText(employee, mine, 'For myself');
    const first = await postText(employee, ours, 'First');
    await postText(employee, ours, 'Second');
    const star = { params: { channelId: ours, messageId: first.body.id }, body: { starred: true } };
    await manager.call(starMessage, star);
    const asks = Array.from({ length: 20 }, () => [
      () => sync(employee, before[0]),
      () => sync(manager, before[1]),
      () => sync(manager, { ...before[1], [ours]: 1 }),
    ]).flat();
    const found = await Promise.all(asks.map((ask) => ask()));
    for (const [index, changed] of found.entries()) expect(changed).toEqual(await asks[index]?.());
    const shownBy = (changed: (typeof found)[number] = []) =>
      changed.flatMap(({ messages }) =>
        messages.map(({ content, isStarred }) => (isStarred ? `${content} *` : content)),
      );
    expect(shownBy(found.at(-3)).toSorted()).toEqual(['First', 'For myself', 'Second']);
    expect(shownBy(found.at(-2))).toEqual(['First *', 'Second']);
    expect(shownBy(found.at(-1))).toEqual(['Second']);
  });

  test('returns all changes, each channel from the client’s revision', async () => {
    const mine = await revisionsOf(employee);
    const sales = await postText(manager, 'sales', 'While you were out');
    const general = await postText(manager, 'general', 'Everybody');
    const found = await sync(employee, { ...mine, service: 99_999 });
    expect(found.map(({ channelId, reset }) => [channelId, reset])).toEqual([
      ['general', false],
      ['sales', false],
      ['service', true],
    ]);
    expect(found.map(({ messages }) => messages).slice(0, 2)).toEqual([
      [general.body],
      [sales.body],
    ]);
    expect(found[2]?.messages).toEqual(await read(employee, 'service'));
  });

  test('includes direct channels started by others', async () => {
    const mine = await revisionsOf(employee);
    const channelId = dm(await idOf(forecourt, 'employee'), await idOf(forecourt, 'manager'));
    const { body } = await postText(manager, channelId, 'Come by my office');
    const found = await sync(employee, mine);
    expect(found).toEqual([
      {
        channelId,
        lastSeq: body.seq,
        lastRev: body.rev,
        reset: expect.any(Boolean),
        messages: expect.any(Array),
      },
    ]);
    expect(found[0]?.messages.at(-1)).toEqual(body);
  });

  test('returns the newest page of every channel to a client without data', async () => {
    const found = await sync(employee, {});
    expect(found.map(({ channelId }) => channelId).toSorted()).toEqual(
      Object.keys(await revisionsOf(employee)).toSorted(),
    );
    for (const { channelId, messages, reset } of found) {
      expect([reset, messages]).toEqual([true, await read(employee, channelId)]);
    }
  });

  test('returns nothing of other channels to a client that asks only for what it holds', async () => {
    const held = await revisionsOf(employee);
    const { sales = 0, service = 0 } = held;
    const missed = await postText(manager, 'sales', 'While you were out');
    await postText(manager, 'general', 'Elsewhere');
    const ask = (channels: Record<string, number>) =>
      employee.call(syncChannels, { body: { channels, onlyKnown: true } });
    expect((await ask({ sales, service })).body.channels).toEqual([
      {
        channelId: 'sales',
        lastSeq: missed.body.seq,
        lastRev: missed.body.rev,
        reset: false,
        messages: [missed.body],
      },
    ]);
    expect((await ask({})).body.channels).toEqual([]);
  });

  test('skips channels that do not exist', async () => {
    const revisions = {
      ...(await revisionsOf(employee)),
      'no-such': 3,
      'dm-5-2': 1,
      'dm-1-999999': 1,
    };
    expect(await sync(employee, revisions)).toEqual([]);
    expect(
      (await employee.raw('POST', '/api/chat/sync', { body: { channels: { A: 1 } } })).status,
    ).toBe(400);
  });
});

describe('imported messages', () => {
  test('are inserted in order, once', async () => {
    const { db } = forecourt.platform;
    const [a, b] = [await idOf(forecourt, 'linda.tran'), await idOf(forecourt, 'curtis.yoder')];
    const past = Array.from({ length: 1_200 }, (_, index) => ({
      clientMsgId: newId(),
      senderId: index % 2 === 0 ? a : b,
      content: `Then ${index} @linda.tran`,
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000),
      channel: { direct: [b, a] as const },
    }));
    await importMessages(db, past.slice(0, 700));
    await importMessages(db, past);
    const linda = await forecourt.signIn('linda.tran');
    const { body } = await linda.call(listChannels);
    expect(body.find(({ id }) => id === dm(a, b))).toMatchObject({
      lastSeq: 1_200,
      lastRev: 1_200,
      lastMessageAt: past.at(-1)?.createdAt.toISOString(),
    });
    const page = await read(linda, dm(a, b), { before: 701, limit: 200 });
    expect(page.map(({ content }) => content)).toEqual(
      past.slice(500, 700).map(({ content }) => content),
    );
    expect(page[0]).toMatchObject({
      createdAt: past[500]?.createdAt.toISOString(),
      mentionedUserIds: [a],
    });
  });

  test('include their threads, reactions, pins and edit history, once', async () => {
    const { db } = forecourt.platform;
    const [a, b, c] = await Promise.all(
      ['linda.tran', 'curtis.yoder', 'omar.benali'].map((name) => idOf(forecourt, name)),
    );
    const [one = 0, two = 0, three = 0] = [a, b, c];
    const channel = await insertChannel(forecourt, 'private', ['linda.tran', 'curtis.yoder']);
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 8, minute));
    const root = { senderId: one, clientMsgId: newId() };
    const importedMessage = (senderId: number, content: string, minute: number) => ({
      clientMsgId: newId(),
      senderId,
      content,
      createdAt: at(minute),
      channel,
    });
    const past = [
      {
        ...importedMessage(one, 'Who takes the trade-in?', 0),
        ...root,
        reactions: [{ emoji: '👍', users: [two, three] }],
        pinned: { by: two, at: at(5) },
        edits: [{ content: 'Who takes it?', replacedAt: at(1) }],
      },
      { ...importedMessage(two, 'I do', 2), inThreadOf: root },
      importedMessage(two, 'Next', 3),
      { ...importedMessage(three, 'Too late', 4), inThreadOf: root },
    ];
    await importMessages(db, past);
    await importMessages(db, past);
    const linda = await forecourt.signIn('linda.tran');
    const [first, second, ...more] = await read(linda, channel);
    expect([first?.seq, second?.content, more]).toEqual([1, 'Next', []]);
    expect(first).toMatchObject({
      isPinned: true,
      editedAt: at(1).toISOString(),
      reactions: [{ emoji: '👍', users: [two, three] }],
      thread: {
        replyCount: 2,
        lastSeq: 2,
        lastReplyAt: at(4).toISOString(),
        replierIds: [three, two],
      },
    });
    const { body } = await linda.call(getThread, { params: { messageId: first?.id ?? '' } });
    expect(body.replies.map(({ content, threadSeq }) => [content, threadSeq])).toEqual([
      ['I do', 1],
      ['Too late', 2],
    ]);
    expect(body.state).toMatchObject({ following: true, unread: 0, lastReadSeq: 2 });
    const found = await changes(linda, channel, 0);
    expect([found.lastSeq, found.lastRev]).toEqual([2, 5]);
    expect(found.messages.map(({ rev }) => rev)).toEqual([2, 3, 4, 5]);
    await expect(
      importMessages(db, [
        { ...importedMessage(one, 'Lost', 6), inThreadOf: { ...root, senderId: two } },
      ]),
    ).rejects.toMatchObject({ code: 'invalid' });
  });
});
