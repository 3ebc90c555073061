import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppError } from '../../../platform/server/errors.ts';
import { createLimits, type Limit, type Limits } from '../../../platform/server/limits/limits.ts';
import { password } from '../../admin/test/stage.ts';
import { findPinProblem } from '../contract/pinRules.ts';
import { clearPin, getOwnPin, listPins, setOwnPin } from '../contract/pins.ts';
import { punchAtKiosk, signInAtKiosk } from '../contract.ts';
import {
  createPinCheck,
  normalizeNumber,
  warnPerDay,
  wrongPerDay,
  wrongPerKiosk,
  wrongPerKioskDay,
  wrongPerNumber,
} from '../server/pins/verify.ts';
import { goodPin, type KioskStage, openKioskStage, type TestKiosk } from './stage.ts';

let stage: KioskStage;
beforeAll(async () => {
  stage = await openKioskStage();
});
afterAll(() => stage.stop());

const wrong = 'The employee number or PIN is not correct. You set your PIN in your profile.';

describe('an easy PIN', () => {
  test.each([
    ['1111', 'sequences'],
    ['1234', 'sequences'],
    ['9876', 'sequences'],
    ['8901', 'sequences'],
    ['2468', 'sequences'],
    ['2580', 'sequences'],
    ['12345678', 'sequences'],
    ['1212', 'repeated'],
    ['1122', 'repeated'],
    ['1221', 'repeated'],
    ['123123', 'repeated'],
    ['112233', 'repeated'],
    ['71717', 'repeated'],
    ['1987', 'dates'],
    ['2004', 'dates'],
    ['0704', 'dates'],
    ['3112', 'dates'],
    ['070485', 'dates'],
    ['850704', 'dates'],
    ['07041985', 'dates'],
    ['19850704', 'dates'],
    ['5042', 'employee number'],
    ['005042', 'employee number'],
  ])('%s is refused', (pin, why) => {
    expect(findPinProblem(pin, '5042')).toContain(why);
  });

  test.each(['7391', '4071', '90218', '846203', '7391648', '48203917'])('%s is not one', (pin) => {
    expect(findPinProblem(pin, '5042')).toBeUndefined();
  });
});

test.each([
  ['123', '123'],
  ['000123', '123'],
  ['0', '0'],
  [' 1 2 ', '12'],
  ['a-102', 'A-102'],
  ['1234567890123', null],
  ['what?', null],
  ['', null],
])('the employee number %j is counted as %j', (typed, normalized) => {
  expect(normalizeNumber(typed)).toBe(normalized);
});

