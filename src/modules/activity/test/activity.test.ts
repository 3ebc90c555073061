import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, openOffice, password } from '../../admin/test/office.ts';
import { listActivity } from '../contract.ts';
import { type Act, recordActivity } from '../server/public.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice({ LOG_LEVEL: 'silent' });
});
afterAll(() => office.stop());

const act = (more: Partial<Act> = {}): Act => ({
  actor: { userId: office.admin.id, firstName: 'Ada', lastName: 'Admin' },
  action: 'test.done',
  subject: { type: 'thing', id: 'x', name: 'A thing' },
  ip: '10.0.0.1',
  ...more,
});
const record = (...acts: Act[]) => recordActivity(office.platform.db, ...acts);
const ask = async (query: Record<string, unknown> = {}, by = auditor) =>
  (await by.client.call(listActivity, { query } as never)).body;

let auditor: Awaited<ReturnType<Office['hire']>>;
beforeAll(async () => {
  auditor = await office.hire({ featurePermissions: ['audit_logs'] });
});

describe('an entry', () => {
  test('holds who, what, to whom, from where, and only the fields that changed', async () => {
    const before = { role: 'employee', stores: ['ford'], active: true };
    const after = { role: 'manager', stores: ['ford'], active: true };
    await record(act({ subject: { type: 'user', id: 77, name: 'Old Name' }, before, after }));
    const [entry] = await ask({ subjectId: '77' });
    expect(entry).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      actorId: office.admin.id,
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

  test('never holds what is named like a secret', async () => {
    const after = {
      password: 'hunter2 hunter2',
      passwordHash: 'hunter2',
      resetToken: 'hunter2',
      cookie: 'hunter2',
      name: 'kept',
    };
    await record(act({ subject: { type: 'user', id: 78, name: '' }, after }));
    expect((await ask({ subjectId: '78' }))[0]?.after).toEqual({ name: 'kept' });
  });

  test('is gone with the transaction of its act', async () => {
    const { db } = office.platform;
    await expect(
      db.transaction().execute(async (tx) => {
        await recordActivity(tx, act({ subject: { type: 'user', id: 79, name: '' } }));
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await ask({ subjectId: '79' })).toEqual([]);
  });

  test('cannot be changed or taken away, by nobody who writes to the database as we do', async () => {
    await record(act());
    for (const statement of [
      `update activity_log set actor_name = 'Somebody Else'`,
      'delete from activity_log',
      'truncate activity_log cascade',
    ]) {
      await expect(sql.raw(statement).execute(office.platform.db)).rejects.toThrow(
        /only ever added/,
      );
    }
  });
});

describe('the list', () => {
  test('is for who holds audit_logs, and nobody else', async () => {
    expect((await auditor.client.call(listActivity)).status).toBe(200);
    const others = [
      await office.hire(),
      await office.hire({ role: 'executive', featurePermissions: ['view_data'] }),
      await office.hire({ pagePermissions: ['user_management'] }),
    ];
    for (const { client } of others) expect((await client.call(listActivity)).status).toBe(403);
  });

  test('is the latest first, page by page, without holes or doubles', async () => {
    await record(...Array.from({ length: 7 }, (_, n) => act({ action: 'page.tried', ip: `${n}` })));
    const ips: string[] = [];
    let before: number | undefined;
    for (;;) {
      const page = await ask({ action: 'page.tried', limit: 3, ...(before && { before }) });
      ips.push(...page.map(({ ip }) => ip));
      before = page.at(-1)?.id;
      if (page.length < 3) break;
      // Something happens meanwhile; it belongs before the first page.
      await record(act({ action: 'page.tried', ip: 'later' }));
    }
    expect(ips).toEqual(['6', '5', '4', '3', '2', '1', '0']);
  });

  test('is filtered by who, what, whom, when and words', async () => {
    const other = await office.hire({ firstName: 'Fil', lastName: 'Terer' });
    const actor = { userId: other.id, firstName: 'Fil', lastName: 'Terer' };
    await record(
      act({ actor, action: 'filter.one', subject: { type: 'thing', id: 'f1', name: 'Blue 100%' } }),
      act({ actor, action: 'filter.two', subject: { type: 'thing', id: 'f2', name: 'Red_Car' } }),
      act({ actor: null, action: 'filter.two', subject: { type: 'thing', id: 'f1', name: 'x' } }),
    );
    const found = async (query: object) =>
      (await ask({ ...query })).map(({ action, subjectId }) => `${action} ${subjectId}`);
    expect(await found({ actorId: other.id })).toEqual(['filter.two f2', 'filter.one f1']);
    expect(await found({ action: 'filter.two' })).toEqual(['filter.two f1', 'filter.two f2']);
    expect(await found({ subjectId: 'f1' })).toEqual(['filter.two f1', 'filter.one f1']);
    expect(await found({ search: '0%' })).toEqual(['filter.one f1']);
    expect(await found({ search: 'd_c' })).toEqual(['filter.two f2']);
    expect(await found({ search: 'fil terer', action: 'filter.one' })).toEqual(['filter.one f1']);
    expect(await found({ search: '\\' })).toEqual([]);
    const [latest] = await ask({ action: 'filter.two', limit: 1 });
    expect(await found({ action: 'filter.one', to: latest?.at })).not.toContain('filter.two f1');
    expect(await found({ action: 'filter.one', from: '2999-01-01T00:00:00Z' })).toEqual([]);
    expect(await found({ action: 'filter.one', to: '2000-01-01T00:00:00+01:00' })).toEqual([]);
  });

  test.each([
    'actorId=x',
    'actorId=99999999999',
    'before=-1',
    'from=yesterday',
    'limit=0',
    'limit=201',
  ])('refuses %s', async (query) => {
    expect((await auditor.client.raw('GET', `/api/activity?${query}`)).status).toBe(400);
  });
});

describe('signing in and out', () => {
  const actions = async (id: number) => (await office.log(id)).map(({ action }) => action);

  test('is noted, with the account of a failed attempt but never what was typed', async () => {
    const { id, username } = await office.hire();
    const client = office.client();
    const typed = 'Tr0ub4dor&3';
    await client.raw('POST', '/api/login', { body: { username, password: typed } });
    await expect.poll(() => actions(id)).toEqual(['session.refused']);
    await client.raw('POST', '/api/login', { body: { username, password } });
    await client.raw('POST', '/api/logout');
    expect(await actions(id)).toEqual(['session.refused', 'session.started', 'session.left']);
    const log = await office.log(id);
    expect(log.map(({ actor_id }) => actor_id)).toEqual([null, id, id]);
    expect(log.every(({ ip }) => ip === '127.0.0.1')).toBe(true);
    expect(JSON.stringify(log)).not.toContain(typed);
  });

  test('of a name nobody has is not noted at all', async () => {
    const count = async () => (await ask({ action: 'session.refused', limit: 200 })).length;
    const before = await count();
    const body = { username: 'my-password-by-mistake', password: 'x' };
    await office.client().raw('POST', '/api/login', { body });
    await office.client().raw('POST', '/api/logout');
    expect(await count()).toBe(before);
    expect(await ask({ search: 'my-password-by-mistake' })).toEqual([]);
  });

  test('and choosing another password', async () => {
    const { id, client } = await office.hire();
    await client.raw('POST', '/api/account/password', {
      body: { currentPassword: password, newPassword: 'one of my own, long' },
    });
    expect(await actions(id)).toEqual(['password.changed']);
  });
});
