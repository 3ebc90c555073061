import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { addCurtailment, payCurtailment, removeCurtailment } from '../contract/floorplan.ts';
import { listHistory } from '../contract/history.ts';
import { listPrices } from '../contract/prices.ts';
import { changeVehicle, countVehicles, listVehicles, type VehiclePage } from '../contract.ts';
import { notifyAlerts } from '../server/alerts.ts';
import { insertStays } from '../server/import.ts';
import type { VehicleDb } from '../server/tables.ts';
import {
  add,
  changeStatus,
  fetchVehicle,
  newVin,
  openVehicleStage,
  type VehicleStage,
} from './stage.ts';

let stage: VehicleStage;
let db: VehicleDb;
let walt: StageUser;
let employee: StageUser;
beforeAll(async () => {
  stage = await openVehicleStage();
  db = stage.platform.db;
  walt = await stage.addEmployee();
  employee = await stage.addEmployee({ featurePermissions: ['view_data', 'create_records'] });
});
afterAll(() => stage.stop());

const today = dateAt(defaultTimezone, Date.now());

/** $30,000 at 7.2 %: $6.00 a day of a year of 360 days, $5.92 of 365. */
const terms = {
  floorplan_lender: 'Larkfield Bank',
  floored_on: '2026-03-01',
  floorplan_rate_bps: 720,
  floorplan_cents: 3_000_000,
  floorplan_year_days: 360,
  floorplan_free_days: 0,
};
type Terms = Partial<Record<keyof typeof terms | 'floorplan_paid_on', string | number>>;

interface Case {
  what: string;
  unit?: Terms & { status?: string; gone_on?: string; cost_cents?: number };
  /** Of $3,000 each, and when they are paid. */
  paid?: readonly (string | null)[];
  day?: string;
  interest: number;
  daily: number;
  balance: number;
}

// Worked by hand; a month is the thirty days from March 1 to March 31.
const cases: readonly Case[] = [
  { what: 'a month of 360', interest: 18_000, daily: 600, balance: 3_000_000 },
  {
    what: 'a month of 365',
    unit: { floorplan_year_days: 365 },
    // 30 × 591.78
    interest: 17_753,
    daily: 592,
    balance: 3_000_000,
  },
  {
    what: 'a cost that differs from the principal',
    unit: { cost_cents: 2_800_000 },
    interest: 18_000,
    daily: 600,
    balance: 3_000_000,
  },
  {
    what: 'fifteen free days',
    unit: { floorplan_free_days: 15 },
    interest: 9_000,
    daily: 600,
    balance: 3_000_000,
  },
  {
    what: 'a day that is still free',
    unit: { floorplan_free_days: 15 },
    day: '2026-03-11',
    interest: 0,
    daily: 0,
    balance: 3_000_000,
  },
  {
    what: 'a curtailment on the twentieth day',
    paid: ['2026-03-21'],
    // 20 × 6.00 + 10 × 5.40
    interest: 17_400,
    daily: 540,
    balance: 2_700_000,
  },
  {
    what: 'a curtailment that is due and not paid',
    paid: [null],
    interest: 18_000,
    daily: 600,
    balance: 3_000_000,
  },
  {
    what: 'two curtailments',
    paid: ['2026-03-11', '2026-03-21'],
    // 10 × 6.00 + 10 × 5.40 + 10 × 4.80
    interest: 16_200,
    daily: 480,
    balance: 2_400_000,
  },
  {
    what: 'a curtailment within the free days',
    unit: { floorplan_free_days: 15 },
    // 15 × 5.40
    paid: ['2026-03-06'],
    interest: 8_100,
    daily: 540,
    balance: 2_700_000,
  },
  {
    what: 'a curtailment paid later than the day',
    paid: ['2026-04-10'],
    interest: 18_000,
    daily: 600,
    balance: 3_000_000,
  },
  {
    what: 'a payoff on the twentieth day',
    unit: { floorplan_paid_on: '2026-03-21' },
    interest: 12_000,
    daily: 0,
    balance: 0,
  },
  {
    what: 'a vehicle that was delivered and is not paid off',
    unit: { status: 'delivered', gone_on: '2026-03-11' },
    interest: 18_000,
    daily: 600,
    balance: 3_000_000,
  },
  {
    what: 'a day before it was floored',
    day: '2026-02-20',
    interest: 0,
    daily: 0,
    balance: 0,
  },
];

