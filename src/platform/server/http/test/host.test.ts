import http, { IncomingMessage } from 'node:http';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOurHost } from '../host.ts';
import { isLocal } from '../local.ts';
import { openSite, type Site } from './site.ts';

describe('a name is ours', () => {
  const publicUrl = 'https://forecourt.example:8443';
  const anywhere = { host: '0.0.0.0', publicUrl: undefined };
  test.each([
    ['127.0.0.1:3000', { host: '127.0.0.1', publicUrl: undefined }],
    ['localhost:8080', { host: '127.0.0.1', publicUrl }],
    ['LOCALHOST.', { host: '127.0.0.1', publicUrl }],
    ['[::1]:3000', { host: '::1', publicUrl: undefined }],
    ['forecourt.example', { host: '127.0.0.1', publicUrl }],
    ['Forecourt.Example:8443', { host: '0.0.0.0', publicUrl }],
    ['box.internal:3000', { host: 'box.internal', publicUrl: undefined }],
    ['192.168.1.20:3000', anywhere],
    ['[fe80::1]:3000', anywhere],
  ])('%s', (header, where) => expect(isOurHost(header, where)).toBe(true));
});

describe('a name is not ours', () => {
  const local = { host: '127.0.0.1', publicUrl: 'https://forecourt.example' };
  test.each([
    [undefined],
    [''],
    ['evil.example'],
    ['evil.example:3000'],
    ['forecourt.example.evil.example'],
    ['127.0.0.1.evil.example'],
    ['localhost.evil.example'],
    ['evil@127.0.0.1'],
    ['127.0.0.1/evil'],
    ['192.168.1.20'],
    ['0x7f.1'],
  ])('%s', (header) => expect(isOurHost(header, local)).toBe(false));
  test('another one, on a server that listens everywhere', () => {
    expect(isOurHost('evil.example', { host: '0.0.0.0', publicUrl: undefined })).toBe(false);
  });
});

describe('a request', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.app.close());
  const request = (
    host: string,
    rest: Record<string, string> = {},
    method = 'PUT',
    path = '/api/nothing',
  ) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      http
        .request(site.url + path, { method, headers: { host, ...rest } }, (response) => {
          let body = '';
          response.on('data', (part) => {
            body += part;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
        })
        .on('error', reject)
        .end();
    });

  test('under the name of another site is rejected with a message, reading and writing', async () => {
    for (const method of ['GET', 'POST', 'PUT']) {
      const { status, body } = await request(
        'evil.example',
        { origin: 'http://evil.example' },
        method,
      );
      expect(status, method).toBe(400);
      expect(JSON.parse(body)).toMatchObject({
        code: 'invalid',
        error: expect.stringMatching(/^Forecourt does not answer under this name\./),
      });
    }
    const page = await request('evil.example', {}, 'GET', '/customers');
    expect(page.status).toBe(400);
  });

  test('without a name is rejected in the same format', async () => {
    for (const version of ['1.0', '1.1']) {
      const text = await site.bytes(`GET /api/things/1 HTTP/${version}\r\n\r\n`);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text).toContain('Forecourt does not answer under this name');
    }
  });

  test('for the health of the server is answered under any name', async () => {
    expect((await request('10.0.0.7', {}, 'GET', '/health/unknown')).status).toBe(404);
    expect((await request('10.0.0.7', {}, 'GET', '/healthy')).status).toBe(400);
  });
});

describe('a request is local', () => {
  const from = (
    remoteAddress: string,
    headers: Record<string, string> = {},
    httpVersion = '1.1',
  ) => {
    const request = new IncomingMessage(new net.Socket());
    Object.defineProperty(request.socket, 'remoteAddress', { value: remoteAddress });
    return Object.assign(request, { headers, httpVersion });
  };
  test('from this machine, and from nowhere else', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
      expect(isLocal(from(address)), address).toBe(true);
    }
    for (const address of ['192.168.1.9', '10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', '']) {
      expect(isLocal(from(address)), address).toBe(false);
    }
  });
  test('but not if a local proxy forwards it', () => {
    expect(isLocal(from('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }))).toBe(false);
    expect(isLocal(from('127.0.0.1', { 'x-forwarded-proto': 'https' }))).toBe(false);
    expect(isLocal(from('::1', { forwarded: 'for=unknown' }))).toBe(false);
    expect(isLocal(from('127.0.0.1', {}, '1.0'))).toBe(false);
  });
});
