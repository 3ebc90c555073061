import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import { partName, type RequestPart, requestPart } from '../../contract.ts';
import { announce, type RequestServices, type Target } from '../services.ts';
import type { Step } from '../step.ts';
import { storeStep } from './store.ts';

/** What a step is decided upon; `request` is null where the message is none. */
export interface Found {
  request: RequestPart | null;
  message: ChatMessage;
  canModerate: boolean;
}

/** Decides without effects, as it is asked more than once; null: all is as it should be. May refuse. */
export type Decide = (found: Found) => Step | null;

/**
 * Takes a request one step further under its channel's lock: of two at the same moment the second finds
 * what the first has made of it. The message, the row and its story are written together, and after
 * COMMIT everybody concerned is told.
 */
export async function takeStep(
  desk: RequestServices,
  actor: Actor,
  target: Target,
  decide: Decide,
): Promise<ChatMessage> {
  const { canModerate } = await desk.chat.getMessage(actor, target);
  const taken: Taken[] = [];
  const message = await desk.chat.changePart(actor, target, partName, (part, message) => {
    const step = decide({ request: toRequest(part), message, canModerate });
    return (
      step && {
        part: step.after,
        async also(tx) {
          taken.push({ step, told: await storeStep(tx, actor, message, step) });
        },
      }
    );
  });
  await publishTaken(desk, target, taken);
  return message;
}

/** A step that was written, and what is to be told of it. */
export interface Taken {
  step: Step;
  told: readonly Unpublished[];
}

/** Tells everybody concerned, after COMMIT; of a transaction that was tried again only the last counts. */
export async function publishTaken(
  desk: RequestServices,
  target: Target,
  taken: readonly Taken[],
): Promise<void> {
  const last = taken.at(-1);
  if (!last) return;
  const { before, after } = last.step;
  const concerned = [after.askedBy, after.ownerId, before?.ownerId];
  announce(
    desk,
    target,
    concerned.filter((id) => typeof id === 'number'),
  );
  await publishNotifications(desk.platform, ...last.told);
}

/** What the message carries; nothing that is not a request of ours. */
function toRequest(part: unknown): RequestPart | null {
  return requestPart.safeParse(part).data ?? null;
}
