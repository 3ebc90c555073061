import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor, Authenticate } from '../../../../platform/server/http/actor.ts';
import type { FindActors } from '../../../../platform/server/realtime/watch.ts';
import type { AccessTables } from '../tables.ts';
import { hashToken } from './token.ts';

interface Sessions {
  authenticate: Authenticate;
  findActors: FindActors;
}

/** Answers who is behind a cookie or a socket, from the database each time. */
export function createSessions(database: Db<AnyTables>, pool?: pg.Pool): Sessions {
  const db: Db<AccessTables> = database;
  const touch = createTouch(db);
  const findByToken = pool ? preparedIn(pool, db) : inKysely(db);
  return {
    async authenticate(token) {
      const row = await findByToken(hashToken(token));
      if (!row) return null;
      if (row.unseen) touch(row.sessionId);
      return toActor(row);
    },
    async findActors(sessionIds) {
      const rows = await liveSessions(db)
        .where('sessions.id', '=', sql<string>`any(${sessionIds}::uuid[])`)
        .execute();
      return new Map(rows.map((row) => [row.sessionId, toActor(row)]));
    },
  };
}

type SessionRow = Actor & { unseen: boolean };
type FindByToken = (hash: Buffer) => Promise<SessionRow | undefined>;

const inKysely = (db: Kysely<AccessTables>): FindByToken => {
  return (hash) => liveSessions(db).where('sessions.token_hash', '=', hash).executeTakeFirst();
};

/** The one query every request makes is planned once per connection: planning it costs more than running it. */
function preparedIn(pool: pg.Pool, db: Kysely<AccessTables>): FindByToken {
  const place = Buffer.alloc(0);
  const query = liveSessions(db).where('sessions.token_hash', '=', place).compile();
  return async (hash) => {
    const values = query.parameters.map((value) => (value === place ? hash : value));
    const { rows } = await pool.query({ name: 'authenticate', text: query.sql, values });
    return rows[0];
  };
}

/** Neither ended nor run out nor 12 hours silent, of somebody who may be signed in. */
function liveSessions(db: Kysely<AccessTables>) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('credentials', 'credentials.user_id', 'users.id')
    .select((eb) => [
      'users.id as userId',
      'sessions.id as sessionId',
      'users.username',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'users.department',
      'users.role',
      'users.store_access as storeAccess',
      'users.page_permissions as pagePermissions',
      'users.feature_permissions as featurePermissions',
      'users.pending',
      eb.fn
        .coalesce('credentials.must_change_password', sql<boolean>`false`)
        .as('mustChangePassword'),
      sql<boolean>`sessions.last_seen_at < now() - interval '1 minute'`.as('unseen'),
    ])
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('sessions.last_seen_at', '>', sql<Date>`now() - interval '12 hours'`)
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .where('users.protection', 'is distinct from', 'system_bot');
}

function toActor({ unseen: _, ...actor }: SessionRow): Actor {
  return actor;
}

/** Notes that a session is in use, behind the answer's back. */
function createTouch(db: Kysely<AccessTables>): (sessionId: string) => void {
  const underWay = new Set<string>();
  return (sessionId) => {
    if (underWay.has(sessionId)) return;
    underWay.add(sessionId);
    db.updateTable('sessions')
      .set({ last_seen_at: sql<Date>`now()` })
      .where('id', '=', sessionId)
      .execute()
      // Nobody waits for it, and the next request tries again.
      .catch(() => {})
      .finally(() => underWay.delete(sessionId));
  };
}
