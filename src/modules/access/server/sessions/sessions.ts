import { type Kysely, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { AnyTables, Database, Db } from '../../../../platform/server/db/database.ts';
import type { Actor, Authenticate } from '../../../../platform/server/http/actor.ts';
import type { FindActors } from '../../../../platform/server/realtime/watch.ts';
import { demoHash, isDemoHash } from '../credentials/demo.ts';
import type { AccessTables } from '../tables.ts';
import { createBatchLoader } from './batch-loader.ts';
import { createSessionCache } from './cache.ts';
import { confirmation } from './lifecycle.ts';
import { hashToken } from './token.ts';

interface Sessions {
  authenticate: Authenticate;
  findActors: FindActors;
  /** After an administrative change: no password confirmation for another hour. */
  extendConfirmation(sessionId: string): void;
}

interface Options {
  /** Whether sessions of demo accounts are accepted from other machines. */
  demoFromAnywhere: boolean;
}

/** Resolves a cookie or a socket to an actor, as the database has it. */
export function createSessions(database: Database, { demoFromAnywhere }: Options): Sessions {
  const db: Db<AccessTables> = database.db;
  const touch = createTouch(db, { last_seen_at: sql<Date>`now()` });
  const extend = createTouch(db, { confirmed_until: confirmation });
  const cache = createSessionCache(preparedIn(database.pool, db), database.changes);
  return {
    async authenticate(token, fromHere) {
      const row = await cache.find(hashToken(token));
      if (!row) return null;
      // Signed in locally, or before the server was reachable from elsewhere; the cookie may be used
      // anywhere.
      const hashToCheck = fromHere || demoFromAnywhere ? null : row.demoHash;
      if (hashToCheck && (await isDemoHash(hashToCheck))) return null;
      if (row.unseen) touch(row.sessionId);
      return toActor(row);
    },
    extendConfirmation: extend,
    // Every open socket is rechecked as often as the cache forgets, so requests of its page need no look-up.
    async findActors(sessionIds) {
      return actorsOf(await cache.read(() => findSessions(db, sessionIds)));
    },
  };
}

/** The actors of these sessions, from the database each time; ended sessions are missing from the result. */
export async function findActors(
  database: Db<AnyTables>,
  sessionIds: string[],
): Promise<Map<string, Actor>> {
  return actorsOf(await findSessions(database, sessionIds));
}

const findSessions = (db: Db<AccessTables>, ids: string[]): Promise<SessionRow[]> =>
  liveSessions(db).where('sessions.id', '=', sql<string>`any(${ids}::uuid[])`).execute();

const actorsOf = (rows: readonly SessionRow[]) =>
  new Map(rows.map((row) => [row.sessionId, toActor(row)]));

type SessionRow = Actor & {
  hash: Buffer;
  unseen: boolean;
  validMs: number;
  demoHash: string | null;
};
type FindByToken = (hash: Buffer) => Promise<SessionRow | undefined>;

/**
 * The query is prepared once per connection: planning costs more than running it. Concurrent requests are batched,
 * each still with the current database state.
 */
function preparedIn(pool: pg.Pool, db: Kysely<AccessTables>): FindByToken {
  const placeholder: Buffer[] = [];
  const prepare = (name: string, is: RawBuilder<Buffer>) => {
    const { sql: text, parameters } = liveSessions(db)
      .where('sessions.token_hash', '=', is)
      .compile();
    return async (hashes: Buffer | readonly Buffer[]) => {
      const values = parameters.map((value) => (value === placeholder ? hashes : value));
      const { rows } = await pool.query<SessionRow>({ name, text, values });
      return rows;
    };
  };
  // PostgreSQL would plan a list anew each time: it guesses that an unknown one is long.
  const findOne = prepare('authenticate-one', sql<Buffer>`${placeholder}`);
  const findMany = prepare('authenticate', sql<Buffer>`any(${placeholder}::bytea[])`);
  return createBatchLoader(async (hashes: readonly Buffer[]) => {
    const [first] = hashes;
    const rows = first && hashes.length === 1 ? await findOne(first) : await findMany(hashes);
    const byHash = new Map(rows.map((row) => [row.hash.toString('hex'), row]));
    return hashes.map((hash) => byHash.get(hash.toString('hex')));
  });
}

/** Until time alone changes the result: it ends the session, its confirmation, or the minute after it was seen. */
const validMs = sql<number>`extract(epoch from least(
  sessions.expires_at,
  sessions.last_seen_at + interval '1 minute',
  case when sessions.confirmed_until >= now() then sessions.confirmed_until end
) - now())::float8 * 1000`;

/** Sessions that are not ended, not expired and active in the last 12 hours, of people who may sign in. */
function liveSessions(db: Kysely<AccessTables>) {
  return people(db)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select([
      'sessions.id as sessionId',
      'sessions.token_hash as hash',
      sql<boolean>`sessions.last_seen_at < now() - interval '1 minute'`.as('unseen'),
      demoHash.as('demoHash'),
      sql<boolean>`sessions.confirmed_until < now()`.as('mustConfirmPassword'),
      validMs.as('validMs'),
    ])
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('sessions.last_seen_at', '>', sql<Date>`now() - interval '12 hours'`);
}

/** Everyone who may be signed in, with their current permissions. */
function people(db: Kysely<AccessTables>) {
  return db
    .selectFrom('users')
    .leftJoin('credentials', 'credentials.user_id', 'users.id')
    .select((eb) => [
      'users.id as userId',
      'users.username',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'users.shown_name as shownName',
      'users.department',
      'users.role',
      'users.store_access as storeAccess',
      'users.page_permissions as pagePermissions',
      'users.feature_permissions as featurePermissions',
      'users.pending',
      eb.fn
        .coalesce('credentials.must_change_password', sql<boolean>`false`)
        .as('mustChangePassword'),
    ])
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .where('users.protection', 'is distinct from', 'system_bot');
}

/** Not the id of any session. */
const noSession = '00000000-0000-0000-0000-000000000000';

/**
 * A person as an actor with their current permissions, for work scheduled by them; null if they may not sign
 * in. Nothing that belongs to a session can be done with it.
 */
export async function findActor(database: Db<AnyTables>, userId: number): Promise<Actor | null> {
  const row = await people(database).where('users.id', '=', userId).executeTakeFirst();
  return row ? { ...row, sessionId: noSession } : null;
}

function toActor({
  hash: _,
  unseen: __,
  demoHash: ___,
  validMs: ____,
  ...actor
}: SessionRow): Actor {
  return actor;
}

/** Updates a session in the background. */
function createTouch(
  db: Kysely<AccessTables>,
  change: { last_seen_at: RawBuilder<Date> } | { confirmed_until: RawBuilder<Date> },
): (sessionId: string) => void {
  const inProgress = new Set<string>();
  return (sessionId) => {
    if (inProgress.has(sessionId)) return;
    inProgress.add(sessionId);
    db.updateTable('sessions')
      .set(change)
      .where('id', '=', sessionId)
      .execute()
      // Nothing waits for it, and the next request tries again.
      .catch(() => {})
      .finally(() => inProgress.delete(sessionId));
  };
}
