import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { ChatTables } from '../tables.ts';

export interface Cursors {
  /** A table of `channel_id` and `rev`: up to which revision each channel has been worked on. */
  table: string;
  /** What is read of the changed messages, where `m` is the message and `u` its sender. */
  columns: RawBuilder<unknown>;
  /** So many changes in one transaction. */
  atOnce: number;
}

/** So many channels are looked at, those with the least to do first: they must not wait for a backlog. */
export const channelsAtOnce = 100;

interface LockedCursor {
  channel_id: string;
  rev: number;
}

/**
 * Works on messages changed since it was last done, a bounded batch, in the order of each channel's
 * revisions. The cursors move in the same transaction and are locked meanwhile, so that of all instances
 * one works on a channel. What `work` answers counts once this has resolved; null: nothing was to be done.
 */
export async function workOnChanges<Row extends { rev: number; channel_id: string }, T>(
  db: Db<ChatTables>,
  cursors: Cursors,
  work: (tx: Db<ChatTables>, rows: Row[]) => Promise<T>,
): Promise<{ done: T | null; hasMore: boolean }> {
  const table = sql.table(cursors.table);
  const behind = await listBehind(db, table);
  if (behind.length === 0) return { done: null, hasMore: false };
  const chosen = chooseBatch(behind, cursors.atOnce);
  await sql`insert into ${table} (channel_id)
    select unnest(${chosen}::text[]) on conflict do nothing`.execute(db);
  return db.transaction().execute(async (tx) => {
    const { rows: held } = await sql<LockedCursor>`select channel_id, rev from ${table}
      where channel_id = any(${chosen}::text[])
      order by channel_id for update skip locked`.execute(tx);
    // Another instance is at it.
    if (held.length === 0) return { done: null, hasMore: false };
    const { rows, ends } = await readChanges<Row>(tx, cursors, held);
    const done = await work(tx, rows);
    const isFull = await moveCursors(tx, table, rows, ends, cursors.atOnce);
    const isAll = behind.length === chosen.length && behind.length < channelsAtOnce;
    return { done, hasMore: isFull || !isAll };
  });
}

async function listBehind(db: Db<ChatTables>, table: RawBuilder<unknown>) {
  const { rows } = await sql<Behind>`
    select c.id, c.last_rev - coalesce(k.rev, 0) as waiting from chat_channels c
    left join ${table} k on k.channel_id = c.id
    where c.last_rev > coalesce(k.rev, 0)
    order by waiting limit ${channelsAtOnce}`.execute(db);
  return rows;
}

export interface Behind {
  id: string;
  /** Revisions not worked on yet. */
  waiting: number;
}

/** Channels that fit into a batch together, and one in any case. */
export function chooseBatch(behind: readonly Behind[], atOnce: number): string[] {
  let sum = 0;
  const fitting = behind.filter(({ waiting }) => {
    sum += waiting;
    return sum <= atOnce;
  });
  return (fitting.length > 0 ? fitting : behind.slice(0, 1)).map(({ id }) => id);
}

/** The changed messages, and the revision of each channel at the same moment. */
async function readChanges<Row>(
  tx: Db<ChatTables>,
  { columns, atOnce }: Cursors,
  held: readonly LockedCursor[],
): Promise<{ rows: Row[]; ends: Map<string, number> }> {
  type Read = Row & { of: string; channel_rev: number; id: string | null };
  const { rows } = await sql<Read>`
    select w.channel_id as of, c.last_rev as channel_rev, ${columns}
    from json_to_recordset(${JSON.stringify(held)}::json) as w (channel_id text, rev bigint)
    join chat_channels c on c.id = w.channel_id
    left join lateral (
      select * from chat_messages changed
      where changed.channel_id = w.channel_id and changed.rev > w.rev
      order by changed.rev limit ${atOnce}) m on true
    left join users u on u.id = m.sender_id
    order by w.channel_id, m.rev`.execute(tx);
  return {
    rows: rows.filter(({ id }) => id !== null),
    ends: new Map(rows.map((row) => [row.of, row.channel_rev])),
  };
}

/** Answers whether a channel may have more than was read of it. */
async function moveCursors(
  tx: Db<ChatTables>,
  table: RawBuilder<unknown>,
  rows: readonly { rev: number; channel_id: string }[],
  ends: ReadonlyMap<string, number>,
  atOnce: number,
): Promise<boolean> {
  const byChannel = Map.groupBy(rows, ({ channel_id }) => channel_id);
  const isFull = (id: string) => (byChannel.get(id)?.length ?? 0) >= atOnce;
  const moved = [...ends].map(([id, end]) => ({
    channel_id: id,
    rev: isFull(id) ? byChannel.get(id)?.at(-1)?.rev : end,
  }));
  await sql`update ${table} k set rev = w.rev
    from json_to_recordset(${JSON.stringify(moved)}::json) as w (channel_id text, rev bigint)
    where k.channel_id = w.channel_id`.execute(tx);
  return [...ends.keys()].some(isFull);
}
