import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { call } from '../call.ts';
import { callAs, resumeCalls, whenSessionEnds } from '../session.ts';

const addBay = endpoint({
  method: 'POST',
  path: '/api/bays',
  summary: '',
  access: 'signedIn',
  body: { name: z.string() },
  reply: z.object({ id: z.number() }),
});
const greet = endpoint({
  method: 'GET',
  path: '/api/greeting',
  summary: '',
  access: 'public',
  reply: z.object({ id: z.number() }),
});

let signedIn: boolean;
let requests: { address: string; person: string | undefined }[];
const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  signedIn = false;
  requests = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>;
    requests.push({ address, person: headers['x-forecourt-person'] });
    return new Response(signedIn ? '{"id":1}' : '{"error":"Please sign in"}', {
      status: signedIn ? 200 : 401,
    });
  });
});
afterEach(() => {
  resumeCalls();
  whenSessionEnds(() => false);
  callAs(null);
  vi.unstubAllGlobals();
});

it('holds a call refused by an ended session, and repeats it after signing in', async () => {
  const ended = vi.fn(() => true);
  whenSessionEnds(ended);
  const saved = call(addBay, { body: { name: 'Bay 7' } });
  const second = call(addBay, { body: { name: 'Bay 8' } });
  await settle();
  const third = call(addBay, { body: { name: 'Bay 9' } });
  await settle();
  expect(ended).toHaveBeenCalledOnce();
  expect(requests).toHaveLength(2);
  signedIn = true;
  resumeCalls();
  expect(await Promise.all([saved, second, third])).toEqual([{ id: 1 }, { id: 1 }, { id: 1 }]);
  expect(requests).toHaveLength(5);
});

it('fails at once if no one would sign in again', async () => {
  await expect(call(addBay, { body: { name: 'Bay 7' } })).rejects.toMatchObject({ status: 401 });
});

it('lets public calls through while the others wait', async () => {
  whenSessionEnds(() => true);
  const waiting = call(addBay, { body: { name: 'Bay 7' } });
  await settle();
  signedIn = true;
  expect(await call(greet)).toEqual({ id: 1 });
  resumeCalls();
  await waiting;
});

it('aborts a waiting call that is no longer wanted', async () => {
  whenSessionEnds(() => true);
  const stop = new AbortController();
  const waiting = call(addBay, { body: { name: 'Bay 7' } }, { signal: stop.signal });
  await settle();
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});

it('sends the user the page is for with every call that needs one', async () => {
  signedIn = true;
  callAs(7);
  await call(addBay, { body: { name: 'Bay 7' } });
  await call(greet);
  expect(requests.map(({ person }) => person)).toEqual(['7', undefined]);
});
