import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { maskCustomerData } from '../../../data-guard/contract.ts';
import type { RecordCard, RecordRef } from '../../../records/contract.ts';
import type { Records } from '../../../records/server/public.ts';
import { mentionsPageSize, type RecordMention, recordChannelId } from '../../contract/records.ts';
import { readableBy } from '../access/find.ts';
import type { ChatServices } from '../services.ts';

const excerptLength = 200;

type MentionRow = Omit<RecordMention, 'createdAt' | 'excerpt'> & {
  content: string;
  created_at: Date;
};

interface About {
  card: RecordCard | null;
  mentions: RecordMention[];
  hasMore: boolean;
}

/** A record, and messages that mention it elsewhere and the actor can read, latest first. */
export async function listRecordMentions(
  { db, fixed }: ChatServices,
  records: Records,
  actor: Actor,
  ref: RecordRef,
  after: string | undefined,
): Promise<About> {
  const { keys } = await records.get(actor, ref);
  const { rows } = await sql<MentionRow>`
    select m.id as "messageId", m.channel_id as "channelId", c.name as "channelName", m.seq,
      m.thread_id as "threadId", m.sender_id as "senderId",
      s.shown_name as "senderName", m.content, m.created_at
    from (select distinct message_id from chat_record_mentions
      where kind = ${ref.kind} and key = any(${keys}::text[])) r
    join chat_messages m on m.id = r.message_id
    join chat_channels c on c.id = m.channel_id
    join users s on s.id = m.sender_id
    where m.deleted_at is null and c.id <> ${recordChannelId(ref)}
      and ${await readableBy(actor, fixed)}
      and ${
        after
          ? sql`(m.created_at, m.id) < (select e.created_at, e.id from chat_messages e where e.id = ${after})`
          : sql`true`
      }
    order by m.created_at desc, m.id desc
    limit ${mentionsPageSize + 1}`.execute(db);
  const mentions = rows.slice(0, mentionsPageSize).map(({ content, created_at, ...row }) => ({
    ...row,
    excerpt: excerptOf(content),
    createdAt: created_at.toISOString(),
  }));
  const references = keys.map((key) => ({ kind: ref.kind, key }));
  const cards = await records.cards(actor, references);
  const card = cards.find((found) => found.card.ref.id === ref.id)?.card ?? null;
  return { card, mentions, hasMore: rows.length > mentionsPageSize };
}

function excerptOf(content: string): string {
  const line = maskCustomerData(content).replace(/\s+/g, ' ').trim();
  return line.length > excerptLength
    ? `${line.slice(0, excerptLength).toWellFormed().trimEnd()}…`
    : line;
}
