import { type RawBuilder, sql } from 'kysely';
import { type Store, stores } from '../../contract/access.ts';
import type { AnyTables, Db } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../http/actor.ts';
import { integerIds } from './sources.ts';
import { worksAt } from './staff.ts';

/** Something an employee who leaves still has, or is responsible for. */
export interface HandoverItem {
  id: string;
  title: string;
  /** What distinguishes it from others: a vehicle, a due day. */
  detail: string;
  /** Null: of no store. */
  store: Store | null;
  /** Where it is shown; null: nowhere of its own. */
  href: string | null;
}

interface Person {
  id: number;
  /** The display name. */
  name: string;
}

export interface Handover {
  /** Who decided it; the caller has checked that they may. */
  actor: Actor;
  from: Person;
  to: Person;
  /** Of `list`; what the employee does not have anymore is left alone. */
  ids: readonly string[];
  ip: string;
}

export interface HandoverResult {
  /** What was moved. */
  moved: string[];
  /** What stays, and why: a sentence. */
  problems: { id: string; message: string }[];
  /** What stopped it midway, for the log; what was moved before stays moved. */
  error?: unknown;
}

/** Why something stays that failed for no reason a person could know. */
export const handoverFailure = 'This could not be moved. Try again.';

/**
 * What a module keeps in the name of an employee. The rights of the actor on the records do not count, those of the
 * successor do: nothing goes to someone who could not be chosen for it otherwise.
 */
export interface HandoverSource {
  key: string;
  /** What its items are, for a heading: `Leads`. */
  title: string;
  /** `cancel`, `end`: it ends with the employee, and no one gets it. */
  act: 'move' | 'cancel' | 'end';
  /** Everything, oldest first. Customer data only for an actor who may read it. */
  list(userId: number, actor: Actor): Promise<HandoverItem[]>;
  /** The length of `list`, where it can be long. */
  count?(userId: number): Promise<number>;
  /** Moves items in a transaction of its own, with the events and notifications of any other change, and publishes it. */
  move(handover: Handover): Promise<HandoverResult>;
}

/** The stores where this user works, if `condition` on `users u` holds for them. */
export async function findStoresOf(
  db: Db<AnyTables>,
  userId: number,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<ReadonlySet<Store>> {
  const { rows } = await sql<{ access: string[] }>`
    select u.store_access as access from users u
    where u.id = ${userId} and ${worksAt(stores)} and ${condition}`.execute(db);
  const access = rows[0]?.access ?? [];
  return new Set(stores.filter((store) => access.includes('all') || access.includes(store)));
}

/** Divides rows into those of the stores and problems that say why not. */
export function splitByStore<Row extends { id: number | string; store: Store }>(
  rows: readonly Row[],
  allowed: ReadonlySet<Store>,
  refusal: string,
): { fit: Row[]; problems: HandoverResult['problems'] } {
  const fits = ({ store }: Row) => allowed.has(store);
  return {
    fit: rows.filter(fits),
    problems: rows
      .filter((row) => !fits(row))
      .map(({ id }) => ({ id: String(id), message: refusal })),
  };
}

/** Moves item by item, where each has a transaction of its own; a refusal is the result for that item. */
export async function moveEach(
  ids: readonly string[],
  move: (id: string) => Promise<boolean>,
): Promise<HandoverResult> {
  const moved: string[] = [];
  const problems: HandoverResult['problems'] = [];
  for (const [at, id] of ids.entries()) {
    try {
      if (await move(id)) moved.push(id);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) {
        const left = ids.slice(at).map((one) => ({ id: one, message: handoverFailure }));
        return { moved, problems: [...problems, ...left], error };
      }
      problems.push({ id, message: error.message });
    }
  }
  return { moved, problems };
}

interface SharedViews {
  key: string;
  title: string;
  /** With `id`, `owner_id`, `name` and `store`, which is null for a view of its owner alone. */
  table: string;
  href: string;
  /** On `users u`: who may own one, and read its name. */
  condition: RawBuilder<unknown>;
  refusal: string;
}

/** Views that a whole store uses; those of their owner alone end with the account. */
export function sharedViewHandover(
  db: Db<AnyTables>,
  { key, title, table, href, condition, refusal }: SharedViews,
): HandoverSource {
  const views = sql.table(table);
  return {
    key,
    title,
    act: 'move',
    async list(userId, actor) {
      const { rows } = await sql<{ id: number; name: string; store: Store }>`
        select id, name, store from ${views}
        where owner_id = ${userId} and store is not null order by id`.execute(db);
      const own = await findStoresOf(db, actor.userId, condition);
      return rows.map(({ id, name, store }) => ({
        id: String(id),
        title: own.has(store) ? name : `View ${id}`,
        detail: '',
        store,
        href: own.has(store) ? href : null,
      }));
    },
    move: ({ from, to, ids }) =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: number; store: Store; is_taken: boolean }>`
          select v.id, v.store, exists (select from ${views} o
            where o.owner_id = ${to.id} and o.name = v.name) as is_taken
          from ${views} v where v.owner_id = ${from.id} and v.store is not null
            and v.id = any(${integerIds(ids)}::integer[]) for update of v`.execute(tx);
        const allowed = await findStoresOf(tx, to.id, condition);
        const { fit, problems } = splitByStore(rows, allowed, refusal);
        const moved = fit.filter((row) => !row.is_taken).map(({ id }) => id);
        await sql`update ${views} set owner_id = ${to.id}
          where id = any(${moved}::integer[])`.execute(tx);
        const taken = fit.filter((row) => row.is_taken);
        const message = `${to.name} already has a view with this name.`;
        return {
          moved: moved.map(String),
          problems: [...problems, ...taken.map(({ id }) => ({ id: String(id), message }))],
        };
      }),
  };
}
