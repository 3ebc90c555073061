import { sql } from 'kysely';
import type { Store } from '../../contract/access.ts';
import type { AnyTables, Db } from '../db/database.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import type { Actor } from '../http/actor.ts';
import { ownStores } from './stores.ts';

export interface SavedView<Filters> {
  id: number;
  name: string;
  /** Shared with everyone of this store who reads these records; null: private. */
  store: Store | null;
  filters: Filters;
  isOwn: boolean;
  /** Display name of the owner. */
  by: string;
}

type NewView<Filters> = Pick<SavedView<Filters>, 'name' | 'store' | 'filters'>;

export interface SavedViews<Filters> {
  /** The actor’s own views, and those shared with their stores. */
  list(db: Db<AnyTables>, actor: Actor): Promise<SavedView<Filters>[]>;
  /** Saves a view; replaces the actor’s view of the same name. Throws 400 for a store that is not the actor’s. */
  save(db: Db<AnyTables>, actor: Actor, view: NewView<Filters>): Promise<SavedView<Filters>>;
  /** Deletes one of the actor’s own views; throws 404 for any other. */
  remove(db: Db<AnyTables>, actor: Actor, id: number): Promise<{ message: string }>;
}

const perPerson = 50;

/** Views of a list, stored in `table`: `id`, `owner_id`, `name` (unique per owner), `store` and `filters` (jsonb). */
export function createSavedViews<Filters>(table: string): SavedViews<Filters> {
  const views = sql.table(table);
  const list: SavedViews<Filters>['list'] = async (db, actor) => {
    const { rows } = await sql<SavedView<Filters>>`
      select v.id, v.name, v.store, v.filters, v.owner_id = ${actor.userId} as "isOwn", u.shown_name as by
      from ${views} v join users u on u.id = v.owner_id
      where v.owner_id = ${actor.userId} or v.store = any(${ownStores(actor)}::text[])
      order by v.owner_id <> ${actor.userId}, lower(v.name), v.id`.execute(db);
    return rows;
  };
  return {
    list,
    async save(db, actor, { name, store, filters }) {
      if (store !== null && !ownStores(actor).includes(store)) {
        throw invalid('You don’t work at this store.', { store: 'Choose one of your stores' });
      }
      const id = await db.transaction().execute(async (tx) => {
        // One at a time per person, so that the limit holds.
        await sql`select from users where id = ${actor.userId} for no key update`.execute(tx);
        const { rows: others } = await sql<{ count: number }>`select count(*) as count from ${views}
          where owner_id = ${actor.userId} and name <> ${name}`.execute(tx);
        if ((others[0]?.count ?? 0) >= perPerson) {
          throw conflict(`You can save up to ${perPerson} views. Delete one first.`);
        }
        const { rows } = await sql<{ id: number }>`
          insert into ${views} (owner_id, name, store, filters)
          values (${actor.userId}, ${name}, ${store}, ${JSON.stringify(filters)}::jsonb)
          on conflict (owner_id, name) do update set store = excluded.store, filters = excluded.filters
          returning id`.execute(tx);
        return rows[0]?.id;
      });
      const saved = (await list(db, actor)).find((view) => view.id === id);
      if (!saved) throw notFound();
      return saved;
    },
    async remove(db, actor, id) {
      const { rows } = await sql`delete from ${views}
        where id = ${id} and owner_id = ${actor.userId} returning id`.execute(db);
      if (rows.length === 0) throw notFound();
      return { message: 'View deleted.' };
    },
  };
}
