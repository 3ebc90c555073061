import type { Kysely } from 'kysely';
import { conflict, notFound } from '../../../platform/server/errors.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { personChanged } from '../../../platform/server/realtime/watch.ts';
import { announceEnded, endSessions } from '../../access/server/public.ts';
import { recordActivity, userSubject } from '../../activity/server/public.ts';
import {
  announceCreated,
  announceDeleted,
  announceUpdated,
  deleteUser,
  describeUser,
  describeUsers,
  confirmEmail as markConfirmed,
  type PeopleTables,
  type PersonRow,
  publishRights,
  updateUser,
} from '../../people/server/public.ts';
import type * as calls from '../contract.ts';
import { assertHoldsRights } from './accounts/permissions.ts';
import { assertMay, assertNoRefusal, getTarget, runAdminAction, type Tx } from './acting/act.ts';
import { reasons } from './acting/publish.ts';
import { toRecord } from './acting/record.ts';
import { findRoleRefusal } from './rules/policy.ts';
import { noReach, noRights, settleRights } from './rules/rights.ts';

export function listRegistrations(platform: Platform): Handler<typeof calls.listRegistrations> {
  const db: Kysely<PeopleTables> = platform.db;
  return async () => {
    const rows = await db
      .selectFrom('users')
      .selectAll()
      .where('pending', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1000)
      .execute();
    return describeUsers(platform, rows);
  };
}

/** Email, including password links, goes to that address afterwards: someone must confirm who owns it. */
const unconfirmed = () =>
  conflict(
    'This person has not confirmed their email address. Approve them only if you know it is theirs.',
    { confirmEmail: 'Confirm that this address belongs to the person' },
  );

/** A registration that someone else has decided is no longer pending. */
async function getWaiting(tx: Tx, id: number): Promise<PersonRow> {
  const row = await getTarget(tx, id);
  if (!row.pending) throw notFound('This registration is no longer pending.');
  return row;
}

export function approveRegistration(platform: Platform): Handler<typeof calls.approveRegistration> {
  return async ({ params: { id }, body, ...context }) => {
    const { role, department, confirmEmail = false, ...requestedRights } = body;
    const row = await runAdminAction(platform, context, async (tx, doer) => {
      const waiting = await getWaiting(tx, id);
      assertMay(doer, 'permissions', waiting);
      if (!waiting.email_confirmed_at && !confirmEmail) throw unconfirmed();
      assertNoRefusal(findRoleRefusal(doer, role));
      const rights = settleRights(noRights, requestedRights);
      // The requested department is granted here, like a permission.
      assertHoldsRights(doer, noReach, { ...rights, department });
      await markConfirmed(tx, id);
      const approved = await updateUser(tx, id, { role, department, ...rights, pending: false });
      await recordActivity(tx, {
        actor: doer,
        action: 'user.approved',
        subject: userSubject(approved),
        before: toRecord(waiting),
        after: toRecord(approved),
        ip: context.ip,
      });
      return approved;
    });
    publishRights(platform, row);
    platform.bus.publish(personChanged, { userId: id });
    // New to everyone without user management.
    announceCreated(platform, row);
    await announceUpdated(platform, row);
    return describeUser(platform, row);
  };
}

export function declineRegistration(platform: Platform): Handler<typeof calls.declineRegistration> {
  return async ({ params: { id }, ...context }) => {
    const { row, ended } = await runAdminAction(platform, context, async (tx, doer) => {
      const waiting = await getWaiting(tx, id);
      assertMay(doer, 'delete', waiting);
      const sessions = await endSessions(tx, id);
      await deleteUser(tx, id);
      await recordActivity(tx, {
        actor: doer,
        action: 'user.declined',
        subject: userSubject(waiting),
        before: toRecord(waiting),
        ip: context.ip,
      });
      return { row: waiting, ended: sessions };
    });
    announceEnded(platform, ended, reasons.declined);
    announceDeleted(platform, row);
    return { message: `The registration of ${row.first_name} ${row.last_name} was declined.` };
  };
}
