import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Log } from '../../../../platform/server/log/log.ts';
import type { ChatMessage } from '../../contract.ts';
import type { ChatTables } from '../tables.ts';
import { startInSql } from './start.ts';

/** Not urgent; batches consecutive messages. */
const delayMs = 250;

interface Own {
  user_id: number;
  channel_id: string;
  seq: number;
}

/**
 * Moves people's read pointers to their own messages if nothing before is unread. Own messages never
 * count as unread, so a lost update does no harm.
 */
export function createOwnPointers(db: Db<ChatTables>, log: Log): (message: ChatMessage) => void {
  const latest = new Map<string, Own>();

  function flush(): void {
    const own = [...latest.values()];
    latest.clear();
    moveTo(db, own).catch((error) =>
      log.debug({ err: error }, 'Failed to move read pointers to own messages'),
    );
  }

  return ({ senderId, channelId, seq }) => {
    if (seq === null) return;
    if (latest.size === 0) setTimeout(flush, delayMs).unref();
    const key = `${senderId} ${channelId}`;
    if ((latest.get(key)?.seq ?? 0) < seq) {
      latest.set(key, { user_id: senderId, channel_id: channelId, seq });
    }
  };
}

async function moveTo(db: Db<ChatTables>, own: readonly Own[]): Promise<void> {
  await sql`
    insert into chat_reads as r (user_id, channel_id, last_read_seq, version)
    select w.user_id, w.channel_id, least(w.seq, f.seq - 1), coalesce(k.version, 0)
    from json_to_recordset(${JSON.stringify(own)}::json)
      as w (user_id int, channel_id text, seq bigint)
    join chat_channels c on c.id = w.channel_id
    left join chat_reads k on k.user_id = w.user_id and k.channel_id = w.channel_id
    -- The first unread message of someone else.
    left join lateral (select m.seq from chat_messages m where m.channel_id = w.channel_id
      and m.seq > coalesce(k.last_read_seq, ${startInSql}) and m.seq < w.seq
      and m.sender_id <> w.user_id and m.deleted_at is null
      order by m.seq limit 1) f on true
    where k.user_id is null or k.last_read_seq < least(w.seq, f.seq - 1)
    order by w.user_id, w.channel_id
    on conflict (user_id, channel_id) do update
    set last_read_seq = excluded.last_read_seq
    where r.version = excluded.version and r.last_read_seq < excluded.last_read_seq`.execute(db);
}
