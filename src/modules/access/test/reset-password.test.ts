import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { findByUsernameOrEmail } from '../../people/server/public.ts';
import {
  changePassword,
  getCurrentUser,
  requestPasswordReset,
  resetPassword,
} from '../contract.ts';
import { endSessions, hashPassword, setPasswordHash } from '../server/public.ts';
import { emailsTo, linkIn, tokenIn } from './mailbox.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const sentence = 'If an account exists with this email, a password reset link has been sent.';
const invalidLink = 'This link is no longer valid. Request a new one.';
const fresh = 'a quiet harbor 9';
const addressOf = (username: string) => `${username}@larkfield.example`;
const requestReset = (email: string) =>
  forecourt.client().call(requestPasswordReset, { body: { email } });
const reset = (token: string, password = fresh) =>
  forecourt.client().call(resetPassword, { body: { token, password } });
async function tokenFor(username: string): Promise<string> {
  await requestReset(addressOf(username));
  return tokenIn((await emailsTo(forecourt, addressOf(username))).at(-1));
}
async function idOf(username: string): Promise<number> {
  return (await findByUsernameOrEmail(forecourt.platform.db, username))?.id ?? 0;
}
const setUser = (username: string, values: object) =>
  forecourt.platform.db.updateTable('users').set(values).where('username', '=', username).execute();

async function expectInvalid(token: string): Promise<void> {
  const { status, body } = await reset(token);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'invalid', error: invalidLink });
}

describe('requesting a link', () => {
  test('emails it to the address of the account, with the token in the URL fragment', async () => {
    const { status, body } = await requestReset('GM@larkfield.example');
    expect(status).toBe(200);
    expect(body).toEqual({ message: sentence });
    const [received] = await emailsTo(forecourt, addressOf('gm'));
    expect(received?.to).toEqual([{ name: '', address: 'gm@larkfield.example' }]);
    expect(received?.subject).toBe('Reset your Forecourt password');
    expect(received?.text).toContain('Hello Raymond');
    expect(linkIn(received)).toBe(`${forecourt.url}/reset-password#token=${tokenIn(received)}`);
    expect(Buffer.from(tokenIn(received), 'base64url')).toHaveLength(32);
  });

  test.each([
    ['an unknown address', 'nobody@larkfield.example'],
    ['a disabled account', 'derek.sloan@larkfield.example'],
    ['the bot', 'system_bot@larkfield.example'],
  ])('for %s gets the same reply and no email', async (_, address) => {
    const known = await requestReset(addressOf('employee'));
    const unknown = await requestReset(address);
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    const names = (headers: Headers) => [...headers.keys()].sort();
    expect(names(unknown.headers)).toEqual(names(known.headers));
    expect(await emailsTo(forecourt, address)).toEqual([]);
  });

  test.each([
    ['gm'],
    ['gm@larkfield.example\nBcc: x@example.com'],
    ['a@b, gm@larkfield.example'],
    '',
  ])('for %j is rejected as an invalid address', async (email) => {
    const { status } = await requestReset(String(email));
    expect(status).toBe(400);
  });

  test('for several addresses at once is rejected', async () => {
    const body = { email: [addressOf('gm'), 'attacker@example.com'] };
    const { status } = await forecourt
      .client()
      .raw('POST', '/api/request-password-reset', { body });
    expect(status).toBe(400);
  });

  test('never takes the host from the request', async () => {
    const email = addressOf('tyler.boone');
    expect(await sendForged(forecourt.url, email, 'evil.example')).toBe(400);
    // Not even an allowed host name is used.
    expect(await sendForged(forecourt.url, email, 'localhost:1')).toBe(200);
    const [received] = await emailsTo(forecourt, addressOf('tyler.boone'));
    expect(linkIn(received).startsWith(`${forecourt.url}/reset-password#`)).toBe(true);
  });

  test('uses PUBLIC_URL if it is set', async () => {
    const other = await startForecourt({
      env: { PUBLIC_URL: 'https://crm.example.com/', ALLOW_DEMO_ACCOUNTS_ON_NETWORK: '1' },
    });
    const email = addressOf('gm');
    const [{ port } = { port: 0 }] = other.platform.app.addresses() as AddressInfo[];
    await createClient(`http://127.0.0.1:${port}`).call(requestPasswordReset, { body: { email } });
    const [received] = await emailsTo(other, email);
    expect(linkIn(received)).toMatch(
      /^https:\/\/crm\.example\.com\/reset-password#token=[\w-]{43}$/,
    );
    await other.stop();
  });
});

