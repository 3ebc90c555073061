import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { assertAcceptable, hashPassword, setPasswordHash } from '../../../access/server/public.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import {
  createUser as addPerson,
  announceCreated,
  describeUser,
} from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { assertNoRefusal, runAdminAction } from '../acting/act.ts';
import { toRecord } from '../acting/record.ts';
import { findRoleRefusal } from '../rules/policy.ts';
import { noReach, noRights, settleRights } from '../rules/rights.ts';
import { mustChange } from './password.ts';
import { assertHoldsRights } from './permissions.ts';

export function createUser(platform: Platform): Handler<typeof calls.createUser> {
  return async ({ body: { password, ...account }, ...context }) => {
    assertAcceptable(password, account);
    const rights = settleRights(noRights, account);
    const hash = await hashPassword(password);
    const row = await runAdminAction(platform, context, async (tx, doer) => {
      assertNoRefusal(findRoleRefusal(doer, account.role));
      assertHoldsRights(doer, noReach, { ...rights, department: account.department });
      const created = await addPerson(tx, { ...account, ...rights });
      await setPasswordHash(tx, created.id, hash, { mustChange: await mustChange(tx) });
      await recordActivity(tx, {
        actor: doer,
        action: 'user.created',
        subject: userSubject(created),
        after: toRecord(created),
        ip: context.ip,
      });
      return created;
    });
    announceCreated(platform, row);
    return describeUser(platform, row);
  };
}
