import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateUser } from '../src/modules/admin/contract.ts';
import { starMessage } from '../src/modules/chat/contract/personal.ts';
import { postMessage } from '../src/modules/chat/contract.ts';
import { createNote } from '../src/modules/notes/contract.ts';
import { createUser } from '../src/modules/people/server/public.ts';
import { setStatus } from '../src/modules/presence/contract.ts';
import { clearCache } from '../src/modules/system/contract/cache.ts';
import { type RedisServer, startRedis } from '../src/platform/server/bus/test/redisServer.ts';
import type { Client } from './support/client.ts';
import { startForecourt, type TestForecourt } from './support/forecourt.ts';

// Many users send requests concurrently and abort some of them while the cache is filled and invalidated: no
// response may contain data of another user. The full run is ISOLATION_PEOPLE=200 ISOLATION_REQUESTS=500.

const peopleCount = Number(process.env.ISOLATION_PEOPLE ?? 24);
const requestsEach = Number(process.env.ISOLATION_REQUESTS ?? 20);
const abortShare = 0.25;
const timeout = 180_000 + 100 * peopleCount * requestsEach;

interface MarkedUser {
  id: number;
  username: string;
  client: Client;
  manages: boolean;
  /** A unique text, in their only note and in the only message they starred. */
  mark: string;
  starred: string;
}

/** The response fields that are checked. */
interface Row {
  id: number | string;
  title: string;
  status: string;
  isStarred: boolean;
  emrn?: string;
  lastLogin?: string | null;
}

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.close());

async function addUser(forecourt: TestForecourt, index: number): Promise<MarkedUser> {
  const { db } = forecourt.platform;
  const mark = `mark${index}-${randomBytes(4).toString('hex')}`;
  const manages = index % 4 === 0;
  const { id, username } = await createUser(db, {
    firstName: 'Isolde',
    lastName: mark,
    username: mark,
    email: `${mark}@example.com`,
    role: 'employee',
    department: 'sales',
    storeAccess: [],
    pagePermissions: manages ? ['user_management'] : [],
    featurePermissions: ['utilities'],
  });
  const token = randomBytes(32).toString('base64url');
  await sql`insert into sessions (user_id, token_hash, expires_at, user_agent, ip) values (${id},
    ${createHash('sha256').update(token).digest()}, now() + interval '1 hour', 'Test', '')`.execute(
    db,
  );
  const client = Object.assign(forecourt.client(), { cookie: `forecourt=${token}` });
  const content = `Posted by ${mark}`;
  const posted = await client.call(postMessage, {
    params: { channelId: 'general' },
    body: { content, messageType: 'text', clientMsgId: randomUUID() },
  });
  const params = { channelId: 'general', messageId: posted.body.id };
  await client.call(starMessage, { params, body: { starred: true } });
  await client.call(createNote, { body: { title: mark, content: mark } });
  await client.call(setStatus, { params: { id }, body: { status: 'invisible' } });
  return { id, username, client, manages, mark, starred: posted.body.id };
}

/** Invisible users need a recent sighting to count as present; these have no sockets, so theirs lasts a day. */
const addSightings = ({ platform }: TestForecourt, people: readonly MarkedUser[]) =>
  sql`insert into presence_sightings (user_id, seen_at)
    select unnest(${people.map(({ id }) => id)}::int[]), now() + interval '1 day'`.execute(
    platform.db,
  );

/** Each kind of request, with the check of its response. */
const probes: { path(me: MarkedUser): string; check(me: MarkedUser, body: never): void }[] = [
  {
    path: () => '/api/user',
    check: (me, body: Row) => expect([body.id, body.status]).toEqual([me.id, 'invisible']),
  },
  {
    path: () => '/api/notes',
    check: (me, body: Row[]) => {
      // The demo group also shares notes with all of sales.
      const marks = body.map(({ title }) => title).filter((title) => title.startsWith('mark'));
      expect(marks).toEqual([me.mark]);
    },
  },
  {
    path: () => '/api/chat/messages/general',
    check: (me, body: Row[]) => {
      expect(body.length).toBeGreaterThan(0);
      const starred = body.filter(({ isStarred }) => isStarred).map(({ id }) => id);
      expect(starred.filter((id) => id !== me.starred)).toEqual([]);
    },
  },
  {
    path: () => '/api/chat/starred',
    check: (me, body: { message: Row }[]) => expect(JSON.stringify(body)).toContain(me.starred),
  },
  { path: () => '/api/users?search=isolde&limit=200', check: checkPeople },
  { path: () => `/api/users?search=isolde&limit=10&page=2`, check: checkPeople },
  {
    path: ({ mark }) => `/api/users?search=${mark}`,
    check: (me, body: { users: Row[] }) => {
      expect(body.users.map(({ id }) => id)).toEqual([me.id]);
      checkPeople(me, body as never);
    },
  },
];

