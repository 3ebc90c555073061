import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { NotificationTables } from '../tables.ts';
import type { Mark } from './notify.ts';

export type Shown = SelectQueryBuilder<NotificationTables, 'notifications', { id: number }>;

export const reading = { read_at: sql<Date>`now()`, push_at: null } as const;

/** Its key stays for a while, its words do not. */
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
 * Changes those of the notifications shown to people that `narrow` leaves, and answers which. They are
 * locked in the order of their ids, so that two changes never wait for each other crosswise.
 */
export async function changeShown(
  db: Kysely<NotificationTables>,
  narrow: (shown: Shown) => Shown,
  values: typeof reading | typeof removal,
): Promise<Mark[]> {
  return db
    .with('meant', (cte) =>
      narrow(cte.selectFrom('notifications').select('id').where('removed_at', 'is', null))
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('notifications')
    .set(values)
    .where('id', 'in', (eb) => eb.selectFrom('meant').select('meant.id'))
    .returning(['id', 'user_id'])
    .execute();
}
