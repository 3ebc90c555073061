import { type Kysely, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { type Actor, assertPermitted } from '../../../../platform/server/http/actor.ts';
import {
  conflict,
  forbidden,
  notFound,
  unauthenticated,
} from '../../../../platform/server/http/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { createSessions } from '../../../access/server/public.ts';
import { lockPerson, type PeopleTables, type PersonRow } from '../../../people/server/public.ts';
import { type AdminAction, findRefusal, type Target } from '../rules/policy.ts';

export type Tx = Kysely<AnyTables>;

/** Who asks, and from where. */
export interface Asking {
  actor: Actor;
  ip: string;
}

// Any number: it only has to be the same on every instance.
const lockKey = 4_021_989;

/**
 * Runs an administrative act in a transaction, one at a time in the whole group, and by somebody who may
 * still manage people once it is their turn. Of two administrators who disable each other at the same
 * moment, the second is nobody any more; no isolation level would have seen that.
 */
export async function act<T>(
  { db }: Platform,
  { actor }: Asking,
  work: (tx: Tx, doer: Actor) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx);
    const doer = (await createSessions(tx as Db<AnyTables>).findActors([actor.sessionId])).get(
      actor.sessionId,
    );
    if (!doer) throw unauthenticated();
    assertPermitted({ admin: 'user_management' }, doer);
    return work(tx, doer);
  });
}

/** The account an act is about, held until the act is done. Throws `not_found`. */
export async function getTarget(tx: Tx, id: number): Promise<PersonRow> {
  const row = await lockPerson(tx, id);
  if (!row || row.deleted_at) throw notFound();
  return row;
}

export function assertMay(doer: Actor, deed: AdminAction, row: PersonRow): void {
  refuse(findRefusal(doer, deed, toTarget(row)));
}

export function refuse(sentence: string | null): void {
  if (sentence) throw forbidden(sentence);
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
 * Throws `conflict` unless somebody is left who can administer; asked last in every act that takes an
 * administrator away. The acts come one after the other, so what is counted here stays true.
 */
export async function assertAdministratorLeft(anyTx: Tx): Promise<void> {
  const tx: Kysely<PeopleTables> = anyTx;
  const somebody = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .where('pending', '=', false)
    .where('deleted_at', 'is', null)
    .where('protection', 'is distinct from', 'system_bot')
    .limit(1)
    .executeTakeFirst();
  if (!somebody) throw conflict('There must always be at least one active administrator.');
}
