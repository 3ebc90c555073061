import type { Db } from '../../../../platform/server/db/database.ts';
import type { ChatMessage } from '../../contract.ts';
import { withStars } from '../personal/stars.ts';
import type { ChatTables } from '../tables.ts';
import { withOwnAnswers } from './answers.ts';

/** Adds the user's own stars, reactions and votes to the messages. */
export async function withOwn(
  db: Db<ChatTables>,
  userId: number,
  messages: ChatMessage[],
): Promise<ChatMessage[]> {
  return withOwnAnswers(db, userId, await withStars(db, userId, messages));
}
