import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personChanged } from '../watch.ts';
import { type RealtimeServer, startRealtimeServer, testEvent } from './testServer.ts';

let server: RealtimeServer;
let batches: (readonly string[])[] = [];
let allowed = new Set<string>();
beforeAll(async () => {
  server = await startRealtimeServer();
  server.platform.realtime.topics.declareMany('many', async (_actor, ids) => {
    batches.push(ids);
    return allowed;
  });
});
afterAll(() => server.stop());

const ids = Array.from({ length: 300 }, (_, index) => `n${index}`);
const topicsOf = (username: string) =>
  server
    .connectionsOf(username)
    .flatMap(({ topics }) => [...topics].filter((t) => /^many:/.test(t)));

async function connect() {
  const client = await server.signIn('manager');
  const socket = await client.socket();
  const [connection] = server.connectionsOf('manager');
  if (!connection) throw new Error('No one is connected');
  return { socket, connection };
}

describe('a topic family with a batch access check', () => {
  test('subscribes without a query right after a check, and rechecks with one', async () => {
    const { subscribeKnown } = server.platform.realtime.topics;
    const { socket, connection } = await connect();
    const topics = ids.map((id) => `many:${id}`);
    expect(subscribeKnown(connection, connection.actor, topics)).toBe(true);
    expect([topicsOf('manager').length, batches]).toEqual([300, []]);
    server.platform.realtime.publish('many:n7', testEvent, { n: 7 });
    expect(await socket.next(testEvent.type)).toEqual({ n: 7 });

    allowed = new Set(['n1', 'n2', 'unknown']);
    const { userId } = connection.actor;
    const { db, bus } = server.platform;
    await db
      .updateTable('users')
      .set({ store_access: ['ford', 'hyundai'] })
      .where('id', '=', userId)
      .execute();
    bus.publish(personChanged, { userId });
    await expect.poll(() => topicsOf('manager')).toEqual(['many:n1', 'many:n2']);
    expect(batches).toEqual([ids]);
    server.platform.realtime.publish('many:n7', testEvent, { n: 8 });
    server.platform.realtime.publish('many:n1', testEvent, { n: 1 });
    expect(await socket.next(testEvent.type)).toEqual({ n: 1 });
    socket.close();
  });

  test('refuses users whose rights have changed, or who were deleted', async () => {
    const { subscribeKnown, unsubscribe } = server.platform.realtime.topics;
    const { socket, connection } = await connect();
    const before = { ...connection.actor };
    expect(subscribeKnown(connection, before, ['many:n1'])).toBe(false);
    expect(subscribeKnown(connection, connection.actor, ['many:n1'])).toBe(true);
    unsubscribe(connection, 'many:n1');
    expect(topicsOf('manager')).toEqual([]);
    socket.close();
    await socket.closed;
    await expect.poll(() => connection.isOpen()).toBe(false);
    expect(subscribeKnown(connection, connection.actor, ['many:n1'])).toBe(false);
  });

  test('also checks a single topic', async () => {
    const { realtime } = server.platform;
    const { socket, connection } = await connect();
    batches = [];
    allowed = new Set(['n1']);
    expect(await realtime.subscribe(connection, 'many:n1')).toBe(true);
    expect(await realtime.subscribe(connection, 'many:n2')).toBe(false);
    expect(batches).toEqual([['n1'], ['n2']]);
    expect(topicsOf('manager')).toEqual(['many:n1']);
    socket.close();
  });
});
