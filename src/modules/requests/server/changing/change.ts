import type { Actor } from '../../../../platform/server/http/actor.ts';
import { forbidden } from '../../../../platform/server/http/errors.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { rightsOn } from '../../contract/rights.ts';
import type { Kind, RequestPart } from '../../contract.ts';
import type { RequestServices, Target } from '../services.ts';
import type { Step } from '../step.ts';
import { assertActive, requestOf } from './act.ts';
import { takeStep } from './step.ts';
import { assertAhead, findOwner, type Owner, ownedBy, timeOf } from './wish.ts';

interface Changes {
  kind?: Kind | undefined;
  dueAt?: string | null | undefined;
  ownerId?: number | null | undefined;
}

/** Asks for something else, or by another time, or gives it to somebody else; only what is named. */
export async function changeRequest(
  desk: RequestServices,
  actor: Actor,
  target: Target,
  changes: Changes,
): Promise<ChatMessage> {
  const owner = await findOwner(desk.db, changes.ownerId ?? null);
  return takeStep(desk, actor, target, (found): Step | null => {
    const before = requestOf(found);
    const after = changed(before, changes, owner);
    const isGiven = after.ownerId !== before.ownerId;
    const isOther = after.kind !== before.kind || after.dueAt !== before.dueAt;
    if (!isGiven && !isOther) return null;
    assertActive(before);
    const can = rightsOn(before, actor.userId, found.canModerate);
    if (isOther && !can.change) throw forbidden('Only who asked for it can change a request.');
    if (isGiven && !(after.ownerId === null ? can.release || can.change : can.handOver)) {
      throw forbidden('Only who has a request, or asked for it, can give it to somebody.');
    }
    if (after.dueAt !== before.dueAt) assertAhead(after.dueAt);
    return { before, after, act: actOf(after, isGiven) };
  });
}

function changed(before: RequestPart, { kind, dueAt, ownerId }: Changes, owner: Owner | null) {
  return {
    ...before,
    ...(kind && { kind }),
    ...(dueAt !== undefined && { dueAt: timeOf(dueAt) }),
    ...(ownerId !== undefined && ownerId !== before.ownerId && ownedBy(owner)),
  };
}

function actOf({ ownerId }: RequestPart, isGiven: boolean): Step['act'] {
  if (!isGiven) return 'changed';
  return ownerId === null ? 'released' : 'given';
}
