import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type * as calls from '../../contract/finding.ts';
import type { Filters, SavedView } from '../../contract/finding.ts';
import { assertOwnStore, storesOf } from '../policy.ts';
import type { CustomerServices } from '../services.ts';
import type { CustomersDb } from '../tables.ts';

const maxViews = 50;

/** The actor’s own saved views, and those shared with their stores. */
export async function listViews(db: CustomersDb, actor: Actor): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select v.id, v.name, v.store, v.filters, v.owner_id = ${actor.userId} as "isOwn", u.shown_name as by
    from customer_views v join users u on u.id = v.owner_id
    where v.owner_id = ${actor.userId} or v.store = any(${storesOf(actor)}::text[])
    order by v.owner_id <> ${actor.userId}, lower(v.name), v.id`.execute(db);
  return rows;
}

interface NewView {
  name: string;
  store: Store | null;
  filters: Filters;
}

/** Saves a view; replaces the actor’s view of the same name. */
export async function saveView(
  db: CustomersDb,
  actor: Actor,
  { name, store, filters }: NewView,
): Promise<SavedView> {
  if (store !== null) assertOwnStore(actor, store);
  const own = (await listViews(db, actor)).filter(({ isOwn }) => isOwn);
  if (own.length >= maxViews && !own.some((view) => view.name === name))
    throw invalid(`You can save up to ${maxViews} views.`, { name: 'Delete a view first' });
  const values = { store, filters: toJson(filters) };
  const { id } = await db
    .insertInto('customer_views')
    .values({ owner_id: actor.userId, name, ...values })
    .onConflict((same) => same.columns(['owner_id', 'name']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  const saved = (await listViews(db, actor)).find((view) => view.id === id);
  if (!saved) throw notFound();
  return saved;
}

/** Deletes one of the actor’s own views. */
export function deleteView({ db }: CustomerServices): Handler<typeof calls.deleteView> {
  return async ({ actor, params: { viewId } }) => {
    const deleted = await db
      .deleteFrom('customer_views')
      .where('id', '=', viewId)
      .where('owner_id', '=', actor.userId)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw notFound();
    return { message: 'View deleted.' };
  };
}

/** jsonb rejects lone surrogates. */
const toJson = (filters: Filters) =>
  JSON.stringify(filters, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
