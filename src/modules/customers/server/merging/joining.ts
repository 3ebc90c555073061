import { isDeepStrictEqual } from 'node:util';
import { limits } from '../../contract/fields.ts';
import type { CustomerFacts } from '../../contract/records.ts';
import type { Standing } from '../tables.ts';
import { settle } from '../writing/facts.ts';

type Stores = Standing['stores'];

/** What one customer is after another was merged into it: its own words first, the other's where it has none. */
export function join(survivor: Standing, other: Standing): Standing {
  const [own, more] = [survivor.facts, other.facts];
  const facts = settle({
    ...own,
    firstName: own.firstName || (own.kind === more.kind ? more.firstName : ''),
    middleName: own.middleName || (sameFirst(own, more) ? more.middleName : ''),
    lastName: own.lastName || (own.kind === more.kind ? more.lastName : ''),
    suffix: own.suffix || (sameFirst(own, more) ? more.suffix : ''),
    company: own.company || more.company,
    phones: [...own.phones, ...more.phones],
    emails: [...own.emails, ...more.emails],
    addresses: [...own.addresses, ...more.addresses],
    tags: [...own.tags, ...more.tags],
    preferredChannel: own.preferredChannel ?? more.preferredChannel,
    // Whoever wants to be left alone wants it under either number.
    doNotContact: own.doNotContact || more.doNotContact,
  });
  return {
    facts: {
      ...facts,
      // What is too much stays with the merged record.
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

const sameFirst = (own: CustomerFacts, more: CustomerFacts) =>
  own.kind === 'person' && own.firstName.toLowerCase() === more.firstName.toLowerCase();
const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);

function joinStores(own: Stores, more: Stores): Stores {
  const byStore = Map.groupBy([...own, ...more], ({ store }) => store);
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

/** What a customer goes back to: each thing as it was before the merge, unless somebody changed it since. */
export function part(before: Standing, after: Standing, now: Standing): Standing {
  const names = Object.keys(before.facts) as (keyof CustomerFacts)[];
  const facts = Object.fromEntries(
    names.map((name) => [name, pick(before.facts[name], after.facts[name], now.facts[name])]),
  ) as CustomerFacts;
  return {
    facts,
    householdId: pick(before.householdId, after.householdId, now.householdId),
    stores: now.stores.flatMap((store) => partStore(before.stores, after.stores, store)),
    lastActivityAt: pick(before.lastActivityAt, after.lastActivityAt, now.lastActivityAt),
  };
}

function partStore(before: Stores, after: Stores, now: Stores[number]): Stores {
  const [was, is] = [before, after].map((list) => list.find(({ store }) => store === now.store));
  // A store the merge brought goes with it, unless it has worked with the customer since.
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
