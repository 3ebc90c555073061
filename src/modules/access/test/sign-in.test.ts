import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { findByUsernameOrEmail } from '../../people/server/public.ts';
import { getCurrentUser, login } from '../contract.ts';
import { hashPassword, setPasswordHash } from '../server/public.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const password = 'forecourt-demo';
const signIn = (username: string, offered = password) =>
  forecourt.client().call(login, { body: { username, password: offered } });
const change = (username: string, values: object) =>
  forecourt.platform.db.updateTable('users').set(values).where('username', '=', username).execute();
async function idOf(username: string): Promise<number> {
  const row = await findByUsernameOrEmail(forecourt.platform.db, username);
  return row?.id ?? 0;
}

describe('signing in', () => {
  test('returns the full own record, and an HttpOnly cookie', async () => {
    const { status, body, headers } = await signIn('manager');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      username: 'manager',
      firstName: 'Natalie',
      email: 'manager@larkfield.example',
      storeAccess: ['ford'],
      protection: null,
      pending: false,
      mustChangePassword: false,
    });
    expect(body.emrn).toMatch(/^EMP\d{6}$/);
    // A session cookie: closing the browser on a shared computer signs out.
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^forecourt=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(
        /^forecourt-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['username', 'employee'],
    ['username in capitals', 'EMPLOYEE'],
    ['username with blanks around', '  employee '],
    ['email', 'employee@larkfield.example'],
    ['email in capitals', 'Employee@Larkfield.Example'],
  ])('works by %s', async (_, username) => {
    expect((await signIn(username)).body.username).toBe('employee');
  });

  test.each([
    ['a wrong password', 'gm', 'Forecourt-demo'],
    ['a password cut short', 'gm', 'forecourt-dem'],
    ['a password with more behind it', 'gm', 'forecourt-demo '],
    ['an unknown name', 'nobody.here', password],
    ['the bot', 'system_bot', password],
    ['a disabled account', 'derek.sloan', password],
    ['half an email', 'gm@larkfield', password],
    ['a JavaScript property name', '__proto__', password],
  ])('rejects %s without saying what was wrong', async (_, username, offered) => {
    const response = await signIn(username, offered);
    expect(response.status).toBe(401);
    expect(response.body).toMatchObject({
      error: 'The username or password is not correct.',
      code: 'unauthenticated',
    });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('is rejected for a deleted user, whose username is free again', async () => {
    await change('ben.hollis', { deleted_at: new Date() });
    expect((await signIn('ben.hollis')).status).toBe(401);
  });

  test('is rejected for an account without a password', async () => {
    const id = await idOf('aisha.coleman');
    await forecourt.platform.db.deleteFrom('credentials').where('user_id', '=', id).execute();
    expect((await signIn('aisha.coleman')).status).toBe(401);
  });

  test('records the time', async () => {
    const before = Date.now();
    const { body } = await signIn('executive');
    const at = Date.parse(body.lastLogin ?? '');
    expect(at).toBeGreaterThan(before - 2_000);
    expect(at).toBeLessThan(Date.now() + 2_000);
    expect(body.lastLogin).toMatch(/Z$/);
  });

  test('accepts any Unicode form of an accent', async () => {
    const id = await idOf('omar.benali');
    const { db } = forecourt.platform;
    await setPasswordHash(db, id, await hashPassword('Zo\u00eb dr\u00f6mmer'));
    expect((await signIn('omar.benali', 'Zoe\u0308 dro\u0308mmer')).status).toBe(200);
    expect((await signIn('omar.benali', 'Zoe drommer')).status).toBe(401);
  });

  test('lets a pending user read only their own record', async () => {
    const pendingUser = await forecourt.signIn('isabel.ferreira');
    const { status, body } = await pendingUser.call(getCurrentUser);
    expect(status).toBe(200);
    expect(body).toMatchObject({ pending: true, pagePermissions: [], featurePermissions: [] });
    expect((await pendingUser.raw('GET', '/api/users')).status).toBe(403);
  });

  test('only allows changing the password while that is required', async () => {
    const { db } = forecourt.platform;
    const id = await idOf('hannah.schultz');
    await setPasswordHash(db, id, await hashPassword(password), { mustChange: true });
    const client = await forecourt.signIn('hannah.schultz');
    expect((await client.call(getCurrentUser)).body.mustChangePassword).toBe(true);
    const refused = await client.raw('GET', '/api/users');
    expect(refused.status).toBe(403);
    expect(refused.body.code).toBe('password_change_required');
  });
});

describe('the current user', () => {
  test('is 401 without a session', async () => {
    const { status, body } = await forecourt.client().call(getCurrentUser);
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: 'Please sign in.', code: 'unauthenticated' });
  });

  test('has the chosen status, even if invisible', async () => {
    const client = await forecourt.signIn('hiro.tanabe');
    expect((await client.call(getCurrentUser)).body.status).toBe('invisible');
  });

  test('has the current permissions immediately', async () => {
    const client = await forecourt.signIn('kayla.moss');
    await change('kayla.moss', { page_permissions: ['reports'], role: 'manager' });
    const { body } = await client.call(getCurrentUser);
    expect(body).toMatchObject({ pagePermissions: ['reports'], role: 'manager' });
  });
});
