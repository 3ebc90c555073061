import { describe, expect, test } from 'vitest';
import { checkVin, modelYearOf } from '../../../src/modules/vin/contract.ts';
import type { Store } from '../../../src/platform/contract/access.ts';
import { soldHistory } from '../sales/cars.ts';
import type { Buyer, DemoDeal } from '../sales/deal.ts';
import { demoDeals } from '../sales/deals.ts';
import { withReturned } from '../sales/returned.ts';
import { demoCars } from '../stock/cars.ts';

const stores: Store[] = ['ford', 'hyundai', 'chevrolet'];
const buyers = Array.from(
  { length: 90 },
  (_, at): Buyer => ({
    customer: at + 1,
    store: stores[at % 3] as Store,
    isBusiness: at % 12 === 5,
    since: new Date(Date.parse('2025-01-01T00:00:00Z') + at * 86_400_000),
  }),
);
const dealsOf = (today: string, time = '20:37') => {
  const asOf = new Date(`${today}T${time}:00Z`);
  return { asOf, deals: demoDeals({ buyers, stock: demoCars(today), today, asOf }) };
};
const grossOf = ({ car, trade, priceCents, reserveCents, products }: DemoDeal) => ({
  front:
    priceCents -
    car.costCents -
    car.reconCents -
    car.packCents -
    (trade ? trade.allowanceCents - trade.acvCents : 0),
  back: products.reduce((sum, one) => sum + one.priceCents - one.costCents, reserveCents),
});
const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const isOneOf =
  (...some: string[]) =>
  ({ status }: DemoDeal) =>
    some.includes(status);

describe.each([
  ...['2026-11-20', '2026-11-22', '2026-12-01', '2027-01-02', '2027-03-15', '2027-02-28'],
])('the deals of the demo group on %s', (today) => {
  const { deals, asOf } = dealsOf(today);
  const sold = deals.filter(isOneOf('delivered', 'funded'));

  test('are the same every time, with the expected numbers by status', () => {
    expect(dealsOf(today).deals).toEqual(deals);
    expect(deals).toHaveLength(264);
    expect(deals.filter(isOneOf('delivered'))).toHaveLength(8);
    expect(deals.filter(isOneOf('open', 'signed'))).toHaveLength(6);
  });

  test('sold a car once that is in stock again, by a stay of its own', () => {
    const stock = demoCars(today);
    const [returned, ...others] = withReturned(deals, stock).filter(({ car, sold: gone }) =>
      stock.some(({ vin }) => gone !== null && vin === car.vin),
    );
    const back = stock.find(({ vin }) => vin === returned?.car.vin);
    expect(others).toEqual([]);
    expect((returned?.deliveredOn ?? '') < (back?.acquiredOn ?? '')).toBe(true);
    expect(returned?.sold).toMatchObject({ make: back?.make, model: back?.model });
    expect(returned?.sold?.mileage).toBeLessThan(back?.mileage ?? 0);
  });

  test('are spread over twelve months in every store, up to today', () => {
    const months = Map.groupBy(
      sold,
      ({ store, deliveredOn }) => `${store} ${deliveredOn?.slice(0, 7)}`,
    );
    expect(months.size).toBe(36);
    for (const [month, group] of months) expect(group.length, month).toBeGreaterThanOrEqual(3);
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
    for (const store of stores) {
      const days = sold.filter((deal) => deal.store === store).map((deal) => deal.deliveredOn);
      expect(days).toContain(today);
      expect(days).toContain(yesterday);
    }
  });

  test('have realistic gross, trade-in and new-vehicle shares', () => {
    const isNew = ({ car }: DemoDeal) => car.condition === 'new';
    expect(sold.filter(isNew).length / sold.length).toBeCloseTo(0.58, 1);
    const front = (some: DemoDeal[]) => mean(some.map((deal) => grossOf(deal).front)) / 100;
    expect(Math.abs(front(sold.filter(isNew)) - 1_840)).toBeLessThan(30);
    expect(Math.abs(front(sold.filter((deal) => !isNew(deal))) - 1_306)).toBeLessThan(30);
    const backs = sold.map((deal) => grossOf(deal).back);
    expect(Math.abs(mean(backs) / 100 - 1_666)).toBeLessThan(80);
    expect(backs.filter((one) => one === 0).length / backs.length).toBeCloseTo(0.06, 1);
    expect(backs.every((one) => one >= 0)).toBe(true);
    expect(sold.filter(({ trade }) => trade).length / sold.length).toBeCloseTo(0.4, 1);
  });

  test('have one vehicle each, with a valid VIN and unique numbers', () => {
    for (const { car, sold: soldVehicle } of deals) {
      expect([car.vin, checkVin(car.vin).valid]).toEqual([car.vin, true]);
      if (soldVehicle) expect([car.vin, modelYearOf(car.vin)]).toEqual([car.vin, soldVehicle.year]);
    }
    const distinct = (of: (deal: DemoDeal) => string) => new Set(deals.map(of)).size;
    expect(distinct(({ car }) => car.vin)).toBe(264);
    expect(distinct(({ store, number }) => `${store} ${number}`)).toBe(264);
    expect(distinct(({ store, car }) => `${store} ${car.stockNumber}`)).toBe(264);
    const stock = new Map(demoCars(today).map((car) => [car.vin, car.status]));
    for (const { sold: soldVehicle, car, status } of deals) {
      const expected = { open: 'deposit', signed: 'sold', canceled: 'frontline' }[status as 'open'];
      expect(stock.get(car.vin)).toBe(soldVehicle ? undefined : expected);
    }
  });

  test('have a consistent history in the past', () => {
    for (const deal of deals) {
      const { openedAt, steps, signedOn, deliveredOn, fundedOn, buyer, store, status } = deal;
      expect(buyer.store).toBe(store);
      const times = [openedAt, ...steps.map(({ at }) => at)].map((at) => at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.every((at) => at < asOf.getTime())).toBe(true);
      const days = [signedOn, deliveredOn, fundedOn].filter((day) => day !== null);
      expect(days).toEqual(days.toSorted());
      expect(days.every((day) => day <= today)).toBe(true);
      expect(steps.at(-1)?.to ?? 'open').toBe(status);
      expect(deal.priceCents).toBeGreaterThan(500_000);
      expect(deal.second).not.toBe(deal.salesperson);
    }
    for (const { sold: car, steps, number } of sold) {
      if (!car) throw new Error('The sold vehicle is missing');
      const at = (to: string) => steps.find((step) => step.to === to)?.at ?? asOf;
      const history = soldHistory(car, {
        number,
        signedAt: at('signed'),
        deliveredAt: at('delivered'),
      });
      const eventTimes = history.map((event) => event.at.getTime());
      expect(eventTimes).toEqual(eventTimes.toSorted((a, b) => a - b));
    }
  });
});
