import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import {
  conflict,
  forbidden,
  notFound,
  unauthenticated,
} from '../../../../platform/server/errors.ts';
import {
  type Actor,
  assertPermitted,
  type RequestContext,
} from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findActors } from '../../../access/server/public.ts';
import { lockPerson, type PeopleTables, type PersonRow } from '../../../people/server/public.ts';
import { type AdminAction, findRefusal, type Target } from '../rules/policy.ts';

export type Tx = Kysely<AnyTables>;

// An arbitrary number, the same on every instance.
export const lockKey = 4_021_989;

/**
 * Runs an administrative action in a transaction, one at a time in the whole group, with the actor's
 * permissions checked under the lock. Of two administrators who disable each other at the same moment, the
 * second is no longer allowed; no isolation level would detect that.
 */
export async function runAdminAction<T>(
  { db }: Platform,
  { actor }: RequestContext,
  work: (tx: Tx, doer: Actor) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx);
    const doer = (await findActors(tx, [actor.sessionId])).get(actor.sessionId);
    if (!doer) throw unauthenticated();
    assertPermitted({ admin: 'user_management' }, doer);
    return work(tx, doer);
  });
}

/** The account an action is about, locked until the transaction ends. Throws `not_found`. */
export async function getTarget(tx: Tx, id: number): Promise<PersonRow> {
  const row = await lockPerson(tx, id);
  if (!row || row.deleted_at) throw notFound();
  return row;
}

export function assertMay(doer: Actor, action: AdminAction, row: PersonRow): void {
  assertNoRefusal(findRefusal(doer, action, toTarget(row)));
}

export function assertNoRefusal(refusal: string | null): void {
  if (refusal) throw forbidden(refusal);
}

export const toTarget = (row: PersonRow): Target => ({
  id: row.id,
  role: row.role,
  protection: row.protection,
  pagePermissions: row.page_permissions,
  featurePermissions: row.feature_permissions,
  storeAccess: row.store_access,
  department: row.department,
});

/**
 * Throws `conflict` unless an administrator is left; called last in every action that removes one. Actions run
 * one after the other, so the result stays true.
 */
export async function assertAdministratorLeft(anyTx: Tx): Promise<void> {
  const tx: Kysely<PeopleTables> = anyTx;
  const administrator = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .where('pending', '=', false)
    .where('deleted_at', 'is', null)
    .where('protection', 'is distinct from', 'system_bot')
    .limit(1)
    .executeTakeFirst();
  if (!administrator) throw conflict('There must be at least one active administrator.');
}
