import {
  isPlace,
  type Place,
  type Status,
  type StockClass,
} from '../../../src/modules/vehicles/contract/status.ts';
import { checkDigitOf } from '../../../src/modules/vin/contract.ts';
import type { Store } from '../../../src/platform/contract/access.ts';
import { addDays } from '../../../src/platform/contract/wallTime.ts';
import { type Random, stream } from '../random.ts';
import { uuidv7 } from '../uuid.ts';
import { type DemoModel, demoModels } from './models.ts';

export const crews: Record<
  Store,
  { letter: string; make: string; sales: string; service: string }
> = {
  ford: { letter: 'F', make: 'Ford', sales: 'manager', service: 'walt.jankowski' },
  hyundai: { letter: 'H', make: 'Hyundai', sales: 'kevin.matsuda', service: 'curtis.yoder' },
  chevrolet: { letter: 'C', make: 'Chevrolet', sales: 'simone.archer', service: 'renee.dubois' },
};

/** A car of the stock, before anything happened to it. */
export interface DemoCar {
  clientId: string;
  vin: string;
  store: Store;
  stockNumber: string;
  year: number;
  make: string;
  model: string;
  trim: string;
  body: string;
  exterior: string;
  interior: string;
  mileage: number;
  condition: 'new' | 'used' | 'cpo';
  status: Status;
  /** Where it is, also when it is sold. */
  place: Place;
  class: StockClass;
  soldOn: string | null;
  /** When its buyer is promised it. */
  deliverOn: string | null;
  acquiredOn: string;
  acquiredFrom: 'trade' | 'auction' | 'purchase' | 'factory';
  daysInStock: number;
  listCents: number | null;
  msrpCents: number;
  costCents: number;
  lotLocation: string;
  keyTag: string;
  isLoaner: boolean;
}

export const bodies: Record<string, string> = {
  pickup: 'Pickup',
  sedan: 'Sedan',
  coupe: 'Coupe',
  suv: 'SUV',
};
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';
export const exteriors =
  'Oxford White,Agate Black,Iconic Silver,Rapid Red,Carbonized Gray,Antimatter Blue';
export const interiors = 'Black,Ebony,Gray,Sandstone,Light Slate';

/** Of a store's fifty cars: 28 new, 18 used, 4 lent to customers of the service. */
const kinds = [
  ...Array.from({ length: 28 }, () => 'new' as const),
  ...Array.from({ length: 18 }, () => 'used' as const),
  ...Array.from({ length: 4 }, () => 'loaner' as const),
];
export type Kind = (typeof kinds)[number];

/** How old a stock is: 45, 20, 15, 12 and 8 percent of it in each of the five buckets. */
const ages: readonly (readonly [share: number, from: number, to: number])[] = [
  [0.45, 1, 30],
  [0.65, 31, 45],
  [0.8, 46, 60],
  [0.92, 61, 90],
  [1, 91, 140],
];

/** The 150 cars of three stores as they stand on a day of the calendar. */
export function demoCars(today: string): DemoCar[] {
  const stores = Object.keys(crews) as Store[];
  return stores.flatMap((store) =>
    numbered(kinds.map((kind, at) => carOf(store, kind, at, today))),
  );
}

function carOf(store: Store, kind: Kind, at: number, today: string): DemoCar {
  const random = stream('stock', `${store}/${at}`);
  const model = random.pick(modelsFor(store, kind, Number(today.slice(0, 4))));
  const year = yearOf(model, kind, random);
  const daysInStock = ageOf(random, at);
  const isNew = kind !== 'used';
  const msrp = random.int(model[8][0], model[8][1]);
  const worth = isNew
    ? msrp
    : Math.round(msrp * (0.78 - 0.09 * (Number(today.slice(0, 4)) - year)));
  const status = statusOf(kind, at);
  const place = placeOf(store, status);
  const isHere = place !== 'in_transit';
  return {
    clientId: uuidv7(new Date(`${addDays(today, -daysInStock)}T15:00:00Z`), random),
    vin: vinOf(model, year, random.pick([...model[6]]), stockSerial(store, at)),
    store,
    stockNumber: '',
    year,
    make: model[0],
    model: model[2],
    trim: model[4],
    body: bodies[model[7]] ?? model[7],
    exterior: random.pick(exteriors.split(',')),
    interior: random.pick(interiors.split(',')),
    mileage: mileageOf(kind, year, Number(today.slice(0, 4)), random),
    condition: isNew ? 'new' : random.next() < 0.3 ? 'cpo' : 'used',
    status,
    place,
    class: kind === 'loaner' ? (at === kinds.length - 1 ? 'demo' : 'loaner') : 'retail',
    soldOn: status === 'sold' ? addDays(today, -1) : null,
    deliverOn: status === 'sold' ? addDays(today, isHere ? 2 : 5) : null,
    acquiredOn: addDays(today, -daysInStock),
    acquiredFrom: isNew
      ? 'factory'
      : random.pick(['trade', 'trade', 'auction', 'purchase'] as const),
    daysInStock,
    listCents: unpriced.includes(place) ? null : rounded(worth) * 100,
    msrpCents: msrp * 100,
    costCents: Math.round(worth * (isNew ? 0.955 : 0.885)) * 100,
    lotLocation: isHere ? `${random.pick(['A', 'B', 'C', 'D'])}${random.int(1, 24)}` : '',
    keyTag: isHere ? String(random.int(1, 400)) : '',
    isLoaner: kind === 'loaner',
  };
}

