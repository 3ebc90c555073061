import { sql } from 'kysely';
import { type ChannelType, readsChannel, startInSql } from '../../../chat/server/public.ts';
import type { Status } from '../../../people/contract.ts';
import type { ChatSettings } from '../../contract.ts';
import { type SettingsRow, toSettings } from '../settings/rows.ts';
import type { NotifyDb } from '../tables.ts';
import { viewedBy } from '../viewing.ts';
import type { News } from './changes.ts';

/** A person who can read a channel, with their state in it. */
export interface Reader {
  channel_id: string;
  type: ChannelType;
  name: string;
  id: number;
  username: string;
  status: Status;
  status_until: Date | null;
  /** Whether they are a member; public channels can be read without joining. */
  is_in: boolean;
  /** The read pointer; null if there is none. */
  pointer: number | null;
  /** The position without a pointer. */
  start: number;
  /** The read pointers of followed threads. */
  threads: Record<string, number> | null;
  /** Channels and threads on screen. */
  views: string[];
  settings: ChatSettings;
}

type ReaderRow = Omit<Reader, 'settings'> & { saved: SettingsRow | null };

/**
 * Everyone these messages may concern, in one statement: for public and record channels members and
 * mentioned people, for others everyone who can read them; no bots.
 */
export async function findReaders(
  tx: NotifyDb,
  news: readonly News[],
  now: Date,
): Promise<Reader[]> {
  if (news.length === 0) return [];
  const byChannel = Map.groupBy(news, ({ row }) => row.channel_id);
  const batch = [...byChannel].map(([id, group]) => ({
    id,
    named: [...new Set(group.flatMap(({ named }) => [...named]))],
  }));
  const threads = [...new Set(news.flatMap(({ row }) => row.thread_id ?? []))];
  const { rows } = await sql<ReaderRow>`
    select c.id as channel_id, c.type, c.name, u.id, u.username, u.status, u.status_until,
      u.is_in, r.last_read_seq as pointer, ${startInSql} as start,
      (select json_object_agg(t.thread_id, t.last_read_seq) from chat_thread_members t
        where t.user_id = u.id and t.following and t.thread_id = any(${threads}::uuid[])) as threads,
      array(${viewedBy(sql`u.id`)}) as views,
      (select to_json(s) from chat_settings s where s.user_id = u.id) as saved
    from json_to_recordset(${JSON.stringify(batch)}::json) as b (id text, named int[])
    join chat_channels c on c.id = b.id
    cross join lateral (
      select u.*, true as is_in from users u
      where c.type = 'direct' and u.id in (c.user_low, c.user_high)
      union all
      select u.*, true from chat_members n join users u on u.id = n.user_id
      where c.type in ('public', 'private', 'group', 'record') and n.channel_id = c.id and n.left_at is null
      union all
      select u.*, false from users u
      where c.type in ('public', 'record') and u.id = any(b.named) and not exists (select from chat_members n
        where n.channel_id = c.id and n.user_id = u.id and n.left_at is null)
      union all
      select u.*, true from users u
      where c.type not in ('direct', 'public', 'private', 'group', 'record')) u
    left join chat_reads r on r.channel_id = c.id and r.user_id = u.id
    where ${readsChannel} and u.protection is distinct from 'system_bot'`.execute(tx);
  return rows.map(({ saved, ...row }) => ({ ...row, settings: settingsOf(saved, now) }));
}

/** Converts JSON values to column values. */
function settingsOf(saved: SettingsRow | null, now: Date): ChatSettings {
  if (!saved?.paused_until) return toSettings(saved ?? undefined, now);
  return toSettings({ ...saved, paused_until: new Date(saved.paused_until) }, now);
}
