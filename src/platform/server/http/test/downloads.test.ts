import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoint, file } from '../../../contract/endpoint.ts';
import { idParam } from '../../../contract/fields.ts';
import { openSite, type Site } from './site.ts';

const getFile = endpoint({
  method: 'GET',
  path: '/api/files/:id',
  summary: 'For the test',
  access: 'public',
  params: { id: idParam },
  reply: file,
  replyType: 'file',
});

const content = 'The quick brown fox';
let mediaType = 'text/plain; charset=utf-8';
let name = 'fox.txt';
let inline = true;
/** The ranges that were read. */
let opened: string[] = [];

let site: Site;
beforeAll(async () => {
  site = await openSite({
    async prepare(_app, _cookie, routes) {
      routes.add(getFile, async () => ({
        mediaType,
        name,
        inline,
        sizeBytes: content.length,
        etag: 'v1',
        async open({ start, end }) {
          opened.push(`${start}-${end}`);
          return Readable.from([content.slice(start, end + 1)]);
        },
      }));
    },
  });
});
afterAll(() => site.app.close());
beforeEach(() => {
  [mediaType, name, inline, opened] = ['text/plain; charset=utf-8', 'fox.txt', true, []];
});

async function get(headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(`${site.url}/api/files/1`, { method, headers });
  const { status } = response;
  return {
    status,
    text: await response.text(),
    header: (key: string) => response.headers.get(key),
  };
}

test('a file is sent completely, with the headers browsers need', async () => {
  const { status, text, header } = await get();
  expect([status, text]).toEqual([200, content]);
  expect(header('content-type')).toBe('text/plain; charset=utf-8');
  expect(header('content-length')).toBe('19');
  expect(header('accept-ranges')).toBe('bytes');
  expect(header('etag')).toBe('"v1"');
  expect(header('cache-control')).toBe('private, no-cache');
  expect(header('content-disposition')).toMatch(/^inline; filename="fox\.txt"/);
});

test('whatever it contains, it runs nothing and loads nothing', async () => {
  const { header } = await get();
  expect(header('x-content-type-options')).toBe('nosniff');
  expect(header('content-security-policy')).toMatch(/default-src 'none'/);
  expect(header('content-security-policy')).toMatch(/sandbox(;|$)/);
  expect(header('cross-origin-resource-policy')).toBe('same-origin');
});

