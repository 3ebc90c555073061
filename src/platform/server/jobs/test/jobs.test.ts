import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { createScratch } from '../../db/test/scratch.ts';
import { createLog } from '../../log/log.ts';
import { createJobs, type Jobs, longTaskPriority, migrateJobs } from '../jobs.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);
const log = createLog('silent');
const warnings: unknown[] = [];
log.warn = (_error: object, message?: string) => void warnings.push(message);
let scratch: Awaited<ReturnType<typeof createScratch>>;
let jobs: Jobs;
const running: Jobs[] = [];

beforeEach(async () => {
  scratch = await createScratch();
  await migrateJobs(scratch.pool);
  jobs = createJobs(scratch.pool, log);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const release of gates.splice(0)) release();
  for (const started of running.splice(0)) await started.stop();
  await scratch.drop();
  warnings.length = 0;
});

async function start(which = jobs): Promise<void> {
  await which.start();
  running.push(which);
}

const gates: (() => void)[] = [];
/** What tasks wait for; opened at the end of the test, so that a failed one can stop. */
function createGate() {
  const { promise: gone, resolve: release } = Promise.withResolvers<void>();
  gates.push(release);
  return { gone, release };
}

/** A task that records its payload. */
function record(which = jobs, name = 'record'): unknown[] {
  const seen: unknown[] = [];
  which.define(name, async (payload) => void seen.push(payload));
  return seen;
}

async function waiting() {
  const { rows } = await scratch.pool.query(
    'select task_identifier, attempts, last_error, locked_by from graphile_worker.jobs',
  );
  return rows;
}

const retryNow = () =>
  scratch.pool.query(`select graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs), run_at => now())`);

describe('a job', () => {
  test('exists if and only if its transaction commits', async () => {
    const seen = record();
    await start();
    const failed = scratch.db.transaction().execute(async (tx) => {
      await jobs.add(tx, 'record', { n: 1 });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await waiting()).toEqual([]);
    await scratch.db.transaction().execute(async (tx) => {
      await jobs.add(tx, 'record', { n: 2, text: `'"ü\n` });
      await sleep(100);
      expect(seen).toEqual([]);
    });
    await eventually(() => seen).toEqual([{ n: 2, text: `'"ü\n` }]);
    await eventually(waiting).toEqual([]);
  });

  test('added before a runner starts waits for it', async () => {
    await jobs.add(scratch.db, 'record', { n: 1 });
    const seen = record();
    await start();
    await eventually(() => seen).toEqual([{ n: 1 }]);
  });

  test('is done by one of several instances', async () => {
    const second = openScratchAgain();
    const other = createJobs(second.pool, log);
    const seen = [record(), record(other)];
    await start();
    await start(other);
    for (let n = 0; n < 30; n++) await jobs.add(scratch.db, 'record', { n });
    await eventually(() => seen.flat().length).toBe(30);
    await sleep(100);
    expect(new Set(seen.flat().map((payload) => (payload as { n: number }).n)).size).toBe(30);
    expect(seen.flat()).toHaveLength(30);
    await other.stop();
    running.splice(running.indexOf(other), 1);
    await second.close();
  });

  test('that fails keeps its error, and is retried', async () => {
    let attempts = 0;
    jobs.define('flaky', async () => {
      attempts++;
      if (attempts === 1) throw new Error('not yet');
    });
    await start();
    await jobs.add(scratch.db, 'flaky', {});
    await eventually(waiting).toMatchObject([{ attempts: 1, last_error: 'not yet' }]);
    await retryNow();
    await eventually(() => attempts).toBe(2);
    await eventually(waiting).toEqual([]);
  });

  test('of a killed instance is done by the next one', async () => {
    await jobs.add(scratch.db, 'record', { n: 1 });
    await scratch.pool.query(`update graphile_worker._private_jobs
      set locked_at = now() - interval '6 minutes', locked_by = 'killed', attempts = 1`);
    await jobs.add(scratch.db, 'record', { n: 2 });
    await scratch.pool.query(`update graphile_worker._private_jobs
      set locked_at = now() - interval '1 minute', locked_by = 'alive' where attempts = 0`);
    const seen = record();
    await start();
    await eventually(() => seen).toEqual([{ n: 1 }]);
    await eventually(waiting).toMatchObject([{ locked_by: 'alive' }]);
  });

  test('that takes long is repeated by another instance, and no other job of its runner is', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const times = { long: 0, short: 0 };
    const { gone, release } = createGate();
    const defineAll = (which: Jobs) => {
      for (const name of ['long', 'short'] as const) {
        which.define(name, async () => {
          times[name]++;
          await gone;
        });
      }
      which.define('apart', async () => {}, { alone: true });
    };
    defineAll(jobs);
    await start();
    await jobs.add(scratch.db, 'long', {});
    await eventually(() => times.long).toBe(1);
    await scratch.pool.query(
      "update graphile_worker._private_jobs set locked_at = now() - interval '6 minutes'",
    );
    vi.advanceTimersByTime(5 * 60_000);
    await sleep(200);
    await jobs.add(scratch.db, 'short', {});
    await eventually(() => times).toEqual({ long: 1, short: 1 });
    const second = openScratchAgain();
    const other = createJobs(second.pool, log);
    defineAll(other);
    await other.start();
    await eventually(() => times.long).toBe(2);
    await sleep(200);
    expect(times).toEqual({ long: 2, short: 1 });
    release();
    await eventually(waiting).toEqual([]);
    await other.stop();
    await second.close();
  });
});

