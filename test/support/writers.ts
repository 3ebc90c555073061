import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { readPasswords } from '../../src/platform/server/db/embedded/roles.ts';

export interface Writer {
  userId: number;
  cookie: string;
}

/** A direct connection to the embedded database of a running server. */
export function openDatabaseOf(dataDir: string): pg.Pool {
  const host = path.join(dataDir, 'postgres', 'socket');
  const { owner: password } = readPasswords(path.join(dataDir, 'keys'));
  const pool = new pg.Pool({ host, user: 'forecourt', password, database: 'forecourt', max: 2 });
  pool.on('error', () => {}); // The fault drills kill the database.
  return pool;
}

/** Inserts users with a session each into the database, because signing in is not under test. */
export async function createWriters(pool: pg.Pool, count: number): Promise<Writer[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (emrn, first_name, last_name, username, email, role)
     select 'EMP' || (800000 + n), 'Writer', 'No' || n, 'writer' || n, 'writer' || n || '@example.com', 'manager'
     from generate_series(1, $1) n returning id`,
    [count],
  );
  const ids = rows.map(({ id }) => id);
  await pool.query('insert into credentials (user_id) select unnest($1::int[])', [ids]);
  return createSessions(pool, ids);
}

/** Signs in someone of the demo group. */
export async function signInAs(pool: pg.Pool, username: string): Promise<Writer> {
  const { rows } = await pool.query<{ id: number }>('select id from users where username = $1', [
    username,
  ]);
  const [session] = await createSessions(
    pool,
    rows.map(({ id }) => id),
  );
  if (!session) throw new Error(`The demo group has no ${username}`);
  return session;
}

async function createSessions(pool: pg.Pool, userIds: number[]): Promise<Writer[]> {
  const tokens = userIds.map(() => randomBytes(32).toString('base64url'));
  await pool.query(
    `insert into sessions (user_id, token_hash, expires_at)
     select user_id, token_hash, now() + interval '1 day'
     from unnest($1::int[], $2::bytea[]) as made (user_id, token_hash)`,
    [userIds, tokens.map((token) => createHash('sha256').update(token).digest())],
  );
  return userIds.map((userId, index) => ({ userId, cookie: `forecourt=${tokens[index]}` }));
}
