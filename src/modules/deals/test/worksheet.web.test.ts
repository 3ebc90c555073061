import { describe, expect, test } from 'vitest';
import { describeChanges } from '../../../platform/web/forms/changes.ts';
import type { DealPage } from '../contract/deal.ts';
import { bodyOf, sumsOf } from '../web/form/body.ts';
import { fieldNames, rebased, valueTexts } from '../web/form/conflict.ts';
import {
  checkValues,
  emptyProduct,
  emptyTrade,
  emptyValues,
  errorsOf,
  type Values,
  valuesOf,
} from '../web/form/values.ts';
import {
  buyerFigures,
  grossFigures,
  monthlyOf,
  type Sums,
} from '../web/parts/worksheet/figures.ts';
import { transitOf } from '../web/state/labels.ts';

const choices = {
  stores: ['ford' as const],
  staff: [{ id: 7, name: 'Priya Raman', stores: ['ford' as const] }],
  may: { write: true, import: false, seeCost: true },
};
const withoutCost = { ...choices, may: { write: true, import: false, seeCost: false } };

const sums: Sums = {
  priceCents: 3_145_000,
  feesCents: 49_900,
  taxCents: 251_600,
  rebateCents: 100_000,
  downCents: 200_000,
  method: 'finance',
  rate: 599,
  termMonths: 72,
  products: [
    { priceCents: 210_000, costCents: 90_000 },
    { priceCents: 89_500, costCents: 30_000 },
  ],
  trade: { allowanceCents: 1_200_000, payoffCents: 700_000, acvCents: 1_150_000 },
  costs: { costCents: 2_800_000, reconCents: 65_000, packCents: 40_000, reserveCents: 55_000 },
};

describe('the buyer’s side', () => {
  test('totals price and extras, less credits, plus the payoff', () => {
    expect(buyerFigures(sums)).toMatchObject({
      productsCents: 299_500,
      totalCents: 3_746_000,
      equityCents: 500_000,
      balanceCents: 2_946_000,
    });
  });

  test('increases by a payoff above the allowance', () => {
    const trade = { allowanceCents: 500_000, payoffCents: 900_000 };
    const balance = (deal: Sums) => buyerFigures(deal).balanceCents;
    expect(balance({ ...sums, trade }) - balance({ ...sums, trade: null })).toBe(400_000);
  });

  test('calculates the monthly payment like a lender', () => {
    // $20,000 at 6% over 60 months: $386.66, as in any annuity table.
    expect(monthlyOf(2_000_000, { rate: 600, termMonths: 60 })).toBe(38_666);
    expect(monthlyOf(1_200_000, { rate: 0, termMonths: 48 })).toBe(25_000);
    expect(monthlyOf(1_200_000, { rate: null, termMonths: 48 })).toBeNull();
    expect(monthlyOf(1_200_000, { rate: 500, termMonths: null })).toBeNull();
    expect(monthlyOf(0, { rate: 500, termMonths: 48 })).toBeNull();
    expect(buyerFigures({ ...sums, method: 'cash' }).monthlyCents).toBeNull();
  });
});

describe('the store’s side', () => {
  test('is calculated as in accounting', () => {
    expect(grossFigures(sums)).toMatchObject({
      overAllowanceCents: 50_000,
      frontCents: 190_000,
      backCents: 234_500,
      totalCents: 424_500,
    });
  });

  test('increases with an under-allowance', () => {
    const trade = { allowanceCents: 1_100_000, payoffCents: 0, acvCents: 1_150_000 };
    expect(grossFigures({ ...sums, trade })?.frontCents).toBe(290_000);
  });

  test('is zero while a cost is unknown', () => {
    const { costs } = sums;
    const unknown = { ...sums, costs: costs && { ...costs, costCents: 0 } };
    expect(grossFigures(unknown)?.frontCents).toBe(0);
    expect(grossFigures({ ...sums, products: [{ priceCents: 210_000 }] })?.backCents).toBe(55_000);
  });

  test('is null without access to costs', () => {
    const { costs: _, ...seen } = sums;
    expect(grossFigures(seen)).toBeNull();
  });
});

const typed = (next: Partial<Values>): Values => ({
  ...emptyValues(choices, 7),
  customer: { id: 3, name: 'Jose Chavez' },
  isOfStock: false,
  vehicle: '2021 Ford Escape',
  ...next,
});

