import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { PersonRow, UserChanges } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { assertMay, assertNoRefusal, toTarget } from '../acting/act.ts';
import { changeAccount } from '../acting/change.ts';
import { findMissingRights, type Reach, type Rights, settleRights } from '../rules/rights.ts';

export function changePermissions(platform: Platform): Handler<typeof calls.changePermissions> {
  return async ({ params: { id }, body: { version, ...rights }, ...context }) =>
    changeAccount(platform, context, id, (doer, row) => {
      assertMay(doer, 'permissions', row);
      return { changes: planRights(doer, row, rights), version };
    });
}

/** The permissions that differ once both sides are normalized. */
export function planRights(doer: Actor, row: PersonRow, requested: Partial<Rights>): UserChanges {
  const current = toTarget(row);
  const before = settleRights(current, {});
  const after = settleRights(current, requested);
  const changed = (['pagePermissions', 'featurePermissions', 'storeAccess'] as const).filter(
    (name) => String(before[name]) !== String(after[name]),
  );
  if (changed.length === 0) return {};
  assertMay(doer, 'permissions', row);
  const { department } = current;
  assertHoldsRights(doer, { ...before, department }, { ...after, department });
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

export function assertHoldsRights(doer: Actor, before: Reach, after: Reach): void {
  const missing = findMissingRights(doer, before, after);
  if (missing) assertNoRefusal(missingRightMessage(missing));
}

/** A department gives access to its team channels and notes, so it is granted like a permission. */
export const missingRightMessage = ({
  field,
  value,
}: {
  field: keyof Reach;
  value: string;
}): string =>
  field === 'department'
    ? 'You can only assign people to your own department. Ask an administrator.'
    : `You can’t grant a permission you don’t have: ${value}`;
