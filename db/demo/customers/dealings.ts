import { checkDigitOf } from '../../../src/modules/vin/contract.ts';
import type { Store } from '../../../src/platform/contract/access.ts';
import { dateAt, dayStart } from '../../../src/platform/contract/wallTime.ts';
import { stream } from '../random.ts';
import { cars } from './names.ts';
import { crewOf, type DemoCustomer } from './roster.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

interface Entry {
  kind: 'call' | 'text' | 'email' | 'note' | 'visit';
  direction: 'in' | 'out' | null;
  body: string;
}

const conversations: readonly Entry[] = [
  { kind: 'call', direction: 'out', body: 'Left a voicemail about the service that is due.' },
  {
    kind: 'call',
    direction: 'out',
    body: 'Talked about trading in this spring; wants a number by Friday.',
  },
  { kind: 'call', direction: 'in', body: 'Asked whether the tow package can be added later.' },
  { kind: 'call', direction: 'in', body: 'Wants to know when the plates will be here.' },
  { kind: 'text', direction: 'out', body: 'Sent the photos of the white one.' },
  { kind: 'text', direction: 'in', body: 'Running ten minutes late.' },
  { kind: 'email', direction: 'out', body: 'Sent the quote with 36 and 48 months.' },
  { kind: 'email', direction: 'in', body: 'Asked for the out-the-door price.' },
  { kind: 'note', direction: null, body: 'Prefers evenings after six.' },
  {
    kind: 'note',
    direction: null,
    body: 'Daughter starts driving in June; looking for something small.',
  },
  { kind: 'note', direction: null, body: 'Second set of keys was handed over.' },
  { kind: 'visit', direction: null, body: 'Came in to look at the lot, took a brochure.' },
  { kind: 'visit', direction: null, body: 'Test drive around the ring road, liked the seats.' },
];

/** What somebody of the crew did with a customer, and when. */
export function demoEntries(customers: readonly DemoCustomer[]) {
  return customers.flatMap((customer, index) => {
    const random = stream('customer-entries', index);
    return customer.stores.flatMap(({ store, owner, since, last }) => {
      const count = random.int(1, 4);
      const span = last.getTime() - since.getTime();
      return Array.from({ length: count }, (_, at) => ({
        ...random.pick(conversations),
        customer: index,
        store,
        by: owner ?? random.pick(crewOf(store)),
        // The last of them is what the list says of the customer.
        at: new Date(
          at === count - 1 ? last.getTime() : since.getTime() + span * random.next() * 0.9,
        ),
      }));
    });
  });
}

export function demoConsents(customers: readonly DemoCustomer[]) {
  return customers.flatMap((customer, index) => {
    const random = stream('customer-consents', index);
    const [home] = customer.stores;
    if (!home || random.next() < 0.35) return [];
    const by = home.owner ?? random.pick(crewOf(home.store));
    const agreed = random
      .shuffle(['call', 'text', 'email', 'mail'] as const)
      .slice(0, random.int(1, 3));
    return agreed.flatMap((channel) => {
      const event = { customer: index, channel, topic: 'marketing' as const, by };
      const granted = { ...event, granted: true, source: 'in_person' as const, at: home.since };
      if (!customer.doNotContact && random.next() > 0.1) return [granted];
      const at = new Date((home.since.getTime() + home.last.getTime()) / 2);
      return [granted, { ...event, granted: false, source: 'phone' as const, at }];
    });
  });
}

/** About two of three drive something we know of; a quarter of those no longer do. */
export function demoGarages(customers: readonly DemoCustomer[]) {
  return customers.flatMap((customer, index) => {
    const random = stream('customer-garages', index);
    const [home] = customer.stores;
    if (!home || random.next() < 0.34) return [];
    const car = random.pick(cars.filter(({ store }) => store === home.store));
    const open = `${car.vin}0${car.rest}${String(10_000 + index).padStart(5, '0')}`;
    const vin = `${open.slice(0, 8)}${checkDigitOf(open) ?? '0'}${open.slice(9)}`;
    return [
      {
        customer: index,
        description: car.description,
        vin,
        plate: `${random.int(100, 999)} L${'ABCDEFGH'[random.int(0, 7)]}K`,
        mileage: random.int(4_000, 92_000),
        mileageAt: home.last,
        purchasedOn: home.since.toISOString().slice(0, 10),
        soldByStore: random.next() < 0.7 ? home.store : null,
        stillOwns: random.next() < 0.75,
        by: home.owner ?? random.pick(crewOf(home.store)),
      },
    ];
  });
}

