import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { instant } from '../../../contract/fields.ts';
import { parse } from '../validation.ts';
import { openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.app.close());

const post = (body: unknown, headers: Record<string, string> = {}) =>
  site.client.raw('POST', '/api/echo', { body, headers });

describe('a body that is not JSON is rejected', () => {
  test.each([
    '{',
    '{"text": "a",}',
    "{'text': 'a'}",
    '{"text": NaN}',
    '{"text": "a"} {"text": "b"}',
    '',
    '\u0000',
  ])('%j', async (body) => {
    const { status, body: reply } = await post(body);
    expect(status).toBe(400);
    expect(reply).toMatchObject({ code: 'invalid', error: 'The body is not valid JSON.' });
  });
});

describe('a body of the wrong shape is rejected, field by field', () => {
  test.each<[unknown, Record<string, string>]>([
    [{}, { text: 'Required' }],
    [{ text: 1 }, { text: 'Must be a string' }],
    [{ text: null }, { text: 'Must be a string' }],
    [{ text: ['a'] }, { text: 'Must be a string' }],
    [{ text: 'a', list: 'b' }, { list: 'Must be a list' }],
    [{ text: 'a', list: ['b', {}] }, { 'list.1': 'Must be a string' }],
    [{ text: 'a', extra: 1 }, { extra: 'Unknown field' }],
    [
      { text: 1, x: 1, y: 2 },
      { text: 'Must be a string', x: 'Unknown field', y: 'Unknown field' },
    ],
    [[], { body: 'Must be an object' }],
    ['"text"', { body: 'Must be an object' }],
    [7, { body: 'Must be an object' }],
    ['null', { text: 'Required' }],
  ])('%j', async (body, fields) => {
    const { status, body: reply } = await post(body);
    expect(status).toBe(400);
    expect(reply).toMatchObject({ code: 'invalid', fields });
    const [[name, problem] = ['', '']] = Object.entries(fields);
    expect(reply.error).toContain(`${name}: ${problem}`);
  });
});

const fields = z.object({
  at: z.optional(instant),
  cents: z.optional(z.number().check(z.minimum(0, 'Enter an amount of 0 or more'))),
  price: z.optional(z.number().check(z.maximum(100, 'At most $1'))),
  tags: z.optional(z.array(z.string()).check(z.maxLength(1, 'At most 1 tag'))),
});

test.each([
  [{ at: '2026-01-02T03:04:05+15:00' }, 'at: Must end with a time zone, as in Z or -06:00'],
  [{ at: '1899-01-02T03:04:05Z' }, 'Enter a date between 1900 and 2199'],
  [{ cents: -1 }, 'cents: Enter an amount of 0 or more'],
  [{ price: 101 }, 'price: At most $1'],
  [{ tags: ['a', 'b'] }, 'At most 1 tag'],
])('the error of %j names the field where its message does not', (value, message) => {
  expect(() => parse(fields, value)).toThrow(expect.objectContaining({ message }));
});

test.each([
  [String.raw`half \ud800`, 'half \ufffd'],
  [String.raw`half \udfff\ud800`, 'half \ufffd\ufffd'],
  [String.raw`whole \ud83d\ude97`, 'whole 🚗'],
  [String.raw`whole \uD83D\uDE97, half \uD83D`, 'whole 🚗, half \ufffd'],
  [String.raw`spelled \\ud800`, String.raw`spelled \ud800`],
  [String.raw`spelled \\\ud800`, 'spelled \\\ufffd'],
  [String.raw`others \u0041\n\ud800`, 'others A\n\ufffd'],
])('%s is well-formed Unicode', async (spelled, text) => {
  const { status, body } = await post(`{"text": "${spelled}"}`);
  expect([status, body]).toEqual([200, expect.objectContaining({ text })]);
});

