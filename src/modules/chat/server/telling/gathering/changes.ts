import { sql } from 'kysely';
import { mentionsIn } from '../../posting/mentions.ts';
import type { MessageRow } from '../../reading/rows.ts';
import type { NotifyDb } from '../tables.ts';

export type ChangedRow = Pick<
  MessageRow,
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

/** A message somebody may have to be told of. */
export interface News {
  row: ChangedRow;
  /** False: it was edited, and only whom it names now and did not before is to be told. */
  isNew: boolean;
  /** Whom it names, of whom it has not named before. */
  named: ReadonlySet<number>;
  callsChannel: boolean;
  /** Lower-case usernames in it. */
  words: ReadonlySet<string>;
  /** Whether it calls whoever is here or on duty: then not all it names are named by their username. */
  callsGroup: boolean;
}

export interface Changes {
  news: News[];
  deleted: ChangedRow[];
  /** Messages of which it is to be remembered whom they name. */
  known: ChangedRow[];
}

/** Of older messages nobody remembers whom they named, so no change of theirs calls anybody. */
export const rememberedDays = 30;
const forgottenAfterMs = (rememberedDays - 1) * 86_400_000;
/** What was stored so long after it was said was brought in from elsewhere, and is no news to anybody. */
const broughtInAfterMs = 3_600_000;

interface Since {
  begunAt: Date;
  now: Date;
}

/** What of these changes is news, to be told or taken back. */
export async function sortChanges(
  tx: NotifyDb,
  rows: readonly ChangedRow[],
  { begunAt, now }: Since,
): Promise<Changes> {
  const since = Math.max(begunAt.getTime(), now.getTime() - forgottenAfterMs);
  const told = await findNotified(
    tx,
    rows.map(({ id }) => id),
  );
  const changes: Changes = { news: [], deleted: [], known: [] };
  for (const row of rows) {
    const before = told.get(row.id);
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
  const saidAt = row.created_at.getTime();
  return (
    saidAt >= since && row.message_type !== 'system' && storedAt(row.id) - saidAt < broughtInAfterMs
  );
}

/** When the message's id was made: a UUID of version 7 begins with that moment. */
const storedAt = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

const groupMentions = ['here', 'on-duty'];

function newsOf(row: ChangedRow, before: Before | undefined): News {
  const words = new Set(mentionsIn(row.content).map((word) => word.toLowerCase()));
  const named = row.mentioned_user_ids.filter((id) => !before?.named.includes(id));
  return {
    row,
    isNew: before === undefined,
    named: new Set(named),
    callsChannel: row.mentions_channel && !before?.calls_channel,
    words,
    callsGroup: groupMentions.some((word) => words.has(word)),
  };
}

interface Before {
  message_id: string;
  named: number[];
  calls_channel: boolean;
}

async function findNotified(tx: NotifyDb, ids: readonly string[]): Promise<Map<string, Before>> {
  const rows = await tx
    .selectFrom('chat_told')
    .select(['message_id', 'named', 'calls_channel'])
    .where(sql<boolean>`message_id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.message_id, row]));
}

/** Who was named once stays so: to take a name out and put it in again calls nobody twice. */
export async function rememberNotified(tx: NotifyDb, rows: readonly ChangedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const known = rows.map((row) => ({
    id: row.id,
    named: row.mentioned_user_ids,
    calls: row.mentions_channel,
  }));
  await sql`
    insert into chat_told as t (message_id, named, calls_channel)
    select id, named, calls from json_to_recordset(${JSON.stringify(known)}::json)
      as k (id uuid, named int[], calls boolean)
    on conflict (message_id) do update set
      named = array(select unnest(t.named) union select unnest(excluded.named)),
      calls_channel = t.calls_channel or excluded.calls_channel`.execute(tx);
}

export async function forgetNotified(db: NotifyDb): Promise<void> {
  await sql`delete from chat_told
    where told_at < now() - make_interval(days => ${rememberedDays})`.execute(db);
}
