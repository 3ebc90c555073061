import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { limits } from '../../contract/fields.ts';
import type { CustomerFacts } from '../../contract/records.ts';
import { normalizeFacts, readFacts, replaceFacts } from '../record/facts.ts';
import type { CustomersDb, MergeSnapshot } from '../tables.ts';

type Stores = MergeSnapshot['stores'];

/** Everything a merge changes of a customer. */
export async function readSnapshot(tx: CustomersDb, customerId: number): Promise<MergeSnapshot> {
  const facts = await readFacts(tx, customerId);
  const customer = await tx
    .selectFrom('customers')
    .select(['household_id', 'last_activity_at'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const stores = await tx
    .selectFrom('customer_stores')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('store')
    .execute();
  return {
    facts,
    householdId: customer.household_id,
    lastActivityAt: customer.last_activity_at.toISOString(),
    stores: stores.map((row) => ({
      store: row.store,
      ownerId: row.owner_id,
      firstSeenAt: row.first_seen_at.toISOString(),
      lastActivityAt: row.last_activity_at.toISOString(),
    })),
  };
}

/** Restores a customer from a snapshot; the caller holds the row lock. */
export async function writeSnapshot(
  tx: CustomersDb,
  customerId: number,
  { facts, householdId, stores, lastActivityAt }: MergeSnapshot,
  userId: number,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set({ household_id: householdId, last_activity_at: new Date(lastActivityAt) })
    .where('id', '=', customerId)
    .execute();
  await tx
    .deleteFrom('customer_stores')
    .where('customer_id', '=', customerId)
    .where('store', '<>', sql<never>`all(${stores.map(({ store }) => store)}::text[])`)
    .execute();
  await tx
    .insertInto('customer_stores')
    .values(
      stores.map(({ store, ownerId, firstSeenAt, lastActivityAt: at }) => ({
        customer_id: customerId,
        store,
        owner_id: ownerId,
        first_seen_at: new Date(firstSeenAt),
        last_activity_at: new Date(at),
      })),
    )
    .onConflict((known) =>
      known.columns(['customer_id', 'store']).doUpdateSet((excluded) => ({
        owner_id: excluded.ref('excluded.owner_id'),
        first_seen_at: excluded.ref('excluded.first_seen_at'),
        last_activity_at: excluded.ref('excluded.last_activity_at'),
      })),
    )
    .execute();
  await replaceFacts(tx, customerId, facts, userId);
}

/** The survivor after a merge: its own values first, the other's where it has none. */
export function mergeSnapshots(survivor: MergeSnapshot, other: MergeSnapshot): MergeSnapshot {
  const own = survivor.facts;
  const others = other.facts;
  const facts = normalizeFacts({
    ...own,
    firstName: own.firstName || (own.kind === others.kind ? others.firstName : ''),
    middleName: own.middleName || (haveSameFirstName(own, others) ? others.middleName : ''),
    lastName: own.lastName || (own.kind === others.kind ? others.lastName : ''),
    suffix: own.suffix || (haveSameFirstName(own, others) ? others.suffix : ''),
    company: own.company || others.company,
    phones: [...own.phones, ...others.phones],
    emails: [...own.emails, ...others.emails],
    addresses: [...own.addresses, ...others.addresses],
    tags: [...own.tags, ...others.tags],
    preferredChannel: own.preferredChannel ?? others.preferredChannel,
    // Do-not-contact holds for the merged record if either had it.
    doNotContact: own.doNotContact || others.doNotContact,
  });
  return {
    facts: {
      ...facts,
      // Values beyond the limits stay with the merged record.
      phones: facts.phones.slice(0, limits.phones),
      emails: facts.emails.slice(0, limits.emails),
      addresses: facts.addresses.slice(0, limits.addresses),
      tags: facts.tags.slice(0, limits.tags),
    },
    householdId: survivor.householdId ?? other.householdId,
    stores: mergeStores(survivor.stores, other.stores),
    lastActivityAt: later(survivor.lastActivityAt, other.lastActivityAt),
  };
}

const haveSameFirstName = (own: CustomerFacts, others: CustomerFacts) =>
  own.kind === 'person' && own.firstName.toLowerCase() === others.firstName.toLowerCase();
const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);

function mergeStores(own: Stores, others: Stores): Stores {
  const byStore = Map.groupBy([...own, ...others], ({ store }) => store);
  return [...byStore.values()]
    .flatMap(([first, second]) => {
      if (!first) return [];
      if (!second) return [first];
      return [
        {
          store: first.store,
          ownerId: first.ownerId ?? second.ownerId,
          firstSeenAt: earlier(first.firstSeenAt, second.firstSeenAt),
          lastActivityAt: later(first.lastActivityAt, second.lastActivityAt),
        },
      ];
    })
    .toSorted((a, b) => (a.store < b.store ? -1 : 1));
}

/** Undoes a merge: each value as it was before it, unless someone changed it since. */
export function unmergeSnapshot(
  before: MergeSnapshot,
  after: MergeSnapshot,
  now: MergeSnapshot,
): MergeSnapshot {
  const names = Object.keys(before.facts) as (keyof CustomerFacts)[];
  const facts = Object.fromEntries(
    names.map((name) => [name, unmerge(before.facts[name], after.facts[name], now.facts[name])]),
  ) as CustomerFacts;
  return {
    facts,
    householdId: unmerge(before.householdId, after.householdId, now.householdId),
    stores: now.stores.flatMap((store) => unmergeStore(before.stores, after.stores, store)),
    lastActivityAt: unmerge(before.lastActivityAt, after.lastActivityAt, now.lastActivityAt),
  };
}

const unmerge = <T>(before: T, after: T, now: T): T =>
  isDeepStrictEqual(now, after) ? before : now;

function unmergeStore(before: Stores, after: Stores, now: Stores[number]): Stores {
  const was = before.find(({ store }) => store === now.store);
  const is = after.find(({ store }) => store === now.store);
  // A store added by the merge is removed again, unless it has worked with the customer since.
  if (!is) return [now];
  if (!was) return isDeepStrictEqual(now, is) ? [] : [now];
  return [
    {
      store: now.store,
      ownerId: unmerge(was.ownerId, is.ownerId, now.ownerId),
      firstSeenAt: unmerge(was.firstSeenAt, is.firstSeenAt, now.firstSeenAt),
      lastActivityAt: unmerge(was.lastActivityAt, is.lastActivityAt, now.lastActivityAt),
    },
  ];
}
