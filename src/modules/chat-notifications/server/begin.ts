import { sql } from 'kysely';
import type { NotifyDb } from './tables.ts';

/**
 * When notifications started. On the first start the cursors skip existing messages; null while there
 * are no users yet, as their initial import may contain old messages.
 */
export async function beginNotifying(db: NotifyDb): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    with begun as (
      insert into chat_notify_started (only_one) select true where exists (select from users)
      on conflict do nothing returning at
    ), cursors as (
      insert into chat_notify_cursors (channel_id, rev)
      select id, last_rev from chat_channels where exists (select from begun)
      on conflict do nothing
    )
    select at from begun union all select at from chat_notify_started limit 1`.execute(db);
  return rows[0]?.at ?? null;
}
