import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminPermissions, features, pages, stores } from '../../../platform/contract/access.ts';
import * as calls from '../contract.ts';
import { type AdminStage, accountBody, openAdminStage, password, rightsOf } from './stage.ts';

let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.stop());

const call: AdminStage['admin']['client']['call'] = (endpoint, request) =>
  stage.admin.client.call(endpoint, request);
const raw = (method: string, path: string, body: unknown) =>
  stage.admin.client.raw(method, path, { body });

describe('creating an account', () => {
  test('returns the full record, without the password; the person can sign in', async () => {
    const account = accountBody({ storeAccess: ['ford'], pagePermissions: ['dashboard'] });
    const { status, body } = await call(calls.createUser, { body: account as never });
    expect(status).toBe(201);
    const { password: secret, ...rest } = account;
    expect(body).toMatchObject({ ...rest, pending: false, version: 1, lastLogin: null });
    expect(body.emrn).toMatch(/^EMP\d{6}$/);
    expect(JSON.stringify(body)).not.toContain(secret);
    const client = await stage.signIn(account.username, password);
    expect((await client.raw('GET', '/api/user')).body).toMatchObject({ id: body.id });
  });

  test('proposes the next employee number, and accepts it', async () => {
    const { body: proposed } = await call(calls.proposeEmrn);
    expect((await call(calls.proposeEmrn)).body).toEqual(proposed);
    const first = await call(calls.createUser, { body: accountBody() as never });
    expect(first.body.emrn).toBe(proposed.emrn);
    const { emrn } = (await call(calls.proposeEmrn)).body;
    const second = await call(calls.createUser, { body: accountBody({ emrn }) as never });
    expect(second.body.emrn).toBe(emrn);
    expect((await call(calls.proposeEmrn)).body.emrn).not.toBe(emrn);
  });

  test('with full access or every store grants everything included', async () => {
    const fullAccess = await call(calls.createUser, {
      body: accountBody({ featurePermissions: ['full_access'] }) as never,
    });
    expect(rightsOf(fullAccess.body)).toEqual({
      pagePermissions: [...pages, ...adminPermissions],
      featurePermissions: [...features],
      storeAccess: [...stores, 'all'],
    });
  });

  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ['an invalid email', { email: 'nora@' }, 'email', /valid email/],
    ['no email', { email: undefined }, 'email', /Required/],
    ['no password', { password: undefined }, 'password', /Required/],
    ['a short password', { password: 'short' }, 'password', /at least 8 characters/],
    ['a common password', { password: 'password1' }, 'password', /harder to guess/],
    ['no first name', { firstName: '  ' }, 'firstName', /Required/],
    ['a username with blanks', { username: 'no ra' }, 'username', /invalid format/],
    ['an unknown role', { role: 'owner' }, 'role', /one of: employee/],
    ['a bot as role', { role: 'bot' }, 'role', /one of/],
    ['an unknown department', { department: 'valet' }, 'department', /one of/],
    ['an unknown store', { storeAccess: ['ford', 'tesla'] }, 'storeAccess.1', /one of: ford/],
    ['an unknown page', { pagePermissions: ['root'] }, 'pagePermissions.0', /one of/],
    ['an unknown feature', { featurePermissions: ['sudo'] }, 'featurePermissions.0', /one of/],
    ['a malformed number', { emrn: 'EMP12' }, 'emrn', /EMP and six digits/],
    ['a protection', { protection: 'protected' }, 'protection', /Unknown field/],
    ['a version', { version: 3 }, 'version', /Unknown field/],
    ['a pending flag', { pending: true }, 'pending', /Unknown field/],
  ])('with %s is rejected under its field', async (_name, change, field, sentence) => {
    const { status, body } = await raw('POST', '/api/users', accountBody(change));
    expect(status).toBe(400);
    expect(body.code).toBe('invalid');
    expect(Object.keys(body.fields)).toEqual([field]);
    expect(body.fields[field]).toMatch(sentence);
  });

  test.each([
    ['username', 'This username is already taken'],
    ['email', 'This email address is already in use'],
    ['emrn', 'This employee number is already in use'],
  ] as const)(
    'with the %s of someone else is rejected under its field',
    async (field, sentence) => {
      const { id } = await stage.addUser();
      const row = await stage.row(id);
      const value = field === 'emrn' ? row.emrn : row[field].toUpperCase();
      const { status, body } = await raw('POST', '/api/users', accountBody({ [field]: value }));
      expect(status).toBe(409);
      expect(body).toMatchObject({ error: sentence, fields: { [field]: sentence } });
    },
  );
});

