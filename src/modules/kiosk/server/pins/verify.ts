import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { AppError, invalid, rateLimited } from '../../../../platform/server/errors.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import { createTurns } from '../../../../platform/server/limits/turns.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { verifyPassword } from '../../../access/server/public.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { findEmployeeByNumber } from '../../../employees/server/public.ts';
import { notify, publishNotifications } from '../../../notifications/server/public.ts';
import type { Device } from '../devices/credential.ts';
import type { KioskDb } from '../tables.ts';
import { openPinHash } from './seal.ts';

const quarterHour = 15 * 60;
const day = 24 * 60 * 60;

/** Wrong PINs for one employee number before it is blocked for a quarter of an hour, at all kiosks together. */
export const wrongPerNumber = 5;
/** The same in a day: then someone keeps trying. */
export const wrongPerDay = 20;
/** After this many in a day the owner is warned: guesses slow enough never reach the block of a quarter of an hour. */
export const warnPerDay = 10;
/**
 * At one kiosk, whatever the numbers. More than for one person: at the start of a shift many people use it, and
 * mistypes of some must not stop the others.
 */
export const wrongPerKiosk = 20;
/**
 * The same in a day: a few guesses at each of many numbers block none of them. Far above what a busy store mistypes;
 * a kiosk that is removed and added again starts over.
 */
export const wrongPerKioskDay = 200;

/** The same message and the same work whether the number exists, has a PIN or not. */
const notCorrect = () =>
  invalid('The employee number or PIN is not correct. You set your PIN in your profile.');

interface Attempt {
  number: string;
  pin: string;
  device: Device;
  ip: string;
}

/**
 * One spelling of an employee number for what was typed, so that guesses at one number count together however it is
 * written; null if it cannot be one.
 */
export function normalizeNumber(typed: string): string | null {
  const plain = typed.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z0-9-]{1,12}$/.test(plain)) return null;
  return /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain;
}

