import { type Kysely, sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { NotificationTables } from '../tables.ts';
import { type Mark, nothing } from './notify.ts';
import { publishNotifications } from './publish.ts';

const keptPerPerson = 500;

/** Hourly: keeps at most 500 notifications and 90 days per person. */
export function scheduleSweep(platform: Platform): void {
  platform.jobs.schedule('notifications.sweep', '41 * * * *', async () => {
    const removed = [...(await dropOld(platform.db)), ...(await dropSurplus(platform.db))];
    await publishNotifications(platform, { ...nothing, removed });
  });
}

/** Removed rows are kept for a week, so that the same fact does not notify again. */
async function dropOld(db: Kysely<NotificationTables>): Promise<Mark[]> {
  const { rows } = await sql<Mark & { shown: boolean }>`
    delete from notifications where created_at < now() - interval '90 days'
      or (created_at < now() - interval '7 days' and removed_at < now() - interval '7 days')
    returning id, user_id, removed_at is null as shown`.execute(db);
  return rows.filter(({ shown }) => shown).map(({ id, user_id }) => ({ id, user_id }));
}

async function dropSurplus(db: Kysely<NotificationTables>): Promise<Mark[]> {
  // Not materialized, the subquery of `oldest_kept` would run for each notification instead of each person.
  const { rows } = await sql<Mark>`
    with crowded as (
      select user_id from notifications where removed_at is null
      group by user_id having count(*) > ${keptPerPerson}
    ), oldest_kept as materialized (
      select user_id, (select id from notifications
        where user_id = crowded.user_id and removed_at is null
        order by id desc offset ${keptPerPerson - 1} limit 1) as id
      from crowded
    )
    delete from notifications using oldest_kept
    where notifications.user_id = oldest_kept.user_id and removed_at is null
      and notifications.id < oldest_kept.id
    returning notifications.id, notifications.user_id`.execute(db);
  return rows;
}
