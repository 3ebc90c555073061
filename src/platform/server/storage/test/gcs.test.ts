import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { inspect, promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { GcsServer } from '../../../../../test/support/storage/gcs.ts';
import type { Engine } from '../engine.ts';
import { usualLimits } from '../remote/calls.ts';
import { collect, gcsEngine, newKey, type Running, smallLimits, streamOf } from './engines.ts';

/** For a silent server: short timeouts. */
const quick = { ...smallLimits, answerMs: 150, stallMs: 150, repeatWithinMs: 100 };
const large = randomBytes(1_200_000);

let running: Running<GcsServer>;
let engine: Engine;
let server: GcsServer;
const start = async (...given: Parameters<typeof gcsEngine>) => {
  await running?.stop();
  running = await gcsEngine(...given);
  ({ engine, server } = running);
};
beforeEach(() => start());
afterEach(() => {
  vi.unstubAllEnvs();
  return running.stop();
});

/** Without a key file, on a machine with a metadata server. */
const machine = ({ url }: GcsServer) => ({
  GOOGLE_APPLICATION_CREDENTIALS: '',
  GCE_METADATA_HOST: new URL(url).host,
});
const address = () => ({ folder: 'public' as const, key: newKey() });
const store = async (bytes = large) => {
  const place = address();
  await engine.put(place, streamOf(bytes), {});
  return place;
};
const storedBytes = ({ key }: { key: string }) => server.objects.get(`public/${key}`);

describe('authentication', () => {
  test('a service account signs for one token, for all waiting callers', async () => {
    const places = await Promise.all([store(), store(), store()]);
    expect(places.map((place) => storedBytes(place)?.equals(large))).toEqual([true, true, true]);
    expect(server.tokens).toBe(1);
    expect(await engine.check()).toMatchObject({ project: 'project-of-the-file' });
  });

  test('without a file it is the machine’s own account', async () => {
    await start(smallLimits, machine);
    expect(storedBytes(await store())?.equals(large)).toBe(true);
    expect(await engine.check()).toMatchObject({ project: 'project-of-the-machine' });
    const tokenRequests = server.requests.filter((call) => call.includes('/default/token'));
    expect(tokenRequests).toEqual([
      expect.stringMatching(/\?scopes=[^&,]*devstorage\.read_write$/),
    ]);
  });

  test('each of two engines asks its own metadata server', async () => {
    await start(smallLimits, machine);
    const other = await gcsEngine(smallLimits, machine);
    onTestFinished(other.stop);
    expect(storedBytes(await store())?.equals(large)).toBe(true);
    expect([server.tokens, other.server.tokens]).toEqual([1, 0]);
    expect(await other.engine.check()).toMatchObject({ project: 'project-of-the-machine' });
    expect([server.tokens, other.server.tokens]).toEqual([1, 1]);
  });

  test.each([
    ['a service account', () => ({})],
    ['the machine', machine],
  ])('of %s prints neither token nor assertion, whatever the environment asks', async (_, env) => {
    const module = (file: string) => new URL(file, import.meta.url).href;
    const script = `
      import { readConfig } from '${module('../../config/config.ts')}';
      import { createGcsEngine } from '${module('../gcs/gcs.ts')}';
      await (await createGcsEngine(readConfig(process.env).storage)).check();`;
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', script],
      { env: { ...process.env, ...server.env, ...env(server), GOOGLE_SDK_NODE_LOGGING: 'all' } },
    );
    expect(server.tokens).toBe(1);
    expect(`${stdout}${stderr}`).toBe('');
  });

  test('an invalid key file stops the start without quoting it', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-gcs-'));
    const file = path.join(folder, 'key.json');
    const wrong = [
      '{',
      '{"type":"authorized_user","refresh_token":"s3cret"}',
      '{"private_key":"s3cret"}',
    ];
    for (const text of wrong) {
      fs.writeFileSync(file, text);
      const starting = gcsEngine(smallLimits, () => ({
        GOOGLE_APPLICATION_CREDENTIALS: file,
      }));
      const error = await starting.catch((failure: Error) => failure);
      expect(String(error)).toMatch(/GOOGLE_APPLICATION_CREDENTIALS is wrong: it must name/);
      expect(String(error)).not.toContain('s3cret');
    }
    fs.rmSync(folder, { recursive: true });
  });

  test('a key file of another kind is refused, and nothing is fetched or executed', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-gcs-'));
    const file = path.join(folder, 'key.json');
    const trace = path.join(folder, 'executed');
    vi.stubEnv('GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES', '1');
    const sources = [
      { executable: { command: `/usr/bin/touch ${trace}`, timeout_millis: 5_000 } },
      { url: `${server.url}/subject`, format: { type: 'text' } },
      { file },
    ];
    for (const source of sources) {
      const account = {
        ...JSON.parse(fs.readFileSync(server.env.GOOGLE_APPLICATION_CREDENTIALS ?? '', 'utf8')),
        type: 'external_account',
        audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p',
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        token_url: `${server.url}/token`,
        credential_source: source,
      };
      fs.writeFileSync(file, JSON.stringify(account));
      const starting = gcsEngine(smallLimits, () => ({ GOOGLE_APPLICATION_CREDENTIALS: file }));
      await expect(starting).rejects.toThrow(
        'GOOGLE_APPLICATION_CREDENTIALS is wrong: it must name the JSON key file of a service account',
      );
    }
    expect(server.requests).toEqual([]);
    expect(fs.existsSync(trace)).toBe(false);
    fs.rmSync(folder, { recursive: true });
  });

  test('a rejected account is reported as such, without its signature', async () => {
    server.fault = ({ path: place }) => (place === '/token' ? { status: 400 } : undefined);
    const error = await store().catch((failure) => failure);
    expect(error).toMatchObject({
      code: 'unavailable',
      reason: '400',
      message: expect.stringMatching(/can’t be used by this server/),
    });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/assertion|eyJ|PRIVATE/);
  });

  test.each([
    [4 * 60, 2],
    [6 * 60, 1],
  ])('of tokens that expire in %d seconds, two calls need %d', async (seconds, needed) => {
    server.tokenSeconds = seconds;
    await engine.stat(address());
    await engine.stat(address());
    expect(server.tokens).toBe(needed);
  });
});

