import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { endDeposit, takeDeposit } from '../contract/deposits.ts';
import { listHistory } from '../contract/history.ts';
import { listInTransit } from '../contract/lot/transit.ts';
import { getBoard } from '../contract/recon/board.ts';
import { changeVehicle, countVehicles, listVehicles, type VehiclePage } from '../contract.ts';
import { notifyAlerts } from '../server/alerts.ts';
import { add, changeStatus, fetchVehicle, openVehicleStage, type VehicleStage } from './stage.ts';

let stage: VehicleStage;
let walt: StageUser;
let employee: StageUser;
beforeAll(async () => {
  stage = await openVehicleStage();
  walt = await stage.addEmployee();
  employee = await stage.addEmployee({ role: 'employee' });
});
afterAll(() => stage.stop());

const today = dateAt(defaultTimezone, Date.now());
const inTransit = { condition: 'new', status: 'in_transit', acquiredFrom: 'factory' } as const;
const promise = ({ client }: StageUser, car: VehiclePage, deliverOn: string | null) =>
  client.call(changeVehicle, {
    params: { vehicleId: car.id },
    body: { version: car.version, deliverOn },
  });

describe('a vehicle sold in transit', () => {
  test('goes on to the line as sold, and is delivered only once it is here', async () => {
    const car = await add(walt, inTransit);
    const { body: sold } = await changeStatus(employee, car, 'sold');
    expect(sold).toMatchObject({ status: 'sold', place: 'in_transit', countedAs: 'sold' });
    const early = await changeStatus(walt, sold, 'delivered');
    expect(early).toMatchObject({
      status: 409,
      body: { error: 'This vehicle is still in transit. Receive it before it’s delivered.' },
    });
    const { body: here } = await changeStatus(employee, sold, 'received');
    expect(here).toMatchObject({ status: 'sold', place: 'received' });
    const { body: ready } = await changeStatus(employee, here, 'frontline');
    expect(ready).toMatchObject({ status: 'sold', place: 'frontline' });
    expect((await changeStatus(employee, ready, 'delivered')).body).toMatchObject({
      status: 'delivered',
      inStock: false,
      countedAs: null,
    });
    const history = await walt.client.call(listHistory, { params: { vehicleId: car.id } });
    expect(
      history.body.flatMap(({ data }) => (data.kind === 'status' ? [[data.from, data.to]] : [])),
    ).toEqual([
      ['sold', 'delivered'],
      ['received', 'frontline'],
      ['in_transit', 'received'],
      ['in_transit', 'sold'],
    ]);
  });

  test('is first among those under way, by the day it is promised', async () => {
    const cars = await Promise.all([1, 2, 3].map(() => add(walt, inTransit)));
    const [one, two, three] = cars as [VehiclePage, VehiclePage, VehiclePage];
    const { body: later } = await changeStatus(walt, two, 'sold');
    const { body: sooner } = await changeStatus(walt, three, 'sold');
    await promise(walt, later, addDays(today, 9));
    await promise(walt, sooner, addDays(today, 2));
    const { body } = await walt.client.call(listInTransit);
    const own = body.vehicles.filter(({ id }) => cars.some((car) => car.id === id));
    expect(own.map(({ id, deliverOn }) => [id, deliverOn])).toEqual([
      [three.id, addDays(today, 2)],
      [two.id, addDays(today, 9)],
      [one.id, null],
    ]);
    const query = { status: 'in_transit', q: one.make, limit: 200 } as const;
    const listed = (await walt.client.call(listVehicles, { query })).body.vehicles;
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(cars.map(({ id }) => id)));
    const elsewhere = await stage.addEmployee({ storeAccess: ['hyundai'] });
    const theirs = await elsewhere.client.call(listInTransit);
    expect(theirs.body.vehicles.filter(({ store }) => store !== 'hyundai')).toEqual([]);
    const blind = await stage.addEmployee({ pagePermissions: [] });
    expect((await blind.client.call(listInTransit)).status).toBe(403);
  });

  test('goes back to where it is when the sale is undone, by a manager with a reason', async () => {
    const { body: sold } = await changeStatus(walt, await add(walt, inTransit), 'sold');
    expect((await changeStatus(employee, sold, 'in_transit', 'No loan')).status).toBe(403);
    expect((await changeStatus(walt, sold, 'in_transit')).status).toBe(400);
    const { body } = await changeStatus(walt, sold, 'in_transit', 'No loan');
    expect(body).toMatchObject({ status: 'in_transit', countedAs: 'in_transit', deliverOn: null });
  });
});

