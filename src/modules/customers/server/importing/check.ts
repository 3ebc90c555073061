import { type Kysely, sql } from 'kysely';
import { AppError } from '../../../../platform/server/http/errors.ts';
import { parse } from '../../../../platform/server/http/validation.ts';
import type { ImportField } from '../../contract/importing.ts';
import { type CustomerFacts, customerInput } from '../../contract/records.ts';
import type { CustomerTables } from '../tables.ts';
import { findProblems } from '../writing/check.ts';
import { factsOf } from '../writing/facts.ts';
import { columnOf, toCandidate } from './columns.ts';

export interface Problem {
  field: string;
  error: string;
}

export interface FileRow {
  row: number;
  cells: string[];
}

type Read = { facts: CustomerFacts } | { problems: Problem[] };

/** What a row says as facts, or what is wrong with it. */
export function readRow(mapping: readonly (ImportField | null)[], { cells }: FileRow): Read {
  if (cells.length > mapping.length && cells.slice(mapping.length).some((cell) => cell.trim()))
    return { problems: [{ field: '', error: 'There are more cells than columns' }] };
  try {
    const facts = factsOf(parse(customerInput, toCandidate(mapping, cells)));
    const missing = Object.entries(findProblems(facts));
    if (missing.length === 0) return { facts };
    return { problems: missing.map(([field, error]) => ({ field, error: String(error) })) };
  } catch (error) {
    // What is wrong with a row is the answer; anything else is not.
    if (!(error instanceof AppError)) throw error;
    const fields = Object.entries(error.fields ?? { '': error.message });
    return { problems: fields.map(([path, said]) => ({ field: columnOf(path), error: said })) };
  }
}

/** Which row of the file a number or e-mail was in first. */
export type SeenKeys = Map<string, number>;

const keysOf = (facts: CustomerFacts) => [
  ...facts.phones.map(({ e164, extension }) => ({ field: 'phone', key: `${e164}x${extension}` })),
  ...facts.emails.map(({ address }) => ({ field: 'email', key: address })),
];

interface Checked {
  row: number;
  problems: Problem[];
}

/** Looks at some rows: whether each is right, new in the file, and new to the store. */
export async function checkRows(
  tx: Kysely<CustomerTables>,
  rows: readonly FileRow[],
  {
    mapping,
    store,
    seen,
  }: { mapping: readonly (ImportField | null)[]; store: string; seen: SeenKeys },
): Promise<Checked[]> {
  const read = rows.map((row) => ({ row: row.row, ...readRow(mapping, row) }));
  const keys = read.flatMap((one) =>
    'facts' in one ? keysOf(one.facts).map(({ key }) => key) : [],
  );
  const known = await findKnown(tx, keys, store);
  return read.map((one) => {
    if ('problems' in one) return { row: one.row, problems: one.problems };
    return { row: one.row, problems: keysOf(one.facts).flatMap((at) => repeated(at, one.row)) };
  });

  function repeated({ field, key }: { field: string; key: string }, row: number): Problem[] {
    const customer = known.get(key);
    if (customer !== undefined) return [{ field, error: `Customer ${customer} has this already` }];
    const earlier = seen.get(key) ?? row;
    seen.set(key, earlier);
    return earlier === row ? [] : [{ field, error: `The same as in row ${earlier}` }];
  }
}

/** Customers the store knows by these numbers and e-mails. */
async function findKnown(
  tx: Kysely<CustomerTables>,
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
