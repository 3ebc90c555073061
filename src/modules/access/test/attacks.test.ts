import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listNotifications } from '../../notifications/contract.ts';
import { changePassword } from '../contract.ts';
import { delayMs } from '../server/attempts.ts';
import { emailsTo } from './mailbox.ts';

let forecourt: TestForecourt;
beforeEach(async () => {
  forecourt = await startForecourt({
    env: { TRUSTED_PROXIES: '127.0.0.1', ALLOW_DEMO_ACCOUNTS_ON_NETWORK: '1' },
  });
});
afterEach(() => forecourt.stop());

const demoPassword = 'forecourt-demo';
const address = '203.0.113.7';
const otherAddress = '198.51.100.4';
const signIn = (username: string, password: string, ip = address, client = forecourt.client()) =>
  client.raw('POST', '/api/login', {
    body: { username, password },
    headers: { 'x-forwarded-for': ip },
  });
async function guess(username: string, times: number, ip = address): Promise<number[]> {
  const responses: number[] = [];
  for (let n = 0; n < times; n += 1) {
    responses.push((await signIn(username, `wrong ${n}`, ip)).status);
  }
  return responses;
}

describe('an attacker who guesses a password', () => {
  test('blocks only their own address: from another one the right password works', async () => {
    expect(new Set(await guess('gm', 10))).toEqual(new Set([401]));
    expect((await signIn('gm', demoPassword)).status).toBe(429);
    expect((await signIn('gm', demoPassword, otherAddress)).status).toBe(200);
    expect((await signIn('admin', demoPassword)).status).toBe(200);
  });

  test('never locks out a known device of the person, not even at the same address', async () => {
    const own = forecourt.client();
    expect((await signIn('gm', demoPassword, address, own)).status).toBe(200);
    await guess('gm', 12);
    const all = Array.from({ length: 100 }, (_, n) => signIn(`nobody.${n}`, 'wrong'));
    await Promise.all(all);
    expect((await signIn('manager', demoPassword)).status).toBe(429);
    expect((await signIn('gm', demoPassword, address, own)).status).toBe(200);
    // Each sign-in gives the device a new token; the old one becomes invalid.
    expect((await signIn('gm', demoPassword, address, own)).status).toBe(200);
  });

  test('has ten tries on a known device too, without using the budget of others', async () => {
    const shared = forecourt.client();
    await signIn('gm', demoPassword, address, shared);
    for (let n = 0; n < 10; n += 1) {
      expect((await signIn('gm', `wrong ${n}`, address, shared)).status).toBe(401);
    }
    expect((await signIn('gm', demoPassword, address, shared)).status).toBe(429);
    expect((await signIn('gm', demoPassword, address)).status).toBe(200);
  });

  test('cannot use the device of one account for another', async () => {
    const own = forecourt.client();
    await signIn('employee', demoPassword, address, own);
    await guess('gm', 10);
    expect((await signIn('gm', demoPassword, address, own)).status).toBe(429);
  });

  test('triggers one notification to the person and every administrator', async () => {
    const admin = await forecourt.signIn('admin');
    const person = await forecourt.signIn('gm');
    const other = await forecourt.signIn('manager');
    const titles = async (client: typeof admin) =>
      (await client.call(listNotifications)).body.notifications
        .map(({ title }) => title)
        .filter((title) => /guess your password|Failed sign-ins/.test(title));
    await guess('gm', 9);
    await guess('gm', 9, otherAddress);
    await guess('gm', 3, '192.0.2.9');
    await expect.poll(() => titles(person)).toEqual(['Someone is trying to guess your password']);
    await expect
      .poll(() => titles(admin))
      .toEqual([expect.stringMatching(/^Failed sign-ins to the account of Raymond /)]);
    expect(await titles(other)).toEqual([]);
    const emails = await emailsTo(forecourt, 'gm@larkfield.example');
    expect(emails.map(({ subject }) => subject)).toEqual([
      'Failed sign-ins to your Forecourt account',
    ]);
  });

  test('is slowed down by failures from all addresses, but never blocked by them', () => {
    const delays = [0, 19, 20, 49, 50, 200, 100_000].map(delayMs);
    expect(delays).toEqual([0, 0, 1000, 1000, 2000, 5000, 5000]);
  });
});

