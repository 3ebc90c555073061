import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { partName, type RequestPart } from '../../contract.ts';
import type { RequestServices, Target } from '../services.ts';
import type { Step } from '../step.ts';
import { publishTaken, type Taken, takeStep } from './step.ts';
import { storeStep } from './store.ts';
import { assertAhead, beginRequest, findOwner, timeOf, type Wish } from './wish.ts';

/** Makes a message anybody may have written a request of one's own. The same again is the same request. */
export async function makeRequest(
  desk: RequestServices,
  actor: Actor,
  target: Target,
  { ownerId, ...wish }: Wish,
): Promise<ChatMessage> {
  const owner = await findOwner(desk.db, ownerId);
  const dueAt = timeOf(wish.dueAt);
  return takeStep(desk, actor, target, ({ request, message }): Step | null => {
    if (message.messageType === 'system') {
      throw conflict('What the system says cannot be made a request.');
    }
    if (request) {
      if (isSame(request, actor, { ...wish, dueAt })) return null;
      throw conflict(`${request.askedByName} made this message a request already.`);
    }
    assertAhead(dueAt);
    return { before: null, after: beginRequest(actor, { ...wish, dueAt }, owner), act: 'asked' };
  });
}

function isSame(
  { askedBy, kind, dueAt }: RequestPart,
  { userId }: Actor,
  wish: Pick<Wish, 'kind' | 'dueAt'>,
): boolean {
  return askedBy === userId && kind === wish.kind && dueAt === wish.dueAt;
}

/** Asks in words of one's own. The same `clientMsgId` is the same request. */
export async function postRequest(
  desk: RequestServices,
  actor: Actor,
  { ownerId, ...asked }: Wish & { channelId: string; clientMsgId: string; content: string },
): Promise<ChatMessage> {
  const { channelId, clientMsgId, content, kind } = asked;
  const owner = await findOwner(desk.db, ownerId);
  const dueAt = timeOf(asked.dueAt);
  const after = beginRequest(actor, { kind, dueAt }, owner);
  const step: Step = { before: null, after, act: 'asked' };
  const taken: Taken[] = [];
  const message = await desk.chat.postCard(actor, {
    channelId,
    clientMsgId,
    content,
    parts: { [partName]: after },
    asText: true,
    async also(tx, stored) {
      // Here, so that a send repeated after its time was over is still the one that was stored.
      assertAhead(dueAt);
      taken.push({ step, told: await storeStep(tx, actor, stored, step) });
    },
  });
  await publishTaken(desk, { channelId, messageId: message.id }, taken);
  return message;
}
