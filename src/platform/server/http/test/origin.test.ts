import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from './site.ts';

let site: Site;
let published: Site;
beforeAll(async () => {
  site = await openSite();
  published = await openSite({ env: { PUBLIC_URL: 'https://forecourt.example/' } });
});
afterAll(async () => {
  await site.app.close();
  await published.app.close();
});

const call = (from: Site, method: string, headers: Record<string, string>) =>
  from.client.raw(method, method === 'GET' ? '/api/things/1' : '/api/nothing', { headers });

describe('cross-site requests change nothing', () => {
  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['no site at all', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a name that begins like ours', { origin: 'http://127.0.0.1.evil.example' }],
    ['text that is not an origin', { origin: 'evil' }],
    ['a frame of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling of our domain', { 'sec-fetch-site': 'same-site' }],
    ['an unknown value', { 'sec-fetch-site': 'friendly' }],
  ])('%s', async (_name, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, body } = await call(site, method, headers);
      expect(status, method).toBe(403);
      expect(body).toMatchObject({
        code: 'forbidden',
        error: 'This request came from another site.',
      });
    }
    expect((await call(site, 'GET', headers)).status).toBe(200);
  });

  test('a valid origin does not make up for an invalid site', async () => {
    const headers = { origin: site.url, 'sec-fetch-site': 'cross-site' };
    expect((await call(site, 'POST', headers)).status).toBe(403);
  });
});

describe('requests of our own pages are accepted', () => {
  test.each<[string, Record<string, string>]>([
    ['our own pages', { 'sec-fetch-site': 'same-origin' }],
    ['user navigation', { 'sec-fetch-site': 'none' }],
    ['a program', {}],
  ])('%s', async (_name, headers) => {
    expect((await call(site, 'POST', headers)).status).toBe(202);
  });

  test('by the host they were loaded from', async () => {
    expect((await call(site, 'POST', { origin: site.url })).status).toBe(202);
  });

  test('by the public URL, if a proxy changes the host', async () => {
    const origin = 'https://forecourt.example';
    expect((await call(published, 'POST', { origin })).status).toBe(202);
    expect((await call(published, 'POST', { origin: 'http://forecourt.example' })).status).toBe(
      403,
    );
    expect((await call(published, 'POST', { origin: `${origin}:444` })).status).toBe(403);
    expect((await call(site, 'POST', { origin })).status).toBe(403);
  });
});

test('the scheme counts: a page loaded without encryption is not the public site', async () => {
  const headers = (origin: string) => ({ origin, host: 'forecourt.example' });
  const postFrom = async (from: Site, origin: string) =>
    Number(
      /^HTTP\/1\.1 (\d+)/.exec(
        await from.bytes(
          `POST /api/nothing HTTP/1.1\r\n${Object.entries(headers(origin))
            .map(([name, value]) => `${name}: ${value}\r\n`)
            .join('')}Content-Length: 0\r\n\r\n`,
        ),
      )?.[1],
    );
  expect(await postFrom(published, 'https://forecourt.example')).toBe(202);
  expect(await postFrom(published, 'http://forecourt.example')).toBe(403);
  const local = site.url.replace('http:', 'https:');
  expect((await call(site, 'POST', { origin: local })).status).toBe(403);
});

test('the refusal comes before any other check', async () => {
  const { status } = await site.client.raw('POST', '/api/echo', {
    body: '{',
    headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
  });
  expect(status).toBe(403);
});

test('no response ever invites other sites', async () => {
  for (const method of ['GET', 'OPTIONS']) {
    const { headers } = await call(site, method, { origin: 'https://evil.example' });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});
