import { sql } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import { AppError } from '../../../platform/server/http/errors.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { publishMessage } from './channels/live.ts';
import { storeMessages } from './posting/store.ts';
import type { ChatTables } from './tables.ts';

interface Announcement {
  /** A store’s own channel of this department; where it has none, the fixed one of the department. */
  store: Store;
  department: Department;
  content: string;
  /** A UUID: sent twice, it is one message. */
  clientMsgId: string;
}

/**
 * Posts to the people of a department as the house itself, and tells them. Nothing is posted where the
 * house has no account of its own, or the department no channel.
 */
export async function announceToTeam(
  { db, realtime }: Pick<Platform, 'db' | 'realtime'>,
  { store, department, content, clientMsgId }: Announcement,
): Promise<void> {
  const [channelId, senderId] = [await findChannel(db, store, department), await findHouse(db)];
  if (channelId === null || senderId === null) return;
  const draft = {
    channelId,
    senderId,
    clientMsgId,
    content,
    mentionedUserIds: [],
    createdAt: null,
  };
  const [stored] = await storeMessages(db, [draft]);
  // Archived meanwhile: whoever it is for has heard of it elsewhere.
  if (!stored || stored instanceof AppError) return;
  if (stored.outcome === 'stored') publishMessage(realtime, stored.message);
}

async function findChannel(db: Db<ChatTables>, store: Store, department: Department) {
  const { rows } = await sql<{ id: string }>`
    select id from chat_channels
    where archived_at is null and (id = ${department} or type = 'team' and store = ${store}
      and department = ${department} and coalesce(min_role, 'employee') = 'employee')
    order by type = 'team' desc, created_at, id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

async function findHouse(db: Db<ChatTables>): Promise<number | null> {
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
