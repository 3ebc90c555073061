import { Logger, makeWorkerUtils } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { AnyTables } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { createRunner, releaseAllJobs, type Task, type Work } from './runner.ts';

/**
 * Work done later, by any instance: at least once, and again when it failed or took five minutes, so a
 * task must bear repeating.
 */
export interface Jobs {
  /** `alone`: one after the other on each instance, apart from all other work, which it may not hold up. */
  define(name: string, task: Task, options?: { alone?: boolean }): void;
  /** Runs a task by the clock, on one instance: five fields of cron, in UTC. */
  schedule(name: string, cron: string, task: Task): void;
  /** Adds the job in the caller's transaction: it exists if and only if that commits. */
  add(
    tx: Kysely<AnyTables>,
    name: string,
    payload: Record<string, unknown>,
    options?: {
      /** Lower first; 0 unless told. */
      priority?: number;
      /** Of the jobs with the same key, only the last is done. */
      key?: string;
    },
  ): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const maxAttempts = 25;

interface Options {
  /** Nobody else works on this database: whoever had taken a job before the start is no more. */
  only?: boolean;
}

export function createJobs(pool: pg.Pool, log: Log, { only = false }: Options = {}): Jobs {
  const work: Work = { tasks: new Map(), timetable: [], concurrency: 2 };
  const apart: Work = { tasks: new Map(), timetable: [], concurrency: 1 };
  const runners = [work, apart].map((each) => ({ each, ...createRunner(pool, log, each) }));
  return {
    define: (name, task, options) => void (options?.alone ? apart : work).tasks.set(name, task),
    schedule(name, cron, task) {
      work.tasks.set(name, task);
      work.timetable.push({ task: name, match: cron });
    },
    async add(tx, name, payload, { priority = 0, key } = {}) {
      await sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json,
        max_attempts := ${maxAttempts}, priority := ${priority}, job_key := ${key ?? null}::text)`.execute(
        tx,
      );
    },
    async start() {
      if (only) await releaseAllJobs(pool);
      for (const { each, start } of runners) if (each.tasks.size > 0) await start();
    },
    async stop() {
      await Promise.all(runners.map(({ stop }) => stop()));
    },
  };
}

/** Brings the job runner's own tables up to date; `add` needs them before `start`. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  const worker = await makeWorkerUtils({ pgPool: pool, logger: new Logger(() => () => {}) });
  await worker.migrate();
  await worker.release();
}
