import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { S3Server } from '../../../../../test/support/storage/s3.ts';
import type { Engine } from '../engine.ts';
import { usualLimits } from '../remote/calls.ts';
import { collect, newKey, type Running, s3Engine, smallLimits, streamOf } from './engines.ts';

/** For a silent server: short timeouts. */
const quick = { ...smallLimits, answerMs: 150, stallMs: 150, repeatWithinMs: 100 };
const large = randomBytes(1_200_000);
const refusal = (status: number, code: string) => ({
  status,
  body: `<Error><Code>${code}</Code></Error>`,
});

let running: Running<S3Server>;
let engine: Engine;
let server: S3Server;
const start = async (...given: Parameters<typeof s3Engine>) => {
  await running?.stop();
  running = await s3Engine(...given);
  ({ engine, server } = running);
};
beforeEach(() => start());
afterEach(() => running.stop());

const address = () => ({ folder: 'other' as const, key: newKey() });
const store = async (bytes = large) => {
  const place = address();
  await engine.put(place, streamOf(bytes), {});
  return place;
};

test('parts have the required size', async () => {
  await start(usualLimits);
  const bytes = randomBytes(9 * 1024 * 1024);
  const place = await store(bytes);
  expect(server.objects.get(`other/${place.key}`)?.equals(bytes)).toBe(true);
  expect(server.requests.filter((call) => call.includes('partNumber'))).toHaveLength(2);
});

describe('without permission', () => {
  test.each([
    ['AWS_SECRET_ACCESS_KEY', 'wrong', 'SignatureDoesNotMatch'],
    ['AWS_ACCESS_KEY_ID', 'AKOTHER', 'InvalidAccessKeyId'],
  ])('a wrong %s is reported as such, and never shown', async (name, value, code) => {
    await start(smallLimits, { [name]: value });
    const put = engine.put(address(), streamOf(large), {});
    await expect(put).rejects.toMatchObject({
      code: 'unavailable',
      reason: `403 ${code}`,
      message: expect.stringMatching(/can’t be used by this server/),
    });
    const error = await engine.check().catch((failure) => failure);
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain(value);
    await expect(engine.stat(address())).rejects.toMatchObject({ reason: '403' });
    expect(running.everything()).toEqual([]);
  });
});

describe('without a response', () => {
  test('an unreachable server is reported quickly', async () => {
    await server.stop();
    await expect(engine.put(address(), streamOf(large), {})).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/not responding/),
      reason: 'ECONNREFUSED',
    });
  });

  test.each(['put', 'open', 'stat', 'delete', 'check', 'list', 'sweep'] as const)(
    '%s gives up on a silent server',
    async (call) => {
      await start(quick);
      server.fault = () => 'silent';
      const calls = {
        put: () => engine.put(address(), streamOf(large), {}),
        open: () => engine.open(address(), {}),
        stat: () => engine.stat(address()),
        delete: () => engine.delete(address()),
        check: () => engine.check(),
        list: () => collect(engine.list('other')),
        sweep: () => engine.sweep(),
      };
      await expect(calls[call]()).rejects.toMatchObject({
        code: 'unavailable',
        reason: 'no response in time',
      });
    },
  );

  test('a response that stops in the middle fails, and is not taken as complete', async () => {
    const place = await store();
    server.fault = ({ method }) =>
      method === 'GET' ? { status: 200, body: large, cut: true } : undefined;
    const read = buffer(await engine.open(place, {}));
    await expect(read).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('transient failures are retried', () => {
  test('a server that is briefly busy', async () => {
    let left = 2;
    server.fault = () => (left-- > 0 ? refusal(503, 'SlowDown') : undefined);
    const place = await store(large.subarray(0, 1_000));
    expect(await engine.stat(place)).toEqual({ sizeBytes: 1_000 });
  });

  test('but not forever', async () => {
    server.fault = () => refusal(503, 'SlowDown');
    await expect(engine.stat(address())).rejects.toMatchObject({ reason: '503' });
    expect(server.requests).toHaveLength(3);
  });

  test('an upload whose last response was lost exists once', async () => {
    let lost = false;
    server.fault = ({ method, query }) => {
      const isLast = method === 'POST' && query.has('uploadId');
      if (!isLast || lost) return undefined;
      lost = true;
      return 'lost';
    };
    const place = await store();
    expect(lost).toBe(true);
    expect(server.objects.get(`other/${place.key}`)?.equals(large)).toBe(true);
    expect(running.everything()).toEqual([`other/${place.key}`]);
  });
});

describe('no incomplete upload is left', () => {
  test.each([
    ['507 XMinioStorageFull', refusal(507, 'XMinioStorageFull'), /no space left/],
    ['403 QuotaExceeded', refusal(403, 'QuotaExceeded'), /no space left/],
    ['500 InternalError', refusal(500, 'InternalError'), /not responding/],
    ['400 EntityTooLarge', refusal(400, 'EntityTooLarge'), /can’t be used by this server/],
  ])('when the second part fails with %s', async (reason, reply, sentence) => {
    server.fault = ({ query }) => (query.get('partNumber') === '2' ? reply : undefined);
    const put = engine.put(address(), streamOf(large), {});
    await expect(put).rejects.toMatchObject({ reason, message: expect.stringMatching(sentence) });
    expect(running.everything()).toEqual([]);
  });

  test('when assembling fails, although the response starts with success', async () => {
    server.fault = ({ method, query }) =>
      method === 'POST' && query.has('uploadId') ? refusal(200, 'InternalError') : undefined;
    await expect(engine.put(address(), streamOf(large), {})).rejects.toMatchObject({
      reason: 'InternalError',
    });
    expect(running.everything()).toEqual([]);
  });

  test('of a dead instance, after a day', async () => {
    server.fault = ({ method, query }) =>
      method === 'DELETE' || query.get('partNumber') === '2'
        ? refusal(403, 'AccessDenied')
        : undefined;
    for (let n = 0; n < 5; n += 1) await store().catch(() => {});
    expect(server.uploads.size).toBe(5);
    server.fault = () => undefined;
    const [fresh] = server.uploads.values();
    const days = 2 * 24 * 60 * 60 * 1_000;
    for (const upload of server.uploads.values()) {
      if (upload !== fresh) upload.begunAt = new Date(Date.now() - days);
    }
    const otherUpload = { name: 'backups/theirs', begunAt: new Date(0), parts: new Map() };
    server.uploads.set('foreign', otherUpload);
    await engine.sweep();
    expect([...server.uploads.values()]).toEqual([fresh, otherUpload]);
  });
});

test('a storage that cannot list uploads is left to clean up by itself', async () => {
  server.fault = () => refusal(501, 'NotImplemented');
  await expect(engine.sweep()).resolves.toBeUndefined();
  expect(server.requests.every((call) => call.startsWith('GET '))).toBe(true);
});

test('a server that ignores ranges is rejected', async () => {
  const place = await store();
  server.fault = ({ method }) => (method === 'GET' ? { status: 200, body: large } : undefined);
  await expect(engine.open(place, { start: 5, end: 9 })).rejects.toMatchObject({
    reason: '200 for a range',
  });
});
