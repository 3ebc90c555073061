import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import files from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from './support/client.ts';
import { startForecourt, type TestForecourt } from './support/forecourt.ts';
import { startGcs } from './support/storage/gcs.ts';
import { startS3 } from './support/storage/s3.ts';
import type { StorageServer } from './support/storage/serve.ts';

/**
 * Uploads on each storage, working and failing: no partial file, no row without its file, and after the sweep no file
 * without its row.
 */
interface Bucket extends StorageServer {
  objects: Map<string, Buffer>;
  env: Record<string, string>;
}

const bytes = randomBytes(300_000);
const buckets: Record<string, () => Promise<Bucket>> = { s3: startS3, gcs: startGcs };

async function upload(client: Client, body: Uint8Array = bytes, id: string = randomUUID()) {
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await client.raw('PUT', `/api/chat/uploads/${id}?name=a`, { body, headers });
  return {
    id,
    status: response.status,
    error: String(response.body?.error),
    headers: response.headers,
  };
}

async function read({ url }: TestForecourt, { cookie = '' }: Client, id: string, range?: string) {
  const headers = { cookie, ...(range && { range }) };
  const response = await fetch(`${url}/api/chat/files/${id}`, { headers });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

const rowsOf = async ({ platform: { db } }: TestForecourt) => {
  const rows = await db.selectFrom('chat_uploads').select('storage_key').execute();
  return rows.map(({ storage_key: key }) => String(key));
};

/** Backdates the noted files by two days, and runs the sweep. */
async function sweep({ platform: { db, jobs } }: TestForecourt) {
  const since = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000);
  await db.updateTable('chat_loose_files').set({ since }).execute();
  await jobs.add(db, 'chat.uploads.sweep', {});
  await expect
    .poll(async () => (await db.selectFrom('chat_loose_files').select('since').execute()).length)
    .toBe(0);
}

describe.each(Object.keys(buckets))('in a bucket on %s', (kind) => {
  let server: Bucket;
  let forecourt: TestForecourt;
  let manager: Client;
  beforeAll(async () => {
    server = (await buckets[kind]?.()) as Bucket;
    forecourt = await startForecourt({ env: server.env });
    manager = await forecourt.signIn('manager');
  });
  afterEach(() => {
    server.fault = () => undefined;
  });
  afterAll(async () => {
    await forecourt.stop();
    await server.stop();
  });

  const storedNames = () =>
    [...server.objects.keys()].map((name) => name.replace(/^other\//, '')).sort();

  test('a file is read back completely and in ranges, and only with access', async () => {
    const { status, id } = await upload(manager);
    expect(status).toBe(201);
    expect(storedNames()).toEqual(await rowsOf(forecourt));
    expect((await read(forecourt, manager, id)).bytes.equals(bytes)).toBe(true);
    const part = await read(forecourt, manager, id, 'bytes=100-199');
    expect([part.status, part.bytes.equals(bytes.subarray(100, 200))]).toEqual([206, true]);
    const employee = await forecourt.signIn('employee');
    expect((await read(forecourt, employee, id)).status).toBe(404);
  });

  test.each([
    ['full', { status: 507 }, /no space left for files/],
    ['refusing', { status: 403 }, /can’t be used by this server/],
    ['failing', { status: 500 }, /is not responding right now/],
  ])('a %s storage is reported with 503, and nothing is stored', async (_, reply, message) => {
    const before = [await rowsOf(forecourt), storedNames()];
    server.fault = ({ method }) => (method === 'GET' || method === 'HEAD' ? undefined : reply);
    const { status, error, headers, id } = await upload(manager);
    expect([status, error]).toEqual([503, expect.stringMatching(message)]);
    expect(headers.get('retry-after')).toBe('5');
    server.fault = () => undefined;
    expect([await rowsOf(forecourt), storedNames()]).toEqual(before);
    // A retry of the same upload works.
    expect((await upload(manager, bytes, id)).status).toBe(201);
  });

  test('a file whose response was lost is swept', async () => {
    const before = storedNames();
    server.fault = ({ method, path: place }) => {
      if (place === '/token' || method === 'GET' || method === 'HEAD') return undefined;
      return method === 'DELETE' ? { status: 503 } : 'lost';
    };
    expect((await upload(manager)).status).toBe(503);
    expect(storedNames()).toHaveLength(before.length + 1);
    expect(await rowsOf(forecourt)).toHaveLength(before.length);
    server.fault = () => undefined;
    await sweep(forecourt);
    expect(storedNames()).toEqual(before);
  });

  test('a failing read is reported with 503', async () => {
    const { id } = await upload(manager);
    server.fault = () => ({ status: 503 });
    const { status, bytes: body } = await read(forecourt, manager, id);
    expect(status).toBe(503);
    expect(JSON.parse(String(body))).toMatchObject({ code: 'unavailable' });
  });
});

describe('on a full disk', () => {
  let forecourt: TestForecourt;
  let manager: Client;
  beforeAll(async () => {
    forecourt = await startForecourt();
    manager = await forecourt.signIn('manager');
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => forecourt.stop());

  const storedNames = () =>
    fs
      .readdirSync(path.join(forecourt.dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);

  test('an upload is reported with 503 and stores nothing, and works once there is space', async () => {
    const open = files.open.bind(files);
    vi.spyOn(files, 'open').mockImplementation(async (...args) => {
      const handle = await open(...args);
      if (args[1] !== 'wx') return handle;
      vi.spyOn(handle, 'writeFile').mockImplementation(async () => {
        await handle.write(bytes.subarray(0, 4_096));
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
      });
      return handle;
    });
    const { status, error, id } = await upload(manager);
    expect([status, error]).toEqual([503, expect.stringMatching(/no space left for files/)]);
    expect([storedNames(), await rowsOf(forecourt)]).toEqual([[], []]);
    vi.restoreAllMocks();
    expect((await upload(manager, bytes, id)).status).toBe(201);
    expect(storedNames()).toEqual(await rowsOf(forecourt));
  });
});
