import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { getCurrentUser, login, register } from '../contract.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const form = {
  firstName: 'Nora',
  lastName: 'Novak',
  username: 'nora.novak',
  email: 'nora@example.com',
  password: 'a quiet harbor 9',
  department: 'parts' as const,
};
let count = 0;
/** A registration form with a new username and email. */
function newForm(change: object = {}) {
  count += 1;
  return { ...form, username: `novice.${count}`, email: `novice.${count}@example.com`, ...change };
}

describe('registration', () => {
  test('signs the user in immediately, without permissions until approved', async () => {
    const admin = await (await forecourt.signIn('admin')).socket();
    const employee = await (await forecourt.signIn('employee')).socket();
    const client = forecourt.client();
    const { status, body, headers } = await client.call(register, { body: form });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      username: 'nora.novak',
      role: 'employee',
      department: 'parts',
      isActive: true,
      pending: true,
      storeAccess: [],
      pagePermissions: [],
      featurePermissions: [],
      protection: null,
      mustChangePassword: false,
    });
    expect(headers.get('set-cookie')).toContain('HttpOnly');
    expect((await client.call(getCurrentUser)).body).toEqual(body);
    expect((await client.raw('GET', '/api/users')).status).toBe(403);

    expect((await admin.next('user_created')).user).toMatchObject({ id: body.id, pending: true });
    expect(employee.frames.some(({ type }) => type === 'user_created')).toBe(false);
    admin.close();
    employee.close();

    const { username, password } = form;
    const again = await forecourt.client().call(login, { body: { username, password } });
    expect(again.status).toBe(200);
  });

  test('grants dashboard and utilities immediately while it is open', async () => {
    const open = await startForecourt({ env: { REGISTRATION: 'open' } });
    const employee = await (await open.signIn('employee')).socket();
    const client = open.client();
    const { body } = await client.call(register, { body: form });
    expect(body).toMatchObject({
      pending: false,
      role: 'employee',
      pagePermissions: ['dashboard', 'utilities'],
      featurePermissions: ['utilities'],
    });
    expect((await client.raw('GET', '/api/users')).status).toBe(200);
    expect((await employee.next('user_created')).user.username).toBe('nora.novak');
    employee.close();
    await open.stop();
  });

  test('is rejected with a message while it is closed, and creates no account', async () => {
    const closed = await startForecourt({ env: { REGISTRATION: 'closed' } });
    const { status, body } = await closed.client().raw('POST', '/api/register', { body: form });
    expect(status).toBe(403);
    expect(body.error).toBe(
      'Registration is closed. Please ask your administrator for an account.',
    );
    const admin = await closed.signIn('admin');
    const { users } = (await admin.raw('GET', '/api/users?search=nora')).body;
    expect(users).toEqual([]);
    await closed.stop();
  });

  test('ends the previous session of the browser', async () => {
    const client = await forecourt.signIn('gm');
    const old = client.cookie;
    await client.call(register, { body: newForm() });
    const replay = Object.assign(forecourt.client(), { cookie: old });
    expect((await replay.call(getCurrentUser)).status).toBe(401);
  });

  test.each([
    ['role', { role: 'admin' }],
    ['permissions', { pagePermissions: ['all'] }],
    ['approval', { pending: false }],
    ['protection', { protection: 'protected' }],
    ['a number', { emrn: 'EMP000099' }],
    ['an id', { id: 1 }],
    ['a hash', { password_hash: 'x' }],
    ['a nested change', { 'user.role': 'admin' }],
  ])('cannot set its own %s', async (_, extra) => {
    const body = newForm(extra);
    const response = await forecourt.client().raw('POST', '/api/register', { body });
    expect(response.status).toBe(400);
    expect(response.body.fields).toEqual({ [Object.keys(extra)[0] ?? '']: 'Unknown field' });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('reports the invalid field', async () => {
    const client = forecourt.client();
    const wrong = async (change: object) =>
      (await client.raw('POST', '/api/register', { body: newForm(change) })).body;
    expect(await wrong({ password: 'short' })).toMatchObject({
      error: 'Password must be at least 8 characters',
      fields: { password: 'Password must be at least 8 characters' },
    });
    expect(await wrong({ email: 'nora' })).toMatchObject({ fields: { email: expect.any(String) } });
    expect(await wrong({ department: 'moon' })).toMatchObject({
      fields: { department: expect.any(String) },
    });
    expect(await wrong({ username: 'nora novak' })).toMatchObject({
      fields: { username: expect.any(String) },
    });
    expect(await wrong({ firstName: '   ' })).toMatchObject({ fields: { firstName: 'Required' } });
    const taken = 'This username is already taken';
    expect(await wrong({ username: 'Employee' })).toMatchObject({
      code: 'conflict',
      error: taken,
      fields: { username: taken },
    });
  });

  test('twice concurrently with the same username creates one account', async () => {
    const responses = await Promise.all(
      Array.from({ length: 4 }, () =>
        forecourt.client().call(register, { body: newForm({ username: 'Same.Name' }) }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});
