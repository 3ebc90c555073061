import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { readersAmong } from '../../../chat/server/public.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import { partName, type RequestPart, requestPart } from '../../contract.ts';
import { publishChange, type RequestServices, type Target } from '../services.ts';
import type { Step } from '../step.ts';
import { storeStep } from './store.ts';

/** The input of a decision; `request` is null if the message is not a request. */
export interface Found {
  request: RequestPart | null;
  message: ChatMessage;
  canModerate: boolean;
  /** Whether the assignee can read the conversation; they may have left it, or the group. */
  isOwnerReader: boolean;
}

/** Pure, as it may run more than once; null: nothing to change. Throws to refuse. */
export type Decide = (found: Found) => Step | null;

/**
 * Changes a request under its channel's lock: of two concurrent calls the second sees the result of the first.
 * The message, the row and its history are written together; after COMMIT the people involved are notified.
 */
export async function takeStep(
  services: RequestServices,
  actor: Actor,
  target: Target,
  decide: Decide,
): Promise<ChatMessage> {
  const found = await services.chat.getMessage(actor, target);
  const { canModerate } = found;
  const ownerId = toRequest(found.message.metadata?.parts?.[partName])?.ownerId ?? null;
  const readers = await readersAmong(
    services.db,
    target.channelId,
    ownerId === null ? [] : [ownerId],
  );
  const isOwnerReader = ownerId !== null && readers.has(ownerId);
  const taken: Taken[] = [];
  const message = await services.chat.changePart(actor, target, partName, (part, message) => {
    const step = decide({ request: toRequest(part), message, canModerate, isOwnerReader });
    return (
      step && {
        part: step.after,
        async also(tx) {
          taken.push({ step, notifications: await storeStep(tx, actor, message, step) });
        },
      }
    );
  });
  await publishTaken(services, target, taken);
  return message;
}

/** A stored step, and the notifications to publish. */
export interface Taken {
  step: Step;
  notifications: readonly Unpublished[];
}

/** Notifies the people involved, after COMMIT; if the transaction was retried, only the last try counts. */
export async function publishTaken(
  services: RequestServices,
  target: Target,
  taken: readonly Taken[],
): Promise<void> {
  const last = taken.at(-1);
  if (!last) return;
  const { before, after } = last.step;
  const userIds = [after.askedBy, after.ownerId, before?.ownerId];
  publishChange(
    services,
    target,
    userIds.filter((id) => typeof id === 'number'),
  );
  await publishNotifications(services.platform, ...last.notifications);
}

/** The request in a message part; null if it is not a valid one. */
function toRequest(part: unknown): RequestPart | null {
  return requestPart.safeParse(part).data ?? null;
}
