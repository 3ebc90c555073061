import type { Db } from '../../../../../platform/server/db/database.ts';
import { invalid } from '../../../../../platform/server/http/errors.ts';
import { readersAmong } from '../../audience/readers.ts';
import type { ChatTables } from '../../tables.ts';

/** Throws 400, naming the field, unless all of these may be in a channel. */
export async function assertInvitable(db: Db<ChatTables>, userIds: readonly number[]) {
  if (userIds.length === 0) return;
  const rows = await db
    .selectFrom('users')
    .select('protection')
    .where('id', 'in', userIds)
    .where('pending', '=', false)
    .where('deleted_at', 'is', null)
    .execute();
  // Who waits for approval is known to those alone who can approve: to others there is nobody.
  if (rows.length < new Set(userIds).size) refuse('One of these people has no account here.');
  if (rows.some(({ protection }) => protection === 'system_bot')) {
    refuse('One of these accounts belongs to a system and cannot be in a channel.');
  }
}

/** Throws 400 unless all of these may read the channel as it is: bringing somebody in opens nothing. */
export async function assertReaders(
  db: Db<ChatTables>,
  channelId: string,
  userIds: readonly number[],
): Promise<void> {
  const readers = await readersAmong(db, channelId, userIds);
  if (userIds.some((id) => !readers.has(id))) {
    refuse('One of these people may not see this record.');
  }
}

function refuse(sentence: string): never {
  throw invalid(sentence, { userIds: sentence });
}
