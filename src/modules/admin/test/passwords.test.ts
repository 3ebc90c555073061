import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePassword, login, resetPassword } from '../../access/contract.ts';
import { mailsTo, tokenIn } from '../../access/test/mailbox.ts';
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

  test('only allows choosing a new one: until then every other call is rejected', async () => {
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

  test('must also be changed if it is the first one, or set in the form', async () => {
    const account = application();
    const { body } = await office.admin.client.call(calls.createUser, { body: account as never });
    const { username } = account;
    const credentials = { username, password: account.password };
    const first = await office.client().call(login, { body: credentials });
    expect(first.body.mustChangePassword).toBe(true);
    await office.admin.client.call(calls.updateUser, {
      params: { id: body.id },
      body: { password: fresh },
    });
    const second = await office.client().call(login, { body: { username, password: fresh } });
    expect(second.body.mustChangePassword).toBe(true);
  });

  test('must be hard to guess, with errors under the form’s field name', async () => {
    const { id, username } = await office.hire();
    for (const [bad, sentence] of [
      ['short', 'Password must be at least 8 characters'],
      ['password1', /harder to guess/],
      [username.padEnd(8, 'x'), /must not be based on/],
    ] as const) {
      const { status, body } = await reset(office, id, bad);
      expect(status).toBe(400);
      const { fields } = body as unknown as { fields: Record<string, string> };
      expect(fields.newPassword).toEqual(
        sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence,
      );
    }
  });

  test('is neither returned nor logged', async () => {
    const { id } = await office.hire();
    const { body } = await reset(office, id, 'correct horse battery');
    const text = JSON.stringify([body, await office.log(id)]);
    expect(text).not.toContain('correct horse');
    expect(text).not.toContain('argon2');
  });
});

describe('whether it must be changed', () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice({}, { ownPassword: null });
  });
  afterAll(() => office.stop());

  const mustChange = async () => {
    const { id, username } = await office.hire();
    await reset(office, id);
    const { body } = await office.client().call(login, { body: { username, password: fresh } });
    return body.mustChangePassword;
  };
  const set = (required: boolean, client = office.admin.client) =>
    client.call(calls.setOwnPassword, { body: { required } });

  test('is an organization setting, not a start option', async () => {
    // The demo group was created with it off; the server is not started in demo mode here.
    expect((await office.admin.client.call(calls.readOwnPassword)).body).toEqual({
      required: false,
    });
    expect(await mustChange()).toBe(false);
    expect((await set(true)).status).toBe(200);
    expect(await mustChange()).toBe(true);
    const auditor = await office.signIn('admin');
    const query = '/api/activity?action=organization.own_password_changed';
    const [entry] = (await auditor.raw('GET', query)).body;
    expect(entry).toMatchObject({ before: { mustBeReplaced: false }, subjectId: 'own-password' });
  });

  test('can be set only by role admin, not with user management', async () => {
    const { client } = await office.hire({ pagePermissions: ['user_management'] });
    expect((await set(false, client)).status).toBe(403);
    expect((await client.call(calls.readOwnPassword)).status).toBe(403);
  });

  test('is on by default', async () => {
    const empty = await openOffice({}, { database: 'empty', ownPassword: null });
    expect((await empty.admin.client.call(calls.readOwnPassword)).body).toEqual({ required: true });
    await empty.stop();
  });
});

describe('a reset link sent by an administrator', () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
  });
  afterAll(() => office.stop());
  const mail = (userId: number, client = office.admin.client) =>
    client.call(calls.mailUserResetLink, { body: { userId } });

  test('lets the person choose a password; logged, at most three in an hour', async () => {
    const { id, username } = await office.hire();
    const { email } = await office.row(id);
    expect((await mail(id)).body).toEqual({ message: `A reset link has been sent to ${email}.` });
    const token = tokenIn((await mailsTo(office, email)).at(-1));
    const body = { token, password: 'a quiet harbor 9' };
    expect((await office.client().call(resetPassword, { body })).status).toBe(200);
    const signedIn = await office
      .client()
      .call(login, { body: { username, password: body.password } });
    expect(signedIn.body.mustChangePassword).toBe(false);
    expect((await office.log(id)).map(({ action }) => action)).toContain('user.reset_link_mailed');
    await mail(id);
    await mail(id);
    const fourth = await mail(id);
    expect([fourth.status, fourth.body]).toMatchObject([409, { code: 'conflict' }]);
  });

  test('requires permission to set that password, and an account that can use it', async () => {
    const { id, client } = await office.hire();
    expect((await mail(id, client)).status).toBe(403);
    const boss = await office.hire({ role: 'executive' });
    const clerk = await office.hire({ pagePermissions: ['user_management'] });
    expect((await mail(boss.id, clerk.client)).status).toBe(403);
    expect((await mail(2_000_000_000)).status).toBe(404);
    const waiting = await office.hire({ pending: true });
    expect((await mail(waiting.id)).status).toBe(409);
    expect(await mailsTo(office, (await office.row(waiting.id)).email)).toEqual([]);
  });

  test('and a password set by one is announced to the person, without the password', async () => {
    const { id } = await office.hire();
    await reset(office, id);
    const [notice] = await mailsTo(office, (await office.row(id)).email);
    expect(notice?.subject).toBe('Your Forecourt password was changed');
    expect(notice?.text).toContain('was changed by an administrator');
    expect(notice?.text).not.toContain(fresh);
  });
});
