import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { chooseAccount, ownEntry } from '../account/account.ts';
import type { Config } from '../config/config.ts';
import { resolveAddress } from '../config/databaseTls.ts';
import type { Log } from '../log/log.ts';
import { keyFolder } from '../secrets/keys.ts';
import { type Database, isSlow, openDatabase } from './database.ts';
import { assertDurable } from './durability.ts';
import { startEmbeddedPostgres } from './embedded/postgres.ts';

export interface RunningDatabase extends Database {
  /** What the operator calls it: `embedded` or `yours`. */
  kind: 'embedded' | 'yours';
  /** As the owner of the schema, for migrations; the same as the application's if there is only one role. */
  owner: Database;
}

const name = 'forecourt';
/** PostgreSQL's error code for a database. */
const doesNotExist = '3D000';
/** How long a database may take to answer that starts at the same time, or on a busy machine. */
const reachMs = 30_000;
const retryMs = 250;

/**
 * The database of `DATABASE_URL`, or the embedded one; rejects one that can lose commits. `onLaunch` is called once while
 * there is nothing to do but wait for it.
 */
export async function startDatabase(
  config: Config,
  log: Log,
  onLaunch = () => {},
): Promise<RunningDatabase> {
  const running = config.databaseUrl
    ? await openYours(config.databaseUrl, config, log)
    : await startEmbedded(config, log, onLaunch);
  try {
    const settings = new Map([
      [running.owner.pool, config.databaseOwnerUrl ? ' (DATABASE_OWNER_URL)' : ' (DATABASE_URL)'],
      [running.pool, ' (DATABASE_URL)'],
    ]);
    const reached = [...settings].map(async ([pool, setting]) => {
      try {
        await reach(pool, log);
      } catch (error) {
        const where = config.databaseUrl ? setting : '';
        throw new Error(`The database cannot be reached: ${reason(error)}${where}`, {
          cause: error,
        });
      }
    });
    if (config.databaseUrl) onLaunch();
    await Promise.all(reached);
    if (!config.allowUnsafeDatabase) await assertDurable(running.pool);
  } catch (error) {
    await running.close();
    throw error;
  }
  return running;
}

/** Throws at once if the database refuses. */
async function reach(pool: pg.Pool, log: Log): Promise<void> {
  const end = performance.now() + reachMs;
  for (let attempt = 1; ; attempt++) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!isSlow(error) || performance.now() > end) throw error;
      if (attempt === 1) log.warn({ err: error }, 'Waiting for a database that is slow to answer');
      await sleep(retryMs);
    }
  }
}

async function openYours(
  url: string,
  { databaseOwnerUrl: ownerUrl, databaseTimeoutMs }: Config,
  log: Log,
): Promise<RunningDatabase> {
  const open = async (at: string) => openDatabase(await resolveAddress(at), log, databaseTimeoutMs);
  const application = await open(url);
  const owner = ownerUrl ? await open(ownerUrl) : application;
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

async function startEmbedded(
  config: Config,
  log: Log,
  onLaunch: () => void,
): Promise<RunningDatabase> {
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
    onLaunch,
  });
  const host = server.socketDir;
  const owner = openDatabase({ host, database: name, ...server.owner }, log);
  await reach(owner.pool, log).catch(async (error) => {
    if (error.code !== doesNotExist) throw error;
    const maintenance = openDatabase({ host, database: 'postgres', ...server.owner }, log);
    await maintenance.pool.query(`create database ${name}`);
    await maintenance.close();
  });
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
