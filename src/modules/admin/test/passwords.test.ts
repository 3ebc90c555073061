import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePassword, login, resetPassword } from '../../access/contract.ts';
import { emailsTo, tokenIn } from '../../access/test/mailbox.ts';
import * as calls from '../contract.ts';
import { type AdminStage, accountBody, openAdminStage } from './stage.ts';

const fresh = 'another long password';
const reset = (stage: AdminStage, userId: number, newPassword = fresh) =>
  stage.admin.client.call(calls.resetUserPassword, { body: { userId, newPassword } });

describe('a password set by an administrator', () => {
  let stage: AdminStage;
  beforeAll(async () => {
    stage = await openAdminStage();
  });
  afterAll(() => stage.stop());

  test('only allows choosing a new one: until then every other call is rejected', async () => {
    const { id, username } = await stage.addUser();
    const response = await reset(stage, id);
    expect([response.status, response.body]).toEqual([200, { message: expect.any(String) }]);
    const client = stage.client();
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
    const account = accountBody();
    const { body } = await stage.admin.client.call(calls.createUser, { body: account as never });
    const { username } = account;
    const credentials = { username, password: account.password };
    const first = await stage.client().call(login, { body: credentials });
    expect(first.body.mustChangePassword).toBe(true);
    await stage.admin.client.call(calls.updateUser, {
      params: { id: body.id },
      body: { password: fresh },
    });
    const second = await stage.client().call(login, { body: { username, password: fresh } });
    expect(second.body.mustChangePassword).toBe(true);
  });

  test('must be hard to guess, with errors under the form’s field name', async () => {
    const { id, username } = await stage.addUser();
    for (const [bad, sentence] of [
      ['short', 'Password must be at least 8 characters'],
      ['password1', /harder to guess/],
      [`${username}x`.padEnd(8, 'x'), /must not be based on/],
    ] as const) {
      const { status, body } = await reset(stage, id, bad);
      expect(status).toBe(400);
      const { fields } = body as unknown as { fields: Record<string, string> };
      expect(fields.newPassword).toEqual(
        sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence,
      );
    }
  });

  test('is neither returned nor logged', async () => {
    const { id } = await stage.addUser();
    const { body } = await reset(stage, id, 'correct horse battery');
    const text = JSON.stringify([body, await stage.log(id)]);
    expect(text).not.toContain('correct horse');
    expect(text).not.toContain('argon2');
  });
});

describe('whether it must be changed', () => {
  let stage: AdminStage;
  beforeAll(async () => {
    stage = await openAdminStage({}, { ownPassword: null });
  });
  afterAll(() => stage.stop());

  const mustChange = async () => {
    const { id, username } = await stage.addUser();
    await reset(stage, id);
    const { body } = await stage.client().call(login, { body: { username, password: fresh } });
    return body.mustChangePassword;
  };
  const set = (required: boolean, client = stage.admin.client) =>
    client.call(calls.setOwnPassword, { body: { required } });

  test('is an organization setting, not a start option', async () => {
    // The demo group was created with it off; the server is not started in demo mode here.
    expect((await stage.admin.client.call(calls.readOwnPassword)).body).toEqual({
      required: false,
    });
    expect(await mustChange()).toBe(false);
    expect((await set(true)).status).toBe(200);
    expect(await mustChange()).toBe(true);
    const auditor = await stage.signIn('admin');
    const query = '/api/activity?action=organization.own_password_changed';
    const [entry] = (await auditor.raw('GET', query)).body;
    expect(entry).toMatchObject({ before: { mustBeReplaced: false }, subjectId: 'own-password' });
  });

  test('can be set only by role admin, not with user management', async () => {
    const { client } = await stage.addUser({ pagePermissions: ['user_management'] });
    expect((await set(false, client)).status).toBe(403);
    expect((await client.call(calls.readOwnPassword)).status).toBe(403);
  });

  test('is on by default', async () => {
    const empty = await openAdminStage({}, { database: 'empty', ownPassword: null });
    expect((await empty.admin.client.call(calls.readOwnPassword)).body).toEqual({ required: true });
    await empty.stop();
  });
});

describe('a reset link sent by an administrator', () => {
  let stage: AdminStage;
  beforeAll(async () => {
    stage = await openAdminStage();
  });
  afterAll(() => stage.stop());
  const sendResetLink = (userId: number, client = stage.admin.client) =>
    client.call(calls.mailUserResetLink, { body: { userId } });

  test('lets the person choose a password; logged, at most three in an hour', async () => {
    const { id, username } = await stage.addUser();
    const { email } = await stage.row(id);
    expect((await sendResetLink(id)).body).toEqual({
      message: `A reset link has been sent to ${email}.`,
    });
    const token = tokenIn((await emailsTo(stage, email)).at(-1));
    const body = { token, password: 'a quiet harbor 9' };
    expect((await stage.client().call(resetPassword, { body })).status).toBe(200);
    const signedIn = await stage
      .client()
      .call(login, { body: { username, password: body.password } });
    expect(signedIn.body.mustChangePassword).toBe(false);
    expect((await stage.log(id)).map(({ action }) => action)).toContain('user.reset_link_mailed');
    await sendResetLink(id);
    await sendResetLink(id);
    const fourth = await sendResetLink(id);
    expect([fourth.status, fourth.body]).toMatchObject([409, { code: 'conflict' }]);
  });

  test('requires permission to set that password, and an account that can use it', async () => {
    const { id, client } = await stage.addUser();
    expect((await sendResetLink(id, client)).status).toBe(403);
    const boss = await stage.addUser({ role: 'executive' });
    const clerk = await stage.addUser({ pagePermissions: ['user_management'] });
    expect((await sendResetLink(boss.id, clerk.client)).status).toBe(403);
    expect((await sendResetLink(2_000_000_000)).status).toBe(404);
    const pendingUser = await stage.addUser({ pending: true });
    expect((await sendResetLink(pendingUser.id)).status).toBe(409);
    expect(await emailsTo(stage, (await stage.row(pendingUser.id)).email)).toEqual([]);
  });

  test('or a password they set is announced to the person, without the password', async () => {
    const { id } = await stage.addUser();
    await reset(stage, id);
    const [notice] = await emailsTo(stage, (await stage.row(id)).email);
    expect(notice?.subject).toBe('Your Forecourt password was changed');
    expect(notice?.text).toContain('was changed by an administrator');
    expect(notice?.text).not.toContain(fresh);
  });
});
