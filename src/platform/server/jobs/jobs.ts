import { Logger, makeWorkerUtils } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { AnyTables } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { createRunner, releaseAllJobs, type Task, type Work } from './runner.ts';

/**
 * Background work by any instance: at least once, again if it failed, and by another instance if it took five
 * minutes, so tasks must be idempotent.
 */
export interface Jobs {
  define(
    name: string,
    task: Task,
    options?: {
      /** One at a time on each instance, separate from all other work, which it must not delay. */
      alone?: boolean;
      /** Of its jobs, unless they are added with one. */
      priority?: number;
    },
  ): void;
  /** Schedules a task on one instance: five cron fields, in UTC. */
  schedule(name: string, cron: string, task: Task): void;
  /** Adds the job in the caller's transaction: it exists if and only if that commits. */
  add(
    tx: Kysely<AnyTables>,
    name: string,
    payload: Record<string, unknown>,
    options?: {
      /** Lower first; by default that of the task, or 0. */
      priority?: number;
      /** Of the jobs with the same key, only the last runs. */
      key?: string;
    },
  ): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Of tasks that go on for long, job after job: those that are `alone`, too, such as emails, come first. */
export const longTaskPriority = 100;

const maxAttempts = 25;

interface Options {
  /** No one else works on this database: any process that had locked a job before the start is gone. */
  only?: boolean;
}

export function createJobs(pool: pg.Pool, log: Log, { only = false }: Options = {}): Jobs {
  const work: Work = { tasks: new Map(), timetable: [], concurrency: 2 };
  const apart: Work = { tasks: new Map(), timetable: [], concurrency: 1 };
  const alive = new Set<string>();
  const runners = [work, apart].map((each) => ({ each, ...createRunner(pool, log, each, alive) }));
  const priorities = new Map<string, number>();
  return {
    define(name, task, { alone = false, priority = 0 } = {}) {
      (alone ? apart : work).tasks.set(name, task);
      priorities.set(name, priority);
    },
    schedule(name, cron, task) {
      work.tasks.set(name, task);
      work.timetable.push({ task: name, match: cron });
    },
    async add(tx, name, payload, { priority = priorities.get(name) ?? 0, key } = {}) {
      await sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json,
        max_attempts := ${maxAttempts}, priority := ${priority}, job_key := ${key ?? null}::text)`.execute(
        tx,
      );
    },
    async start() {
      if (only) await releaseAllJobs(pool);
      const busy = runners.filter(({ each }) => each.tasks.size > 0);
      await Promise.all(busy.map(({ start }) => start()));
    },
    async stop() {
      await Promise.all(runners.map(({ stop }) => stop()));
    },
  };
}

/** Migrates the job runner's own tables; `add` needs them before `start`. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  const worker = await makeWorkerUtils({ pgPool: pool, logger: new Logger(() => () => {}) });
  await worker.migrate();
  await worker.release();
}
