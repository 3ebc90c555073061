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
  test('answers the whole record of oneself, and a cookie no script can read', async () => {
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
    // Without an age: who closes the browser on a shared desk is signed out there.
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
    ['a name of JavaScript', '__proto__', password],
  ])('refuses %s without saying what was wrong', async (_, username, offered) => {
    const answer = await signIn(username, offered);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({
      error: 'The username or password is not correct.',
      code: 'unauthenticated',
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('is refused to somebody deleted, whose name is free again', async () => {
    await change('ben.hollis', { deleted_at: new Date() });
    expect((await signIn('ben.hollis')).status).toBe(401);
  });

  test('is refused to an account whose password was never chosen', async () => {
    const id = await idOf('aisha.coleman');
    await forecourt.platform.db.deleteFrom('credentials').where('user_id', '=', id).execute();
    expect((await signIn('aisha.coleman')).status).toBe(401);
  });

  test('notes when it happened', async () => {
    const before = Date.now();
    const { body } = await signIn('executive');
    const at = Date.parse(body.lastLogin ?? '');
    expect(at).toBeGreaterThan(before - 2_000);
    expect(at).toBeLessThan(Date.now() + 2_000);
    expect(body.lastLogin).toMatch(/Z$/);
  });

  test('does not care how a keyboard spells an accent', async () => {
    const id = await idOf('omar.benali');
    const { db } = forecourt.platform;
    await setPasswordHash(db, id, await hashPassword('Zo\u00eb dr\u00f6mmer'));
    expect((await signIn('omar.benali', 'Zoe\u0308 dro\u0308mmer')).status).toBe(200);
    expect((await signIn('omar.benali', 'Zoe drommer')).status).toBe(401);
  });

  test('lets somebody who waits for approval see themselves and nothing else', async () => {
    const waiting = await forecourt.signIn('isabel.ferreira');
    const { status, body } = await waiting.call(getCurrentUser);
    expect(status).toBe(200);
    expect(body).toMatchObject({ pending: true, pagePermissions: [], featurePermissions: [] });
    expect((await waiting.raw('GET', '/api/users')).status).toBe(403);
  });

  test('is of no use while a new password is demanded, but for choosing it', async () => {
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
  test('is nobody without a session', async () => {
    const { status, body } = await forecourt.client().call(getCurrentUser);
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: 'Please sign in.', code: 'unauthenticated' });
  });

  test('shows the status as chosen, also to the invisible', async () => {
    const client = await forecourt.signIn('hiro.tanabe');
    expect((await client.call(getCurrentUser)).body.status).toBe('invisible');
  });

  test('follows the rights at once', async () => {
    const client = await forecourt.signIn('kayla.moss');
    await change('kayla.moss', { page_permissions: ['reports'], role: 'manager' });
    const { body } = await client.call(getCurrentUser);
    expect(body).toMatchObject({ pagePermissions: ['reports'], role: 'manager' });
  });
});
