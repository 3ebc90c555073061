import net from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eventually } from '../../../../../test/support/eventually.ts';
import { endpoint } from '../../../contract/endpoint.ts';
import type { Patience } from '../patience.ts';
import { openSite, postEcho, type Site } from './site.ts';

const maxBytes = 2 * 1024 * 1024;
const putFile = endpoint({
  method: 'PUT',
  path: '/api/uploads/:name',
  summary: 'For the test',
  access: 'public',
  params: { name: z.string() },
  bodyType: 'file',
  maxBytes,
  reply: z.object({ bytes: z.number(), type: z.string(), announced: z.nullable(z.number()) }),
  status: 201,
});
const putSecret = endpoint({
  method: 'PUT',
  path: '/api/secret-uploads',
  summary: 'For the test',
  access: 'signedIn',
  bodyType: 'file',
  maxBytes,
  reply: z.object({}),
});

const openUploads = (other: Partial<Patience>) =>
  openSite({
    patience: { bodyMs: 400, stallMs: 60_000, lingerMs: 60_000, closeMs: 100, ...other },
    async prepare(_app, _cookie, routes) {
      routes.add(putFile, async ({ params, file }) => {
        if (params.name === 'refused') throw new Error('never read');
        const bytes = await buffer(file.stream).catch((error: Error) => {
          ends.push(error.message);
          throw error;
        });
        ends.push('whole');
        const announced = file.sizeBytes ?? null;
        return { bytes: bytes.length, type: file.contentType, announced };
      });
      routes.add(putSecret, async () => ({}));
    },
  });

let site: Site;
/** The same short timeouts for a file, and after its response, as for JSON. */
let hasty: Site;
/** How each upload ended for its handler. */
let ends: string[] = [];
beforeEach(() => {
  ends = [];
});
beforeAll(async () => {
  site = await openUploads({});
  hasty = await openUploads({ stallMs: 400, lingerMs: 400 });
});
afterAll(async () => {
  await site.app.close();
  await hasty.app.close();
});

interface Line {
  write(bytes: string | Uint8Array): void;
  answer(): string;
  closed: Promise<void>;
  end(): void;
}

/** A raw connection controlled by the test. */
function connect({ url } = site): Line {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  return {
    write: (bytes) => void socket.write(bytes),
    answer: () => received,
    closed,
    end: () => socket.destroy(),
  };
}

const put = (path: string, ...headers: string[]) =>
  `PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers.map((each) => `${each}\r\n`).join('')}\r\n`;

