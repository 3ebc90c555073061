import type { DealType } from '../../../src/modules/deals/contract/deal.ts';
import type { Status } from '../../../src/modules/deals/contract/status.ts';
import type { Store } from '../../../src/platform/contract/access.ts';
import { addDays } from '../../../src/platform/contract/wallTime.ts';
import { crewOf } from '../customers/roster.ts';
import { type Random, stream } from '../random.ts';
import { crews, type DemoCar } from '../stock/cars.ts';
import { uuidv7 } from '../uuid.ts';
import { soldCar, type TradedCar, tradedCar } from './cars.ts';
import { momentsUntil, promisesOf, stepsOf } from './course.ts';
import { deliveryDays } from './days.ts';
import type { Buyer, DemoDeal } from './deal.ts';
import { type Finance, financeOf, frontCents } from './money.ts';

export const documentFeeCents = 49_900;

interface StoreFacts {
  /** Its first deal number, and its F&I manager. */
  first: number;
  office: string;
  /** Deliveries in twelve months, and how many of fifty are new. */
  delivered: number;
  newOfFifty: number;
}
/** A large, a small and a middle one. */
const storeFacts: Record<Store, StoreFacts> = {
  ford: { first: 24_101, office: 'gregory.stahl', delivered: 104, newOfFifty: 31 },
  hyundai: { first: 17_301, office: 'linda.tran', delivered: 62, newOfFifty: 25 },
  chevrolet: { first: 31_201, office: 'peter.okonkwo', delivered: 89, newOfFifty: 29 },
};
const stores = Object.keys(storeFacts) as Store[];
/** How many the stores before this one delivered, so that each deal of the group has a place of its own. */
const deliveredBefore = (storeIndex: number) =>
  stores.slice(0, storeIndex).reduce((sum, store) => sum + storeFacts[store].delivered, 0);
interface DealInput {
  buyers: readonly Buyer[];
  /** The cars of the stock: some of them are on a deal now. */
  stock: readonly DemoCar[];
  today: string;
  asOf: Date;
}

/** The deals of twelve months, those of a store in a row and numbered as they were written. */
export function demoDeals(given: DealInput): DemoDeal[] {
  const waiting = stillToFund(given.today);
  return stores.flatMap((store, storeIndex) => {
    const days = deliveryDays(store, storeFacts[store].delivered, given.today);
    const done = days.map((deliveredOn, at) =>
      deliveredDeal(given, { store, at, storeIndex, deliveredOn, waiting }),
    );
    const all = [...done, ...presentDeals(given, store, storeIndex)];
    all.sort((a, b) => a.openedAt.getTime() - b.openedAt.getTime());
    return all.map((deal, at) => ({ ...deal, number: String(storeFacts[store].first + at) }));
  });
}

/** Delivered, and the money is not here yet: those of the last two days, and two that take too long. */
function stillToFund(today: string): Set<string> {
  const held = new Set<string>();
  const each = stores.map((store) => ({
    store,
    days: deliveryDays(store, storeFacts[store].delivered, today),
  }));
  for (const { store, days } of each) {
    held.add(`${store} ${days.length - 1}`);
    held.add(`${store} ${days.length - 2}`);
  }
  for (const [index, age] of [10, 17].entries()) {
    const { store, days } = each[index] ?? { store: 'ford', days: [] };
    const earlier = days.slice(0, -2);
    held.add(`${store} ${earlier.findLastIndex((day) => day <= addDays(today, -age))}`);
  }
  return held;
}

const kindOf = (store: Store, at: number) =>
  (at * 29) % 50 < storeFacts[store].newOfFifty ? 'new' : 'used';
/** How many of the same kind come before the one at this place, store by store. */
const placeInKind = (at: number, storeIndex: number) => {
  const kindsOf = (store: Store, count: number) =>
    Array.from({ length: count }, (_, one) => kindOf(store, one));
  const store = stores[storeIndex] ?? 'ford';
  const before = stores
    .slice(0, storeIndex)
    .flatMap((one) => kindsOf(one, storeFacts[one].delivered));
  return [...before, ...kindsOf(store, at)].filter((kind) => kind === kindOf(store, at)).length;
};

interface Place {
  store: Store;
  at: number;
  storeIndex: number;
  deliveredOn: string;
  waiting: ReadonlySet<string>;
}

const carSold = (random: Random, store: Store, at: number, deliveredOn: string) =>
  soldCar({ random, store, at, kind: kindOf(store, at), deliveredOn });

/** The cars of the delivered deals, with the day each left. */
export const soldCars = (today: string) =>
  stores.flatMap((store) =>
    deliveryDays(store, storeFacts[store].delivered, today).map((deliveredOn, at) => ({
      // The first thing that is drawn for a deal.
      ...carSold(stream('deals', `${store}/${at}`), store, at, deliveredOn),
      deliveredOn,
    })),
  );

function deliveredDeal(given: DealInput, place: Place): DemoDeal {
  const { store, at, storeIndex, deliveredOn, waiting } = place;
  const random = stream('deals', `${store}/${at}`);
  const sold = carSold(random, store, at, deliveredOn);
  const signedOn = addDays(deliveredOn, -random.pick([0, 0, 1, 1, 2, 4]));
  const funded = addDays(deliveredOn, random.int(2, 9));
  const isFunded = !waiting.has(`${store} ${at}`);
  return compose(given, {
    random,
    store,
    sold,
    signedOn,
    deliveredOn,
    nth: deliveredBefore(storeIndex) + at,
    nthOfKind: placeInKind(at, storeIndex),
    car: { ...sold, title: `${sold.year} ${sold.make} ${sold.model} ${sold.trim}` },
    fundedOn: isFunded ? ([funded, given.today].toSorted()[0] ?? null) : null,
    writtenOn: addDays(signedOn, -random.pick([0, 0, 0, 1, 2, 5])),
    status: isFunded ? 'funded' : 'delivered',
    trade: random.next() < 0.4 ? tradedCar(random, store, at, Number(signedOn.slice(0, 4))) : null,
  });
}