describe('jobs may be', () => {
  test('separate, one at a time, and delay nothing', async () => {
    let under = 0;
    let most = 0;
    const { gone, release } = createGate();
    const slow = async () => {
      most = Math.max(most, ++under);
      await gone;
      under--;
    };
    jobs.define('slow', slow, { alone: true });
    const seen = record();
    for (let n = 0; n < 3; n++) await jobs.add(scratch.db, 'slow', { n });
    await start();
    await eventually(() => under).toBe(1);
    await jobs.add(scratch.db, 'record', { n: 1 });
    await eventually(() => seen).toEqual([{ n: 1 }]);
    release();
    await eventually(waiting).toEqual([]);
    expect(most).toBe(1);
  });

  test('prioritized, and replaced while they wait', async () => {
    const seen: unknown[] = [];
    jobs.define('ordered', async ({ n }) => void seen.push(n), { alone: true });
    const add = (n: number, priority: number, key: string) =>
      jobs.add(scratch.db, 'ordered', { n }, { priority, key });
    await add(1, 3, 'a');
    await add(2, 0, 'b');
    await add(3, 2, 'c');
    await add(4, 1, 'a');
    await start();
    await eventually(() => seen).toEqual([2, 4, 3]);
    await eventually(waiting).toEqual([]);
  });

  test('of a task that comes after all others, however many follow', async () => {
    const seen: string[] = [];
    jobs.define(
      'page',
      async ({ page }) => {
        seen.push(`page ${page}`);
        if (page === 1) await add('letter', { category: 3 }, { priority: 3 });
        if (Number(page) < 3) await add('page', { page: Number(page) + 1 });
      },
      { alone: true, priority: longTaskPriority },
    );
    jobs.define('letter', async ({ category }) => void seen.push(`letter ${category}`), {
      alone: true,
    });
    const add = (name: string, payload: object, options?: { priority: number }) =>
      jobs.add(scratch.db, name, { ...payload }, options);
    await add('page', { page: 1 });
    await add('letter', { category: 2 }, { priority: 2 });
    await start();
    await eventually(() => seen).toHaveLength(5);
    expect(seen).toEqual(['letter 2', 'page 1', 'letter 3', 'page 2', 'page 3']);
  });

  test('taken over at once by an instance that is alone', async () => {
    await jobs.add(scratch.db, 'record', { n: 1 });
    await scratch.pool.query(`update graphile_worker._private_jobs
      set locked_at = now(), locked_by = 'killed', attempts = 1`);
    const only = createJobs(scratch.pool, log, { only: true });
    const seen = record(only);
    await start(only);
    await eventually(() => seen).toEqual([{ n: 1 }]);
  });
});

describe('when the database is unavailable', () => {
  /** Cuts every connection and refuses new ones until the returned function is called. */
  async function disconnectDatabase(): Promise<() => Promise<unknown>> {
    const { rows } = await scratch.pool.query('select current_database() as name');
    const { name } = rows[0];
    const admin = openScratchAgain('postgres');
    await admin.pool.query(`alter database ${name} with allow_connections false`);
    await admin.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    );
    return async () => {
      await admin.pool.query(`alter database ${name} with allow_connections true`);
      await admin.close();
    };
  }

  test('jobs continue once it is back', async () => {
    const seen = record();
    await start();
    const reconnect = await disconnectDatabase();
    await sleep(2_500);
    await reconnect();
    await jobs.add(scratch.db, 'record', { n: 1 });
    await eventually(() => seen).toEqual([{ n: 1 }]);
  });

  test('jobs run although the first query failed', async () => {
    const rename = (from: string, to: string) =>
      scratch.pool.query(`alter table graphile_worker.${from} rename to ${to}`);
    const seen = record();
    await rename('_private_tasks', 'unavailable');
    await start();
    await sleep(1_000);
    await rename('unavailable', '_private_tasks');
    await jobs.add(scratch.db, 'record', { n: 1 });
    await eventually(() => seen).toEqual([{ n: 1 }]);
    expect(warnings).toContain('Replacing a job runner that lost the database');
  });

  test.each([
    ['succeeded', () => {}],
    [
      'failed',
      () => {
        throw new Error('no');
      },
    ],
  ])('a job that %s meanwhile is repeated, and the others run, too', async (_name, end) => {
    let reconnect: (() => Promise<unknown>) | undefined;
    let times = 0;
    jobs.define('interrupted', async () => {
      times++;
      if (times > 1) return;
      reconnect = await disconnectDatabase();
      end();
    });
    const seen = record();
    await start();
    await jobs.add(scratch.db, 'interrupted', {});
    await eventually(() => reconnect).toBeDefined();
    await sleep(2_500);
    await reconnect?.();
    await eventually(() => times).toBe(2);
    await jobs.add(scratch.db, 'record', { n: 1 });
    await eventually(() => seen).toEqual([{ n: 1 }]);
    await eventually(waiting).toEqual([]);
  });

  test('the runner can still be stopped', async () => {
    record();
    await start();
    const reconnect = await disconnectDatabase();
    await expect(jobs.stop()).resolves.toBeUndefined();
    running.pop();
    await reconnect();
  });
});

function openScratchAgain(database?: string): Database {
  const options = scratch.pool.options as { host: string; database: string };
  return openDatabase({ host: options.host, database: database ?? options.database }, log);
}
