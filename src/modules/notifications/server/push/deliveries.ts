import { type Kysely, sql } from 'kysely';
import type { NotificationTables } from '../tables.ts';

type Db = Kysely<NotificationTables>;

/** A pending push of a notification to a device. */
export interface Delivery {
  notificationId: number;
  subscriptionId: number;
  sessionId: string;
  endpoint: string;
  publicKey: Buffer;
  authSecret: Buffer;
  title: string;
  message: string;
  actionUrl: string | null;
  urgent: boolean;
}

const perRound = 200;
const maxAttempts = 6;

/**
 * Creates a delivery per device for notifications that are due, unless they were read or removed meanwhile or
 * the person is active on one of their devices.
 */
export async function dispatchDue(db: Db): Promise<void> {
  await sql`
    with due as (
      select id from notifications where push_at <= now()
      order by push_at limit ${perRound} for update skip locked
    ), settled as (
      update notifications set push_at = null where id in (select id from due)
      returning id, user_id, read_at is null and removed_at is null as wanted
    )
    insert into push_deliveries (notification_id, subscription_id)
    select settled.id, push_subscriptions.id
    from settled join push_subscriptions using (user_id)
    where wanted and not exists (select from notification_focus
      where notification_focus.user_id = settled.user_id
        and seen_at > now() - interval '60 seconds')
    on conflict do nothing`.execute(db);
}

/**
 * Claims deliveries for a limited time, so that another instance takes over after a crash. Deliveries of read
 * or removed notifications, and those that failed too often, are deleted instead.
 */
export async function takeDeliveries(db: Db): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    with due as (
      select notification_id, subscription_id from push_deliveries where due_at <= now()
      order by due_at limit ${perRound} for update skip locked
    ), dropped as (
      delete from push_deliveries using due, notifications
      where push_deliveries.notification_id = due.notification_id
        and push_deliveries.subscription_id = due.subscription_id
        and notifications.id = due.notification_id
        and (read_at is not null or removed_at is not null or attempts >= ${maxAttempts})
      returning push_deliveries.notification_id, push_deliveries.subscription_id
    )
    update push_deliveries set attempts = attempts + 1,
      due_at = now() + interval '30 seconds' * power(2, attempts)
    from due, notifications, push_subscriptions
    where push_deliveries.notification_id = due.notification_id
      and push_deliveries.subscription_id = due.subscription_id
      and notifications.id = due.notification_id
      and push_subscriptions.id = due.subscription_id
      and not exists (select from dropped where dropped.notification_id = due.notification_id
        and dropped.subscription_id = due.subscription_id)
    returning notifications.id as "notificationId", push_subscriptions.id as "subscriptionId",
      session_id as "sessionId", endpoint, push_subscriptions.public_key as "publicKey",
      auth_secret as "authSecret", title, message, action_url as "actionUrl", urgent`.execute(db);
  return rows;
}

export async function finishDeliveries(db: Db, done: readonly Delivery[]): Promise<void> {
  if (done.length === 0) return;
  await sql`
    delete from push_deliveries using unnest(
      ${done.map(({ notificationId }) => notificationId)}::bigint[],
      ${done.map(({ subscriptionId }) => subscriptionId)}::integer[]) as done (notification, device)
    where notification_id = done.notification and subscription_id = done.device`.execute(db);
}
