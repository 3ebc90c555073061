import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import { listNameRequests } from '../../people/contract.ts';
import * as calls from '../contract.ts';

let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.stop());

describe('a user’s own name', () => {
  test('changes immediately with user management, is logged, and published to everyone', async () => {
    const { id, client } = await stage.addUser({ pagePermissions: ['user_management'] });
    const colleague = await (await stage.addUser()).client.socket();
    const { status, body } = await client.call(calls.updateProfile, {
      body: { firstName: ' Renée ' },
    });
    expect([status, body.firstName, body.version]).toEqual([200, 'Renée', 2]);
    expect(await colleague.next('user_updated')).toMatchObject({
      userId: id,
      user: { firstName: 'Renée' },
    });
    colleague.close();
    expect(await stage.log(id)).toMatchObject([
      { action: 'user.updated', actor_id: id, before: { firstName: 'Nora' } },
    ]);
  });

  test('of everyone else is requested, and approved or declined by those who may decide', async () => {
    const { id, client } = await stage.addUser({ storeAccess: ['ford'] });
    const userManager = { featurePermissions: ['manage_users' as const], role: 'manager' as const };
    const sameStore = await stage.addUser({ ...userManager, storeAccess: ['ford'] });
    const otherStore = await stage.addUser({ ...userManager, storeAccess: ['hyundai'] });
    const colleagueAtStore = await stage.addUser({ storeAccess: ['ford'] });
    const requestName = (lastName: string) =>
      client.call(calls.updateProfile, { body: { lastName } });
    const { status, body } = await requestName('Lindqvist');
    expect([status, body.lastName, body.nameRequest?.lastName]).toEqual([
      200,
      (await stage.row(id)).last_name,
      'Lindqvist',
    ]);
    expect((await stage.row(id)).version).toBe(1);
    const own = await client.call(calls.getNameRequest);
    expect(own.body.request?.lastName).toBe('Lindqvist');

    const requestId = own.body.request?.id ?? 0;
    const listRequests = async (by: typeof sameStore) =>
      (await by.client.call(listNameRequests)).body.map((one) => one.id);
    for (const by of [otherStore, colleagueAtStore]) {
      expect(await listRequests(by)).not.toContain(requestId);
      const params = { requestId };
      expect((await by.client.call(calls.approveNameRequest, { params })).status).toBe(404);
      expect((await by.client.call(calls.declineNameRequest, { params })).status).toBe(404);
    }
    const self = await client.call(calls.approveNameRequest, { params: { requestId } });
    expect(self.status).toBe(404);
    expect(await listRequests(sameStore)).toContain(requestId);
    const notifications = (await sameStore.client.raw('GET', '/api/notifications')).body;
    expect(JSON.stringify(notifications)).toContain('requested a name change');

    const colleague = await colleagueAtStore.client.socket();
    const approved = await sameStore.client.call(calls.approveNameRequest, {
      params: { requestId },
    });
    expect(approved.status).toBe(200);
    expect((await colleague.next('user_updated')).user).toMatchObject({
      id,
      lastName: 'Lindqvist',
    });
    colleague.close();
    expect((await client.call(calls.getNameRequest)).body.request).toBeNull();
    const again = await sameStore.client.call(calls.approveNameRequest, { params: { requestId } });
    expect(again.status).toBe(404);

    await requestName('Admin');
    const next = (await client.call(calls.getNameRequest)).body.request?.id ?? 0;
    const declined = await stage.admin.client.call(calls.declineNameRequest, {
      params: { requestId: next },
    });
    expect(declined.status).toBe(200);
    expect((await stage.row(id)).last_name).toBe('Lindqvist');
    const received = JSON.stringify((await client.raw('GET', '/api/notifications')).body);
    expect(received).toContain('Your name was changed');
    expect(received).toContain('Your name change was declined');
    expect((await stage.log(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['user.name_requested', id],
      ['user.updated', sameStore.id],
      ['user.name_requested', id],
      ['user.name_declined', stage.admin.id],
    ]);
  });

  test('request can be canceled, and no one can decide it afterwards', async () => {
    const { client } = await stage.addUser();
    const { body } = await client.call(calls.updateProfile, { body: { firstName: 'Elsa' } });
    await client.call(calls.cancelNameRequest);
    expect((await client.call(calls.getNameRequest)).body.request).toBeNull();
    const params = { requestId: body.nameRequest?.id ?? 0 };
    const approval = await stage.admin.client.call(calls.approveNameRequest, { params });
    expect(approval.status).toBe(404);
  });

  test('sent unchanged changes nothing', async () => {
    const { id, client } = await stage.addUser();
    await client.call(calls.updateProfile, { body: { firstName: 'Nora' } });
    await client.call(calls.updateProfile, { body: {} });
    expect((await stage.row(id)).version).toBe(1);
    expect(await stage.log(id)).toEqual([]);
  });

  test.each([
    ['role', { role: 'admin' }],
    ['pagePermissions', { pagePermissions: ['all'] }],
    ['username', { username: 'other' }],
    ['email', { email: 'other@example.com' }],
    ['isActive', { isActive: true }],
    ['department', { department: 'hr' }],
    ['protection', { protection: 'protected' }],
    ['id', { id: 1 }],
    ['firstName', { firstName: ' ' }],
    ['lastName', { lastName: 'x'.repeat(101) }],
    ['firstName', { firstName: 'A\r\nBcc: evil@evil.example' }],
    ['lastName', { lastName: '\u202eevil' }],
  ])('is the only thing that can change: %s is rejected', async (field, body) => {
    const { id, client } = await stage.addUser();
    const response = await client.raw('PATCH', '/api/profile', { body });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([400, [field]]);
    expect((await stage.row(id)).version).toBe(1);
  });
});

describe('a user’s own sessions', () => {
  test('are listed with the current one marked; others end one by one or all at once', async () => {
    const { id, client } = await stage.addUser();
    const [phone, tablet, desktop] = [
      await stage.openSession(id),
      await stage.openSession(id),
      await stage.openSession(id),
    ];
    const own = await phone.call(calls.listOwnSessions);
    const phoneId = own.body.find(({ isCurrent }) => isCurrent)?.id ?? '';
    const { body } = await client.call(calls.listOwnSessions);
    expect(body).toHaveLength(4);
    expect(body.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);

    const socket = await phone.socket();
    await client.call(calls.endOwnSession, { params: { sessionId: phoneId } });
    expect((await socket.next('force_logout')).reason).toMatch(/signed this device out/);
    expect((await phone.raw('GET', '/api/user')).status).toBe(401);
    expect((await tablet.raw('GET', '/api/user')).status).toBe(200);

    const other = await desktop.socket();
    expect((await client.call(calls.endOtherSessions)).status).toBe(200);
    expect((await other.closed).code).toBe(4401);
    expect((await tablet.raw('GET', '/api/user')).status).toBe(401);
    expect((await client.raw('GET', '/api/user')).status).toBe(200);
    expect((await stage.log(id)).map(({ action }) => action)).toEqual([
      'session.ended',
      'session.ended',
    ]);
  });

  test('cannot be ended by others, and the current one only by signing out', async () => {
    const [one, other] = [await stage.addUser(), await stage.addUser()];
    const sessionId = (await one.client.call(calls.listOwnSessions)).body[0]?.id ?? '';
    const refused = await other.client.call(calls.endOwnSession, { params: { sessionId } });
    expect(refused.status).toBe(404);
    const own = await one.client.call(calls.endOwnSession, { params: { sessionId } });
    expect(own.status).toBe(400);
    expect((await one.client.raw('GET', '/api/user')).status).toBe(200);
    expect((await one.client.raw('DELETE', '/api/profile/sessions/x')).status).toBe(400);
  });
});
