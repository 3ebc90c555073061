import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { PersonRow, UserChanges } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { assertMay, refuse, toTarget } from '../acting/act.ts';
import { changeAccount } from '../acting/change.ts';
import { findMissingRights, type Reach, type Rights, settleRights } from '../rules/rights.ts';

export function changePermissions(platform: Platform): Handler<typeof calls.changePermissions> {
  return async ({ params: { id }, body: { version, ...rights }, ...asking }) =>
    changeAccount(platform, asking, id, (doer, row) => {
      assertMay(doer, 'permissions', row);
      return { changes: planRights(doer, row, rights), version };
    });
}

/** The rights that differ once they are settled; nothing where the same is said in another way. */
export function planRights(doer: Actor, row: PersonRow, wanted: Partial<Rights>): UserChanges {
  const current = toTarget(row);
  const before = settleRights(current, {});
  const after = settleRights(current, wanted);
  const changed = (['pagePermissions', 'featurePermissions', 'storeAccess'] as const).filter(
    (name) => String(before[name]) !== String(after[name]),
  );
  if (changed.length === 0) return {};
  assertMay(doer, 'permissions', row);
  const { department } = current;
  refuseMissingRights(doer, { ...before, department }, { ...after, department });
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

export function refuseMissingRights(doer: Actor, before: Reach, after: Reach): void {
  const missing = findMissingRights(doer, before, after);
  if (missing) refuse(missingRightSentence(missing));
}

/** A department opens its team channels and notes, so it is granted like any other right. */
export const missingRightSentence = ({
  field,
  value,
}: {
  field: keyof Reach;
  value: string;
}): string =>
  field === 'department'
    ? 'You can only put people into your own department. Please ask an administrator.'
    : `You cannot grant what you do not hold yourself: ${value}`;
