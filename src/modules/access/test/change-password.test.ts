import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { findByUsernameOrEmail } from '../../people/server/public.ts';
import { changePassword, getCurrentUser } from '../contract.ts';
import { hashPassword, setPasswordHash } from '../server/public.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const old = 'forecourt-demo';
const fresh = 'a quiet harbor 9';
const change = (client: Client, newPassword = fresh, currentPassword = old) =>
  client.call(changePassword, { body: { currentPassword, newPassword } });
const status = async (client: Client) => (await client.call(getCurrentUser)).status;

describe('changing the password', () => {
  test('requires a session', async () => {
    expect((await change(forecourt.client())).status).toBe(401);
  });

  test('keeps this session under a new token and ends the others, including sockets', async () => {
    const current = await forecourt.signIn('employee');
    const otherSession = await forecourt.signIn('employee');
    const stranger = await forecourt.signIn('gm');
    const copied = Object.assign(forecourt.client(), { cookie: current.cookie });
    const [mine, other] = [await current.socket(), await otherSession.socket()];

    const { status: code, body } = await change(current);
    expect(code).toBe(200);
    expect(body).toEqual({ message: 'Your password has been changed.' });
    expect(await Promise.all([current, otherSession, stranger, copied].map(status))).toEqual([
      200, 401, 200, 401,
    ]);
    expect((await other.next('force_logout')).reason).toContain('password was changed');
    expect((await other.closed).code).toBe(4401);
    mine.send('ping');
    await mine.next('pong');
    mine.close();

    await expect(forecourt.signIn('employee', old)).rejects.toThrow('401');
    expect(await status(await forecourt.signIn('employee', fresh))).toBe(200);
  });

  test('requires the current password', async () => {
    const client = await forecourt.signIn('gm');
    const { status: code, body } = await change(client, fresh, 'not-my-password');
    expect(code).toBe(400);
    expect(body).toMatchObject({
      code: 'invalid',
      fields: { currentPassword: 'The current password is not correct' },
    });
    expect(await status(await forecourt.signIn('gm'))).toBe(200);
  });

  test('cannot be used to guess the current one', async () => {
    const client = await forecourt.signIn('walt.jankowski');
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await change(client, fresh, `guess number ${guess}`)).status).toBe(400);
    }
    const eleventh = await change(client);
    expect(eleventh.status).toBe(429);
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await status(client)).toBe(200);
  });

  test.each([
    ['too short', 'seven77', 'Password must be at least 8 characters'],
    ['eight units but four characters', '🚗🚗🚗🚗', 'Password must be at least 8 characters'],
    ['too long', 'x'.repeat(257), 'Password must be at most 256 characters'],
    ['common', 'Password1', 'Password must be harder to guess'],
    ['common with spaces around', ' qwerty123 ', 'Password must be harder to guess'],
    ['one character', 'zzzzzzzzzz', 'Password must be harder to guess'],
    ['the username', 'Gregory.Stahl', 'Password must not be your username or email address'],
    ['the email', 'gregory.stahl@larkfield.example', 'Password must not be your username'],
    ['the current one', old, 'Password must differ from the current one'],
  ])('to one that is %s is rejected with the reason', async (_, password, sentence) => {
    const client = await forecourt.signIn('gregory.stahl');
    const { status: code, body } = await change(client, password);
    expect(code).toBe(400);
    expect(body).toMatchObject({
      error: expect.stringContaining(sentence),
      fields: { newPassword: expect.stringContaining(sentence) },
    });
    expect(await status(client)).toBe(200);
  });

  test.each([
    ['with spaces inside and around', '  to be or not to be '],
    ['of 256 characters', 'seven gray herons '.repeat(15).slice(0, 256)],
    ['of eight emoji', '🚗🚙🚕🚌🚎🏎🚓🚑'],
    ['in any script', 'пароль-для-работы'],
  ])('to one %s works, to the last character', async (_, password) => {
    const id = (await findByUsernameOrEmail(forecourt.platform.db, 'peter.okonkwo'))?.id ?? 0;
    await setPasswordHash(forecourt.platform.db, id, await hashPassword(old));
    const client = await forecourt.signIn('peter.okonkwo');
    expect((await change(client, password)).status).toBe(200);
    expect(await status(await forecourt.signIn('peter.okonkwo', password))).toBe(200);
    await expect(forecourt.signIn('peter.okonkwo', password.slice(0, -1))).rejects.toThrow('401');
  });

  test('restores access if it was required', async () => {
    const { db } = forecourt.platform;
    const id = (await findByUsernameOrEmail(db, 'maria.lopez'))?.id ?? 0;
    await setPasswordHash(db, id, await hashPassword('handed over'), { mustChange: true });
    const client = await forecourt.signIn('maria.lopez', 'handed over');
    expect((await client.raw('GET', '/api/users')).status).toBe(403);
    await expect(client.socket()).rejects.toThrow('403');
    expect((await change(client, 'handed over', 'handed over')).status).toBe(400);
    expect((await change(client, fresh, 'handed over')).status).toBe(200);
    expect((await client.call(getCurrentUser)).body.mustChangePassword).toBe(false);
    expect((await client.raw('GET', '/api/users')).status).toBe(200);
  });

  test('twice concurrently succeeds once', async () => {
    const client = await forecourt.signIn('renee.dubois');
    const sameSession = Object.assign(forecourt.client(), { cookie: client.cookie });
    const responses = await Promise.all([
      change(client, 'first new words'),
      change(sameSession, 'second new words'),
    ]);
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400]);
  });
});
