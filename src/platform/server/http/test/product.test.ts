import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../../test/support/client.ts';
import { eventually } from '../../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../../test/support/forecourt.ts';
import type { AnyEndpoint } from '../../../contract/endpoint.ts';

let forecourt: TestForecourt;
let admin: Client;
let endpoints: readonly AnyEndpoint[];
beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
  endpoints = forecourt.platform.routes.list();
});
afterAll(() => forecourt.stop());

/** A URL of the endpoint; with ids that exist in the demo data. */
const addressOf = ({ path }: AnyEndpoint) =>
  path.replace(/:(\w+)/g, (_: string, name: string) => (name === 'channelId' ? 'general' : '1'));
/** Who read these is in the activity log. */
const logged = [
  '/api/employees/:employeeId/private',
  '/api/credentials/:credentialId/terms/:termId/number',
  '/api/payroll/exports/:id/file',
];
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`;

/** Calls every matching endpoint; returns those with an unexpected response. */
async function exceptions(
  fits: (endpoint: AnyEndpoint) => boolean,
  isRight: (endpoint: AnyEndpoint) => Promise<boolean>,
): Promise<string[]> {
  const wrong: string[] = [];
  let calls = 0;
  for (const endpoint of endpoints.filter(fits)) {
    calls++;
    if (!(await isRight(endpoint))) wrong.push(nameOf(endpoint));
  }
  expect(calls).toBeGreaterThan(1);
  return wrong;
}

describe('every endpoint of the product', () => {
  test('rejects other sites for every user, if it may change something', async () => {
    const wrong = await exceptions(
      ({ method }) => method !== 'GET',
      async (endpoint) => {
        const { status, body } = await admin.raw(endpoint.method, addressOf(endpoint), {
          headers: { origin: 'https://evil.example' },
        });
        return status === 403 && body.error === 'This request came from another site.';
      },
    );
    expect(wrong).toEqual([]);
  });

  test('rejects unknown fields', async () => {
    const wrong = await exceptions(
      ({ body }) => body !== undefined,
      async (endpoint) => {
        const { status, body } = await admin.raw(endpoint.method, addressOf(endpoint), {
          body: { surprise: 1 },
        });
        return status === 400 && body.fields?.surprise === 'Unknown field';
      },
    );
    expect(wrong).toEqual([]);
  });

  test('changes nothing in response to a read', async () => {
    // Time-based changes, such as a request becoming overdue, are not caused by a read.
    await forecourt.platform.jobs.stop();
    const before = await waitUntilStable();
    await exceptions(
      ({ method, path }) => method === 'GET' && !logged.includes(path),
      async (endpoint) => {
        await admin.raw('GET', addressOf(endpoint));
        await admin.raw('HEAD', addressOf(endpoint));
        return true;
      },
    );
    expect(await fingerprint()).toEqual(before);
  });

  test('is in the API document, and nothing else is', async () => {
    const employee = await forecourt.signIn('employee');
    const { status, body, headers } = await employee.raw('GET', '/api/openapi.json');
    expect(status).toBe(200);
    expect(headers.get('content-encoding')).toBe('gzip');
    const described = Object.entries(body.paths as Record<string, object>).flatMap(
      ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = endpoints.map((endpoint) => nameOf(endpoint).replace(/:(\w+)/g, '{$1}'));
    expect(described.sort()).toEqual(declared.sort());
    for (const { path, method, access } of endpoints) {
      const shown = body.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
      expect(shown['x-access'], path).toEqual(access);
      expect(shown.summary, path).toMatch(/\w/);
    }
  });
});

test('the API document is for approved users', async () => {
  const newUser = forecourt.client();
  expect((await newUser.raw('GET', '/api/openapi.json')).status).toBe(401);
  const body = {
    firstName: 'N',
    lastName: 'N',
    username: 'novice',
    email: 'novice@example.com',
    password: 'a quiet harbor 9',
    department: 'it',
  };
  expect((await newUser.raw('POST', '/api/register', { body })).status).toBe(201);
  expect((await newUser.raw('GET', '/api/openapi.json')).status).toBe(403);
});

/** Background work, such as indexing a new database, is not caused by a read. */
async function waitUntilStable(): Promise<Record<string, string>> {
  for (const cursors of ['chat_search_cursors', 'chat_notify_cursors', 'chat_record_cursors']) {
    await eventually(() => isCaughtUp(cursors), `${cursors} did not catch up`);
  }
  for (let last = await fingerprint(); ; ) {
    await sleep(1_000);
    const now = await fingerprint();
    if (isDeepStrictEqual(now, last)) return now;
    last = now;
  }
}

async function isCaughtUp(cursors: string): Promise<boolean> {
  const { rows } = await sql`select 1 from chat_channels c
    left join ${sql.table(cursors)} k on k.channel_id = c.id
    where c.last_rev > coalesce(k.rev, 0)`.execute(forecourt.platform.db);
  return rows.length === 0;
}

/** Updated in the background: last use of sessions, activity log hashes, and read counts. */
const backgroundTables = [
  'sessions',
  'activity_chain',
  'activity_seals',
  'data_reads',
  'data_read_alerts',
];

/** Leaves out the log entries that reading customer data adds. */
const withoutReads = (table: string) =>
  table === 'activity_log' ? sql`action !~ '(viewed|listed|unusual)$'` : sql`true`;

/** The contents of every table. */
async function fingerprint(): Promise<Record<string, string>> {
  const { db } = forecourt.platform;
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = 'public'`.execute(db);
  const hashes: Record<string, string> = {};
  for (const { name } of rows.filter((row) => !backgroundTables.includes(row.name))) {
    const all = await sql<{
      text: string;
    }>`select t::text from ${sql.table(name)} t where ${withoutReads(name)} order by 1`.execute(db);
    hashes[name] = createHash('sha1').update(JSON.stringify(all.rows)).digest('hex');
  }
  return hashes;
}

