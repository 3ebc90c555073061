import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getSheet } from '../../time-clock/contract/sheets.ts';
import { getClock, type PunchKind, possiblePunches } from '../../time-clock/contract.ts';
import { ago, correct, hourMs, recordPunch, timesheetOf } from '../../time-clock/test/stage.ts';
import { setKioskRule } from '../contract/devices.ts';
import { punchAtKiosk } from '../contract.ts';
import { isInNetworks, parseNetwork } from '../server/rules/networks.ts';
import { type KioskStage, openKioskStage } from './stage.ts';

let stage: KioskStage;
beforeAll(async () => {
  stage = await openKioskStage();
});
afterAll(() => stage.stop());

const punchesOf = (userId: number) =>
  stage.platform.db
    .selectFrom('time_punches as p')
    .leftJoin('kiosk_punches as k', 'k.punch_id', 'p.id')
    .select(['p.kind', 'p.source', 'p.device', 'p.store', 'k.device_id'])
    .where('p.user_id', '=', userId)
    .orderBy('p.at')
    .execute();

describe('at a kiosk', () => {
  test('a day is punched, at the store of the device and marked as such', async () => {
    const kiosk = await stage.addDevice('ford');
    const worker = await stage.addWorker();
    const phone = await worker.client.socket();
    for (const kind of ['clock_in', 'break_start', 'break_end', 'clock_out'] as const) {
      const { status, body } = await kiosk.punch(worker, kind);
      expect([status, body]).toEqual([200, expect.objectContaining({ kind })]);
      expect(await phone.next('hours_changed')).toEqual({ userId: worker.id });
    }
    phone.close();
    const made = { source: 'kiosk', device: kiosk.name, device_id: kiosk.id };
    expect(await punchesOf(worker.id)).toEqual([
      { kind: 'clock_in', store: 'ford', ...made },
      { kind: 'break_start', store: null, ...made },
      { kind: 'break_end', store: 'ford', ...made },
      { kind: 'clock_out', store: null, ...made },
    ]);
    const params = { id: worker.id };
    const { body } = await stage.manager.client.call(getSheet, { params });
    expect(body.punches.map(({ source, device }) => [source, device])).toEqual(
      Array(4).fill(['kiosk', kiosk.name]),
    );
  });

  test('someone sees their name, hours and what is possible now, and nothing else', async () => {
    const kiosk = await stage.addDevice();
    const worker = await stage.addWorker({ firstName: 'Iris', lastName: 'Kowalski' });
    const { body } = await kiosk.signIn(worker.number, worker.pin);
    expect(body).toEqual({
      token: expect.any(String),
      name: 'Iris Kowalski',
      actions: ['clock_in'],
      refusal: null,
      clock: {
        status: 'clocked_out',
        since: null,
        store: null,
        forgotten: false,
        todayMs: 0,
        weekMs: 0,
        serverTime: expect.any(String),
      },
    });
    const kinds: PunchKind[] = ['clock_in', 'break_start'];
    for (const kind of kinds) {
      const punched = await kiosk.punch(worker, kind);
      expect(punched.status).toBe(200);
    }
    expect((await kiosk.signIn(worker.number, worker.pin)).body.actions).toEqual(
      possiblePunches.on_break,
    );
  });

  test('a sign-in is good for one punch; a repeat of it is the same punch', async () => {
    const kiosk = await stage.addDevice();
    const worker = await stage.addWorker();
    const { token } = (await kiosk.signIn(worker.number, worker.pin)).body;
    const punch = (kind: PunchKind, clientId: string) =>
      kiosk.client.call(punchAtKiosk, { body: { token, clientId, kind } });
    const clientId = crypto.randomUUID();
    const sent = await Promise.all([1, 2, 3].map(() => punch('clock_in', clientId)));
    expect(new Set(sent.map(({ status, body }) => `${status} ${body.at}`)).size).toBe(1);
    expect(await punchesOf(worker.id)).toHaveLength(1);
    const another = await punch('clock_out', crypto.randomUUID());
    expect([another.status, another.body]).toEqual([
      409,
      expect.objectContaining({
        error: 'This took too long. Enter your number and PIN again.',
      }),
    ]);
    expect(await punchesOf(worker.id)).toHaveLength(1);
  });

  test('a sign-in ends after a minute, and is worth nothing at another device', async () => {
    const [kiosk, other] = [await stage.addDevice(), await stage.addDevice()];
    const worker = await stage.addWorker();
    const { token } = (await kiosk.signIn(worker.number, worker.pin)).body;
    const body = { token, clientId: crypto.randomUUID() as string, kind: 'clock_in' as const };
    expect((await other.client.call(punchAtKiosk, { body })).status).toBe(409);
    await stage.platform.db
      .updateTable('kiosk_sign_ins')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_id', '=', worker.id)
      .execute();
    expect((await kiosk.client.call(punchAtKiosk, { body })).status).toBe(409);
    expect(await punchesOf(worker.id)).toEqual([]);
  });

  test('a punch that cannot follow is refused, and the sign-in can be used for another', async () => {
    const kiosk = await stage.addDevice();
    const worker = await stage.addWorker();
    const { token } = (await kiosk.signIn(worker.number, worker.pin)).body;
    const punch = (kind: PunchKind) =>
      kiosk.client.call(punchAtKiosk, { body: { token, clientId: crypto.randomUUID(), kind } });
    const refused = await punch('clock_out');
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ error: 'You are not clocked in.' }),
    ]);
    expect((await punch('clock_in')).status).toBe(200);
  });

  test('a shift begins only at a store where the person works, and ends anywhere', async () => {
    const [ford, hyundai] = [await stage.addDevice('ford'), await stage.addDevice('hyundai')];
    const worker = await stage.addWorker();
    const { body } = await hyundai.signIn(worker.number, worker.pin);
    expect([body.actions, body.refusal]).toEqual([
      [],
      'You do not work at Hyundai. Clock in at a kiosk of your store.',
    ]);
    expect((await hyundai.punch(worker, 'clock_in')).status).toBe(409);
    await ford.punch(worker, 'clock_in');
    expect((await hyundai.punch(worker, 'clock_out')).status).toBe(200);
    expect((await punchesOf(worker.id)).map(({ store }) => store)).toEqual(['ford', null]);
    const both = await stage.addWorker({ storeAccess: ['ford', 'hyundai'] });
    await ford.punch(both, 'clock_in');
    await ford.punch(both, 'break_start');
    await hyundai.punch(both, 'break_end');
    expect((await punchesOf(both.id)).map(({ store }) => store)).toEqual(['ford', null, 'hyundai']);
  });

  test('someone who must change their password can punch, someone without the time clock cannot', async () => {
    const kiosk = await stage.addDevice();
    const worker = await stage.addWorker();
    const { db } = stage.platform;
    await db
      .updateTable('credentials')
      .set({ must_change_password: true })
      .where('user_id', '=', worker.id)
      .execute();
    expect((await kiosk.punch(worker, 'clock_in')).status).toBe(200);
    await db
      .updateTable('users')
      .set({ feature_permissions: [] })
      .where('id', '=', worker.id)
      .execute();
    const { status, body } = await kiosk.punch(worker, 'clock_out');
    expect([status, body.error]).toEqual([
      403,
      'Your account may not use the time clock. Ask your manager.',
    ]);
  });

  test('the record of which device a punch was made at cannot be rewritten', async () => {
    const kiosk = await stage.addDevice();
    const worker = await stage.addWorker();
    await kiosk.punch(worker, 'clock_in');
    const { db } = stage.platform;
    const change = db.updateTable('kiosk_punches').set({ device_id: 1 });
    await expect(change.where('device_id', '=', kiosk.id).execute()).rejects.toThrow();
    const removal = db.deleteFrom('kiosk_punches').where('device_id', '=', kiosk.id);
    await expect(removal.execute()).rejects.toThrow('only ever added');
  });
});

