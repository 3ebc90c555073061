import type { Store } from '../../../src/platform/contract/access.ts';
import { demoPeople } from '../people.ts';
import { type Random, stream } from '../random.ts';
import { businesses, firstNames, lastNames, streets, towns } from './names.ts';

export interface DemoCustomer {
  kind: 'person' | 'business';
  firstName: string;
  lastName: string;
  company: string;
  phone: string;
  phoneKind: 'mobile' | 'home' | 'work';
  email: string;
  line1: string;
  city: string;
  zip: string;
  tags: string[];
  language: 'en' | 'es' | 'vi';
  channel: 'call' | 'text' | 'email' | null;
  doNotContact: boolean;
  /** The first is where they were first. */
  stores: { store: Store; owner: string | null; since: Date; last: Date }[];
  /** Those with the same one live together. */
  household: number | null;
}

/** Marks the customers that stand for a store itself, whose stock the service works on. */
export const storeAccountTag = 'Internal';

export const customerCount = 320;
const businessCount = 26;
const duplicateCount = 12;
const householdCount = 25;
const sharedCount = 15;
const dayMs = 86_400_000;
const stores: Store[] = ['ford', 'hyundai', 'chevrolet'];
const areaCodes = ['316', '620', '785', '913'];
const tagged = [
  'VIP',
  'Fleet',
  'Truck',
  'First-time buyer',
  'Lease',
  'Service only',
  'Referral',
  'Military',
];

/** Those of a store who sell, and those who advise. */
export function crewOf(store: Store): string[] {
  return demoPeople()
    .filter(({ isActive, pending, protection }) => isActive && !pending && protection === null)
    .filter(({ role, department }) => role === 'employee' && department === 'sales')
    .filter(({ storeAccess }) => storeAccess.includes(store))
    .map(({ username }) => username);
}

/** All customers of the group: businesses, people, and some who are there twice, made of nothing but their place. */
export function demoRoster(asOf: Date): DemoCustomer[] {
  const first = Array.from({ length: customerCount - duplicateCount }, (_, at) => meet(at, asOf));
  for (let household = 0; household < householdCount; household++) moveTogether(first, household);
  const twins = Array.from({ length: duplicateCount }, (_, at) => twinOf(first, at));
  return [...first, ...twins];
}

/** So many numbers are kept for stories: 0100 to 0199 of the exchange 555, in four area codes. */
const phoneOf = (at: number) =>
  `+1${areaCodes[at % 4]}55501${String(Math.floor(at / 4) % 100).padStart(2, '0')}`;

function meet(at: number, asOf: Date): DemoCustomer {
  const random = stream('customers', at);
  const isBusiness = at % 12 === 5 && at / 12 < businessCount;
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  const company = isBusiness ? (businesses[Math.floor(at / 12)] ?? '') : '';
  const town = random.pick(towns);
  const tags = random.next() < 0.4 ? random.shuffle(tagged).slice(0, random.int(1, 2)) : [];
  return {
    kind: isBusiness ? 'business' : 'person',
    firstName,
    lastName,
    company,
    tags,
    phone: phoneOf(at),
    phoneKind: isBusiness ? 'work' : random.pick(['mobile', 'mobile', 'home'] as const),
    email: mailOf(company || `${firstName}.${lastName}`, at),
    line1: `${random.int(100, 2999)} ${random.pick(streets)} ${random.pick(['Street', 'Avenue', 'Road'])}`,
    ...town,
    language: random.pick(['en', 'en', 'en', 'en', 'en', 'en', 'es', 'vi'] as const),
    channel: random.pick([null, 'call', 'text', 'text', 'email'] as const),
    doNotContact: at % 20 === 13,
    stores: storesOf(at, random, asOf),
    household: null,
  };
}

function mailOf(name: string, at: number): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^\w.]/g, '')
    .toLowerCase();
  return `${plain}${at % 3 === 0 ? at : ''}@example.${['com', 'net', 'org'][at % 3]}`;
}

function storesOf(at: number, random: Random, asOf: Date): DemoCustomer['stores'] {
  const home = stores[at % 3] as Store;
  const isShared = at % 20 === 7 && at / 20 < sharedCount;
  const other = stores[(at + 1) % 3] as Store;
  return (isShared ? [home, other] : [home]).map((store) => {
    const sinceDays = random.int(20, 900);
    const lastDays = Math.floor(sinceDays * random.next() ** 2);
    return {
      store,
      owner: random.next() < 0.9 ? random.pick(crewOf(store)) : null,
      since: new Date(asOf.getTime() - sinceDays * dayMs - random.int(1, 9) * 3_600_000),
      last: new Date(asOf.getTime() - lastDays * dayMs - random.int(1, 9) * 3_600_000),
    };
  });
}

/** Two neighbors of the list become one household: one name, one address, one store. */
function moveTogether(all: DemoCustomer[], household: number): void {
  const at = household * 12 + 1;
  const [one, other] = [all[at], all[at + 3]];
  if (!one || !other) return;
  const { lastName, line1, city, zip } = one;
  Object.assign(other, { lastName, line1, city, zip });
  one.household = household;
  other.household = household;
}

/** A customer who was added twice: a letter less, another number or another email. */
function twinOf(all: readonly DemoCustomer[], at: number): DemoCustomer {
  const original = all[at * 25 + 2];
  if (!original) throw new Error('There is no customer to duplicate');
  const random = stream('customer-twins', at);
  const { firstName } = original;
  const short = firstName.length > 4 ? firstName.slice(0, -1) : `${firstName}e`;
  const differs = [
    { email: mailOf(`${short}.${original.lastName}`, 400 + at), firstName: short },
    {
      phone: phoneOf(customerCount - duplicateCount + at),
      line1: `PO Box ${random.int(100, 900)}`,
    },
    { phone: phoneOf(customerCount - duplicateCount + at), email: mailOf(short, 500 + at) },
  ][at % 3];
  const [home] = original.stores;
  return {
    ...original,
    ...differs,
    tags: [],
    household: null,
    stores: home ? [{ ...home, owner: null }] : [],
  };
}
