import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import type { Credential } from '../contract/credential.ts';
import { addKind, getSettings, listKinds, saveKind, saveSettings } from '../contract/kinds.ts';
import * as calls from '../contract.ts';
import {
  add,
  type CredentialStage,
  decide,
  driver,
  fetchOf,
  firstAid,
  kindId,
  license,
  openCredentialStage,
  pick,
  renew,
  tryAdd,
  untilWaiting,
} from './stage.ts';

let stage: CredentialStage;
let caleb: StageUser;
let manager: StageUser;
let boss: StageUser;
let peer: StageUser;
let credential: Credential;
const secret = 'DL7734120911';

beforeAll(async () => {
  stage = await openCredentialStage();
  [caleb, peer, manager, boss] = [
    await stage.addEmployee(),
    await stage.addEmployee(),
    await stage.addEmployee({ role: 'manager' }),
    await stage.addEmployee({ role: 'general_manager' }),
  ];
  await stage.setManager(caleb.id, manager.id);
  await stage.setManager(manager.id, boss.id);
  credential = await add(stage.hr, caleb.id, { number: secret, expiresOn: stage.day(300) });
});
afterAll(() => stage.stop());

describe('the credentials of an employee', () => {
  test('are theirs, of everyone above them, and of HR at their store', async () => {
    const ford = await stage.addHr({ storeAccess: ['ford'] });
    for (const one of [caleb, manager, boss, stage.hr, ford]) {
      const { status, body } = await fetchOf(one, caleb.id);
      expect([status, pick(body).status]).toEqual([200, 'valid']);
    }
  });

  test('do not exist for anyone else, whatever their role', async () => {
    const others = [
      peer,
      stage.admin,
      await stage.addHr({ storeAccess: ['hyundai'] }),
      await stage.addHr({ pagePermissions: [] }),
      await stage.addEmployee({ role: 'executive' }),
    ];
    for (const one of others) expect((await fetchOf(one, caleb.id)).status).toBe(404);
    // Nor are those of the manager readable from below.
    expect((await fetchOf(caleb, manager.id)).status).toBe(404);
  });

  test('are in the list of a team and of HR only', async () => {
    const idsIn = async ({ client }: StageUser, scope: 'team' | 'all') =>
      (
        await client.call(calls.listCredentials, { query: { scope, limit: 200, q: 'Novak' } })
      ).body.map(({ employee }) => employee.id);
    expect(await idsIn(manager, 'team')).toContain(caleb.id);
    expect(await idsIn(boss, 'team')).toContain(caleb.id);
    expect(await idsIn(stage.hr, 'all')).toContain(caleb.id);
    expect(await idsIn(peer, 'team')).toEqual([]);
    expect(await idsIn(peer, 'all')).toEqual([]);
    expect(await idsIn(manager, 'all')).toEqual([]);
    const hyundai = await stage.addHr({ storeAccess: ['hyundai'] });
    expect(await idsIn(hyundai, 'all')).not.toContain(caleb.id);
  });

  test('are changed by HR writers only', async () => {
    const reader = await stage.addHr({ featurePermissions: ['view_data'] });
    const params = { credentialId: credential.id };
    const { version } = credential;
    const body = { version, on: stage.day(0), reason: 'Suspended' };
    for (const one of [reader, manager, caleb]) {
      const { client } = one;
      expect([
        (await client.call(calls.revokeCredential, { params, body })).status,
        (await client.call(calls.removeCredential, { params, query: { version } })).status,
        (await client.call(calls.correctCredential, { params, body: { version, expiresOn: null } }))
          .status,
      ]).toEqual([403, 403, 403]);
    }
    expect([
      (await tryAdd(reader, caleb.id, { expiresOn: stage.day(9) })).status,
      (await tryAdd(manager, caleb.id, { expiresOn: stage.day(9) })).status,
      (await tryAdd(peer, caleb.id, { expiresOn: stage.day(9) })).status,
      (await renew(manager, credential, { expiresOn: stage.day(900) })).status,
      (await renew(peer, credential, { expiresOn: stage.day(900) })).status,
    ]).toEqual([403, 403, 404, 403, 404]);
    expect(pick((await fetchOf(stage.hr, caleb.id)).body).version).toBe(version);
  });

  test('are verified by someone else, even for HR', async () => {
    const other = await stage.addHr();
    const own = await add(stage.hr, stage.hr.id, { expiresOn: stage.day(300) });
    expect(own.status).toBe('submitted');
    const refused = await decide(stage.hr, own, { verify: true });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: 'Someone else in HR has to do this for your own credentials.' },
    ]);
    expect((await decide(other, own, { verify: true })).status).toBe(200);
  });

  test('are exported by HR writers only', async () => {
    const reader = await stage.addHr({ featurePermissions: ['view_data'] });
    const send = ({ client }: StageUser) =>
      client.raw('POST', '/api/credentials/export', { body: {} });
    expect([(await send(reader)).status, (await send(manager)).status]).toEqual([403, 403]);
    expect((await send(stage.hr)).status).toBe(200);
  });

  test('that wait are listed for HR writers only', async () => {
    const waiting = await add(peer, peer.id, { expiresOn: stage.day(300) });
    const ids = async ({ client }: StageUser) =>
      (await client.call(calls.listSubmissions)).body.map(({ id }) => id);
    expect(await ids(stage.hr)).toContain(waiting.id);
    expect([await ids(peer), await ids(manager), await ids(boss)]).toEqual([[], [], []]);
  });
});