test.each(cases)('floorplan with $what', async (one) => {
  const { unit = {}, paid = [], day = '2026-03-31', interest, daily, balance } = one;
  const [stay] = await insertStays(db, [
    {
      client_id: crypto.randomUUID(),
      vin: newVin(),
      store: 'ford',
      mileage: 10,
      year: 2026,
      stock_number: `FP${Math.random().toString().slice(2, 10)}`,
      make: 'Ford',
      model: 'Escape',
      condition: 'new',
      status: 'frontline',
      acquired_on: '2026-02-20',
      pack_cents: 0,
      acquired_from: 'factory',
      created_by: walt.id,
      cost_cents: 3_000_000,
      ...terms,
      ...unit,
    } as never,
  ]);
  for (const paidOn of paid) {
    await db
      .insertInto('stock_curtailments')
      .values({
        client_id: crypto.randomUUID(),
        unit_id: stay?.id ?? 0,
        cents: 300_000,
        due_on: '2026-03-11',
        paid_on: paidOn,
        created_by: walt.id,
        paid_by: paidOn === null ? null : walt.id,
      })
      .execute();
  }
  const { rows } = await sql<{ interest: number; daily: number; balance: number }>`
    select floorplan_interest(u, ${day}::date) as interest, floorplan_daily(u, ${day}::date) as daily,
      floorplan_balance(u, ${day}::date) as balance
    from stock_units u where u.id = ${stay?.id}`.execute(db);
  const [row] = rows;
  expect([Math.round(row?.interest ?? -1), Math.round(row?.daily ?? -1), row?.balance]).toEqual([
    interest,
    daily,
    balance,
  ]);
});

/** Floored thirty days ago. */
const floored = (overrides: Record<string, unknown> = {}) =>
  add(walt, {
    condition: 'new',
    costCents: 2_800_000,
    acquiredOn: addDays(today, -30),
    floorplan: {
      lender: 'Larkfield Bank',
      flooredOn: addDays(today, -30),
      rateBps: 720,
      principalCents: 3_000_000,
      yearDays: 360,
      freeDays: 0,
      ...overrides,
    },
  });
const curtail = ({ client }: StageUser, car: VehiclePage, overrides: object = {}) =>
  client.call(addCurtailment, {
    params: { vehicleId: car.id },
    body: {
      clientId: crypto.randomUUID(),
      cents: 300_000,
      dueOn: addDays(today, -10),
      ...overrides,
    },
  });
const pay = ({ client }: StageUser, curtailmentId: number, paidOn: string) =>
  client.call(payCurtailment, { params: { curtailmentId }, body: { paidOn } });
const remove = ({ client }: StageUser, curtailmentId: number) =>
  client.call(removeCurtailment, { params: { curtailmentId } });