/** One that is signed, one that is being worked on, and one that came to nothing. */
function presentDeals(given: DealInput, store: Store, storeIndex: number): DemoDeal[] {
  const { today, stock } = given;
  const own = stock.filter((car) => car.store === store && !car.isLoaner);
  const ways: readonly (readonly [Status, DemoCar['status'], number])[] = [
    ['signed', 'sold', 1],
    ['open', 'deposit', 0],
    ['canceled', 'frontline', 20],
  ];
  return ways.map(([status, stands, ago], at) => {
    const random = stream('deals-now', `${store}/${at}`);
    const car = own.find((one) => one.status === stands && one.condition === 'new') ?? own[0];
    if (!car) throw new Error(`There is no car at ${store}`);
    const day = addDays(today, -ago);
    return compose(given, {
      random,
      store,
      sold: null,
      status,
      writtenOn: day,
      fundedOn: null,
      deliveredOn: null,
      nth: deliveredBefore(stores.length) + storeIndex * 3 + at,
      nthOfKind: deliveredBefore(stores.length) + storeIndex * 3 + at,
      signedOn: status === 'signed' ? day : null,
      car: {
        vin: car.vin,
        stockNumber: car.stockNumber,
        condition: car.condition,
        costCents: car.costCents,
        reconCents: 0,
        packCents: 40_000,
        title: `${car.year} ${car.make} ${car.model} ${car.trim}`,
      },
      trade: at === 1 ? tradedCar(random, store, 90, Number(today.slice(0, 4))) : null,
    });
  });
}

interface Draft
  extends Pick<
    DemoDeal,
    'store' | 'sold' | 'car' | 'status' | 'signedOn' | 'deliveredOn' | 'fundedOn'
  > {
  random: Random;
  /** Among the deals of all stores, and among those of its kind. */
  nth: number;
  nthOfKind: number;
  writtenOn: string;
  trade: TradedCar | null;
}

function compose(
  given: DealInput,
  { random, nth, nthOfKind, trade: came, ...drafted }: Draft,
): DemoDeal {
  const { writtenOn, ...draft } = drafted;
  const { store, car, status } = draft;
  const isNew = car.condition === 'new';
  const moment = momentsUntil(given.asOf);
  const openedAt = moment(writtenOn, 0);
  const buyer = random.pick(buyersOf(given.buyers, store, openedAt));
  const finance = financeOf(random, store, nth, isNew);
  const sellers = soldBy(random, store);
  const over = came ? random.int(-3, 9) * 10_000 : 0;
  const trade = came && withTerms(random, came, over);
  const priceCents =
    car.costCents + car.reconCents + car.packCents + frontCents(store, isNew, nthOfKind) + over;
  return {
    ...draft,
    ...finance,
    number: '',
    buyer,
    openedAt,
    trade,
    priceCents,
    clientId: uuidv7(openedAt, random),
    type: typeOf(random, finance.method, buyer),
    ...sellers,
    financeManager: storeFacts[store].office,
    miles: draft.deliveredOn && draft.sold ? draft.sold.mileage + random.int(1, 14) : null,
    taxCents: Math.round(Math.max(0, priceCents - (trade?.allowanceCents ?? 0)) * 0.075),
    rebateCents: isNew ? random.pick([0, 0, 50_000, 100_000, 150_000]) : 0,
    downCents: random.int(0, 12) * 50_000,
    promises: promisesOf(random, draft.deliveredOn, given),
    steps: stepsOf(status, drafted, moment),
  };
}

/** One in twelve is a house deal, one in ten is shared, one in five was closed by a manager. */
function soldBy(random: Random, store: Store) {
  // Some sell more than others: the first of the list the most.
  const crew = crewOf(store).map((seller, at) => ({ seller, place: random.next() * (1 + at / 3) }));
  const [first, next] = crew.toSorted((a, b) => a.place - b.place).map(({ seller }) => seller);
  const share = random.next();
  const isHouse = share < 0.08;
  const isClosed = isHouse || random.next() < 0.2;
  return {
    salesperson: isHouse ? null : (first ?? null),
    second: share > 0.9 ? (next ?? null) : null,
    closer: isClosed ? crews[store].sales : null,
  };
}

const typeOf = (random: Random, method: Finance['method'], { isBusiness }: Buyer): DealType =>
  method === 'lease' ? 'lease' : isBusiness && random.next() < 0.5 ? 'fleet' : 'retail';

const withTerms = (random: Random, came: TradedCar, over: number) => ({
  ...came,
  allowanceCents: Math.max(0, came.acvCents + over),
  payoffCents: random.next() < 0.55 ? Math.round(came.acvCents * random.next()) : 0,
});

/** Those the store knew already; where it knew none, anybody of it. */
function buyersOf(buyers: readonly Buyer[], store: Store, at: Date): readonly Buyer[] {
  const own = buyers.filter((one) => one.store === store);
  const known = own.filter(({ since }) => since <= at);
  return known.length > 0 ? known : own;
}
