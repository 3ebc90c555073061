import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  type Runner,
  type RunnerOptions,
  run,
  type TaskList,
} from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '../log/log.ts';

export type Task = (payload: Record<string, unknown>) => Promise<void>;

export interface Work {
  tasks: Map<string, Task>;
  timetable: { task: string; match: string }[];
  /** Concurrent jobs on each instance. */
  concurrency: number;
}

const restartMs = 1_000;
const releaseIntervalMs = 60_000;

/**
 * Keeps jobs running. The library's runner gives up if the database is unavailable at the very moment a job ends, and
 * finds no jobs any more if it is at the runner's first query; then a new runner starts, and repeats what was not done.
 * `alive`: the ids of all runners of this instance, which each one keeps up to date.
 */
export function createRunner(pool: pg.Pool, log: Log, work: Work, alive: Set<string>) {
  const dead: string[] = [];
  let runner: Runner | undefined;
  let settled = Promise.resolve();
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;

  async function launch(): Promise<void> {
    await releaseJobs(pool, { dead, alive });
    const events = new EventEmitter();
    events.once('pool:create', ({ workerPool }) => {
      alive.add(workerPool.id);
      events.once('pool:release', () => {
        alive.delete(workerPool.id);
        dead.push(workerPool.id);
      });
    });
    const stuck = Promise.withResolvers<void>();
    let failure: Error | undefined;
    events.on('worker:getJob:error', ({ error }) => {
      // The same failure again: of its first query, which the library keeps instead of repeating the query.
      if (error === failure) stuck.resolve();
      failure = error;
    });
    const launched = await run({
      ...optionsFor(pool, log, work, events),
      taskList: listTasks(work.tasks),
    });
    runner = launched;
    const restart = (error?: unknown) => {
      if (stopping) return;
      log.warn({ err: error ?? failure }, 'Replacing a job runner that lost the database');
      settled = relaunch();
    };
    launched.promise.then(restart, restart);
    void stuck.promise.then(() => end(launched));
  }

  async function relaunch(): Promise<void> {
    while (!stopping) {
      await sleep(restartMs);
      try {
        return await launch();
      } catch (error) {
        log.warn({ err: error }, 'Failed to start the job runner');
      }
    }
  }

  return {
    async start(): Promise<void> {
      await launch();
      timer = setInterval(() => {
        releaseJobs(pool, { dead, alive }).catch((err) =>
          log.warn({ err }, 'Failed to release jobs'),
        );
      }, releaseIntervalMs).unref();
    },
    async stop(): Promise<void> {
      stopping = true;
      clearInterval(timer);
      await settled;
      if (runner) await end(runner);
      // The library keeps the options of every runner in memory, and tasks hold on to the whole server.
      work.tasks.clear();
    },
  };
}

async function end(runner: Runner): Promise<void> {
  // Fails only if it has given up or been stopped already.
  await runner.stop().catch(() => {});
  await runner.promise.catch(() => {});
}

/**
 * Unlocks jobs of runners that died; the library would leave them locked for four hours. A job that another instance has
 * had for long may only be a slow one, so this unlocks job by job: the function of the library unlocks all jobs of
 * a runner, also those it has just begun.
 */
async function releaseJobs(
  pool: pg.Pool,
  { dead, alive }: { dead: string[]; alive: ReadonlySet<string> },
): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_by = any($1)
      or (locked_at < now() - interval '5 minutes' and locked_by <> all($2))`,
    [dead, [...alive]],
  );
}

/** Unlocks every job, for a caller that knows that no one can be working on one. */
export async function releaseAllJobs(pool: pg.Pool): Promise<void> {
  await pool.query(`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs where locked_by is not null))`);
}

function optionsFor(pool: pg.Pool, log: Log, work: Work, events: EventEmitter): RunnerOptions {
  return {
    pgPool: pool,
    concurrency: work.concurrency,
    noHandleSignals: true,
    events: events as never,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error') log.error({ job: meta?.taskIdentifier }, message);
      else if (level === 'warning') log.warn(message);
    }),
    // Batches, even of one: the library only waits for those on shutdown, and only catches their failures.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    parsedCronItems: parseCronItems(work.timetable),
  };
}

/** Apart from the other options, so that its functions keep nothing else in memory. */
function listTasks(tasks: Map<string, Task>): TaskList {
  return Object.fromEntries(
    [...tasks.keys()].map((name) => [
      name,
      (payload) => {
        const task = tasks.get(name);
        // Fails the job, which stays for the next runner.
        if (!task) throw new Error('This server has stopped');
        return task(payload as never);
      },
    ]),
  );
}
