import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { countCpu, type Spent } from './processes.ts';
import { median } from './statistics.ts';
import { fixed, printTable, rounded } from './table.ts';

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

/** A run, and what was left to do for its messages after the last of them. */
export interface Followed {
  sent: number;
  after: Spent | undefined;
}

/** The medians of the runs of each load. */
export function printFollowed(loads: Map<string, readonly Followed[]>): void {
  const medianOf = (runs: readonly Followed[], of: (after: Spent, sent: number) => number) =>
    median(runs.map(({ after, sent }) => (after ? of(after, sent) : Number.NaN)));
  printTable(
    'After the last message, until search, notifications and record mentions have caught up',
    ['', 'messages', 's', 'server µs/message', 'PostgreSQL µs/message'],
    [...loads].map(([name, runs]) => [
      name,
      rounded(median(runs.map(({ sent }) => sent))),
      fixed(medianOf(runs, ({ wallMs }) => wallMs) / 1000, 2),
      rounded(medianOf(runs, ({ serverMs }, sent) => (serverMs * 1000) / sent)),
      rounded(medianOf(runs, ({ databaseMs }, sent) => (databaseMs * 1000) / sent)),
    ]),
  );
}