describe('a PIN', () => {
  test('is set by its owner with their password, and never leaves the server', async () => {
    const nora = await stage.addEmployee();
    expect((await nora.client.call(getOwnPin)).body).toEqual({
      number: expect.stringMatching(/^\d+$/),
      setAt: null,
    });
    const { status, body } = await nora.client.call(setOwnPin, {
      body: { pin: goodPin, currentPassword: password },
    });
    expect([status, body.setAt]).toEqual([200, expect.any(String)]);
    const row = await stage.platform.db
      .selectFrom('kiosk_pins')
      .selectAll()
      .where('user_id', '=', nora.id)
      .executeTakeFirstOrThrow();
    // Neither in the clear nor as a bare hash, which four digits would not withstand.
    expect(JSON.stringify(row)).not.toMatch(/7391|argon2/);
    const log = await stage.log(nora.id);
    expect(log).toMatchObject([{ action: 'kiosk.pin_set', before: null, after: null }]);
  });

  test('is refused with a wrong password, and after ten of them for a while', async () => {
    const nora = await stage.addEmployee();
    const attempt = (currentPassword: string) =>
      nora.client.call(setOwnPin, { body: { pin: goodPin, currentPassword } });
    const { status, body } = await attempt('not my password');
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        fields: { currentPassword: 'The current password is not correct' },
      }),
    ]);
    for (let guess = 0; guess < 9; guess += 1) await attempt('not my password');
    expect((await attempt(password)).status).toBe(429);
    expect((await nora.client.call(getOwnPin)).body.setAt).toBeNull();
  });

  test.each([
    ['', 'Use at least 4 digits'],
    ['739', 'Use at least 4 digits'],
    ['739164820', 'Use at most 8 digits'],
    ['73a1', 'Use digits only'],
    ['1234', 'Avoid sequences such as 1234'],
  ])('%j is refused with a message at the field', async (pin, message) => {
    const nora = await stage.addEmployee();
    const { status, body } = await nora.client.call(setOwnPin, {
      body: { pin, currentPassword: password },
    });
    expect([status, (body as { fields?: object }).fields]).toEqual([400, { pin: message }]);
    expect((await nora.client.call(getOwnPin)).body.setAt).toBeNull();
  });

  test('requires the utilities feature', async () => {
    const nora = await stage.addUser({ storeAccess: ['ford'] });
    const body = { pin: goodPin, currentPassword: password };
    expect((await nora.client.call(setOwnPin, { body })).status).toBe(403);
    expect((await nora.client.call(getOwnPin)).status).toBe(403);
  });

  test('is cleared by those who manage the hours, and by no one else', async () => {
    const kiosk = await stage.addDevice();
    const worker = await stage.addWorker();
    const peer = await stage.addEmployee();
    const elsewhere = await stage.addEmployee({ role: 'manager', storeAccess: ['hyundai'] });
    const params = { id: worker.id };
    expect((await peer.client.call(clearPin, { params })).status).toBe(403);
    expect((await peer.client.call(listPins)).status).toBe(403);
    expect((await elsewhere.client.call(clearPin, { params })).status).toBe(404);
    expect((await kiosk.signIn(worker.number, worker.pin)).status).toBe(200);
    const signedIn = await kiosk.signIn(worker.number, worker.pin);
    const before = (await stage.manager.client.call(listPins)).body;
    expect(before.find(({ id }) => id === worker.id)).toMatchObject({
      number: worker.number,
      setAt: expect.any(String),
    });
    const { body, status } = await stage.manager.client.call(clearPin, { params });
    expect([status, body.setAt]).toEqual([200, null]);
    expect((await kiosk.signIn(worker.number, worker.pin)).status).toBe(400);
    const punched = {
      token: signedIn.body.token,
      clientId: crypto.randomUUID(),
      kind: 'clock_in' as const,
    };
    const late = await kiosk.client.raw('POST', '/api/kiosk/punches', { body: punched });
    expect(late.status).toBe(409);
    expect((await stage.log(worker.id)).map(({ action }) => action)).toEqual([
      'kiosk.pin_set',
      'kiosk.pin_cleared',
    ]);
    const notified = await worker.client.raw('GET', '/api/notifications');
    expect(JSON.stringify(notified.body)).toContain('Your kiosk PIN was cleared');
    // Those who left are not in the list either.
    const gone = await stage.addWorker();
    const { db } = stage.platform;
    await db.updateTable('users').set({ is_active: false }).where('id', '=', gone.id).execute();
    const refused = await stage.manager.client.call(clearPin, { params: { id: gone.id } });
    expect(refused.status).toBe(404);
    expect((await stage.log(gone.id)).map(({ action }) => action)).toEqual(['kiosk.pin_set']);
    // No one clears their own that way.
    const own = { params: { id: stage.manager.id } };
    expect((await stage.manager.client.call(clearPin, own)).status).toBe(404);
  });
});

test('a new PIN ends sign-ins that used the old one', async () => {
  const kiosk = await stage.addDevice();
  const worker = await stage.addWorker();
  const { token } = (await kiosk.signIn(worker.number, worker.pin)).body;
  const renewed = { pin: '40719', currentPassword: password };
  expect((await worker.client.call(setOwnPin, { body: renewed })).status).toBe(200);
  const punched = { token, clientId: crypto.randomUUID(), kind: 'clock_in' as const };
  expect((await kiosk.client.call(punchAtKiosk, { body: punched })).status).toBe(409);
});

