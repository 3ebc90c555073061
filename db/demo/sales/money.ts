import type { ProductKind } from '../../../src/modules/deals/contract/deal.ts';
import type { Store } from '../../../src/platform/contract/access.ts';
import { type Random, stream } from '../random.ts';

const dollars = (amount: number) => Math.round(amount) * 100;

/** What the office sells, with its price and cost in dollars. */
const shelf: readonly (readonly [ProductKind, string, number, number])[] = [
  ['service_contract', 'Prairie Shield', 2_495, 1_350],
  ['gap', 'Prairie Shield', 895, 450],
  ['maintenance', 'House plan', 899, 520],
  ['tire_wheel', 'Roadside Mutual', 799, 430],
  ['appearance', 'House plan', 699, 280],
  ['theft', 'Roadside Mutual', 399, 120],
  ['key', 'Roadside Mutual', 299, 95],
];

/** Around zero, spread by one; each second one is the first turned round, so that their mean is none. */
export function spread(name: string, at: number): number {
  const random = stream(name, Math.floor(at / 2));
  const far = Math.sqrt(-2 * Math.log(1 - random.next()));
  const value = far * Math.cos(2 * Math.PI * random.next());
  return at % 2 === 0 ? value : -value;
}

/** What a store earns on average, in dollars: front of a new and of a used car, and back. */
const earns: Record<Store, { isNew: number; used: number; back: number }> = {
  ford: { isNew: 2_040, used: 1_480, back: 1_760 },
  hyundai: { isNew: 1_390, used: 1_090, back: 1_450 },
  chevrolet: { isNew: 1_860, used: 1_270, back: 1_700 },
};

/** Widely spread, as in a real showroom: one new car in ten is sold at a loss, a few bring over 5,000 dollars. */
export const frontCents = (store: Store, isNew: boolean, at: number) =>
  dollars(
    (isNew ? earns[store].isNew : earns[store].used) +
      (isNew ? 1_500 : 1_250) * spread(`front-${isNew}`, at),
  );

export interface Finance {
  method: 'cash' | 'finance' | 'lease';
  lender: string;
  rate: number | null;
  termMonths: number | null;
  reserveCents: number;
  products: { kind: ProductKind; provider: string; priceCents: number; costCents: number }[];
}

const lenders = [
  'Larkfield Credit Union',
  'Flint Hills Bank',
  'Sunflower Auto Finance',
  'Cottonwood Savings',
];

/** What the F&I office made of a sale: nothing of six in a hundred, of the others what its store earns on average. */
export function financeOf(random: Random, store: Store, at: number, isNew: boolean): Finance {
  const none = { rate: null, termMonths: null, reserveCents: 0, lender: '' };
  if (at % 50 === 7 || at % 50 === 24 || at % 50 === 41) {
    return { method: 'cash', ...none, products: [] };
  }
  const backCents = dollars(Math.max(150, earns[store].back / 0.94 + 620 * spread('back', at)));
  const share = random.next();
  const method = share < 0.16 ? 'cash' : isNew && share > 0.86 ? 'lease' : 'finance';
  const products = chosen(random, backCents);
  const rest = backCents - products.reduce((sum, one) => sum + one.priceCents - one.costCents, 0);
  if (method === 'cash') {
    const [first] = products;
    if (first) first.priceCents += rest;
    else products.push({ kind: 'other', provider: 'House plan', priceCents: rest, costCents: 0 });
    return { method, ...none, products };
  }
  return {
    method,
    lender: random.pick(lenders),
    rate: random.int(349, 949),
    termMonths: method === 'lease' ? random.pick([24, 36, 39]) : random.pick([48, 60, 72, 72, 84]),
    reserveCents: rest,
    products,
  };
}

/** As many as fit into what they bring together. */
function chosen(random: Random, backCents: number): Finance['products'] {
  let left = backCents;
  return random
    .shuffle(shelf)
    .slice(0, random.int(1, 4))
    .flatMap(([kind, provider, price, cost]) => {
      const gross = (price - cost) * 100;
      if (gross > left) return [];
      left -= gross;
      return [{ kind, provider, priceCents: price * 100, costCents: cost * 100 }];
    });
}
