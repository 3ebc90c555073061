import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, forbidden } from '../../../../platform/server/http/errors.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { isActive, type RequestRights, rightsOn } from '../../contract/rights.ts';
import type { Act, RequestPart } from '../../contract.ts';
import type { RequestServices, Target } from '../services.ts';
import type { Step } from '../step.ts';
import { type Found, takeStep } from './step.ts';
import { nameOf, ownedBy } from './wish.ts';

/** Claims, releases, finishes, cancels or reopens a request. What is so already is left as it is. */
export function actOnRequest(
  desk: RequestServices,
  actor: Actor,
  target: Target,
  act: Act,
): Promise<ChatMessage> {
  return takeStep(desk, actor, target, (found) => {
    const request = requestOf(found);
    const can = rightsOn(request, actor.userId, found.canModerate);
    return verbs[act](request, can, actor);
  });
}

export function requestOf({ request }: Found): RequestPart {
  if (!request) throw conflict('This message is not a request.');
  return request;
}

type Verb = (request: RequestPart, can: RequestRights, actor: Actor) => Step | null;

const verbs: Record<Act, Verb> = {
  claim(before, can, actor) {
    if (before.status === 'claimed' && before.ownerId === actor.userId) return null;
    assertActive(before);
    if (!can.claim) throw conflict(`${before.ownerName} has this request already.`);
    const owned = ownedBy({ id: actor.userId, name: nameOf(actor) });
    return { before, after: { ...before, ...owned, claimedAt: now() }, act: 'claimed' };
  },
  release(before, can) {
    if (before.status === 'open') return null;
    assertActive(before);
    if (!can.release) throw forbidden('Only who has a request can let go of it.');
    return { before, after: { ...before, ...ownedBy(null) }, act: 'released' };
  },
  done(before, can, actor) {
    if (before.status === 'done') return null;
    assertActive(before);
    if (!can.finish) throw forbidden('Only who has a request, or asked for it, can finish it.');
    return { before, after: { ...before, status: 'done', ...closedBy(actor) }, act: 'done' };
  },
  cancel(before, can, actor) {
    if (before.status === 'cancelled') return null;
    assertActive(before);
    if (!can.cancel) throw forbidden('Only who asked for it can cancel a request.');
    const after = { ...before, status: 'cancelled' as const, ...closedBy(actor) };
    return { before, after, act: 'cancelled' };
  },
  reopen(before, can) {
    if (isActive(before)) return null;
    if (!can.reopen) throw forbidden('Only who has a request, or asked for it, can reopen it.');
    const status = before.ownerId === null ? ('open' as const) : ('claimed' as const);
    const after = { ...before, status, closedAt: null, closedBy: null, closedByName: null };
    return { before, after, act: 'reopened' };
  },
};

export function assertActive(request: RequestPart): void {
  if (isActive(request)) return;
  throw conflict(`This request was ${request.status} by ${request.closedByName}.`);
}

const now = () => new Date().toISOString();
const closedBy = (actor: Actor) => ({
  closedAt: now(),
  closedBy: actor.userId,
  closedByName: nameOf(actor),
});
