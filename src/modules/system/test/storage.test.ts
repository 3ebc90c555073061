import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { type S3Server, startS3 } from '../../../../test/support/storage/s3.ts';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import * as contract from '../contract/storage.ts';

const grants = { pagePermissions: ['admin_panel', 'system_management'] as const };
const key = (n: number) => `0000000${n}-0000-4000-8000-000000000000`;
const folders = ['other', 'public', 'sales-documents', 'service-records', 'hr-files'];

describe('on disk', () => {
  let stage: AdminStage;
  let manager: Client;
  let directory: string;
  beforeAll(async () => {
    stage = await openAdminStage();
    manager = (await stage.addUser({ pagePermissions: [...grants.pagePermissions] })).client;
    directory = path.join(stage.dataDir, 'files');
  });
  afterAll(() => stage.stop());

  const listFiles = () =>
    fs.readdirSync(directory, { recursive: true }).map((name) => {
      const { mtimeMs, size } = fs.statSync(path.join(directory, String(name)));
      return `${name} ${mtimeMs} ${size}`;
    });

  test('the bucket is the folder, with three encrypted folders in it', async () => {
    const { status, body } = await manager.call(contract.listBuckets);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        name: 'files',
        engine: 'disk',
        location: directory,
        directories: folders.map((name, index) => ({
          name,
          type: name === 'public' ? 'public' : 'other',
          encrypted: index > 1,
        })),
      },
    ]);
  });

  test('a connection test changes nothing', async () => {
    const before = listFiles();
    const connection = await manager.call(contract.testStorageConnection);
    expect(connection.body).toEqual({ connected: true, project_id: 'disk', error: null });
    expect((await manager.call(contract.scanBuckets)).body.success).toBe(true);
    expect(listFiles()).toEqual(before);
  });

  test('a scan counts all files, and lists five per directory with their original sizes', async () => {
    const { storage } = stage.platform;
    for (let n = 1; n < 8; n += 1) {
      await storage.folder('hr-files').put(key(n), Readable.from([Buffer.alloc(n * 1_000)]));
    }
    await storage.put(key(9), Readable.from(['x']));
    const { body } = await manager.call(contract.scanBuckets);
    expect(body).toMatchObject({ success: true, totalBuckets: 1, error: null });
    const [bucket] = body.buckets;
    expect(bucket).toMatchObject({ bucket: 'files', totalFiles: 8 });
    expect(bucket?.directories.map(({ name, fileCount }) => [name, fileCount])).toEqual([
      ['other', 1],
      ['public', 0],
      ['sales-documents', 0],
      ['service-records', 0],
      ['hr-files', 7],
    ]);
    const hrFiles = bucket?.directories.at(-1);
    expect(hrFiles?.files).toHaveLength(5);
    expect(hrFiles?.isCut).toBe(false);
    for (const { name, size } of hrFiles?.files ?? []) expect(size).toBe(Number(name[7]) * 1_000);
  });

  test('a write test writes everywhere, leaves nothing, and is in the activity log', async () => {
    const files = () =>
      fs
        .readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile()).length;
    const before = files();
    const { status, body } = await manager.call(contract.testStorageWrite);
    expect(status).toBe(200);
    expect(body).toMatchObject({ overall_success: true, writable_directories: folders });
    for (const one of body.tests) {
      expect(one).toMatchObject({ write_success: true, error: null });
      expect(one.test_file).toMatch(/^[0-9a-f-]{36}\.test$/);
    }
    expect(files()).toBe(before);
    const logged = await stage.platform.db
      .selectFrom('activity_log')
      .select('action')
      .where('action', '=', 'storage.tested')
      .execute();
    expect(logged).toHaveLength(1);
  });

  test('of two concurrent tests one is refused, and nothing is left', async () => {
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => manager.raw('POST', contract.testStorageWrite.path)),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    for (const { status, body } of responses) {
      if (status === 200) expect(body).toMatchObject({ overall_success: true });
    }
  });

  test('a directory that cannot be written is reported with its reason, the others work', async () => {
    const folderPath = path.join(directory, 'service-records');
    fs.rmSync(folderPath, { recursive: true, force: true });
    // A file in place of the folder: this fails for the superuser as well.
    fs.writeFileSync(folderPath, '');
    const { body } = await manager.call(contract.testStorageWrite);
    expect(body.overall_success).toBe(false);
    expect(body.writable_directories).toEqual(folders.filter((name) => name !== 'service-records'));
    const failed = body.tests.find(({ directory: name }) => name === 'service-records');
    expect(failed).toMatchObject({ write_success: false });
    expect(failed?.error).toMatch(/^The file storage .*\((EEXIST|ENOTDIR)\)$/);
    fs.rmSync(folderPath);
  });

  test.each([
    contract.listBuckets,
    contract.testStorageConnection,
    contract.scanBuckets,
    contract.testStorageWrite,
  ])('$method $path requires system management', async (endpoint) => {
    const withoutPermission = await stage.addUser({
      pagePermissions: ['admin_panel', 'system_overview'],
    });
    expect((await withoutPermission.client.raw(endpoint.method, endpoint.path)).status).toBe(403);
    expect((await stage.client().raw(endpoint.method, endpoint.path)).status).toBe(401);
  });
});

