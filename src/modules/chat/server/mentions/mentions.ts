import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { ChatTables } from '../tables.ts';

/** Mentions of those who are there when the message is posted. */
export const presenceMentions = ['here', 'on-duty'];
/** Further mentions in a message are ignored. */
const maxMentions = 50;
// Not inside an address or a word; a sentence's last dot is not part of the name.
const mention = /(?<![\w.@-])@([A-Za-z0-9._-]{0,99}[A-Za-z0-9_])/g;

/** The distinct @words of a text, without the @, in order. */
export function mentionsIn(content: string): string[] {
  const words = new Set<string>();
  for (const [, word = ''] of content.matchAll(mention)) {
    words.add(word);
    if (words.size === maxMentions) break;
  }
  return [...words];
}

/** User ids by lower-case username, for the words that are usernames of active users. */
export async function findMentioned(
  db: Db<ChatTables>,
  words: readonly string[],
): Promise<Map<string, number>> {
  const names = [...new Set(words.map((word) => word.toLowerCase()))];
  if (names.length === 0) return new Map();
  const name = sql<string>`lower(username)`;
  const rows = await db
    .selectFrom('users')
    .select(['id', name.as('name')])
    .where(name, 'in', names)
    .where('is_active', '=', true)
    .where('pending', '=', false)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** The ids `findMentioned` found for the words of one text. */
export function idsOf(words: readonly string[], found: ReadonlyMap<string, number>): number[] {
  const ids = words.map((word) => found.get(word.toLowerCase()));
  return [...new Set(ids.filter((id) => id !== undefined))];
}
