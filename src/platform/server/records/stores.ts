import { type RawBuilder, sql } from 'kysely';
import { type Access, type Grants, permits, type Store, stores } from '../../contract/access.ts';
import type { AnyTables, Db } from '../db/database.ts';
import { notFound } from '../errors.ts';
import type { Actor } from '../http/actor.ts';

/** The part of an actor that decides which stores they may see. */
export type Viewer = Grants & Pick<Actor, 'storeAccess'>;

/** The stores a user works at: every store for `all`. */
export const ownStores = ({ storeAccess }: Pick<Actor, 'storeAccess'>): Store[] =>
  storeAccess.includes('all') ? [...stores] : stores.filter((store) => storeAccess.includes(store));

/** The stores whose records a user may see: those they work at, none without `access`. */
export const visibleStores = (viewer: Viewer, access: Access): Store[] =>
  permits(access, viewer) ? ownStores(viewer) : [];

/** Condition: `column`, such as `d.store`, is one of these stores. Without stores it matches nothing. */
export const inStores = (column: string, own: readonly Store[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${[...own]}::text[])`;

/** A record by the table it is in, whose columns are `id` and `store`. */
interface RecordInTable {
  table: string;
  id: number;
  /** Those whose records the actor may see. */
  stores: readonly Store[];
}

/** Returns the store of a record; throws 404 unless it is at one of the stores. */
export const assertVisible = (db: Db<AnyTables>, record: RecordInTable): Promise<Store> =>
  getStore(db, record, sql``);

/** The same, and locks the row until the end of the transaction. */
export const lockVisible = (tx: Db<AnyTables>, record: RecordInTable): Promise<Store> =>
  getStore(tx, record, sql`for update`);

async function getStore(
  db: Db<AnyTables>,
  { table, id, stores }: RecordInTable,
  lock: RawBuilder<unknown>,
): Promise<Store> {
  const { rows } = await sql<{ store: Store }>`
    select store from ${sql.table(table)}
    where id = ${id} and ${inStores('store', stores)} ${lock}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0].store;
}
