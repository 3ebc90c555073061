import type { Db } from '../../../../platform/server/db/database.ts';
import type { ChatMessage } from '../../contract.ts';
import type { ChatTables } from '../tables.ts';
import { withOwnReactions } from './reacted.ts';
import { withOwnVotes } from './voted.ts';

/** The messages with whether the person reacted and what they voted for, where not all who did are named. */
export async function withOwnAnswers(
  db: Db<ChatTables>,
  userId: number,
  messages: ChatMessage[],
): Promise<ChatMessage[]> {
  return withOwnVotes(db, userId, await withOwnReactions(db, userId, messages));
}