describe('a large file', () => {
  test('is sent in parts of the required size', async () => {
    await start(usualLimits);
    const bytes = randomBytes(9 * 1024 * 1024);
    expect(storedBytes(await store(bytes))?.equals(bytes)).toBe(true);
    expect(server.requests.filter((call) => call.startsWith('PUT'))).toHaveLength(2);
  });

  test('continues after a part was only partly stored', async () => {
    server.acceptedBytes = 256 * 1024;
    expect(storedBytes(await store())?.equals(large)).toBe(true);
  });

  test.each(['PUT', 'POST'])(
    'is complete even if the response to a %s was lost',
    async (method) => {
      let lost = 0;
      server.fault = (tokenRequests) => {
        if (tokenRequests.method !== method || tokenRequests.path === '/token') return undefined;
        lost += 1;
        return lost % 2 === 1 ? 'lost' : undefined;
      };
      expect(storedBytes(await store())?.equals(large)).toBe(true);
      expect(lost).toBeGreaterThan(1);
    },
  );

  test('is aborted when one part fails', async () => {
    server.fault = ({ headers }) =>
      headers['content-range']?.endsWith('*') === false ? { status: 503 } : undefined;
    await expect(store()).rejects.toMatchObject({ code: 'unavailable', reason: '503' });
    expect(running.everything()).toEqual([]);
  });

  test('that arrived changed is deleted', async () => {
    const wrong = { size: String(large.length), md5Hash: randomBytes(16).toString('base64') };
    const small = large.subarray(0, 1_000);
    server.fault = ({ method, path: place, headers }) => {
      const isLast = method === 'PUT' && !headers['content-range']?.endsWith('*');
      return isLast && place === '/upload/session'
        ? { status: 200, body: JSON.stringify(wrong) }
        : undefined;
    };
    await expect(store()).rejects.toMatchObject({
      reason: 'the stored data differs from what was sent',
    });
    server.fault = () => undefined;
    await store(small);
    expect(server.objects.size).toBe(1);
  });
});

describe('without a response', () => {
  test.each(['put', 'open', 'stat', 'delete', 'check', 'list'] as const)(
    '%s gives up on a silent server',
    async (call) => {
      await start(quick);
      server.fault = ({ path: place }) => (place === '/token' ? undefined : 'silent');
      const calls = {
        put: () => engine.put(address(), streamOf(large), {}),
        open: () => engine.open(address(), {}),
        stat: () => engine.stat(address()),
        delete: () => engine.delete(address()),
        check: () => engine.check(),
        list: () => collect(engine.list('other')),
      };
      await expect(calls[call]()).rejects.toMatchObject({
        code: 'unavailable',
        reason: 'no response in time',
      });
    },
  );

  test.each([
    ['a token endpoint', undefined],
    ['a metadata server', machine],
  ])('no upload waits for %s, and the next one requests a token again', async (_, env) => {
    await start(quick, env);
    server.fault = ({ path: place }) => (place.endsWith('/token') ? 'silent' : undefined);
    await expect(Promise.all([store(), store()])).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'no response in time',
    });
    server.fault = () => undefined;
    expect(storedBytes(await store())?.equals(large)).toBe(true);
  });

  test('a response that stops in the middle fails', async () => {
    const place = await store();
    server.fault = ({ query }) =>
      query.get('alt') === 'media' ? { status: 200, body: large, cut: true } : undefined;
    await expect(buffer(await engine.open(place, {}))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  test('something else at the URL is rejected', async () => {
    const welcome = { status: 200, body: '<html>Welcome</html>' };
    server.fault = ({ path: place }) => (place === '/token' ? undefined : welcome);
    await expect(engine.stat(address())).rejects.toMatchObject({
      reason: 'an unexpected response',
    });
    await expect(store()).rejects.toMatchObject({ code: 'unavailable' });
    for (const env of [undefined, machine]) {
      await start(smallLimits, env);
      server.fault = () => welcome;
      await expect(store()).rejects.toMatchObject({ reason: 'an unexpected response' });
      server.fault = () => undefined;
      expect(storedBytes(await store())?.equals(large)).toBe(true);
    }
  });
});
