import { eventually } from './eventually.ts';

const cursors = ['chat_search_cursors', 'chat_notify_cursors', 'chat_record_cursors'];
const behind = cursors.map(
  (table) =>
    `select from chat_channels c left join ${table} k on k.channel_id = c.id
     where c.last_rev > coalesce(k.rev, 0)`,
);

/**
 * Waits until the followers have caught up with the seeded messages. Otherwise every copy of the database would index
 * them again.
 */
export async function settle(query: (text: string) => Promise<{ rows: unknown[] }>): Promise<void> {
  await eventually(async () => {
    const { rows } = await query(`select
      exists (${behind.join(' union all ')}) or exists (select from graphile_worker.jobs) as waits`);
    return !(rows[0] as { waits: boolean }).waits;
  }, 'The background work on the demo messages did not finish');
}
