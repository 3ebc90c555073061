import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { addressInput } from '../../../../platform/contract/addresses.ts';
import { readPhone } from '../../../../platform/contract/phones.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { emailInput, limits } from '../../contract/fields.ts';
import type { CustomerFacts } from '../../contract/records.ts';
import { noteDuplicates } from '../duplicates.ts';
import type { CustomersDb } from '../tables.ts';
import { touchCustomer } from '../touch.ts';
import { knownTo, subjectOf } from '../visible.ts';
import { addContacts, assertNamed, factsOf, refresh, rowOf } from './facts.ts';

/** A person as they introduce themselves, unvalidated. */
export interface Caller {
  kind: 'person' | 'business';
  firstName: string;
  middleName: string;
  lastName: string;
  suffix: string;
  company: string;
  phones: readonly { number: string; kind: 'mobile' | 'home' | 'work'; isPreferred: boolean }[];
  emails: readonly string[];
  address: { line1: string; line2: string; city: string; state: string; zip: string } | null;
}

interface CallerQuery {
  store: Store;
  caller: Caller;
  /** Author of a new customer: the system user if no one is signed in. */
  authorId: number;
  ip: string;
}

interface Recognized {
  id: number;
  /** Invalid phone numbers and email addresses, which are not stored. */
  unread: string[];
}

/**
 * The customer of a store with one of these phone numbers or emails, or a new one, in the transaction of
 * a module above. Concurrent calls with the same number create one customer. Throws `invalid` without a
 * name.
 */
export async function findOrCreateCustomer(
  tx: Db<AnyTables>,
  query: CallerQuery,
): Promise<Recognized> {
  const { store, caller } = query;
  const { facts, unread } = parseCaller(caller);
  assertNamed(facts);
  const numbers = facts.phones.map(({ e164 }) => e164);
  const addresses = facts.emails.map(({ address }) => address);
  // Locked in a fixed order, so that two calls never deadlock.
  for (const key of [...numbers, ...addresses].toSorted()) {
    const lock = `customer ${store} ${key}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
  }
  const existingId = await findKnown(tx, store, numbers, addresses);
  if (existingId === null) return { id: await create(tx, query, facts), unread };
  await touchCustomer(tx, existingId, store);
  return { id: existingId, unread };
}

function parseCaller({ phones, emails, address, ...names }: Caller) {
  const parsedEmails = emails.map((typed) => emailInput.safeParse({ address: typed }));
  const parsedAddress = addressInput.safeParse(address);
  const facts = factsOf({
    ...names,
    phones: phones.slice(0, limits.phones),
    emails: parsedEmails.flatMap(({ data }) => data ?? []).slice(0, limits.emails),
    addresses: parsedAddress.success ? [parsedAddress.data] : [],
    tags: [],
    preferredChannel: null,
    preferredLanguage: 'en',
    doNotContact: false,
  });
  const unread = [
    ...phones.map(({ number }) => number).filter((number) => readPhone(number) === null),
    ...emails.filter((_, at) => !parsedEmails[at]?.success),
  ];
  return { facts, unread };
}

/** The best match: most matching contacts, then latest activity. */
async function findKnown(
  tx: CustomersDb,
  store: Store,
  numbers: string[],
  addresses: string[],
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with fitting as (
      select customer_id as id, 'phone' as way from customer_phones
        where e164 = any(${numbers}::text[])
      union
      select customer_id, 'email' from customer_emails where address = any(${addresses}::text[]))
    select c.id from fitting f
    join customers m on m.id = f.id join customers c on c.id = m.root_id
    where ${knownTo([store])}
    group by c.id order by count(distinct f.way) desc, c.last_activity_at desc, c.id
    limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

async function create(
  tx: CustomersDb,
  { store, authorId, ip }: CallerQuery,
  facts: CustomerFacts,
): Promise<number> {
  const { id } = await tx
    .insertInto('customers')
    .values({
      ...rowOf(facts),
      household_id: null,
      merged_into_id: null,
      survivor_id: null,
      import_id: null,
      created_by: authorId,
      updated_by: authorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('customer_stores')
    .values({ customer_id: id, store, owner_id: null })
    .execute();
  await addContacts(tx, [{ id, facts }]);
  await refresh(tx, [id]);
  await noteDuplicates(tx, [id]);
  await recordActivity(tx, {
    actor: null,
    action: 'customer.created',
    subject: subjectOf(id),
    after: { store },
    ip,
  });
  return id;
}
