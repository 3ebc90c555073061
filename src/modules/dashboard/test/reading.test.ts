import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { getDay, getStats, listActivity } from '../contract.ts';
import { type DashboardStage, openDashboardStage } from './stage.ts';

let stage: DashboardStage;
const pagePermissions = ['dashboard', 'customer_management', 'fleet_operations'] as const;
const featurePermissions = ['view_data', 'financial_reports'] as const;

beforeAll(async () => {
  stage = await openDashboardStage();
});
afterAll(() => stage.stop());

type UserOverrides = Parameters<DashboardStage['addUser']>[0];
const addUser = (input: UserOverrides = {}) =>
  stage.addUser({
    role: 'general_manager',
    storeAccess: ['ford'],
    pagePermissions: [...pagePermissions],
    featurePermissions: [...featurePermissions],
    ...input,
  });
const stats = async ({ client }: StageUser) => {
  const { status, body } = await client.call(getStats);
  expect(status).toBe(200);
  return body;
};
const activity = async ({ client }: StageUser) => (await client.call(listActivity)).body;
/** In the group time zone. */
const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: defaultTimezone }).format(new Date());
const soldToday = (values: object = {}) =>
  stage.deal({ signed_on: today(), delivered_on: today(), ...values });
const eventOf = (id: number, to: string) => ({
  deal_id: id,
  kind: 'status',
  author_id: stage.admin.id,
  data: JSON.stringify({ from: 'open', to, reason: null }),
});
const addStatusEvent = (id: number, to: string) =>
  stage.platform.db.insertInto('deal_events').values(eventOf(id, to)).execute();

