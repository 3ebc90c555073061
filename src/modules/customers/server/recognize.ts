import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { addressInput, emailInput, limits } from '../contract/fields.ts';
import { readPhone } from '../contract/phones.ts';
import { noteDuplicates } from './merging/duplicates.ts';
import { knownTo } from './reading/visible.ts';
import type { CustomerTables } from './tables.ts';
import { touch } from './timeline/touch.ts';
import { assertNamed } from './writing/check.ts';
import { subjectOf } from './writing/create.ts';
import { addContacts, factsOf, refresh, rowOf } from './writing/facts.ts';

type Tx = Kysely<CustomerTables>;

/** Somebody who tells who they are, in their own words. */
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
  /** Under whose name they are added: an account of the house, where nobody is signed in. */
  authorId: number;
  ip: string;
}

export interface Recognized {
  id: number;
  /** Numbers that cannot be dialed and addresses that are none: they are kept nowhere. */
  unread: string[];
}

/**
 * The customer of a store who has one of these numbers or e-mail addresses, or a new one, in the
 * transaction of a room above. Two with the same number at once are one. Throws `invalid` where they have
 * no name.
 */
export async function findOrCreateCustomer(
  tx: Db<AnyTables>,
  calling: CallerQuery,
): Promise<Recognized> {
  const { store, caller } = calling;
  const { facts, unread } = read(caller);
  assertNamed(facts);
  const numbers = facts.phones.map(({ e164 }) => e164);
  const addresses = facts.emails.map(({ address }) => address);
  // In one order everywhere, so that two never wait for each other crosswise.
  for (const key of [...numbers, ...addresses].toSorted()) {
    const lock = `customer ${store} ${key}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
  }
  const known = await findKnown(tx, store, numbers, addresses);
  if (known === null) return { id: await create(tx, calling, facts), unread };
  await touch(tx, known, store);
  return { id: known, unread };
}

function read({ phones, emails, address, ...names }: Caller) {
  const read = emails.map((typed) => emailInput.safeParse({ address: typed }));
  const written = addressInput.safeParse(address);
  const facts = factsOf({
    ...names,
    phones: phones.slice(0, limits.phones),
    emails: read.flatMap(({ data }) => data ?? []).slice(0, limits.emails),
    addresses: written.success ? [written.data] : [],
    tags: [],
    preferredChannel: null,
    preferredLanguage: 'en',
    doNotContact: false,
  });
  const unread = [
    ...phones.map(({ number }) => number).filter((number) => readPhone(number) === null),
    ...emails.filter((_, at) => !read[at]?.success),
  ];
  return { facts, unread };
}

/** Whoever fits in most ways, of those the one there was something with last. */
async function findKnown(tx: Tx, store: Store, numbers: string[], addresses: string[]) {
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
  tx: Tx,
  { store, authorId, ip }: CallerQuery,
  facts: ReturnType<typeof factsOf>,
): Promise<number> {
  const { id } = await tx
    .insertInto('customers')
    .values({
      ...rowOf(facts),
      ...{ created_by: authorId, updated_by: authorId, household_id: null },
      ...{ merged_into_id: null, survivor_id: null, import_id: null },
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
  const subject = subjectOf(id);
  await recordActivity(tx, {
    actor: null,
    action: 'customer.created',
    subject,
    after: { store },
    ip,
  });
  return id;
}
