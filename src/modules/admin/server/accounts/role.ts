import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { PersonRow, UserChanges } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { assertMay, assertNoRefusal } from '../acting/act.ts';
import { changeAccount } from '../acting/change.ts';
import { findRoleRefusal } from '../rules/policy.ts';

export function changeRole(platform: Platform): Handler<typeof calls.changeRole> {
  return async ({ params: { id }, body: { role }, ...context }) =>
    changeAccount(platform, context, id, (doer, row) => ({ changes: planRole(doer, row, role) }));
}

export function planRole(doer: Actor, row: PersonRow, role: PersonRow['role']): UserChanges {
  assertMay(doer, 'role', row);
  if (role === row.role) return {};
  assertNoRefusal(findRoleRefusal(doer, role));
  return { role };
}
