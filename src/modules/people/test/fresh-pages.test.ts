import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRedis } from '../../../platform/server/bus/test/redisServer.ts';
import { login } from '../../access/contract.ts';
import { updateUser } from '../../admin/contract.ts';
import { type AdminStage, openAdminStage, password } from '../../admin/test/stage.ts';
import { setStatus } from '../../presence/contract.ts';
import { listUsers, type Person, type User } from '../contract.ts';

// The pages of the directory are cached for all readers. A change is visible with the next call, and
// each reader gets only the fields they may see.

let redis: Awaited<ReturnType<typeof startRedis>>;
let stages: AdminStage[];
beforeAll(async () => {
  redis = await startRedis();
  stages = [
    await openAdminStage({ LOG_LEVEL: 'silent' }),
    await openAdminStage({ LOG_LEVEL: 'silent', REDIS_URL: redis.url }),
  ];
});
afterAll(async () => {
  for (const stage of stages) await stage.stop();
  await redis.close();
});

type Row = Person & Partial<User>;

test.each([
  ['in this process', 0],
  ['in Redis', 1],
])('a change is visible immediately with pages cached %s', async (_, index) => {
  const stage = stages[index] as AdminStage;
  const { admin } = stage;
  const [nora, other] = [await stage.addUser({ lastName: 'Nordlund' }), await stage.addUser()];
  const seenBy = async ({ client }: { client: typeof admin.client }): Promise<Row> => {
    const { body } = await client.call(listUsers, { query: { search: nora.username } });
    return body.users[0] as Row;
  };
  expect((await seenBy(other)).lastName).toBe('Nordlund');
  const before = await stage.platform.cache.describe();
  const { version } = await stage.row(nora.id);
  expect((await seenBy(other)).lastName).toBe('Nordlund');
  expect((await stage.platform.cache.describe()).hits).toBeGreaterThan(before.hits);

  await admin.client.call(updateUser, {
    params: { id: nora.id },
    body: { lastName: 'Nordström', version },
  });
  expect((await seenBy(other)).lastName).toBe('Nordström');

  const socket = await nora.client.socket();
  const choose = (status: 'away' | 'invisible') =>
    nora.client.call(setStatus, { params: { id: nora.id }, body: { status } });
  await choose('away');
  expect([(await seenBy(other)).status, (await seenBy(admin)).status]).toEqual(['away', 'away']);
  await choose('invisible');
  // From the same cached row, each reader gets only the fields they may see.
  expect((await seenBy(nora)).status).toBe('invisible');
  expect((await seenBy(admin)).status).toBe('invisible');
  const shown = await seenBy(other);
  expect([shown.status, shown.emrn, shown.pagePermissions]).toEqual([
    'offline',
    undefined,
    undefined,
  ]);
  socket.close();

  expect((await seenBy(admin)).lastLogin).toBeNull();
  await stage.client().call(login, { body: { username: nora.username, password } });
  expect((await seenBy(admin)).lastLogin).toMatch(/^\d{4}-/);
});
