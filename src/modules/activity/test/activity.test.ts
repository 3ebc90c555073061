import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminStage, openAdminStage, password } from '../../admin/test/stage.ts';
import { listActivity } from '../contract.ts';
import { type Act, recordActivity } from '../server/public.ts';

let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage({ LOG_LEVEL: 'silent' });
});
afterAll(() => stage.stop());

const act = (more: Partial<Act> = {}): Act => ({
  actor: { userId: stage.admin.id, firstName: 'Ada', lastName: 'Admin' },
  action: 'test.done',
  subject: { type: 'thing', id: 'x', name: 'A thing' },
  ip: '10.0.0.1',
  ...more,
});
const record = (...acts: Act[]) => recordActivity(stage.platform.db, ...acts);
const list = async (query: Record<string, unknown> = {}, by = auditor) =>
  (await by.client.call(listActivity, { query } as never)).body;

let auditor: Awaited<ReturnType<AdminStage['addUser']>>;
beforeAll(async () => {
  auditor = await stage.addUser({ featurePermissions: ['audit_logs'], storeAccess: ['all'] });
});

describe('an entry', () => {
  test('contains actor, action, subject, IP address, and only the fields that changed', async () => {
    const before = { role: 'employee', stores: ['ford'], active: true };
    const after = { role: 'manager', stores: ['ford'], active: true };
    await record(act({ subject: { type: 'user', id: 77, name: 'Old Name' }, before, after }));
    const [entry] = await list({ subjectId: '77' });
    expect(entry).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      actorId: stage.admin.id,
      actorName: 'Ada Admin',
      action: 'test.done',
      subjectType: 'user',
      subjectId: '77',
      subjectName: 'Old Name',
      before: { role: 'employee' },
      after: { role: 'manager' },
      ip: '10.0.0.1',
    });
  });

  test('never contains fields with secret-like names', async () => {
    const after = {
      password: 'hunter2 hunter2',
      passwordHash: 'hunter2',
      resetToken: 'hunter2',
      cookie: 'hunter2',
      name: 'kept',
    };
    await record(act({ subject: { type: 'user', id: 78, name: '' }, after }));
    expect((await list({ subjectId: '78' }))[0]?.after).toEqual({ name: 'kept' });
  });

  test('is rolled back with the transaction of the change', async () => {
    const { db } = stage.platform;
    await expect(
      db.transaction().execute(async (tx) => {
        await recordActivity(tx, act({ subject: { type: 'user', id: 79, name: '' } }));
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await list({ subjectId: '79' })).toEqual([]);
  });

  test('cannot be changed or deleted with the database role of the server', async () => {
    await record(act());
    for (const statement of [
      `update activity_log set actor_name = 'Somebody Else'`,
      'delete from activity_log',
      'truncate activity_log cascade',
    ]) {
      await expect(sql.raw(statement).execute(stage.platform.db)).rejects.toThrow(
        /only ever added/,
      );
    }
  });
});

describe('the list', () => {
  test('requires audit_logs', async () => {
    expect((await auditor.client.call(listActivity)).status).toBe(200);
    const others = [
      await stage.addUser(),
      await stage.addUser({ role: 'executive', featurePermissions: ['view_data'] }),
      await stage.addUser({ pagePermissions: ['user_management'] }),
    ];
    for (const { client } of others) expect((await client.call(listActivity)).status).toBe(403);
  });

  test('is newest first, page by page, without gaps or duplicates', async () => {
    await record(...Array.from({ length: 7 }, (_, n) => act({ action: 'page.tried', ip: `${n}` })));
    const ips: string[] = [];
    let before: number | undefined;
    for (;;) {
      const page = await list({ action: 'page.tried', limit: 3, ...(before && { before }) });
      ips.push(...page.map(({ ip }) => ip));
      before = page.at(-1)?.id;
      if (page.length < 3) break;
      // A new entry meanwhile belongs before the first page.
      await record(act({ action: 'page.tried', ip: 'later' }));
    }
    expect(ips).toEqual(['6', '5', '4', '3', '2', '1', '0']);
  });

  test('is filtered by actor, action, subject, time and text', async () => {
    const other = await stage.addUser({ firstName: 'Fil', lastName: 'Terer' });
    const actor = { userId: other.id, firstName: 'Fil', lastName: 'Terer' };
    await record(
      act({ actor, action: 'filter.one', subject: { type: 'thing', id: 'f1', name: 'Blue 100%' } }),
      act({ actor, action: 'filter.two', subject: { type: 'thing', id: 'f2', name: 'Red_Car' } }),
      act({ actor: null, action: 'filter.two', subject: { type: 'thing', id: 'f1', name: 'x' } }),
    );
    const found = async (query: object) =>
      (await list({ ...query })).map(({ action, subjectId }) => `${action} ${subjectId}`);
    expect(await found({ actorId: other.id })).toEqual(['filter.two f2', 'filter.one f1']);
    expect(await found({ action: 'filter.two' })).toEqual(['filter.two f1', 'filter.two f2']);
    expect(await found({ subjectId: 'f1' })).toEqual(['filter.two f1', 'filter.one f1']);
    expect(await found({ search: '0%' })).toEqual(['filter.one f1']);
    expect(await found({ search: 'd_c' })).toEqual(['filter.two f2']);
    expect(await found({ search: 'fil terer', action: 'filter.one' })).toEqual(['filter.one f1']);
    expect(await found({ search: '\\' })).toEqual([]);
    const [latest] = await list({ action: 'filter.two', limit: 1 });
    expect(await found({ action: 'filter.one', to: latest?.at })).not.toContain('filter.two f1');
    expect(await found({ action: 'filter.one', from: '2199-01-01T00:00:00Z' })).toEqual([]);
    expect(await found({ action: 'filter.one', to: '2000-01-01T00:00:00+01:00' })).toEqual([]);
  });

  test.each([
    'actorId=x',
    'actorId=99999999999',
    'before=-1',
    'from=yesterday',
    'limit=0',
    'limit=201',
  ])('rejects %s', async (query) => {
    expect((await auditor.client.raw('GET', `/api/activity?${query}`)).status).toBe(400);
  });
});

