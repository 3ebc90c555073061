import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import type { ChatMessage } from '../../contract.ts';
import { archived, whoMayNotWrite } from '../audience/readers.ts';
import { getChannel, type OpenChannel } from '../channels/find.ts';
import { withOwn } from '../reading/own.ts';
import { type MessageRow, toMessage } from '../reading/rows.ts';
import type { ChatServices } from '../services.ts';
import { type LockedChannel, withChannelLock } from '../writing/lock.ts';
import { getRow, type Patch, publishChanged, saveMessage } from '../writing/messages.ts';

/** Which message, by whom, as its caller names it. */
export interface Target {
  channelId: string;
  messageId: string;
}

/** What is to become of a message. */
export interface Change {
  patch: Patch;
  /** What else is written with it. */
  also?: (channel: LockedChannel) => Promise<void>;
  /** How the readers are told; as a changed message unless there is a closer word. */
  tell?: (channel: LockedChannel, message: ChatMessage) => void;
}

interface Rules {
  /** Also where nothing new can be written any more. */
  evenClosed?: boolean;
  /** The channel where the caller has read it already. */
  channel?: OpenChannel;
}

/**
 * Changes one message: under the channel's lock it is read, `decide` says what becomes of it (null: it is
 * as it should be, so nothing is written or told; or it refuses), and after COMMIT the readers are told.
 * It is asked once before, so that repetitions and refusals wait for nobody: `decide` has no effects.
 * Answers the message as the actor sees it.
 */
export async function changeMessage(
  desk: ChatServices,
  actor: Actor,
  { channelId, messageId }: Target,
  decide: Decide,
  { evenClosed = false, channel }: Rules = {},
): Promise<ChatMessage> {
  const found = channel ?? (await getChannel(desk.db, actor, channelId));
  if (found.closed && !evenClosed) throw conflict(found.closed);
  const seen = await getRow(desk.db, channelId, messageId);
  const message = decide(seen)
    ? await changeInTurn(desk, actor, { channelId, messageId }, decide, evenClosed)
    : toMessage(seen);
  const [mine = message] = await withOwn(desk.db, actor.userId, [message]);
  return mine;
}

type Decide = (row: MessageRow) => Change | null;

/** Counts as one of the person's changes only where it is one: who repeats theirs is never refused. */
async function changeInTurn(
  desk: ChatServices,
  actor: Actor,
  { channelId, messageId }: Target,
  decide: Decide,
  evenClosed: boolean,
): Promise<ChatMessage> {
  const key = String(actor.userId);
  try {
    await desk.changes.consume(key);
  } catch (refusal) {
    // It may repeat one that is being written: that is waited for.
    const row = await desk.turns.wait(channelId, () => getRow(desk.db, channelId, messageId));
    if (decide(row)) throw refusal;
    return toMessage(row);
  }
  const { message, isChanged } = await withChannelLock(desk, channelId, async (held) => {
    if (held.isArchived && !evenClosed) throw archived();
    await assertStillReads(held, actor);
    const row = await getRow(held.tx, channelId, messageId);
    const change = decide(row);
    const message = change ? await apply(desk, held, row, change) : toMessage(row);
    return { message, isChanged: change !== null };
  });
  if (!isChanged) await desk.changes.restore(key);
  return message;
}

async function apply(
  desk: ChatServices,
  held: LockedChannel,
  { id }: MessageRow,
  { patch, also, tell }: Change,
): Promise<ChatMessage> {
  const changed = await saveMessage(held, id, patch);
  if (tell) tell(held, changed);
  else publishChanged(desk, held, changed);
  await also?.(held);
  return changed;
}

/** Asked again under the lock: the actor may have gone meanwhile. */
async function assertStillReads(held: LockedChannel, { userId }: Actor): Promise<void> {
  const draft = { channelId: held.id, senderId: userId };
  const refusal = (await whoMayNotWrite(held.tx, [draft])).get(draft);
  if (refusal) throw refusal;
}

/** For changes that a message taken back has no room for. */
export function assertNotDeleted({ deleted_at }: MessageRow): void {
  if (deleted_at) throw conflict('This message was deleted.');
}
