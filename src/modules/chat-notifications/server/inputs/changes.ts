import { sql } from 'kysely';
import { mentionsIn, presenceMentions, type StoredMessage } from '../../../chat/server/public.ts';
import type { NotifyDb } from '../tables.ts';

export type ChangedRow = Pick<
  StoredMessage,
  | 'id'
  | 'rev'
  | 'channel_id'
  | 'seq'
  | 'sender_id'
  | 'content'
  | 'message_type'
  | 'metadata'
  | 'attachments'
  | 'mentioned_user_ids'
  | 'mentions_channel'
  | 'thread_id'
  | 'thread_seq'
  | 'edited_at'
  | 'deleted_at'
  | 'created_at'
  | 'shown_name'
>;

export const changedColumns = sql`m.id, m.rev, m.channel_id, m.seq, m.sender_id, m.content,
  m.message_type, m.metadata, m.attachments, m.mentioned_user_ids, m.mentions_channel, m.thread_id,
  m.thread_seq, m.edited_at, m.deleted_at, m.created_at, u.shown_name`;

/** A message that may need notifications. */
export interface News {
  row: ChangedRow;
  /** False: an edit; notifies only newly mentioned people. */
  isNew: boolean;
  /** The people newly mentioned. */
  named: ReadonlySet<number>;
  callsChannel: boolean;
  /** Mentioned words, in lower case. */
  words: ReadonlySet<string>;
  /** Whether it contains @here or @on-duty: then some people are not mentioned by username. */
  callsGroup: boolean;
}

export interface Changes {
  news: News[];
  deleted: ChangedRow[];
  /** Messages whose mentions must be remembered. */
  known: ChangedRow[];
}

/** Mentions of older messages are forgotten, so their edits notify no one. */
const rememberedDays = 30;
const forgottenAfterMs = (rememberedDays - 1) * 86_400_000;
/** Messages stored this long after their creation time were imported, and notify no one. */
export const importedAfterMs = 3_600_000;

interface Since {
  begunAt: Date;
  now: Date;
}

/** Sorts changes into messages to notify of, deletions, and mentions to remember. */
export async function sortChanges(
  tx: NotifyDb,
  rows: readonly ChangedRow[],
  { begunAt, now }: Since,
): Promise<Changes> {
  const since = Math.max(begunAt.getTime(), now.getTime() - forgottenAfterMs);
  const notified = await findNotified(
    tx,
    rows.map(({ id }) => id),
  );
  const changes: Changes = { news: [], deleted: [], known: [] };
  for (const row of rows) {
    const before = notified.get(row.id);
    if (row.deleted_at) changes.deleted.push(row);
    else if (before || isNews(row, since)) {
      const news = newsOf(row, before);
      if (news.isNew || news.named.size > 0 || news.callsChannel) changes.news.push(news);
      if (!before || row.edited_at) changes.known.push(row);
    }
  }
  return changes;
}

function isNews(row: ChangedRow, since: number): boolean {
  const createdAt = row.created_at.getTime();
  return (
    createdAt >= since &&
    row.message_type !== 'system' &&
    storedAt(row.id) - createdAt < importedAfterMs
  );
}

/** When the message's id was created: a UUIDv7 starts with its timestamp. */
const storedAt = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

function newsOf(row: ChangedRow, before: Before | undefined): News {
  const words = new Set(mentionsIn(row.content).map((word) => word.toLowerCase()));
  const named = row.mentioned_user_ids.filter((id) => !before?.named.includes(id));
  return {
    row,
    isNew: before === undefined,
    named: new Set(named),
    callsChannel: row.mentions_channel && !before?.calls_channel,
    words,
    callsGroup: presenceMentions.some((word) => words.has(word)),
  };
}

interface Before {
  message_id: string;
  named: number[];
  calls_channel: boolean;
}

async function findNotified(tx: NotifyDb, ids: readonly string[]): Promise<Map<string, Before>> {
  const rows = await tx
    .selectFrom('chat_notified')
    .select(['message_id', 'named', 'calls_channel'])
    .where(sql<boolean>`message_id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.message_id, row]));
}

/** Mentions are only added: removing and re-adding one does not notify again. */
export async function rememberNotified(tx: NotifyDb, rows: readonly ChangedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const known = rows.map((row) => ({
    id: row.id,
    named: row.mentioned_user_ids,
    calls: row.mentions_channel,
  }));
  await sql`
    insert into chat_notified as t (message_id, named, calls_channel)
    select id, named, calls from json_to_recordset(${JSON.stringify(known)}::json)
      as k (id uuid, named int[], calls boolean)
    on conflict (message_id) do update set
      named = array(select unnest(t.named) union select unnest(excluded.named)),
      calls_channel = t.calls_channel or excluded.calls_channel`.execute(tx);
}

export async function forgetNotified(db: NotifyDb): Promise<void> {
  await sql`delete from chat_notified
    where notified_at < now() - make_interval(days => ${rememberedDays})`.execute(db);
}
