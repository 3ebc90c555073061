import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createTurns } from '../../../../platform/server/limits/turns.ts';

// OWASP's floor for Argon2id (its default variant here): some 20 ms and 19 MiB each.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// More at once would only starve what else needs the thread pool: files and names of hosts.
const inTurn = createTurns(2);

/** Keyboards differ in how they spell an accent; the person types the same password. */
const normal = (password: string) => password.normalize('NFC');

/** Argon2id in PHC form, with a salt of its own. Knows no rules: see `assertAcceptable`. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normal(password), cost));
}

// Nobody's password: what is verified where there is nothing to verify, so that both take as long.
const decoy = hashPassword(randomUUID());

/** Whether the password is the one hashed. Never true without a hash, but just as slow. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const against = passwordHash ?? (await decoy);
  const matches = await inTurn(() => verify(against, normal(password)));
  return matches && typeof passwordHash === 'string';
}
