import type { Db } from '../../../../../platform/server/db/database.ts';
import { invalid } from '../../../../../platform/server/errors.ts';
import { readersAmong } from '../../access/readers.ts';
import type { ChatTables } from '../../tables.ts';

/** Throws 400 with the field unless all of these can be in a channel. */
export async function assertInvitable(db: Db<ChatTables>, userIds: readonly number[]) {
  if (userIds.length === 0) return;
  const rows = await db
    .selectFrom('users')
    .select('protection')
    .where('id', 'in', userIds)
    .where('pending', '=', false)
    .where('deleted_at', 'is', null)
    .execute();
  // Pending accounts are visible only to those who can approve them.
  if (rows.length < new Set(userIds).size) refuse('One of these people doesn’t have an account.');
  if (rows.some(({ protection }) => protection === 'system_bot')) {
    refuse('One of these is a system account and can’t be in a channel.');
  }
}

/** Throws 400 unless all of these can already read the channel: adding someone grants no access. */
export async function assertReaders(
  db: Db<ChatTables>,
  channelId: string,
  userIds: readonly number[],
): Promise<void> {
  const readers = await readersAmong(db, channelId, userIds);
  if (userIds.some((id) => !readers.has(id))) {
    refuse('One of these people doesn’t have access to this record.');
  }
}

function refuse(sentence: string): never {
  throw invalid(sentence, { userIds: sentence });
}
