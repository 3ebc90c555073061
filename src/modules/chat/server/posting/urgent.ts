import { invalid } from '../../../../platform/server/errors.ts';
import type { RequestContext } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { kindsIn } from '../../../data-guard/server/public.ts';
import type { ChatMessage, Urgent } from '../../contract.ts';
import type { ChatServices } from '../services.ts';
import { isSecret } from '../writing/activity.ts';
import type { LockedChannel } from '../writing/lock.ts';
import { type FullMessage, insertMessage } from './insertMessage.ts';
import type { SendResult } from './storeMessages.ts';

const customerDataRefused = 'The reason can’t contain customer data.';

/** The reason as it is stored; throws `invalid` if it contains customer data. */
export function validateReason({ reason }: Urgent): string {
  if (kindsIn([reason]).length > 0) {
    throw invalid(customerDataRefused, { 'urgent.reason': customerDataRefused });
  }
  return reason.toWellFormed();
}

/** Like `insertMessage`, and marks the message as urgent if requested. */
export function insertMaybeUrgent(
  services: ChatServices,
  context: RequestContext,
  message: FullMessage,
  urgent: Urgent | null,
): Promise<SendResult> {
  return urgent
    ? insertUrgentMessage(services, context, message, urgent)
    : insertMessage(services, message);
}

/** Marks, counts and logs the message; not counted if this call did not store it. */
async function insertUrgentMessage(
  services: ChatServices,
  context: RequestContext,
  message: FullMessage,
  command: Urgent,
): Promise<SendResult> {
  const urgent = { reason: validateReason(command) };
  const key = String(message.senderId);
  await services.urgents.consume(key);
  let isNew = false;
  try {
    const result = await insertMessage(services, {
      ...message,
      metadata: { ...message.metadata, urgent },
      async also(tx, stored) {
        await message.also?.(tx, stored);
        await recordUrgent(tx, context, stored, urgent);
      },
    });
    isNew = result.outcome === 'stored';
    return result;
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
