import { sql } from 'kysely';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import { notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type * as calls from '../contract/merging.ts';
import type { Duplicate } from '../contract/merging.ts';
import { rowsOf } from './list/list.ts';
import { assertMay, canMerge, sentences, storesOf } from './policy.ts';
import type { CustomerServices } from './services.ts';
import type { CustomersDb } from './tables.ts';
import { knownTo } from './visible.ts';

type Reasons = Duplicate['reasons'];

/** Trigram similarity from which names in one ZIP code count as duplicates; "Jon Smith" and "John Smith" have 0.58. */
const minSimilarity = 0.55;

/**
 * Finds possible duplicates of these customers: same phone, same email, or similar names in one ZIP
 * code. Pairs that no longer match are removed; dismissed pairs stay dismissed.
 */
export async function noteDuplicates(tx: CustomersDb, ids: readonly number[]): Promise<void> {
  await sql`delete from customer_duplicates
    where dismissed_at is null
      and (first_id = any(${ids}::integer[]) or second_id = any(${ids}::integer[]))`.execute(tx);
  await sql`
    with found as (
      select p.customer_id as one, q.customer_id as other, 'phone' as reason
      from customer_phones p join customer_phones q
        on q.e164 = p.e164 and q.extension = p.extension and q.customer_id <> p.customer_id
      where p.customer_id = any(${ids}::integer[])
      union all
      select p.customer_id, q.customer_id, 'email'
      from customer_emails p join customer_emails q
        on q.address = p.address and q.customer_id <> p.customer_id
      where p.customer_id = any(${ids}::integer[])
      union all
      select a.customer_id, b.customer_id, 'name'
      from customer_addresses a
      join customers c on c.id = a.customer_id
      join customer_addresses b on left(b.zip, 5) = left(a.zip, 5) and b.customer_id <> a.customer_id
      join customers d on d.id = b.customer_id and d.kind = c.kind
        and similarity(c.sort_name, d.sort_name) >= ${minSimilarity}
      where a.customer_id = any(${ids}::integer[])
    )
    insert into customer_duplicates (first_id, second_id, reasons)
    select least(one, other), greatest(one, other), array_agg(distinct reason order by reason)
    from found
    join customers c on c.id = one and c.merged_into_id is null
    join customers d on d.id = other and d.merged_into_id is null
    group by 1, 2
    on conflict (first_id, second_id) do update set reasons = excluded.reasons`.execute(tx);
}

/** Pairs where the actor may see both, lowest ids first. */
export async function listDuplicates(
  db: CustomersDb,
  actor: Actor,
  { customerId, after = 0, afterSecond = 0, limit }: ValidOf<typeof calls.listDuplicates>['query'],
): Promise<Duplicate[]> {
  const stores = storesOf(actor);
  const ofCustomer =
    customerId === undefined ? sql`true` : sql`${customerId}::integer in (d.first_id, d.second_id)`;
  const { rows } = await sql<{ first_id: number; second_id: number; reasons: Reasons }>`
    select d.first_id, d.second_id, d.reasons from customer_duplicates d
    where d.dismissed_at is null and (d.first_id, d.second_id) > (${after}, ${afterSecond}) and ${ofCustomer}
      and ${knownTo(stores, 'd.first_id')} and ${knownTo(stores, 'd.second_id')}
      and not exists (select from customers m
        where m.id in (d.first_id, d.second_id) and m.merged_into_id is not null)
    order by d.first_id, d.second_id limit ${limit}`.execute(db);
  const shown = await rowsOf(
    db,
    actor,
    rows.flatMap((row) => [row.first_id, row.second_id]),
  );
  return rows.flatMap(({ first_id, second_id, reasons }) => {
    const first = shown.get(first_id);
    const second = shown.get(second_id);
    return first && second ? [{ first, second, reasons }] : [];
  });
}

/** Marks a pair as not duplicates; it is not listed again. */
export function dismissDuplicate({
  db,
  writes,
}: CustomerServices): Handler<typeof calls.dismissDuplicate> {
  return async ({ actor, body: { firstId, secondId } }) => {
    assertMay(canMerge(actor), sentences.merge);
    await writes.consume(String(actor.userId));
    const { rows: visible } = await sql<{ id: number }>`
      select c.id from customers c
      where c.id = any(${[firstId, secondId]}::integer[]) and ${knownTo(storesOf(actor))}`.execute(
      db,
    );
    if (![firstId, secondId].every((id) => visible.some((row) => row.id === id))) throw notFound();
    const updated = await db
      .updateTable('customer_duplicates')
      .set({ dismissed_by: actor.userId, dismissed_at: new Date() })
      .where('first_id', '=', Math.min(firstId, secondId))
      .where('second_id', '=', Math.max(firstId, secondId))
      .executeTakeFirst();
    if (updated.numUpdatedRows === 0n)
      throw notFound('These customers are not listed as duplicates.');
    return { message: 'Marked as not duplicates.' };
  };
}
