import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { ResolvedAddress } from '../config/databaseTls.ts';
import type { Log } from '../log/log.ts';
import { type ActorChanges, createActorChanges, listenForChanges } from './changes.ts';

// Counters and sizes stay far below 2^53; the driver would return them as strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Where to connect: a URL, or the socket folder of the embedded database (with its owner and `PGPASSWORD` unless
 * given).
 */
export type DatabaseAddress =
  | { connectionString: string; ssl?: ResolvedAddress['ssl'] }
  | { host: string; database: string; user?: string; password?: string };

/** Tables are declared by the module that owns them; each module narrows this to those it may use. */
// biome-ignore lint/suspicious/noExplicitAny: no file knows the whole set of tables, on purpose
export type AnyTables = any;
export type Db<Tables> = Kysely<Tables>;

export interface Database {
  db: Db<AnyTables>;
  /** The driver's own pool, for the job runner and for hand-written hot statements. */
  pool: pg.Pool;
  changes: ActorChanges;
  close(): Promise<void>;
}

const maxConnections = 20;
/** A new connection costs more than the queries of most requests, and knows no prepared statements. */
const idleTimeoutMs = 3 * 60_000;
/** Of a statement and of a connection; a hanging database is reported to the user, not waited for. */
const usualTimeoutMs = 5_000;

/** Opens a pool; connects on first use. Idle connections that break are logged, never thrown. */
export function openDatabase(
  address: DatabaseAddress,
  log: Log,
  timeoutMs = usualTimeoutMs,
): Database {
  const pool = new pg.Pool({
    ...('host' in address ? { user: 'forecourt' } : {}),
    ...address,
    max: maxConnections,
    idleTimeoutMillis: idleTimeoutMs,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    application_name: 'forecourt',
    onConnect: listen,
  });
  logErrors(pool, log);
  pool.on('connect', prepareMarked);
  const changes = createActorChanges(pool, log);
  const db = new Kysely<AnyTables>({ dialect: new PostgresDialect({ pool }) });
  // Kysely only ends the pool if it has used it.
  const close = async () => {
    await changes.close();
    await db.destroy();
    if (!pool.ending) await pool.end();
    // The job library keeps every pool in memory, and what listens to changes holds on to the whole server.
    pool.removeAllListeners('connect');
  };
  return { db, pool, changes, close };
}

const listen = (client: pg.ClientBase) => client.query(listenForChanges);

/** Apart, so that the listeners hold on to nothing else: they stay as long as the pool. */
function logErrors(pool: pg.Pool, log: Log): void {
  const onError = (error: Error) => {
    // A server that stops together with us may cut off the final exchange.
    if (!pool.ending) log.warn({ err: error }, 'A database connection broke');
  };
  pool.on('error', onError);
  // Between two queries a checked-out connection has no other listener, and would crash the process.
  pool.on('connect', (client) => client.on('error', onError));
}

const marked = /^\s*(?:select )?\/\* prepared: ([\w-]+) \*\//;

/**
 * A statement that begins with the comment `prepared: name`, also after `select`, is planned once per connection. Only for hot statements
 * whose text never varies and whose plan does not depend on the values: planning them takes longer than running
 * them, while a search fixed to one plan would lose its index.
 */
function prepareMarked(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const prepare = (text: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? marked.exec(text)?.[1] : undefined;
    return name ? query({ name, text, values: rest[0] }) : query(text, ...rest);
  };
  client.query = prepare as typeof client.query;
}

// Classes 08 (connection), 53 (resources) and 57P (shutdown); cut off; waited too long for a lock.
const gone = /^(08...|53...|57P..|57014|55P03)$/;
const driver =
  /^(Connection terminated|Query read timeout|Cannot use a pool|timeout exceeded)|not queryable$/;

/** Whether the database could not be reached, as opposed to having refused. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A name with several addresses fails with one error for each of them.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = 'code' in error ? String(error.code) : '';
  if (gone.test(code) || code === 'ECONNRESET' || code === 'EPIPE') return true;
  const call = 'syscall' in error && error.syscall;
  return call === 'connect' || call === 'getaddrinfo' || driver.test(error.message);
}

/** Whether the database took too long to answer, or is still starting. */
export const isSlow = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '57P03') ||
    error.message === 'Connection terminated due to connection timeout');

/** The name of the violated constraint, if that is the error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('23')) return undefined;
  return error.constraint;
}

/** Whether a foreign key was violated: a row to delete is referenced, or a referenced row does not exist. */
export const violatesForeignKey = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23503';
