import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../../../platform/server/platform.ts';
import { peopleChanged } from '../facts.ts';
import { type PeopleTables, people } from '../tables.ts';

/** Every account that is not deleted, once: bots, and the others by their role. */
export interface AccountCounts {
  admins: number;
  bots: number;
  standard: number;
  /** Of all of them, those that wait for approval. */
  pending: number;
}

/** Facts may be lost: what was not forgotten is counted again after a while. */
const maxAgeMs = 10_000;
const maxEntries = 500;

/** Remembers numbers until somebody's record changes; callers at the same time share one count. */
export function createCountMemory({ bus }: Platform) {
  const counts = new LRUCache<string, Promise<unknown>>({ max: maxEntries, ttl: maxAgeMs });
  bus.subscribe(peopleChanged, () => counts.clear());
  return <T>(key: string, count: () => Promise<T>): Promise<T> => {
    const known = counts.get(key);
    if (known) return known as Promise<T>;
    const fresh = count();
    counts.set(key, fresh);
    fresh.catch(() => counts.get(key) === fresh && counts.delete(key));
    return fresh;
  };
}

/** Answers how many accounts there are; asks the database only after something changed. */
export function createAccountCounts(platform: Platform): () => Promise<AccountCounts> {
  const remember = createCountMemory(platform);
  const db = people(platform.db);
  return () => remember('accounts', () => countAccounts(db));
}

async function countAccounts(db: Kysely<PeopleTables>): Promise<AccountCounts> {
  const isBot = sql`protection is not distinct from 'system_bot'`;
  return db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .select([
      sql<number>`count(*) filter (where ${isBot})`.as('bots'),
      sql<number>`count(*) filter (where not ${isBot} and role = 'admin')`.as('admins'),
      sql<number>`count(*) filter (where not ${isBot} and role <> 'admin')`.as('standard'),
      sql<number>`count(*) filter (where pending)`.as('pending'),
    ])
    .executeTakeFirstOrThrow();
}
