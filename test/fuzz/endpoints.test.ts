import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMessages } from '../../src/modules/chat/contract.ts';
import type { AnyEndpoint } from '../../src/platform/contract/endpoint.ts';
import type { Client } from '../support/client.ts';
import { startForecourt, type TestForecourt } from '../support/forecourt.ts';
import { fieldsOf, type Known } from './arbitraryOf.ts';
import { findInconsistencies } from './inconsistencies.ts';

// Calls every endpoint with bodies, queries and parameters that only partly match its schema: none may make the server
// fail or leave conversations inconsistent. `npm run fuzz` makes more calls.

/** The total for all endpoints. */
const calls = Number(process.env.FUZZ_CALLS ?? 4_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);

let forecourt: TestForecourt;
let admin: Client;
let employee: Client;
let known: Known;

beforeAll(async () => {
  forecourt = await startForecourt();
  [admin, employee] = [await forecourt.signIn('admin'), await forecourt.signIn('employee')];
  const { body } = await admin.call(listMessages, { params: { channelId: 'sales' } });
  const messageIds = body.slice(-5).map(({ id }) => id);
  const ids = Array.from({ length: 12 }, (_, index) => index + 1);
  known = {
    channelId: ['general', 'sales', 'management', 'dm-1-2', 'dm-2-2', 'dm-9-1'],
    toChannelId: ['sales', 'dm-1-2'],
    messageId: messageIds,
    threadId: [...messageIds, null],
    replyToId: messageIds,
    id: ids,
    userId: ids,
    userIds: [[3], [4, 5], ids],
    content: ['hello @here and @employee', '```\ncode', '👍'],
    emoji: ['👍', '❤️', '🏳️‍🌈'],
  };
});
afterAll(() => forecourt.stop());

/** These end the session of the caller. */
const signOutPaths = ['/api/logout'];

// Node.js itself rejects headers of more than about 16 kB, before our code runs.
const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : String(JSON.stringify(value))).slice(0, 500).toWellFormed();

function pathOf(
  endpoint: AnyEndpoint,
  params: Record<string, unknown>,
  query: Record<string, unknown>,
) {
  const path = endpoint.path.replace(/:(\w+)/g, (_: string, name: string) =>
    encodeURIComponent(textOf(params[name] ?? '-')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, textOf(value));
  }
  return `${path}?${search}`;
}

/** Expects no server error, and otherwise a message without internals. */
function expectNoServerError(
  call: unknown,
  { status, body }: { status: number; body: unknown },
): void {
  expect([call, status]).toEqual([call, expect.toSatisfy((code: number) => code < 500)]);
  if (status < 400) return;
  expect([call, body]).toEqual([
    call,
    expect.objectContaining({ error: expect.any(String), code: expect.any(String) }),
  ]);
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\bat .*\.ts:\d|violates|syntax error/);
}

async function fuzzEndpoint(endpoint: AnyEndpoint, numRuns: number): Promise<void> {
  const shapeOf = (part: { shape: object } | undefined) => fieldsOf({ ...part?.shape }, known);
  const request = fc.record({
    params: shapeOf(endpoint.params),
    query: shapeOf(endpoint.query),
    body: shapeOf(endpoint.body),
    who: fc.constantFrom('admin', 'employee'),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ params, query, body, who }) => {
      const client = who === 'admin' ? admin : employee;
      const call = [endpoint.method, pathOf(endpoint, params, query), body];
      const sent = endpoint.method === 'GET' ? {} : { body: endpoint.body ? body : {} };
      const response = await client.raw(endpoint.method, pathOf(endpoint, params, query), sent);
      expectNoServerError(call, response);
    }),
    { numRuns, seed },
  );
}

// Only for tests that hang: a call takes 5 ms.
const timeout = 300_000 + calls * 30;

test('no call can make the server fail', { timeout }, async () => {
  const endpoints = forecourt.platform.routes
    .list()
    .filter(({ path }) => !signOutPaths.includes(path));
  const runs = Math.ceil(calls / endpoints.length);
  for (const endpoint of endpoints) await fuzzEndpoint(endpoint, runs);
});

test('the conversations are consistent afterwards', async () => {
  expect(await findInconsistencies(forecourt.platform.db)).toEqual([]);
});
