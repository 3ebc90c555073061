import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { LeadAbsences } from '../absences.ts';
import type { LeadParts } from '../parts.ts';
import type { LeadsDb } from '../tables.ts';
import { worksOnLeads } from './staff.ts';

/**
 * Condition on `lead_routing_members m` and `users u`: the member accepts leads, still works at the store and is not
 * on vacation.
 */
const acceptsAt = (store: Store) => sql<boolean>`(
  m.store = ${store} and m.accepts and ${worksOnLeads([store])}
  and not (u.status = 'on-vacation' and coalesce(u.status_until > now(), true)))`;

/** The members who accept leads of a store now and are not away. */
export async function listAccepting(
  tx: LeadsDb,
  store: Store,
  { awayAt }: LeadAbsences,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from lead_routing_members m join users u on u.id = m.user_id
    where ${acceptsAt(store)} order by u.id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const away = await awayAt(tx, ids, new Date());
  return ids.filter((id) => !away.has(id));
}

/**
 * The next in rotation: the member whose last lead is oldest. Counts as assigned, so the routing row must be
 * locked. Members who are refused leads because they may not sell are skipped. Null if no one accepts leads.
 */
export async function advanceRotation(
  tx: LeadsDb,
  store: Store,
  { findSellingProblems, absences }: Pick<LeadParts, 'findSellingProblems' | 'absences'>,
): Promise<number | null> {
  const members = await listAccepting(tx, store, absences);
  const { reasons, isRefused } = await findSellingProblems(tx, members, store);
  const next = members.filter((id) => !isRefused || !reasons.has(id));
  const { rows } = await sql<{ user_id: number }>`
    update lead_routing_members set last_assigned_at = clock_timestamp()
    where store = ${store} and user_id = (
      select m.user_id from lead_routing_members m
      where m.store = ${store} and m.user_id = any(${next}::integer[])
      order by m.last_assigned_at nulls first, m.user_id limit 1)
    returning user_id`.execute(tx);
  return rows[0]?.user_id ?? null;
}
