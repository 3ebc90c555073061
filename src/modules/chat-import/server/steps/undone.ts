import type { Kysely } from 'kysely';
import { holdsFeature } from '../../../../platform/contract/access.ts';
import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { auditsEverything } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import type { ChatImportTables } from '../tables.ts';

/** Private messages of others are for users who audit the whole group, as in the activity log. */
export const readsUndone = (actor: Actor): boolean =>
  holdsFeature(actor, 'audit_logs') && auditsEverything(actor);

export function assertReadsUndone(actor: Actor): void {
  if (!readsUndone(actor))
    throw forbidden('Removed messages are only for users who read the whole activity log.');
}

/** The messages of an undone import, oldest first. */
export async function listUndoneMessages(
  db: Kysely<ChatImportTables>,
  importId: number,
  { offset, limit }: ValidOf<typeof calls.listUndoneMessages>['query'],
): Promise<AnswerOf<typeof calls.listUndoneMessages>> {
  const rows = await db
    .selectFrom('chat_import_undone as m')
    .innerJoin('users as u', 'u.id', 'm.sender_id')
    .innerJoin('users as d', 'd.id', 'm.undone_by')
    .select(['m.message_id', 'm.channel_id', 'm.channel_name', 'm.sender_id', 'm.content'])
    .select(['m.files', 'm.written_at', 'm.undone_at', 'u.first_name', 'u.last_name'])
    .select(['d.first_name as doer_first', 'd.last_name as doer_last'])
    .where('m.import_id', '=', importId)
    .orderBy('m.written_at')
    .orderBy('m.message_id')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.message_id,
    channelId: row.channel_id,
    channelName: row.channel_name,
    senderId: row.sender_id,
    senderName: `${row.first_name} ${row.last_name}`,
    content: row.content,
    files: row.files,
    writtenAt: row.written_at.toISOString(),
    undoneAt: row.undone_at.toISOString(),
    undoneBy: `${row.doer_first} ${row.doer_last}`,
  }));
}
