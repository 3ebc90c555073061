import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import * as cache from '../contract/cache.ts';
import { getSystemInformation } from '../contract/information.ts';
import { listLogs } from '../contract/logs.ts';

let stage: AdminStage;
let manager: Awaited<ReturnType<AdminStage['addUser']>>;
let employee: Awaited<ReturnType<AdminStage['addUser']>>;
beforeAll(async () => {
  stage = await openAdminStage({ LOG_LEVEL: 'silent' });
  manager = await stage.addUser({
    pagePermissions: ['admin_panel', 'system_management', 'system_overview'],
  });
  employee = await stage.addUser({ pagePermissions: ['admin_panel', 'user_management'] });
});
afterAll(() => stage.stop());

describe('system information', () => {
  test('lists what is known and leaves the rest empty', async () => {
    const { status, body } = await manager.client.call(getSystemInformation);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      environment: 'development',
      database: expect.stringMatching(/^PostgreSQL \d+\.\d+/),
      certificate: null,
      lastAuditAt: null,
      lastBackupAt: null,
    });
    expect(body.activeSessions).toBeGreaterThanOrEqual(2);
    const { freeBytes = 0, totalBytes = 0 } = body.disk ?? {};
    expect(freeBytes).toBeGreaterThan(0);
    expect(totalBytes).toBeGreaterThan(freeBytes);
  });

  test('is not for others', async () => {
    expect((await employee.client.call(getSystemInformation)).status).toBe(403);
  });
});

describe('the log', () => {
  const line = (msg: string, level = 'info') =>
    stage.platform.recentLog.write(
      `${JSON.stringify({ level, time: new Date().toISOString(), requestId: 'r1', msg })}\n`,
    );

  test('is read, filtered and followed', async () => {
    for (const n of [1, 2, 3]) line(`Event ${n}`, n === 2 ? 'error' : 'info');
    const list = async (query: object) =>
      (await manager.client.call(listLogs, { query: query as never })).body;
    const { entries, instance } = await list({ search: 'event' });
    expect(entries.map(({ message }) => message)).toEqual(['Event 1', 'Event 2', 'Event 3']);
    expect(entries[1]).toMatchObject({ level: 'error', fields: { requestId: 'r1' } });
    expect((await list({ level: 'warn' })).entries).toHaveLength(1);
    line('Event 4');
    const later = await list({ after: entries.at(-1)?.id });
    expect(later.entries.map(({ message }) => message)).toEqual(['Event 4']);
    expect(later.instance).toBe(instance);
  });

  test('is exported with the same filters', async () => {
    const saved = await manager.client.raw('GET', '/api/system/logs.jsonl?level=error');
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(saved.body).toMatchObject({ message: 'Event 2' });
  });

  test('is not for others', async () => {
    expect((await employee.client.call(listLogs, { query: {} as never })).status).toBe(403);
    expect((await employee.client.raw('GET', '/api/system/logs.jsonl')).status).toBe(403);
  });
});

describe('the cache', () => {
  const fillCache = () =>
    stage.platform.cache.remember('userStatuses', 'one', 60, async () => ({ status: 'online' }));

  test('is measured, reset, cleared by type, and no one is signed out', async () => {
    await manager.client.call(cache.resetCacheMetrics);
    await fillCache();
    await fillCache();
    const { body } = await manager.client.call(cache.getCacheStatistics);
    expect(body).toMatchObject({ engine: 'memory', hitRate: 0.5, hits: 1, misses: 1 });
    expect([body.keys.userStatuses, body.activeUsers > 0]).toEqual([1, true]);
    expect(body.totalUsers).toBeGreaterThanOrEqual(3);
    const cleared = await manager.client.call(cache.clearCache, { body: { type: 'userStatuses' } });
    expect(cleared.body).toEqual({ message: 'Cleared 1 entry.' });
    await manager.client.call(cache.clearCache, { body: { type: 'all' } });
    const after = await manager.client.call(cache.getCacheMetrics);
    expect([after.status, after.body.invalidations >= 1]).toEqual([200, true]);
    const again = await manager.client.call(cache.clearCache, { body: { type: 'other' as 'all' } });
    expect(again.status).toBe(400);
  });

  test.each([
    cache.getCacheStatistics,
    cache.getCacheMetrics,
    cache.clearCache,
    cache.resetCacheMetrics,
  ])('$method $path is not for others', async (endpoint) => {
    const body = endpoint.method === 'POST' ? { body: {} } : {};
    expect((await employee.client.raw(endpoint.method, endpoint.path, body)).status).toBe(403);
  });
});

describe('the network', () => {
  test('is measured with bytes that are discarded', async () => {
    const download = await manager.client.raw('GET', '/api/system/network/download?bytes=50000');
    expect([download.status, download.headers.get('content-length')]).toEqual([200, '50000']);
    const headers = { 'content-type': 'application/octet-stream' };
    const body = randomBytes(70_000);
    const upload = await manager.client.raw('PUT', '/api/system/network/upload', { body, headers });
    expect([upload.status, upload.body]).toEqual([200, { bytes: 70_000 }]);
    const large = new Uint8Array(8 * 1024 * 1024 + 1);
    const refused = await manager.client.raw('PUT', '/api/system/network/upload', {
      body: large,
      headers,
    });
    expect(refused.status).toBe(413);
  });

  test('is not for others', async () => {
    const path = '/api/system/network/download?bytes=50000';
    expect((await employee.client.raw('GET', path)).status).toBe(403);
  });
});
