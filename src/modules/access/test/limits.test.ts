import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { getCurrentUser, login } from '../contract.ts';

let forecourt: TestForecourt;
beforeEach(async () => {
  forecourt = await startForecourt({ env: { TRUSTED_PROXIES: '' } });
});
afterEach(() => forecourt.stop());

const demoPassword = 'forecourt-demo';
const signIn = (username: string, password: string, headers: Record<string, string> = {}) =>
  forecourt.client().raw('POST', '/api/login', { body: { username, password }, headers });
const statuses = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);
const count = (list: number[], status: number) => list.filter((each) => each === status).length;

describe('failed sign-ins', () => {
  test('are limited to ten per account; then even the right password is blocked', async () => {
    for (let n = 0; n < 10; n += 1) expect((await signIn('gm', `wrong ${n}`)).status).toBe(401);
    const { status, body, headers } = await signIn('gm', demoPassword);
    expect(status).toBe(429);
    expect(body).toMatchObject({
      code: 'rate_limited',
      error: expect.stringMatching(/minutes\.$/),
    });
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    expect((await signIn('manager', demoPassword)).status).toBe(200);
  });

  test('count for the account under every spelling', async () => {
    const spellings = ['gm', 'GM', ' gm ', 'Gm', 'gm@larkfield.example', 'GM@LARKFIELD.example'];
    const names = [...spellings, ...spellings].slice(0, 10);
    for (const name of names) expect((await signIn(name, 'wrong')).status).toBe(401);
    for (const name of spellings) expect((await signIn(name, demoPassword)).status).toBe(429);
  });

  test('are limited for unknown names in the same way', async () => {
    for (let n = 0; n < 10; n += 1) {
      expect((await signIn(n % 2 ? 'No.Body' : ' no.body', 'wrong')).status).toBe(401);
    }
    expect((await signIn('NO.BODY', 'wrong')).status).toBe(429);
  });

  test('are counted before they are verified: concurrent attempts get ten guesses too', async () => {
    const responses = await statuses(
      Array.from({ length: 40 }, (_, n) => signIn('gm', `volley ${n}`)),
    );
    expect(count(responses, 401)).toBe(10);
    expect(count(responses, 429)).toBe(30);
  });

  test('are not reset by forged headers', async () => {
    const forged = (n: number) => ({
      'x-forwarded-for': `203.0.113.${n}`,
      'x-real-ip': `203.0.113.${n}`,
      forwarded: `for=203.0.113.${n}`,
      'cf-connecting-ip': `203.0.113.${n}`,
      'true-client-ip': `203.0.113.${n}`,
    });
    const responses = await statuses(
      Array.from({ length: 130 }, (_, n) => signIn(`nobody.${n}`, 'wrong', forged(n))),
    );
    expect(count(responses, 401)).toBe(100);
    expect(count(responses, 429)).toBe(30);
    expect((await signIn('gm', 'wrong', forged(1))).status).toBe(429);
    expect((await signIn('gm', demoPassword)).status).toBe(429);
  });

  test('do not include successful ones', async () => {
    for (let n = 0; n < 9; n += 1) expect((await signIn('gm', `wrong ${n}`)).status).toBe(401);
    for (let n = 0; n < 12; n += 1) expect((await signIn('gm', demoPassword)).status).toBe(200);
    expect((await signIn('gm', 'wrong')).status).toBe(401);
    expect((await signIn('gm', demoPassword)).status).toBe(429);
    for (let n = 0; n < 11; n += 1) {
      const ten = await statuses(
        Array.from({ length: 10 }, () => signIn('employee', demoPassword)),
      );
      expect(new Set(ten)).toEqual(new Set([200]));
    }
  });

  test('do not end the session of the targeted user', async () => {
    const victim = await forecourt.signIn('gm');
    for (let n = 0; n < 12; n += 1) await signIn('gm', `wrong ${n}`);
    expect((await victim.call(getCurrentUser)).status).toBe(200);
  });
});

test('registrations are limited to 20 per address and hour', async () => {
  const register = (n: number) =>
    forecourt.client().raw('POST', '/api/register', {
      headers: { 'x-forwarded-for': `203.0.113.${n}` },
      body: {
        firstName: 'N',
        lastName: 'N',
        username: `novice.${n}`,
        email: `novice.${n}@example.com`,
        password: 'a quiet harbor 9',
        department: 'it',
      },
    });
  const responses = await statuses(Array.from({ length: 23 }, (_, n) => register(n)));
  expect(count(responses, 201)).toBe(20);
  expect(count(responses, 429)).toBe(3);
});

test('reset requests are limited to 30 per address and hour', async () => {
  const requestReset = (n: number) =>
    forecourt.client().raw('POST', '/api/request-password-reset', {
      headers: { 'x-forwarded-for': `203.0.113.${n}` },
      body: { email: `nobody.${n}@example.com` },
    });
  const responses = await statuses(Array.from({ length: 33 }, (_, n) => requestReset(n)));
  expect(count(responses, 200)).toBe(30);
  expect(count(responses, 429)).toBe(3);
});

test('behind a trusted proxy each caller has their own address', async () => {
  const proxied = await startForecourt({
    env: { TRUSTED_PROXIES: '127.0.0.1', ALLOW_DEMO_ACCOUNTS_ON_NETWORK: '1' },
  });
  const signInFrom = (address: string) =>
    proxied.client().raw('POST', '/api/login', {
      body: { username: `nobody.${Math.random()}`, password: 'wrong' },
      headers: { 'x-forwarded-for': address },
    });
  const responses = await statuses([
    ...Array.from({ length: 101 }, (_, n) => signInFrom(`2001:db8:0:1::${n.toString(16)}`)),
  ]);
  expect(count(responses, 429)).toBe(1);
  expect((await signInFrom('2001:db8:0:2::1')).status).toBe(401);
  expect((await signInFrom('203.0.113.9')).status).toBe(401);
  const client = proxied.client();
  const response = await client.call(login, { body: { username: 'gm', password: demoPassword } });
  expect(response.status).toBe(200);
  await proxied.stop();
});
