import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log/log.ts';

// Counters and sizes stay far below 2^53; the driver would hand them over as strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Where to connect: an address, or the socket folder of the embedded database. */
export type DatabaseAddress = { connectionString: string } | { host: string; database: string };

/** Tables are declared by the module that owns them; each module narrows this to those it may use. */
// biome-ignore lint/suspicious/noExplicitAny: the whole set of tables is known to nobody, on purpose
export type AnyTables = any;
export type Db<Tables> = Kysely<Tables>;

export interface Database {
  db: Db<AnyTables>;
  /** The driver's own pool, for the job runner and for hand-written hot statements. */
  pool: pg.Pool;
  close(): Promise<void>;
}

const maxConnections = 20;
/** No statement of a request may take longer; a hung database is told to the person, not waited for. */
const statementTimeoutMs = 5_000;

/** Opens a pool; connects on first use. Idle connections that break are logged, never thrown. */
export function openDatabase(address: DatabaseAddress, log: Log): Database {
  const pool = new pg.Pool({
    ...address,
    ...('host' in address ? { user: 'forecourt' } : {}),
    max: maxConnections,
    connectionTimeoutMillis: statementTimeoutMs,
    statement_timeout: statementTimeoutMs,
    application_name: 'forecourt',
  });
  const onError = (error: Error) => log.warn({ err: error }, 'A database connection broke');
  pool.on('error', onError);
  // Between two queries a checked-out connection has no other listener, and would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  const db = new Kysely<AnyTables>({ dialect: new PostgresDialect({ pool }) });
  // Kysely ends the pool only if it has used it.
  const close = async () => {
    await db.destroy();
    if (!pool.ending) await pool.end();
  };
  return { db, pool, close };
}

const gone = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
  '57014',
  '55P03',
]);
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EACCES']);

/** Whether the database could not be asked, as opposed to having refused. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (gone.has(code)) return true;
  // A file that is not there has the same code as a socket that is not there.
  if ('syscall' in error && error.syscall === 'connect' && network.has(code)) return true;
  if (code === 'ECONNRESET' || code === 'EPIPE') return true;
  return /^Connection terminated|timeout exceeded when trying to connect|^Query read timeout/.test(
    error.message,
  );
}

/** The violated constraint's name, if that is what went wrong. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('23')) return undefined;
  return error.constraint;
}
