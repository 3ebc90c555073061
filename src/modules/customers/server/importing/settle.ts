import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { ImportContext } from '../../../imports/server/public.ts';
import type { CustomerFacts } from '../../contract/records.ts';
import { touchCustomers } from '../touch.ts';
import { createCustomers } from './create.ts';
import type { MatchedCustomer } from './match.ts';

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
  await touchCustomers(
    tx,
    visits.map(({ at }, index) => ({ id: ids[index] ?? 0, at })),
    context.store,
  );
  return ids;
}
