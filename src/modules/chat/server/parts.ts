import type { RawBuilder } from 'kysely';
import type { AnySocketEvent, DataOf } from '../../../platform/contract/socket.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../contract.ts';
import { getChannel, readableAmong, visibleTo } from './access/find.ts';
import { assertNotDeleted, type Change, changeMessage, type Target } from './changing/change.ts';
import { getRow, type StoredMessage, toMessage } from './messages/rows.ts';
import { insertMessage } from './posting/insertMessage.ts';
import { contentOf, type PostMessage, postMessage, send } from './posting/postMessage.ts';
import type { ChatServices } from './services.ts';
import type { LockedChannel } from './writing/lock.ts';
import { publishToChannel } from './writing/publish.ts';

type Tx = LockedChannel['tx'];

export interface Card {
  channelId: string;
  clientMsgId: string;
  /** The text for places that do not show the part: search, notifications, previews. */
  content: string;
  /** By module name; must be JSON. */
  parts: Record<string, unknown>;
  /** Replies in this message's thread. */
  threadId?: string | null;
  /** A regular message: its text is shown above the part and can be edited by the sender. */
  asText?: boolean;
  /** The module's own writes in the message's transaction; not called for repeated sends. */
  also?: (tx: Tx, message: ChatMessage) => Promise<void>;
}

/** A change to a part; `part: null` removes it. */
export interface PartChange {
  part: unknown;
  /** The module's own writes in the same transaction. */
  also?: (tx: Tx) => Promise<void>;
}

/** Must have no side effects, as it may be called more than once; null: nothing to change. May throw. */
export type DecidePart = (part: unknown, message: ChatMessage) => PartChange | null;

/** The extension points of the chat for other modules. */
export interface ChatParts {
  /**
   * Posts a message as the actor, exactly as if they sent it now: checks, limits and mentions included. The
   * same `clientMsgId` of the same sender is the same message. Throws what a send is refused with.
   */
  postMessage(actor: Actor, command: PostMessage): Promise<ChatMessage>;
  /**
   * Posts a message with parts, not editable unless `asText`. The same `clientMsgId` of the same sender
   * is the same card.
   */
  postCard(actor: Actor, card: Card): Promise<ChatMessage>;
  /**
   * Changes the part of module `name` on a message the actor can read, under the channel's lock, and
   * publishes it after COMMIT. Throws 404 if there is none, 409 if it is closed or deleted.
   */
  changePart(actor: Actor, target: Target, name: string, decide: DecidePart): Promise<ChatMessage>;
  /** The message, and whether the actor may moderate its channel; throws 404 if they can't read it. */
  getMessage(
    actor: Actor,
    target: Target,
  ): Promise<{ message: ChatMessage; canModerate: boolean; channelName: string }>;
  /** Restricts the channels `c` of a statement to the actor's own: those in their list. */
  visibleTo(actor: Actor): Promise<RawBuilder<boolean>>;
  /** The channels among these that the actor can read, including direct ones that have not begun. */
  readableAmong(actor: Actor, channelIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Publishes a module's event to a channel's readers; only after COMMIT. */
  publish<E extends AnySocketEvent>(channelId: string, event: E, data: DataOf<E>): void;
}

export function createParts(services: ChatServices): ChatParts {
  return {
    postMessage: (actor, command) => postMessage(services, actor, command),

    postCard(actor, { channelId, clientMsgId, content: text, parts, ...card }) {
      const { threadId = null, asText = false, also } = card;
      const content = contentOf(text, false);
      return send(services, actor, { channelId, clientMsgId }, async (admitted) => {
        // No one can confirm here: only blocked data is refused.
        await services.guard({ texts: [content], accepts: true });
        const mentioned = await services.resolveMentions(content, admitted);
        const messageType = asText ? ('text' as const) : ('card' as const);
        const draft = { messageType, metadata: { parts }, ...(also && { also }) };
        return insertMessage(services, { ...admitted, content, mentioned, threadId, ...draft });
      });
    },

    changePart: (actor, target, name, decide) =>
      changeMessage(services, actor, target, (row) => {
        assertNotDeleted(row);
        const change = decide(row.metadata?.parts?.[name] ?? null, toMessage(row));
        return change && toChange(row, name, change);
      }),

    async getMessage(actor, { channelId, messageId }) {
      const { canModerate, name: channelName } = await getChannel(services.db, actor, channelId);
      const message = toMessage(await getRow(services.db, channelId, messageId));
      return { message, canModerate, channelName };
    },

    visibleTo: (actor) => visibleTo(actor, services.fixed),

    readableAmong: (actor, channelIds) => readableAmong(services, actor, channelIds),

    publish: (channelId, event, data) =>
      publishToChannel(services.realtime, channelId, event, data),
  };
}

function toChange({ metadata }: StoredMessage, name: string, { part, also }: PartChange): Change {
  const { [name]: _, ...others } = metadata?.parts ?? {};
  const parts = part === null ? others : { ...others, [name]: part };
  return {
    patch: { metadata: JSON.stringify({ ...metadata, parts }) },
    ...(also && { also: ({ tx }) => also(tx) }),
  };
}
