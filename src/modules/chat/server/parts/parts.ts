import type { AnySocketEvent, DataOf } from '../../../../platform/contract/socket.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../contract.ts';
import { assertNotDeleted, type Change, changeMessage, type Target } from '../changing/change.ts';
import { getChannel } from '../channels/find.ts';
import { publishToChannel } from '../channels/live.ts';
import { insertMessage } from '../posting/insert.ts';
import { contentOf, send } from '../posting/post.ts';
import { type MessageRow, toMessage } from '../reading/rows.ts';
import type { ChatServices } from '../services.ts';
import type { LockedChannel } from '../writing/lock.ts';
import { getRow } from '../writing/messages.ts';

type Tx = LockedChannel['tx'];

export interface Card {
  channelId: string;
  clientMsgId: string;
  /** What is read where the part is not shown: in search, notifications, previews. */
  content: string;
  /** By the name of the room it belongs to; must be JSON. */
  parts: Record<string, unknown>;
  /** Replies in this message's thread. */
  threadId?: string | null;
  /** An ordinary message: its words are shown above the part, and its sender can edit them. */
  asText?: boolean;
  /** What the room writes of its own with the message, in its transaction; not for a repeated send. */
  also?: (tx: Tx, message: ChatMessage) => Promise<void>;
}

/** What is to become of a part; `part: null` takes it away. */
export interface PartChange {
  part: unknown;
  /** What the room writes of its own with it, in its transaction. */
  also?: (tx: Tx) => Promise<void>;
}

/** Decides without effects, as it is asked more than once; null: all is as it should be. May refuse. */
export type DecidePart = (part: unknown, message: ChatMessage) => PartChange | null;

/** How other rooms take part in a conversation. */
export interface ChatParts {
  /** Posts a message with parts, whose words nobody edits unless told. The same `clientMsgId` of the same sender is the same card. */
  postCard(actor: Actor, card: Card): Promise<ChatMessage>;
  /**
   * Changes what the room `name` has hung on a message the actor may read, under the channel's lock, and
   * tells the readers after COMMIT. Throws 404 where there is none, 409 where it is closed or deleted.
   */
  changePart(actor: Actor, target: Target, name: string, decide: DecidePart): Promise<ChatMessage>;
  /** The message, and whether the actor keeps order in its channel; throws 404 where they may not read it. */
  getMessage(
    actor: Actor,
    target: Target,
  ): Promise<{ message: ChatMessage; canModerate: boolean; channelName: string }>;
  /** Tells a channel's readers something of the room's own; only after COMMIT. */
  publish<E extends AnySocketEvent>(channelId: string, event: E, data: DataOf<E>): void;
}

export function createParts(desk: ChatServices): ChatParts {
  return {
    postCard(actor, { channelId, clientMsgId, content: written, parts, ...card }) {
      const { threadId = null, asText = false, also } = card;
      const content = contentOf(written, false);
      return send(desk, actor, { channelId, clientMsgId }, async (admitted) => {
        // Nobody can be asked whether they mean it: only what is refused outright is.
        await desk.guard({ texts: [content], accepts: true });
        const mentioned = await desk.resolveMentions(content, admitted);
        const messageType = asText ? ('text' as const) : ('card' as const);
        const whole = { messageType, metadata: { parts }, ...(also && { also }) };
        return insertMessage(desk, { ...admitted, content, mentioned, threadId, ...whole });
      });
    },

    changePart: (actor, target, name, decide) =>
      changeMessage(desk, actor, target, (row) => {
        assertNotDeleted(row);
        const change = decide(row.metadata?.parts?.[name] ?? null, toMessage(row));
        return change && toChange(row, name, change);
      }),

    async getMessage(actor, { channelId, messageId }) {
      const { canModerate, name: channelName } = await getChannel(desk.db, actor, channelId);
      const message = toMessage(await getRow(desk.db, channelId, messageId));
      return { message, canModerate, channelName };
    },

    publish: (channelId, event, data) => publishToChannel(desk.realtime, channelId, event, data),
  };
}

function toChange({ metadata }: MessageRow, name: string, { part, also }: PartChange): Change {
  const { [name]: _, ...others } = metadata?.parts ?? {};
  const parts = part === null ? others : { ...others, [name]: part };
  return {
    patch: { metadata: JSON.stringify({ ...metadata, parts }) },
    ...(also && { also: ({ tx }) => also(tx) }),
  };
}
