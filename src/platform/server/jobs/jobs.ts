import { Logger, makeWorkerUtils } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { AnyTables } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { createRunner, type Task, type Work } from './runner.ts';

/**
 * Work done later, by any instance: at least once, and again when it failed or took five minutes, so a
 * task must bear repeating.
 */
export interface Jobs {
  define(name: string, task: Task): void;
  /** Runs a task by the clock, on one instance: five fields of cron, in UTC. */
  schedule(name: string, cron: string, task: Task): void;
  /** Adds the job in the caller's transaction: it exists if and only if that commits. */
  add(tx: Kysely<AnyTables>, name: string, payload: Record<string, unknown>): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const maxAttempts = 25;

export function createJobs(pool: pg.Pool, log: Log): Jobs {
  const work: Work = { tasks: new Map(), timetable: [] };
  const { start, stop } = createRunner(pool, log, work);
  return {
    define: (name, task) => void work.tasks.set(name, task),
    schedule(name, cron, task) {
      work.tasks.set(name, task);
      work.timetable.push({ task: name, match: cron });
    },
    async add(tx, name, payload) {
      await sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json,
        max_attempts := ${maxAttempts})`.execute(tx);
    },
    start,
    stop,
  };
}

/** Brings the job runner's own tables up to date; `add` needs them before `start`. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  const worker = await makeWorkerUtils({ pgPool: pool, logger: new Logger(() => () => {}) });
  await worker.migrate();
  await worker.release();
}