describe('a private number', () => {
  const read = ({ client }: StageUser, { id, current }: Pick<Credential, 'id' | 'current'>) =>
    client.call(calls.readNumber, { params: { credentialId: id, termId: current?.id ?? 0 } });
  const views = async () => {
    const { rows } = await sql<{ actor_id: number }>`select actor_id from activity_log
      where action = 'credential.number_read' order by id`.execute(stage.platform.db);
    return rows.map((row) => row.actor_id);
  };

  test('is read by the employee and HR writers, and each time HR reads one is recorded', async () => {
    expect((await read(caleb, credential)).body).toEqual({ number: secret });
    expect(await views()).toEqual([]);
    expect((await read(stage.hr, credential)).body).toEqual({ number: secret });
    expect(await views()).toEqual([stage.hr.id]);
  });

  test('is refused to managers, HR readers and everyone else', async () => {
    const reader = await stage.addHr({ featurePermissions: ['view_data'] });
    const hyundai = await stage.addHr({ storeAccess: ['hyundai'] });
    const statuses = await Promise.all(
      [manager, boss, reader, peer, stage.admin, hyundai].map(
        async (one) => (await read(one, credential)).status,
      ),
    );
    expect(statuses).toEqual([403, 403, 403, 404, 404, 404]);
  });

  test('is in no other answer, no row, no log and no file', async () => {
    const answers = await Promise.all(
      [caleb, manager, stage.hr].flatMap(({ client }) => [
        client.raw('GET', `/api/credentials/employees/${caleb.id}`),
        client.raw('GET', '/api/credentials?scope=all&limit=200'),
        client.raw('GET', '/api/credentials?scope=team&limit=200'),
        client.raw('GET', '/api/credentials/submissions'),
        client.raw('POST', '/api/credentials/export', { body: {} }),
      ]),
    );
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(secret);
    const { rows } = await sql<{ table: string }>`
      select c.oid::regclass::text as table from pg_class c
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`.execute(
      stage.platform.db,
    );
    expect(rows.length).toBeGreaterThan(100);
    for (const { table } of rows) {
      const found =
        await sql`select from ${sql.raw(table)} t where t::text like ${`%${secret}%`}`.execute(
          stage.platform.db,
        );
      expect([table, found.rows.length]).toEqual([table, 0]);
    }
  });

  test('opens only in the row where it was sealed', async () => {
    const someone = await stage.addEmployee();
    const other = await add(stage.hr, someone.id, { number: 'DL1', expiresOn: stage.day(300) });
    await sql`update credential_terms t set sealed_number = s.sealed_number from credential_terms s
      where t.id = ${other.current?.id} and s.id = ${credential.current?.id}`.execute(
      stage.platform.db,
    );
    expect((await read(someone, other)).status).toBe(503);
  });

  test('is sealed when its kind becomes private while it is entered', async () => {
    const { db } = stage.platform;
    const one = await add(stage.hr, caleb.id, { kind: firstAid, expiresOn: stage.day(9) });
    const id = await kindId(stage.hr, firstAid);
    const renewed = await db.transaction().execute(async (tx) => {
      await sql`update credential_kinds set is_number_private = true where id = ${id}`.execute(tx);
      const answer = renew(stage.hr, one, { number: 'FA-OPEN-1', expiresOn: stage.day(700) });
      await untilWaiting(stage, 1);
      return { answer };
    });
    const { body } = await renewed.answer;
    expect(pick(body, firstAid).current).toMatchObject({ number: null, hasPrivateNumber: true });
  });

  test('is kept when a returned submission is entered again without it', async () => {
    const someone = await stage.addEmployee();
    const first = await add(someone, someone.id, { number: 'DL42', expiresOn: stage.day(300) });
    const { body } = await decide(stage.hr, first, { verify: false, reason: 'Not readable' });
    const again = await renew(someone, pick(body), { expiresOn: stage.day(300) });
    const { id, submitted } = pick(again.body);
    expect((await read(someone, { id, current: submitted })).body).toEqual({ number: 'DL42' });
  });

  test('opens whatever the case of the id it was sent with', async () => {
    const someone = await stage.addEmployee();
    const clientId = randomUUID().toUpperCase();
    const one = await add(stage.hr, someone.id, {
      clientId,
      number: 'DL43',
      expiresOn: stage.day(300),
    });
    expect((await read(someone, one)).body).toEqual({ number: 'DL43' });
  });

  test('is sealed when its kind becomes private', async () => {
    const open = await add(stage.hr, caleb.id, {
      kind: license,
      store: 'ford',
      number: 'S-OPEN-1',
      expiresOn: stage.day(300),
    });
    expect(open.current?.number).toBe('S-OPEN-1');
    const { kinds } = (await stage.hr.client.call(listKinds)).body;
    const kind = kinds.find(({ name }) => name === license);
    if (!kind) throw new Error('No kind');
    const { id, ...facts } = kind;
    const saved = await stage.hr.client.call(saveKind, {
      params: { kindId: id },
      body: { ...facts, isNumberPrivate: true },
    });
    expect(saved.status).toBe(200);
    const after = pick((await fetchOf(manager, caleb.id)).body, license, 'ford');
    expect(after.current).toMatchObject({ number: null, hasPrivateNumber: true });
    expect((await read(caleb, after)).body).toEqual({ number: 'S-OPEN-1' });
  });
});