describe('keys of the language itself', () => {
  test.each([
    '{"text": "a", "__proto__": {"admin": true}}',
    '{"text": "a", "\\u005f_proto__": {"admin": true}}',
    '{"text": "a", "constructor": {"prototype": {"admin": true}}}',
    '{"text": "a", "constructor": "b"}',
    '{"text": "a", "toString": "b"}',
    '{"text": "a", "anything": {"__proto__": {"admin": true}}}',
  ])('%s is rejected', async (body) => {
    expect((await post(body)).status).toBe(400);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});

describe('a body made to break the parser is rejected', () => {
  const nested = (depth: number, open: string, close: string) =>
    `{"text": "a", "anything": ${open.repeat(depth)}1${close.repeat(depth)}}`;

  test.each([
    ['a hundred thousand lists', nested(100_000, '[', ']')],
    ['a hundred thousand objects', nested(100_000, '{"a":', '}')],
    ['a hundred lists', nested(100, '[', ']')],
    ['brackets alone', '['.repeat(500_000) + ']'.repeat(500_000)],
  ])('%s nested', async (_name, body) => {
    const { status, body: reply } = await post(body);
    expect(status).toBe(400);
    expect(reply).toMatchObject({ error: 'This is nested too deeply.' });
  });

  test('a list of a hundred thousand items', async () => {
    const { status } = await post({ text: 'a', anything: Array(100_000).fill(0) });
    expect(status).toBe(200);
  });

  test.each([
    { text: 'a\0b' },
    { text: 'a', list: ['\0'] },
    { text: 'a', anything: { deep: ['\0'] } },
    { text: 'a', anything: { 'ke\0y': 1 } },
  ])('%j: null characters', async (body) => {
    const { status, body: reply } = await post(body);
    expect(status).toBe(400);
    expect(reply.error).toBe('Text must not contain null characters.');
  });

  test('null characters in the URL as well', async () => {
    expect((await site.client.raw('GET', '/api/things/1?search=%00')).status).toBe(400);
    expect((await site.client.raw('GET', '/api/things/%00')).status).toBe(400);
  });

  test('more than a mebibyte', async () => {
    const text = (bytes: number) => `{"text":"${'a'.repeat(bytes - 11)}"}`;
    expect((await post(text(1_048_576))).status).toBe(200);
    const { status, body } = await post(text(1_048_577));
    expect(status).toBe(413);
    expect(body).toMatchObject({ code: 'too_large' });
  });
});

describe('only JSON is read, because a form of another site cannot send it without a preflight', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'text/plain, application/json',
    'application/jsonp',
    'application/json\tx',
    'application/json, text/plain',
    'application/vnd.api+json',
    'application/octet-stream',
    'text/json',
    '*/*',
    'x',
  ])('%s is rejected', async (type) => {
    const { status, body } = await post('{"text":"a"}', { 'content-type': type });
    expect(status).toBe(415);
    expect(body).toMatchObject({
      code: 'unsupported_type',
      error: 'The request body must be JSON.',
    });
  });

  test('as is a body without a type', async () => {
    const reply = await site.bytes(
      'POST /api/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 12\r\n\r\n{"text":"a"}',
    );
    expect(reply).toMatch(/^HTTP\/1\.1 415 /);
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    '%s is read',
    async (type) => {
      const { status, body } = await post('{"text":"ü"}', { 'content-type': type });
      expect(status).toBe(200);
      expect(body).toEqual({ text: 'ü' });
    },
  );

  test.each(['application/json ; x', 'application/json;charset=\tutf-8'])(
    '%j, whatever it means, is read as JSON or rejected',
    async (type) => {
      const { status, body } = await post('{"text":"a"}', { 'content-type': type });
      expect([200, 415]).toContain(status);
      if (status === 200) expect(body).toEqual({ text: 'a' });
    },
  );
});

describe('a call without a body', () => {
  test.each([undefined, '{}'])('accepts %s', async (body) => {
    const { status, body: reply } = await site.client.raw('POST', '/api/nothing', { body });
    expect(status).toBe(202);
    expect(reply).toEqual({ message: 'Done' });
  });

  test.each(['{"a":1}', '[1]', '"a"', '1'])('rejects %s', async (body) => {
    expect((await site.client.raw('POST', '/api/nothing', { body })).status).toBe(400);
  });
});

describe('an id in the URL', () => {
  test.each(['0', '-1', '1.5', '2147483648', '9'.repeat(30), 'abc', 'NaN', 'Infinity', "1'--"])(
    '%s is rejected',
    async (id) => {
      const { status, body } = await site.client.raw('GET', `/api/things/${id}`);
      expect(status).toBe(400);
      expect(body.fields).toHaveProperty('id');
    },
  );

  test('unknown query parameters are ignored, repeated ones rejected', async () => {
    const { body } = await site.client.raw('GET', '/api/things/7?search=a&utm_source=mail');
    expect(body).toEqual({ id: 7, search: 'a' });
    expect((await site.client.raw('GET', '/api/things/7?search=a&search=b')).status).toBe(400);
  });
});
