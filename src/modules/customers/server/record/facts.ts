import { sql } from 'kysely';
import { readPhone } from '../../../../platform/contract/phones.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import type { CustomerFacts, CustomerInput } from '../../contract/records.ts';
import type { CustomersDb } from '../tables.ts';

/** The editable facts of a customer, as stored. */
export async function readFacts(tx: CustomersDb, id: number): Promise<CustomerFacts> {
  const { rows } = await sql<CustomerFacts>`
    select c.kind, c.first_name as "firstName", c.middle_name as "middleName",
      c.last_name as "lastName", c.suffix, c.company, c.tags,
      c.preferred_channel as "preferredChannel", c.preferred_language as "preferredLanguage",
      c.do_not_contact as "doNotContact",
      (select coalesce(jsonb_agg(jsonb_build_object('e164', e164, 'extension', extension,
        'kind', kind, 'isPreferred', is_preferred) order by place), '[]')
        from customer_phones where customer_id = c.id) as phones,
      (select coalesce(jsonb_agg(jsonb_build_object('address', address, 'status', status,
        'isPreferred', is_preferred) order by place), '[]')
        from customer_emails where customer_id = c.id) as emails,
      (select coalesce(jsonb_agg(jsonb_build_object('line1', line1, 'line2', line2, 'city', city,
        'state', state, 'zip', zip) order by place), '[]')
        from customer_addresses where customer_id = c.id) as addresses
    from customers c where c.id = ${id}`.execute(tx);
  const [facts] = rows;
  if (!facts) throw new Error(`There is no customer ${id}`);
  return facts;
}

export const rowOf = (facts: CustomerFacts) => ({
  kind: facts.kind,
  first_name: facts.firstName,
  middle_name: facts.middleName,
  last_name: facts.lastName,
  suffix: facts.suffix,
  company: facts.company,
  tags: facts.tags,
  preferred_channel: facts.preferredChannel,
  preferred_language: facts.preferredLanguage,
  do_not_contact: facts.doNotContact,
});

/** Replaces a customer's facts; the caller holds the row lock. */
export async function replaceFacts(
  tx: CustomersDb,
  id: number,
  facts: CustomerFacts,
  userId: number,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set({
      ...rowOf(facts),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: userId,
    })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('customer_phones').where('customer_id', '=', id).execute();
  await tx.deleteFrom('customer_emails').where('customer_id', '=', id).execute();
  await tx.deleteFrom('customer_addresses').where('customer_id', '=', id).execute();
  await addContacts(tx, [{ id, facts }]);
  await refresh(tx, [id]);
}

interface CustomerWithFacts {
  id: number;
  facts: CustomerFacts;
}

/** Inserts contact data of customers that have none yet, one statement per kind. */
export async function addContacts(
  tx: CustomersDb,
  customers: readonly CustomerWithFacts[],
): Promise<void> {
  const phones = customers.flatMap(({ id, facts }) =>
    facts.phones.map(({ e164, extension, kind, isPreferred }, index) => ({
      customer_id: id,
      place: index + 1,
      e164,
      extension,
      kind,
      is_preferred: isPreferred,
    })),
  );
  const emails = customers.flatMap(({ id, facts }) =>
    facts.emails.map(({ address, status, isPreferred }, index) => ({
      customer_id: id,
      place: index + 1,
      address,
      status,
      is_preferred: isPreferred,
    })),
  );
  const addresses = customers.flatMap(({ id, facts }) =>
    facts.addresses.map((address, index) => ({ customer_id: id, place: index + 1, ...address })),
  );
  if (phones.length > 0) await tx.insertInto('customer_phones').values(phones).execute();
  if (emails.length > 0) await tx.insertInto('customer_emails').values(emails).execute();
  if (addresses.length > 0) await tx.insertInto('customer_addresses').values(addresses).execute();
}

/** Updates the search text and the current consents. */
export async function refresh(tx: CustomersDb, ids: readonly number[]): Promise<void> {
  await sql`select refresh_customers(${ids}::integer[])`.execute(tx);
}

/** Removes duplicates by key, keeping the first. */
function uniqueBy<T>(list: readonly T[], keyOf: (one: T) => string): T[] {
  const first = new Map<string, T>();
  for (const one of list) {
    const key = keyOf(one);
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}

/** Exactly one is preferred: the first marked so, or else the first. */
function preferOne<T extends { isPreferred: boolean }>(list: readonly T[]): T[] {
  const preferred = Math.max(
    list.findIndex(({ isPreferred }) => isPreferred),
    0,
  );
  return list.map((one, index) => ({ ...one, isPreferred: index === preferred }));
}

/** Validated input as facts: numbers as E.164, without duplicates, one of each kind preferred. */
export function factsOf(input: CustomerInput): CustomerFacts {
  const isPerson = input.kind === 'person';
  const phones = input.phones.flatMap(({ number, ...rest }) => {
    const phone = readPhone(number);
    return phone ? [{ ...phone, ...rest }] : [];
  });
  return normalizeFacts({
    ...input,
    middleName: isPerson ? input.middleName : '',
    suffix: isPerson ? input.suffix : '',
    phones,
  });
}

/** Removes duplicates and keeps one preferred phone and email. */
export function normalizeFacts(facts: CustomerFacts): CustomerFacts {
  const phones = uniqueBy(facts.phones, ({ e164, extension }) => `${e164}x${extension}`);
  const emails = uniqueBy(facts.emails, ({ address }) => address);
  return {
    ...facts,
    phones: preferOne(phones),
    emails: preferOne(emails),
    addresses: uniqueBy(facts.addresses, (one) => JSON.stringify(one).toLowerCase()),
    tags: uniqueBy(facts.tags, (tag) => tag.toLowerCase()),
  };
}

/** Missing names, by field. */
export function findProblems(
  facts: Pick<CustomerFacts, 'kind' | 'firstName' | 'lastName' | 'company'>,
) {
  if (facts.kind === 'business') return facts.company ? {} : { company: 'Enter the business name' };
  return facts.firstName || facts.lastName ? {} : { lastName: 'Enter a first or last name' };
}

export function assertNamed(facts: CustomerFacts): void {
  const problems = findProblems(facts);
  const [message] = Object.values(problems);
  if (message) throw invalid(`${message}.`, problems as Record<string, string>);
}
