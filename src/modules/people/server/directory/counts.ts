import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../../../platform/server/platform.ts';
import { peopleChanged } from '../facts.ts';
import { type PeopleTables, people } from '../tables.ts';

/** Every account that is not deleted, counted once: bots, and the others by role. */
export interface AccountCounts {
  admins: number;
  bots: number;
  standard: number;
  /** Those of them that are pending. */
  pending: number;
}

/** Bus events can be lost, so entries also expire. */
const maxAgeMs = 10_000;
const maxEntries = 500;

/** Caches results until a user record changes; concurrent callers share one query. */
export function createPeopleCache({ bus }: Platform) {
  const entries = new LRUCache<string, Promise<unknown>>({ max: maxEntries, ttl: maxAgeMs });
  bus.subscribe(peopleChanged, () => entries.clear());
  bus.onMissed(() => entries.clear());
  return <T>(key: string, load: () => Promise<T>): Promise<T> => {
    const cached = entries.get(key);
    if (cached) return cached as Promise<T>;
    const loading = load();
    entries.set(key, loading);
    loading.catch(() => entries.get(key) === loading && entries.delete(key));
    return loading;
  };
}

/** Returns the number of accounts; queries the database only after a change. */
export function createAccountCounts(platform: Platform): () => Promise<AccountCounts> {
  const cached = createPeopleCache(platform);
  const db = people(platform.db);
  return () => cached('accounts', () => countAccounts(db));
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
