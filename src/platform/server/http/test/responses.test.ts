import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessionCookie } from '../cookie.ts';
import { refusalOf } from '../unrouted.ts';
import { failHow, openSite, type Site } from './site.ts';

let site: Site;
let published: Site;
beforeAll(async () => {
  site = await openSite();
  published = await openSite({ env: { PUBLIC_URL: 'https://forecourt.example' } });
});
afterAll(async () => {
  await site.app.close();
  await published.app.close();
});

const baseline = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'permissions-policy': expect.stringContaining('geolocation=()'),
  'content-type': 'application/json; charset=utf-8',
};
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const responses: [string, string, string, number][] = [
  ['a success', 'GET', '/api/things/1', 200],
  ['a refused value', 'GET', '/api/things/x', 400],
  ['an unparsable URL', 'GET', '/api/things/%zz', 400],
  ['another one', 'POST', '/%', 400],
  ['an endless URL', 'GET', `/api/things/${'9'.repeat(500)}`, 400],
  ['an unknown URL', 'GET', '/api/unknown', 404],
  ['an unknown URL elsewhere', 'GET', '/unknown', 404],
  ['another method', 'DELETE', '/api/echo', 404],
  ['an unusual method', 'TRACE', '/api/echo', 404],
  ['a preflight', 'OPTIONS', '/api/echo', 404],
  ['a WebDAV method', 'PROPFIND', '/api/echo', 404],
  ['not signed in', 'PUT', '/api/secret', 401],
  ['a conflict', 'GET', '/api/fail/conflict', 409],
  ['too many', 'GET', '/api/fail/limited', 429],
  ['a crash', 'GET', '/api/fail/crash', 500],
  ['a reply that violates its own schema', 'GET', '/api/fail/reply', 500],
  ['an unavailable database', 'GET', '/api/fail/database', 503],
];