/** Identifies people by employee number and PIN. */
export function createPinCheck(platform: Platform) {
  const db: KioskDb = platform.db;
  const byNumber = platform.limits('kiosk-pin-number', wrongPerNumber, quarterHour);
  const byDay = platform.limits('kiosk-pin-day', wrongPerDay, day);
  const byKiosk = platform.limits('kiosk-pin-kiosk', wrongPerKiosk, quarterHour);
  const byKioskDay = platform.limits('kiosk-pin-kiosk-day', wrongPerKioskDay, day);
  // One warning each, however many wrong PINs are verified at once.
  const blockNoted = platform.limits('kiosk-pin-block-noted', 1, quarterHour);
  const dayNoted = platform.limits('kiosk-pin-day-noted', 1, day);
  // An attempt counts as wrong until it is verified, so that concurrent guesses are not free.
  const queue = createTurns(2);

  /** Returns the user's id. Throws `invalid` if number and PIN do not match, `rate_limited` after too many. */
  async function identify({ number, pin, device, ip }: Attempt): Promise<number> {
    const normalized = normalizeNumber(number);
    // Anything that is no number counts as one, so that it cannot be tried without limit either.
    const numberKey = normalized ?? 'none';
    const limits: [Limit, string, string][] = [
      [byKiosk, String(device.id), tooManyHere],
      [byKioskDay, String(device.id), tooManyHere],
      [byNumber, numberKey, tooMany],
      [byDay, numberKey, tooMany],
    ];
    for (const [limit, key, why] of limits) await explained(limit.check(key), why);
    return queue(async () => {
      for (const [limit, key, why] of limits) await explained(limit.consume(key), why);
      const person = await findPerson(platform.db, normalized);
      const hash = person?.sealed_hash
        ? openPinHash(platform, person.id, person.sealed_hash)
        : null;
      if (!(await verifyPassword(hash, pin)) || !person) {
        if (person) void noteWrong(person.id, numberKey, { device, ip });
        throw notCorrect();
      }
      for (const [limit, key] of limits) await limit.restore(key);
      return person.id;
    });
  }

  /** Warns the owner of a number. Not awaited: its duration would reveal that the number exists. */
  async function noteWrong(
    userId: number,
    numberKey: string,
    at: Pick<Attempt, 'device' | 'ip'>,
  ): Promise<void> {
    try {
      const isBlocked = (await byNumber.used(numberKey)) >= wrongPerNumber;
      if (isBlocked && (await isFirst(blockNoted, numberKey))) {
        const what = `${wrongPerNumber} times at ${at.device.name}. It is blocked for 15 minutes.`;
        await warn(userId, 'kiosk.pin_blocked', what, at);
      }
      const isMany = (await byDay.used(numberKey)) >= warnPerDay;
      if (isMany && (await isFirst(dayNoted, numberKey))) {
        const what = `${warnPerDay} times in a day, last at ${at.device.name}.`;
        await warn(userId, 'kiosk.pin_guessed', what, at);
      }
    } catch (error) {
      // The device already has its answer.
      platform.log.warn({ err: error }, 'Failed to note wrong PINs');
    }
  }

  async function warn(
    userId: number,
    action: 'kiosk.pin_blocked' | 'kiosk.pin_guessed',
    what: string,
    { device, ip }: Pick<Attempt, 'device' | 'ip'>,
  ): Promise<void> {
    const unpublished = await db.transaction().execute(async (tx) => {
      const person = await tx
        .selectFrom('users')
        .select(['id', 'first_name', 'last_name'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      await recordActivity(tx, {
        actor: null,
        action,
        subject: userSubject(person),
        after: { kiosk: device.name, store: device.store },
        ip,
      });
      return notify(tx, {
        userIds: [person.id],
        title: 'Wrong PIN at a kiosk',
        message: `Someone entered a wrong PIN for your employee number ${what} If that was not you, set a new PIN.`,
        type: 'warning',
        actionUrl: '/profile',
        actionLabel: 'Open profile',
        deliver: { push: true, digest: true },
      });
    });
    await publishNotifications(platform, unpublished);
  }

  return {
    identify,
    /** Someone has set a new PIN: earlier wrong ones no longer count. */
    async forgetWrong(number: string): Promise<void> {
      const key = normalizeNumber(number);
      if (!key) return;
      const counts = [byNumber, byDay, blockNoted, dayNoted];
      await Promise.all(counts.map((limit) => limit.reset(key)));
    },
  };
}

export type PinCheck = ReturnType<typeof createPinCheck>;

const tooMany = 'Too many wrong PINs for this employee number.';
const tooManyHere = 'Too many wrong PINs at this kiosk.';

/** Whether it has not happened yet in the window of the limit, which has one point. */
async function isFirst(limit: Limit, key: string): Promise<boolean> {
  try {
    await limit.consume(key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false;
    throw error;
  }
}

async function explained(allowed: Promise<void>, why: string): Promise<void> {
  try {
    await allowed;
  } catch (error) {
    if (!(error instanceof AppError) || !error.retryAfterSeconds) throw error;
    throw rateLimited(error.retryAfterSeconds, why);
  }
}

/** Not the id of any account. */
const noUserId = 0;

/** Someone who may sign in, with their PIN if they have one. An unknown number takes as many queries. */
async function findPerson(anyDb: Db<AnyTables>, number: string | null) {
  const db: KioskDb = anyDb;
  const userId = await findEmployeeByNumber(anyDb, number ?? '');
  return db
    .selectFrom('users as u')
    .leftJoin('kiosk_pins as p', 'p.user_id', 'u.id')
    .select(['u.id', 'p.sealed_hash'])
    .where('u.id', '=', userId ?? noUserId)
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .where('u.pending', '=', false)
    .where('u.protection', 'is distinct from', 'system_bot')
    .executeTakeFirst();
}
