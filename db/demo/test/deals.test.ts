import { describe, expect, test } from 'vitest';
import { checkVin, modelYearOf } from '../../../src/modules/vin/contract.ts';
import type { Store } from '../../../src/platform/contract/access.ts';
import { demoPeople } from '../people.ts';
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
    const length = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 0));
    const passed = Number(today.slice(8)) / length.getUTCDate();
    for (const [month, group] of months) {
      if (!month.endsWith(today.slice(0, 7))) {
        expect(group.length, month).toBeGreaterThanOrEqual(3);
        continue;
      }
      // This month is as far as its day, give or take two deliveries.
      const store = month.split(' ')[0];
      const usual = sold.filter((deal) => deal.store === store).length / 12;
      expect(Math.abs(group.length - usual * passed), month).toBeLessThanOrEqual(
        2 + 0.35 * usual * passed,
      );
    }
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
    for (const store of stores) {
      const days = sold.filter((deal) => deal.store === store).map((deal) => deal.deliveredOn);
      expect(days).toContain(today);
      // Early in a month one delivery is enough.
      const month = days.filter((day) => day?.startsWith(today.slice(0, 7)));
      if (month.length > 1 || today.endsWith('-01')) expect(days).toContain(yesterday);
    }
  });

  test('have realistic gross, trade-in and new-vehicle shares', () => {
    const isNew = ({ car }: DemoDeal) => car.condition === 'new';
    expect(sold.filter(isNew).length / sold.length).toBeCloseTo(0.58, 1);
    const front = (some: DemoDeal[]) => mean(some.map((deal) => grossOf(deal).front)) / 100;
    for (const [store, newFront, usedFront, back] of [
      ['ford', 2_040, 1_480, 1_760],
      ['hyundai', 1_390, 1_090, 1_450],
      ['chevrolet', 1_860, 1_270, 1_700],
    ] as const) {
      const own = sold.filter((deal) => deal.store === store);
      expect(Math.abs(front(own.filter(isNew)) - newFront)).toBeLessThan(90);
      expect(Math.abs(front(own.filter((deal) => !isNew(deal))) - usedFront)).toBeLessThan(90);
      expect(Math.abs(mean(own.map((deal) => grossOf(deal).back)) / 100 - back)).toBeLessThan(90);
    }
    // Some lose, few bring much.
    const fronts = sold.filter(isNew).map((deal) => grossOf(deal).front);
    const shareOf = (is: (front: number) => boolean) => fronts.filter(is).length / fronts.length;
    expect(shareOf((one) => one < 0)).toBeGreaterThan(0.05);
    expect(shareOf((one) => one < 0)).toBeLessThan(0.2);
    expect(shareOf((one) => one > 400_000)).toBeGreaterThan(0.02);
    const backs = sold.map((deal) => grossOf(deal).back);
    expect(backs.filter((one) => one === 0).length / backs.length).toBeCloseTo(0.06, 1);
    expect(backs.every((one) => one >= 0)).toBe(true);
    expect(sold.filter(({ trade }) => trade).length / sold.length).toBeCloseTo(0.4, 1);
  });

  test('differ by store in size and mix, and are sold by some more than by others', () => {
    const bySize = stores.map((store) => sold.filter((deal) => deal.store === store).length);
    expect(bySize).toEqual([104, 62, 89]);
    expect(sold.filter(({ salesperson }) => salesperson === null).length / sold.length).toBeCloseTo(
      0.08,
      1,
    );
    expect(sold.some(({ second }) => second !== null)).toBe(true);
    for (const { salesperson, second, closer } of deals) {
      if (salesperson === null) expect([second, closer === null]).toEqual([null, false]);
      if (closer !== null) expect([salesperson, second]).not.toContain(closer);
    }
    const sellers = Map.groupBy(sold, ({ salesperson }) => salesperson);
    const counts = [...sellers.values()].map((own) => own.length);
    expect(Math.max(...counts)).toBeGreaterThan(2 * Math.min(...counts));
  });

  test('name people of the store who can open them', () => {
    const people = new Map(demoPeople().map((one) => [one.username, one]));
    for (const { store, salesperson, second, closer, financeManager } of deals) {
      for (const name of [salesperson, second, closer, financeManager]) {
        if (name === null) continue;
        const { isActive, storeAccess, pagePermissions, featurePermissions } =
          people.get(name) ?? {};
        expect([name, isActive, storeAccess?.includes(store)]).toEqual([name, true, true]);
        expect(pagePermissions, name).toContain('customer_management');
        expect(featurePermissions, name).toContain('view_data');
      }
    }
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
      if (deal.second !== null) expect(deal.second).not.toBe(deal.salesperson);
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