describe('the form', () => {
  test('accepts amounts with and without commas, and rejects anything else', () => {
    expect(bodyOf(typed({ price: '31,450.00' }), choices, true).priceCents).toBe(3_145_000);
    expect(bodyOf(typed({ price: '$31450' }), choices, true).priceCents).toBe(3_145_000);
    expect(checkValues(typed({ price: '31,450.00' }), choices)).toEqual({});
    expect(checkValues(typed({ price: 'much' }), choices)).toEqual({
      price: 'Enter an amount in dollars',
    });
    expect(checkValues(typed({ price: '1,000,000.01' }), choices)).toEqual({
      price: 'At most $1,000,000',
    });
  });

  test('requires customer, salesperson, store and vehicle', () => {
    const found = checkValues(emptyValues({ ...choices, stores: [] }, 9), choices);
    expect(Object.keys(found).sort()).toEqual(['car', 'customer', 'salespersonId', 'store'].sort());
  });

  test('reports errors in lists and in the trade-in by path', () => {
    const values = typed({
      products: [emptyProduct(), { ...emptyProduct(), price: '-4' }],
      trade: { ...emptyTrade(), vin: 'OOO' },
      dueBills: [{ key: 'a', what: ' ', isDone: false }],
      rate: '41',
      termMonths: '0',
    });
    expect(Object.keys(checkValues(values, choices)).sort()).toEqual(
      [
        ...['dueBills.0.what', 'products.1.price', 'rate', 'termMonths'],
        ...['trade.vehicle', 'trade.vin'],
      ].sort(),
    );
  });

  test('sends costs only with access and only if entered', () => {
    const product = { ...emptyProduct(), price: '100', cost: '40' };
    const trade = { ...emptyTrade(), vehicle: 'A car', allowance: '900', acv: '800' };
    const values = typed({ cost: '20,000', products: [product], trade });
    expect(JSON.stringify(bodyOf(values, withoutCost, false))).not.toMatch(
      /costCents|acvCents|"costs"/,
    );
    expect(bodyOf(values, choices, true)).toMatchObject({
      costs: { costCents: 2_000_000 },
      products: [{ costCents: 4_000 }],
      trade: { acvCents: 80_000 },
    });
    expect(bodyOf(typed({}), choices, true)).not.toHaveProperty('costs');
    const cleared = typed({
      products: [{ ...product, id: 3, cost: '' }],
      trade: { ...trade, acv: '' },
    });
    expect(bodyOf(cleared, choices, false)).toMatchObject({
      costs: { costCents: 0, reconCents: 0, packCents: 0, reserveCents: 0 },
      products: [{ costCents: null }],
      trade: { acvCents: null },
    });
  });

  test('drops rate, term and lender for a cash deal', () => {
    const credit = { lender: 'Plains Bank', rate: '5.99', termMonths: '72' };
    const body = (method: Values['method']) => bodyOf(typed({ ...credit, method }), choices, true);
    expect(body('finance')).toMatchObject({ lender: 'Plains Bank', rate: 599, termMonths: 72 });
    expect(body('cash')).toMatchObject({ lender: '', rate: null, termMonths: null });
  });

  test('counts an invalid amount as zero on the worksheet', () => {
    const values = typed({ price: '1,000', fees: 'x', method: 'cash' });
    expect(buyerFigures(sumsOf(values, true)).balanceCents).toBe(100_000);
    expect(grossFigures(sumsOf(values, false))).toBeNull();
  });

  test('shows server errors at their field', () => {
    const fields = { 'costs.packCents': 'a', 'trade.acvCents': 'b', priceCents: 'c', vin: 'd' };
    expect(errorsOf(fields, typed({}))).toEqual({
      pack: 'a',
      'trade.acv': 'b',
      price: 'c',
      vin: 'd',
    });
    expect(errorsOf({ vin: 'd' }, typed({ isOfStock: true }))).toEqual({ car: 'd' });
  });
});

const deal = {
  id: 1,
  store: 'ford',
  number: '9001',
  type: 'retail',
  condition: 'new',
  status: 'open',
  customer: { id: 3, name: 'Jose Chavez' },
  vehicleId: null,
  vehicle: '2021 Ford Escape',
  vin: null,
  stockNumber: '',
  salesperson: { id: 7, name: 'Priya Raman' },
  closer: null,
  credits: [],
  secondSalesperson: null,
  financeManager: null,
  method: 'cash',
  lender: '',
  rate: null,
  termMonths: null,
  priceCents: 3_000_000,
  feesCents: 0,
  taxCents: 0,
  rebateCents: 0,
  downCents: 0,
  trade: null,
  dueBills: [],
  note: '',
  version: 2,
  products: [{ id: 11, kind: 'gap', provider: 'Plains', priceCents: 50_000 }],
} as unknown as DealPage;

describe('a conflicting save', () => {
  const base = valuesOf(deal);
  const theirs = valuesOf({
    ...deal,
    priceCents: 2_950_000,
    feesCents: 49_900,
    products: [{ id: 21, kind: 'gap', provider: 'Plains', priceCents: 45_000 }],
  });

  test('is described, marking fields the user also changed', () => {
    const mine = { ...base, price: '29,800' };
    const names = { fieldNames, valueTexts };
    expect(describeChanges({ mine, base, theirs }, names)).toEqual([
      'Price: 30000 → 29500 (you also changed this)',
      'Fees: empty → 499',
      'Products',
    ]);
    expect(describeChanges({ mine, base, theirs: base }, names)).toEqual([]);
  });

  test('is merged below the local changes, with the new line ids', () => {
    const [line] = base.products;
    if (!line) throw new Error('The deal has a product');
    const mine = { ...base, price: '29,800', products: [{ ...line, price: '475' }] };
    const merged = rebased(mine, base, theirs);
    expect(merged).toMatchObject({ price: '29,800', fees: '499' });
    expect(bodyOf(merged, choices, false).products).toEqual([
      { id: 21, kind: 'gap', provider: 'Plains', priceCents: 47_500, costCents: null },
    ]);
  });
});

test('an unfunded deal turns to warning after a week and to danger after two', () => {
  const since = (day: string) =>
    transitOf({ ...deal, status: 'delivered', deliveredOn: day }, '2026-11-22');
  expect(since('2026-11-15')).toEqual({ days: 7, tone: 'neutral' });
  expect(since('2026-11-14')).toEqual({ days: 8, tone: 'warning' });
  expect(since('2026-11-07')).toEqual({ days: 15, tone: 'danger' });
  expect(transitOf({ ...deal, status: 'funded', deliveredOn: '2026-11-07' }, '2026-11-22')).toBe(
    null,
  );
});
