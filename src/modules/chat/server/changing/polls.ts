import { sql } from 'kysely';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Poll } from '../../contract/messages/poll.ts';
import type { ChatMessage, Urgent } from '../../contract.ts';
import { getChannel } from '../access/find.ts';
import { getRow, type StoredMessage } from '../messages/rows.ts';
import { publishChanged } from '../messages/save.ts';
import { insertMaybeUrgent } from '../posting/insertMessage.ts';
import { contentOf, send } from '../posting/postMessage.ts';
import type { ChatServices } from '../services.ts';
import { alsoRecord } from '../writing/activity.ts';
import { assertNotDeleted, type Change, changeMessage, type Target } from './change.ts';

interface CreatePoll {
  channelId: string;
  clientMsgId: string;
  question: string;
  options: readonly string[];
  multiple: boolean;
  urgent?: Urgent | null | undefined;
  acceptsSensitive?: boolean | undefined;
  ip: string;
}

/** Creates a poll in a channel; the question is the message's content. */
export function createPoll(
  services: ChatServices,
  actor: Actor,
  { channelId, clientMsgId, question, options, multiple, urgent = null, ...more }: CreatePoll,
): Promise<ChatMessage> {
  const { acceptsSensitive = false, ip } = more;
  const texts = options.map((text) => text.toWellFormed());
  if (new Set(texts.map((text) => text.toLowerCase())).size < texts.length) {
    throw invalid('Two poll options are the same.', { options: 'Must differ' });
  }
  const content = contentOf(question, false);
  return send(services, actor, { channelId, clientMsgId }, async (admitted) => {
    const kinds = await services.guard({ texts: [content, ...texts], accepts: acceptsSensitive });
    const mentioned = await services.resolveMentions(content, admitted);
    const poll: Poll = {
      options: texts.map((text, index) => ({ id: index + 1, text, voters: [] })),
      multiple,
      closedAt: null,
    };
    const also = alsoRecord({ actor, kinds, ip });
    const pollFields = { messageType: 'poll' as const, metadata: { poll }, ...also };
    const draft = { ...admitted, content, mentioned, ...pollFields };
    return insertMaybeUrgent(services, { actor, ip }, draft, urgent);
  });
}

/** Replaces the actor's votes. */
export function votePoll(
  services: ChatServices,
  actor: Actor,
  { options, ...target }: Target & { options: readonly number[] },
): Promise<ChatMessage> {
  const { userId } = actor;
  const chosen = new Set(options);
  return changeMessage(services, actor, target, (row): Change | null => {
    const poll = openPoll(row);
    const known = new Set(poll.options.map(({ id }) => id));
    if ([...chosen].some((id) => !known.has(id))) {
      throw invalid('This poll option doesn’t exist.', { options: 'Must be options of the poll' });
    }
    if (chosen.size > 1 && !poll.multiple) {
      throw invalid('Choose only one option.', { options: 'Must be one option' });
    }
    const voted = poll.options.map((option) => {
      if (option.voters.includes(userId) === chosen.has(option.id)) return option;
      const others = option.voters.filter((id) => id !== userId);
      return { ...option, voters: chosen.has(option.id) ? [...others, userId] : others };
    });
    if (voted.every((option, index) => option === poll.options[index])) return null;
    return {
      ...patchOf(row, { ...poll, options: voted }),
      publish: (channel, message) =>
        publishChanged(services, channel, message, { vote: { userId, options: [...chosen] } }),
    };
  });
}

/** Closes one of the actor's polls; its votes stay. */
export function closePoll(
  services: ChatServices,
  actor: Actor,
  target: Target,
): Promise<ChatMessage> {
  return changeMessage(services, actor, target, (row) => {
    if (row.sender_id !== actor.userId) throw forbidden('You can only close your own polls.');
    const poll = pollOf(row);
    return poll.closedAt ? null : patchOf(row, { ...poll, closedAt: new Date().toISOString() });
  });
}

function pollOf(row: StoredMessage): Poll {
  assertNotDeleted(row);
  if (!row.metadata?.poll) throw conflict('This message is not a poll.');
  return row.metadata.poll;
}

function openPoll(row: StoredMessage): Poll {
  const poll = pollOf(row);
  if (poll.closedAt) throw conflict('This poll is closed.');
  return poll;
}

const patchOf = (row: StoredMessage, poll: Poll) => ({
  patch: { metadata: JSON.stringify({ ...row.metadata, poll }) },
});

interface VoterQuery extends Target {
  option: number;
  /** Only people with a greater id. */
  after?: number | undefined;
  limit: number;
}

/** A page of the people who voted for a poll option. */
export async function listVoters(
  { db }: ChatServices,
  actor: Actor,
  { channelId, messageId, option, after = 0, limit }: VoterQuery,
): Promise<{ userId: number; name: string }[]> {
  await getChannel(db, actor, channelId);
  const { id, metadata } = await getRow(db, channelId, messageId);
  if (!metadata?.poll) throw conflict('This message is not a poll.');
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.shown_name as name
    from chat_messages m,
      jsonb_to_recordset(m.metadata -> 'poll' -> 'options') as o (id int, voters jsonb),
      jsonb_array_elements_text(o.voters) as chosen (user_id)
      join users u on u.id = chosen.user_id::int
    where m.id = ${id} and o.id = ${option} and u.id > ${after}
    order by u.id limit ${limit}`.execute(db);
  return rows.map(({ id: userId, name }) => ({ userId, name }));
}
