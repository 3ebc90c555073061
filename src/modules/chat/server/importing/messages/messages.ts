import { sql } from 'kysely';
import type { Db } from '../../../../../platform/server/db/database.ts';
import { storeMessages } from '../../posting/storeMessages.ts';
import type { ChatTables } from '../../tables.ts';
import { addDetails } from './details.ts';
import { type ImportedMessage, type ResolvedMessage, resolveMessages } from './importedMessage.ts';
import { storeReplies } from './replies.ts';

const groupSize = 500;

/**
 * Stores imported messages, all or none, in the given order, which should be chronological. Publishes
 * nothing. Throws 404 for an unknown channel, 400 for a reply to an unknown message.
 */
export async function importMessages(
  db: Db<ChatTables>,
  messages: readonly ImportedMessage[],
): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => importMessages(tx, messages));
  const resolved = await resolveMessages(db, messages);
  const stored = new Map<ResolvedMessage, string>();
  const roots = new Set<string>();
  for (const part of splitAtShownReplies(resolved)) await store(db, part, stored, roots);
  await addDetails(db, stored, roots);
  await markImported(db, stored);
}

/** In the same transaction: no message is ever readable without its mark. */
async function markImported(
  db: Db<ChatTables>,
  stored: ReadonlyMap<ResolvedMessage, string>,
): Promise<void> {
  const marks = [...stored].flatMap(([{ importedFrom: from }, id]) => (from ? [{ id, from }] : []));
  if (marks.length === 0) return;
  await sql`update chat_messages m
    set metadata = coalesce(m.metadata, '{}'::jsonb)
      || jsonb_build_object('imported', jsonb_build_object('from', r."from"))
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as r (id uuid, "from" text)
    where m.id = r.id`.execute(db);
}

/** Splits before replies that are also in the timeline, to keep the timeline order. */
function splitAtShownReplies(messages: readonly ResolvedMessage[]): ResolvedMessage[][] {
  const parts: ResolvedMessage[][] = [];
  let part: ResolvedMessage[] = [];
  for (const message of messages) {
    part.push(message);
    if (!message.alsoToChannel) continue;
    parts.push(part);
    part = [];
  }
  return [...parts, part];
}

async function store(
  db: Db<ChatTables>,
  messages: readonly ResolvedMessage[],
  stored: Map<ResolvedMessage, string>,
  roots: Set<string>,
): Promise<void> {
  const timeline = messages.filter(({ inThreadOf }) => !inThreadOf);
  const replies = messages.filter(({ inThreadOf }) => inThreadOf);
  for (const group of groupsOf(timeline)) {
    for (const [index, result] of (await storeMessages(db, group)).entries()) {
      if (result instanceof Error) throw result;
      const message = group[index];
      if (message && result.outcome === 'stored') stored.set(message, result.message.id);
    }
  }
  for (const group of groupsOf(replies)) {
    for (const [message, { id, rootId }] of await storeReplies(db, group)) {
      stored.set(message, id);
      roots.add(rootId);
    }
  }
}

function groupsOf<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / groupSize);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * groupSize, (index + 1) * groupSize),
  );
}