describe('a curtailment', () => {
  test('is due, then paid, and lowers the balance and the interest from that day', async () => {
    const car = await floored();
    expect(car.money?.floorplan).toMatchObject({ carryCents: 18_000, dailyCents: 600 });
    const { body: due } = await curtail(walt, car);
    expect((await fetchVehicle(walt, car.id)).body).toMatchObject({
      curtailments: [{ id: due.id, cents: 300_000, paidOn: null }],
      money: { floorplan: { balanceCents: 3_000_000, carryCents: 18_000 } },
    });
    expect((await pay(walt, due.id, addDays(today, -10))).status).toBe(200);
    expect((await fetchVehicle(walt, car.id)).body.money?.floorplan).toMatchObject({
      balanceCents: 2_700_000,
      carryCents: 17_400,
      dailyCents: 540,
    });
    expect((await pay(walt, due.id, today)).status).toBe(409);
    const history = await walt.client.call(listHistory, { params: { vehicleId: car.id } });
    expect(history.body.slice(0, 2).map(({ data }) => data.kind)).toEqual([
      'curtailment_paid',
      'curtailment',
    ]);
    expect((await remove(walt, due.id)).status).toBe(200);
    expect((await fetchVehicle(walt, car.id)).body.money?.floorplan).toMatchObject({
      carryCents: 18_000,
    });
  });

  test('is hidden from users without financial reports, who cannot enter it either', async () => {
    const car = await floored();
    const { body: due } = await curtail(walt, car);
    const seen = (await fetchVehicle(employee, car.id)).body;
    expect(['curtailments' in seen, 'money' in seen]).toEqual([false, false]);
    const history = await employee.client.call(listHistory, { params: { vehicleId: car.id } });
    expect(JSON.stringify(history.body)).not.toMatch(/curtailment/);
    expect((await curtail(employee, car)).status).toBe(403);
    expect((await pay(employee, due.id, today)).status).toBe(403);
    expect((await remove(employee, due.id)).status).toBe(403);
    const elsewhere = await stage.addEmployee({ storeAccess: ['hyundai'] });
    expect((await curtail(elsewhere, car)).status).toBe(404);
    expect((await pay(elsewhere, due.id, today)).status).toBe(404);
    expect((await remove(elsewhere, due.id)).status).toBe(404);
  });

  test('is in the activity log with its days, and without amounts', async () => {
    const car = await floored();
    const dueOn = addDays(today, -10);
    const clientId = crypto.randomUUID();
    const { body: due } = await curtail(walt, car, { clientId, dueOn });
    await curtail(walt, car, { clientId, dueOn });
    await pay(walt, due.id, today);
    await pay(walt, due.id, today);
    await remove(employee, due.id);
    await remove(walt, due.id);
    const entries = (await stage.log(car.id)).filter(({ action }) =>
      action.startsWith('vehicle.curtailment_'),
    );
    const open = { curtailmentId: due.id, dueOn, paidOn: null };
    const paid = { ...open, paidOn: today };
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['vehicle.curtailment_added', null, open],
      ['vehicle.curtailment_paid', null, paid],
      ['vehicle.curtailment_removed', paid, null],
    ]);
    expect(entries).toMatchObject(
      Array(3).fill({
        actor_id: walt.id,
        subject_name: `${car.stockNumber}, 2024 Ford F-150 XLT`,
      }),
    );
    expect(JSON.stringify(entries)).not.toContain('300000');
  });

  test.each([
    ['dueOn', { dueOn: addDays(today, -31) }],
    ['paidOn', { paidOn: addDays(today, 1) }],
    ['paidOn', { paidOn: addDays(today, -31) }],
    ['cents', { cents: 3_000_001 }],
    ['cents', { cents: 0 }],
  ])('with a wrong %s is refused: %j', async (field, overrides) => {
    const car = await floored();
    const { status, body } = await curtail(walt, car, overrides);
    expect([status, Object.keys((body as never as { fields: object }).fields)]).toEqual([
      400,
      [field],
    ]);
    expect((await fetchVehicle(walt, car.id)).body.version).toBe(1);
  });

  test('needs a floorplan, and repeated is one', async () => {
    expect((await curtail(walt, await add(walt))).status).toBe(409);
    const car = await floored();
    const clientId = crypto.randomUUID();
    const both = await Promise.all([1, 2].map(() => curtail(walt, car, { clientId })));
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
  });

  test('that is due notifies the managers once', async () => {
    const car = await floored();
    await curtail(walt, car, { dueOn: today });
    const paidOff = await floored({ paidOn: today });
    await curtail(walt, paidOff, { dueOn: today });
    await notifyAlerts(stage.platform);
    await notifyAlerts(stage.platform);
    const notifications = (
      await walt.client.raw('GET', '/api/notifications')
    ).body.notifications.filter(({ title }: { title: string }) =>
      title.includes('curtailment due'),
    );
    expect(notifications).toHaveLength(1);
    expect(notifications[0].message).toContain(car.stockNumber);
    expect(notifications[0].message).not.toContain(paidOff.stockNumber);
    const blind = await stage.addEmployee({ featurePermissions: ['view_data'] });
    await curtail(walt, car, { dueOn: today });
    await notifyAlerts(stage.platform);
    const others = await blind.client.raw('GET', '/api/notifications');
    expect(JSON.stringify(others.body)).not.toContain('curtailment');
  });
});

test('the principal covers its curtailments', async () => {
  const car = await floored();
  await curtail(walt, car);
  const { version, money } = (await fetchVehicle(walt, car.id)).body;
  if (!money?.floorplan) throw new Error('no floorplan');
  const { balanceCents: _, carryCents: __, dailyCents: ___, ...kept } = money.floorplan;
  const change = (floorplan: unknown) =>
    walt.client.call(changeVehicle, {
      params: { vehicleId: car.id },
      body: { version, floorplan } as never,
    });
  for (const floorplan of [{ ...kept, principalCents: 299_999 }, null]) {
    const refused = await change(floorplan);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { 'floorplan.principalCents': expect.any(String) } },
    ]);
  }
  expect((await change({ ...kept, principalCents: 300_000 })).status).toBe(200);
});