describe('opened directly', () => {
  const policyFor = async (type: string, headers = {}) => {
    mediaType = type;
    const { header } = await get(headers);
    return [header('content-security-policy') ?? '', header('x-frame-options')];
  };

  test.each(['image/png', 'video/mp4', 'audio/mpeg', 'application/pdf', 'text/plain', 'x/y'])(
    '%s runs nothing, and is framed by no other site',
    async (type) => {
      const [policy, frames] = await policyFor(type);
      expect(policy).toMatch(/^default-src 'none';/);
      expect(policy).toMatch(/; sandbox( allow-same-origin)?$/);
      expect(policy).not.toMatch(/script|unsafe-eval|frame-ancestors [^'ns]/);
      expect(frames).toBe(type === 'application/pdf' ? 'SAMEORIGIN' : 'DENY');
    },
  );

  test('a PDF may be framed by our own pages, also when cached', async () => {
    const expected = ["default-src 'none'; frame-ancestors 'self'; sandbox", 'SAMEORIGIN'];
    expect(await policyFor('application/pdf')).toEqual(expected);
    expect(await policyFor('application/pdf', { 'if-none-match': '"v1"' })).toEqual(expected);
  });

  test('a download has no headers for display', async () => {
    inline = false;
    expect((await policyFor('application/pdf'))[1]).toBe('DENY');
  });
});

test('HEAD reads nothing', async () => {
  const { status, text, header } = await get({}, 'HEAD');
  expect([status, text, header('content-length')]).toEqual([200, '', '19']);
  expect(header('content-disposition')).toContain('fox.txt');
  expect(opened).toEqual([]);
});

test('a cached file is not sent again', async () => {
  const { status, text } = await get({ 'if-none-match': 'W/"v0", "v1"' });
  expect([status, text, opened]).toEqual([304, '', []]);
  expect((await get({ 'if-none-match': '"v0"' })).status).toBe(200);
});

describe('a part', () => {
  test.each([
    ['bytes=0-0', 'T', '0-0'],
    ['bytes=4-8', 'quick', '4-8'],
    ['bytes=16-', 'fox', '16-18'],
    ['bytes=-3', 'fox', '16-18'],
    ['bytes=-500', content, '0-18'],
    ['bytes=16-999999999999999999999', 'fox', '16-18'],
  ])('%s', async (range, part, contentRange) => {
    const { status, text, header } = await get({ range });
    expect([status, text, opened]).toEqual([206, part, [contentRange]]);
    expect(header('content-range')).toBe(`bytes ${contentRange}/19`);
    expect(header('content-length')).toBe(String(part.length));
  });

  test.each(['bytes=19-', 'bytes=500-600', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    '%s is not in the file',
    async (range) => {
      const { status, text, header } = await get({ range });
      expect([status, header('content-range'), opened]).toEqual([416, 'bytes */19', []]);
      expect(JSON.parse(text)).toMatchObject({ code: 'invalid' });
      expect(header('content-disposition')).toBeNull();
    },
  );

  test.each(['bytes=0-1,4-5', 'bytes=5-4', 'lines=0-1', 'bytes=', 'bytes=-', 'bytes=a-b', 'x'])(
    '%s may be ignored',
    async (range) => {
      const { status, text } = await get({ range });
      expect([status, text]).toEqual([200, content]);
    },
  );

  test('of another version is answered with the whole file', async () => {
    const range = 'bytes=4-8';
    expect((await get({ range, 'if-range': '"v0"' })).status).toBe(200);
    expect((await get({ range, 'if-range': '"v1"' })).status).toBe(206);
  });
});

describe('the name of a saved file', () => {
  const saved = async (original: string) => {
    name = original;
    const value = (await get()).header('content-disposition') ?? '';
    const [, plain, encoded = ''] =
      /filename="([^"]*)"; filename\*=UTF-8''(\S*)$/.exec(value) ?? [];
    return [plain, decodeURIComponent(encoded)];
  };

  test.each([
    ['report (final).pdf', 'report (final).pdf', 'report (final).pdf'],
    ['Müller Straße.pdf', 'M_ller Stra_e.pdf', 'Müller Straße.pdf'],
    ['見積書 🚗.xlsx', '___ _.xlsx', '見積書 🚗.xlsx'],
    ['100% "done"; x=y.txt', '100_ _done__ x=y.txt', '100% "done"; x=y.txt'],
    ['../../etc/passwd', '__.._etc_passwd', '__.._etc_passwd'],
    ['C:\\Windows\\a.exe', 'C__Windows_a.exe', 'C__Windows_a.exe'],
    ['a\r\nSet-Cookie: b=c\u0007', 'a__Set-Cookie_ b=c_', 'a__Set-Cookie_ b=c_'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe', 'invoice_fdp.exe'],
    ['.htaccess', '_htaccess', '_htaccess'],
    ['half \ud83d of a pair', 'half _ of a pair', 'half \ufffd of a pair'],
  ])('%j', async (original, plain, encoded) => {
    const [first, second] = await saved(original);
    expect(second?.replaceAll('"', '_')).toBe(encoded.replaceAll('"', '_'));
    expect(first?.length).toBe(plain.length);
    expect(first).toMatch(/^[ -~]+$/);
    expect(first).not.toMatch(/["\\/]/);
  });

  test('may be long', async () => {
    expect((await saved('車'.repeat(255)))[1]).toBe('車'.repeat(255));
  });

  test('is independent of showing or saving', async () => {
    inline = false;
    expect((await get()).header('content-disposition')).toMatch(/^attachment; /);
  });
});
