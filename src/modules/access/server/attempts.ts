import { isIPv6 } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../../platform/server/errors.ts';
import type { Limit, Limits } from '../../../platform/server/limits/limits.ts';
import { createTurns } from '../../../platform/server/limits/turns.ts';

const quarterHour = 15 * 60;

export interface Attempt {
  /** As returned by `normalizeName`. */
  name: string;
  /** Null if no account has that name. */
  userId: number | null;
  /** The device of a browser on which the account has signed in before; null for any other. */
  deviceId: string | null;
  ip: string;
}

/**
 * Limits failed sign-ins: ten per account and a hundred in all from one IP address, in 15 minutes. An attacker
 * uses up only their own address. A browser that has signed in to the account before has its own budget, so no
 * one can be locked out by others.
 */
export function createAttempts(limits: Limits) {
  const byDevice = limits('sign-in-device', 10, quarterHour);
  const byName = limits('sign-in-name', 10, quarterHour);
  const byAccount = limits('sign-in-account', 10, quarterHour);
  const byAddress = limits('sign-in-address', 100, quarterHour);
  // From all addresses together. Never rejects: it only slows down replies.
  const everywhere = limits('sign-in-everywhere', 1_000_000, quarterHour);
  // As many as are hashed at once: an attempt counts as failed until it is verified, so concurrency
  // stays low.
  const queue = createTurns(2);
  const knownDeviceQueue = createTurns(2);

  async function fromKnownDevice(deviceId: string, verify: () => Promise<boolean>) {
    await byDevice.check(deviceId);
    return knownDeviceQueue(async () => {
      await byDevice.consume(deviceId);
      const verified = await verify();
      if (verified) await byDevice.restore(deviceId);
      return verified;
    });
  }

  /** Returns the result of `verify`; throws `rate_limited` after too many failures. */
  return async function attempt(
    { name, userId, deviceId, ip }: Attempt,
    verify: () => Promise<boolean>,
  ): Promise<boolean> {
    if (deviceId) return fromKnownDevice(deviceId, verify);
    const address = addressKey(ip);
    const mailbox = mailboxOf(name);
    const nameAtAddress = `${mailbox} ${address}`;
    const accountAtAddress = `${userId === null ? `name:${mailbox}` : `id:${userId}`} ${address}`;
    await Promise.all([byName.check(nameAtAddress), byAddress.check(address)]);
    await wait(delayMs(await everywhere.used(mailbox)));
    return queue(async () => {
      // Consumed before the check and restored after it: concurrent guesses are not free.
      await byAddress.consume(address);
      await byName.consume(nameAtAddress);
      // An error here would reveal that two names belong to one account.
      const isSpent = await isUsedUp(byAccount, accountAtAddress);
      await everywhere.consume(mailbox);
      const verified = (await verify()) && !isSpent;
      if (verified) {
        await Promise.all([
          byAddress.restore(address),
          byName.restore(nameAtAddress),
          byAccount.restore(accountAtAddress),
          everywhere.restore(mailbox),
        ]);
      }
      return verified;
    });
  };
}

async function isUsedUp(limit: Limit, key: string): Promise<boolean> {
  try {
    await limit.consume(key);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return true;
    throw error;
  }
}

/** The delay after this many failures under one name in 15 minutes, from all addresses together. */
export function delayMs(failures: number): number {
  if (failures < 20) return 0;
  if (failures < 50) return 1_000;
  return failures < 200 ? 2_000 : 5_000;
}

/** One spelling for lookup and for counting, so that both always mean the same name. */
export const normalizeName = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/**
 * A username and the local part of an email address are mostly the same: counted as one, without checking
 * whether the account exists.
 */
const mailboxOf = (name: string): string => name.split('@')[0] || name;

/** What counts as one address: someone with one IPv6 address has the whole /64 around it. */
export function addressKey(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':').toLowerCase();
}
