import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { seedDemo } from '../../src/main/first-start.ts';
import { startForecourt } from '../../src/main/forecourt.ts';
import { foldService } from '../../src/modules/reports/server/rollup/fold.ts';
import { foldRecon } from '../../src/modules/reports/server/rollup/recon/fold.ts';
import { readConfig } from '../../src/platform/server/config/config.ts';
import { type Database, openDatabase } from '../../src/platform/server/db/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/server/db/embedded/postgres.ts';
import { migrate } from '../../src/platform/server/db/migrate.ts';
import { migrateJobs } from '../../src/platform/server/jobs/jobs.ts';
import { createLog } from '../../src/platform/server/log/log.ts';
import { firstStart } from './process.ts';
import { deletePunches } from './punches.ts';
import { settle } from './settle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    socketDir: string;
    /** Of the role that may only read and write rows. */
    applicationPassword: string;
  }
}

/** One PostgreSQL for all tests, with a migrated and a seeded template to copy from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = createLog('silent');
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-test-'));
  fs.chmodSync(dir, 0o755);
  const server = await startEmbeddedPostgres({ dir: path.join(dir, 'pg'), log, unsafe: true });
  const host = server.socketDir;
  // For connections without an explicit password.
  process.env.PGPASSWORD = server.owner.password;
  const admin = openDatabase({ host, database: 'postgres' }, log);
  await trustConnections(path.join(dir, 'pg/cluster'), admin);
  await admin.pool.query('create database template_empty');
  const empty = openDatabase({ host, database: 'template_empty' }, log);
  await migrate(empty.pool, log);
  await migrateJobs(empty.pool);
  await empty.close();
  await admin.pool.query(
    'create database template_demo template template_empty strategy file_copy',
  );
  const demo = openDatabase({ host, database: 'template_demo' }, log);
  await seedDemo(demo.db, new Date());
  await deletePunches(demo.db);
  await runBackgroundWork(host, demo);
  await demo.pool.query('vacuum analyze');
  await demo.close();
  await admin.close();
  process.env[firstStart] = path.join(dir, 'first-start');
  project.provide('socketDir', host);
  project.provide('applicationPassword', server.application.password);
  return async () => {
    await server.stop();
    fs.rmSync(dir, { recursive: true, force: true });
  };
}

/** Tests open thousands of connections, and password authentication costs more than most of their queries. */
async function trustConnections(cluster: string, { pool }: Database): Promise<void> {
  fs.writeFileSync(path.join(cluster, 'pg_hba.conf'), 'local all all trust\n');
  await pool.query('select pg_reload_conf()');
}

/** Does the background work of a server's first minute once for all copies. */
async function runBackgroundWork(host: string, { db, pool }: Database): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-data-'));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres:///template_demo?host=${encodeURIComponent(host)}&user=forecourt`,
    TEST_ALLOW_UNSAFE_DATABASE: '1',
    TEST_DATABASE_TIMEOUT_MS: '60000',
    SEED: 'none',
  });
  const forecourt = await startForecourt(config, createLog('silent'));
  await settle((text) => pool.query(text));
  await foldService(db);
  await foldRecon(db);
  await forecourt.stop();
  // Encrypted with a key in this server's data folder; each copy creates its own.
  await pool.query('delete from push_keys');
  fs.rmSync(dataDir, { recursive: true, force: true });
}