test('a vehicle sold in recon stays on the board, first and with its day, and back when undone', async () => {
  const waiting = (await changeStatus(walt, await add(walt), 'recon')).body;
  const { body: sold } = await changeStatus(
    walt,
    (await changeStatus(walt, await add(walt), 'recon')).body,
    'sold',
  );
  expect(sold).toMatchObject({ status: 'sold', place: 'recon', recon: { stage: 'intake' } });
  const day = addDays(today, 3);
  await promise(walt, sold, day);
  const { body: board } = await walt.client.call(getBoard, { query: { store: 'ford' } });
  const own = board.jobs.filter(({ vehicleId }) => [waiting.id, sold.id].includes(vehicleId));
  expect(own.map(({ vehicleId, isSold, deliverOn }) => [vehicleId, isSold, deliverOn])).toEqual([
    [sold.id, true, day],
    [waiting.id, false, null],
  ]);
  const latest = (await fetchVehicle(walt, sold.id)).body;
  const { body: back } = await changeStatus(walt, latest, 'recon', 'Changed his mind');
  expect(back).toMatchObject({ status: 'recon', recon: { stage: 'intake' }, deliverOn: null });
});

test('a delivery day is only for a sold vehicle', async () => {
  const refused = await promise(walt, await add(walt), addDays(today, 1));
  expect(refused).toMatchObject({
    status: 409,
    body: { error: 'Only a sold vehicle has a delivery date.' },
  });
});