describe('the figures', () => {
  test('are those of SPEC, and update after a change', async () => {
    const manager = await addUser();
    const before = await stats(manager);
    for (const name of ['totalSales', 'vehiclesSold', 'serviceOrders', 'activeCustomers'] as const)
      expect(before[name]).toEqual(expect.any(Number));
    const id = await soldToday();
    await addStatusEvent(id, 'delivered');
    const after = await stats(manager);
    expect(after.vehiclesSold - before.vehiclesSold).toBe(1);
    expect(after.totalSales - before.totalSales).toBe(30_000);
    expect(after.standings?.[0]?.inTransit?.count).toBe(
      (before.standings?.[0]?.inTransit?.count ?? 0) + 1,
    );
  });

  test('are correct when the first transaction commits last', async () => {
    const manager = await addUser();
    const other = await soldToday();
    const id = await soldToday({ status: 'signed', delivered_on: null });
    const before = await stats(manager);
    await stage.platform.db.transaction().execute(async (tx) => {
      const done = { status: 'delivered', delivered_on: today() };
      await tx.updateTable('deals').set(done).where('id', '=', id).execute();
      await tx.insertInto('deal_events').values(eventOf(id, 'delivered')).execute();
      await addStatusEvent(other, 'delivered');
      expect((await stats(manager)).vehiclesSold).toBe(before.vehiclesSold);
    });
    expect((await stats(manager)).vehiclesSold).toBe(before.vehiclesSold + 1);
  });

  test('update when a visitor is identified and when two customers are merged', async () => {
    const manager = await addUser({ featurePermissions: ['view_data', 'create_records'] });
    const active = async () => (await stats(manager)).activeCustomers;
    const [one, two] = [await stage.customer('Onesworth'), await stage.customer('Twosworth')];
    const before = await active();
    const openOrder = { opened_at: new Date().toISOString(), closed_at: null, status: 'open' };
    await stage.order({ customer_id: one, ...openOrder });
    const guest = { customer_id: null, arrived_at: new Date().toISOString() };
    const up = await stage.visit(guest);
    expect(await active()).toBe(before + 1);
    const linked = await manager.client.raw('PUT', `/api/showroom/visits/${up}/customer`, {
      body: { version: 1, customerId: two },
    });
    expect(linked.status).toBe(200);
    expect(await active()).toBe(before + 2);
    const versions = async () => {
      const { rows } = await sql<{ id: number; version: number }>`
        select id, version from customers where id in (${one}, ${two})`.execute(stage.platform.db);
      return new Map(rows.map(({ id, version }) => [id, version]));
    };
    const current = await versions();
    const merged = await manager.client.raw('POST', `/api/customers/${one}/merge`, {
      body: { otherId: two, version: current.get(one), otherVersion: current.get(two) },
    });
    expect([merged.status, merged.body.error]).toEqual([200, undefined]);
    expect(await active()).toBe(before + 1);
  });

  test('cover the actor’s own stores', async () => {
    await soldToday({ store: 'hyundai' });
    const [ford, hyundai, none] = [
      await stats(await addUser()),
      await stats(await addUser({ storeAccess: ['hyundai'] })),
      await stats(await addUser({ storeAccess: [] })),
    ];
    const all = await stats(await addUser({ storeAccess: ['all'] }));
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

  test('include gross only with access to financial reports', async () => {
    expect(JSON.stringify(await stats(await addUser()))).toMatch(/grossCents.*frontCents/);
    const restricted = await stats(await addUser({ featurePermissions: ['view_data'] }));
    expect(JSON.stringify(restricted)).not.toMatch(/gross|front|back/i);
    expect(restricted.standings).toHaveLength(1);
  });

  test('compare stores only for those who lead one', async () => {
    for (const role of ['general_manager', 'executive', 'admin'] as const)
      expect((await stats(await addUser({ role }))).standings).toHaveLength(1);
    for (const role of ['manager', 'employee'] as const)
      expect(await stats(await addUser({ role }))).not.toHaveProperty('standings');
  });

  test('include open items only for those who may open them', async () => {
    const [complete] = (await stats(await addUser())).standings ?? [];
    expect(complete).toMatchObject({ aged: {}, inTransit: {}, lateOrders: 0, waitingLeads: 0 });
    const noRecords = await addUser({ pagePermissions: ['dashboard', 'fleet_operations'] });
    const [limited] = (await stats(noRecords)).standings ?? [];
    expect(limited).toHaveProperty('aged');
    for (const name of ['inTransit', 'lateOrders', 'waitingLeads'])
      expect(limited).not.toHaveProperty(name);
    const noStock = await addUser({ pagePermissions: ['dashboard', 'customer_management'] });
    expect((await stats(noStock)).standings?.[0]).not.toHaveProperty('aged');
  });

  test('are refused without access to the page', async () => {
    const { client } = await addUser({ pagePermissions: ['customer_management'] });
    for (const call of [getStats, listActivity, getDay])
      expect((await client.call(call)).status).toBe(403);
  });
});

describe('open items', () => {
  test('match the number of rows behind their link', async () => {
    const manager = await addUser();
    const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const open = { status: 'in_work', closed_at: null, opened_at: hour(-30) };
    await stage.order({ ...open, promised_at: hour(-1) });
    await stage.order({ ...open, promised_at: hour(-2) });
    await stage.order({ ...open, promised_at: hour(2) });
    await stage.order({ ...open, promised_at: hour(-2), store: 'hyundai' });
    await stage.lead({ received_at: hour(-1), due_at: hour(0) });
    const [row] = (await stats(await addUser({ role: 'executive' }))).standings ?? [];
    const rows = async (path: string) => {
      const { status, body } = await manager.client.raw('GET', path);
      expect(status).toBe(200);
      return (body.vehicles ?? body).length as number;
    };
    expect(row?.lateOrders).toBe(2);
    expect(await rows('/api/repair-orders?scope=late&store=ford')).toBe(2);
    expect(await rows('/api/leads?clock=running&store=ford')).toBe(row?.waitingLeads);
    expect(await rows('/api/deals?scope=in_transit&store=ford&limit=200')).toBe(
      row?.inTransit?.count,
    );
    for (const bucket of ['61-90', '90+'] as const) {
      const path = `/api/vehicles?store=ford&limit=200&aging=${encodeURIComponent(bucket)}`;
      expect(await rows(path)).toBe(row?.aged?.[bucket]);
    }
  });
});

describe('recent activity', () => {
  test('lists each entry once, newest first, with author and link', async () => {
    const manager = await addUser();
    const id = await soldToday({ vehicle: '2026 Ford Bronco Badlands' });
    await addStatusEvent(id, 'signed');
    await addStatusEvent(id, 'delivered');
    const order = await stage.order({ closed_at: new Date().toISOString(), number: 'T77001' });
    const lead = await stage.lead({ received_at: new Date().toISOString() });
    const seen = await activity(manager);
    expect(seen.map(({ at }) => at)).toEqual([...seen.map(({ at }) => at)].sort().reverse());
    expect(new Set(seen.map(({ key }) => key)).size).toBe(seen.length);
    expect(seen.find(({ key }) => key === `delivered:${id}`)).toMatchObject({
      store: 'ford',
      by: 'Ada Admin',
      what: '2026 Ford Bronco Badlands',
      customer: 'Odalys Wrenfield',
      href: `/customers/deals?deal=${id}`,
    });
    expect(seen.map(({ href }) => href)).toEqual(
      expect.arrayContaining([
        `/customers/repair-orders?order=${order}`,
        `/customers/leads?lead=${lead}`,
      ]),
    );
  });

  test('excludes other stores, and is empty without access to customer records', async () => {
    const id = await soldToday({ store: 'chevrolet' });
    await addStatusEvent(id, 'delivered');
    const keys = async (user: StageUser) => (await activity(user)).map(({ key }) => key);
    expect(await keys(await addUser({ storeAccess: ['chevrolet'] }))).toContain(`delivered:${id}`);
    const limitedActivity = await activity(await addUser({ storeAccess: ['ford', 'hyundai'] }));
    expect(limitedActivity.length).toBeGreaterThan(0);
    expect(limitedActivity.filter(({ store }) => store === 'chevrolet')).toEqual([]);
    expect(await keys(await addUser({ pagePermissions: ['dashboard'] }))).toEqual([]);
    expect(await keys(await addUser({ featurePermissions: ['financial_reports'] }))).toEqual([]);
    expect(await keys(await addUser({ storeAccess: [] }))).toEqual([]);
  });

  test('dates a deal by its day, also if that was entered later or corrected', async () => {
    const manager = await addUser({ storeAccess: ['chevrolet'] });
    const local = (at: string | Date) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: defaultTimezone }).format(new Date(at));
    const day = local(new Date(Date.now() - 86_400_000));
    const late = await stage.deal({ store: 'chevrolet', signed_on: day, delivered_on: day });
    await addStatusEvent(late, 'delivered');
    const onTime = await soldToday({ store: 'chevrolet' });
    await addStatusEvent(onTime, 'delivered');
    const seen = await activity(manager);
    const at = (id: number) => seen.find(({ key }) => key === `delivered:${id}`)?.at ?? '';
    expect([local(at(late)), local(at(onTime))]).toEqual([day, today()]);
    expect(Date.now() - Date.parse(at(onTime))).toBeLessThan(60_000);
    expect(seen.find(({ key }) => key === `delivered:${late}`)?.by).toBe('Ada Admin');
  });

  test('drops what was undone', async () => {
    const manager = await addUser();
    const id = await soldToday();
    await addStatusEvent(id, 'delivered');
    expect((await activity(manager)).map(({ key }) => key)).toContain(`delivered:${id}`);
    const undone = { status: 'canceled', signed_on: null, delivered_on: null };
    await stage.platform.db.updateTable('deals').set(undone).where('id', '=', id).execute();
    expect((await activity(manager)).map(({ key }) => key)).not.toContain(`delivered:${id}`);
  });
});

