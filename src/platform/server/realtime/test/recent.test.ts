import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auth, ready } from '../../../contract/socket.ts';
import { createRecent } from '../recent.ts';
import { personChanged } from '../watch.ts';
import { type RealtimeServer, startRealtimeServer, testEvent } from './testServer.ts';

const minute = 60_000;

function createAt(start: number) {
  let now = start;
  const recent = createRecent(() => now);
  return { recent, pass: (ms: number) => (now += ms) };
}

describe('what was published lately', () => {
  test('is reported by topic, since the mark', () => {
    const { recent, pass } = createAt(10 * minute);
    recent.note('everyone:', 'too_early');
    pass(minute / 2);
    const mark = recent.mark();
    recent.note('everyone:', 'zone_changed');
    recent.note('user:7', 'draft_changed');
    recent.note('user:8', 'draft_changed');
    pass(minute / 2);
    expect(recent.missedSince(mark, ['everyone:', 'user:9'])).toEqual(['zone_changed']);
    expect(recent.missedSince(mark, ['user:7', 'user:8'])).toEqual(['draft_changed']);
  });

  test('includes what a cached answer may lack', () => {
    const { recent, pass } = createAt(10 * minute);
    recent.note('everyone:', 'zone_changed');
    pass(9_000);
    expect(recent.missedSince(recent.mark(), ['everyone:'])).toEqual(['zone_changed']);
  });

  test('is kept while there are newer events, for a minute at least', () => {
    const { recent, pass } = createAt(10 * minute);
    const mark = recent.mark();
    recent.note('everyone:', 'zone_changed');
    pass(minute - 15_000);
    recent.note('everyone:', 'later');
    expect(recent.missedSince(mark, ['everyone:'])).toEqual(['zone_changed', 'later']);
  });

  test('is not known for an old mark, one of another process or no mark at all', () => {
    const { recent, pass } = createAt(10 * minute);
    const mark = recent.mark();
    expect(createAt(10 * minute).recent.missedSince(mark, [])).toBeUndefined();
    for (const unknown of ['', 'x', mark.split('.')[0] ?? '', `${mark.split('.')[0]}.x`])
      expect(recent.missedSince(unknown, [])).toBeUndefined();
    pass(3 * minute);
    recent.note('everyone:', 'a');
    pass(minute);
    recent.note('everyone:', 'b');
    expect(recent.missedSince(mark, [])).toBeUndefined();
  });

  test('is not known after facts of other instances were lost', () => {
    const { recent } = createAt(10 * minute);
    const mark = recent.mark();
    recent.forget();
    expect(recent.missedSince(mark, [])).toBeUndefined();
    expect(recent.missedSince(recent.mark(), [])).toBeUndefined();
  });
});

let server: RealtimeServer;
beforeAll(async () => {
  server = await startRealtimeServer();
});
afterAll(() => server.stop());

async function connectSince(username: string, since: string | undefined) {
  const client = await server.signIn(username);
  const socket = await client.socket({ auth: false });
  socket.send(auth.type, { since });
  const { missed } = await socket.next(ready.type);
  socket.close();
  return missed;
}

describe('a connection of a page that was just loaded', () => {
  test('learns which events it missed, of its own topics only', async () => {
    const { realtime } = server.platform;
    const since = realtime.mark();
    expect(await connectSince('manager', since)).not.toContain(testEvent.type);
    realtime.publish('user:999999', testEvent, { n: 1 });
    expect(await connectSince('manager', since)).not.toContain(testEvent.type);
    realtime.publish('everyone:', testEvent, { n: 1 });
    expect(await connectSince('manager', since)).toContain(testEvent.type);
  });

  test('learns that the rights of its user changed', async () => {
    const { realtime, bus, db } = server.platform;
    const since = realtime.mark();
    expect(await connectSince('gm', since)).not.toContain(ready.type);
    const { id: userId } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'gm')
      .executeTakeFirstOrThrow();
    bus.publish(personChanged, { userId });
    expect(await connectSince('gm', since)).toContain(ready.type);
  });

  test('without a mark, or with one of another process, learns nothing', async () => {
    expect(await connectSince('manager', undefined)).toBeUndefined();
    expect(await connectSince('manager', 'other.5')).toBeUndefined();
  });
});
