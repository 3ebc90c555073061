import { type RawBuilder, sql } from 'kysely';
import { type Store, stores } from '../../../platform/contract/access.ts';
import { dateAt } from '../../../platform/contract/wallTime.ts';
import { notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';
import {
  canReadHr,
  canWriteHr,
  type EmployeeRow,
  findEmployees,
  inLineOf,
  readableByHr,
  writableByHr,
} from '../../employees/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { TimeOffDb } from './tables.ts';

export { canReadHr, canWriteHr };

/** Condition on `employees e`: the actor sees their balances and kinds of time off. */
export const visibleTo = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(e.user_id = ${actor.userId} or ${inLineOf(actor.userId)} or ${readableByHr(actor)})`;

/** Condition on `employees e`: the actor decides on their requests. No one decides on their own. */
export const decidableBy = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(e.user_id <> ${actor.userId} and (${inLineOf(actor.userId)} or ${writableByHr(actor)}))`;

/** Condition on `employees e`: the actor reads reasons that are private, as the person and HR do. */
export const readsReasonsOf = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(e.user_id = ${actor.userId} or ${readableByHr(actor)})`;

/** What holds for the whole group is changed by those who have all stores. */
export const canChangeGroup = (actor: Actor): boolean =>
  canWriteHr(actor) && ownStores(actor).length === stores.length;

/** Whether the actor changes settings of a store; null: of the whole group. */
export const canChangeAt = (actor: Actor, store: Store | null): boolean =>
  store === null ? canChangeGroup(actor) : canWriteHr(actor) && ownStores(actor).includes(store);

/** What the actor may do with someone’s time off. */
export interface Standing {
  employee: EmployeeRow;
  isSelf: boolean;
  /** Decide on requests, and record time off for them. */
  decides: boolean;
  /** Adjust their balances and work week. */
  writes: boolean;
}

/** The employee and what the actor may do; throws 404 unless the actor sees their balances. */
export async function getStanding(db: TimeOffDb, actor: Actor, userId: number): Promise<Standing> {
  const { rows } = await sql<Omit<Standing, 'employee'>>`
    select e.user_id = ${actor.userId} as "isSelf", ${decidableBy(actor)} as decides,
      ${writableByHr(actor)} as writes
    from employees e where e.user_id = ${userId} and ${visibleTo(actor)}`.execute(db);
  const employee = (await findEmployees(db, [userId])).get(userId);
  if (!rows[0] || !employee) throw notFound();
  return { ...rows[0], employee };
}

export const findToday = async (db: TimeOffDb): Promise<string> =>
  dateAt(await getTimezone(db), Date.now());

/** Serializes changes of one person’s time off; taken before anything is checked. */
export async function lockTimeOff(tx: TimeOffDb, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('time off'), ${userId})`.execute(tx);
}
