import { afterAll, beforeAll, expect, test } from 'vitest';
import * as calls from '../contract.ts';
import { type AdminStage, accountBody, openAdminStage, type StageUser } from './stage.ts';

let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.stop());

const call: AdminStage['admin']['client']['call'] = (endpoint, request) =>
  stage.admin.client.call(endpoint, request);

const changes: [string, (to: StageUser) => Promise<unknown>, object | null, object | null][] = [
  [
    'user.updated',
    ({ id }) =>
      call(calls.updateUser, { params: { id }, body: { firstName: 'New', department: 'hr' } }),
    { firstName: 'Nora', department: 'sales' },
    { firstName: 'New', department: 'hr' },
  ],
  [
    'user.role_changed',
    ({ id }) => call(calls.changeRole, { params: { id }, body: { role: 'manager' } }),
    { role: 'employee' },
    { role: 'manager' },
  ],
  [
    'user.role_changed',
    ({ id }) => call(calls.updateUser, { params: { id }, body: { role: 'manager' } }),
    { role: 'employee' },
    { role: 'manager' },
  ],
  [
    'user.permissions_changed',
    ({ id }) =>
      call(calls.changePermissions, {
        params: { id },
        body: { pagePermissions: ['hr'], storeAccess: ['ford'] },
      }),
    { pagePermissions: [], storeAccess: [] },
    { pagePermissions: ['hr'], storeAccess: ['ford'] },
  ],
  [
    'user.disabled',
    ({ id }) => call(calls.toggleStatus, { params: { id } }),
    { isActive: true },
    { isActive: false },
  ],
  [
    'user.disabled',
    ({ id }) => call(calls.setManyActive, { body: { userIds: [id], isActive: false } }),
    { isActive: true },
    { isActive: false },
  ],
  [
    'user.password_reset',
    ({ id: userId }) =>
      call(calls.resetUserPassword, { body: { userId, newPassword: 'another long password' } }),
    null,
    null,
  ],
];

test.each(changes)('%s is logged with what it changed', async (action, perform, before, after) => {
  const to = await stage.addUser();
  await perform(to);
  const row = await stage.row(to.id);
  expect(await stage.log(to.id)).toMatchObject([
    {
      action,
      actor_id: stage.admin.id,
      actor_name: 'Ada Admin',
      subject_type: 'user',
      subject_name: `${row.first_name} ${row.last_name}`,
      ip: '127.0.0.1',
    },
  ]);
  const [entry] = await stage.log(to.id);
  expect([entry?.before, entry?.after]).toEqual([before, after]);
});

test('a form that changes several things is logged as one entry each', async () => {
  const { id } = await stage.addUser();
  await call(calls.updateUser, {
    params: { id },
    body: {
      lastName: 'Several',
      role: 'manager',
      featurePermissions: ['view_data'],
      isActive: false,
      password: 'another long password',
    },
  });
  expect((await stage.log(id)).map(({ action }) => action)).toEqual([
    'user.updated',
    'user.role_changed',
    'user.permissions_changed',
    'user.disabled',
    'user.password_reset',
  ]);
});

test('creation and deletion of an account are logged with the record', async () => {
  const account = accountBody({ pagePermissions: ['hr'] });
  const { body } = await call(calls.createUser, { body: account as never });
  await call(calls.deleteUser, { params: { id: body.id } });
  const log = await stage.log(body.id);
  const record = { username: account.username, role: 'employee', pagePermissions: ['hr'] };
  expect(log).toMatchObject([
    { action: 'user.created', before: null, after: record },
    { action: 'user.deleted', before: record, after: null },
  ]);
  expect(JSON.stringify(log)).not.toContain(account.password);
});

test('a rejected call, or one without changes, is not logged', async () => {
  const to = await stage.addUser({ role: 'admin' });
  const by = await stage.addUser({ role: 'manager', pagePermissions: ['user_management'] });
  const at = { params: { id: to.id } };
  await by.client.call(calls.deleteUser, at);
  await by.client.call(calls.toggleStatus, at);
  await call(calls.updateUser, { ...at, body: { firstName: 'Nora', role: 'admin' } });
  await call(calls.changeRole, { ...at, body: { role: 'admin' } });
  await call(calls.updateUser, { ...at, body: { firstName: 'X', version: 99 } });
  expect(await stage.log(to.id)).toEqual([]);
});

test('the name of a deleted person stays in their entries', async () => {
  const by = await stage.addUser({ role: 'admin', firstName: 'Long', lastName: 'Gone' });
  const to = await stage.addUser();
  await by.client.call(calls.toggleStatus, { params: { id: to.id } });
  await call(calls.deleteUser, { params: { id: by.id } });
  expect((await stage.log(to.id))[0]).toMatchObject({ actor_id: by.id, actor_name: 'Long Gone' });
});