describe('kinds and rules', () => {
  const facts = {
    name: 'Test kind',
    isForSelling: false,
    isForDriving: false,
    byStore: false,
    mustExpire: true,
    validMonths: 12,
    graceDays: 0,
    isNumberPrivate: false,
    requiredFor: [],
  };
  const settingsOf = async ({ client }: StageUser) => (await client.call(getSettings)).body;

  test('are changed by HR of all stores, and by no one else', async () => {
    const ford = await stage.addHr({ storeAccess: ['ford'] });
    const reader = await stage.addHr({ featurePermissions: ['view_data'] });
    const { version } = await settingsOf(stage.hr);
    const settings = { version, selling: 'off', driving: 'off' } as const;
    for (const { client } of [ford, reader, manager, boss]) {
      expect([
        (await client.call(addKind, { body: facts })).status,
        (await client.call(saveSettings, { body: settings })).status,
      ]).toEqual([403, 403]);
    }
    expect(await settingsOf(boss)).toMatchObject({ selling: 'warn', may: { edit: false } });
    const { client } = stage.hr;
    expect((await client.call(addKind, { body: facts })).status).toBe(201);
    const twice = await client.call(addKind, { body: { ...facts, name: 'TEST KIND' } });
    expect([twice.status, twice.body]).toMatchObject([
      409,
      { fields: { name: 'Another kind already has this name' } },
    ]);
    expect((await client.call(saveSettings, { body: settings })).status).toBe(200);
    expect((await client.call(saveSettings, { body: settings })).status).toBe(409);
    const next = { version: version + 1, selling: 'warn', driving: 'warn' } as const;
    expect((await client.call(saveSettings, { body: next })).status).toBe(200);
  });

  test('keep whether a kind holds at one store, once someone has it', async () => {
    const { kinds } = (await stage.hr.client.call(listKinds)).body;
    const { id, ...kind } = kinds.find(({ name }) => name === driver) ?? { id: 0, ...facts };
    const { status, body } = await stage.hr.client.call(saveKind, {
      params: { kindId: id },
      body: { ...kind, byStore: true } as never,
    });
    expect([status, body]).toMatchObject([409, { fields: { byStore: expect.any(String) } }]);
    expect(await kindId(stage.hr, driver)).toBe(id);
  });
});
