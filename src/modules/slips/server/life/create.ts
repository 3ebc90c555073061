import { v7 as uuidv7 } from 'uuid';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { readersAmong } from '../../../chat/server/public.ts';
import { kindsIn } from '../../../data-guard/server/public.ts';
import { partName, type SlipPart } from '../../contract.ts';
import { contextOf, loggedName } from '../find.ts';
import type { SlipServices } from '../services.ts';
import type { SlipDb } from '../tables.ts';

interface CreateSlip {
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

/** Posts a card for the slip; the content is stored only in the slip's own row, encrypted. */
export async function createSlip(
  services: SlipServices,
  actor: Actor,
  { channelId, clientMsgId, threadId = null, ...slip }: CreateSlip,
): Promise<ChatMessage> {
  const label = slip.label.toWellFormed();
  assertNoNumbers(label);
  const recipients = await readersOf(services, actor, channelId, slip.recipientIds);
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
    sealed: JSON.stringify(
      services.platform.secrets.seal(slip.content.toWellFormed(), contextOf(id)),
    ),
  };
  return services.chat.postCard(actor, {
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

/** Everyone reads the label, so numbers are refused even if the group's rules allow them in messages. */
function assertNoNumbers(label: string): void {
  if (kindsIn([label]).length === 0) return;
  const problem = 'Everyone can read the label. Leave the number out of it.';
  throw invalid(problem, { label: problem });
}

/** The recipients besides the author, who must all read the conversation; null: everyone in it. */
async function readersOf(
  { db }: SlipServices,
  { userId }: Actor,
  channelId: string,
  recipientIds: readonly number[] | null,
): Promise<number[] | null> {
  if (recipientIds === null) return null;
  const ids = [...new Set(recipientIds)].filter((id) => id !== userId);
  const readers = await readersAmong(db as never, channelId, [userId, ...ids]);
  // Otherwise one could find out who reads someone else's conversation.
  if (!readers.has(userId)) throw notFound();
  const problem = ids.length === 0 ? 'Choose someone other than yourself.' : notAReader;
  if (ids.length === 0 || ids.some((id) => !readers.has(id))) {
    throw invalid(problem, { recipientIds: problem });
  }
  return ids;
}

const notAReader = 'Someone you chose can’t read this conversation.';