test('a floorplan without a principal takes the cost, and without a cost asks for it', async () => {
  const plain = { lender: 'Larkfield Bank', flooredOn: today, rateBps: 720 };
  const car = await add(walt, { costCents: 2_800_000, floorplan: plain });
  expect(car.money?.floorplan).toMatchObject({ principalCents: 2_800_000, yearDays: 360 });
  await expect(add(walt, { floorplan: plain })).rejects.toThrow('floorplan.principalCents');
  const paidEarly = { ...plain, principalCents: 1, paidOn: addDays(today, -1) };
  await expect(add(walt, { floorplan: paidEarly })).rejects.toThrow('floorplan.paidOn');
});

test('a principal that is unknown becomes the cost once that is entered', async () => {
  const plain = { lender: 'Larkfield Bank', flooredOn: today, rateBps: 720 };
  let car = await add(walt, { costCents: 2_800_000, floorplan: plain });
  await sql`update stock_units set floorplan_cents = null, cost_cents = null
    where id = ${car.id}`.execute(db);
  const change = async (body: object) => {
    const response = await walt.client.call(changeVehicle, {
      params: { vehicleId: car.id },
      body: { version: car.version, ...body } as never,
    });
    expect(response.status).toBe(200);
    car = response.body;
    return car.money?.floorplan;
  };
  const unknown = { principalCents: null, balanceCents: 0, carryCents: 0, dailyCents: 0 };
  expect(await change({ mileage: 12_345 })).toMatchObject(unknown);
  expect(await change({ floorplan: { ...plain, rateBps: 700 } })).toMatchObject(unknown);
  expect(await change({ costCents: 2_700_000 })).toMatchObject({
    principalCents: 2_700_000,
    balanceCents: 2_700_000,
  });
});

test('a delivered vehicle is on the list of payoffs until it is paid off', async () => {
  let car = await floored();
  const query = { payoff: 'due', q: car.vin } as const;
  const due = async () => (await walt.client.call(listVehicles, { query })).body.vehicles.length;
  expect(await due()).toBe(0);
  for (const status of ['frontline', 'sold', 'delivered'] as const) {
    car = (await changeStatus(walt, car, status)).body;
  }
  expect(await due()).toBe(1);
  expect((await walt.client.call(countVehicles, { query: { q: car.vin } })).body.payoffsDue).toBe(
    1,
  );
  const { body: counts } = await employee.client.call(countVehicles, { query: {} });
  expect('payoffsDue' in counts).toBe(false);
  const plan = car.money?.floorplan;
  if (!plan) throw new Error('no floorplan');
  const { balanceCents: _, carryCents: __, dailyCents: ___, ...kept } = plan;
  const floorplan = { ...kept, principalCents: plan.principalCents ?? 0, paidOn: today };
  const body = { version: car.version, floorplan };
  const changed = await walt.client.call(changeVehicle, { params: { vehicleId: car.id }, body });
  expect(changed.body.money?.floorplan).toMatchObject({ balanceCents: 0, carryCents: 18_000 });
  expect(await due()).toBe(0);
});

test('a floored vehicle that left without a buyer is to be paid off too', async () => {
  const car = await floored();
  await changeStatus(walt, car, 'wholesale', 'Auction');
  const query = { payoff: 'due', q: car.vin } as const;
  expect((await walt.client.call(listVehicles, { query })).body.vehicles).toHaveLength(1);
});

test('the price history lists each price, who set it, why, and how long it stood', async () => {
  const car = await add(walt);
  const params = { vehicleId: car.id };
  const change = (version: number, listCents: number, priceReason: string) =>
    walt.client.call(changeVehicle, { params, body: { version, listCents, priceReason } });
  await change(1, 4_100_000, '45 days');
  await change(2, 3_950_000, 'Market');
  const { body } = await walt.client.call(listPrices, { params });
  expect(
    body.map(({ cents, changeCents, reason, days }) => [cents, changeCents, reason, days]),
  ).toEqual([
    [3_950_000, -150_000, 'Market', 0],
    [4_100_000, -150_000, '45 days', 0],
    [4_250_000, null, null, 0],
  ]);
  expect(body[0]?.by).toContain('Novak');
  const elsewhere = await stage.addEmployee({ storeAccess: ['hyundai'] });
  expect((await elsewhere.client.call(listPrices, { params })).status).toBe(404);
  const unpriced = await add(walt, { listCents: null });
  const none = await walt.client.call(listPrices, { params: { vehicleId: unpriced.id } });
  expect(none.body).toEqual([]);
});
