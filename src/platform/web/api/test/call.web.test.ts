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

const answer = (body: string | null, status = 200, statusText = '') =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(body, { status, statusText })),
  );
const asked = () => vi.mocked(fetch).mock.calls[0];

afterEach(() => vi.unstubAllGlobals());

it('fills parameters into the path and leaves absent query values out', async () => {
  answer('{"name":"Bay 7"}');
  const bay = await call(readBay, { params: { id: 7 }, query: { search: 'a&b', page: undefined } });
  expect(bay).toEqual({ name: 'Bay 7' });
  expect(asked()?.[0]).toBe('/api/bays/7?search=a%26b');
  expect(asked()?.[1]).toMatchObject({ method: 'GET', credentials: 'include' });
});

it('sends the body as JSON', async () => {
  answer('{"id":1}', 201);
  expect(await call(addBay, { body: { name: 'Ünit' } })).toEqual({ id: 1 });
  expect(asked()?.[1]).toMatchObject({
    body: '{"name":"Ünit"}',
    headers: { 'content-type': 'application/json' },
  });
});

it('raises a refusal with its status, its text and what the server says to the person', async () => {
  const body = '{"error":"Name the bay","code":"invalid","fields":{"name":"Required"}}';
  answer(body, 400, 'Bad Request');
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

it('falls back to the status text, and to a sentence of the caller', async () => {
  answer('', 502, 'Bad Gateway');
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
])('counts %j in the place of an object as no answer at all', async (body) => {
  answer(body);
  await expect(call(readBay, { params: { id: 7 } })).rejects.toThrow(TypeError);
});
