import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePassword, login } from '../../access/contract.ts';
import * as calls from '../contract.ts';
import { application, type Office, openOffice } from './office.ts';

const fresh = 'another long password';
const reset = (office: Office, userId: number, newPassword = fresh) =>
  office.admin.client.call(calls.resetUserPassword, { body: { userId, newPassword } });

describe('a password set by an administrator', () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
  });
  afterAll(() => office.stop());

  test('works once, for choosing one’s own: until then every other call is refused', async () => {
    const { id, username } = await office.hire();
    const answer = await reset(office, id);
    expect([answer.status, answer.body]).toEqual([200, { message: expect.any(String) }]);
    const client = office.client();
    const { body } = await client.call(login, { body: { username, password: fresh } });
    expect(body.mustChangePassword).toBe(true);
    const refused = await client.raw('GET', '/api/users');
    expect([refused.status, refused.body.code]).toEqual([403, 'password_change_required']);
    await client.call(changePassword, {
      body: { currentPassword: fresh, newPassword: 'one of my own, long' },
    });
    expect((await client.raw('GET', '/api/users')).status).toBe(200);
  });

  test('so does the first one, and one set in the form', async () => {
    const wanted = application();
    const { body } = await office.admin.client.call(calls.createUser, { body: wanted as never });
    const { username } = wanted;
    const given = { username, password: wanted.password };
    const first = await office.client().call(login, { body: given });
    expect(first.body.mustChangePassword).toBe(true);
    await office.admin.client.call(calls.updateUser, {
      params: { id: body.id },
      body: { password: fresh },
    });
    const second = await office.client().call(login, { body: { username, password: fresh } });
    expect(second.body.mustChangePassword).toBe(true);
  });

  test('must be one that nobody guesses, under the name the form gives it', async () => {
    const { id, username } = await office.hire();
    for (const [bad, sentence] of [
      ['short', 'Password must be at least 8 characters'],
      ['password1', /harder to guess/],
      [username.padEnd(8, 'x'), null],
    ] as const) {
      const { status, body } = await reset(office, id, bad);
      if (sentence === null) expect(status).toBe(200);
      else {
        expect(status).toBe(400);
        const told = (body as unknown as { fields: Record<string, string> }).fields;
        expect(told.newPassword).toEqual(
          sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence,
        );
      }
    }
  });

  test('is neither answered nor logged', async () => {
    const { id } = await office.hire();
    const { body } = await reset(office, id, 'correct horse battery');
    const told = JSON.stringify([body, await office.log(id)]);
    expect(told).not.toContain('correct horse');
    expect(told).not.toContain('argon2');
  });
});

test('in the demo group it need not be changed', async () => {
  const office = await openOffice({ SEED: 'demo' });
  const { id, username } = await office.hire();
  await reset(office, id);
  const { body } = await office.client().call(login, { body: { username, password: fresh } });
  expect(body.mustChangePassword).toBe(false);
  await office.stop();
});