describe('whether an account exists', () => {
  test('is not revealed by spellings: counting and lookup normalize alike', async () => {
    for (const [plain, wide] of [
      ['gm', 'ｇｍ'],
      ['zz', 'ｚｚ'],
    ] as const) {
      expect(new Set(await guess(plain, 10))).toEqual(new Set([401]));
      expect((await signIn(wide, 'wrong')).status).toBe(429);
    }
    expect((await signIn('ｍａｎａｇｅｒ', demoPassword)).status).toBe(200);
  });

  test('is not revealed by username and email: known and unknown pairs behave alike', async () => {
    await sql`update users set username = 'rcole' where username = 'gm'`.execute(
      forecourt.platform.db,
    );
    for (const [name, email] of [
      ['rcole', 'gm@larkfield.example'],
      ['nobody', 'somebody@larkfield.example'],
    ] as const) {
      await guess(name, 10);
      expect((await signIn(name, 'wrong')).status).toBe(429);
      expect((await signIn(email, 'wrong')).status).toBe(401);
    }
    // The other name gives no more guesses: the account has none left here.
    expect((await signIn('gm@larkfield.example', demoPassword)).status).toBe(401);
    expect((await signIn('gm@larkfield.example', demoPassword, otherAddress)).status).toBe(200);
    await guess('manager', 10);
    await guess('ghost', 10);
    expect((await signIn('manager@larkfield.example', 'wrong')).status).toBe(429);
    expect((await signIn('ghost@larkfield.example', 'wrong')).status).toBe(429);
  });
});

describe('a security email', () => {
  const subjects = async (username: string) =>
    (await emailsTo(forecourt, `${username}@larkfield.example`)).map(({ subject }) => subject);

  test('is sent for a sign-in on a new device, not for the first or a known one', async () => {
    const own = forecourt.client();
    await signIn('gm', demoPassword, address, own);
    await signIn('gm', demoPassword, otherAddress, own);
    expect(await subjects('gm')).toEqual([]);
    const agent = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36' };
    await forecourt.client().raw('POST', '/api/login', {
      body: { username: 'gm', password: demoPassword },
      headers: { ...agent, 'x-forwarded-for': otherAddress },
    });
    const [received, ...others] = await emailsTo(forecourt, 'gm@larkfield.example');
    expect(others).toEqual([]);
    expect(received?.subject).toBe('New sign-in to your Forecourt account');
    expect(received?.text).toContain(`Chrome on Windows, from ${otherAddress}`);
    expect(received?.text).not.toContain('http');
  });

  test('is sent when the password was changed', async () => {
    const client = await forecourt.signIn('employee');
    const body = { currentPassword: demoPassword, newPassword: 'a quiet harbor 9' };
    expect((await client.call(changePassword, { body })).status).toBe(200);
    expect(await subjects('employee')).toEqual(['Your Forecourt password was changed']);
  });

  test('is sent for every other device after a password change', async () => {
    const [own, other] = [forecourt.client(), forecourt.client()];
    await signIn('employee', demoPassword, address, own);
    await signIn('employee', demoPassword, address, other);
    const body = { currentPassword: demoPassword, newPassword: 'a quiet harbor 9' };
    await own.call(changePassword, { body });
    await signIn('employee', 'a quiet harbor 9', address, own);
    const before = (await subjects('employee')).length;
    await signIn('employee', 'a quiet harbor 9', address, other);
    expect((await subjects('employee')).slice(before)).toEqual([
      'New sign-in to your Forecourt account',
    ]);
  });

  test('is never sent to a pending user', async () => {
    await signIn('isabel.ferreira', demoPassword);
    await signIn('isabel.ferreira', demoPassword);
    await guess('isabel.ferreira', 10);
    expect(await subjects('isabel.ferreira')).toEqual([]);
  });
});
