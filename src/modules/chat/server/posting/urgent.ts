import { AppError, rateLimited } from '../../../../platform/server/http/errors.ts';
import type { Limit, Limits } from '../../../../platform/server/limits/limits.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { urgentPerHour } from '../../contract/messages/urgent.ts';
import type { ChatMessage } from '../../contract.ts';
import { isSecret, type RequestContext } from '../channels/record.ts';
import type { ChatServices } from '../services.ts';
import type { LockedChannel } from '../writing/lock.ts';
import { type FullMessage, insertMessage } from './insert.ts';
import type { Stored } from './store.ts';

export type Urgent = NonNullable<NonNullable<ChatMessage['metadata']>['urgent']>;

const hourSeconds = 3_600;

/** Urgent messages are limited, so that they stay meaningful. */
export function createUrgentLimit(limits: Limits): Limit {
  const limit = limits('chat-urgent', urgentPerHour, hourSeconds);
  return {
    ...limit,
    async consume(key) {
      try {
        await limit.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof AppError) || refusal.code !== 'rate_limited') throw refusal;
        const why = `You’ve sent ${urgentPerHour} urgent messages in the past hour.`;
        throw rateLimited(refusal.retryAfterSeconds ?? hourSeconds, why);
      }
    },
  };
}

/** Like `insertMessage`, and marks the message as urgent if requested. */
export function insertMaybeUrgent(
  services: ChatServices,
  context: RequestContext,
  draft: FullMessage,
  urgent: Urgent | null,
): Promise<Stored> {
  return urgent
    ? insertUrgentMessage(services, context, draft, urgent)
    : insertMessage(services, draft);
}

/** Marks, counts and logs the message; not counted if this call did not store it. */
async function insertUrgentMessage(
  services: ChatServices,
  context: RequestContext,
  draft: FullMessage,
  { reason }: Urgent,
): Promise<Stored> {
  const urgent = { reason: reason.toWellFormed() };
  const key = String(draft.senderId);
  await services.urgents.consume(key);
  let isNew = false;
  try {
    const stored = await insertMessage(services, {
      ...draft,
      metadata: { ...draft.metadata, urgent },
      async also(tx, message) {
        await draft.also?.(tx, message);
        await recordUrgent(tx, context, message, urgent);
      },
    });
    isNew = stored.outcome === 'stored';
    return stored;
  } finally {
    if (!isNew) await services.urgents.restore(key);
  }
}

/** Logs who sent an urgent message, where and why, never its content. */
async function recordUrgent(
  tx: LockedChannel['tx'],
  { actor, ip }: RequestContext,
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
