import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { type RedisServer, startRedis } from '../../../platform/server/bus/test/redisServer.ts';
import { addMembers, createChannel, removeMember } from '../contract/channels.ts';
import { caughtUp, idOf, newId, newMessagesOn, postText } from './chatCalls.ts';

let redis: RedisServer;
let serverA: TestForecourt;
let serverB: TestForecourt;
let employee: Client;
let tyler: Client;
let tylerId: number;

beforeAll(async () => {
  redis = await startRedis();
  serverA = await startForecourt({ env: { REDIS_URL: redis.url } });
  const DATABASE_URL = serverA.platform.config.databaseUrl ?? '';
  serverB = await startForecourt({
    database: 'empty',
    env: { DATABASE_URL, REDIS_URL: redis.url },
  });
  employee = await serverA.signIn('employee');
  tyler = await serverA.signIn('tyler.boone');
  tylerId = await idOf(serverA, 'tyler.boone');
});
afterAll(async () => {
  await serverB.stop();
  await serverA.stop();
  await redis.close();
});

/** The same browser at the other instance. */
function onServerB(client: Client): Client {
  const same = createClient(serverB.url);
  same.cookie = client.cookie;
  return same;
}

const create = async (...userIds: number[]) => {
  const body = { name: `Channel ${newId()}`, type: 'private' as const, userIds };
  return (await employee.call(createChannel, { body })).body.id;
};

async function receives(socket: TestSocket, channelId: string): Promise<boolean> {
  const { body } = await postText(onServerB(employee), channelId, `Hear me ${newId()}`);
  await caughtUp(socket);
  return newMessagesOn(socket, channelId).some(({ id }) => id === body.id);
}

describe('two instances', () => {
  test('both apply joins and leaves at once', async () => {
    const socket = await onServerB(tyler).socket();
    const id = await create();
    const params = { channelId: id };
    await employee.call(addMembers, { params, body: { userIds: [tylerId] } });
    expect(await socket.next('channel_changed')).toEqual({ channelId: id });
    expect(await receives(socket, id)).toBe(true);
    await employee.call(removeMember, { params: { ...params, userId: tylerId } });
    expect(await socket.next('channel_changed')).toEqual({ channelId: id });
    expect(await receives(socket, id)).toBe(false);
    socket.close();
  });

  test('detect missed events by themselves', async () => {
    const socket = await onServerB(tyler).socket();
    const id = await create();
    const setLeftAt = (left_at: Date | null) =>
      serverA.platform.db
        .insertInto('chat_members')
        .values({ channel_id: id, user_id: tylerId, left_at })
        .onConflict((conflict) =>
          conflict
            .columns(['channel_id', 'user_id'])
            .doUpdateSet({ left_at, changed_at: new Date() }),
        )
        .execute();
    await setLeftAt(null);
    expect(await socket.next('channel_changed')).toEqual({ channelId: id });
    expect(await receives(socket, id)).toBe(true);
    await setLeftAt(new Date());
    expect(await socket.next('channel_changed')).toEqual({ channelId: id });
    expect(await receives(socket, id)).toBe(false);
    socket.close();
  });

  test('a thousand joins and leaves during connects end in the correct state', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => create()));
    const sockets: TestSocket[] = [];
    await Promise.all(
      ids.map(async (id, index) => {
        const params = { channelId: id };
        for (let turn = 0; turn < 8; turn += 1) {
          await employee.call(addMembers, { params, body: { userIds: [tylerId] } });
          if (turn === 3) sockets.push(await (index % 2 ? tyler : onServerB(tyler)).socket());
          if (turn < 7 || index % 2 === 0) {
            await employee.call(removeMember, { params: { ...params, userId: tylerId } });
          }
        }
      }),
    );
    await eventually(async () => {
      const at = [serverA, serverB].flatMap((instance) => [
        ...instance.platform.realtime.connections(),
      ]);
      const theirs = at.filter(({ actor }) => actor.userId === tylerId);
      return theirs.every(({ topics }) =>
        ids.every((id, index) => topics.has(`channel:${id}`) === (index % 2 === 1)),
      );
    });
    for (const socket of sockets) socket.close();
  });
});
