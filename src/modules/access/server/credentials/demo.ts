import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { AccessTables } from '../tables.ts';
import { verifyPassword } from './hashing.ts';

/** Published with the product: anyone who can reach a server with it is its administrator. */
export const demoPassword = 'forecourt-demo';
const demoAddresses = '%@larkfield.example';

/** The password hash of a demo account, null for all others; for a query over `users` and `credentials`. */
export const demoHash = sql<string | null>`case
  when users.email like ${sql.lit(demoAddresses)} then credentials.password_hash end`;

/** Whether a submitted password is the published one. */
export const isDemoPassword = (password: string): boolean =>
  password.normalize('NFC') === demoPassword;

const results = new Map<string, boolean>();

/** Whether a hash is of the published password. The result is cached: the demo accounts share one hash. */
export async function isDemoHash(hash: string): Promise<boolean> {
  const cached = results.get(hash);
  if (cached !== undefined) return cached;
  const result = await verifyPassword(hash, demoPassword);
  // Few demo accounts have other passwords; an unexpected number of hashes is not kept.
  if (results.size >= 1_000) results.clear();
  results.set(hash, result);
  return result;
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
