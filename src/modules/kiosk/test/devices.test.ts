import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getClock } from '../../time-clock/contract.ts';
import {
  addKiosk,
  findWaitingDevice,
  listKiosks,
  renameKiosk,
  revokeKiosk,
} from '../contract/devices.ts';
import { getKiosk, punchAtKiosk, requestEnrollment, signInAtKiosk } from '../contract.ts';
import { goodPin, type KioskStage, openKioskStage, showCode, stateOf } from './stage.ts';

let stage: KioskStage;
beforeAll(async () => {
  stage = await openKioskStage();
});
afterAll(() => stage.stop());

const addition = (code: string, name: string, store: 'ford' | 'hyundai' = 'ford') => ({
  clientId: crypto.randomUUID() as string,
  code,
  store,
  name,
});

const activityOn = (id: number) =>
  stage.platform.db
    .selectFrom('activity_log')
    .selectAll()
    .where('subject_type', '=', 'kiosk')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute();

/** Whether a statement on this table waits for a lock. */
async function isWaiting(db: KioskStage['platform']['db'], table: string): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
    and datname = current_database() and query like ${`%${table}%`}`.execute(db);
  return rows.length > 0;
}

describe('a device', () => {
  test('shows a code, and is a kiosk once a manager has entered it', async () => {
    const device = stage.client();
    expect(await stateOf(device)).toMatchObject({ state: 'new', device: null, enrollment: null });
    const { body } = await device.call(requestEnrollment);
    expect(body).toMatchObject({ state: 'waiting', enrollment: { code: expect.any(String) } });
    expect((await stateOf(device)).enrollment).toEqual(body.enrollment);
    const code = body.enrollment?.code ?? '';
    const { client } = stage.manager;
    // As people type it.
    const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase();
    const waiting = await client.call(findWaitingDevice, { params: { code: typed } });
    expect(waiting.body).toMatchObject({ ip: '127.0.0.1' });
    const added = await client.call(addKiosk, { body: addition(typed, 'Delivery bay') });
    expect([added.status, added.body]).toEqual([
      201,
      expect.objectContaining({ store: 'ford', name: 'Delivery bay', revokedAt: null }),
    ]);
    expect(await stateOf(device)).toMatchObject({
      state: 'ready',
      device: { name: 'Delivery bay', store: 'ford' },
    });
    expect(await activityOn(added.body.id)).toMatchObject([
      { action: 'kiosk.added', actor_id: stage.manager.id },
    ]);
    const { devices } = (await client.call(listKiosks)).body;
    expect(devices.find(({ id }) => id === added.body.id)).toMatchObject({ online: true });
  });

  test('has a cookie that scripts cannot read, of its own paths only, stored hashed', async () => {
    const device = stage.client();
    const { headers, body } = await device.call(requestEnrollment);
    const [cookie = ''] = headers.getSetCookie();
    for (const part of ['HttpOnly', 'Path=/api/kiosk', 'SameSite=Strict']) {
      expect(cookie).toContain(part);
    }
    const token = /=([^;]+)/.exec(cookie)?.[1] ?? '';
    const row = await stage.platform.db
      .selectFrom('kiosk_enrollments')
      .selectAll()
      .where('code', '=', body.enrollment?.code)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row.token_hash).toHaveLength(32);
  });

  test('opens no other endpoint and no socket', async () => {
    const { client } = await stage.addDevice();
    for (const endpoint of stage.platform.routes.list()) {
      if (endpoint.access === 'public') continue;
      const path = endpoint.path.replace(':channelId', 'general').replace(/:\w+/g, '1');
      const body = endpoint.method === 'GET' ? undefined : {};
      const { status } = await client.raw(endpoint.method, path, { body });
      expect([endpoint.path, status]).toEqual([endpoint.path, 401]);
    }
    // Nor does its token as a session.
    const token = client.device?.split('=')[1] ?? '';
    const forged = Object.assign(stage.client(), { cookie: `forecourt=${token}` });
    expect((await forged.raw('GET', getClock.path)).status).toBe(401);
    for (const path of ['/ws', '/']) {
      const headers = { cookie: client.device ?? '' };
      await expect(forged.socket({ path, headers, auth: false })).rejects.toThrow();
    }
  });

  test('does not answer as a kiosk to a session, a made-up cookie or no cookie', async () => {
    const worker = await stage.addWorker();
    const body = { number: worker.number, pin: goodPin };
    const made = Object.assign(stage.client(), { device: 'forecourt-kiosk-device=made-up' });
    for (const client of [stage.client(), made, worker.client, stage.admin.client]) {
      expect((await client.call(signInAtKiosk, { body })).status).toBe(401);
      const punched = { token: 'x', clientId: crypto.randomUUID(), kind: 'clock_in' as const };
      expect((await client.call(punchAtKiosk, { body: punched })).status).toBe(401);
    }
    const { client } = await showCode(stage);
    expect((await client.call(signInAtKiosk, { body })).status).toBe(401);
  });

  test('can do nothing from the moment it is removed, not even for someone signed in', async () => {
    const kiosk = await stage.addDevice();
    const worker = await stage.addWorker();
    const { body } = await kiosk.signIn(worker.number, worker.pin);
    const { client } = stage.manager;
    const removed = await client.call(revokeKiosk, { params: { id: kiosk.id } });
    expect(removed.body).toMatchObject({ revokedBy: expect.stringContaining('Nora') });
    const punched = { token: body.token, clientId: crypto.randomUUID(), kind: 'clock_in' as const };
    expect((await kiosk.client.call(punchAtKiosk, { body: punched })).status).toBe(401);
    expect((await kiosk.signIn(worker.number, worker.pin)).status).toBe(401);
    expect((await kiosk.client.call(getKiosk)).status).toBe(401);
    expect((await worker.client.call(getClock)).body.status).toBe('clocked_out');
    expect((await activityOn(kiosk.id)).map(({ action }) => action)).toEqual([
      'kiosk.added',
      'kiosk.removed',
    ]);
    // Again changes nothing, and it can be set up again.
    expect((await client.call(revokeKiosk, { params: { id: kiosk.id } })).status).toBe(200);
    expect(await activityOn(kiosk.id)).toHaveLength(2);
    expect((await kiosk.client.call(requestEnrollment)).body.state).toBe('waiting');
    const rename = {
      params: { id: kiosk.id },
      body: { version: removed.body.version, name: 'No' },
    };
    expect((await client.call(renameKiosk, rename)).status).toBe(409);
  });

  test('can be removed while a punch at it is being recorded', async () => {
    const kiosk = await stage.addDevice();
    const worker = await stage.addWorker();
    await kiosk.signIn(worker.number, worker.pin);
    const { db } = stage.platform;
    const removal = await db.transaction().execute(async (tx) => {
      // What recording one locks, in its order.
      const signIns = tx.selectFrom('kiosk_sign_ins').selectAll().forUpdate();
      await signIns.where('device_id', '=', kiosk.id).execute();
      const removed = stage.manager.client.call(revokeKiosk, { params: { id: kiosk.id } });
      await expect.poll(() => isWaiting(db, 'kiosk_sign_ins')).toBe(true);
      const device = tx.selectFrom('kiosk_devices').select('id').forKeyShare();
      await device.where('id', '=', kiosk.id).execute();
      return { removed };
    });
    expect((await removal.removed).status).toBe(200);
  });

  test('does not accept requests from other sites', async () => {
    const { client } = await stage.addDevice();
    const worker = await stage.addWorker();
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const body = { number: worker.number, pin: worker.pin };
    const { status } = await client.raw('POST', signInAtKiosk.path, { body, headers });
    expect(status).toBe(403);
  });
});

describe('adding a kiosk', () => {
  test('is for managers, at their own stores', async () => {
    const { code } = await showCode(stage);
    const nora = await stage.addEmployee();
    const hr = await stage.addUser({ featurePermissions: ['manage_users'], storeAccess: ['ford'] });
    for (const [call, request] of [
      [addKiosk, { body: addition(code, 'Mine') }],
      [listKiosks, {}],
      [findWaitingDevice, { params: { code } }],
    ] as const) {
      expect((await nora.client.call(call as typeof addKiosk, request as never)).status).toBe(403);
    }
    const elsewhere = addition(code, 'Elsewhere', 'hyundai');
    const refused = await stage.manager.client.call(addKiosk, { body: elsewhere });
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.objectContaining({ fields: { store: 'Choose one of your stores' } }),
    ]);
    expect((await hr.client.call(addKiosk, { body: addition(code, 'HR’s') })).status).toBe(201);
  });

  test('shows managers only the kiosks of their stores', async () => {
    const [own, other] = [await stage.addDevice('ford'), await stage.addDevice('hyundai')];
    const { devices, stores, rules } = (await stage.manager.client.call(listKiosks)).body;
    const ids = devices.map(({ id }) => id);
    expect([ids.includes(own.id), ids.includes(other.id)]).toEqual([true, false]);
    expect([stores, rules.map(({ store }) => store)]).toEqual([['ford'], ['ford']]);
    const params = { id: other.id };
    const { client } = stage.manager;
    expect((await client.call(revokeKiosk, { params })).status).toBe(404);
    const body = { version: 1, name: 'Mine now' };
    expect((await client.call(renameKiosk, { params, body })).status).toBe(404);
    expect((await stateOf(other.client)).state).toBe('ready');
  });

  test('uses a code once; a repeat of the request adds one', async () => {
    const { code } = await showCode(stage);
    const { client } = stage.manager;
    const body = addition(code, 'Lobby');
    const [one, two] = await Promise.all([
      client.call(addKiosk, { body }),
      client.call(addKiosk, { body }),
    ]);
    expect([one.status, two.status, one.body.id === two.body.id]).toEqual([201, 201, true]);
    const again = await client.call(addKiosk, { body: addition(code, 'Another lobby') });
    expect([again.status, again.body]).toEqual([
      400,
      expect.objectContaining({ fields: { code: expect.stringContaining('No device shows') } }),
    ]);
  });

  test('refuses an expired code, a wrong one and a name that is taken', async () => {
    const { client } = stage.manager;
    const { code } = await showCode(stage);
    await stage.platform.db
      .updateTable('kiosk_enrollments')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('code', '=', code)
      .execute();
    expect((await client.call(addKiosk, { body: addition(code, 'Late') })).status).toBe(400);
    const wrong = await client.call(findWaitingDevice, { params: { code: 'AAAABBBB' } });
    expect(wrong.status).toBe(400);
    for (const bad of ['', 'ABC', 'O0O0O0O0', 'ABCD-EFGH-IJ']) {
      expect((await client.call(addKiosk, { body: addition(bad, 'Bad') })).status).toBe(400);
    }
    await stage.addDevice('ford', 'Detail shop');
    const fresh = await showCode(stage);
    const taken = await client.call(addKiosk, { body: addition(fresh.code, 'detail SHOP') });
    expect([taken.status, taken.body]).toEqual([
      409,
      expect.objectContaining({ fields: { name: 'Ford has a kiosk with this name' } }),
    ]);
    expect((await stateOf(fresh.client)).state).toBe('waiting');
  });

  test('limits guesses of codes', async () => {
    const guesser = await stage.addEmployee({ role: 'manager' });
    const statuses: number[] = [];
    for (let guess = 0; guess < 21; guess += 1) {
      const params = { code: 'ABCDEFGH' };
      statuses.push((await guesser.client.call(findWaitingDevice, { params })).status);
    }
    expect(statuses.slice(19)).toEqual([400, 429]);
  });
});

describe('renaming a kiosk', () => {
  test('keeps the name that punches were made under, and refuses an old version', async () => {
    const kiosk = await stage.addDevice('ford', 'Old name');
    const worker = await stage.addWorker();
    await kiosk.punch(worker, 'clock_in');
    const params = { id: kiosk.id };
    const { client } = stage.manager;
    const renamed = await client.call(renameKiosk, {
      params,
      body: { version: 1, name: 'New name' },
    });
    expect(renamed.body).toMatchObject({ name: 'New name', version: 2 });
    const stale = await client.call(renameKiosk, { params, body: { version: 1, name: 'Third' } });
    expect(stale.status).toBe(409);
    expect((await stateOf(kiosk.client)).device).toEqual({ name: 'New name', store: 'ford' });
    const rows = await stage.platform.db
      .selectFrom('time_punches')
      .select('device')
      .where('user_id', '=', worker.id)
      .execute();
    expect(rows).toEqual([{ device: 'Old name' }]);
  });

  test('reaches open pages of those who manage the store', async () => {
    const kiosk = await stage.addDevice();
    const socket = await stage.manager.client.socket();
    const other = await stage.addEmployee({ role: 'manager', storeAccess: ['hyundai'] });
    const elsewhere = await other.client.socket();
    await stage.manager.client.call(revokeKiosk, { params: { id: kiosk.id } });
    expect(await socket.next('kiosks_changed')).toEqual({ store: 'ford' });
    const theirs = await stage.addDevice('hyundai');
    // The first one they hear of is their own store’s.
    expect(await elsewhere.next('kiosks_changed')).toEqual({ store: 'hyundai' });
    expect(theirs.id).toBeGreaterThan(0);
    for (const one of [socket, elsewhere]) one.close();
  });
});
