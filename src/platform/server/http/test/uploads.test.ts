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
/** Waits as briefly for a file, and after its answer, as for JSON. */
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

/** A connection on which a test says what it likes, when it likes. */
function connect({ url } = site): Line {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  return {
    write: (bytes) => void socket.write(bytes),
    answer: () => answer,
    closed,
    end: () => socket.destroy(),
  };
}

const put = (path: string, ...headers: string[]) =>
  `PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers.map((each) => `${each}\r\n`).join('')}\r\n`;

describe('a file', () => {
  test.each(['image/png', 'application/json', 'text/plain', 'text/html; charset=x', '', 'x y/'])(
    'that claims to be %j is read as bytes',
    async (type) => {
      const { status, body } = await site.client.raw('PUT', '/api/uploads/a', {
        body: '{ no json',
        headers: { 'content-type': type },
      });
      expect(status).toBe(201);
      expect(body).toEqual({ bytes: 9, type, announced: 9 });
    },
  );

  test('without a type is read as well', async () => {
    const line = connect();
    line.write(put('/api/uploads/a', 'Content-Length: 3'));
    line.write('abc');
    await eventually(() => /"bytes":3/.test(line.answer()));
    line.end();
  });

  test('of no bytes is for the handler to judge', async () => {
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

  test('of another site is refused', async () => {
    const { status } = await site.client.raw('PUT', '/api/uploads/a', {
      body: 'abc',
      headers: { origin: 'https://evil.example' },
    });
    expect(status).toBe(403);
  });

  test('is no way around JSON elsewhere', async () => {
    const { status } = await site.client.raw('POST', postEcho.path, {
      body: '{"text":"a"}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(status).toBe(415);
  });
});

describe('too much', () => {
  test('is refused before a byte of it is read', async () => {
    const line = connect();
    line.write(put('/api/uploads/a', 'Content-Length: 2147483648'));
    await eventually(() => line.answer().includes('\r\n\r\n'));
    expect(line.answer()).toMatch(/^HTTP\/1\.1 413 /);
    expect(line.answer()).toContain('"error":"A file must be at most 2 MB."');
    expect(ends).toEqual([]);
    line.end();
  });

  test('is told to a sender who only listens after sending everything', async () => {
    const { status, body } = await site.client.raw('PUT', '/api/uploads/a', {
      body: new Uint8Array(maxBytes * 4),
    });
    expect([status, body.code]).toEqual([413, 'too_large']);
  });

  test('without a length is cut where it gets too much', async () => {
    const line = connect();
    line.write(put('/api/uploads/a', 'Transfer-Encoding: chunked'));
    const part = 'x'.repeat(0x10000);
    for (let sent = 0; sent <= maxBytes; sent += part.length) line.write(`10000\r\n${part}\r\n`);
    await eventually(() => line.answer().includes('A file must be at most 2 MB.'));
    expect(line.answer()).toMatch(/^HTTP\/1\.1 413 /);
    expect(ends).toEqual(['A file must be at most 2 MB.']);
    line.end();
  });

  test('leaves the connection usable when the sender stops in time', async () => {
    const line = connect();
    line.write(put('/api/uploads/a', `Content-Length: ${maxBytes + 1}`));
    line.write(new Uint8Array(maxBytes + 1));
    line.write('GET /api/things/7 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await eventually(() => line.answer().includes('{"id":7}'));
    line.end();
  });

  test('is not listened to for ever', async () => {
    const line = connect(hasty);
    line.write(put('/api/uploads/a', 'Content-Length: 2147483648'));
    await line.closed;
    expect(line.answer()).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('whoever may not send anything', () => {
  test('is told so before a byte is read', async () => {
    const line = connect(hasty);
    line.write(put('/api/secret-uploads', 'Content-Length: 1000'));
    await eventually(() => line.answer().includes('\r\n\r\n'));
    expect(line.answer()).toMatch(/^HTTP\/1\.1 401 /);
    await line.closed;
  });
});

describe('an upload', () => {
  test('that breaks off fails for whoever reads it', async () => {
    const line = connect();
    line.write(put('/api/uploads/a', 'Content-Length: 1000'));
    line.write('only this');
    await sleep(50);
    line.end();
    await eventually(() => ends.length > 0);
    expect(ends).toEqual(['The upload broke off.']);
  });

  test('that stands still is given up', async () => {
    const line = connect(hasty);
    line.write(put('/api/uploads/a', 'Content-Length: 1000'));
    line.write('only this');
    await line.closed;
    await eventually(() => ends.length > 0);
    expect(ends).toEqual(['The upload broke off.']);
  });

  test('that moves may take longer than a whole body of JSON', async () => {
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

test('a body of JSON must be there in time', async () => {
  const line = connect();
  line.write(
    'POST /api/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
  );
  await line.closed;
  expect(line.answer()).toMatch(/^HTTP\/1\.1 408 /);
});

test('an upload under way does not hold up the end of the server', async () => {
  const other = await openUploads({});
  const socket = net.connect(Number(new URL(other.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${put('/api/uploads/a', 'Content-Length: 1000')}some of it`);
  await sleep(100);
  await other.app.close();
  await eventually(() => ends.length > 0);
  expect(ends).toEqual(['The upload broke off.']);
});
