import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { ApiError, sentenceOf } from '../ApiError.ts';
import { call } from '../call.ts';
import { queryKeyFor } from '../queryClient.ts';

const readBay = endpoint({
  method: 'GET',
  path: '/api/bays/:id',
  summary: '',
  access: 'signedIn',
  params: { id: z.number() },
  query: { search: z.optional(z.string()), page: z.optional(z.number()) },
  reply: z.object({ name: z.string() }),
});
const addBay = endpoint({
  method: 'POST',
  path: '/api/bays',
  summary: '',
  access: 'signedIn',
  body: { name: z.string() },
  reply: z.object({ id: z.number() }),
});

const respond = (body: string | null, status = 200, statusText = '') =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(body, { status, statusText })),
  );
const lastRequest = () => vi.mocked(fetch).mock.calls[0];

afterEach(() => vi.unstubAllGlobals());

it('fills parameters into the path and leaves absent query values out', async () => {
  respond('{"name":"Bay 7"}');
  const bay = await call(readBay, { params: { id: 7 }, query: { search: 'a&b', page: undefined } });
  expect(bay).toEqual({ name: 'Bay 7' });
  expect(lastRequest()?.[0]).toBe('/api/bays/7?search=a%26b');
  expect(lastRequest()?.[1]).toMatchObject({ method: 'GET', credentials: 'include' });
});

it('takes a bare list in place of the reply where the endpoint says what it means', async () => {
  const listBays = endpoint({
    method: 'GET',
    path: '/api/bays',
    summary: '',
    access: 'signedIn',
    reply: z.object({ bays: z.array(z.unknown()), total: z.number() }),
    replyOfList: (bays) => ({ bays: [...bays], total: bays.length }),
  });
  respond('[{"id":1},{"id":2}]');
  expect(await call(listBays)).toEqual({ bays: [{ id: 1 }, { id: 2 }], total: 2 });
  respond('{"bays":[],"total":0}');
  expect(await call(listBays)).toEqual({ bays: [], total: 0 });
  respond('[{"name":"Bay 7"}]');
  await expect(call(readBay, { params: { id: 7 } })).rejects.toThrow(TypeError);
});

it('sends the body as JSON', async () => {
  respond('{"id":1}', 201);
  expect(await call(addBay, { body: { name: 'Ünit' } })).toEqual({ id: 1 });
  expect(lastRequest()?.[1]).toMatchObject({
    body: '{"name":"Ünit"}',
    headers: { 'content-type': 'application/json' },
  });
});

it('throws an error with the status, the text and the server’s message', async () => {
  const body = '{"error":"Name the bay","code":"invalid","fields":{"name":"Required"}}';
  respond(body, 400, 'Bad Request');
  const error = await call(addBay, { body: { name: '' } }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    message: `400: ${body}`,
    status: 400,
    code: 'invalid',
    sentence: 'Name the bay',
    fields: { name: 'Required' },
  });
});

it('falls back to the status text, and to a message of the caller', async () => {
  respond('', 502, 'Bad Gateway');
  const error = await call(addBay, { body: { name: 'x' } }).catch((e: unknown) => e);
  expect(error).toMatchObject({ message: '502: Bad Gateway', status: 502, code: undefined });
  expect(sentenceOf(error, 'Failed to add the bay')).toBe('Failed to add the bay');
  expect(sentenceOf(new TypeError('offline'))).toMatch(/try again/);
});

it('keys the cache by the path, then the query', () => {
  expect(queryKeyFor(readBay, { params: { id: 7 } })).toEqual(['api', 'bays', '7']);
  expect(
    queryKeyFor(readBay, { params: { id: 7 }, query: { page: 2, search: undefined } }),
  ).toEqual(['api', 'bays', '7', { page: 2 }]);
});

it.each([
  ['<!doctype html><title>Sign in to the hotel network</title>'],
  ['{"name":"Bay'],
  ['null'],
  ['[]'],
  ['""'],
  [''],
])('treats %j in place of an object as an invalid response', async (body) => {
  respond(body);
  await expect(call(readBay, { params: { id: 7 } })).rejects.toThrow(TypeError);
});
