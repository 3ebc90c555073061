import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { NotificationTables } from '../tables.ts';
import type { Mark } from './notify.ts';

export type Shown = SelectQueryBuilder<NotificationTables, 'notifications', { id: number }>;

export const reading = { read_at: sql<Date>`now()`, push_at: null } as const;

/** The key stays for a while, for deduplication; the text does not. */
export const removal = {
  removed_at: sql<Date>`now()`,
  title: '',
  message: '',
  action_url: null,
  action_label: null,
  channel_id: null,
  push_at: null,
} as const;

/**
 * Changes the visible notifications that match `narrow` and returns them. Rows are locked in the order of
 * their ids, so that concurrent changes cannot deadlock.
 */
export async function changeShown(
  db: Kysely<NotificationTables>,
  narrow: (shown: Shown) => Shown,
  values: typeof reading | typeof removal,
): Promise<Mark[]> {
  return db
    .with('matching', (cte) =>
      narrow(cte.selectFrom('notifications').select('id').where('removed_at', 'is', null))
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('notifications')
    .set(values)
    .where('id', 'in', (eb) => eb.selectFrom('matching').select('matching.id'))
    .returning(['id', 'user_id'])
    .execute();
}
