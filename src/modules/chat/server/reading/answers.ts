import type { Db } from '../../../../platform/server/db/database.ts';
import type { ChatMessage } from '../../contract.ts';
import type { ChatTables } from '../tables.ts';
import { withOwnReactions } from './reacted.ts';
import { withOwnVotes } from './voted.ts';

/** Adds the user's own reactions and votes to messages that do not list all people. */
export async function withOwnAnswers(
  db: Db<ChatTables>,
  userId: number,
  messages: ChatMessage[],
): Promise<ChatMessage[]> {
  return withOwnVotes(db, userId, await withOwnReactions(db, userId, messages));
}
