import fs from 'node:fs';
import type pg from 'pg';
import { type ServerProcess, startServer, temporaryDataDir } from '../../support/process.ts';
import { hireWriters, openDatabaseOf, type Writer } from '../../support/writers.ts';
import { onEnd } from '../measure/cleanup.ts';

export interface Product {
  server: ServerProcess;
  /** Its database, past the server. */
  pool: pg.Pool;
  people: Writer[];
  stop(): Promise<void>;
}

/** A folder that goes away with the run. */
export function borrowDataDir(): string {
  const dataDir = temporaryDataDir();
  onEnd(() => fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  return dataDir;
}

/** Starts a server that is stopped at the latest when the run ends. */
export async function startServerIn(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const server = await startServer({ dataDir, env });
  onEnd(async () => void (await server.kill('SIGTERM')));
  return server;
}

/** The real thing with its durable database, and so many people who are signed in. */
export async function startProduct(
  count: number,
  env: Record<string, string> = {},
): Promise<Product> {
  const server = await startServerIn(borrowDataDir(), env);
  const pool = openDatabaseOf(server.dataDir);
  const people = await hireWriters(pool, count);
  // What has just been written is not read by a plan for empty tables, nor analyzed in the middle.
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
