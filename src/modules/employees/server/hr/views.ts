import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import { lockPerson } from '../../../people/server/public.ts';
import type * as calls from '../../contract/views.ts';
import type { EmployeeView, ViewFilters } from '../../contract/views.ts';
import type { EmployeesDb } from '../tables.ts';

type NewView = ValidOf<typeof calls.saveView>['body'];

const viewsAtMost = 50;

/** The actor’s own saved views, and those shared with their stores. */
export async function listViews(db: EmployeesDb, actor: Actor): Promise<EmployeeView[]> {
  const { rows } = await sql<EmployeeView>`
    select v.id, v.name, v.store, v.filters, v.owner_id = ${actor.userId} as "isOwn", u.shown_name as by
    from employee_views v join users u on u.id = v.owner_id
    where v.owner_id = ${actor.userId} or v.store = any(${ownStores(actor)}::text[])
    order by v.owner_id <> ${actor.userId}, lower(v.name), v.id`.execute(db);
  return rows;
}

/** Saves a view; replaces the actor’s view of the same name. */
export async function saveView(
  db: EmployeesDb,
  actor: Actor,
  { name, store, filters }: NewView,
): Promise<EmployeeView> {
  if (store !== null && !ownStores(actor).includes(store)) {
    throw invalid('You don’t work at this store.', { store: 'Choose one of your stores' });
  }
  const values = { store, filters: toJson(filters) };
  const { id } = await db.transaction().execute(async (tx) => {
    // Serialized per user, so that the limit holds.
    await lockPerson(tx, actor.userId);
    const { rows } = await sql<{ count: number }>`select count(*) as count from employee_views
      where owner_id = ${actor.userId} and name <> ${name}`.execute(tx);
    if ((rows[0]?.count ?? 0) >= viewsAtMost) {
      throw conflict(`You can save up to ${viewsAtMost} views. Delete one first.`);
    }
    return tx
      .insertInto('employee_views')
      .values({ owner_id: actor.userId, name, ...values })
      .onConflict((same) => same.columns(['owner_id', 'name']).doUpdateSet(values))
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  const saved = (await listViews(db, actor)).find((view) => view.id === id);
  if (!saved) throw notFound();
  return saved;
}

/** Deletes one of the actor’s own views. */
export async function deleteView(db: EmployeesDb, actor: Actor, viewId: number) {
  const deleted = await db
    .deleteFrom('employee_views')
    .where('id', '=', viewId)
    .where('owner_id', '=', actor.userId)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw notFound();
  return { message: 'View deleted.' };
}

/** jsonb rejects lone surrogates. */
const toJson = (filters: ViewFilters) =>
  JSON.stringify(filters, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
