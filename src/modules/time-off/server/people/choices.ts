import { sql } from 'kysely';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import { findEmployees } from '../../../employees/server/public.ts';
import type * as calls from '../../contract.ts';
import { findKinds } from '../kinds.ts';
import { canChangeGroup, canReadHr, canWriteHr } from '../policy.ts';
import type { TimeOffDb } from '../tables.ts';

export async function getChoices(
  db: TimeOffDb,
  actor: Actor,
): Promise<AnswerOf<typeof calls.getChoices>> {
  const { userId } = actor;
  const [kinds, employees, { rows: reports }] = await Promise.all([
    findKinds(db),
    findEmployees(db, [userId]),
    sql`select from employees where manager_id = ${userId} limit 1`.execute(db),
  ]);
  return {
    kinds,
    stores: ownStores(actor),
    isEmployee: employees.has(userId),
    may: {
      approve: reports.length > 0 || canWriteHr(actor),
      readAll: canReadHr(actor),
      change: canWriteHr(actor),
      changeGroup: canChangeGroup(actor),
    },
  };
}