describe('a deposit', () => {
  const take = ({ client }: StageUser, car: VehiclePage, overrides: object = {}) =>
    client.call(takeDeposit, {
      params: { vehicleId: car.id },
      body: {
        clientId: crypto.randomUUID(),
        version: car.version,
        cents: 50_000,
        customerName: 'Odalys Wrenfield',
        expiresOn: addDays(today, 5),
        ...overrides,
      },
    });
  const end = ({ client }: StageUser, depositId: number, outcome: 'refunded' | 'kept') =>
    client.call(endDeposit, { params: { depositId }, body: { outcome, reason: 'Found another' } });

  test('keeps a vehicle for its customer until it ends', async () => {
    const car = await add(walt, inTransit);
    const taken = await take(employee, car);
    expect(taken).toMatchObject({
      status: 201,
      body: {
        cents: 50_000,
        expiresOn: addDays(today, 5),
        isExpired: false,
        customer: { id: null, name: 'Odalys Wrenfield' },
      },
    });
    const kept = (await fetchVehicle(walt, car.id)).body;
    expect(kept).toMatchObject({
      status: 'deposit',
      place: 'in_transit',
      deposit: { id: taken.body.id },
      may: { takeDeposit: false },
    });
    expect(await take(employee, kept)).toMatchObject({
      status: 409,
      body: { error: 'This vehicle already has a deposit.' },
    });
    expect((await end(employee, taken.body.id, 'refunded')).status).toBe(200);
    const free = (await fetchVehicle(walt, car.id)).body;
    expect(free).toMatchObject({ status: 'in_transit', deposit: null });
    expect((await end(employee, taken.body.id, 'kept')).status).toBe(409);
    const history = await walt.client.call(listHistory, { params: { vehicleId: car.id } });
    expect(history.body[0]?.data).toEqual({
      kind: 'deposit_ended',
      cents: 50_000,
      outcome: 'refunded',
      reason: 'Found another',
    });
  });

  test('is still there when the sale is undone, and applied with the delivery', async () => {
    const car = await add(walt, { condition: 'new' });
    await take(walt, car);
    const { body: sold } = await changeStatus(
      walt,
      (await fetchVehicle(walt, car.id)).body,
      'sold',
    );
    const { body: undone } = await changeStatus(walt, sold, 'received', 'No loan');
    expect(undone).toMatchObject({ status: 'deposit', deposit: { cents: 50_000 } });
    const { body: again } = await changeStatus(walt, undone, 'sold');
    const { body: delivered } = await changeStatus(walt, again, 'delivered');
    expect(delivered.deposit).toBeNull();
    const { body: back } = await changeStatus(walt, delivered, 'sold', 'Wrong car');
    expect(back).toMatchObject({ status: 'sold', deposit: { cents: 50_000 } });
  });

  test('can be of a customer the actor may see, and of no other', async () => {
    const { rows } = await sql<{ id: number }>`
      select c.id from customers c join customer_stores s on s.customer_id = c.id
      where s.store = 'ford' and c.merged_into_id is null limit 1`.execute(stage.platform.db);
    const id = rows[0]?.id ?? 0;
    const seller = await stage.addEmployee({
      pagePermissions: ['fleet_operations', 'customer_management'],
    });
    const car = await add(seller);
    const body = { customerId: id, customerName: undefined };
    const hidden = await take(walt, car, body);
    expect(hidden).toMatchObject({
      status: 400,
      body: { fields: { customerId: expect.any(String) } },
    });
    const taken = await take(seller, car, body);
    expect(taken.body.customer?.id).toBe(id);
  });

  test.each([
    ['expiresOn', { expiresOn: addDays(today, -1) }],
    ['expiresOn', { expiresOn: addDays(today, 400) }],
    ['cents', { cents: 0 }],
    ['customerName', { customerName: undefined }],
    ['surprise', { surprise: 1 }],
  ])('with a wrong %s is refused and changes nothing: %j', async (field, overrides) => {
    const car = await add(walt);
    const { status, body } = await take(walt, car, overrides);
    expect([status, Object.keys((body as never as { fields: object }).fields)]).toEqual([
      400,
      [field],
    ]);
    expect((await fetchVehicle(walt, car.id)).body).toMatchObject({
      status: 'acquired',
      version: 1,
    });
  });

  test('is refused to readers and other stores, and repeated is one', async () => {
    const car = await add(walt);
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    expect((await take(reader, car)).status).toBe(403);
    const elsewhere = await stage.addEmployee({ storeAccess: ['hyundai'] });
    expect((await take(elsewhere, car)).status).toBe(404);
    const clientId = crypto.randomUUID();
    const [one, two] = await Promise.all([1, 2].map(() => take(walt, car, { clientId })));
    expect([one?.status, two?.body.id]).toEqual([201, one?.body.id]);
    expect((await end(elsewhere, one?.body.id ?? 0, 'kept')).status).toBe(404);
    expect((await end(reader, one?.body.id ?? 0, 'kept')).status).toBe(403);
  });

  test('that was only a status when it was taken ends like any other', async () => {
    const car = await add(walt);
    await take(walt, car);
    await sql`update stock_deposits set customer_name = null, cents = null, expires_on = null
      where unit_id = ${car.id}`.execute(stage.platform.db);
    const { deposit } = (await fetchVehicle(walt, car.id)).body;
    expect(deposit).toMatchObject({
      customer: null,
      cents: null,
      expiresOn: null,
      isExpired: false,
      takenBy: expect.stringContaining('Novak'),
    });
    expect((await end(employee, deposit?.id ?? 0, 'refunded')).status).toBe(200);
    expect((await fetchVehicle(walt, car.id)).body).toMatchObject({
      status: 'acquired',
      deposit: null,
      may: { takeDeposit: true },
    });
    const history = await walt.client.call(listHistory, { params: { vehicleId: car.id } });
    expect(history.body[0]?.data).toMatchObject({ kind: 'deposit_ended', cents: null });
  });

  test('that expired notifies the managers once', async () => {
    const car = await add(walt);
    await take(walt, car);
    // Of a sold one it goes into the deal.
    const sold = await add(walt);
    await take(walt, sold);
    await changeStatus(walt, (await fetchVehicle(walt, sold.id)).body, 'sold');
    await sql`update stock_deposits set expires_on = ${addDays(today, -1)}::date
      where unit_id in (${car.id}, ${sold.id})`.execute(stage.platform.db);
    await notifyAlerts(stage.platform);
    await notifyAlerts(stage.platform);
    const notifications = (
      await walt.client.raw('GET', '/api/notifications')
    ).body.notifications.filter(({ title }: { title: string }) =>
      title.includes('expired deposit'),
    );
    expect(notifications).toMatchObject([{ message: expect.stringContaining(car.stockNumber) }]);
    expect(notifications[0].message).not.toContain(sold.stockNumber);
  });
});

test('the stock is counted apart, each vehicle once, and only what is here and for sale ages', async () => {
  const kevin = await stage.addEmployee({ storeAccess: ['hyundai'] });
  const own = { store: 'hyundai', make: 'Zenvo' } as const;
  await add(kevin, { ...own, ...inTransit });
  await changeStatus(kevin, await add(kevin, { ...own, ...inTransit }), 'sold');
  await add(kevin, { ...own, class: 'loaner' });
  await add(kevin, { ...own, class: 'company' });
  await add(kevin, own);
  const { body } = await kevin.client.call(countVehicles, { query: { make: 'Zenvo' } });
  expect(Object.fromEntries(body.groups.map(({ group, count }) => [group, count]))).toEqual({
    on_ground: 1,
    in_transit: 1,
    sold: 1,
    loaner: 2,
  });
  expect(body.total).toBe(5);
  expect(body.aging.reduce((sum, { count }) => sum + count, 0)).toBe(1);
  const query = { make: 'Zenvo', group: 'loaner' } as const;
  expect((await kevin.client.call(listVehicles, { query })).body.vehicles).toHaveLength(2);
});