describe('a file', () => {
  test.each(['image/png', 'application/json', 'text/plain', 'text/html; charset=x', '', 'x y/'])(
    'declared as %j is read as bytes',
    async (type) => {
      const { status, body } = await site.client.raw('PUT', '/api/uploads/a', {
        body: '{ no json',
        headers: { 'content-type': type },
      });
      expect(status).toBe(201);
      expect(body).toEqual({ bytes: 9, type, announced: 9 });
    },
  );

  test('without a type is read, too', async () => {
    const line = connect();
    line.write(put('/api/uploads/a', 'Content-Length: 3'));
    line.write('abc');
    await eventually(() => /"bytes":3/.test(line.answer()));
    line.end();
  });

  test('without bytes is up to the handler', async () => {
    const { status, body } = await site.client.raw('PUT', '/api/uploads/a');
    expect(status).toBe(201);
    expect(body).toMatchObject({ bytes: 0, announced: 0 });
  });

  test('may be exactly as large as allowed', async () => {
    const { status, body } = await site.client.raw('PUT', '/api/uploads/a', {
      body: new Uint8Array(maxBytes),
    });
    expect([status, body.bytes]).toEqual([201, maxBytes]);
  });

  test('of another site is rejected', async () => {
    const { status } = await site.client.raw('PUT', '/api/uploads/a', {
      body: 'abc',
      headers: { origin: 'https://evil.example' },
    });
    expect(status).toBe(403);
  });

  test('does not bypass the JSON requirement elsewhere', async () => {
    const { status } = await site.client.raw('POST', postEcho.path, {
      body: '{"text":"a"}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(status).toBe(415);
  });
});

describe('too large', () => {
  test('is rejected before a byte of it is read', async () => {
    const line = connect();
    line.write(put('/api/uploads/a', 'Content-Length: 2147483648'));
    await eventually(() => line.answer().includes('\r\n\r\n'));
    expect(line.answer()).toMatch(/^HTTP\/1\.1 413 /);
    expect(line.answer()).toContain('"error":"A file must be at most 2 MB."');
    expect(ends).toEqual([]);
    line.end();
  });

  test('is reported to a sender that only reads after sending everything', async () => {
    const { status, body } = await site.client.raw('PUT', '/api/uploads/a', {
      body: new Uint8Array(maxBytes * 4),
    });
    expect([status, body.code]).toEqual([413, 'too_large']);
  });

  test('without a length is cut off at the limit', async () => {
    const line = connect();
    line.write(put('/api/uploads/a', 'Transfer-Encoding: chunked'));
    const part = 'x'.repeat(0x10000);
    for (let sent = 0; sent <= maxBytes; sent += part.length) line.write(`10000\r\n${part}\r\n`);
    await eventually(() => line.answer().includes('A file must be at most 2 MB.'));
    expect(line.answer()).toMatch(/^HTTP\/1\.1 413 /);
    expect(ends).toEqual(['A file must be at most 2 MB.']);
    line.end();
  });

  test('leaves the connection usable if the sender stops in time', async () => {
    const line = connect();
    line.write(put('/api/uploads/a', `Content-Length: ${maxBytes + 1}`));
    line.write(new Uint8Array(maxBytes + 1));
    line.write('GET /api/things/7 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await eventually(() => line.answer().includes('{"id":7}'));
    line.end();
  });

  test('is not read forever', async () => {
    const line = connect(hasty);
    line.write(put('/api/uploads/a', 'Content-Length: 2147483648'));
    await line.closed;
    expect(line.answer()).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('a user without access', () => {
  test('is rejected before a byte is read', async () => {
    const line = connect(hasty);
    line.write(put('/api/secret-uploads', 'Content-Length: 1000'));
    await eventually(() => line.answer().includes('\r\n\r\n'));
    expect(line.answer()).toMatch(/^HTTP\/1\.1 401 /);
    await line.closed;
  });
});

describe('an upload', () => {
  test('that is interrupted fails for its reader', async () => {
    const line = connect();
    line.write(put('/api/uploads/a', 'Content-Length: 1000'));
    line.write('only this');
    await sleep(50);
    line.end();
    await eventually(() => ends.length > 0);
    expect(ends).toEqual(['The upload was interrupted.']);
  });

  test('that stalls is aborted', async () => {
    const line = connect(hasty);
    line.write(put('/api/uploads/a', 'Content-Length: 1000'));
    line.write('only this');
    await line.closed;
    await eventually(() => ends.length > 0);
    expect(ends).toEqual(['The upload was interrupted.']);
  });

  test('with progress may take longer than a JSON body', async () => {
    const line = connect();
    line.write(put('/api/uploads/a', 'Content-Length: 8'));
    for (const sign of '12345678') {
      await sleep(120);
      line.write(sign);
    }
    await eventually(() => /"bytes":8/.test(line.answer()));
    line.end();
  });
});

test('a JSON body must arrive in time', async () => {
  const line = connect();
  line.write(
    'POST /api/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
  );
  await line.closed;
  expect(line.answer()).toMatch(/^HTTP\/1\.1 408 /);
});

test('a running upload does not delay the shutdown', async () => {
  const other = await openUploads({});
  const socket = net.connect(Number(new URL(other.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${put('/api/uploads/a', 'Content-Length: 1000')}some of it`);
  await sleep(100);
  await other.app.close();
  await eventually(() => ends.length > 0);
  expect(ends).toEqual(['The upload was interrupted.']);
});
