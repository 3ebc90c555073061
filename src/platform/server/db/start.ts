import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { type Database, openDatabase } from './database.ts';
import { assertDurable } from './durability.ts';
import { startEmbeddedPostgres } from './embedded/postgres.ts';

export interface RunningDatabase extends Database {
  /** What the person who runs this calls it: `embedded` or `yours`. */
  kind: 'embedded' | 'yours';
}

const name = 'forecourt';

/** The database of `DATABASE_URL`, or the embedded one; refuses one that may forget commits. */
export async function startDatabase(config: Config, log: Log): Promise<RunningDatabase> {
  const running = config.databaseUrl
    ? { ...openDatabase({ connectionString: config.databaseUrl }, log), kind: 'yours' as const }
    : await startEmbedded(config, log);
  try {
    await running.pool.query('select 1').catch((error) => {
      throw new Error(`The database cannot be reached: ${reason(error)}`, { cause: error });
    });
    if (!config.allowUnsafeDatabase) await assertDurable(running.pool);
  } catch (error) {
    await running.close();
    throw error;
  }
  return running;
}

async function startEmbedded(config: Config, log: Log): Promise<RunningDatabase> {
  const dir = path.join(config.dataDir, 'postgres');
  const server = await startEmbeddedPostgres({ dir, log, unsafe: config.allowUnsafeDatabase });
  const maintenance = openDatabase({ host: server.socketDir, database: 'postgres' }, log);
  const found = await maintenance.pool.query('select 1 from pg_database where datname = $1', [
    name,
  ]);
  if (found.rowCount === 0) await maintenance.pool.query(`create database ${name}`);
  await maintenance.close();
  const database = openDatabase({ host: server.socketDir, database: name }, log);
  return {
    ...database,
    kind: 'embedded',
    async close() {
      await database.close();
      await server.stop();
    },
  };
}

// Connecting to `localhost` tries several addresses and wraps what each of them said.
function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
