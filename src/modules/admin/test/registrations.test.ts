import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { register } from '../../access/contract.ts';
import * as calls from '../contract.ts';
import { type AdminStage, openAdminStage, password } from './stage.ts';

let stage: AdminStage;
let count = 0;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.stop());

async function registerUser(): Promise<{ id: number; client: Client; username: string }> {
  count += 1;
  const username = `wren${count}`;
  const client = stage.client();
  const { body } = await client.call(register, {
    body: {
      firstName: 'Wren',
      lastName: 'Waiting',
      username,
      email: `${username}@example.com`,
      password,
      department: 'parts',
    },
  });
  return { id: body.id, client, username };
}

const grants = {
  role: 'employee' as const,
  department: 'parts' as const,
  storeAccess: ['ford' as const],
  pagePermissions: ['dashboard' as const],
  featurePermissions: [],
};
const approve = (by: Client, id: number, overrides: object = {}) =>
  by.call(calls.approveRegistration, {
    params: { id },
    body: { ...grants, confirmEmail: true, ...overrides },
  });

describe('a pending registration', () => {
  test('is listed, oldest first, only with user management', async () => {
    const [first, second] = [await registerUser(), await registerUser()];
    const { body } = await stage.admin.client.call(calls.listRegistrations);
    expect(body.map(({ id }) => id).slice(-2)).toEqual([first.id, second.id]);
    expect(body.every(({ pending }) => pending)).toBe(true);
    const { client } = await stage.addUser({ role: 'executive' });
    expect((await client.call(calls.listRegistrations)).status).toBe(403);
  });

  test('once approved has the granted permissions immediately, and is published to colleagues', async () => {
    const { id, client } = await registerUser();
    const listening = await client.socket({ path: '/' });
    const colleague = await (await stage.addUser()).client.socket();
    expect((await client.raw('GET', '/api/users')).status).toBe(403);
    const { status, body } = await approve(stage.admin.client, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, pending: false, ...grants });
    expect((await listening.next('user_permissions_updated')).user).toMatchObject({
      pending: false,
      pagePermissions: ['dashboard'],
    });
    expect((await colleague.next('user_created')).user.id).toBe(id);
    expect((await client.raw('GET', '/api/users')).status).toBe(200);
    const socket = await client.socket();
    for (const each of [listening, colleague, socket]) each.close();
    expect((await stage.log(id)).at(-1)).toMatchObject({
      action: 'user.approved',
      actor_id: stage.admin.id,
      before: { pending: true, pagePermissions: [] },
      after: { pending: false, pagePermissions: ['dashboard'], storeAccess: ['ford'] },
    });
  });

  test('once declined is signed out and deleted; the username is free again', async () => {
    const { id, client, username } = await registerUser();
    const listening = await client.socket({ path: '/' });
    const { status } = await stage.admin.client.call(calls.declineRegistration, {
      params: { id },
    });
    expect(status).toBe(200);
    expect((await listening.next('force_logout')).reason).toMatch(/has been declined/);
    expect((await client.raw('GET', '/api/user')).status).toBe(401);
    const again = await stage.client().raw('POST', '/api/login', { body: { username, password } });
    expect(again.status).toBe(401);
    expect((await stage.log(id)).at(-1)?.action).toBe('user.declined');
    await stage.addUser({ username });
  });

  test('is decided only once', async () => {
    const { id } = await registerUser();
    const responses = await Promise.all([
      approve(stage.admin.client, id),
      approve(stage.admin.client, id),
      stage.admin.client.call(calls.declineRegistration, { params: { id } }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  test('gets only permissions the approver has, and no higher role', async () => {
    const { id } = await registerUser();
    const { client } = await stage.addUser({
      role: 'manager',
      department: 'parts',
      pagePermissions: ['user_management', 'dashboard'],
      storeAccess: ['ford'],
    });
    for (const overrides of [
      { department: 'hr' },
      { role: 'executive' },
      { storeAccess: ['hyundai'] },
      { pagePermissions: ['reports'] },
      { featurePermissions: ['full_access'] },
    ]) {
      expect((await approve(client, id, overrides)).status).toBe(403);
    }
    expect(await stage.row(id)).toMatchObject({ pending: true, page_permissions: [] });
    expect((await approve(client, id)).status).toBe(200);
  });

  test('that is not pending cannot be approved or declined', async () => {
    const { id } = await stage.addUser();
    expect((await approve(stage.admin.client, id)).status).toBe(404);
    const declined = await stage.admin.client.call(calls.declineRegistration, { params: { id } });
    expect(declined.status).toBe(404);
    expect((await stage.row(id)).deleted_at).toBeNull();
  });
});
