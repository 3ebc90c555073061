import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { partName, type RequestPart } from '../../contract.ts';
import type { RequestServices, Target } from '../services.ts';
import type { Step } from '../step.ts';
import { assertAhead, findOwner, newRequest, type RequestInput, timeOf } from './input.ts';
import { publishTaken, type Taken, takeStep } from './step.ts';
import { storeStep } from './store.ts';

/** Turns any message into a request of the actor. Repeating it changes nothing. */
export async function makeRequest(
  services: RequestServices,
  actor: Actor,
  target: Target,
  { ownerId, ...input }: RequestInput,
): Promise<ChatMessage> {
  const owner = await findOwner(services.db, ownerId);
  const dueAt = timeOf(input.dueAt);
  return takeStep(services, actor, target, ({ request, message }): Step | null => {
    if (message.messageType === 'system') {
      throw conflict('System messages can’t become requests.');
    }
    if (request) {
      if (isSame(request, actor, { ...input, dueAt })) return null;
      throw conflict(`${request.askedByName} already turned this message into a request.`);
    }
    assertAhead(dueAt);
    return { before: null, after: newRequest(actor, { ...input, dueAt }, owner), act: 'asked' };
  });
}

function isSame(
  { askedBy, kind, dueAt }: RequestPart,
  { userId }: Actor,
  input: Pick<RequestInput, 'kind' | 'dueAt'>,
): boolean {
  return askedBy === userId && kind === input.kind && dueAt === input.dueAt;
}

/** Posts a new message with a request. Repeating a `clientMsgId` returns the request already posted. */
export async function postRequest(
  services: RequestServices,
  actor: Actor,
  {
    ownerId,
    ...command
  }: RequestInput & { channelId: string; clientMsgId: string; content: string },
): Promise<ChatMessage> {
  const { channelId, clientMsgId, content, kind } = command;
  const owner = await findOwner(services.db, ownerId);
  const dueAt = timeOf(command.dueAt);
  const after = newRequest(actor, { kind, dueAt }, owner);
  const step: Step = { before: null, after, act: 'asked' };
  const taken: Taken[] = [];
  const message = await services.chat.postCard(actor, {
    channelId,
    clientMsgId,
    content,
    parts: { [partName]: after },
    asText: true,
    async also(tx, stored) {
      // Checked here, so that a repeat after its due time still returns the stored request.
      assertAhead(dueAt);
      taken.push({ step, notifications: await storeStep(tx, actor, stored, step) });
    },
  });
  await publishTaken(services, { channelId, messageId: message.id }, taken);
  return message;
}