describe('a link', () => {
  test('sets the password, ends every session and does not sign in', async () => {
    const device = await forecourt.signIn('manager');
    const socket = await device.socket();
    const token = await tokenFor('manager');
    expect((await device.call(getCurrentUser)).status).toBe(200);
    const { status, headers, body } = await reset(token);
    expect(status).toBe(200);
    expect(body.message).toContain('has been changed');
    expect(headers.get('set-cookie')).toBeNull();
    expect((await device.call(getCurrentUser)).status).toBe(401);
    expect((await socket.closed).code).toBe(4401);
    await expect(forecourt.signIn('manager')).rejects.toThrow('401');
    await forecourt.signIn('manager', fresh);
    await expectInvalid(token);
  });

  test('works once, even with concurrent requests', async () => {
    const token = await tokenFor('natalie.brandt').then(() => tokenFor('kevin.matsuda'));
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, n) => reset(token, `parallel words ${n}`)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(5);
    const winner = responses.findIndex(({ status }) => status === 200);
    await forecourt.signIn('kevin.matsuda', `parallel words ${winner}`);
  });

  test('stays valid after a rejected password', async () => {
    const token = await tokenFor('lorraine.fitch');
    for (const bad of ['password1', 'short', 'lorraine.fitch']) {
      const { status, body } = await reset(token, bad);
      expect(status).toBe(400);
      expect(body).toHaveProperty('fields.password');
    }
    expect((await reset(token)).status).toBe(200);
  });

  test('stays valid when one newer link is requested; the third invalidates the first', async () => {
    const first = await tokenFor('joan.whitaker');
    const second = await tokenFor('joan.whitaker');
    expect(second).not.toBe(first);
    expect((await reset(first, 'short')).body).toHaveProperty('fields.password');
    await tokenFor('joan.whitaker');
    await expectInvalid(first);
    expect((await reset(second)).status).toBe(200);
  });

  test('is sent at most three times in an hour, with the same reply to everyone', async () => {
    const address = addressOf('ben.hollis');
    for (let n = 0; n < 5; n += 1) {
      const { status, body } = await requestReset(address);
      expect([status, body]).toEqual([200, { message: sentence }]);
    }
    const emails = await emailsTo(forecourt, address);
    expect(emails).toHaveLength(3);
    await expectInvalid(tokenIn(emails[0]));
    expect((await reset(tokenIn(emails[1]))).status).toBe(200);
  });

  test('is invalidated by a password change, by the user or by others', async () => {
    const own = await tokenFor('grace.oyelaran');
    const client = await forecourt.signIn('grace.oyelaran');
    await client.call(changePassword, {
      body: { currentPassword: 'forecourt-demo', newPassword: 'other words here' },
    });
    await expectInvalid(own);
    const others = await tokenFor('grace.oyelaran');
    const { db } = forecourt.platform;
    await setPasswordHash(db, await idOf('grace.oyelaran'), await hashPassword('set by others'));
    await expectInvalid(others);
  });

  test('is invalid while the account is disabled, and after its sessions were ended', async () => {
    const token = await tokenFor('curtis.yoder');
    await setUser('curtis.yoder', { is_active: false });
    await expectInvalid(token);
    await endSessions(forecourt.platform.db, await idOf('curtis.yoder'));
    await setUser('curtis.yoder', { is_active: true });
    await expectInvalid(token);
  });

  test('expires after 60 minutes of database time', async () => {
    const token = await tokenFor('dale.hutchins');
    const { db } = forecourt.platform;
    const id = await idOf('dale.hutchins');
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from expires_at - created_at) / 60)::integer as minutes
      from password_resets where user_id = ${id}`.execute(db);
    expect(rows[0]?.minutes).toBe(60);
    await sql`update password_resets set expires_at = now() where user_id = ${id}`.execute(db);
    await expectInvalid(token);
  });

  test('clears the required password change', async () => {
    const { db } = forecourt.platform;
    const id = await idOf('linda.tran');
    await setPasswordHash(db, id, await hashPassword('handed over'), { mustChange: true });
    await reset(await tokenFor('linda.tran'));
    const client = await forecourt.signIn('linda.tran', fresh);
    expect((await client.call(getCurrentUser)).body.mustChangePassword).toBe(false);
  });

  test('cannot be guessed, nor used from the stored hash', async () => {
    const token = await tokenFor('viktor.dragan');
    await expectInvalid('A'.repeat(43));
    await expectInvalid(`${token}A`);
    await expectInvalid(token.toLowerCase());
    const { rows } = await sql<{ text: string }>`
      select password_resets::text as text from password_resets`.execute(forecourt.platform.db);
    expect(rows.some(({ text }) => text.includes(token))).toBe(false);
    const [row] = rows;
    await expectInvalid(/\\\\x([0-9a-f]{64})/.exec(row?.text ?? '')?.[1] ?? 'f'.repeat(64));
    expect((await reset(token)).status).toBe(200);
  });

  test('belongs to its account: a user in the body is rejected', async () => {
    const body = { token: await tokenFor('ruth.amsel'), password: fresh, userId: 1 };
    const reply = await forecourt.client().raw('POST', '/api/account/reset-password', { body });
    expect(reply.status).toBe(400);
    expect(reply.body.fields).toEqual({ userId: 'Unknown field' });
  });
});

/** `fetch` cannot send a forged host header. */
function sendForged(url: string, email: string, host: string): Promise<number | undefined> {
  const headers = {
    host,
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example;proto=https',
    'content-type': 'application/json',
  };
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${url}/api/request-password-reset`,
      { method: 'POST', headers },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    request.on('error', reject);
    request.end(JSON.stringify({ email }));
  });
}
