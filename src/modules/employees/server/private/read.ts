import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import { listActsOn, recordActivity, userSubject } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/private.ts';
import type { EmployeesDb } from '../tables.ts';
import type { Parts } from '../writing/change.ts';
import { getOpened, readPrivatePart } from './find.ts';

type Did = AnswerOf<typeof calls.listPrivateViews>[number]['did'];

/** The activity log, which is sealed and has other readers, says who opened the private part of a file, never what is in it. */
export const privateActions: Record<Did, string> = {
  viewed: 'employee.private_viewed',
  changed: 'employee.private_changed',
  acknowledged: 'employee.private_acknowledged',
};

/** The view is in the log before anything is decrypted. */
export function getPrivatePart(
  { db: anyDb, secrets }: Pick<Parts, 'db' | 'secrets'>,
  views: Limit,
): Handler<typeof calls.getPrivatePart> {
  const db: EmployeesDb = anyDb;
  return async ({ actor, params: { employeeId }, ip }) => {
    const { found, reader } = await getOpened(db, actor, employeeId);
    await views.consume(String(actor.userId));
    const subject = userSubject(found);
    await recordActivity(db, { actor, action: privateActions.viewed, subject, ip });
    return readPrivatePart(db, secrets, employeeId, reader);
  };
}

/** Who opened or changed it: the employee may know, too. */
export function listPrivateViews(db: EmployeesDb): Handler<typeof calls.listPrivateViews> {
  const dids = new Map(Object.entries(privateActions).map(([did, action]) => [action, did as Did]));
  return async ({ actor, params: { employeeId }, query: { before } }) => {
    const { found } = await getOpened(db, actor, employeeId);
    const acts = await listActsOn(db, { type: 'user', id: found.id }, [...dids.keys()], { before });
    return acts.map(({ id, at, by, action }) => ({
      id,
      at,
      by,
      did: dids.get(action) ?? 'viewed',
    }));
  };
}
