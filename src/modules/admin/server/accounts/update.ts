import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findPersonById, type PersonRow, type UserChanges } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { assertMay, toTarget } from '../acting/act.ts';
import { changeAccount } from '../acting/change.ts';
import { preparePassword, replacePassword } from './password.ts';
import { assertHoldsRights, planRights } from './permissions.ts';
import { planRole } from './role.ts';

type Body = ValidOf<typeof calls.updateUser>['body'];

export function updateUser(platform: Platform): Handler<typeof calls.updateUser> {
  return async ({ params: { id }, body, userAgent, ...context }) => {
    const { password, version } = body;
    const person = await findPersonById(platform.db, id);
    if (!person || person.deleted_at) throw notFound();
    const hash = password && (await preparePassword(password, person));
    return changeAccount(platform, context, id, (doer, row) => {
      assertMay(doer, 'edit', row);
      assertImmutable(body, row);
      if (hash) assertMay(doer, 'password', row);
      return {
        changes: planChanges(doer, row, body),
        version,
        ...(hash && {
          also: (tx) => replacePassword(platform, tx, { ...context, userAgent, doer, row, hash }),
        }),
      };
    });
  };
}

/** Only the values that differ: a form sends every field, changed or not. */
function planChanges(doer: Actor, row: PersonRow, body: Body): UserChanges {
  const { department, role, isActive } = body;
  const changes: UserChanges = {};
  if (differs(body.firstName, row.first_name)) changes.firstName = body.firstName;
  if (differs(body.lastName, row.last_name)) changes.lastName = body.lastName;
  if (differs(body.username, row.username)) changes.username = body.username;
  if (differs(department, row.department)) {
    assertMay(doer, 'department', row);
    const current = toTarget(row);
    assertHoldsRights(doer, current, { ...current, department: department ?? null });
    changes.department = department;
  }
  if (role && differs(role, row.role)) Object.assign(changes, planRole(doer, row, role));
  if (isActive !== undefined && differs(isActive, row.is_active)) {
    assertMay(doer, 'status', row);
    changes.isActive = isActive;
  }
  return { ...changes, ...planRights(doer, row, body) };
}

const differs = <T>(requested: T | undefined, current: T) =>
  requested !== undefined && requested !== current;

function assertImmutable({ emrn, email }: Body, row: PersonRow): void {
  const fields: Record<string, string> = {};
  if (differs(emrn, row.emrn)) fields.emrn = 'The employee number can’t be changed';
  if (differs(email, row.email)) fields.email = 'The email address can’t be changed';
  const [sentence] = Object.values(fields);
  if (sentence) throw invalid(sentence, fields);
}
