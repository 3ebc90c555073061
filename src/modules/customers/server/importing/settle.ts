import { type Kysely, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { ImportContext } from '../../../imports/server/public.ts';
import type { CustomerFacts } from '../../contract/records.ts';
import type { CustomerTables } from '../tables.ts';
import { createCustomers } from './create.ts';
import type { MatchedCustomer } from './match.ts';

type Tx = Kysely<CustomerTables>;

interface Visit {
  customer: MatchedCustomer;
  /** When they were active at the import’s store. */
  at: Date;
}

const keysOf = ({ kind, firstName, lastName, company, emails, phones }: CustomerFacts) => {
  const name = `${kind} ${firstName} ${lastName} ${company}`.toLowerCase();
  return [...emails.map(({ address }) => address), ...phones.map(({ e164 }) => `${e164} ${name}`)];
};

/** Creates new customers once each, and links all of them to the store; returns ids in the same order. */
export async function settleCustomers(
  tx: Db<AnyTables>,
  visits: readonly Visit[],
  context: ImportContext,
): Promise<number[]> {
  const places = new Map<string, number>();
  const newCustomers: CustomerFacts[] = [];
  const resolved = visits.map(({ customer }): number | { place: number } => {
    if ('id' in customer) return customer.id;
    const keys = keysOf(customer.facts);
    const place =
      keys.map((key) => places.get(key)).find((at) => at !== undefined) ?? newCustomers.length;
    if (place === newCustomers.length) newCustomers.push(customer.facts);
    for (const key of keys) places.set(key, place);
    return { place };
  });
  const created = await createCustomers(tx, newCustomers, context);
  const ids = resolved.map((one) => (typeof one === 'number' ? one : (created[one.place] ?? 0)));
  await touchAll(
    tx,
    visits.map(({ at }, index) => ({ id: ids[index] ?? 0, at })),
    context.store,
  );
  return ids;
}

/** `touch` in bulk. */
async function touchAll(tx: Tx, visits: readonly { id: number; at: Date }[], store: string) {
  const latest = sql`select v.id, max(v.at) as at, min(v.at) as first
    from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as v (id integer, at timestamptz)
    group by v.id`;
  await sql`insert into customer_stores (customer_id, store, first_seen_at, last_activity_at)
    select v.id, ${store}, v.first, v.at from (${latest}) v
    on conflict (customer_id, store) do update set
      last_activity_at = greatest(customer_stores.last_activity_at, excluded.last_activity_at)`.execute(
    tx,
  );
  await sql`update customers c set last_activity_at = greatest(c.last_activity_at, v.at)
    from (${latest}) v where c.id = v.id and c.last_activity_at < v.at`.execute(tx);
}
