import type { Db } from '../../../../platform/server/db/database.ts';
import { storeMessages } from '../posting/store.ts';
import type { ChatTables } from '../tables.ts';
import { addDetails } from './details.ts';
import { type ImportDraft, type ImportedMessage, toDrafts } from './drafts.ts';
import { storeReplies } from './replies.ts';

const groupSize = 500;

/**
 * Stores messages of the past: each channel's take their places in the order given, which should be that
 * of time. Publishes nothing. Throws 404 for an unknown channel, 400 for a reply to an unknown message.
 * All or none.
 */
export async function importMessages(
  db: Db<ChatTables>,
  messages: readonly ImportedMessage[],
): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => importMessages(tx, messages));
  const drafts = await toDrafts(db, messages);
  const timeline = drafts.filter(({ inThreadOf }) => !inThreadOf);
  const replies = drafts.filter(({ inThreadOf }) => inThreadOf);
  const stored = new Map<ImportDraft, string>();
  for (const group of groupsOf(timeline)) {
    for (const [index, answer] of (await storeMessages(db, group)).entries()) {
      if (answer instanceof Error) throw answer;
      const draft = group[index];
      if (draft && answer.outcome === 'stored') stored.set(draft, answer.message.id);
    }
  }
  const roots = new Set<string>();
  for (const group of groupsOf(replies)) {
    const found = await storeReplies(db, group);
    for (const [draft, { id, rootId }] of found) {
      stored.set(draft, id);
      roots.add(rootId);
    }
  }
  await addDetails(db, stored, roots);
}

function groupsOf<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / groupSize);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * groupSize, (index + 1) * groupSize),
  );
}