describe('in a bucket', () => {
  let stage: AdminStage;
  let manager: Client;
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3();
    stage = await openAdminStage(server.env);
    manager = (await stage.addUser({ pagePermissions: [...grants.pagePermissions] })).client;
  });
  beforeEach(() => {
    server.requests.length = 0;
    server.fault = () => undefined;
  });
  afterAll(async () => {
    await stage.stop();
    await server.stop();
  });

  const refuse = (code: string) => ({ status: 403, body: `<Error><Code>${code}</Code></Error>` });

  test('the project is the endpoint’s host, and a connection test writes nothing', async () => {
    const host = new URL(server.url).host;
    const { body } = await manager.call(contract.testStorageConnection);
    expect(body).toEqual({ connected: true, project_id: host, error: null });
    expect((await manager.call(contract.scanBuckets)).body).toMatchObject({
      success: true,
      buckets: [{ bucket: 'forecourt-files', totalFiles: 0 }],
    });
    expect(server.requests.every((call) => call.startsWith('GET '))).toBe(true);
  });

  test('a write test leaves an empty bucket, and encrypts where required', async () => {
    const arrived = new Map<string, string>();
    server.fault = ({ method, path: folderPath, body }) => {
      if (method === 'PUT') arrived.set(folderPath.split('/')[2] ?? '', String(body));
      return undefined;
    };
    const { body } = await manager.call(contract.testStorageWrite);
    expect(body).toMatchObject({ overall_success: true, writable_directories: folders });
    expect(server.objects.size).toBe(0);
    const open = [...arrived].filter(([, text]) => text.includes('Forecourt tests'));
    expect(open.map(([folder]) => folder).sort()).toEqual(['other', 'public']);
    expect(arrived.size).toBe(5);
  });

  test('a wrong key is reported with its reason, not as an error', async () => {
    server.fault = () => refuse('InvalidAccessKeyId');
    const error = expect.stringMatching(
      /can’t be used by this server.*\(403 InvalidAccessKeyId\)$/,
    );
    const host = new URL(server.url).host;
    const connection = await manager.call(contract.testStorageConnection);
    expect(connection.status).toBe(200);
    expect(connection.body).toEqual({ connected: false, project_id: host, error });
    const scan = await manager.call(contract.scanBuckets);
    expect(scan.body).toEqual({ success: false, totalBuckets: 0, buckets: [], error });
    const write = await manager.call(contract.testStorageWrite);
    expect(write.body).toMatchObject({ overall_success: false, writable_directories: [] });
    expect(write.body.tests.map((one) => one.error)).toEqual(Array(5).fill(error));
  });

  test('a test file that could not be deleted is reported, and cleaned up at night', async () => {
    server.fault = ({ method }) => (method === 'DELETE' ? refuse('AccessDenied') : undefined);
    const { body } = await manager.call(contract.testStorageWrite);
    expect(body.overall_success).toBe(false);
    expect(server.objects.size).toBe(5);
    server.fault = () => undefined;
    const { db, jobs } = stage.platform;
    await jobs.add(db, 'storage.tests.sweep', {});
    await expect.poll(() => server.objects.size).toBe(0);
  });

  test('system information has no disk', async () => {
    const { body } = await stage.admin.client.raw('GET', '/api/system/information');
    expect(body).toMatchObject({ disk: null });
  });
});
