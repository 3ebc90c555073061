import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { AppError } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { parse } from '../../../../platform/server/http/validation.ts';
import type { CellProblem, ImportField } from '../../../imports/server/public.ts';
import { type CustomerFacts, customerInput } from '../../contract/records.ts';
import { storesOf } from '../policy.ts';
import { factsOf, findProblems } from '../record/facts.ts';
import type { CustomersDb } from '../tables.ts';
import { knownTo } from '../visible.ts';

/** Columns by which import files of other modules name a customer. */
export const customerColumns: readonly ImportField[] = [
  {
    name: 'customerNumber',
    label: 'Customer number',
    headings: ['customernumber', 'customerno', 'customerid', 'custno', 'custid'],
  },
  {
    name: 'customerName',
    label: 'Customer name',
    headings: ['customername', 'customer', 'custname', 'buyer', 'buyername', 'name'],
  },
  {
    name: 'customerPhone',
    label: 'Customer phone',
    headings: ['customerphone', 'custphone', 'phone', 'phonenumber', 'mobile', 'cell'],
  },
  {
    name: 'customerEmail',
    label: 'Customer email',
    headings: ['customeremail', 'custemail', 'email', 'emailaddress'],
  },
];

interface Cells {
  cell(field: string): string;
}

/** An existing customer, or the facts of a new one. */
export type MatchedCustomer = { id: number } | { facts: CustomerFacts };

interface CustomerReference {
  number: number | null;
  facts: CustomerFacts;
}

const business =
  /\b(inc|llc|l\.l\.c|corp|co|company|ltd|lp|pllc|dba|school|city of|county of)\b\.?/i;

function inputOf({ cell }: Cells) {
  const name = cell('customerName').replace(/\s+/g, ' ');
  const phone = cell('customerPhone');
  const email = cell('customerEmail');
  const contacts = {
    phones: phone ? [{ number: phone, kind: 'mobile' }] : [],
    emails: email ? [{ address: email }] : [],
  };
  if (business.test(name)) return { kind: 'business', company: name, ...contacts };
  const [last = '', first = ''] = name.includes(',') ? name.split(',', 2) : namesOf(name);
  return { kind: 'person', firstName: first.trim(), lastName: last.trim(), ...contacts };
}

/** `Mary Ann Doe` is Doe, Mary Ann. */
function namesOf(name: string): [string, string] {
  const at = name.lastIndexOf(' ');
  return [name.slice(at + 1), at < 0 ? '' : name.slice(0, at)];
}

const columns: Record<string, string> = { phones: 'customerPhone', emails: 'customerEmail' };

function readReference(row: Cells): CustomerReference | CellProblem[] {
  const typed = row.cell('customerNumber').replace(/^[#\s]+/, '');
  if (typed && !/^\d{1,9}$/.test(typed))
    return [{ field: 'customerNumber', error: 'Customer numbers contain only digits' }];
  try {
    const facts = factsOf(parse(customerInput, inputOf(row)));
    return { number: typed ? Number(typed) : null, facts };
  } catch (error) {
    // Validation errors become problems of the row; anything else is a bug.
    if (!(error instanceof AppError)) throw error;
    return Object.entries(error.fields ?? { '': error.message }).map(([path, message]) => ({
      field: columns[path.split('.')[0] ?? ''] ?? 'customerName',
      error: message,
    }));
  }
}

const plainOf = (...parts: string[]) =>
  parts
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const nameOf = ({ kind, firstName, lastName, company }: CustomerFacts) =>
  kind === 'business' ? plainOf(company) : plainOf(firstName, lastName);

interface KnownCustomer {
  key: string;
  id: number;
  names: string[];
}

/** For each row: the matching customer the actor may see, a new one, or the row’s problems. */
export async function matchCustomers(
  tx: Db<AnyTables>,
  actor: Actor,
  rows: readonly Cells[],
): Promise<(MatchedCustomer | { problems: CellProblem[] })[]> {
  const references = rows.map(readReference);
  const known = await findKnown(
    tx,
    actor,
    references.flatMap((one) => (Array.isArray(one) ? [] : one)),
  );
  return references.map((one) => (Array.isArray(one) ? { problems: one } : choose(one, known)));
}

function choose({ number, facts }: CustomerReference, known: ReadonlyMap<string, KnownCustomer[]>) {
  const problem = (field: string, error: string) => ({ problems: [{ field, error }] });
  if (number !== null) {
    const [found] = known.get(`#${number}`) ?? [];
    return found ? { id: found.id } : problem('customerNumber', `Customer ${number} not found`);
  }
  const name = nameOf(facts);
  const [email] = facts.emails;
  const [phone] = facts.phones;
  const byEmail = known.get(email?.address ?? '') ?? [];
  const byPhone = known.get(phone?.e164 ?? '') ?? [];
  const isNamed = ({ names }: KnownCustomer) => names.some((each) => plainOf(each) === name);
  const found =
    byEmail.length === 1
      ? byEmail
      : [...byEmail, ...byPhone].filter((one) => !name || isNamed(one));
  const ids = new Set(found.map(({ id }) => id));
  const [id] = ids;
  const field = email ? 'customerEmail' : 'customerPhone';
  if (ids.size > 1) return problem(field, 'Several customers match; enter the customer number');
  if (id !== undefined) return { id };
  if (!email && !phone)
    return problem('customerName', 'Enter the customer’s number, phone or email');
  const [missing] = Object.values(findProblems(facts));
  if (missing) return problem('customerName', 'No customer matches; enter a name to add one');
  return { facts };
}

/** Customers the actor may see, by number, email and phone. */
async function findKnown(
  tx: CustomersDb,
  actor: Actor,
  references: readonly CustomerReference[],
): Promise<ReadonlyMap<string, KnownCustomer[]>> {
  const numbers = references.flatMap(({ number }) => number ?? []);
  const emails = references.flatMap(({ facts }) => facts.emails.map(({ address }) => address));
  const phones = references.flatMap(({ facts }) => facts.phones.map(({ e164 }) => e164));
  const { rows } = await sql<KnownCustomer>`
    select distinct k.key, r.id, array[r.first_name || r.last_name, r.last_name || r.first_name,
      r.company, r.name] as names
    from (
      select '#' || a.id as key, a.id as customer_id from customers a
        where a.id = any(${numbers}::integer[])
      union all
      select e.address, e.customer_id from customer_emails e where e.address = any(${emails}::text[])
      union all
      select p.e164, p.customer_id from customer_phones p where p.e164 = any(${phones}::text[])
    ) k join customers c on c.id = k.customer_id join customers r on r.id = c.root_id
    where ${knownTo(storesOf(actor), 'r.id')}`.execute(tx);
  const known = new Map<string, KnownCustomer[]>();
  for (const row of rows) known.set(row.key, [...(known.get(row.key) ?? []), row]);
  return known;
}
