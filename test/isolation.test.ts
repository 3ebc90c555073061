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

// Many people ask at once, hang up in the middle, and are remembered for while what is remembered is
// forgotten under them: no answer may hold anything of another person. ISOLATION_PEOPLE=200
// ISOLATION_REQUESTS=500 is the whole of it.

const peopleCount = Number(process.env.ISOLATION_PEOPLE ?? 24);
const requestsEach = Number(process.env.ISOLATION_REQUESTS ?? 20);
const abortShare = 0.25;
const timeout = 180_000 + 100 * peopleCount * requestsEach;

interface Marked {
  id: number;
  username: string;
  client: Client;
  manages: boolean;
  /** In the title of the one note, and of the one message this person has starred. */
  mark: string;
  starred: string;
}

/** What is looked at of the answers. */
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

async function hire(forecourt: TestForecourt, index: number): Promise<Marked> {
  const { db } = forecourt.platform;
  const mark = `mark${index}-${randomBytes(4).toString('hex')}`;
  const manages = index % 4 === 0;
  const { id, username } = await createUser(db, {
    ...{ firstName: 'Isolde', lastName: mark, username: mark, email: `${mark}@example.com` },
    ...{ role: 'employee', department: 'sales', storeAccess: [] },
    pagePermissions: manages ? ['user_management'] : [],
    featurePermissions: ['utilities'],
  });
  const token = randomBytes(32).toString('base64url');
  await sql`insert into sessions (user_id, token_hash, expires_at, user_agent, ip) values (${id},
    ${createHash('sha256').update(token).digest()}, now() + interval '1 hour', 'Test', '')`.execute(
    db,
  );
  const client = Object.assign(forecourt.client(), { cookie: `forecourt=${token}` });
  const content = `Said by ${mark}`;
  const said = await client.call(postMessage, {
    params: { channelId: 'general' },
    body: { content, messageType: 'text', clientMsgId: randomUUID() },
  });
  const params = { channelId: 'general', messageId: said.body.id };
  await client.call(starMessage, { params, body: { starred: true } });
  await client.call(createNote, { body: { title: mark, content: mark } });
  await client.call(setStatus, { params: { id }, body: { status: 'invisible' } });
  return { id, username, client, manages, mark, starred: said.body.id };
}

/** Invisible people are here only while they are seen: these have no sockets, and are seen for a day. */
const beSeen = ({ platform }: TestForecourt, people: readonly Marked[]) =>
  sql`insert into presence_sightings (user_id, seen_at)
    select unnest(${people.map(({ id }) => id)}::int[]), now() + interval '1 day'`.execute(
    platform.db,
  );

/** Each kind of question, and what may be in its answer. */
const questions: { path(me: Marked): string; check(me: Marked, body: never): void }[] = [
  {
    path: () => '/api/user',
    check: (me, body: Row) => expect([body.id, body.status]).toEqual([me.id, 'invisible']),
  },
  {
    path: () => '/api/notes',
    check: (me, body: Row[]) => {
      // Beside it, what the demo group shares with everybody of sales.
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

/** Whole records are for those who manage people; who is invisible is so to them and to themselves. */
function checkPeople(me: Marked, { users }: { users: Row[] }): void {
  expect(users.length).toBeGreaterThan(0);
  const isRight = ({ id, status, emrn, lastLogin }: Row) => {
    const seesAll = me.manages || id === me.id;
    const isWhole = emrn !== undefined || lastLogin !== undefined;
    return isWhole === me.manages && status === (seesAll ? 'invisible' : 'offline');
  };
  expect(users.filter((user) => !isRight(user))).toEqual([]);
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

/** Asks over and over, hangs up on some; answers how many answers were looked at. */
async function ask(url: string, me: Marked): Promise<number> {
  let looked = 0;
  for (let request = 0; request < requestsEach; request++) {
    const { path, check } = pick(questions);
    const hangUp = new AbortController();
    const aborts = Math.random() < abortShare;
    if (aborts) setTimeout(() => hangUp.abort(), Math.random() * 15);
    try {
      const answer = await fetch(url + path(me), {
        headers: { cookie: me.client.cookie ?? '' },
        signal: hangUp.signal,
      });
      const body = await answer.json();
      expect(answer.status).toBe(200);
      check(me, body as never);
      looked += 1;
    } catch (error) {
      // Only who hung up gets no answer.
      if (!aborts || (error as Error).name !== 'AbortError') throw error;
    }
  }
  return looked;
}

/** Changes what is remembered, by every way there is, until it is told to end. */
async function disturb(forecourt: TestForecourt, people: readonly Marked[], end: AbortSignal) {
  const admin = await forecourt.signIn('admin');
  const acts = [
    () => admin.call(clearCache, { body: { type: 'all' } }),
    (one: Marked) =>
      admin.call(updateUser, {
        params: { id: one.id },
        body: { firstName: pick(['Isolde', 'Isolde Ann']) },
      }),
    (one: Marked) =>
      one.client.call(setStatus, { params: { id: one.id }, body: { status: 'invisible' } }),
    (one: Marked) =>
      one.client.call(postMessage, {
        params: { channelId: 'general' },
        body: { content: 'Once more', messageType: 'text', clientMsgId: randomUUID() },
      }),
  ];
  let done = 0;
  for (; !end.aborted; done++) {
    await pick(acts)(pick(people));
    await sleep(Math.random() * 20);
  }
  return done;
}

describe.each([
  ['in this process', false],
  ['in Redis', true],
])('with what is remembered %s', (_, shared) => {
  let forecourt: TestForecourt;
  beforeAll(async () => {
    forecourt = await startForecourt({ env: shared ? { REDIS_URL: redis.url } : {} });
  });
  afterAll(() => forecourt.stop());

  test('no answer holds anything of another person', { timeout }, async () => {
    const people: Marked[] = [];
    for (let index = 0; index < peopleCount; index++) people.push(await hire(forecourt, index));
    await beSeen(forecourt, people);
    const end = new AbortController();
    const disturbed = disturb(forecourt, people, end.signal);
    const asked = Promise.all(people.map((me) => ask(forecourt.url, me)));
    const looked = await asked.finally(() => end.abort());
    const changes = await disturbed;
    const total = looked.reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThan(peopleCount * requestsEach * (1 - abortShare) * 0.9);
    const { hits, misses, invalidations } = await forecourt.platform.cache.describe();
    expect([hits > 0, misses > 0, changes > 0, invalidations > 0]).toEqual(Array(4).fill(true));
    if (process.env.ISOLATION_REQUESTS) {
      console.log({ people: peopleCount, total, changes, hits, misses, invalidations });
    }
  });
});
