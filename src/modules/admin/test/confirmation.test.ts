import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { confirmPassword } from '../../access/contract.ts';
import { listUsers } from '../../people/contract.ts';
import * as calls from '../contract.ts';
import { type AdminStage, openAdminStage, password } from './stage.ts';

let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.stop());

const makeIdle = (userId: number, minutes: number) =>
  sql`update sessions set confirmed_until = now() + interval '60 minutes'
    - make_interval(mins => ${minutes}) where user_id = ${userId}`.execute(stage.platform.db);
const confirm = (client: Client, submitted = password) =>
  client.call(confirmPassword, { body: { password: submitted } });

describe('an administrator without a change for an hour', () => {
  test('must confirm the password once, then the same call succeeds', async () => {
    const { id, client } = await stage.addUser({ role: 'admin' });
    const subject = await stage.addUser();
    const disable = () => client.call(calls.toggleStatus, { params: { id: subject.id } });
    await makeIdle(id, 61);
    const refused = await disable();
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: 'password_confirmation_required', error: expect.stringContaining('your password') },
    ]);
    expect((await stage.row(subject.id)).is_active).toBe(true);
    expect((await confirm(client)).status).toBe(200);
    expect((await disable()).status).toBe(200);
    expect((await stage.row(subject.id)).is_active).toBe(false);
  });

  test('can still read, and background calls still work', async () => {
    const { id, client } = await stage.addUser({ role: 'admin' });
    await makeIdle(id, 61);
    expect((await client.call(listUsers)).status).toBe(200);
    expect((await client.call(calls.reviewAccess)).status).toBe(200);
    expect((await client.call(calls.syncActiveSessions)).status).toBe(200);
    expect((await client.raw('DELETE', '/api/profile/avatar')).status).toBe(200);
  });

  test('needs no confirmation while making changes regularly', async () => {
    const { id, client } = await stage.addUser({ role: 'admin' });
    await makeIdle(id, 59);
    const { body } = await client.call(calls.setOwnPassword, { body: { required: true } });
    expect(body).toEqual({ required: true });
    const minutesLeft = async () => {
      const { rows } = await sql<{ minutes: number }>`
        select extract(epoch from confirmed_until - now()) / 60 as minutes
        from sessions where user_id = ${id}`.execute(stage.platform.db);
      return Number(rows[0]?.minutes);
    };
    await expect.poll(minutesLeft).toBeGreaterThan(55);
  });

  test('is rejected with a wrong password, and cannot guess it', async () => {
    const { id, client } = await stage.addUser({ role: 'admin' });
    await makeIdle(id, 61);
    for (let n = 0; n < 10; n += 1) {
      const { status, body } = await confirm(client, `guess ${n}`);
      expect([status, body]).toMatchObject([
        400,
        { fields: { password: 'The password is not correct' } },
      ]);
    }
    expect((await confirm(client)).status).toBe(429);
    const response = await client.call(calls.setOwnPassword, { body: { required: true } });
    expect(response.status).toBe(403);
  });

  test('does not give the permission to make the change', async () => {
    const { id, client } = await stage.addUser();
    await makeIdle(id, 61);
    const subject = await stage.addUser();
    await confirm(client);
    const { status, body } = await client.call(calls.toggleStatus, { params: { id: subject.id } });
    expect([status, body]).toMatchObject([403, { code: 'forbidden' }]);
    expect((await confirm(stage.client())).status).toBe(401);
  });
});