/** Chevrolet’s sold car is presold: it is still on its way from the factory. */
function placeOf(store: Store, status: Status): Place {
  if (status === 'sold') return store === 'chevrolet' ? 'in_transit' : 'frontline';
  return isPlace(status) ? status : 'frontline';
}

const unpriced: readonly Status[] = ['in_transit', 'acquired', 'recon'];

const stockSerial = (store: Store, at: number) =>
  900_000 + Object.keys(crews).indexOf(store) * 1_000 + at * 17;

/** A price one would put in a window. */
const rounded = (dollars: number) => Math.max(6, Math.round(dollars / 1_000)) * 1_000 - 5;

export function modelsFor(store: Store, kind: Kind, thisYear: number): DemoModel[] {
  const fits = ([make, , , , , [, last]]: DemoModel) =>
    kind === 'used' ? true : make === crews[store].make && last >= thisYear - 1;
  return demoModels.filter(fits);
}

export function yearOf([, , , , , [first, last]]: DemoModel, kind: Kind, random: Random): number {
  return kind === 'used' ? random.int(first, Math.min(last, first + 2)) : last;
}

/** Some at the head of each row are old on purpose, so that every bucket has cars in every store. */
function ageOf(random: Random, at: number): number {
  const share = (at % 25) / 25 + random.next() / 25;
  const [, from, to] = ages.find(([end]) => share < end) ?? [1, 91, 140];
  return random.int(from, to);
}

export function mileageOf(kind: Kind, year: number, thisYear: number, random: Random): number {
  if (kind === 'new') return random.int(4, 60);
  if (kind === 'loaner') return random.int(1_800, 5_400);
  return Math.max(1, thisYear - year) * random.int(9_000, 14_500);
}

/** Two of each store are on their way, five of the used in recon (four at Chevrolet by their number), one on hold. */
function statusOf(kind: Kind, at: number): Status {
  if (kind === 'loaner') return 'frontline';
  if (kind === 'new') {
    const early: Status[] = ['in_transit', 'in_transit', 'received', 'deposit', 'sold'];
    return early[at] ?? 'frontline';
  }
  const place = at - 28;
  if (place < 5) return 'recon';
  return place === 5 ? 'hold' : place === 6 ? 'acquired' : 'frontline';
}

export function vinOf(
  [, wmi, , vds]: DemoModel,
  year: number,
  plant: string,
  serial: number,
): string {
  const code = yearCodes[(year - 1980) % 30] ?? '';
  const open = `${wmi}${vds}0${code}${plant}${serial}`;
  return `${open.slice(0, 8)}${checkDigitOf(open)}${open.slice(9)}`;
}

/** Numbers in the order the cars came, each kind and year for itself. */
function numbered(cars: DemoCar[]): DemoCar[] {
  const counts = new Map<string, number>();
  const inOrder = cars.toSorted((a, b) => a.acquiredOn.localeCompare(b.acquiredOn));
  return inOrder.map((car) => {
    const bought = car.acquiredFrom === 'auction' || car.acquiredFrom === 'purchase';
    const kind = car.condition === 'new' ? 'N' : bought ? 'P' : 'U';
    const prefix = `${crews[car.store].letter}${kind}${car.acquiredOn.slice(2, 4)}`;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    return { ...car, stockNumber: `${prefix}${String(count).padStart(4, '0')}` };
  });
}
