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

/** Facts may be lost: what was not forgotten is asked again after a while. */
const maxAgeMs = 10_000;
const maxEntries = 500;

/** Remembers answers until somebody's record changes; callers at the same time share one question. */
export function createMemory({ bus }: Platform) {
  const answers = new LRUCache<string, Promise<unknown>>({ max: maxEntries, ttl: maxAgeMs });
  bus.subscribe(peopleChanged, () => answers.clear());
  bus.onMissed(() => answers.clear());
  return <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    const known = answers.get(key);
    if (known) return known as Promise<T>;
    const fresh = ask();
    answers.set(key, fresh);
    fresh.catch(() => answers.get(key) === fresh && answers.delete(key));
    return fresh;
  };
}

/** Answers how many accounts there are; asks the database only after something changed. */
export function createAccountCounts(platform: Platform): () => Promise<AccountCounts> {
  const remember = createMemory(platform);
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
