import { sql } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { storeMessages } from './posting/storeMessages.ts';
import type { ChatTables } from './tables.ts';
import { publishMessage } from './writing/publish.ts';

interface Announcement {
  /** Posts to the store’s channel of this department, or else to the department's fixed channel. */
  store: Store;
  /** Null: the channel of the whole store. */
  department: Department | null;
  content: string;
  /** A UUID: the idempotency key. */
  clientMsgId: string;
}

/**
 * Posts to a department or a store as the system user and publishes the message. Returns false, posting
 * nothing, if there is no system user or no channel.
 */
export async function announceToTeam(
  { db, realtime }: Pick<Platform, 'db' | 'realtime'>,
  { store, department, content, clientMsgId }: Announcement,
): Promise<boolean> {
  const channel = await findTeamChannel(db, store, department);
  const senderId = await findSystemUser(db);
  if (channel === null || senderId === null) return false;
  const draft = {
    channelId: channel.id,
    senderId,
    clientMsgId,
    content,
    mentionedUserIds: [],
    createdAt: null,
  };
  const [stored] = await storeMessages(db, [draft]);
  // Archived in the meantime: the recipients are informed elsewhere.
  if (!stored || stored instanceof Error) return false;
  if (stored.outcome === 'stored') publishMessage(realtime, stored.message);
  return true;
}

/** The channel `announceToTeam` posts to; null if there is none. */
export async function findTeamChannel(
  db: Db<ChatTables>,
  store: Store,
  department: Department | null,
): Promise<{ id: string; name: string } | null> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from chat_channels
    where archived_at is null and (id = ${department}::text or type = 'team' and store = ${store}
      and department is not distinct from ${department}::text
      and coalesce(min_role, 'employee') = 'employee')
    order by type = 'team' desc, created_at, id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The account that posts for Forecourt; null if there is none. */
export async function findSystemUser(db: Db<ChatTables>): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('protection', '=', 'system_bot')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
