import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Sealed } from '../../../platform/server/secrets/secrets.ts';
import type { Notification } from '../contract.ts';

interface NotificationsTable {
  id: ColumnType<number, never, never>;
  user_id: number;
  created_at: Generated<Date>;
  /** Identifies the fact, for deduplication; null if it may repeat. */
  key: string | null;
  title: string;
  message: string;
  type: Notification['type'];
  action_url: string | null;
  action_label: string | null;
  channel_id: string | null;
  urgent: Generated<boolean>;
  read_at: Date | null;
  removed_at: Date | null;
  push_at: Date | null;
  digest: Generated<boolean>;
  mailed_at: Date | null;
  /** Not part of an email digest before then. */
  digest_from: Date | null;
  silent: Generated<boolean>;
  toast: Generated<boolean>;
}

interface PushKeysTable {
  only_one: Generated<boolean>;
  public_key: Buffer;
  /** Unencrypted key of an earlier version, until the next start. */
  private_key: Buffer | null;
  sealed_key: ColumnType<Sealed | null, string | null, string | null>;
}

interface PushSubscriptionsTable {
  id: ColumnType<number, never, never>;
  user_id: number;
  session_id: string;
  endpoint: string;
  public_key: Buffer;
  auth_secret: Buffer;
  created_at: Generated<Date>;
}

interface PushDeliveriesTable {
  notification_id: number;
  subscription_id: number;
  due_at: Generated<Date>;
  attempts: Generated<number>;
}

interface NotificationFocusTable {
  connection_id: string;
  user_id: number;
  seen_at: Generated<Date>;
}

export interface NotificationTables {
  notifications: NotificationsTable;
  push_keys: PushKeysTable;
  push_subscriptions: PushSubscriptionsTable;
  push_deliveries: PushDeliveriesTable;
  notification_focus: NotificationFocusTable;
}

/** The columns that are sent to clients. */
export type ShownRow = Pick<
  Selectable<NotificationsTable>,
  | 'id'
  | 'user_id'
  | 'created_at'
  | 'title'
  | 'message'
  | 'type'
  | 'action_url'
  | 'action_label'
  | 'urgent'
  | 'silent'
  | 'toast'
>;

export const shownColumns = [
  'id',
  'user_id',
  'created_at',
  'title',
  'message',
  'type',
  'action_url',
  'action_label',
  'urgent',
  'silent',
  'toast',
] as const satisfies (keyof ShownRow)[];

export function toNotification(row: ShownRow): Notification {
  return {
    id: String(row.id),
    timestamp: row.created_at.toISOString(),
    title: row.title,
    message: row.message,
    type: row.type,
    ...(row.action_url !== null && { actionUrl: row.action_url }),
    ...(row.action_label !== null && { actionLabel: row.action_label }),
    ...(row.urgent && { urgent: true }),
    ...(row.silent && { silent: true }),
    ...(row.toast && { toast: true }),
  };
}
