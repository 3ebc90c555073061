import type { Kysely } from 'kysely';
import { type MatchedCustomer, matchCustomers } from '../../../customers/server/public.ts';
import {
  type Checked,
  type FileRecord,
  type ImportContext,
  staffOf,
} from '../../../imports/server/public.ts';
import type { DealTables } from '../tables.ts';
import { numberOf, type ReadDeal, readRow } from './read.ts';
import { factsOf, findKnown } from './same.ts';

/** A deal that is right and new to its store. */
export interface NewDeal {
  deal: ReadDeal;
  customer: MatchedCustomer;
}

/** Looks at some deals: whether each is right, whose it is, and whether the store has it already. */
export async function checkDeals(
  tx: Kysely<DealTables>,
  records: readonly FileRecord[],
  context: ImportContext,
): Promise<Checked<NewDeal>[]> {
  const findStaff = await staffOf(tx, context.store);
  const now = new Date();
  const files = records.map(([file]) => file);
  const customers = await matchCustomers(tx as never, context.actor, files);
  const numbers = files.map(({ cell }) => numberOf(cell('number')));
  const known = await findKnown(tx, context.store, numbers);
  return files.map((file, at): Checked<NewDeal> => {
    const { row } = file;
    const { deal, problems } = readRow(file, { context, findStaff, now });
    const number = numbers[at] ?? '';
    const customer = customers[at];
    if (customer && 'problems' in customer) problems.push(...customer.problems);
    const earlier = number === '' ? row : (context.seen.get(number) ?? row);
    context.seen.set(number, earlier);
    if (earlier !== row) problems.push({ field: 'number', error: `The same as in row ${earlier}` });
    const here = known.get(number);
    if (here !== undefined) {
      if (deal && customer && 'id' in customer && here === factsOf(deal, customer.id))
        return { isHere: true };
      problems.push({ field: 'number', error: 'This store has a deal of this number already' });
    }
    if (problems.length > 0 || !deal || !customer || 'problems' in customer)
      return { problems: problems.map((one) => ({ row, ...one })) };
    return { fact: { deal, customer } };
  });
}
