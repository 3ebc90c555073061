import { type RawBuilder, sql } from 'kysely';
import { type Db, isUnavailable } from '../../../../platform/server/db/database.ts';
import type { ChatTables } from '../tables.ts';

export interface Cursors {
  /** A table of `channel_id` and `rev`: the last processed revision of each channel. */
  table: string;
  /** The columns to read of changed messages, where `m` is the message and `u` its sender. */
  columns: RawBuilder<unknown>;
  /** Changes of one channel per transaction. */
  atOnce: number;
}

/**
 * Channels per batch, those with the fewest changes first, so that they do not wait for a backlog. One is that with the
 * most: it would wait for as long as others keep changing.
 */
const channelsAtOnce = 100;
/** Characters per transaction. */
const charactersAtOnce = 500_000;

interface LockedCursor {
  channel_id: string;
  rev: number;
}

interface ChangedRow {
  rev: number;
  content: string;
}

/** Which channels to process. */
export interface Which {
  /** Those known to have changed; all if absent. */
  only?: readonly string[] | undefined;
  without?: ReadonlySet<string>;
}

export interface Outcome {
  /** There is more to do immediately. */
  hasMore: boolean;
  failed: { channelId: string; error: unknown }[];
}

interface Worked<T> extends Outcome {
  /** The results of `work`, one per committed transaction; none if there was nothing to do. */
  done: T[];
}

type Work<Row, T> = (tx: Db<ChatTables>, rows: Row[]) => Promise<T>;

/**
 * Processes a bounded batch of changed messages, in each channel's revision order. The cursors are
 * locked and moved in the same transaction, so that only one instance works on a channel. If `work`
 * throws, each channel gets a transaction of its own, so that a failing one does not block the others.
 */
export async function workOnChanges<Row extends ChangedRow, T>(
  db: Db<ChatTables>,
  cursors: Cursors,
  which: Which,
  work: Work<Row, T>,
): Promise<Worked<T>> {
  const table = sql.table(cursors.table);
  const behind = await listBehind(db, table, which);
  if (behind.length === 0) return { done: [], hasMore: false, failed: [] };
  const chosen = chooseBatch(behind, cursors.atOnce);
  await sql`insert into ${table} (channel_id)
    select unnest(${chosen}::text[]) on conflict do nothing`.execute(db);
  const hasOthers = behind.length > chosen.length || behind.length === channelsAtOnce;
  const take: Take<T> = (channelIds) => takeChannels(db, cursors, channelIds, work);
  try {
    const taken = await take(chosen);
    // Another instance is working on them.
    if (!taken) return { done: [], hasMore: false, failed: [] };
    return { done: [taken.done], hasMore: taken.isCut || hasOthers, failed: [] };
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return takeEach(chosen, take);
  }
}

/** Null if other instances are working on all of them. */
type Take<T> = (channelIds: readonly string[]) => Promise<{ done: T; isCut: boolean } | null>;

async function takeEach<T>(channelIds: readonly string[], take: Take<T>): Promise<Worked<T>> {
  const worked: Worked<T> = { done: [], hasMore: true, failed: [] };
  for (const channelId of channelIds) {
    try {
      const taken = await take([channelId]);
      if (taken) worked.done.push(taken.done);
    } catch (error) {
      // What was committed before must still be returned.
      if (isUnavailable(error)) break;
      worked.failed.push({ channelId, error });
    }
  }
  return worked;
}

function takeChannels<Row extends ChangedRow, T>(
  db: Db<ChatTables>,
  cursors: Cursors,
  channelIds: readonly string[],
  work: Work<Row, T>,
): ReturnType<Take<T>> {
  const table = sql.table(cursors.table);
  return db.transaction().execute(async (tx) => {
    const { rows: locked } = await sql<LockedCursor>`select channel_id, rev from ${table}
      where channel_id = any(${channelIds}::text[])
      order by channel_id for update skip locked`.execute(tx);
    if (locked.length === 0) return null;
    const read = await readChanges<Row>(tx, cursors, locked);
    const { rows, moved, isCut } = cutBatch(read, cursors.atOnce);
    const done = await work(tx, rows);
    await moveCursors(tx, table, moved);
    return { done, isCut };
  });
}