test('a number that HR changed to letters is found in any case, the old one no longer', async () => {
  const kiosk = await stage.addDevice();
  const worker = await stage.addWorker();
  await stage.platform.db
    .updateTable('employees')
    .set({ employee_number: `K-${worker.id}` })
    .where('user_id', '=', worker.id)
    .execute();
  expect((await worker.client.call(getOwnPin)).body.number).toBe(`K-${worker.id}`);
  expect((await kiosk.signIn(`k-${worker.id}`, worker.pin)).status).toBe(200);
  expect((await kiosk.signIn(worker.number, worker.pin)).status).toBe(400);
});

test('leading zeros of a number do not matter, and do not buy more guesses', async () => {
  const kiosk = await stage.addDevice();
  const worker = await stage.addWorker();
  expect((await kiosk.signIn(`000${worker.number}`, worker.pin)).status).toBe(200);
  for (let guess = 0; guess < wrongPerNumber; guess += 1) {
    await kiosk.signIn(`${'0'.repeat(guess)}${worker.number}`, '4071');
  }
  expect((await kiosk.signIn(worker.number, worker.pin)).status).toBe(429);
});

describe('a wrong PIN', () => {
  test('has the same answer as an unknown number, no PIN, and someone who has left', async () => {
    const kiosk = await stage.addDevice();
    const [worker, without, gone] = [
      await stage.addWorker(),
      await stage.addEmployee(),
      await stage.addWorker(),
    ];
    const own = (await without.client.call(getOwnPin)).body;
    await stage.platform.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', gone.id)
      .execute();
    const answers = [
      await kiosk.signIn(worker.number, '4071'),
      await kiosk.signIn('999999', goodPin),
      await kiosk.signIn('what?', goodPin),
      await kiosk.signIn(own.number ?? '', goodPin),
      await kiosk.signIn(gone.number, gone.pin),
    ];
    for (const { status, body } of answers) {
      expect([status, { ...body, requestId: '' }]).toEqual([
        400,
        { error: wrong, code: 'invalid', requestId: '' },
      ]);
    }
  });

  test('blocks the number everywhere after five, for known and unknown ones alike', async () => {
    const [kiosk, other] = [await stage.addDevice(), await stage.addDevice()];
    const worker = await stage.addWorker();
    const blocked = expect.objectContaining({
      error: 'Too many wrong PINs for this employee number. Try again in 15 minutes.',
    });
    for (const number of [worker.number, '888888']) {
      for (let guess = 0; guess < wrongPerNumber; guess += 1) {
        expect((await kiosk.signIn(number, '4071')).status).toBe(400);
      }
      const { status, body } = await other.signIn(number, worker.pin);
      expect([status, body]).toEqual([429, blocked]);
    }
    await expect
      .poll(async () => (await stage.log(worker.id)).map(({ action }) => action))
      .toContain('kiosk.pin_blocked');
    const notified = await worker.client.raw('GET', '/api/notifications');
    expect(JSON.stringify(notified.body)).toContain('Wrong PIN at a kiosk');
    // Setting a new one starts over.
    const body = { pin: '40719', currentPassword: password };
    expect((await worker.client.call(setOwnPin, { body })).status).toBe(200);
    expect((await kiosk.signIn(worker.number, '40719')).status).toBe(200);
  });

  test('is not free when many are sent at once', async () => {
    const kiosk = await stage.addDevice();
    const worker = await stage.addWorker();
    const guesses = await Promise.all(
      Array.from({ length: 15 }, (_, at) => kiosk.signIn(worker.number, String(4071 + at))),
    );
    const counted = guesses.filter(({ status }) => status === 400);
    expect(counted).toHaveLength(wrongPerNumber);
    // The owner is warned once.
    const actions = async () => (await stage.log(worker.id)).map(({ action }) => action);
    await expect.poll(actions).toEqual(['kiosk.pin_set', 'kiosk.pin_blocked']);
  });

  test('blocks a kiosk after many, whatever the numbers, and only that one', async () => {
    const [kiosk, other] = [await stage.addDevice(), await stage.addDevice()];
    const worker = await stage.addWorker();
    for (let guess = 0; guess < wrongPerKiosk; guess += 1) {
      expect((await kiosk.signIn(String(700_000 + guess), '4071')).status).toBe(400);
    }
    const { status, body } = await kiosk.signIn(worker.number, worker.pin);
    expect([status, body]).toEqual([
      429,
      expect.objectContaining({ error: expect.stringContaining('at this kiosk') }),
    ]);
    expect((await other.signIn(worker.number, worker.pin)).status).toBe(200);
  });

  test('does not count once the right one was entered', async () => {
    const kiosk = await stage.addDevice();
    const worker = await stage.addWorker();
    for (let round = 0; round < wrongPerNumber * 2; round += 1) {
      expect((await kiosk.signIn(worker.number, worker.pin)).status).toBe(200);
    }
  });

  describe('over a day', () => {
    /** A check at a kiosk whose counts of quarter hours can be reset, as if time went by. */
    async function openCheck() {
      const created = new Map<string, Limit>();
      const limits: Limits = (name, points, seconds) => {
        const limit = createLimits(undefined)(name, points, seconds);
        created.set(name, limit);
        return limit;
      };
      const { identify } = createPinCheck({ ...stage.platform, limits });
      const kiosk = await stage.addDevice();
      const device = { id: kiosk.id, name: kiosk.name, store: 'ford' as const, isNewDay: false };
      return {
        guess: (number: string, pin: string) =>
          identify({ number, pin, device, ip: '127.0.0.1' }).catch((error: AppError) => error),
        async passQuarterHour(number: string) {
          await created.get('kiosk-pin-number')?.reset(normalizeNumber(number) ?? '');
          await created.get('kiosk-pin-kiosk')?.reset(String(kiosk.id));
        },
        /** Wrong PINs of the same day at the kiosk. */
        async countEarlier(times: number) {
          for (let at = 0; at < times; at += 1) {
            await created.get('kiosk-pin-kiosk-day')?.consume(String(kiosk.id));
          }
        },
      };
    }

    test('blocks a number for longer', async () => {
      const { number, pin } = await stage.addWorker();
      const { guess, passQuarterHour } = await openCheck();
      for (let round = 0; round < wrongPerDay / wrongPerNumber; round += 1) {
        for (let at = 0; at < wrongPerNumber; at += 1) {
          expect(await guess(number, '4071')).toMatchObject({ code: 'invalid' });
        }
        expect(await guess(number, pin)).toMatchObject({ code: 'rate_limited' });
        await passQuarterHour(number);
      }
      const blocked = (await guess(number, pin)) as AppError;
      expect(blocked.code).toBe('rate_limited');
      expect(blocked.retryAfterSeconds).toBeGreaterThan(60 * 60);
    });

    test('warns the owner even if the guesses are too slow for a block', async () => {
      const worker = await stage.addWorker();
      const { guess, passQuarterHour } = await openCheck();
      for (let at = 0; at < warnPerDay + 2; at += 1) {
        expect(await guess(worker.number, '4071')).toMatchObject({ code: 'invalid' });
        await passQuarterHour(worker.number);
      }
      const actions = async () => (await stage.log(worker.id)).map(({ action }) => action);
      await expect.poll(actions).toEqual(['kiosk.pin_set', 'kiosk.pin_guessed']);
      const notified = await worker.client.raw('GET', '/api/notifications');
      expect(JSON.stringify(notified.body)).toContain(`${warnPerDay} times in a day`);
    });

    test('blocks a kiosk at which many numbers are tried', async () => {
      const { guess, passQuarterHour, countEarlier } = await openCheck();
      await countEarlier(wrongPerKioskDay - 1);
      expect(await guess('600001', '4071')).toMatchObject({ code: 'invalid' });
      await passQuarterHour('600001');
      const worker = await stage.addWorker();
      const blocked = (await guess(worker.number, worker.pin)) as AppError;
      expect(blocked.code).toBe('rate_limited');
      expect(blocked.retryAfterSeconds).toBeGreaterThan(60 * 60);
    });
  });
});

test.each([
  {},
  { number: '1' },
  { number: '', pin: '7391' },
  { number: '1', pin: '' },
  { number: '1', pin: '7391', userId: 1 },
  { number: 1, pin: 7391 },
])('a sign-in with %j is refused', async (body) => {
  const kiosk: TestKiosk = await stage.addDevice();
  const { status } = await kiosk.client.raw('POST', signInAtKiosk.path, { body });
  expect(status).toBe(400);
});
