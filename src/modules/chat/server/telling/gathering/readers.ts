import { sql } from 'kysely';
import type { Status } from '../../../../people/contract.ts';
import type { ChatSettings } from '../../../contract/settings.ts';
import { readsChannel } from '../../audience/readers.ts';
import { startInSql } from '../../personal/unread.ts';
import { type SettingsRow, toSettings } from '../../settings/rows.ts';
import type { ChannelType } from '../../tables.ts';
import { lookedAt } from '../looking.ts';
import type { NotifyDb } from '../tables.ts';
import type { News } from './changes.ts';

/** Somebody who may read a channel, and how they stand to it. */
export interface Reader {
  channel_id: string;
  type: ChannelType;
  name: string;
  id: number;
  username: string;
  status: Status;
  status_until: Date | null;
  /** In the channel, which of a public one not everybody is who may read it. */
  is_in: boolean;
  /** Null: they have none. */
  pointer: number | null;
  /** Where who has no pointer stands. */
  start: number;
  /** By thread: how far they have read in those they follow. */
  threads: Record<string, number> | null;
  /** Channels and threads before their eyes. */
  looks: string[];
  settings: ChatSettings;
}

type ReaderRow = Omit<Reader, 'settings'> & { saved: SettingsRow | null };

/**
 * All whom these messages may concern, in one statement: of a public channel or a record's those who are in it and those
 * who are named, of every other one whoever may read it; no bots.
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
      array(${lookedAt(sql`u.id`)}) as looks,
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

/** What came as JSON, as the columns would have come. */
function settingsOf(saved: SettingsRow | null, now: Date): ChatSettings {
  if (!saved?.paused_until) return toSettings(saved ?? undefined, now);
  return toSettings({ ...saved, paused_until: new Date(saved.paused_until) }, now);
}
