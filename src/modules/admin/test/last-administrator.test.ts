import { afterAll, beforeAll, expect, test } from 'vitest';
import * as calls from '../contract.ts';
import { assertAdministratorLeft } from '../server/acting/act.ts';
import { type AdminStage, openAdminStage, type StageUser } from './stage.ts';

let stage: AdminStage;
let one: StageUser;
let other: StageUser;
beforeAll(async () => {
  stage = await openAdminStage();
  [one, other] = [await stage.addUser({ role: 'admin' }), await stage.addUser({ role: 'admin' })];
  // The administrator of the demo group is protected, so it is demoted in the database.
  await stage.platform.db
    .updateTable('users')
    .set({ role: 'employee' })
    .where('id', 'not in', [one.id, other.id])
    .execute();
});
afterAll(() => stage.stop());

const removals: ((by: StageUser, to: StageUser) => Promise<{ status: number }>)[] = [
  (by, { id }) => by.client.call(calls.changeRole, { params: { id }, body: { role: 'executive' } }),
  (by, { id }) => by.client.call(calls.toggleStatus, { params: { id } }),
  (by, { id }) => by.client.call(calls.deleteUser, { params: { id } }),
  (by, { id }) => by.client.call(calls.updateUser, { params: { id }, body: { isActive: false } }),
  (by, { id }) => by.client.call(calls.updateUser, { params: { id }, body: { role: 'manager' } }),
  async (by, { id }) => {
    const body = { userIds: [id], isActive: false };
    const response = await by.client.call(calls.setManyActive, { body });
    const done = response.status === 200 && response.body.results[0]?.done;
    return { status: done ? 200 : 403 };
  },
];
const removal = (n: number) => removals[n % removals.length] ?? (async () => ({ status: 0 }));

const administrators = () =>
  stage.platform.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .execute();

async function restore(): Promise<void> {
  const { db } = stage.platform;
  await db
    .updateTable('users')
    .set({ role: 'admin', is_active: true, deleted_at: null })
    .where('id', 'in', [one.id, other.id])
    .execute();
  await db
    .updateTable('sessions')
    .set({ ended_at: null })
    .where('user_id', 'in', [one.id, other.id])
    .execute();
}

test('two administrators who remove each other concurrently leave exactly one, 100 times', async () => {
  for (let round = 0; round < 100; round += 1) {
    const responses = await Promise.all([
      removal(round)(one, other),
      removal(Math.floor(round / removals.length))(other, one),
    ]);
    const left = await administrators();
    expect([round, left.length]).toEqual([round, 1]);
    const succeeded = responses.filter(({ status }) => status === 200);
    expect([round, succeeded.length]).toEqual([round, 1]);
    // The loser is no longer signed in, or no longer an administrator.
    const failed = responses.find(({ status }) => status !== 200);
    expect([401, 403]).toContain(failed?.status);
    await restore();
  }
});

test('removing the last administrator is rejected for every administrator', async () => {
  const { db } = stage.platform;
  const attempt = (values: object) =>
    db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set(values).where('role', '=', 'admin').execute();
      await assertAdministratorLeft(tx);
    });
  const removed: object[] = [
    { role: 'executive' },
    { is_active: false },
    { pending: true },
    { deleted_at: new Date() },
    { protection: 'system_bot' },
  ];
  for (const values of removed) {
    await expect(attempt(values)).rejects.toMatchObject({
      code: 'conflict',
      message: 'There must be at least one active administrator.',
    });
  }
  expect(await administrators()).toHaveLength(2);
});
