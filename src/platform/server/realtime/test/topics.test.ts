import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personChanged } from '../watch.ts';
import { type Hall, openHall, said } from './hall.ts';

let hall: Hall;
let asked: (readonly string[])[] = [];
let hearable = new Set<string>();
beforeAll(async () => {
  hall = await openHall();
  hall.platform.realtime.topics.declareMany('many', async (_actor, ids) => {
    asked.push(ids);
    return hearable;
  });
});
afterAll(() => hall.stop());

const ids = Array.from({ length: 300 }, (_, index) => `n${index}`);
const topicsOf = (username: string) =>
  hall.connectionsOf(username).flatMap(({ topics }) => [...topics].filter((t) => /^many:/.test(t)));

async function connect() {
  const client = await hall.signIn('manager');
  const socket = await client.socket();
  const [connection] = hall.connectionsOf('manager');
  if (!connection) throw new Error('Nobody is connected');
  return { socket, connection };
}

describe('a family of topics that is asked for in one go', () => {
  test('is subscribed to without a question by who has just asked, and rechecked with one', async () => {
    const { subscribeKnown } = hall.platform.realtime.topics;
    const { socket, connection } = await connect();
    const topics = ids.map((id) => `many:${id}`);
    expect(subscribeKnown(connection, connection.actor, topics)).toBe(true);
    expect([topicsOf('manager').length, asked]).toEqual([300, []]);
    hall.platform.realtime.publish('many:n7', said, { n: 7 });
    expect(await socket.next(said.type)).toEqual({ n: 7 });

    hearable = new Set(['n1', 'n2', 'unknown']);
    const { userId } = connection.actor;
    const { db, bus } = hall.platform;
    await db
      .updateTable('users')
      .set({ store_access: ['ford', 'hyundai'] })
      .where('id', '=', userId)
      .execute();
    bus.publish(personChanged, { userId });
    await expect.poll(() => topicsOf('manager')).toEqual(['many:n1', 'many:n2']);
    expect(asked).toEqual([ids]);
    hall.platform.realtime.publish('many:n7', said, { n: 8 });
    hall.platform.realtime.publish('many:n1', said, { n: 1 });
    expect(await socket.next(said.type)).toEqual({ n: 1 });
    socket.close();
  });

  test('is refused to who has other rights by now, or is gone', async () => {
    const { subscribeKnown, unsubscribe } = hall.platform.realtime.topics;
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

  test('answers for one of them too', async () => {
    const { realtime } = hall.platform;
    const { socket, connection } = await connect();
    asked = [];
    hearable = new Set(['n1']);
    expect(await realtime.subscribe(connection, 'many:n1')).toBe(true);
    expect(await realtime.subscribe(connection, 'many:n2')).toBe(false);
    expect(asked).toEqual([['n1'], ['n2']]);
    expect(topicsOf('manager')).toEqual(['many:n1']);
    socket.close();
  });
});