describe('my day', () => {
  const fetchDay = async ({ client }: StageUser) => (await client.call(getDay)).body;

  test('counts the user’s own month only, and a shared deal as half a unit', async () => {
    const seller = await addUser({ role: 'employee', department: 'sales' });
    const other = await addUser({ role: 'employee', department: 'service' });
    await soldToday({ salesperson_id: seller.id });
    await soldToday({ salesperson_id: other.id, second_salesperson_id: seller.id });
    await soldToday({ salesperson_id: seller.id, type: 'wholesale' });
    const order = await stage.order({ advisor_id: other.id, closed_at: new Date() });
    const line = { repair_order_id: order, pay_type: 'customer', complaint: 'Oil' };
    for (const [position, hours_flagged, declined] of [
      [1, 150, false],
      [2, 90, true],
    ])
      await stage.platform.db
        .insertInto('repair_order_lines')
        .values({ ...line, position, hours_flagged, declined, technician_id: other.id })
        .execute();
    // 150,000 front and 90,000 back each.
    expect((await fetchDay(seller)).month).toEqual([
      { kind: 'units', now: 1.5, before: 0 },
      { kind: 'gross', now: 360_000, before: 0 },
    ]);
    // Service sees no gross of deals, not of its own either.
    expect((await fetchDay(other)).month).toEqual([
      { kind: 'units', now: 0.5, before: 0 },
      { kind: 'orders', now: 1, before: 0 },
      { kind: 'hours', now: 150, before: 0 },
    ]);
  });

  test('counts what the user closed and handled in F&I, and gross only with access to it', async () => {
    const office = await addUser({ role: 'manager', department: 'finance' });
    await soldToday({ finance_manager_id: office.id });
    await soldToday({ finance_manager_id: office.id, closer_id: office.id, salesperson_id: null });
    await soldToday({ finance_manager_id: office.id, type: 'fleet' });
    expect((await fetchDay(office)).month).toEqual([
      { kind: 'closedUnits', now: 1, before: 0 },
      { kind: 'closedGross', now: 240_000, before: 0 },
      { kind: 'financeUnits', now: 2, before: 0 },
      { kind: 'financeGross', now: 180_000, before: 0 },
    ]);
    const blind = await addUser({ featurePermissions: ['view_data'] });
    await soldToday({ salesperson_id: blind.id });
    expect((await fetchDay(blind)).month).toEqual([{ kind: 'units', now: 1, before: 0 }]);
  });

  test('counts work done before a move to another store', async () => {
    const mover = await addUser({ role: 'employee', storeAccess: ['ford'] });
    await soldToday({ salesperson_id: mover.id });
    const order = await stage.order({ advisor_id: mover.id, closed_at: new Date() });
    await stage.platform.db
      .insertInto('repair_order_lines')
      .values({
        repair_order_id: order,
        pay_type: 'customer',
        complaint: 'Oil',
        position: 1,
        technician_id: mover.id,
        hours_flagged: 120,
      })
      .execute();
    const month = (await fetchDay(mover)).month;
    expect(month.map(({ kind, now }) => [kind, now])).toEqual([
      ...[
        ['units', 1],
        ['gross', 240_000],
        ['orders', 1],
        ['hours', 120],
      ],
    ]);
    await stage.platform.db
      .updateTable('users')
      .set({ store_access: ['hyundai'] })
      .where('id', '=', mover.id)
      .execute();
    expect((await fetchDay(mover)).month).toEqual(month);
  });

  test('lists the user’s own tasks, and none without access to customer records', async () => {
    const employee = await addUser({ role: 'employee' });
    const other = await addUser({ role: 'employee' });
    const customer = await stage.customer('Dayling');
    const task = (assigned_to: number, title: string) =>
      stage.platform.db
        .insertInto('customer_tasks')
        .values({
          customer_id: customer,
          store: 'ford',
          kind: 'call',
          title,
          assigned_to,
          created_by: stage.admin.id,
          due_at: new Date(Date.now() - 60_000),
        })
        .execute();
    await task(employee.id, 'Call about the trade-in');
    await task(other.id, 'Not mine');
    const { tasks } = await fetchDay(employee);
    expect(tasks).toMatchObject([
      { title: 'Call about the trade-in', whose: 'Odalys Dayling', isLate: true },
    ]);
    expect(tasks?.[0]?.href).toBe(`/customers?customer=${customer}`);
    const restricted = await addUser({ role: 'employee', pagePermissions: ['dashboard'] });
    expect(await fetchDay(restricted)).toMatchObject({
      tasks: null,
      appointments: null,
      requests: [],
    });
  });
});
