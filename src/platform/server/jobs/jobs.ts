import { EventEmitter } from 'node:events';
import { Logger, makeWorkerUtils, parseCronItems, type Runner, run } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { AnyTables } from '../db/database.ts';
import type { Log } from '../log/log.ts';

type Task = (payload: Record<string, unknown>) => Promise<void>;

/** Work done later, by any instance, again when it failed: at least once, so a task must bear repeating. */
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
  const tasks = new Map<string, Task>();
  const timetable: { task: string; match: string }[] = [];
  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ job: meta?.taskIdentifier }, message);
    else if (level === 'warning') log.warn(message);
  });
  let runner: Runner | undefined;
  return {
    define: (name, task) => void tasks.set(name, task),
    schedule(name, cron, task) {
      tasks.set(name, task);
      timetable.push({ task: name, match: cron });
    },
    async add(tx, name, payload) {
      await sql`select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json,
        max_attempts := ${maxAttempts})`.execute(tx);
    },
    async start() {
      runner = await run({
        pgPool: pool,
        concurrency: 2,
        noHandleSignals: true,
        logger,
        events: new EventEmitter() as never,
        parsedCronItems: parseCronItems(timetable),
        taskList: Object.fromEntries(
          [...tasks].map(([name, task]) => [name, (payload) => task(payload as never)]),
        ),
      });
    },
    async stop() {
      await runner?.stop();
    },
  };
}

/** Brings the job runner's own tables up to date; `add` needs them before `start`. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  const worker = await makeWorkerUtils({ pgPool: pool, logger: new Logger(() => () => {}) });
  await worker.migrate();
  await worker.release();
}
