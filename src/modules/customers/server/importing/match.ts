import { type Kysely, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { AppError } from '../../../../platform/server/http/errors.ts';
import { parse } from '../../../../platform/server/http/validation.ts';
import type { ImportField } from '../../../imports/server/public.ts';
import { type CustomerFacts, customerInput } from '../../contract/records.ts';
import { storesOf } from '../policy.ts';
import { knownTo } from '../reading/visible.ts';
import type { CustomerTables } from '../tables.ts';
import { findProblems } from '../writing/check.ts';
import { factsOf } from '../writing/facts.ts';

type Tx = Kysely<CustomerTables>;

/** How files of other rooms name a customer. */
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
    label: 'Customer e-mail',
    headings: ['customeremail', 'custemail', 'email', 'emailaddress'],
  },
];

interface Cells {
  cell(field: string): string;
}

interface Wrong {
  field: string;
  error: string;
}
/** Whom a file means: somebody known, or somebody who is new. */
export type MatchedCustomer = { id: number } | { facts: CustomerFacts };

interface Wanted {
  number: number | null;
  facts: CustomerFacts;
}

const business =
  /\b(inc|llc|l\.l\.c|corp|co|company|ltd|lp|pllc|dba|school|city of|county of)\b\.?/i;

function inputOf({ cell }: Cells) {
  const name = cell('customerName').replace(/\s+/g, ' ');
  const [phone, email] = [cell('customerPhone'), cell('customerEmail')];
  const ways = {
    phones: phone ? [{ number: phone, kind: 'mobile' }] : [],
    emails: email ? [{ address: email }] : [],
  };
  if (business.test(name)) return { kind: 'business', company: name, ...ways };
  const [last = '', first = ''] = name.includes(',') ? name.split(',', 2) : namesOf(name);
  return { kind: 'person', firstName: first.trim(), lastName: last.trim(), ...ways };
}

/** `Mary Ann Doe` is Doe, Mary Ann. */
function namesOf(name: string): [string, string] {
  const at = name.lastIndexOf(' ');
  return [name.slice(at + 1), at < 0 ? '' : name.slice(0, at)];
}

const columns: Record<string, string> = { phones: 'customerPhone', emails: 'customerEmail' };

function wantedOf(row: Cells): Wanted | Wrong[] {
  const typed = row.cell('customerNumber').replace(/^[#\s]+/, '');
  if (typed && !/^\d{1,9}$/.test(typed))
    return [{ field: 'customerNumber', error: 'A customer number has only digits' }];
  try {
    const facts = factsOf(parse(customerInput, inputOf(row)));
    return { number: typed ? Number(typed) : null, facts };
  } catch (error) {
    // What is wrong with a row is the answer; anything else is not.
    if (!(error instanceof AppError)) throw error;
    return Object.entries(error.fields ?? { '': error.message }).map(([path, said]) => ({
      field: columns[path.split('.')[0] ?? ''] ?? 'customerName',
      error: said,
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

interface Known {
  key: string;
  id: number;
  names: string[];
}

/** For each row the customer the actor may see whom it means, one to be added, or what is wrong. */
export async function matchCustomers(
  tx: Db<AnyTables>,
  actor: Actor,
  rows: readonly Cells[],
): Promise<(MatchedCustomer | { problems: Wrong[] })[]> {
  const wanted = rows.map(wantedOf);
  const known = await findKnown(
    tx,
    actor,
    wanted.flatMap((one) => (Array.isArray(one) ? [] : one)),
  );
  return wanted.map((one) => (Array.isArray(one) ? { problems: one } : choose(one, known)));
}

function choose({ number, facts }: Wanted, known: ReadonlyMap<string, Known[]>) {
  const wrong = (field: string, error: string) => ({ problems: [{ field, error }] });
  if (number !== null) {
    const [found] = known.get(`#${number}`) ?? [];
    return found ? { id: found.id } : wrong('customerNumber', `There is no customer ${number}`);
  }
  const name = nameOf(facts);
  const [email] = facts.emails;
  const [phone] = facts.phones;
  const byEmail = known.get(email?.address ?? '') ?? [];
  const byPhone = known.get(phone?.e164 ?? '') ?? [];
  const isNamed = ({ names }: Known) => names.some((each) => plainOf(each) === name);
  const found =
    byEmail.length === 1
      ? byEmail
      : [...byEmail, ...byPhone].filter((one) => !name || isNamed(one));
  const ids = new Set(found.map(({ id }) => id));
  const [id] = ids;
  const field = email ? 'customerEmail' : 'customerPhone';
  if (ids.size > 1) return wrong(field, 'Several customers have this: write the customer number');
  if (id !== undefined) return { id };
  if (!email && !phone)
    return wrong('customerName', 'Please enter a number, a phone or an e-mail of the customer');
  const [missing] = Object.values(findProblems(facts));
  if (missing) return wrong('customerName', 'Nobody is known by this; with a name they are added');
  return { facts };
}

/** Customers the actor may see, by number, e-mail and telephone. */
async function findKnown(
  tx: Tx,
  actor: Actor,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, Known[]>> {
  const numbers = wanted.flatMap(({ number }) => number ?? []);
  const emails = wanted.flatMap(({ facts }) => facts.emails.map(({ address }) => address));
  const phones = wanted.flatMap(({ facts }) => facts.phones.map(({ e164 }) => e164));
  const { rows } = await sql<Known>`
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
  const known = new Map<string, Known[]>();
  for (const row of rows) known.set(row.key, [...(known.get(row.key) ?? []), row]);
  return known;
}
