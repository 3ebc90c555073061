import { sql } from 'kysely';
import { AppError } from '../../../../platform/server/errors.ts';
import { parse } from '../../../../platform/server/http/validation.ts';
import type {
  Checked,
  FileRecord,
  FileRow,
  ImportContext,
  RowProblem,
} from '../../../imports/server/public.ts';
import { type CustomerFacts, customerInput } from '../../contract/records.ts';
import { factsOf, findProblems } from '../record/facts.ts';
import type { CustomersDb } from '../tables.ts';
import { columnOf, toCandidate } from './columns.ts';

type Read = { row: number } & ({ fact: CustomerFacts } | { problems: RowProblem[] });

/** Parses a row into facts, or reports its problems. */
function readRow(file: FileRow): Read {
  const { row } = file;
  try {
    const fact = factsOf(parse(customerInput, toCandidate(file)));
    const missing = Object.entries(findProblems(fact));
    if (missing.length === 0) return { row, fact };
    return { row, problems: missing.map(([field, error]) => ({ row, field, error })) };
  } catch (error) {
    // Validation errors become problems of the row; anything else is a bug.
    if (!(error instanceof AppError)) throw error;
    const fields = Object.entries(error.fields ?? { '': error.message });
    return {
      row,
      problems: fields.map(([path, message]) => ({ row, field: columnOf(path), error: message })),
    };
  }
}

const keysOf = (facts: CustomerFacts) => [
  ...facts.phones.map(({ e164, extension }) => ({ field: 'phone', key: `${e164}x${extension}` })),
  ...facts.emails.map(({ address }) => ({ field: 'email', key: address })),
];

/** Validates customers, and detects repeats in the file and customers the store already has. */
export async function checkCustomers(
  tx: CustomersDb,
  records: readonly FileRecord[],
  { store, seen }: ImportContext,
): Promise<Checked<CustomerFacts>[]> {
  const read = records.map(([row]) => readRow(row));
  const keys = read.flatMap((one) => ('fact' in one ? keysOf(one.fact).map(({ key }) => key) : []));
  const known = await findKnown(tx, keys, store);
  return read.map((one) => {
    if ('problems' in one) return one;
    const problems = keysOf(one.fact).flatMap((at) => repeated(at, one.row));
    return problems.length > 0 ? { problems } : one;
  });

  function repeated({ field, key }: { field: string; key: string }, row: number): RowProblem[] {
    const customer = known.get(key);
    if (customer !== undefined)
      return [{ row, field, error: `Customer ${customer} already has this` }];
    const earlier = seen.get(key) ?? row;
    seen.set(key, earlier);
    return earlier === row ? [] : [{ row, field, error: `Same as row ${earlier}` }];
  }
}

/** The store’s customers with these phone numbers and emails. */
async function findKnown(
  tx: CustomersDb,
  keys: readonly string[],
  store: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; id: number }>`
    select k.key, c.root_id as id from (
      select p.e164 || 'x' || p.extension as key, p.customer_id from customer_phones p
        where p.e164 = any(${keys.map((key) => key.split('x')[0])}::text[])
      union all
      select e.address, e.customer_id from customer_emails e where e.address = any(${keys}::text[])
    ) k join customers c on c.id = k.customer_id
    join customer_stores s on s.customer_id = c.root_id and s.store = ${store}`.execute(tx);
  return new Map(rows.map(({ key, id }) => [key, id]));
}