describe('a store that accepts punches only from certain places', () => {
  const onlyKiosks = 'Ford accepts punches only at its kiosks. Use one at the store.';

  test('refuses them on people’s own devices, says why, and accepts them at its kiosk', async () => {
    const kiosk = await stage.addDevice('ford');
    const worker = await stage.addWorker();
    expect((await recordPunch(worker, 'clock_in')).status).toBe(200);
    await stage.setRule('ford', 'kiosks');
    try {
      const refused = await recordPunch(worker, 'clock_out');
      expect([refused.status, refused.body]).toEqual([
        409,
        expect.objectContaining({ error: onlyKiosks }),
      ]);
      expect((await worker.client.call(getClock)).body).toMatchObject({
        status: 'clocked_in',
        refusals: [{ store: 'ford', reason: onlyKiosks }],
      });
      const elsewhere = await stage.addEmployee({ storeAccess: ['hyundai'] });
      expect((await elsewhere.client.call(getClock)).body.refusals).toEqual([]);
      expect((await recordPunch(elsewhere, 'clock_in')).status).toBe(200);
      const both = await stage.addEmployee({ storeAccess: ['ford', 'hyundai'] });
      expect((await recordPunch(both, 'clock_in', { store: 'ford' })).status).toBe(409);
      expect((await recordPunch(both, 'clock_in', { store: 'hyundai' })).status).toBe(200);
      expect((await kiosk.punch(worker, 'clock_out')).status).toBe(200);
    } finally {
      await stage.setRule('ford', 'anywhere');
    }
    expect((await recordPunch(worker, 'clock_in')).status).toBe(200);
  });

  test('lets a manager decide on what was punched offline, and correct hours as ever', async () => {
    await stage.addDevice('ford');
    const worker = await stage.addWorker();
    await stage.setRule('ford', 'kiosks');
    try {
      const { body } = await recordPunch(worker, 'clock_in', { at: ago(hourMs) });
      expect(body.outcome).toBe('requested');
      expect(await punchesOf(worker.id)).toEqual([]);
      const { corrections } = await timesheetOf(worker);
      expect(corrections).toMatchObject([
        {
          origin: 'offline',
          state: 'waiting',
          reason: expect.stringContaining('not made at a kiosk'),
        },
      ]);
      const changes = [{ act: 'add' as const, kind: 'clock_in' as const, at: ago(2 * hourMs) }];
      expect((await correct(worker, worker.id, changes)).status).toBe(201);
      expect((await correct(stage.manager, worker.id, changes)).status).toBe(201);
      expect(await punchesOf(worker.id)).toMatchObject([{ source: 'correction' }]);
    } finally {
      await stage.setRule('ford', 'anywhere');
    }
  });

  test('accepts them from its networks', async () => {
    const worker = await stage.addEmployee();
    await stage.setRule('ford', 'networks', ['10.20.0.0/16']);
    try {
      const refused = await recordPunch(worker, 'clock_in');
      expect([refused.status, refused.body]).toEqual([
        409,
        expect.objectContaining({ error: expect.stringContaining('its own network') }),
      ]);
      // The address is the connection’s: a header of the caller’s own changes nothing.
      const body = { clientId: crypto.randomUUID(), kind: 'clock_in' };
      const headers = { 'x-forwarded-for': '10.20.1.2' };
      const forged = await worker.client.raw('POST', '/api/time-clock/punches', { body, headers });
      expect(forged.status).toBe(409);
      await stage.setRule('ford', 'networks', ['10.20.0.0/16', '127.0.0.1']);
      expect((await worker.client.call(getClock)).body.refusals).toEqual([]);
      expect((await recordPunch(worker, 'clock_in')).status).toBe(200);
      // Made offline it may have been made anywhere, and only sent from the store.
      const { body: offline } = await recordPunch(worker, 'clock_out', { at: ago(0) });
      expect(offline.outcome).toBe('requested');
    } finally {
      await stage.setRule('ford', 'anywhere');
    }
  });

  test('lets a manager decide on offline punches that name a store where the person does not work', async () => {
    const both = await stage.addEmployee({ storeAccess: ['ford', 'hyundai'] });
    await stage.setRule('ford', 'networks', ['127.0.0.1']);
    await stage.setRule('hyundai', 'networks', ['127.0.0.1']);
    try {
      const punched = { at: ago(hourMs), store: 'chevrolet' as const };
      expect((await recordPunch(both, 'clock_in', punched)).body.outcome).toBe('requested');
    } finally {
      await stage.setRule('ford', 'anywhere');
      await stage.setRule('hyundai', 'anywhere');
    }
  });

  test('is set by those who lead it and by HR, with valid networks, in the version they saw', async () => {
    const rule = (punchFrom: string, networks: string[] = [], version = 1) => ({
      params: { store: 'chevrolet' as const },
      body: { version, punchFrom: punchFrom as 'networks', networks },
    });
    const manager = await stage.addEmployee({ role: 'manager', storeAccess: ['chevrolet'] });
    const leader = await stage.addEmployee({ role: 'general_manager', storeAccess: ['chevrolet'] });
    const other = await stage.addEmployee({ role: 'general_manager', storeAccess: ['ford'] });
    const nora = await stage.addEmployee({ storeAccess: ['chevrolet'] });
    const hr = await stage.addUser({
      featurePermissions: ['manage_users'],
      storeAccess: ['chevrolet'],
    });
    expect((await nora.client.call(setKioskRule, rule('anywhere'))).status).toBe(403);
    expect((await manager.client.call(setKioskRule, rule('anywhere'))).status).toBe(403);
    expect((await other.client.call(setKioskRule, rule('anywhere'))).status).toBe(404);
    for (const [networks, message] of [
      [[], 'Enter at least one network'],
      [['store wifi'], '“store wifi” is not a network. Enter one such as 10.20.0.0/16'],
      [['0.0.0.0/0'], '“0.0.0.0/0” is not a network. Enter one such as 10.20.0.0/16'],
    ] as const) {
      const { status, body } = await leader.client.call(
        setKioskRule,
        rule('networks', [...networks]),
      );
      expect([status, (body as { fields?: object }).fields]).toEqual([400, { networks: message }]);
    }
    const { db } = stage.platform;
    const removed = { revoked_at: new Date(), revoked_by: leader.id };
    await db.updateTable('kiosk_devices').set(removed).where('store', '=', 'chevrolet').execute();
    const without = await leader.client.call(setKioskRule, rule('kiosks'));
    expect([without.status, (without.body as { fields?: object }).fields]).toEqual([
      400,
      { punchFrom: 'Add a kiosk at Chevrolet first' },
    ]);
    const saved = await leader.client.call(setKioskRule, rule('networks', ['10.1.0.0/24']));
    expect(saved.body).toMatchObject({ punchFrom: 'networks', version: 2 });
    expect((await hr.client.call(setKioskRule, rule('anywhere', [], 1))).status).toBe(409);
    expect((await hr.client.call(setKioskRule, rule('anywhere', [], 2))).status).toBe(200);
  });
});

describe('a network', () => {
  test.each([
    ['10.20.0.0/16', '10.20.0.0/16'],
    [' 203.0.113.7 ', '203.0.113.7/32'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['10.20.0.0/33', null],
    ['10.20.0.0/0', null],
    ['10.20.0/16', null],
    ['fe80::1%eth0', null],
    ['10.20.0.0/16/16', null],
    ['', null],
  ])('%j is stored as %j', (typed, stored) => {
    expect(parseNetwork(typed)).toBe(stored);
  });

  test.each([
    ['10.20.255.1', ['10.20.0.0/16'], true],
    ['::ffff:10.20.255.1', ['10.20.0.0/16'], true],
    ['10.21.0.1', ['10.20.0.0/16'], false],
    ['10.21.0.1', ['10.20.0.0/16', '10.21.0.1/32'], true],
    ['2001:db8:1::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['10.20.0.1', ['2001:db8::/32'], false],
    ['unknown', ['10.20.0.0/16'], false],
    ['10.20.0.1', [], false],
  ])('%s is in %j: %s', (ip, networks, expected) => {
    expect(isInNetworks(ip, networks)).toBe(expected);
  });
});
