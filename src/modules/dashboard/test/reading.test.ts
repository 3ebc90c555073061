import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { getDay, getStats, listActivity } from '../contract.ts';
import { type Books, openBooks } from './books.ts';

let books: Books;
const pagePermissions = ['dashboard', 'customer_management', 'fleet_operations'] as const;
const featurePermissions = ['view_data', 'financial_reports'] as const;

beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.stop());

type Given = Parameters<Books['hire']>[0];
const hire = (given: Given = {}) =>
  books.hire({
    role: 'general_manager',
    storeAccess: ['ford'],
    pagePermissions: [...pagePermissions],
    featurePermissions: [...featurePermissions],
    ...given,
  });
const stats = async ({ client }: Employed) => {
  const { status, body } = await client.call(getStats);
  expect(status).toBe(200);
  return body;
};
const activity = async ({ client }: Employed) => (await client.call(listActivity)).body;
/** By the calendar of the demo group. */
const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: defaultTimezone }).format(new Date());
const soldToday = (given: object = {}) =>
  books.deal({ signed_on: today(), delivered_on: today(), ...given });
const eventOf = (id: number, to: string) => ({
  ...{ deal_id: id, kind: 'status', author_id: books.admin.id },
  data: JSON.stringify({ from: 'open', to, reason: null }),
});
const tell = (id: number, to: string) =>
  books.platform.db.insertInto('deal_events').values(eventOf(id, to)).execute();

describe('the figures', () => {
  test('are those of SPEC, and fresh as soon as something has happened', async () => {
    const boss = await hire();
    const before = await stats(boss);
    for (const name of ['totalSales', 'vehiclesSold', 'serviceOrders', 'activeCustomers'] as const)
      expect(before[name]).toEqual(expect.any(Number));
    const id = await soldToday();
    await tell(id, 'delivered');
    const after = await stats(boss);
    expect(after.vehiclesSold - before.vehiclesSold).toBe(1);
    expect(after.totalSales - before.totalSales).toBe(30_000);
    expect(after.standings?.[0]?.inTransit?.count).toBe(
      (before.standings?.[0]?.inTransit?.count ?? 0) + 1,
    );
  });

  test('are true also where what was begun first comes to light last', async () => {
    const boss = await hire();
    const other = await soldToday();
    const id = await soldToday({ status: 'signed', delivered_on: null });
    const before = await stats(boss);
    await books.platform.db.transaction().execute(async (tx) => {
      const done = { status: 'delivered', delivered_on: today() };
      await tx.updateTable('deals').set(done).where('id', '=', id).execute();
      await tx.insertInto('deal_events').values(eventOf(id, 'delivered')).execute();
      await tell(other, 'delivered');
      expect((await stats(boss)).vehiclesSold).toBe(before.vehiclesSold);
    });
    expect((await stats(boss)).vehiclesSold).toBe(before.vehiclesSold + 1);
  });

  test('are fresh too once it is said who a visitor was, and that two customers are one', async () => {
    const boss = await hire({ featurePermissions: ['view_data', 'create_records'] });
    const active = async () => (await stats(boss)).activeCustomers;
    const [one, two] = [await books.customer('Onesworth'), await books.customer('Twosworth')];
    const before = await active();
    const here = { opened_at: new Date().toISOString(), closed_at: null, status: 'open' };
    await books.order({ customer_id: one, ...here });
    const guest = { customer_id: null, arrived_at: new Date().toISOString() };
    const up = await books.visit(guest);
    expect(await active()).toBe(before + 1);
    const linked = await boss.client.raw('PUT', `/api/customers/ups/${up}/customer`, {
      body: { version: 1, customerId: two },
    });
    expect(linked.status).toBe(200);
    expect(await active()).toBe(before + 2);
    const versions = async () => {
      const { rows } = await sql<{ id: number; version: number }>`
        select id, version from customers where id in (${one}, ${two})`.execute(books.platform.db);
      return new Map(rows.map(({ id, version }) => [id, version]));
    };
    const held = await versions();
    const merged = await boss.client.raw('POST', `/api/customers/${one}/merge`, {
      body: { otherId: two, version: held.get(one), otherVersion: held.get(two) },
    });
    expect([merged.status, merged.body.error]).toEqual([200, undefined]);
    expect(await active()).toBe(before + 1);
  });

  test('are of one’s own stores', async () => {
    await soldToday({ store: 'hyundai' });
    const [ford, hyundai, none] = [
      await stats(await hire()),
      await stats(await hire({ storeAccess: ['hyundai'] })),
      await stats(await hire({ storeAccess: [] })),
    ];
    const all = await stats(await hire({ storeAccess: ['all'] }));
    expect(ford.brands.map(({ store }) => store)).toEqual(['ford']);
    expect(hyundai.brands.map(({ store }) => store)).toEqual(['hyundai']);
    expect(all.brands.map(({ units }) => units)).toEqual([
      ford.vehiclesSold,
      hyundai.vehiclesSold,
      0,
    ]);
    expect(all.standings).toHaveLength(3);
    expect(none).toMatchObject({ totalSales: 0, vehiclesSold: 0, brands: [], standings: [] });
  });

  test('tell gross only to who may see financial reports', async () => {
    expect(JSON.stringify(await stats(await hire()))).toMatch(/grossCents.*frontCents/);
    const blind = await stats(await hire({ featurePermissions: ['view_data'] }));
    expect(JSON.stringify(blind)).not.toMatch(/gross|front|back/i);
    expect(blind.standings).toHaveLength(1);
  });

  test('stand store beside store only for who leads one', async () => {
    for (const role of ['general_manager', 'executive', 'admin'] as const)
      expect((await stats(await hire({ role }))).standings).toHaveLength(1);
    for (const role of ['manager', 'employee'] as const)
      expect(await stats(await hire({ role }))).not.toHaveProperty('standings');
  });

  test('tell what waits only to who may open it', async () => {
    const [whole] = (await stats(await hire())).standings ?? [];
    expect(whole).toMatchObject({ aged: {}, inTransit: {}, lateOrders: 0, waitingLeads: 0 });
    const noRecords = await hire({ pagePermissions: ['dashboard', 'fleet_operations'] });
    const [some] = (await stats(noRecords)).standings ?? [];
    expect(some).toHaveProperty('aged');
    for (const name of ['inTransit', 'lateOrders', 'waitingLeads'])
      expect(some).not.toHaveProperty(name);
    const noStock = await hire({ pagePermissions: ['dashboard', 'customer_management'] });
    expect((await stats(noStock)).standings?.[0]).not.toHaveProperty('aged');
  });

  test('are not for who does not have the page', async () => {
    const { client } = await hire({ pagePermissions: ['customer_management'] });
    for (const call of [getStats, listActivity, getDay])
      expect((await client.call(call)).status).toBe(403);
  });
});