test('the session cookie is unreadable for scripts, and is cleared the same way', async () => {
  const client = forecourt.client();
  const body = { username: 'manager', password: 'forecourt-demo' };
  const entered = await client.raw('POST', '/api/login', { body });
  const [session, device] = entered.headers.getSetCookie();
  expect(session).toMatch(/^forecourt=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(device).toMatch(
    /^forecourt-device=[A-Za-z0-9_-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(JSON.stringify(entered.body)).not.toMatch(/[A-Za-z0-9_-]{43}/);
  const left = await client.raw('POST', '/api/logout');
  expect(left.headers.get('set-cookie')).toMatch(/^forecourt=; Max-Age=0; Path=\//);
});

describe('health', () => {
  test('is public, with the common headers', async () => {
    for (const [path, status] of [
      ['/health/live', 'live'],
      ['/health/ready', 'ready'],
    ] as const) {
      const reply = await forecourt.client().raw('GET', path);
      expect([reply.status, reply.body]).toEqual([200, { status }]);
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('x-request-id')).toBeTruthy();
    }
  });

  test('is not ready while a migration is missing', async () => {
    const { db } = forecourt.platform;
    const { rows } = await sql<{ name: string }>`delete from schema_migrations
      where name = (select max(name) from schema_migrations) returning *`.execute(db);
    const reply = await forecourt.client().raw('GET', '/health/ready');
    expect([reply.status, reply.body]).toEqual([503, { status: 'not ready' }]);
    expect((await forecourt.client().raw('GET', '/health/live')).status).toBe(200);
    await db
      .insertInto('schema_migrations')
      .values(rows[0] ?? {})
      .execute();
    expect((await forecourt.client().raw('GET', '/health/ready')).status).toBe(200);
  });
});

test.skipIf(!fs.existsSync('/proc/net/if_inet6'))(
  'on an IPv6 address the product prints its real URL',
  async () => {
    const onIpv6 = await startForecourt({ env: { HOST: '::1' } });
    expect(onIpv6.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await onIpv6.client().raw('GET', '/health/live')).status).toBe(200);
    await onIpv6.stop();
  },
);
