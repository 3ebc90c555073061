import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createTurns } from '../../../../platform/server/limits/turns.ts';

// OWASP's minimum for Argon2id (its default variant here): about 20 ms and 19 MiB each.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// More at once would starve other users of the thread pool: files and DNS lookups.
const inTurn = createTurns(2);

/** Keyboards differ in how they encode accents; it is the same password. */
const normalized = (password: string) => password.normalize('NFC');

/** Argon2id in PHC format, with its own salt. Checks no rules: see `assertAcceptable`. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalized(password), cost));
}

// A random password to verify against if there is no hash, so that both take equally long.
const decoy = hashPassword(randomUUID());

/** Whether the password matches the hash. Never true without a hash, but just as slow. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const against = passwordHash ?? (await decoy);
  const matches = await inTurn(() => verify(against, normalized(password)));
  return matches && typeof passwordHash === 'string';
}