/** Sends raw HTTP: `fetch` normalizes URLs and rejects methods. */
async function request(from: Site, method: string, path: string) {
  const text = await from.bytes(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n`,
  );
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(line.split(' ')[1]), headers, body: body && JSON.parse(body) };
}

describe('every response', () => {
  test.each(responses)('%s has its code and the common headers', async (_n, method, path, code) => {
    const { status, headers } = await request(site, method, path);
    expect(status).toBe(code);
    expect(headers).toMatchObject(baseline);
    expect(headers['x-request-id']).toMatch(uuid);
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  test('requires https from then on if the public URL has it', async () => {
    for (const path of ['/api/things/1', '/api/things/%zz', '/unknown']) {
      const { headers } = await request(published, 'GET', path);
      expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    }
  });

  test('has its own request id, whatever the caller sends', async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
    const first = await site.client.raw('GET', '/api/things/1', { headers });
    const second = await site.client.raw('GET', '/api/things/1', { headers });
    expect(first.headers.get('x-request-id')).toMatch(uuid);
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
  });
});

describe('every refusal', () => {
  const refusals = responses.filter(([, , , code]) => code >= 400);

  test.each(refusals)(
    '%s has the same format, with its own request id',
    async (_n, method, path, code) => {
      const { headers, body } = await request(site, method, path);
      const names = ['code', 'error', 'requestId', ...(body.fields ? ['fields'] : [])];
      expect(Object.keys(body).sort()).toEqual(names.sort());
      expect(body.requestId).toBe(headers['x-request-id']);
      expect(body.error).toMatch(/^\S.*[^\s]$/);
      if (code >= 500)
        expect(JSON.stringify(body)).not.toMatch(/secret|TypeError|boolean|ECONN|\//);
    },
  );

  test('names invalid fields and the retry time, and nothing of our own faults', async () => {
    expect((await request(site, 'GET', '/api/fail/conflict')).body).toMatchObject({
      error: 'That name is taken.',
      code: 'conflict',
      fields: { name: 'Taken' },
    });
    const limited = await request(site, 'GET', '/api/fail/limited');
    expect(limited.headers['retry-after']).toBe('90');
    expect(limited.body.error).toBe('Too many attempts. Try again in 2 minutes.');
    const unavailable = await request(site, 'GET', '/api/fail/database');
    expect(unavailable.headers['retry-after']).toBe('2');
    expect(unavailable.body.code).toBe('unavailable');
    const crash = await request(site, 'GET', '/api/fail/crash');
    expect(crash.body).toMatchObject({
      error: 'Something went wrong on our side.',
      code: 'internal',
    });
  });
});

describe('bytes rejected by the parser of Node.js', () => {
  test.each<[string, string, number, string]>([
    ['not HTTP', 'hello\r\n\r\n', 400, 'invalid'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 400, 'invalid'],
    ['endless headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'too_large'],
    [
      'two lengths of one body',
      'POST /api/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'invalid',
    ],
    [
      'an expectation',
      'POST /api/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: miracles\r\nContent-Length: 0\r\n\r\n',
      417,
      'invalid',
    ],
  ])('%s: a response in our format, with our headers', async (_name, bytes, status, code) => {
    for (const [from, https] of [
      [site, false],
      [published, true],
    ] as const) {
      const text = await from.bytes(bytes);
      const [head = '', body = ''] = text.split('\r\n\r\n');
      expect(Number(head.split(' ')[1])).toBe(status);
      expect(head).toMatch(/^x-content-type-options: nosniff$/im);
      expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
      expect(head).toMatch(/^cache-control: no-store$/im);
      expect(/^strict-transport-security:/im.test(head)).toBe(https);
      expect(JSON.parse(body)).toEqual({
        error: expect.stringMatching(/\.$/),
        code,
        requestId: expect.stringMatching(uuid),
      });
    }
  });

  test('a refused connection is closed, however much the client still sends', async () => {
    const { port } = site.app.server.address() as net.AddressInfo;
    const line = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    line.on('error', () => {});
    line.write(`GET / HTTP/1.1\r\nX: ${'x'.repeat(200_000)}`);
    let text = '';
    line.on('data', (part) => {
      text += part;
    });
    // Writing to a connection the other side has closed ends it here, too.
    const sendOn = setInterval(() => line.write('x'), 50);
    await new Promise((resolve) => line.once('close', resolve));
    clearInterval(sendOn);
    expect(text).toMatch(/^HTTP\/1\.1 431 [\s\S]*"too_large"[\s\S]*\}$/);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('headers that never end: 408 in the same format', async () => {
    const text = refusalOf({ code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    expect(text).toMatchObject({ status: 408, code: 'invalid' });
  });
});

describe('methods', () => {
  test('HEAD responds like GET, without the body', async () => {
    const get = await site.client.raw('GET', '/api/things/1');
    const head = await site.client.raw('HEAD', '/api/things/1');
    expect(head.status).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect((await site.client.raw('HEAD', '/api/echo')).status).toBe(404);
  });

  test('method overrides are ignored', async () => {
    const headers = { 'x-http-method-override': 'PUT', 'x-method-override': 'PUT' };
    const { status } = await site.client.raw('POST', '/api/secret?_method=PUT', { headers });
    expect(status).toBe(404);
  });

  test('an upgrade is ignored, unless it is for a socket', async () => {
    const text = await site.bytes(
      'GET /api/things/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});

describe('a route', () => {
  test('without declared access cannot be registered', async () => {
    const { access: _, ...bare } = failHow;
    expect(() => site.routes.add(bare as typeof failHow, async () => ({ ok: true }))).toThrow(
      '/api/fail/:how declares no access',
    );
  });
});

test('the session cookie is unreadable for scripts and other sites, and bound to https where available', () => {
  const plain = createSessionCookie('http://127.0.0.1:3000');
  expect(plain.write('t').split('; ').sort()).toEqual(
    ['HttpOnly', 'Path=/', 'SameSite=Lax', 'forecourt=t'].sort(),
  );
  const secure = createSessionCookie('https://forecourt.example');
  expect(secure.write('t').split('; ').sort()).toEqual(
    ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure', '__Host-forecourt=t'].sort(),
  );
  expect(secure.writeDevice('d')).toBe(
    '__Host-forecourt-device=d; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
  expect(secure.readDevice('__Host-forecourt=t; __Host-forecourt-device=d')).toBe('d');
  expect(secure.clear()).toMatch(/^__Host-forecourt=; .*Max-Age=0/);
  expect(plain.read('a=b; forecourt=t%20u; c=d')).toBe('t u');
  expect(plain.read('forecourt=%zz')).toBe('%zz');
  expect(plain.read('')).toBeUndefined();
  expect(plain.read(undefined)).toBeUndefined();
  // A cookie that another port of this host may have set is not accepted in place of the bound one.
  expect(secure.read('forecourt=t')).toBeUndefined();
});
