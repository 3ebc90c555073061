import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateProfile } from '../../settings/contract.ts';
import * as calls from '../contract.ts';
import { type AdminStage, openAdminStage, type StageUser } from './stage.ts';

let stage: AdminStage;
let protectedUser: StageUser;
let bot: StageUser;
beforeAll(async () => {
  stage = await openAdminStage();
  protectedUser = await stage.addUser({
    role: 'admin',
    protection: 'protected',
    pagePermissions: ['all'],
  });
  bot = await stage.addUser({ protection: 'system_bot' });
});
afterAll(() => stage.stop());

const protectedAccounts = () => [protectedUser, bot];
/** Another administrator, and the protected account itself. */
const actors = () => [stage.admin, protectedUser];

const routes: [
  string,
  string,
  (by: StageUser, id: number) => Promise<{ status: number; body: unknown }>,
][] = [
  [
    'delete',
    'Cannot delete protected accounts',
    (by, id) => by.client.call(calls.deleteUser, { params: { id } }),
  ],
  [
    'permissions',
    'Cannot modify protected account permissions',
    (by, id) =>
      by.client.call(calls.changePermissions, { params: { id }, body: { pagePermissions: [] } }),
  ],
  [
    'role',
    'Cannot change the role of protected accounts',
    (by, id) => by.client.call(calls.changeRole, { params: { id }, body: { role: 'employee' } }),
  ],
  [
    'status',
    'Cannot change the status of protected accounts',
    (by, id) => by.client.call(calls.toggleStatus, { params: { id } }),
  ],
  [
    'password',
    'Cannot reset the password of protected accounts',
    (by, id) =>
      by.client.call(calls.resetUserPassword, {
        body: { userId: id, newPassword: 'another long password' },
      }),
  ],
  ...[
    { firstName: 'Other' },
    { username: 'other' },
    { role: 'employee' as const },
    { department: null },
    { storeAccess: [] },
    { isActive: false },
    { password: 'another long password' },
    {},
  ].map(
    (body) =>
      [
        `record: ${Object.keys(body)}`,
        'Cannot modify protected accounts',
        (by: StageUser, id: number) => by.client.call(calls.updateUser, { params: { id }, body }),
      ] as [string, string, (typeof routes)[number][2]],
  ),
];

describe('a protected account and a bot', () => {
  test.each(routes)('cannot be changed: %s', async (_name, sentence, perform) => {
    for (const { id } of protectedAccounts()) {
      for (const by of actors()) {
        const before = await stage.row(id);
        const { status, body } = await perform(by, id);
        expect(status).toBe(403);
        expect(body).toMatchObject({ error: sentence, code: 'forbidden' });
        expect(await stage.row(id)).toEqual(before);
        expect((await stage.log(id)).filter(({ action }) => action.startsWith('user.'))).toEqual(
          [],
        );
      }
    }
  });

  test('cannot be disabled in bulk: reported as errors, the others are disabled', async () => {
    const other = await stage.addUser();
    const { body } = await stage.admin.client.call(calls.setManyActive, {
      body: { userIds: [protectedUser.id, other.id, bot.id], isActive: false },
    });
    const refused = { done: false, error: 'Cannot change the status of protected accounts' };
    expect(body.results).toEqual([
      { userId: protectedUser.id, ...refused },
      { userId: other.id, done: true, error: null },
      { userId: bot.id, ...refused },
    ]);
    expect((await stage.row(protectedUser.id)).is_active).toBe(true);
  });

  test('cannot be approved or declined like a registration', async () => {
    for (const { id } of protectedAccounts()) {
      const responses = [
        await stage.admin.client.call(calls.declineRegistration, { params: { id } }),
        await stage.admin.client.call(calls.approveRegistration, {
          params: { id },
          body: {
            role: 'employee',
            department: null,
            storeAccess: [],
            pagePermissions: [],
            featurePermissions: [],
          },
        }),
      ];
      for (const { status } of responses) expect(status).toBe(404);
      expect((await stage.row(id)).deleted_at).toBeNull();
    }
  });

  test('keep their sessions: others see them, but only the owner ends them', async () => {
    const otherSession = await stage.openSession(protectedUser.id);
    const { body: sessions } = await stage.admin.client.call(calls.listUserSessions, {
      params: { id: protectedUser.id },
    });
    expect(sessions.length).toBe(2);
    for (const { id: sessionId } of sessions) {
      const { status, body } = await stage.admin.client.call(calls.endUserSession, {
        params: { id: protectedUser.id, sessionId },
      });
      expect(status).toBe(403);
      expect(body).toMatchObject({ error: 'Cannot end sessions of protected accounts' });
    }
    expect((await otherSession.raw('GET', '/api/user')).status).toBe(200);
    const ended = await protectedUser.client.raw('DELETE', '/api/profile/sessions');
    expect(ended.status).toBe(200);
    expect((await otherSession.raw('GET', '/api/user')).status).toBe(401);
  });

  test('cannot change their name on the profile page, but may send it unchanged', async () => {
    const { body, status } = await protectedUser.client.call(updateProfile, {
      body: { firstName: 'Neo' },
    });
    expect([status, body]).toMatchObject([403, { error: 'Cannot modify protected accounts' }]);
    const same = await protectedUser.client.call(updateProfile, { body: { firstName: 'Nora' } });
    expect(same.status).toBe(200);
    expect((await stage.row(protectedUser.id)).version).toBe(1);
  });

  test('cannot be replaced by an import or a new account with the same name', async () => {
    const { username, email, emrn } = await stage.row(protectedUser.id);
    const csv = `emrn,first name,last name,username,email\n${emrn},A,B,${username},${email}\n`;
    const { body } = await stage.admin.client.call(calls.importUsers, {
      body: { csv, dryRun: false },
    });
    expect(body).toMatchObject({ rows: 1, created: 0 });
    expect(body.errors.map(({ field }) => field)).toEqual(['username', 'email', 'emrn']);
  });
});
