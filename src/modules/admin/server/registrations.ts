import type { Kysely } from 'kysely';
import { conflict, notFound } from '../../../platform/server/http/errors.ts';
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
import { refuseMissingRights } from './accounts/permissions.ts';
import { act, assertMay, getTarget, refuse, type Tx } from './acting/act.ts';
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

/** Mail, and with it passwords, go to that address from then on: somebody has to answer for whose it is. */
const unconfirmed = () =>
  conflict(
    'This person has not confirmed their email address. Approve them only if you know that it is theirs.',
    { confirmEmail: 'Confirm that this address belongs to the person' },
  );

/** Who has been decided about by somebody else meanwhile waits no more. */
async function getWaiting(tx: Tx, id: number): Promise<PersonRow> {
  const row = await getTarget(tx, id);
  if (!row.pending) throw notFound('This registration no longer waits for approval.');
  return row;
}

export function approveRegistration(platform: Platform): Handler<typeof calls.approveRegistration> {
  return async ({ params: { id }, body, ...asking }) => {
    const { role, department, confirmEmail = false, ...wanted } = body;
    const row = await act(platform, asking, async (tx, doer) => {
      const waiting = await getWaiting(tx, id);
      assertMay(doer, 'permissions', waiting);
      if (!waiting.email_confirmed_at && !confirmEmail) throw unconfirmed();
      refuse(findRoleRefusal(doer, role));
      const rights = settleRights(noRights, wanted);
      // The department a stranger asked for is granted here, like everything else.
      refuseMissingRights(doer, noReach, { ...rights, department });
      await markConfirmed(tx, id);
      const approved = await updateUser(tx, id, { role, department, ...rights, pending: false });
      await recordActivity(tx, {
        actor: doer,
        action: 'user.approved',
        subject: userSubject(approved),
        before: toRecord(waiting),
        after: toRecord(approved),
        ip: asking.ip,
      });
      return approved;
    });
    publishRights(platform, row);
    platform.bus.publish(personChanged, { userId: id });
    // Those who could not approve hear of the person now for the first time.
    announceCreated(platform, row);
    await announceUpdated(platform, row);
    return describeUser(platform, row);
  };
}

export function declineRegistration(platform: Platform): Handler<typeof calls.declineRegistration> {
  return async ({ params: { id }, ...asking }) => {
    const { row, ended } = await act(platform, asking, async (tx, doer) => {
      const waiting = await getWaiting(tx, id);
      assertMay(doer, 'delete', waiting);
      const sessions = await endSessions(tx, id);
      await deleteUser(tx, id);
      await recordActivity(tx, {
        actor: doer,
        action: 'user.declined',
        subject: userSubject(waiting),
        before: toRecord(waiting),
        ip: asking.ip,
      });
      return { row: waiting, ended: sessions };
    });
    announceEnded(platform, ended, reasons.declined);
    announceDeleted(platform, row);
    return { message: `The registration of ${row.first_name} ${row.last_name} was declined.` };
  };
}
