import { AppError, rateLimited } from '../../../../platform/server/http/errors.ts';
import type { Limit, Limits } from '../../../../platform/server/limits/limits.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { urgentPerHour } from '../../contract/messages/urgent.ts';
import type { ChatMessage } from '../../contract.ts';
import { type Asking, isSecret } from '../channels/record.ts';
import type { ChatServices } from '../services.ts';
import type { LockedChannel } from '../writing/lock.ts';
import { type FullMessage, insertMessage } from './insert.ts';
import type { Stored } from './store.ts';

export type Urgent = NonNullable<NonNullable<ChatMessage['metadata']>['urgent']>;

const hourSeconds = 3_600;

/** What interrupts others is scarce, so that it stays what it says it is. */
export function createUrgentLimit(limits: Limits): Limit {
  const limit = limits('chat-urgent', urgentPerHour, hourSeconds);
  return {
    ...limit,
    async consume(key) {
      try {
        await limit.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof AppError) || refusal.code !== 'rate_limited') throw refusal;
        const why = `You have sent ${urgentPerHour} urgent messages within an hour.`;
        throw rateLimited(refusal.retryAfterSeconds ?? hourSeconds, why);
      }
    },
  };
}

/** As `insertMessage`, whatever the message is, urgent where its sender said so. */
export function insertMaybeUrgent(
  desk: ChatServices,
  asking: Asking,
  draft: FullMessage,
  urgent: Urgent | null,
): Promise<Stored> {
  return urgent ? storeUrgent(desk, asking, draft, urgent) : insertMessage(desk, draft);
}

/** Marked, counted and recorded; what is not stored by this call does not count. */
async function storeUrgent(
  desk: ChatServices,
  asking: Asking,
  draft: FullMessage,
  { reason }: Urgent,
): Promise<Stored> {
  const urgent = { reason: reason.toWellFormed() };
  const key = String(draft.senderId);
  await desk.urgents.consume(key);
  let isNew = false;
  try {
    const stored = await insertMessage(desk, {
      ...draft,
      metadata: { ...draft.metadata, urgent },
      async also(tx, message) {
        await draft.also?.(tx, message);
        await recordUrgent(tx, asking, message, urgent);
      },
    });
    isNew = stored.outcome === 'stored';
    return stored;
  } finally {
    if (!isNew) await desk.urgents.restore(key);
  }
}

/** Who interrupted others, where and why: never with which words. */
async function recordUrgent(
  tx: LockedChannel['tx'],
  { actor, ip }: Asking,
  { id, channelId }: ChatMessage,
  { reason }: Urgent,
): Promise<void> {
  const { type, name } = await tx
    .selectFrom('chat_channels')
    .select(['type', 'name'])
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow();
  await recordActivity(tx, {
    actor,
    action: 'chat.urgent_sent',
    subject: { type: 'chat_message', id, name: isSecret(type) ? '' : name },
    after: { reason },
    ip,
  });
}
