import { isIPv6 } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../../../platform/server/http/errors.ts';
import type { Limit, Limits } from '../../../../platform/server/limits/limits.ts';
import { createTurns } from '../../../../platform/server/limits/turns.ts';

const quarterHour = 15 * 60;

export interface Attempt {
  /** As `normalizeName` answers it. */
  name: string;
  /** Null: no account has that name. */
  userId: number | null;
  /** Of a browser on which the account has been signed in before; null for any other. */
  deviceId: string | null;
  ip: string;
}

/**
 * Limits failed sign-ins: ten per account and a hundred in all from one address, in 15 minutes. An attacker
 * uses up their own address only. A browser that has signed in to the account before has a budget of its
 * own, whatever else happens at its address, so nobody can be locked out by others.
 */
export function createAttempts(limits: Limits) {
  const byDevice = limits('sign-in-device', 10, quarterHour);
  const byName = limits('sign-in-name', 10, quarterHour);
  const byAccount = limits('sign-in-account', 10, quarterHour);
  const byAddress = limits('sign-in-address', 100, quarterHour);
  // From everywhere together. Never refused: only the answers get slower.
  const everywhere = limits('sign-in-everywhere', 1_000_000, quarterHour);
  // As many as are hashed at once: what is under way counts as failed until it is judged, so it is kept few.
  const inTurn = createTurns(2);
  const knownInTurn = createTurns(2);

  async function fromKnownDevice(deviceId: string, judge: () => Promise<boolean>) {
    await byDevice.check(deviceId);
    return knownInTurn(async () => {
      await byDevice.consume(deviceId);
      const proven = await judge();
      if (proven) await byDevice.restore(deviceId);
      return proven;
    });
  }

  /** Answers what `judge` does; throws `rate_limited` when there were too many failures. */
  return async function attempt(
    { name, userId, deviceId, ip }: Attempt,
    judge: () => Promise<boolean>,
  ): Promise<boolean> {
    if (deviceId) return fromKnownDevice(deviceId, judge);
    const address = addressKey(ip);
    const mailbox = mailboxOf(name);
    const nameHere = `${mailbox} ${address}`;
    const accountHere = `${userId === null ? `name:${mailbox}` : `id:${userId}`} ${address}`;
    await Promise.all([byName.check(nameHere), byAddress.check(address)]);
    await wait(delayMs(await everywhere.used(mailbox)));
    return inTurn(async () => {
      // Taken before the verdict and given back after it: of guesses made all at once none is free.
      await byAddress.consume(address);
      await byName.consume(nameHere);
      // Refusing aloud would tell that two names are those of one account.
      const isSpent = await isUsedUp(byAccount, accountHere);
      await everywhere.consume(mailbox);
      const proven = (await judge()) && !isSpent;
      if (proven) {
        await Promise.all([
          byAddress.restore(address),
          byName.restore(nameHere),
          byAccount.restore(accountHere),
          everywhere.restore(mailbox),
        ]);
      }
      return proven;
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

/** What an attempt waits after so many failures under one name in 15 minutes, from all addresses together. */
export function delayMs(failures: number): number {
  if (failures < 20) return 0;
  if (failures < 50) return 1_000;
  return failures < 200 ? 2_000 : 5_000;
}

/** One spelling for looking an account up and for counting, so that both always mean the same name. */
export const normalizeName = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/**
 * Usernames and the part of an address before the @ are mostly the same: counted as one, without asking
 * whether there is such an account.
 */
const mailboxOf = (name: string): string => name.split('@')[0] || name;

/** What counts as one address: whoever has one IPv6 address has the whole /64 around it. */
export function addressKey(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':').toLowerCase();
}
