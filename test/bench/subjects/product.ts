import fs from 'node:fs';
import type pg from 'pg';
import {
  builtServer,
  type ServerProcess,
  startServer,
  temporaryDataDir,
} from '../../support/process.ts';
import { settle } from '../../support/settle.ts';
import { createWriters, openDatabaseOf, type Writer } from '../../support/writers.ts';
import { onEnd } from '../measure/cleanup.ts';

export interface Product {
  server: ServerProcess;
  /** A direct connection to its database. */
  pool: pg.Pool;
  people: Writer[];
  stop(): Promise<void>;
}

/** A data folder that is deleted at the end of the run. */
export function borrowDataDir(): string {
  const dataDir = temporaryDataDir();
  onEnd(() => fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  return dataDir;
}

/** As `npm start` runs it. */
const program = ['--max-semi-space-size=16', ...builtServer];

/** Starts a server that is stopped at the end of the run at the latest. */
export async function startServerIn(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const server = await startServer({ dataDir, env, program });
  onEnd(async () => void (await server.kill('SIGTERM')));
  return server;
}

/** Starts the real server with its durable database, and that many signed-in users. */
export async function startProduct(
  count: number,
  env: Record<string, string> = {},
): Promise<Product> {
  const server = await startServerIn(borrowDataDir(), env);
  const pool = openDatabaseOf(server.dataDir);
  // Otherwise the documents of the demo group are read during a measurement.
  await settle((text) => pool.query(text));
  const people = await createWriters(pool, count);
  // Otherwise plans are made for empty tables, or tables are analyzed during a measurement.
  await pool.query('vacuum analyze');
  return {
    server,
    pool,
    people,
    async stop() {
      await pool.end();
      await server.kill('SIGTERM');
    },
  };
}
