import { type RawBuilder, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { notFound } from '../../../../platform/server/http/errors.ts';
import { storesOf } from '../policy.ts';

/** Whether the customer whose number stands in `id` is known to one of these stores. */
export const knownTo = (stores: readonly string[], id = 'c.id'): RawBuilder<boolean> => sql`
  exists (select from customer_stores s
    where s.customer_id = ${sql.raw(id)} and s.store = any(${stores}::text[]))`;

export interface Seen {
  id: number;
  version: number;
  name: string;
}

/**
 * The customer a number leads to now, itself or whom it was merged into, if the actor may see it; held
 * against other changes where asked. Throws `not_found`.
 */
export async function getSeen(
  db: Db<AnyTables>,
  actor: Actor,
  customerId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select c.id, c.version, c.name from customers c
    where c.id = (select root_id from customers where id = ${customerId})
      and ${knownTo(storesOf(actor))}
    ${lock ? sql`for no key update of c` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

/** A customer's own number and those merged into it. */
export const familyOf = (rootId: number) =>
  sql`(select id from customers where root_id = ${rootId})`;

/** Of these numbers those the actor may see, as they lead now. */
export async function seenAmong(
  db: Db<AnyTables>,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select c.id from customers c
    where c.id = any(${ids}::integer[]) and ${knownTo(storesOf(actor))}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
