import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { createWriters } from '../../../../test/support/writers.ts';
import { syncChannels } from '../contract.ts';
import { importMessages } from '../server/public.ts';
import { insertChannel } from './channelRows.ts';
import { caughtUp, idOf, newMessagesOn, postText, read } from './chatCalls.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

test('a laptop that slept while 500 messages arrived in 30 channels gets each of them once', async () => {
  const { db } = forecourt.platform;
  const employee = await forecourt.signIn('employee');
  const senderId = await idOf(forecourt, 'manager');
  const channels = await Promise.all(
    Array.from({ length: 30 }, () => insertChannel(forecourt, 'private', ['employee', 'manager'])),
  );
  const before = Date.now() - 11 * 60_000;
  const messages = Array.from({ length: 500 }, (_, index) => ({
    clientMsgId: uuidv7(),
    senderId,
    content: `Message ${index}`,
    createdAt: new Date(before + index * 1_000),
    channel: channels[(index * 7) % channels.length] ?? '',
  }));
  await importMessages(db, messages.slice(0, 90));
  const revisions = Object.fromEntries(
    await Promise.all(channels.map(async (id) => [id, (await read(employee, id)).length])),
  );
  await importMessages(db, messages.slice(90));

  const { body } = await employee.call(syncChannels, { body: { channels: revisions } });
  const found = body.channels.filter(({ channelId }) => channels.includes(channelId));
  expect(found.map(({ channelId }) => channelId).sort()).toEqual([...channels].sort());
  expect(found.every(({ reset }) => !reset)).toBe(true);
  const contents = found.flatMap(({ messages: list }) => list.map(({ content }) => content));
  expect(contents.length).toBe(410);
  expect(new Set(contents)).toEqual(new Set(messages.slice(90).map(({ content }) => content)));
});

test('300 sockets that reconnect within a second all subscribe, and get the next message once', async () => {
  const { db } = forecourt.platform;
  const query = (text: string, values: unknown[]) =>
    db.executeQuery(CompiledQuery.raw(text, values));
  const crowd = await createWriters({ query } as unknown as pg.Pool, 300);
  const sockets = await Promise.all(
    crowd.map(({ cookie }) => {
      const client = createClient(forecourt.url);
      client.cookie = cookie;
      return client.socket();
    }),
  );
  const manager = await forecourt.signIn('manager');
  const { body } = await postText(manager, 'general', 'Is everybody back?');
  await Promise.all(sockets.map(caughtUp));
  for (const socket of sockets) {
    expect(newMessagesOn(socket, 'general').map(({ id }) => id)).toEqual([body.id]);
    socket.close();
  }
});

test('a sender’s clock two hours off changes neither order nor time', async () => {
  const [employee, manager] = [
    await forecourt.signIn('employee'),
    await forecourt.signIn('manager'),
  ];
  const newIdAt = (hours: number) => uuidv7({ msecs: Date.now() + hours * 3_600_000 });
  const sent = [
    await postText(employee, 'service', 'first', newIdAt(2)),
    await postText(manager, 'service', 'second', newIdAt(-2)),
    await postText(employee, 'service', 'third', newIdAt(0)),
  ].map(({ body }) => body);
  const latest = (await read(manager, 'service')).slice(-3);
  expect(latest.map(({ content }) => content)).toEqual(['first', 'second', 'third']);
  expect(latest.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
  for (const { createdAt } of latest) {
    expect(Math.abs(Date.now() - Date.parse(createdAt))).toBeLessThan(60_000);
  }
});
