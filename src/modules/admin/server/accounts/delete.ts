import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { announceEnded, endSessions } from '../../../access/server/public.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { announceDeleted, deleteUser as removePerson } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { assertAdministratorLeft, assertMay, getTarget, runAdminAction } from '../acting/act.ts';
import { reasons } from '../acting/publish.ts';
import { toRecord } from '../acting/record.ts';

/** Soft delete: the person can no longer sign in, and what they wrote stays under their name. */
export function deleteUser(platform: Platform): Handler<typeof calls.deleteUser> {
  return async ({ params: { id }, ...context }) => {
    const { row, ended } = await runAdminAction(platform, context, async (tx, doer) => {
      const target = await getTarget(tx, id);
      assertMay(doer, 'delete', target);
      const sessions = await endSessions(tx, id);
      const deleted = await removePerson(tx, id);
      if (target.role === 'admin') await assertAdministratorLeft(tx);
      await recordActivity(tx, {
        actor: doer,
        action: 'user.deleted',
        subject: userSubject(target),
        before: toRecord(target),
        ip: context.ip,
      });
      return { row: deleted, ended: sessions };
    });
    announceEnded(platform, ended, reasons.deleted);
    announceDeleted(platform, row);
    return { message: `${row.first_name} ${row.last_name} has been deleted.` };
  };
}