describe('what waits', () => {
  test('is as many rows as its link shows', async () => {
    const boss = await hire();
    const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const open = { status: 'in_work', closed_at: null, opened_at: hour(-30) };
    await books.order({ ...open, promised_at: hour(-1) });
    await books.order({ ...open, promised_at: hour(-2) });
    await books.order({ ...open, promised_at: hour(2) });
    await books.order({ ...open, promised_at: hour(-2), store: 'hyundai' });
    await books.lead({ received_at: hour(-1), due_at: hour(0) });
    const [row] = (await stats(await hire({ role: 'executive' }))).standings ?? [];
    const rows = async (path: string) => {
      const { status, body } = await boss.client.raw('GET', path);
      expect(status).toBe(200);
      return (body.vehicles ?? body).length as number;
    };
    expect(row?.lateOrders).toBe(2);
    expect(await rows('/api/repair-orders?scope=late&store=ford')).toBe(2);
    expect(await rows('/api/leads?status=new&store=ford')).toBe(row?.waitingLeads);
    expect(await rows('/api/deals?scope=in_transit&store=ford&limit=200')).toBe(
      row?.inTransit?.count,
    );
    for (const bucket of ['61-90', '90+'] as const) {
      const path = `/api/vehicles?store=ford&limit=200&aging=${encodeURIComponent(bucket)}`;
      expect(await rows(path)).toBe(row?.aged?.[bucket]);
    }
  });
});

