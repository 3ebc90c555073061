import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { countCpu, type Spent } from './processes.ts';

const cursors = ['chat_search_cursors', 'chat_notify_cursors', 'chat_record_cursors'];
const behind = cursors.map(
  (table) =>
    `select coalesce(sum(c.last_rev - coalesce(k.rev, 0)), 0)
     from chat_channels c left join ${table} k on k.channel_id = c.id
     where c.last_rev > coalesce(k.rev, 0)`,
);
const pollMs = 100;
const stalledAfterMs = 900_000;

/** Messages that the one of search, notifications and record mentions furthest behind has not processed. */
export async function countBehind(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ behind: number }>(
    `select greatest(${behind.map((query) => `(${query})`).join(', ')})::int as behind`,
  );
  return rows[0]?.behind ?? 0;
}

/** Waits until what follows messages is done: the search index, notifications and record mentions. */
export async function untilCaughtUp(pool: pg.Pool, pid: number): Promise<Spent> {
  const readCpu = countCpu(pid);
  const end = performance.now() + stalledAfterMs;
  while ((await countBehind(pool)) > 0) {
    if (performance.now() > end) throw new Error('What follows messages did not catch up');
    await sleep(pollMs);
  }
  return readCpu();
}
