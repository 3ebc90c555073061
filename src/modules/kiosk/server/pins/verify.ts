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
import { normalizeNumber } from './number.ts';
import { openPinHash } from './seal.ts';

const quarterHour = 15 * 60;

/** Wrong PINs for one employee number before it is blocked for a quarter of an hour, at all kiosks together. */
export const wrongPerNumber = 5;
/** The same in a day: then someone keeps trying. */
export const wrongPerDay = 20;
/**
 * At one kiosk, whatever the numbers. More than for one person: at the start of a shift many people use it, and
 * mistypes of some must not stop the others.
 */
export const wrongPerKiosk = 20;

/** The same message and the same work whether the number exists, has a PIN or not. */
const notCorrect = () =>
  invalid('The employee number or PIN is not correct. You set your PIN in your profile.');

interface Attempt {
  number: string;
  pin: string;
  device: Device;
  ip: string;
}

/** Identifies people by employee number and PIN. */
export function createPinCheck(platform: Platform) {
  const db: KioskDb = platform.db;
  const byNumber = platform.limits('kiosk-pin-number', wrongPerNumber, quarterHour);
  const byDay = platform.limits('kiosk-pin-day', wrongPerDay, 24 * 60 * 60);
  const byKiosk = platform.limits('kiosk-pin-kiosk', wrongPerKiosk, quarterHour);
  // An attempt counts as wrong until it is verified, so that concurrent guesses are not free.
  const queue = createTurns(2);

  /** Returns the user's id. Throws `invalid` if number and PIN do not match, `rate_limited` after too many. */
  async function identify({ number, pin, device, ip }: Attempt): Promise<number> {
    const normalized = normalizeNumber(number);
    // Anything that is no number counts as one, so that it cannot be tried without limit either.
    const numberKey = normalized ?? 'none';
    const limits: [Limit, string, string][] = [
      [byKiosk, String(device.id), 'Too many wrong PINs at this kiosk.'],
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
        if (person) void noteBlocked(person.id, numberKey, { device, ip });
        throw notCorrect();
      }
      for (const [limit, key] of limits) await limit.restore(key);
      return person.id;
    });
  }

  /** Not awaited: its duration would reveal that the number exists. */
  async function noteBlocked(
    userId: number,
    numberKey: string,
    { device, ip }: Pick<Attempt, 'device' | 'ip'>,
  ): Promise<void> {
    try {
      if ((await byNumber.used(numberKey)) !== wrongPerNumber) return;
      const unpublished = await db.transaction().execute(async (tx) => {
        const person = await tx
          .selectFrom('users')
          .select(['id', 'first_name', 'last_name'])
          .where('id', '=', userId)
          .executeTakeFirstOrThrow();
        await recordActivity(tx, {
          actor: null,
          action: 'kiosk.pin_blocked',
          subject: userSubject(person),
          after: { kiosk: device.name, store: device.store },
          ip,
        });
        return notify(tx, {
          userIds: [person.id],
          title: 'Wrong PIN at a kiosk',
          message: `Someone entered a wrong PIN for your employee number ${wrongPerNumber} times at ${device.name}. It is blocked for 15 minutes. If that was not you, set a new PIN.`,
          type: 'warning',
          actionUrl: '/profile',
          actionLabel: 'Open profile',
          deliver: { push: true, digest: true },
        });
      });
      await publishNotifications(platform, unpublished);
    } catch (error) {
      platform.log.warn({ err: error }, 'Failed to note a blocked PIN');
    }
  }

  return {
    identify,
    /** Someone has set a new PIN: earlier wrong ones no longer count. */
    async forgetWrong(number: string): Promise<void> {
      const key = normalizeNumber(number);
      if (key) await Promise.all([byNumber.reset(key), byDay.reset(key)]);
    },
  };
}

export type PinCheck = ReturnType<typeof createPinCheck>;

const tooMany = 'Too many wrong PINs for this employee number.';

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
