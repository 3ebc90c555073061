import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Forecourt, startForecourt } from '../src/main/forecourt.ts';
import { changePassword, logout } from '../src/modules/access/contract.ts';
import * as admin from '../src/modules/admin/contract.ts';
import {
  type AdminStage,
  openAdminStage,
  password,
  type StageUser,
} from '../src/modules/admin/test/stage.ts';
import { endOtherSessions } from '../src/modules/settings/contract.ts';
import { type RedisServer, startRedis } from '../src/platform/server/bus/test/redisServer.ts';
import { readConfig } from '../src/platform/server/config/config.ts';
import type { Actor } from '../src/platform/server/http/actor.ts';
import { createLog } from '../src/platform/server/log/log.ts';
import type { Client } from './support/client.ts';

// Who is asking is kept in memory for seconds. The clock stands still, so nothing is forgotten with time.

let redis: RedisServer;
let stage: AdminStage;
let second: Forecourt;
let dataDir: string;
beforeAll(async () => {
  redis = await startRedis();
  stage = await openAdminStage({ REDIS_URL: redis.url }, { ownPassword: false });
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-data-'));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: stage.platform.config.databaseUrl,
    REDIS_URL: redis.url,
    TEST_ALLOW_UNSAFE_DATABASE: '1',
    SEED: 'none',
  });
  second = await startForecourt(config, createLog('silent'));
});
afterAll(async () => {
  await second.stop();
  await stage.stop();
  await redis.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(performance.now()));
afterEach(() => void vi.restoreAllMocks());

const askAt = ({ platform }: Forecourt, { cookie }: Client): Promise<Actor | null> =>
  platform.authenticate(cookie?.split('=')[1] ?? '', true);
const byAdmin: Client['call'] = (endpoint, request) => stage.admin.client.call(endpoint, request);

type Change = (user: StageUser, elsewhere: Client) => Promise<{ status: number }>;
const changes: [string, Change, Partial<Actor> | null][] = [
  ['signing out', ({ client }) => client.call(logout), null],
  [
    'an administrator ending the session',
    async ({ id }) => {
      const { body } = await byAdmin(admin.listUserSessions, { params: { id } });
      for (const { id: sessionId } of body)
        await byAdmin(admin.endUserSession, { params: { id, sessionId } });
      return { status: 200 };
    },
    null,
  ],
  ['signing out everywhere else', (_, elsewhere) => elsewhere.call(endOtherSessions), null],
  [
    'a new password',
    (_, elsewhere) =>
      elsewhere.call(changePassword, {
        body: { currentPassword: password, newPassword: 'quite another password' },
      }),
    null,
  ],
  [
    'a password reset',
    ({ id: userId }) =>
      byAdmin(admin.resetUserPassword, {
        body: { userId, newPassword: 'quite another password' },
      }),
    null,
  ],
  ['disabling the account', ({ id }) => byAdmin(admin.toggleStatus, { params: { id } }), null],
  ['deleting the account', ({ id }) => byAdmin(admin.deleteUser, { params: { id } }), null],
  [
    'another role',
    ({ id }) => byAdmin(admin.changeRole, { params: { id }, body: { role: 'manager' } }),
    { role: 'manager' },
  ],
  [
    'fewer rights',
    ({ id }) =>
      byAdmin(admin.changePermissions, {
        params: { id },
        body: { pagePermissions: [], featurePermissions: [] },
      }),
    { pagePermissions: [], featurePermissions: [] },
  ],
  [
    'other stores',
    ({ id }) =>
      byAdmin(admin.changePermissions, { params: { id }, body: { storeAccess: ['hyundai'] } }),
    { storeAccess: ['hyundai'] },
  ],
  [
    'another department',
    ({ id }) => byAdmin(admin.updateUser, { params: { id }, body: { department: 'parts' } }),
    { department: 'parts' },
  ],
];

/** A user of whom both instances know two sessions, and another one. */
async function addKnownUser() {
  const user = await stage.addUser({
    pagePermissions: ['dashboard'],
    featurePermissions: ['view_data'],
    storeAccess: ['ford'],
  });
  const elsewhere = await stage.openSession(user.id);
  const bystander = await stage.addUser();
  for (const instance of [stage, second])
    for (const client of [user.client, elsewhere, bystander.client])
      expect(await askAt(instance, client)).toMatchObject({ role: 'employee' });
  return { user, elsewhere, bystander, copy: Object.assign(stage.client(), user.client) };
}

describe.each(changes)('after %s', (_name, change, expected) => {
  const matches = (actor: Actor | null) =>
    expected ? expect(actor).toMatchObject(expected) : expect(actor).toBeNull();

  test('the next call to the instance that made the change knows of it', async () => {
    const { user, elsewhere, bystander, copy } = await addKnownUser();
    expect((await change(user, elsewhere)).status).toBe(200);
    matches(await askAt(stage, copy));
    expect(await askAt(stage, bystander.client)).not.toBeNull();
  });

  test('the other instance hears of it', async () => {
    const { user, elsewhere, bystander, copy } = await addKnownUser();
    expect((await change(user, elsewhere)).status).toBe(200);
    const poll = expect.poll(() => askAt(second, copy));
    await (expected ? poll.toMatchObject(expected) : poll.toBeNull());
    expect(await askAt(second, bystander.client)).not.toBeNull();
  });
});

test('without Redis the other instance hears of it as well', async () => {
  const { user, copy } = await addKnownUser();
  await redis.kill();
  const { status } = await byAdmin(admin.toggleStatus, { params: { id: user.id } });
  expect(status).toBe(200);
  expect(await askAt(stage, copy)).toBeNull();
  await expect.poll(() => askAt(second, copy)).toBeNull();
  await redis.start();
});
