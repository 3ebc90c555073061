import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { AccessTables } from '../tables.ts';
import { verifyPassword } from './hashing.ts';

/** Published with the product: whoever can reach a server with it is its administrator. */
export const demoPassword = 'forecourt-demo';
const demoAddresses = '%@larkfield.example';

/** The hash of a demo account's password, null of all others; for a query over `users` and `credentials`. */
export const demoHash = sql<string | null>`case
  when users.email like ${sql.lit(demoAddresses)} then credentials.password_hash end`;

/** Whether a password somebody offers is the published one. */
export const isDemoPassword = (password: string): boolean =>
  password.normalize('NFC') === demoPassword;

const verdicts = new Map<string, boolean>();

/** Whether a hash is of the published password. Verified once: the demo group shares one. */
export async function isDemoHash(hash: string): Promise<boolean> {
  const known = verdicts.get(hash);
  if (known !== undefined) return known;
  const verdict = await verifyPassword(hash, demoPassword);
  // Demo accounts with passwords of their own are few; many different hashes are not kept.
  if (verdicts.size >= 1_000) verdicts.clear();
  verdicts.set(hash, verdict);
  return verdict;
}

/** Whether an account of the demo group still has the published password. */
export async function hasDemoPassword(database: Kysely<AnyTables>): Promise<boolean> {
  const db: Kysely<AccessTables> = database;
  const rows = await db
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.user_id', 'users.id')
    .select(demoHash.as('hash'))
    .distinct()
    .where('users.email', 'like', demoAddresses)
    .where('credentials.password_hash', 'is not', null)
    .execute();
  for (const { hash } of rows) if (hash && (await isDemoHash(hash))) return true;
  return false;
}
