import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type RealtimeServer,
  startRealtimeServer,
  testEvent,
} from '../../realtime/test/testServer.ts';
import { personChanged } from '../../realtime/watch.ts';
import { ownStores } from '../stores.ts';
import { createStoreTopic } from '../topics.ts';

let server: RealtimeServer;
const topic = createStoreTopic('cars', ownStores);
beforeAll(async () => {
  server = await startRealtimeServer();
  topic.declare(server.platform.realtime);
});
afterAll(() => server.stop());

const allow = async (userId: number, stores: string[]) => {
  const { db, bus } = server.platform;
  await db.updateTable('users').set({ store_access: stores }).where('id', '=', userId).execute();
  bus.publish(personChanged, { userId });
};
const topicsOf = (username: string) =>
  server.connectionsOf(username).flatMap(({ topics }) => [...topics].filter(isOfCars).toSorted());
const isOfCars = (name: string) => name.startsWith('cars:');

test('a connection gets the events of its stores, and follows changes of its access', async () => {
  const { realtime } = server.platform;
  const client = await server.signIn('manager');
  const socket = await client.socket();
  const userId = server.connectionsOf('manager')[0]?.actor.userId ?? 0;
  await allow(userId, ['ford']);
  await expect.poll(() => topicsOf('manager')).toEqual(['cars:ford']);
  topic.publish(realtime, 'hyundai', testEvent, { n: 1 });
  topic.publish(realtime, 'ford', testEvent, { n: 2 });
  expect(await socket.next(testEvent.type)).toEqual({ n: 2 });

  await allow(userId, ['hyundai', 'chevrolet']);
  await expect.poll(() => topicsOf('manager')).toEqual(['cars:chevrolet', 'cars:hyundai']);
  topic.publish(realtime, 'ford', testEvent, { n: 3 });
  topic.publish(realtime, 'hyundai', testEvent, { n: 4 });
  expect(await socket.next(testEvent.type)).toEqual({ n: 4 });
  socket.close();
});