async function listBehind(
  db: Db<ChatTables>,
  table: RawBuilder<unknown>,
  { only, without }: Which,
): Promise<Behind[]> {
  const { rows } = await sql<Behind>`
    with behind as materialized (
      select c.id, c.last_rev - coalesce(k.rev, 0) as waiting from chat_channels c
      left join ${table} k on k.channel_id = c.id
      where c.last_rev > coalesce(k.rev, 0)
        and ${only ? sql`c.id = any(${only}::text[])` : sql`true`}
        and ${without?.size ? sql`c.id <> all(${[...without]}::text[])` : sql`true`})
    (select * from behind order by waiting, id limit ${channelsAtOnce - 1})
    union (select * from behind order by waiting desc, id desc limit 1)
    order by waiting, id`.execute(db);
  return rows;
}

interface Behind {
  id: string;
  /** Unprocessed revisions. */
  waiting: number;
}

/** Channels that fit into a batch together, and the one with the most changes. */
function chooseBatch(behind: readonly Behind[], atOnce: number): string[] {
  let sum = 0;
  const chosen = behind.filter(({ waiting }, index) => {
    sum += waiting;
    return sum <= atOnce || index === behind.length - 1;
  });
  return chosen.map(({ id }) => id);
}

type Read<Row> = Row & {
  of: string;
  /** The channel's, read together with its messages: later changes count as behind again. */
  channel_rev: number;
  /** Null: the channel has no changed message. */
  id: string | null;
};

async function readChanges<Row>(
  tx: Db<ChatTables>,
  { columns, atOnce }: Cursors,
  locked: readonly LockedCursor[],
): Promise<Read<Row>[]> {
  const { rows } = await sql<Read<Row>>`
    select w.channel_id as of, c.last_rev as channel_rev, ${columns}
    from json_to_recordset(${JSON.stringify(locked)}::json) as w (channel_id text, rev bigint)
    join chat_channels c on c.id = w.channel_id
    left join lateral (
      select * from chat_messages changed
      where changed.channel_id = w.channel_id and changed.rev > w.rev
      order by changed.rev limit ${atOnce}) m on true
    left join users u on u.id = m.sender_id
    order by w.channel_id, m.rev`.execute(tx);
  return rows;
}

/** The messages of one batch, the resulting cursors, and whether a channel may have more. */
function cutBatch<Row extends ChangedRow>(read: readonly Read<Row>[], atOnce: number) {
  const rows: Row[] = [];
  const moved: LockedCursor[] = [];
  let characters = 0;
  let isCut = false;
  for (const [channel_id, group] of Map.groupBy(read, ({ of }) => of)) {
    const changed = group.filter(({ id }) => id !== null);
    const taken: Row[] = [];
    for (const row of changed) {
      if (characters > charactersAtOnce) break;
      characters += row.content.length;
      taken.push(row);
    }
    rows.push(...taken);
    const isComplete = taken.length === changed.length && taken.length < atOnce;
    const rev = isComplete ? group[0]?.channel_rev : taken.at(-1)?.rev;
    if (rev !== undefined) moved.push({ channel_id, rev });
    isCut ||= !isComplete;
  }
  return { rows, moved, isCut };
}

async function moveCursors(
  tx: Db<ChatTables>,
  table: RawBuilder<unknown>,
  moved: readonly LockedCursor[],
): Promise<void> {
  await sql`update ${table} k set rev = w.rev
    from json_to_recordset(${JSON.stringify(moved)}::json) as w (channel_id text, rev bigint)
    where k.channel_id = w.channel_id`.execute(tx);
}
