import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { getCurrentUser, login, resetPassword } from '../contract.ts';
import { offerFirstSignIn } from '../server/public.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt({ database: 'empty', env: { NODE_ENV: 'production' } });
});
afterAll(() => forecourt.stop());

const password = 'a quiet harbor 9';
const tokenOf = (path: string | null) => path?.split('/reset-password#token=')[1] ?? '';
const choosePassword = (path: string | null) =>
  forecourt.client().call(resetPassword, { body: { token: tokenOf(path), password } });

test('the first administrator has every permission, no password, and a link that works once', async () => {
  const { db } = forecourt.platform;
  const [first, path] = [await offerFirstSignIn(db), await offerFirstSignIn(db)];
  const people = await db.selectFrom('users').selectAll().execute();
  expect(people).toHaveLength(1);
  expect(people[0]).toMatchObject({ username: 'admin', role: 'admin', protection: 'protected' });

  for (const guess of ['forecourt-demo', 'admin', 'password', ' ']) {
    const body = { username: 'admin', password: guess };
    expect((await forecourt.client().call(login, { body })).status).toBe(401);
  }
  expect((await choosePassword(first)).status).toBe(400);
  expect((await choosePassword(path)).status).toBe(200);
  expect((await choosePassword(path)).status).toBe(400);

  const admin = await forecourt.signIn('admin', password);
  expect((await admin.call(getCurrentUser)).body).toMatchObject({
    pagePermissions: ['all'],
    featurePermissions: ['all'],
    storeAccess: ['all'],
  });
  expect((await admin.raw('GET', '/api/users')).body.users[0]).toHaveProperty('emrn');
});

test('returns no link once someone can sign in, or if other accounts came first', async () => {
  expect(await offerFirstSignIn(forecourt.platform.db)).toBeNull();
  const demo = await startForecourt();
  expect(await offerFirstSignIn(demo.platform.db)).toBeNull();
  await demo.stop();
});
