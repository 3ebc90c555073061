import { sql } from 'kysely';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { maxEmojiPerMessage, messageReaction } from '../../contract/changes.ts';
import type { ChatMessage } from '../../contract.ts';
import { getChannel } from '../access/find.ts';
import { getRow } from '../messages/rows.ts';
import type { ChatServices } from '../services.ts';
import { frameOf, publishToChannel } from '../writing/publish.ts';
import { assertNotDeleted, type Change, changeMessage, type Target } from './change.ts';

type Reactions = ChatMessage['reactions'];

interface ReactToMessage extends Target {
  emoji: string;
  /** Toggles if absent. */
  action?: 'add' | 'remove' | undefined;
}

/** Adds or removes the actor's reaction; repeats change nothing, except when toggling. */
export function reactToMessage(
  services: ChatServices,
  actor: Actor,
  { emoji: input, action, ...target }: ReactToMessage,
): Promise<ChatMessage> {
  const emoji = toEmoji(input);
  const { userId } = actor;
  return changeMessage(services, actor, target, (row): Change | null => {
    assertNotDeleted(row);
    const has = row.reactions.some((one) => one.emoji === emoji && one.users.includes(userId));
    const wanted = action ?? (has ? 'remove' : 'add');
    if (has === (wanted === 'add')) return null;
    const reactions = has
      ? without(row.reactions, emoji, userId)
      : withOne(row.reactions, emoji, userId);
    return {
      patch: { reactions: JSON.stringify(reactions) },
      publish: (channel, message) =>
        channel.afterCommit(() => {
          const { rev, prevRev } = frameOf(message);
          publishToChannel(services.realtime, message.channelId, messageReaction, {
            messageId: message.id,
            channelId: message.channelId,
            userId,
            emoji,
            action: wanted,
            reactions: message.reactions,
            rev,
            prevRev,
          });
        }),
    };
  });
}

function withOne(reactions: Reactions, emoji: string, userId: number): Reactions {
  if (!reactions.some((one) => one.emoji === emoji)) {
    if (reactions.length >= maxEmojiPerMessage) {
      throw conflict(`A message can have at most ${maxEmojiPerMessage} different reactions.`);
    }
    return [...reactions, { emoji, users: [userId] }];
  }
  return reactions.map((one) =>
    one.emoji === emoji ? { emoji, users: [...one.users, userId] } : one,
  );
}

function without(reactions: Reactions, emoji: string, userId: number): Reactions {
  return reactions
    .map((one) =>
      one.emoji === emoji ? { emoji, users: one.users.filter((id) => id !== userId) } : one,
    )
    .filter(({ users }) => users.length > 0);
}

// Bounded: an emoji has at most 64 characters.
const oneEmoji = /^\p{RGI_Emoji}$/v;

/** The canonical form of an emoji: keyboards may omit the emoji variation selector. */
function toEmoji(text: string): string {
  const forms = [text, `${text}\uFE0F`, text.replaceAll('\uFE0F', '')];
  const found = forms.find((form) => oneEmoji.test(form));
  if (found === undefined) {
    throw invalid('Choose an emoji.', { emoji: 'Must be one emoji' });
  }
  return found;
}

interface ReactorQuery extends Target {
  emoji: string;
  /** Only people with a greater id. */
  after?: number | undefined;
  limit: number;
}

/** A page of the people who reacted with an emoji. */
export async function listReactors(
  { db }: ChatServices,
  actor: Actor,
  { channelId, messageId, emoji, after = 0, limit }: ReactorQuery,
): Promise<{ userId: number; name: string }[]> {
  await getChannel(db, actor, channelId);
  const { id, reactions } = await getRow(db, channelId, messageId);
  const wanted = toEmoji(emoji);
  if (!reactions.some((one) => one.emoji === wanted)) return [];
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.shown_name as name
    from chat_messages m,
      jsonb_to_recordset(m.reactions) as r (emoji text, users jsonb),
      jsonb_array_elements_text(r.users) as chosen (user_id)
      join users u on u.id = chosen.user_id::int
    where m.id = ${id} and r.emoji = ${wanted} and u.id > ${after}
    order by u.id limit ${limit}`.execute(db);
  return rows.map(({ id: userId, name }) => ({ userId, name }));
}
