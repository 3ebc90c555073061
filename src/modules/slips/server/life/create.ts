import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { invalid, notFound } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { kindsIn, readersAmong } from '../../../chat/server/public.ts';
import { partName, type SlipPart } from '../../contract.ts';
import { contextOf, loggedName } from '../find.ts';
import type { SlipServices } from '../services.ts';
import type { SlipDb } from '../tables.ts';

interface Writing {
  channelId: string;
  clientMsgId: string;
  threadId?: string | null | undefined;
  label: string;
  content: string;
  recipientIds: readonly number[] | null;
  expiresInSeconds: number;
  once: boolean;
  ip: string;
}

/** Posts a card for it; its content goes nowhere but into its own row, encrypted. */
export async function createSlip(
  desk: SlipServices,
  actor: Actor,
  { channelId, clientMsgId, threadId = null, ...slip }: Writing,
): Promise<ChatMessage> {
  const label = slip.label.toWellFormed();
  assertHarmless(label);
  const recipients = await readersOf(desk, actor, channelId, slip.recipientIds);
  const id = uuidv7();
  const expiresAt = new Date(Date.now() + slip.expiresInSeconds * 1_000);
  const part: SlipPart = {
    slipId: id,
    label,
    expiresAt: expiresAt.toISOString(),
    audience: recipients === null ? 'channel' : 'people',
    once: slip.once,
    revoked: false,
  };
  const row = {
    id,
    channel_id: channelId,
    author_id: actor.userId,
    label,
    recipient_ids: recipients,
    once: slip.once,
    expires_at: expiresAt,
    sealed: JSON.stringify(desk.platform.secrets.seal(slip.content.toWellFormed(), contextOf(id))),
  };
  return desk.chat.postCard(actor, {
    channelId,
    clientMsgId,
    threadId,
    content: `Protected slip: ${label}`,
    parts: { [partName]: part },
    async also(chatTx, { id: message_id }) {
      const tx = chatTx as unknown as SlipDb;
      await tx
        .insertInto('slips')
        .values({ ...row, message_id })
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'slip.created',
        subject: { type: 'slip', id, name: await loggedName(tx, { channel_id: channelId, label }) },
        after: { audience: part.audience, expiresAt: part.expiresAt, once: slip.once },
        ip: slip.ip,
      });
    },
  });
}

/** Everybody reads the label, also where the group's rules let numbers pass in messages. */
function assertHarmless(label: string): void {
  if (kindsIn([label]).length === 0) return;
  const problem = 'Everybody reads the label. Please leave the number out of it.';
  throw invalid(problem, { label: problem });
}

/** The chosen people beside the author, all of whom must read the conversation; null: everybody there. */
async function readersOf(
  { db }: SlipServices,
  { userId }: Actor,
  channelId: string,
  chosen: readonly number[] | null,
): Promise<number[] | null> {
  if (chosen === null) return null;
  const ids = [...new Set(chosen)].filter((id) => id !== userId);
  const readers = await readersAmong(db as never, channelId, [userId, ...ids]);
  // Otherwise one could ask who reads a conversation of others.
  if (!readers.has(userId)) throw notFound();
  const problem = ids.length === 0 ? 'Please choose somebody else than yourself.' : notReader;
  if (ids.length === 0 || ids.some((id) => !readers.has(id))) {
    throw invalid(problem, { recipientIds: problem });
  }
  return ids;
}

const notReader = 'Somebody you chose does not read this conversation.';
