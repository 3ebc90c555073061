import { describe, expect, test } from 'vitest';
import { nextStatuses } from '../../../src/modules/repair-orders/contract/status.ts';
import { demoPeople } from '../people.ts';
import { demoOrders, type Visitor } from '../service/orders.ts';
import { stockVisitors } from '../service/stock.ts';

const asOf = new Date('2026-11-20T20:00:00Z');
const visitors: Visitor[] = (['ford', 'hyundai', 'chevrolet'] as const).flatMap((store, at) =>
  Array.from({ length: 30 }, (_, n) => ({
    customer: at * 100 + n,
    store,
    vehicle: '2022 Something',
    vin: `1FTFW3L51RK9105${String(n).padStart(2, '0')}`,
    mileage: 20_000,
  })),
);
const stock = stockVisitors('2026-11-20', { ford: 901, hyundai: 902, chevrolet: 903 });
const orders = demoOrders(visitors, stock, asOf);

describe('the repair orders of the demo group', () => {
  test('are the same every time: 900, 70 of them not closed', () => {
    expect(demoOrders(visitors, stock, asOf)).toEqual(orders);
    expect(orders).toHaveLength(900);
    expect(orders.filter(({ status }) => status !== 'closed')).toHaveLength(70);
  });

  test('have unique numbers in each store', () => {
    const numbers = orders.map(({ visitor, number }) => `${visitor.store} ${number}`);
    expect(new Set(numbers).size).toBe(900);
  });

  test('have a valid history in the past', () => {
    for (const { openedAt, closedAt, promisedAt, steps, status } of orders) {
      let [from, at] = ['open', openedAt];
      for (const step of steps) {
        expect(step.from).toBe(from);
        expect(nextStatuses[step.from]).toContain(step.to);
        expect(step.at.getTime()).toBeGreaterThan(at.getTime());
        [from, at] = [step.to, step.at];
      }
      expect([status, at <= asOf, promisedAt > openedAt]).toEqual([from, true, true]);
      expect(closedAt === null).toBe(status !== 'closed');
    }
  });

  test('have a realistic mix of pay types, and about two lines each', () => {
    const lines = orders.flatMap((order) => order.lines);
    const share = (payType: string) =>
      orders.filter((order) => order.lines[0]?.job.payType === payType).length / orders.length;
    expect(share('customer')).toBeGreaterThan(0.5);
    expect(share('warranty')).toBeGreaterThan(0.13);
    expect(share('internal')).toBeGreaterThan(0.1);
    expect(lines.length / orders.length).toBeGreaterThan(1.5);
    const declined = lines.filter((line) => line.declined).length / lines.length;
    expect(declined).toBeGreaterThan(0.01);
    expect(declined).toBeLessThan(0.1);
  });

  test('differ by store, and not one was opened on a Sunday', () => {
    const of = (store: string) => orders.filter(({ visitor }) => visitor.store === store).length;
    expect(of('ford')).toBeGreaterThan(of('chevrolet'));
    expect(of('chevrolet')).toBeGreaterThan(of('hyundai'));
    expect(orders.filter(({ openedAt }) => openedAt.getUTCDay() === 0)).toEqual([]);
  });

  test('come to the present at the pace of the month', () => {
    const closedIn = (from: number, to: number) =>
      orders.filter(({ closedAt }) => {
        const days = (asOf.getTime() - (closedAt?.getTime() ?? 0)) / 86_400_000;
        return days >= from && days < to;
      }).length;
    // The last four weeks against the four before.
    expect(closedIn(0, 28) / closedIn(28, 56)).toBeGreaterThan(0.7);
    expect(closedIn(0, 28) / closedIn(28, 56)).toBeLessThan(1.4);
    expect(closedIn(0, 7)).toBeGreaterThan(5);
  });

  test('name an advisor of the store who can open them', () => {
    const people = new Map(demoPeople().map((one) => [one.username, one]));
    for (const { advisor, technician, visitor } of orders) {
      expect([advisor, people.get(advisor)?.pagePermissions]).toEqual([
        ...[advisor, expect.arrayContaining(['customer_management'])],
      ]);
      for (const name of [advisor, technician])
        expect([name, people.get(name)?.storeAccess]).toEqual([name, [visitor.store]]);
    }
  });

  test('charge internal work to the store, on a car that was in its stock', () => {
    const internal = orders.filter(({ lines }) => lines[0]?.job.payType === 'internal');
    expect(internal.length).toBeGreaterThan(60);
    for (const { visitor, openedAt, lines } of internal) {
      const day = openedAt.toISOString().slice(0, 10);
      // A car that came back has two stays.
      const car = stock.find(
        ({ vin, from, to }) => vin === visitor.vin && from <= day && day <= to,
      );
      expect([car?.store, car?.customer]).toEqual([visitor.store, visitor.customer]);
      expect(lines).toHaveLength(1);
    }
    const paid = orders.filter((order) => !internal.includes(order));
    expect(paid.filter(({ visitor }) => visitor.customer > 900)).toEqual([]);
  });

  test('are more frequent towards the present', () => {
    const within = (days: number) =>
      orders.filter(({ openedAt }) => asOf.getTime() - openedAt.getTime() < days * 86_400_000);
    expect(within(90).length).toBeGreaterThan(270);
    const months = Map.groupBy(orders, ({ openedAt }) => openedAt.toISOString().slice(0, 7));
    for (const store of ['ford', 'hyundai', 'chevrolet']) {
      const thin = [...months.values()].map(
        (some) => some.filter(({ visitor }) => visitor.store === store).length,
      );
      expect(Math.min(...thin.slice(1, -1))).toBeGreaterThan(3);
    }
  });
});
