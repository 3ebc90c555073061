import { isIPv6 } from 'node:net';
import type { Limits } from '../../../../platform/server/limits/limits.ts';
import { createTurns } from '../../../../platform/server/limits/turns.ts';
import type { PersonRow } from '../../../people/server/public.ts';

const quarterHour = 15 * 60;

/** Failed sign-ins, counted per account and per address. */
export function createAttempts(limits: Limits) {
  const byAccount = limits('sign-in-account', 10, quarterHour);
  const byAddress = limits('sign-in-address', 100, quarterHour);
  // As many as are hashed at once: what is under way counts as failed until it is judged, so it is kept few.
  const inTurn = createTurns(2);

  /** Answers what `judge` does; throws `rate_limited` when there were too many failures. */
  return async function attempt(
    name: string,
    person: PersonRow | null,
    ip: string,
    judge: () => Promise<boolean>,
  ): Promise<boolean> {
    const account = accountKey(name, person);
    const address = addressKey(ip);
    await Promise.all([byAccount.check(account), byAddress.check(address)]);
    return inTurn(async () => {
      // Taken before the verdict and given back after it: of guesses made all at once none is free.
      await byAddress.consume(address);
      await byAccount.consume(account);
      const proven = await judge();
      if (proven) await Promise.all([byAccount.restore(account), byAddress.restore(address)]);
      return proven;
    });
  };
}

// Username, email and every spelling of both are one account; a name nobody has is limited all the same.
function accountKey(name: string, person: PersonRow | null): string {
  return person ? `id:${person.id}` : `name:${name.normalize('NFKC').trim().toLowerCase()}`;
}

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