/** Only user managers get full records; invisible users look offline to all but managers and themselves. */
function checkPeople(me: MarkedUser, { users }: { users: Row[] }): void {
  expect(users.length).toBeGreaterThan(0);
  const isExpected = ({ id, status, emrn, lastLogin }: Row) => {
    const seesAll = me.manages || id === me.id;
    const isFull = emrn !== undefined || lastLogin !== undefined;
    return isFull === me.manages && status === (seesAll ? 'invisible' : 'offline');
  };
  expect(users.filter((user) => !isExpected(user))).toEqual([]);
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

/** Sends requests and aborts some of them; returns how many responses were checked. */
async function sendRequests(url: string, me: MarkedUser): Promise<number> {
  let checked = 0;
  for (let request = 0; request < requestsEach; request++) {
    const { path, check } = pick(probes);
    const controller = new AbortController();
    const aborts = Math.random() < abortShare;
    if (aborts) setTimeout(() => controller.abort(), Math.random() * 15);
    try {
      const response = await fetch(url + path(me), {
        headers: { cookie: me.client.cookie ?? '' },
        signal: controller.signal,
      });
      const body = await response.json();
      expect(response.status).toBe(200);
      check(me, body as never);
      checked += 1;
    } catch (error) {
      // Only aborted requests may fail.
      if (!aborts || (error as Error).name !== 'AbortError') throw error;
    }
  }
  return checked;
}

/** Changes and clears cached data in every way until aborted. */
async function changeData(
  forecourt: TestForecourt,
  people: readonly MarkedUser[],
  end: AbortSignal,
) {
  const admin = await forecourt.signIn('admin');
  const actions = [
    () => admin.call(clearCache, { body: { type: 'all' } }),
    (one: MarkedUser) =>
      admin.call(updateUser, {
        params: { id: one.id },
        body: { firstName: pick(['Isolde', 'Isolde Ann']) },
      }),
    (one: MarkedUser) =>
      one.client.call(setStatus, { params: { id: one.id }, body: { status: 'invisible' } }),
    (one: MarkedUser) =>
      one.client.call(postMessage, {
        params: { channelId: 'general' },
        body: { content: 'Once more', messageType: 'text', clientMsgId: randomUUID() },
      }),
  ];
  let done = 0;
  for (; !end.aborted; done++) {
    await pick(actions)(pick(people));
    await sleep(Math.random() * 20);
  }
  return done;
}

describe.each([
  ['in this process', false],
  ['in Redis', true],
])('with the cache %s', (_, shared) => {
  let forecourt: TestForecourt;
  beforeAll(async () => {
    forecourt = await startForecourt({ env: shared ? { REDIS_URL: redis.url } : {} });
  });
  afterAll(() => forecourt.stop());

  test('no response contains data of another user', { timeout }, async () => {
    const people: MarkedUser[] = [];
    for (let index = 0; index < peopleCount; index++) people.push(await addUser(forecourt, index));
    await addSightings(forecourt, people);
    const end = new AbortController();
    const changing = changeData(forecourt, people, end.signal);
    const requests = Promise.all(people.map((me) => sendRequests(forecourt.url, me)));
    const checked = await requests.finally(() => end.abort());
    const changes = await changing;
    const total = checked.reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThan(peopleCount * requestsEach * (1 - abortShare) * 0.9);
    const { hits, misses, invalidations } = await forecourt.platform.cache.describe();
    expect([hits > 0, misses > 0, changes > 0, invalidations > 0]).toEqual(Array(4).fill(true));
    if (process.env.ISOLATION_REQUESTS) {
      console.log({ people: peopleCount, total, changes, hits, misses, invalidations });
    }
  });
});
