import fs from 'node:fs';
import path from 'node:path';
import { chooseAccount, ownEntry } from '../account/account.ts';
import type { Config } from '../config/config.ts';
import { resolveAddress } from '../config/databaseTls.ts';
import type { Log } from '../log/log.ts';
import { keyFolder } from '../secrets/keys.ts';
import { type Database, openDatabase } from './database.ts';
import { assertDurable } from './durability.ts';
import { startEmbeddedPostgres } from './embedded/postgres.ts';

export interface RunningDatabase extends Database {
  /** What the operator calls it: `embedded` or `yours`. */
  kind: 'embedded' | 'yours';
  /** As the owner of the schema, for migrations; the same as the application's if there is only one role. */
  owner: Database;
}

const name = 'forecourt';

/** The database of `DATABASE_URL`, or the embedded one; rejects one that can lose commits. */
export async function startDatabase(config: Config, log: Log): Promise<RunningDatabase> {
  const running = config.databaseUrl
    ? await openYours(config.databaseUrl, config.databaseOwnerUrl, log)
    : await startEmbedded(config, log);
  try {
    const settings = new Map([
      [running.owner.pool, config.databaseOwnerUrl ? ' (DATABASE_OWNER_URL)' : ' (DATABASE_URL)'],
      [running.pool, ' (DATABASE_URL)'],
    ]);
    for (const [pool, setting] of settings) {
      await pool.query('select 1').catch((error) => {
        const where = config.databaseUrl ? setting : '';
        throw new Error(`The database cannot be reached: ${reason(error)}${where}`, {
          cause: error,
        });
      });
    }
    if (!config.allowUnsafeDatabase) await assertDurable(running.pool);
  } catch (error) {
    await running.close();
    throw error;
  }
  return running;
}

async function openYours(
  url: string,
  ownerUrl: string | undefined,
  log: Log,
): Promise<RunningDatabase> {
  const application = openDatabase(await resolveAddress(url), log);
  const owner = ownerUrl ? openDatabase(await resolveAddress(ownerUrl), log) : application;
  return {
    ...application,
    owner,
    kind: 'yours',
    async close() {
      await application.close();
      await owner.close();
    },
  };
}

async function startEmbedded(config: Config, log: Log): Promise<RunningDatabase> {
  const { dataDir, allowUnsafeDatabase: unsafe } = config;
  const account = chooseAccount(dataDir);
  fs.mkdirSync(dataDir, { recursive: true });
  // The account passes through this folder to its own.
  if (account) ownEntry(dataDir, account);
  const server = await startEmbeddedPostgres({
    dir: path.join(dataDir, 'postgres'),
    keys: keyFolder(dataDir),
    account,
    log,
    unsafe,
  });
  const host = server.socketDir;
  const maintenance = openDatabase({ host, database: 'postgres', ...server.owner }, log);
  const found = await maintenance.pool.query('select 1 from pg_database where datname = $1', [
    name,
  ]);
  if (found.rowCount === 0) await maintenance.pool.query(`create database ${name}`);
  await maintenance.close();
  const owner = openDatabase({ host, database: name, ...server.owner }, log);
  const application = openDatabase({ host, database: name, ...server.application }, log);
  return {
    ...application,
    owner,
    kind: 'embedded',
    async close() {
      await application.close();
      await owner.close();
      await server.stop();
    },
  };
}

// Connecting to `localhost` tries several addresses and wraps the error of each.
function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
