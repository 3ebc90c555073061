import { type RawBuilder, sql } from 'kysely';
import { countsAsIn } from '../../../chat/server/public.ts';
import type { ListedRequest } from '../../contract.ts';
import { previewOf } from '../notify/step.ts';
import type { RequestRow } from '../tables.ts';

/** A request with the names of the people involved. */
export type ListedRow = RequestRow & {
  channel_name: string;
  content: string;
  sender_name: string;
  asker_name: string;
  owner_name: string | null;
  closer_name: string | null;
};

const name = (table: string) => sql`${sql.ref(`${table}.shown_name`)}`;

/** The columns of a `ListedRow`, where `r` is the request, `c` its channel and `m` its message. */
export const listedColumns = sql`r.*, c.name as channel_name, left(m.content, 1000) as content,
  ${name('s')} as sender_name, ${name('a')} as asker_name, ${name('o')} as owner_name,
  ${name('e')} as closer_name`;
export const listedPeople = sql`join users s on s.id = m.sender_id
  join users a on a.id = r.asked_by left join users o on o.id = r.owner_id
  left join users e on e.id = r.closed_by`;

/**
 * Restricts channels `c` to those whose requests are listed for the person `u`. Those of a record are listed for
 * everyone who may read it: few follow its conversation, and someone must pick them up.
 */
export const isListed: RawBuilder<boolean> = sql<boolean>`(c.type = 'record' or ${countsAsIn})`;

export function toListed(row: ListedRow): ListedRequest {
  return {
    channelId: row.channel_id,
    channelName: row.channel_name,
    messageId: row.message_id,
    senderName: row.sender_name,
    content: previewOf(row),
    kind: row.kind,
    status: row.status,
    askedAt: row.asked_at.toISOString(),
    askedBy: row.asked_by,
    askedByName: row.asker_name,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    claimedAt: row.claimed_at?.toISOString() ?? null,
    dueAt: row.due_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by,
    closedByName: row.closer_name,
  };
}
