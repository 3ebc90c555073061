import { isDeepStrictEqual } from 'node:util';
import { limits } from '../../contract/fields.ts';
import type { CustomerFacts } from '../../contract/records.ts';
import type { MergeSnapshot } from '../tables.ts';
import { normalizeFacts } from '../writing/facts.ts';

type Stores = MergeSnapshot['stores'];

/** The survivor after a merge: its own values first, the other's where it has none. */
export function mergeSnapshots(survivor: MergeSnapshot, other: MergeSnapshot): MergeSnapshot {
  const [own, others] = [survivor.facts, other.facts];
  const facts = normalizeFacts({
    ...own,
    firstName: own.firstName || (own.kind === others.kind ? others.firstName : ''),
    middleName: own.middleName || (sameFirst(own, others) ? others.middleName : ''),
    lastName: own.lastName || (own.kind === others.kind ? others.lastName : ''),
    suffix: own.suffix || (sameFirst(own, others) ? others.suffix : ''),
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
    stores: joinStores(survivor.stores, other.stores),
    lastActivityAt: later(survivor.lastActivityAt, other.lastActivityAt),
  };
}

const sameFirst = (own: CustomerFacts, others: CustomerFacts) =>
  own.kind === 'person' && own.firstName.toLowerCase() === others.firstName.toLowerCase();
const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);

function joinStores(own: Stores, others: Stores): Stores {
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

const pick = <T>(before: T, after: T, now: T): T => (isDeepStrictEqual(now, after) ? before : now);

/** Undoes a merge: each value as it was before it, unless someone changed it since. */
export function unmergeSnapshot(
  before: MergeSnapshot,
  after: MergeSnapshot,
  now: MergeSnapshot,
): MergeSnapshot {
  const names = Object.keys(before.facts) as (keyof CustomerFacts)[];
  const facts = Object.fromEntries(
    names.map((name) => [name, pick(before.facts[name], after.facts[name], now.facts[name])]),
  ) as CustomerFacts;
  return {
    facts,
    householdId: pick(before.householdId, after.householdId, now.householdId),
    stores: now.stores.flatMap((store) => unmergeStore(before.stores, after.stores, store)),
    lastActivityAt: pick(before.lastActivityAt, after.lastActivityAt, now.lastActivityAt),
  };
}

function unmergeStore(before: Stores, after: Stores, now: Stores[number]): Stores {
  const [was, is] = [before, after].map((list) => list.find(({ store }) => store === now.store));
  // A store added by the merge is removed again, unless it has worked with the customer since.
  if (!is) return [now];
  if (!was) return isDeepStrictEqual(now, is) ? [] : [now];
  return [
    {
      store: now.store,
      ownerId: pick(was.ownerId, is.ownerId, now.ownerId),
      firstSeenAt: pick(was.firstSeenAt, is.firstSeenAt, now.firstSeenAt),
      lastActivityAt: pick(was.lastActivityAt, is.lastActivityAt, now.lastActivityAt),
    },
  ];
}
