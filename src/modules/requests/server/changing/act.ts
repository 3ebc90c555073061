import { conflict, forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { isActive, type RequestRights, rightsOn } from '../../contract/rights.ts';
import type { Act, RequestPart } from '../../contract.ts';
import type { RequestServices, Target } from '../services.ts';
import type { Step } from '../step.ts';
import { nameOf, ownedBy } from './input.ts';
import { type Found, takeStep } from './step.ts';

/** Claims, releases, completes, cancels or reopens a request. Repeating an action changes nothing. */
export function actOnRequest(
  services: RequestServices,
  actor: Actor,
  target: Target,
  act: Act,
): Promise<ChatMessage> {
  return takeStep(services, actor, target, (found) => {
    const request = requestOf(found);
    const can = rightsOn(request, actor.userId, found.canModerate);
    return actions[act](request, can, { actor, isOwnerReader: found.isOwnerReader });
  });
}

export function requestOf({ request }: Found): RequestPart {
  if (!request) throw conflict('This message isn’t a request.');
  return request;
}

type Action = (
  request: RequestPart,
  can: RequestRights,
  by: Pick<Found, 'isOwnerReader'> & { actor: Actor },
) => Step | null;

const actions: Record<Act, Action> = {
  claim(before, can, { actor }) {
    if (before.status === 'claimed' && before.ownerId === actor.userId) return null;
    assertActive(before);
    if (!can.claim) throw conflict(`This request is already assigned to ${before.ownerName}.`);
    const owned = ownedBy({ id: actor.userId, name: nameOf(actor) });
    return { before, after: { ...before, ...owned, claimedAt: now() }, act: 'claimed' };
  },
  release(before, can) {
    if (before.status === 'open') return null;
    assertActive(before);
    if (!can.release) throw forbidden('Only the assignee can release this request.');
    return { before, after: { ...before, ...ownedBy(null) }, act: 'released' };
  },
  done(before, can, { actor }) {
    if (before.status === 'done') return null;
    assertActive(before);
    if (!can.finish)
      throw forbidden('Only the assignee or the requester can complete this request.');
    return { before, after: { ...before, status: 'done', ...closedBy(actor) }, act: 'done' };
  },
  cancel(before, can, { actor }) {
    if (before.status === 'cancelled') return null;
    assertActive(before);
    if (!can.cancel) throw forbidden('Only the requester can cancel this request.');
    const after = { ...before, status: 'cancelled' as const, ...closedBy(actor) };
    return { before, after, act: 'cancelled' };
  },
  reopen(before, can, { isOwnerReader }) {
    if (isActive(before)) return null;
    if (!can.reopen) throw forbidden('Only the assignee or the requester can reopen this request.');
    const owned = isOwnerReader ? { status: 'claimed' as const } : ownedBy(null);
    const after = { ...before, ...owned, closedAt: null, closedBy: null, closedByName: null };
    return { before, after, act: 'reopened' };
  },
};

export function assertActive(request: RequestPart): void {
  if (isActive(request)) return;
  const outcome = request.status === 'cancelled' ? 'canceled' : 'completed';
  throw conflict(`This request was ${outcome} by ${request.closedByName}.`);
}

const now = () => new Date().toISOString();
const closedBy = (actor: Actor) => ({
  closedAt: now(),
  closedBy: actor.userId,
  closedByName: nameOf(actor),
});
