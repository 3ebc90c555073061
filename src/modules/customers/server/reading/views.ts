import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { invalid, notFound } from '../../../../platform/server/http/errors.ts';
import type { Filters, SavedView } from '../../contract/finding.ts';
import { assertOwnStore, storesOf } from '../policy.ts';
import type { CustomersDb } from '../tables.ts';

const atMost = 50;

/** Views a person keeps, and those kept for their stores. */
export async function listViews(db: CustomersDb, actor: Actor): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select v.id, v.name, v.store, v.filters, v.owner_id = ${actor.userId} as "isOwn",
      u.first_name || ' ' || u.last_name as by
    from customer_views v join users u on u.id = v.owner_id
    where v.owner_id = ${actor.userId} or v.store = any(${storesOf(actor)}::text[])
    order by v.owner_id <> ${actor.userId}, lower(v.name), v.id`.execute(db);
  return rows;
}

interface Kept {
  name: string;
  store: Store | null;
  filters: Filters;
}

/** Keeps filters under a name, in place of those the person kept under it before. */
export async function saveView(
  db: CustomersDb,
  actor: Actor,
  { name, store, filters }: Kept,
): Promise<SavedView> {
  if (store !== null) assertOwnStore(actor, store);
  const own = (await listViews(db, actor)).filter(({ isOwn }) => isOwn);
  if (own.length >= atMost && !own.some((view) => view.name === name))
    throw invalid(`You can keep at most ${atMost} views.`, { name: 'Drop one first' });
  const said = { store, filters: toJson(filters) };
  const { id } = await db
    .insertInto('customer_views')
    .values({ owner_id: actor.userId, name, ...said })
    .onConflict((same) => same.columns(['owner_id', 'name']).doUpdateSet(said))
    .returning('id')
    .executeTakeFirstOrThrow();
  const kept = (await listViews(db, actor)).find((view) => view.id === id);
  if (!kept) throw notFound();
  return kept;
}

/** Drops a view of the person's own. */
export async function dropView(db: CustomersDb, actor: Actor, viewId: number): Promise<void> {
  const dropped = await db
    .deleteFrom('customer_views')
    .where('id', '=', viewId)
    .where('owner_id', '=', actor.userId)
    .returning('id')
    .executeTakeFirst();
  if (!dropped) throw notFound();
}

/** A text column takes half a surrogate pair as an unknown sign; JSON refuses it. */
const toJson = (filters: Filters) =>
  JSON.stringify(filters, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