describe('what happened lately', () => {
  test('is told once each, the latest first, with who did it and where it is', async () => {
    const boss = await hire();
    const id = await soldToday({ vehicle: '2026 Ford Bronco Badlands' });
    await tell(id, 'signed');
    await tell(id, 'delivered');
    const order = await books.order({ closed_at: new Date().toISOString(), number: 'T77001' });
    const lead = await books.lead({ received_at: new Date().toISOString() });
    const seen = await activity(boss);
    expect(seen.map(({ at }) => at)).toEqual([...seen.map(({ at }) => at)].sort().reverse());
    expect(new Set(seen.map(({ key }) => key)).size).toBe(seen.length);
    expect(seen.find(({ key }) => key === `delivered:${id}`)).toMatchObject({
      ...{ store: 'ford', by: 'Ada Admin', what: '2026 Ford Bronco Badlands' },
      ...{ customer: 'Odalys Wrenfield', href: `/customers/deals?deal=${id}` },
    });
    expect(seen.map(({ href }) => href)).toEqual(
      expect.arrayContaining([
        `/customers/repair-orders?order=${order}`,
        `/customers/leads?lead=${lead}`,
      ]),
    );
  });

  test('is nobody else’s: not of other stores, and nothing without the right to read customers', async () => {
    const id = await soldToday({ store: 'chevrolet' });
    await tell(id, 'delivered');
    const keys = async (who: Employed) => (await activity(who)).map(({ key }) => key);
    expect(await keys(await hire({ storeAccess: ['chevrolet'] }))).toContain(`delivered:${id}`);
    const others = await activity(await hire({ storeAccess: ['ford', 'hyundai'] }));
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(({ store }) => store === 'chevrolet')).toEqual([]);
    expect(await keys(await hire({ pagePermissions: ['dashboard'] }))).toEqual([]);
    expect(await keys(await hire({ featurePermissions: ['financial_reports'] }))).toEqual([]);
    expect(await keys(await hire({ storeAccess: [] }))).toEqual([]);
  });

  test('no longer tells of what was undone', async () => {
    const boss = await hire();
    const id = await soldToday();
    await tell(id, 'delivered');
    expect((await activity(boss)).map(({ key }) => key)).toContain(`delivered:${id}`);
    const undone = { status: 'canceled', signed_on: null, delivered_on: null };
    await books.platform.db.updateTable('deals').set(undone).where('id', '=', id).execute();
    expect((await activity(boss)).map(({ key }) => key)).not.toContain(`delivered:${id}`);
  });
});

describe('one’s own day', () => {
  const dayOf = async ({ client }: Employed) => (await client.call(getDay)).body;

  test('counts one’s own month, a deal of two as half a unit, and nobody else’s', async () => {
    const seller = await hire({ role: 'employee', department: 'sales' });
    const other = await hire({ role: 'employee', department: 'service' });
    await soldToday({ salesperson_id: seller.id });
    await soldToday({ salesperson_id: other.id, second_salesperson_id: seller.id });
    await soldToday({ salesperson_id: seller.id, type: 'wholesale' });
    const order = await books.order({ advisor_id: other.id, closed_at: new Date() });
    const line = { repair_order_id: order, pay_type: 'customer', complaint: 'Oil' };
    for (const [position, hours_flagged, declined] of [
      [1, 150, false],
      [2, 90, true],
    ])
      await books.platform.db
        .insertInto('repair_order_lines')
        .values({ ...line, position, hours_flagged, declined, technician_id: other.id })
        .execute();
    expect((await dayOf(seller)).month).toEqual([{ kind: 'units', now: 1.5, before: 0 }]);
    expect((await dayOf(other)).month).toEqual([
      { kind: 'units', now: 0.5, before: 0 },
      { kind: 'orders', now: 1, before: 0 },
      { kind: 'hours', now: 150, before: 0 },
    ]);
  });

  test('counts what one did before one went to another store', async () => {
    const mover = await hire({ role: 'employee', storeAccess: ['ford'] });
    await soldToday({ salesperson_id: mover.id });
    const order = await books.order({ advisor_id: mover.id, closed_at: new Date() });
    await books.platform.db
      .insertInto('repair_order_lines')
      .values({
        ...{ repair_order_id: order, pay_type: 'customer', complaint: 'Oil', position: 1 },
        ...{ technician_id: mover.id, hours_flagged: 120 },
      })
      .execute();
    const month = (await dayOf(mover)).month;
    expect(month.map(({ kind, now }) => [kind, now])).toEqual([
      ...[
        ['units', 1],
        ['orders', 1],
        ['hours', 120],
      ],
    ]);
    await books.platform.db
      .updateTable('users')
      .set({ store_access: ['hyundai'] })
      .where('id', '=', mover.id)
      .execute();
    expect((await dayOf(mover)).month).toEqual(month);
  });

  test('has one’s own tasks, and none of them without the right to read customers', async () => {
    const somebody = await hire({ role: 'employee' });
    const other = await hire({ role: 'employee' });
    const customer = await books.customer('Dayling');
    const task = (assigned_to: number, title: string) =>
      books.platform.db
        .insertInto('customer_tasks')
        .values({
          ...{ customer_id: customer, store: 'ford', kind: 'call', title, assigned_to },
          ...{ created_by: books.admin.id, due_at: new Date(Date.now() - 60_000) },
        })
        .execute();
    await task(somebody.id, 'Call about the trade');
    await task(other.id, 'Not mine');
    const { tasks } = await dayOf(somebody);
    expect(tasks).toMatchObject([
      { title: 'Call about the trade', whose: 'Odalys Dayling', isLate: true },
    ]);
    expect(tasks?.[0]?.href).toBe(`/customers?customer=${customer}`);
    const blind = await hire({ role: 'employee', pagePermissions: ['dashboard'] });
    expect(await dayOf(blind)).toMatchObject({ tasks: null, appointments: null, requests: [] });
  });
});
