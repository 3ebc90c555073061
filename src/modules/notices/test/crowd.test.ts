import { CompiledQuery } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { createWriters } from '../../../../test/support/writers.ts';
import { caughtUp, idOf } from '../../chat/test/chatCalls.ts';
import { followChannel } from '../../chat/test/expectSync.ts';
import { confirm, currentNotice, inHours, partOf, post, runRound } from './stage.ts';

const crowd = 300;

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

test('three hundred confirm at once: few frames, and the right count', async () => {
  const manager = await forecourt.signIn('manager');
  const { db } = forecourt.platform;
  const writers = await createWriters(poolOf(forecourt), crowd);
  const channelId = 'c-crowd';
  await db
    .insertInto('chat_channels')
    .values({ id: channelId, type: 'private', name: 'Crowd' })
    .execute();
  const members = [await idOf(forecourt, 'manager'), ...writers.map(({ userId }) => userId)];
  await db
    .insertInto('chat_members')
    .values(members.map((user_id) => ({ channel_id: channelId, user_id })))
    .execute();
  const reader = await followChannel(manager, channelId);
  const { noticeId, total } = await post(manager, channelId);
  expect(total).toBe(crowd);

  const clients = writers.map(({ cookie }) =>
    Object.assign(createClient(forecourt.url), { cookie }),
  );
  const startedAt = performance.now();
  const responses = await Promise.all(clients.map((client) => confirm(client, noticeId)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  await eventually(
    async () => (await currentNotice(manager, channelId, noticeId))?.confirmed === crowd,
  );
  await caughtUp(reader.socket);
  const frames = reader.socket.frames.filter(({ type }) => type === 'message_changed');
  // At most one a second, the first immediately, no matter how long a busy machine takes for all of them.
  expect(frames.length).toBeLessThan(3 + (performance.now() - startedAt) / 1_000);
  const counts = frames.map(({ data }) => partOf(data).confirmed);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  await reader.expectSync();
  reader.close();
});

test('the next round shows what a crashed process did not', async () => {
  const [manager, employee] = [
    await forecourt.signIn('manager'),
    await forecourt.signIn('employee'),
  ];
  const { noticeId } = await post(manager, 'sales', { dueAt: inHours(1) });
  const { body: before } = await confirm(employee, noticeId);
  expect(before.confirmedAt).not.toBeNull();
  await eventually(async () => (await currentNotice(manager, 'sales', noticeId))?.confirmed === 1);
  // As if the process had died between storing the second one and changing the message.
  await forecourt.platform.db
    .updateTable('notice_people')
    .set({ confirmed_at: new Date(), confirmed_from: '127.0.0.1' })
    .where('notice_id', '=', noticeId)
    .where('user_id', '=', await idOf(forecourt, 'gm'))
    .execute();
  await runRound(forecourt);
  await eventually(async () => (await currentNotice(manager, 'sales', noticeId))?.confirmed === 2);
});

/** `createWriters` needs the driver's own pool. */
function poolOf({ platform: { db } }: TestForecourt): Pool {
  const query = (text: string, values: unknown[]) =>
    db.executeQuery(CompiledQuery.raw(text, values));
  return { query } as unknown as Pool;
}
