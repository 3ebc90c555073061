import { type RawBuilder, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { notFound } from '../../../../platform/server/http/errors.ts';
import { storesOf } from '../policy.ts';

/** Whether the customer with this id column is known to one of these stores. */
export const knownTo = (stores: readonly string[], id = 'c.id'): RawBuilder<boolean> => sql`
  exists (select from customer_stores s
    where s.customer_id = ${sql.raw(id)} and s.store = any(${stores}::text[]))`;

export interface VisibleCustomer {
  id: number;
  version: number;
  name: string;
}

/**
 * The customer an id leads to (itself, or the one it was merged into), if the actor may see it. `lock` locks
 * its row. Throws `not_found`.
 */
export async function getVisible(
  db: Db<AnyTables>,
  actor: Actor,
  customerId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<VisibleCustomer> {
  const { rows } = await sql<VisibleCustomer>`
    select c.id, c.version, c.name from customers c
    where c.id = (select root_id from customers where id = ${customerId})
      and ${knownTo(storesOf(actor))}
    ${lock ? sql`for no key update of c` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

/** A customer's own id and those merged into it. */
export const familyOf = (rootId: number) =>
  sql`(select id from customers where root_id = ${rootId})`;

/** Those of these ids that the actor may see. */
export async function visibleAmong(
  db: Db<AnyTables>,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select c.id from customers c
    where c.id = any(${ids}::integer[]) and ${knownTo(storesOf(actor))}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