const errands = [
  ['call', 'Call about the lease that ends in spring'],
  ['call', 'Ask how the first week went'],
  ['text', 'Send photos of the blue one'],
  ['email', 'Send the quote for 48 months'],
  ['other', 'Order the second key'],
  ['visit', 'Bring the plates by'],
] as const;

/** Tasks from a week ago to a week ahead; what is overdue is few. */
export function demoTasks(customers: readonly DemoCustomer[], asOf: Date, timezone: string) {
  const today = dayStart(timezone, dateAt(timezone, asOf.getTime()));
  return customers.flatMap((customer, index) => {
    const random = stream('customer-tasks', index);
    const home = customer.stores.find(({ owner }) => owner !== null);
    if (!home?.owner || customer.doNotContact || index % 2 !== 1) return [];
    const days = random.int(-6, 7);
    const dueAt = new Date(today + days * dayMs + random.int(9, 17) * hourMs);
    const isDone = days < 0 && random.next() < 0.8;
    const [kind, title] = random.pick(errands);
    return [
      {
        customer: index,
        store: home.store,
        kind,
        title,
        dueAt,
        by: home.owner,
        createdAt: new Date(today + (Math.min(days, 0) - 2) * dayMs + 10 * hourMs),
        doneAt: isDone ? new Date(dueAt.getTime() - hourMs) : null,
      },
    ];
  });
}

/** Appointments of last week, today and the coming days. */
export function demoAppointments(customers: readonly DemoCustomer[], asOf: Date, timezone: string) {
  const today = dayStart(timezone, dateAt(timezone, asOf.getTime()));
  return customers.flatMap((customer, index) => {
    const random = stream('customer-appointments', index);
    const home = customer.stores.find(({ owner }) => owner !== null);
    if (!home?.owner || customer.doNotContact || index % 5 !== 2) return [];
    const days = random.pick([-5, -3, -2, 0, 0, 0, 1, 2, 4]);
    const startsAt = new Date(today + days * dayMs + random.int(9, 18) * hourMs);
    const isPast = startsAt < asOf;
    const kept = random.pick(['showed', 'showed', 'showed', 'no_show', 'canceled'] as const);
    const status = isPast ? kept : random.pick(['set', 'confirmed'] as const);
    return [
      {
        customer: index,
        store: home.store,
        startsAt,
        status,
        by: home.owner,
        kind: random.next() < 0.7 ? ('sales' as const) : ('service' as const),
        note: random.pick(['', 'Bring the title', 'Looks at two trucks', 'Oil and tires']),
        setAt: new Date(today + (Math.min(days, 0) - 3) * dayMs + 11 * hourMs),
      },
    ];
  });
}

const interests = [
  'Used truck under 30',
  'New SUV',
  'Just looking',
  'Lease return',
  'Family car',
  '',
];
const guests = [
  'Man with a red cap',
  'Young couple',
  'Mrs. Whitfield',
  'Dean, from the fair',
  'Two brothers',
];

/** Who came into the showrooms since this morning. */
export function demoUps(customers: readonly DemoCustomer[], asOf: Date, timezone: string) {
  const today = dayStart(timezone, dateAt(timezone, asOf.getTime()));
  const since = asOf.getTime() - today;
  return (['ford', 'hyundai', 'chevrolet'] as Store[]).flatMap((store, storeAt) =>
    Array.from({ length: 6 }, (_, at) => {
      const random = stream('customer-ups', `${store}${at}`);
      // Spread over what there has been of the day, the last still here.
      const arrivedAt = new Date(today + Math.floor((since * (at + 1)) / 8));
      const known = customers.findIndex(
        (one, index) => index > 40 * at && one.stores[0]?.store === store && one.kind === 'person',
      );
      const hasLeft = at < 4;
      const step = (part: number) => new Date(arrivedAt.getTime() + Math.floor((since / 8) * part));
      return {
        store,
        // Customers who drove a vehicle or sat down to a deal have given their name.
        customer: (at % 2 === 0 || at % 3 !== 1) && known >= 0 ? known : null,
        guest: guests[(storeAt + at) % guests.length] ?? 'Guest',
        interest: random.pick(interests),
        by: random.pick(crewOf(store)),
        arrivedAt,
        testDriveAt: at % 3 !== 1 ? step(0.3) : null,
        isAboutDeal: at % 3 === 0,
        isBeBack: at === 2,
        leftAt: hasLeft ? step(0.9) : null,
        result: hasLeft ? random.pick(['sold', 'appointment', 'be_back', 'left'] as const) : null,
      };
    }),
  );
}