describe('editing an account', () => {
  test('changes only the sent fields', async () => {
    const { id } = await stage.addUser({ storeAccess: ['ford'] });
    const before = await stage.row(id);
    const { status, body } = await call(calls.updateUser, {
      params: { id },
      body: { lastName: 'Ng', department: 'parts', version: 1 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, lastName: 'Ng', department: 'parts', version: 2 });
    expect(await stage.row(id)).toEqual({
      ...before,
      last_name: 'Ng',
      department: 'parts',
      version: 2,
      shown_name: 'Nora Ng',
      name_key: 'nora ng',
      search_text: expect.any(String),
    });
  });

  test('accepts unchanged number and email, and rejects other values', async () => {
    const { id } = await stage.addUser();
    const { emrn, email } = await stage.row(id);
    const same = { emrn, email: email.toUpperCase(), firstName: 'Ida' };
    expect((await call(calls.updateUser, { params: { id }, body: same })).status).toBe(200);
    const { status, body } = await raw('PATCH', `/api/users/${id}`, {
      emrn: 'EMP999998',
      email: 'other@example.com',
      firstName: 'Eve',
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'The employee number can’t be changed',
      fields: {
        emrn: 'The employee number can’t be changed',
        email: 'The email address can’t be changed',
      },
    });
    expect(await stage.row(id)).toMatchObject({ first_name: 'Ida', emrn, email });
  });

  test('with an outdated version is rejected, and overwrites nothing', async () => {
    const { id } = await stage.addUser();
    const seen = { params: { id }, body: { version: 1 } };
    const first = await call(calls.updateUser, {
      ...seen,
      body: { ...seen.body, firstName: 'Anna' },
    });
    expect(first.status).toBe(200);
    for (const endpoint of [calls.updateUser, calls.changePermissions] as const) {
      const { status, body } = await raw('PATCH', endpoint.path.replace(':id', String(id)), {
        ...seen.body,
        storeAccess: ['ford'],
      });
      expect(status).toBe(409);
      expect(body.error).toMatch(/^Someone else changed this account/);
    }
    expect(await stage.row(id)).toMatchObject({
      first_name: 'Anna',
      store_access: [],
      version: 2,
    });
  });

  test('concurrently with the same version succeeds exactly once', async () => {
    const { id } = await stage.addUser();
    const responses = await Promise.all(
      ['Ann', 'Bea', 'Cleo', 'Dora'].map((firstName) =>
        call(calls.updateUser, { params: { id }, body: { firstName, version: 1 } }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const succeeded = responses.find(({ status }) => status === 200);
    expect((await stage.row(id)).first_name).toBe(succeeded?.body.firstName);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['an unknown role', { role: 'owner' }, 'role'],
    ['an unknown store', { storeAccess: ['tesla'] }, 'storeAccess.0'],
    ['a blank name', { lastName: ' ' }, 'lastName'],
    ['a short password', { password: 'short' }, 'password'],
    ['a password hash', { passwordHash: 'x' }, 'passwordHash'],
    ['an id', { id: 1 }, 'id'],
    ['a protection', { protection: null }, 'protection'],
    ['a pending flag', { pending: false }, 'pending'],
    ['a dotted field', { 'role.x': 'admin' }, 'role.x'],
  ])('with %s is rejected under its field', async (_name, body, field) => {
    const { id } = await stage.addUser();
    const response = await raw('PATCH', `/api/users/${id}`, body);
    expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([400, [field]]);
    expect((await stage.row(id)).version).toBe(1);
  });

  test('to a taken username is rejected under its field', async () => {
    const { id } = await stage.addUser();
    const { status, body } = await raw('PATCH', `/api/users/${id}`, { username: 'ADMIN' });
    expect([status, body.fields]).toEqual([409, { username: 'This username is already taken' }]);
  });

  test('of an unknown or deleted person is 404 with every call', async () => {
    const deletedUser = await stage.addUser();
    await call(calls.deleteUser, { params: { id: deletedUser.id } });
    for (const id of [deletedUser.id, 2_000_000_000]) {
      const responses = [
        await call(calls.updateUser, { params: { id }, body: { firstName: 'X' } }),
        await call(calls.changePermissions, { params: { id }, body: { storeAccess: ['ford'] } }),
        await call(calls.changeRole, { params: { id }, body: { role: 'manager' } }),
        await call(calls.toggleStatus, { params: { id } }),
        await call(calls.deleteUser, { params: { id } }),
        await call(calls.listUserSessions, { params: { id } }),
        await call(calls.resetUserPassword, {
          body: { userId: id, newPassword: 'another long password' },
        }),
      ];
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
    }
  });
});

describe('full access', () => {
  test('grants everything, and is lost with any page', async () => {
    const { id } = await stage.addUser();
    const grant = await call(calls.changePermissions, {
      params: { id },
      body: { featurePermissions: ['view_data', 'full_access'] },
    });
    expect(rightsOf(grant.body)).toEqual({
      pagePermissions: [...pages, ...adminPermissions],
      featurePermissions: [...features],
      storeAccess: [...stores, 'all'],
    });
    const remaining = grant.body.pagePermissions.filter((page) => page !== 'marketing');
    const updated = await call(calls.updateUser, {
      params: { id },
      body: { pagePermissions: remaining },
    });
    expect(rightsOf(updated.body)).toEqual({
      pagePermissions: remaining,
      featurePermissions: features.filter((name) => name !== 'full_access'),
      storeAccess: [...stores, 'all'],
    });
  });

  test('every store means all three and `all`; removing one removes `all`', async () => {
    const { id } = await stage.addUser();
    const set = async (...storeAccess: ('ford' | 'hyundai' | 'chevrolet' | 'all')[]) =>
      (await call(calls.changePermissions, { params: { id }, body: { storeAccess } })).body
        .storeAccess;
    expect(await set('all')).toEqual([...stores, 'all']);
    expect(await set('ford', 'hyundai', 'all')).toEqual(['ford', 'hyundai']);
    expect(await set('ford', 'hyundai', 'chevrolet')).toEqual([...stores, 'all']);
    expect(await set('chevrolet')).toEqual(['chevrolet']);
  });
});
