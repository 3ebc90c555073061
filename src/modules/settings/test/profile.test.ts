import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, openOffice } from '../../admin/test/office.ts';
import * as calls from '../contract.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.stop());

describe('one’s own name', () => {
  test('is changed, logged, and told to everybody', async () => {
    const { id, client } = await office.hire();
    const colleague = await (await office.hire()).client.socket();
    const { status, body } = await client.call(calls.updateProfile, {
      body: { firstName: ' Renée ' },
    });
    expect([status, body.firstName, body.version]).toEqual([200, 'Renée', 2]);
    expect(await colleague.next('user_updated')).toMatchObject({
      userId: id,
      user: { firstName: 'Renée' },
    });
    colleague.close();
    expect(await office.log(id)).toMatchObject([
      { action: 'user.updated', actor_id: id, before: { firstName: 'Nora' } },
    ]);
  });

  test('said again changes nothing', async () => {
    const { id, client } = await office.hire();
    await client.call(calls.updateProfile, { body: { firstName: 'Nora' } });
    await client.call(calls.updateProfile, { body: {} });
    expect((await office.row(id)).version).toBe(1);
    expect(await office.log(id)).toEqual([]);
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
  ])('and nothing else: %s is refused', async (field, body) => {
    const { id, client } = await office.hire();
    const answer = await client.raw('PATCH', '/api/profile', { body });
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
    expect((await office.row(id)).version).toBe(1);
  });
});

describe('one’s own sessions', () => {
  test('are listed, one’s own marked; others end one by one or all at once', async () => {
    const { id, client } = await office.hire();
    const [phone, tablet, desk] = [
      await office.open(id),
      await office.open(id),
      await office.open(id),
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

    const other = await desk.socket();
    expect((await client.call(calls.endOtherSessions)).status).toBe(200);
    expect((await other.closed).code).toBe(4401);
    expect((await tablet.raw('GET', '/api/user')).status).toBe(401);
    expect((await client.raw('GET', '/api/user')).status).toBe(200);
    expect((await office.log(id)).map(({ action }) => action)).toEqual([
      'session.ended',
      'session.ended',
    ]);
  });

  test('are nobody else’s to end, and the one in use is left to signing out', async () => {
    const [one, other] = [await office.hire(), await office.hire()];
    const sessionId = (await one.client.call(calls.listOwnSessions)).body[0]?.id ?? '';
    const foreign = await other.client.call(calls.endOwnSession, { params: { sessionId } });
    expect(foreign.status).toBe(404);
    const own = await one.client.call(calls.endOwnSession, { params: { sessionId } });
    expect(own.status).toBe(400);
    expect((await one.client.raw('GET', '/api/user')).status).toBe(200);
    expect((await one.client.raw('DELETE', '/api/profile/sessions/x')).status).toBe(400);
  });
});