describe('signing in and out', () => {
  const actions = async (id: number) => (await stage.log(id)).map(({ action }) => action);

  test('is logged, with the account of a failed attempt but never what was typed', async () => {
    const { id, username } = await stage.addUser();
    const client = stage.client();
    const typed = 'Tr0ub4dor&3';
    await client.raw('POST', '/api/login', { body: { username, password: typed } });
    await expect.poll(() => actions(id)).toEqual(['session.refused']);
    await client.raw('POST', '/api/login', { body: { username, password } });
    await client.raw('POST', '/api/logout');
    expect(await actions(id)).toEqual(['session.refused', 'session.started', 'session.left']);
    const log = await stage.log(id);
    expect(log.map(({ actor_id }) => actor_id)).toEqual([null, id, id]);
    expect(log.every(({ ip }) => ip === '127.0.0.1')).toBe(true);
    expect(JSON.stringify(log)).not.toContain(typed);
  });

  test('with an unknown name is logged without the name: people type passwords there', async () => {
    const unknownNames = async () =>
      (await list({ action: 'session.refused', limit: 200 })).filter(
        ({ subjectType }) => subjectType === 'sign_in',
      );
    const fail = (username: string) =>
      stage.client().raw('POST', '/api/login', { body: { username, password: 'x' } });
    await fail('my-password-by-mistake');
    await expect.poll(async () => (await unknownNames()).length).toBe(1);
    await fail('My-Password-By-Mistake ');
    await expect.poll(async () => (await unknownNames()).length).toBe(2);
    const [second, first] = await unknownNames();
    expect(first).toMatchObject({ actorId: null, subjectName: 'Unknown name', ip: '127.0.0.1' });
    expect(first?.subjectId).toMatch(/^[0-9a-f]{16}$/);
    expect(second?.subjectId).toBe(first?.subjectId);
    expect(JSON.stringify(await unknownNames())).not.toMatch(/mistake/i);
  });

  test('is logged as blocked after too many failures, and a flood is counted', async () => {
    const { id, username } = await stage.addUser();
    for (let n = 0; n < 10; n += 1) {
      await stage.client().raw('POST', '/api/login', { body: { username, password: `x${n}` } });
    }
    await Promise.all(
      Array.from({ length: 30 }, () =>
        stage.client().raw('POST', '/api/login', { body: { username, password } }),
      ),
    );
    const blocked = async () =>
      (await stage.log(id)).filter(({ action }) => action === 'session.blocked');
    const attempts = async () =>
      (await blocked()).reduce((sum, { after }) => sum + Number(after?.attempts ?? 1), 0);
    await expect.poll(attempts).toBe(30);
    expect((await blocked()).length).toBeLessThan(10);
  });

  test('and changing the password', async () => {
    const { id, client } = await stage.addUser();
    await client.raw('POST', '/api/account/password', {
      body: { currentPassword: password, newPassword: 'one of my own, long' },
    });
    expect(await actions(id)).toEqual(['password.changed']);
  });
});

describe('a denied action', () => {
  test('is logged when it is tried, and a flood of tries is counted, not listed', async () => {
    const { id, client } = await stage.addUser();
    const victim = await stage.addUser();
    const denied = async () =>
      (await list({ action: 'access.denied', actorId: id, limit: 200 })).map(
        ({ subjectName, ip }) => [subjectName, ip],
      );
    for (let n = 0; n < 50; n += 1) {
      await client.raw('PATCH', `/api/users/${victim.id}/toggle-status`);
    }
    await client.raw('GET', '/api/activity?search=secret-of-mine');
    await expect.poll(denied).toEqual([
      ['GET /api/activity', '127.0.0.1'],
      ['PATCH /api/users/:id/toggle-status', '127.0.0.1'],
    ]);
    for (const { method, path, access } of stage.platform.routes.list()) {
      if (typeof access !== 'string' && method === 'GET') await client.raw(method, path);
    }
    await expect.poll(async () => (await denied()).length).toBe(21);
    expect((await denied()).map(([name]) => name)).toContain('Many different calls');
  });

  test('is logged if a rule rejects it, and not if it was allowed', async () => {
    const userManager = await stage.addUser({ pagePermissions: ['user_management'] });
    const executive = await stage.addUser({ role: 'executive' });
    const denied = async () =>
      (await list({ action: 'access.denied', actorId: userManager.id })).length;
    const colleague = await stage.addUser();
    expect(
      (await userManager.client.raw('PATCH', `/api/users/${colleague.id}/toggle-status`)).status,
    ).toBe(200);
    expect(await denied()).toBe(0);
    expect(
      (await userManager.client.raw('PATCH', `/api/users/${executive.id}/toggle-status`)).status,
    ).toBe(403);
    await expect.poll(denied).toBe(1);
  });
});
