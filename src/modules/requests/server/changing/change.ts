import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { rightsOn } from '../../contract/rights.ts';
import type { Kind, RequestPart } from '../../contract.ts';
import type { RequestServices, Target } from '../services.ts';
import type { Step } from '../step.ts';
import { assertActive, requestOf } from './act.ts';
import { assertAhead, findOwner, type Owner, ownedBy, timeOf } from './input.ts';
import { takeStep } from './step.ts';

interface Changes {
  kind?: Kind | undefined;
  dueAt?: string | null | undefined;
  ownerId?: number | null | undefined;
}

/** Changes type, due time or assignee; absent fields stay as they are. */
export async function changeRequest(
  services: RequestServices,
  actor: Actor,
  target: Target,
  changes: Changes,
): Promise<ChatMessage> {
  const owner = await findOwner(services.db, changes.ownerId ?? null);
  return takeStep(services, actor, target, (found): Step | null => {
    const before = requestOf(found);
    const after = applyChanges(before, changes, owner);
    const isReassigned = after.ownerId !== before.ownerId;
    const isEdited = after.kind !== before.kind || after.dueAt !== before.dueAt;
    if (!isReassigned && !isEdited) return null;
    assertActive(before);
    const can = rightsOn(before, actor.userId, found.canModerate);
    if (isEdited && !can.change) throw forbidden('Only the requester can change this request.');
    if (isReassigned && !(after.ownerId === null ? can.release || can.change : can.assign)) {
      throw forbidden('Only the assignee or the requester can assign this request.');
    }
    if (after.dueAt !== before.dueAt) assertAhead(after.dueAt);
    return { before, after, act: actOf(after, isReassigned) };
  });
}

function applyChanges(before: RequestPart, { kind, dueAt, ownerId }: Changes, owner: Owner | null) {
  return {
    ...before,
    ...(kind && { kind }),
    ...(dueAt !== undefined && { dueAt: timeOf(dueAt) }),
    ...(ownerId !== undefined && ownerId !== before.ownerId && ownedBy(owner)),
  };
}

function actOf({ ownerId }: RequestPart, isReassigned: boolean): Step['act'] {
  if (!isReassigned) return 'changed';
  return ownerId === null ? 'released' : 'given';
}
