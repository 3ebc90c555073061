import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../contract.ts';
import { getChannel, type OpenChannel } from '../access/find.ts';
import { archived, whoMayNotWrite } from '../access/readers.ts';
import { withOwn } from '../messages/own.ts';
import { getRow, type StoredMessage, toMessage } from '../messages/rows.ts';
import { type Patch, publishChanged, saveMessage } from '../messages/save.ts';
import type { ChatServices } from '../services.ts';
import { type LockedChannel, withChannelLock } from '../writing/lock.ts';

/** The message to change. */
export interface Target {
  channelId: string;
  messageId: string;
}

/** A change to a message. */
export interface Change {
  patch: Patch;
  /** Further writes in the same transaction. */
  also?: (channel: LockedChannel) => Promise<void>;
  /** How to publish it; by default as `message_changed`. */
  publish?: (channel: LockedChannel, message: ChatMessage) => void;
}

interface Rules {
  /** Allowed even in channels closed for writing. */
  evenClosed?: boolean;
  /** The channel, if the caller has loaded it already. */
  channel?: OpenChannel;
}

/**
 * Changes one message under the channel's lock and publishes it after COMMIT. `decide` returns the
 * change, null if nothing needs to change, or throws. It is also called once before locking, so that
 * repeats and refusals do not wait; it must have no side effects. Returns the message as the actor sees
 * it.
 */
export async function changeMessage(
  services: ChatServices,
  actor: Actor,
  { channelId, messageId }: Target,
  decide: Decide,
  { evenClosed = false, channel }: Rules = {},
): Promise<ChatMessage> {
  const found = channel ?? (await getChannel(services.db, actor, channelId));
  if (found.closed && !evenClosed) throw conflict(found.closed);
  const seen = await getRow(services.db, channelId, messageId);
  const message = decide(seen)
    ? await changeInTurn(services, actor, { channelId, messageId }, decide, evenClosed)
    : toMessage(seen);
  const [mine = message] = await withOwn(services.db, actor.userId, [message]);
  return mine;
}

type Decide = (row: StoredMessage) => Change | null;

/** Only actual changes count toward the rate limit: repeats are never refused. */
async function changeInTurn(
  services: ChatServices,
  actor: Actor,
  { channelId, messageId }: Target,
  decide: Decide,
  evenClosed: boolean,
): Promise<ChatMessage> {
  const key = String(actor.userId);
  try {
    await services.changes.consume(key);
  } catch (refusal) {
    // It may repeat a change that is being written: wait for that.
    const row = await services.turns.wait(channelId, () =>
      getRow(services.db, channelId, messageId),
    );
    if (decide(row)) throw refusal;
    return toMessage(row);
  }
  const { message, isChanged } = await withChannelLock(services, channelId, async (locked) => {
    if (locked.isArchived && !evenClosed) throw archived();
    await assertStillReads(locked, actor);
    const row = await getRow(locked.tx, channelId, messageId);
    const change = decide(row);
    const message = change ? await apply(services, locked, row, change) : toMessage(row);
    return { message, isChanged: change !== null };
  });
  if (!isChanged) await services.changes.restore(key);
  return message;
}

async function apply(
  services: ChatServices,
  locked: LockedChannel,
  { id }: StoredMessage,
  { patch, also, publish }: Change,
): Promise<ChatMessage> {
  const changed = await saveMessage(locked, id, patch);
  if (publish) publish(locked, changed);
  else publishChanged(services, locked, changed);
  await also?.(locked);
  return changed;
}

/** Checked again under the lock: the actor may have left in the meantime. */
async function assertStillReads(locked: LockedChannel, { userId }: Actor): Promise<void> {
  const draft = { channelId: locked.id, senderId: userId };
  const refusal = (await whoMayNotWrite(locked.tx, [draft])).get(draft);
  if (refusal) throw refusal;
}

/** For changes not possible on a deleted message. */
export function assertNotDeleted({ deleted_at }: StoredMessage): void {
  if (deleted_at) throw conflict('This message was deleted.');
}
