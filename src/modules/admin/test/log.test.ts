import { afterAll, beforeAll, expect, test } from 'vitest';
import * as calls from '../contract.ts';
import { application, type Employed, type Office, openOffice } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.stop());

const call: Office['admin']['client']['call'] = (endpoint, request) =>
  office.admin.client.call(endpoint, request);

const acts: [string, (to: Employed) => Promise<unknown>, object | null, object | null][] = [
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

test.each(acts)('%s is logged with what it changed', async (action, perform, before, after) => {
  const to = await office.hire();
  await perform(to);
  const row = await office.row(to.id);
  expect(await office.log(to.id)).toMatchObject([
    {
      action,
      actor_id: office.admin.id,
      actor_name: 'Ada Admin',
      subject_type: 'user',
      subject_name: `${row.first_name} ${row.last_name}`,
      ip: '127.0.0.1',
    },
  ]);
  const [entry] = await office.log(to.id);
  expect([entry?.before, entry?.after]).toEqual([before, after]);
});

test('a form that changes several things is logged as one entry each', async () => {
  const { id } = await office.hire();
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
  expect((await office.log(id)).map(({ action }) => action)).toEqual([
    'user.updated',
    'user.role_changed',
    'user.permissions_changed',
    'user.disabled',
    'user.password_reset',
  ]);
});

test('creation and deletion of an account are logged with the record', async () => {
  const wanted = application({ pagePermissions: ['hr'] });
  const { body } = await call(calls.createUser, { body: wanted as never });
  await call(calls.deleteUser, { params: { id: body.id } });
  const log = await office.log(body.id);
  const record = { username: wanted.username, role: 'employee', pagePermissions: ['hr'] };
  expect(log).toMatchObject([
    { action: 'user.created', before: null, after: record },
    { action: 'user.deleted', before: record, after: null },
  ]);
  expect(JSON.stringify(log)).not.toContain(wanted.password);
});

test('a rejected call, or one without changes, is not logged', async () => {
  const to = await office.hire({ role: 'admin' });
  const by = await office.hire({ role: 'manager', pagePermissions: ['user_management'] });
  const at = { params: { id: to.id } };
  await by.client.call(calls.deleteUser, at);
  await by.client.call(calls.toggleStatus, at);
  await call(calls.updateUser, { ...at, body: { firstName: 'Nora', role: 'admin' } });
  await call(calls.changeRole, { ...at, body: { role: 'admin' } });
  await call(calls.updateUser, { ...at, body: { firstName: 'X', version: 99 } });
  expect(await office.log(to.id)).toEqual([]);
});

test('the name of a deleted person stays in their entries', async () => {
  const by = await office.hire({ role: 'admin', firstName: 'Long', lastName: 'Gone' });
  const to = await office.hire();
  await by.client.call(calls.toggleStatus, { params: { id: to.id } });
  await call(calls.deleteUser, { params: { id: by.id } });
  expect((await office.log(to.id))[0]).toMatchObject({ actor_id: by.id, actor_name: 'Long Gone' });
});
