import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calendarDay } from '../../../platform/contract/calendar.ts';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { lockedSentence, monthBefore } from '../../month-locks/contract.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import type { DealPage } from '../contract/deal.ts';
import type { DatedStatus } from '../contract/status.ts';
import { correctDay, takeTrade } from '../contract.ts';
import {
  addCar,
  addCustomer,
  costAccess,
  create,
  type DealStage,
  events,
  fetchCar,
  fetchDeal,
  move,
  moveThrough,
  newVin,
  openDealStage,
  save,
} from './stage.ts';

let stage: DealStage;
let clerk: StageUser;
let manager: StageUser;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openDealStage();
  clerk = await stage.addEmployee({ department: 'back_office' });
  manager = await stage.addEmployee(costAccess);
  customer = await addCustomer(clerk);
});
afterAll(() => stage.stop());
beforeEach(() => lockThrough(null));

const today = dateAt(defaultTimezone, Date.now());
const firstOfMonth = `${today.slice(0, 7)}-01`;
const lastOfLastMonth = addDays(firstOfMonth, -1);
const lastMonth = lastOfLastMonth.slice(0, 7);
const earlier = monthBefore(lastMonth);
const reason = 'As it is';

/** Without the endpoint, which only locks months that are over. */
async function lockThrough(day: string | null): Promise<void> {
  await stage.platform.db
    .insertInto('month_locks')
    .values({ store: 'ford', through: day, changed_by: manager.id })
    .execute();
}

/** A deal that was opened long ago. */
async function oldDeal(overrides: object = {}): Promise<DealPage> {
  const { id } = await create(clerk, customer.id, overrides);
  await stage.platform.db
    .updateTable('deals')
    .set({ opened_at: new Date(`${earlier}-02T18:00:00Z`) })
    .where('id', '=', id)
    .execute();
  return (await fetchDeal(manager, id)).body;
}

describe('the day of a status', () => {
  test('is today unless another is chosen, and goes into the history', async () => {
    const deal = await oldDeal();
    const signed = await move(manager, deal, 'signed', { on: lastOfLastMonth });
    expect([signed.status, signed.body.signedOn]).toEqual([200, lastOfLastMonth]);
    const delivered = await move(manager, signed.body, 'delivered', { on: lastOfLastMonth });
    expect(delivered.body.deliveredOn).toBe(lastOfLastMonth);
    const funded = await move(manager, delivered.body, 'funded');
    expect(funded.body).toMatchObject({ deliveredOn: lastOfLastMonth, fundedOn: today });
    expect((await events(manager, deal.id)).slice(0, 2).map(({ data }) => data)).toMatchObject([
      { to: 'funded', on: today },
      { to: 'delivered', on: lastOfLastMonth },
    ]);
    const logged = await stage.log(deal.id);
    expect(logged.at(-1)?.after).toMatchObject({ status: 'funded', on: today });
  });

  test('is offered with its limits', async () => {
    const deal = await oldDeal();
    const dayFor = async (by: StageUser) =>
      (await fetchDeal(by, deal.id)).body.may.become.find(({ status }) => status === 'signed')?.day;
    const offered = { to: today, proposed: today, isKept: false };
    expect(await dayFor(clerk)).toEqual({ ...offered, from: firstOfMonth });
    expect(await dayFor(manager)).toEqual({ ...offered, from: `${earlier}-02` });
    await lockThrough(lastOfLastMonth);
    expect(await dayFor(manager)).toEqual({ ...offered, from: firstOfMonth });
  });

  test.each([
    ['in this month', 'clerk', firstOfMonth, 200],
    ['in the month before, by a manager', 'manager', lastOfLastMonth, 200],
    ['in the month before, by anyone else', 'clerk', lastOfLastMonth, 403],
    ['in the future', 'manager', addDays(today, 1), 400],
    ['before the deal was opened', 'manager', `${earlier}-01`, 400],
  ] as const)('%s', async (_, who, on, expected) => {
    const deal = await oldDeal();
    const { status, body } = await move({ clerk, manager }[who], deal, 'signed', { on });
    expect([status, body]).toMatchObject([expected, {}]);
    const stored = (await fetchDeal(manager, deal.id)).body;
    expect(stored.signedOn).toBe(expected === 200 ? on : null);
    expect(stored.version).toBe(expected === 200 ? 2 : 1);
  });

  test('is not before the step before it', async () => {
    const signed = (await move(manager, await oldDeal(), 'signed', { on: firstOfMonth })).body;
    const delivered = await move(manager, signed, 'delivered', { on: lastOfLastMonth });
    expect([delivered.status, delivered.body]).toMatchObject([
      400,
      {
        fields: {
          on: `The deal was signed on ${calendarDay(firstOfMonth)}. Choose that day or a later one.`,
        },
      },
    ]);
  });

  test('is refused where nothing happens on a day', async () => {
    const deal = await oldDeal();
    expect((await move(manager, deal, 'canceled', { reason, on: today })).status).toBe(400);
  });

  test('is the day the vehicle left', async () => {
    const car = await addCar(stage.inventoryManager);
    const deal = await oldDeal({ vehicleId: car.id });
    const signed = (await move(manager, deal, 'signed', { on: lastOfLastMonth })).body;
    await move(manager, signed, 'delivered', { on: lastOfLastMonth });
    expect(await fetchCar(stage.inventoryManager, car.id)).toMatchObject({ status: 'delivered' });
    expect(await goneOn(car.id)).toEqual([lastOfLastMonth]);
  });
});

async function goneOn(vehicleId: number): Promise<string[]> {
  const days = await stayDays(vehicleId);
  return days.map(({ gone }) => gone);
}

async function stayDays(vehicleId: number): Promise<{ sold: string; gone: string }[]> {
  const { rows } = await sql<{ sold: string; gone: string }>`
    select sold_on::text as sold, gone_on::text as gone from stock_units
    where id = ${vehicleId}`.execute(stage.platform.db);
  return rows;
}

describe('a deal that was taken back', () => {
  const delivered = async () => {
    const signed = (await move(manager, await oldDeal(), 'signed', { on: lastOfLastMonth })).body;
    return (await move(manager, signed, 'delivered', { on: lastOfLastMonth })).body;
  };

  test('keeps the day it was first delivered', async () => {
    const back = await moveThrough(manager, await delivered(), 'signed');
    expect(back.deliveredOn).toBeNull();
    expect(back.may.become.find(({ status }) => status === 'delivered')?.day).toEqual({
      from: lastOfLastMonth,
      to: lastOfLastMonth,
      proposed: lastOfLastMonth,
      isKept: true,
    });
    const moved = await move(manager, back, 'delivered', { on: today });
    expect([moved.status, moved.body]).toMatchObject([
      409,
      { error: expect.stringMatching('keeps that day unless its amounts change') },
    ]);
    // Everyone who may deliver it returns it to its day, also in the month before.
    expect((await move(clerk, back, 'delivered')).body.deliveredOn).toBe(lastOfLastMonth);
  });

  test('takes another day if its amounts changed and a manager chooses it', async () => {
    const back = await moveThrough(manager, await delivered(), 'signed');
    const changed = (await save(manager, back, { priceCents: 2_600_000 })).body;
    expect((await move(clerk, changed, 'delivered', { on: today })).status).toBe(403);
    const kept = await move(clerk, changed, 'delivered');
    expect(kept.body.deliveredOn).toBe(lastOfLastMonth);
    const again = await moveThrough(manager, kept.body, 'signed');
    expect((await move(manager, again, 'delivered', { on: today })).status).toBe(409);
    const dearer = (await save(manager, again, { priceCents: 2_700_000 })).body;
    expect((await move(manager, dearer, 'delivered', { on: today })).body.deliveredOn).toBe(today);
  });
});

test('a deal that was taken back before its month was locked is delivered on another day', async () => {
  const signed = (await move(manager, await oldDeal(), 'signed', { on: lastOfLastMonth })).body;
  const deal = (await move(manager, signed, 'delivered', { on: lastOfLastMonth })).body;
  const back = await moveThrough(manager, deal, 'signed');
  await lockThrough(lastOfLastMonth);
  const { body } = await fetchDeal(clerk, back.id);
  expect(body.may.become.find(({ status }) => status === 'delivered')?.day).toEqual({
    from: firstOfMonth,
    to: today,
    proposed: today,
    isKept: false,
  });
  const refused = await move(clerk, back, 'delivered', { on: lastOfLastMonth });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { error: lockedSentence('ford', lastOfLastMonth) },
  ]);
  const again = await move(clerk, back, 'delivered');
  expect([again.status, again.body]).toMatchObject([200, { deliveredOn: today }]);
});

test('a deal that is signed anew on a later day is not delivered before it', async () => {
  const signed = (await move(manager, await oldDeal(), 'signed', { on: lastOfLastMonth })).body;
  const deal = (await move(manager, signed, 'delivered', { on: lastOfLastMonth })).body;
  const reopened = await moveThrough(manager, deal, 'signed', 'open');
  const changed = (await save(manager, reopened, { priceCents: 2_600_000 })).body;
  const anew = (await move(manager, changed, 'signed', { on: firstOfMonth })).body;
  expect(anew.signedOn).toBe(firstOfMonth);
  expect(anew.may.become.find(({ status }) => status === 'delivered')?.day).toEqual({
    from: firstOfMonth,
    to: today,
    proposed: today,
    isKept: false,
  });
  expect((await move(clerk, anew, 'delivered')).body.deliveredOn).toBe(today);
});

describe('a trade-in', () => {
  const trade = { vehicle: '2018 Kia Sorento', allowanceCents: 900_000 };
  async function takeIn(deal: DealPage): Promise<string | undefined> {
    const { status, body } = await manager.client.call(takeTrade, {
      params: { dealId: deal.id },
      body: {
        version: deal.version,
        vin: newVin(),
        year: 2018,
        make: 'Kia',
        model: 'Sorento',
        trim: 'LX',
        mileage: 71_000,
      },
    });
    expect(status).toBe(200);
    const car = await fetchCar(stage.inventoryManager, body.tradeVehicleId ?? 0);
    return car.acquiredOn;
  }
  const delivered = async () => {
    const signed = (
      await move(manager, await oldDeal({ trade }), 'signed', { on: lastOfLastMonth })
    ).body;
    return (await move(manager, signed, 'delivered', { on: lastOfLastMonth })).body;
  };

  test('is acquired on the day of the delivery, however late it is added', async () => {
    expect(await takeIn(await delivered())).toBe(lastOfLastMonth);
  });

  test('is acquired after the locked months', async () => {
    const deal = await delivered();
    await lockThrough(lastOfLastMonth);
    expect(await takeIn(deal)).toBe(firstOfMonth);
  });
});

describe('a locked month', () => {
  const sentence = lockedSentence('ford', lastOfLastMonth);
  const refused = { error: sentence };

  test('takes no more deals', async () => {
    const deal = await oldDeal();
    await lockThrough(lastOfLastMonth);
    const { status, body } = await move(manager, deal, 'signed', { on: lastOfLastMonth });
    expect([status, body]).toMatchObject([409, refused]);
    expect((await move(manager, deal, 'signed')).status).toBe(200);
  });

  test('gives none back, and keeps its amounts', async () => {
    const signed = (await move(manager, await oldDeal(), 'signed', { on: lastOfLastMonth })).body;
    const deal = (await move(manager, signed, 'delivered', { on: lastOfLastMonth })).body;
    await lockThrough(lastOfLastMonth);
    for (const to of ['signed', 'canceled'] as const) {
      const { status, body } = await move(manager, deal, to, { reason });
      expect([to, status, body]).toMatchObject([to, 409, refused]);
    }
    for (const change of [
      { priceCents: 1 },
      { products: [{ kind: 'gap', priceCents: 89_500 }] },
      { salespersonId: manager.id },
      { closerId: manager.id },
      { costs: { costCents: 5, reconCents: 0, packCents: 0, reserveCents: 0 } },
    ]) {
      const { status, body } = await save(manager, deal, change);
      expect([change, status, body]).toMatchObject([change, 409, refused]);
    }
    expect((await fetchDeal(manager, deal.id)).body.version).toBe(deal.version);
    // What no figure counts may still be completed, and the money may arrive.
    const noted = await save(manager, deal, { note: 'Title sent', dueBills: [{ what: 'Mats' }] });
    expect(noted.status).toBe(200);
    expect((await move(manager, noted.body, 'funded')).body.fundedOn).toBe(today);
  });

  test('does not concern other stores', async () => {
    await stage.platform.db
      .insertInto('month_locks')
      .values({ store: 'hyundai', through: lastOfLastMonth, changed_by: manager.id })
      .execute();
    const { status } = await move(manager, await oldDeal(), 'signed', { on: lastOfLastMonth });
    expect(status).toBe(200);
  });
});

describe('a wrong day', () => {
  /** Signed on the last day of the last month and, by mistake, delivered on the first of this one. */
  const delivered = async (overrides: object = {}) => {
    const deal = await oldDeal(overrides);
    const signed = (await move(manager, deal, 'signed', { on: lastOfLastMonth })).body;
    return (await move(manager, signed, 'delivered', { on: firstOfMonth })).body;
  };
  const correct = (
    { client }: StageUser,
    { id, version }: DealPage,
    status: DatedStatus,
    on: string,
  ) => client.call(correctDay, { params: { dealId: id }, body: { version, status, on, reason } });

  test('is corrected by a manager, with its vehicle, the garage and the history', async () => {
    const car = await addCar(stage.inventoryManager);
    const buyer = await addCustomer(clerk);
    const deal = await delivered({ vehicleId: car.id, customerId: buyer.id });
    const corrected = await correct(manager, deal, 'delivered', lastOfLastMonth);
    expect([corrected.status, corrected.body]).toMatchObject([
      200,
      { deliveredOn: lastOfLastMonth, signedOn: lastOfLastMonth, version: deal.version + 1 },
    ]);
    expect(await goneOn(car.id)).toEqual([lastOfLastMonth]);
    expect(await purchasedOn(buyer.id)).toEqual([lastOfLastMonth]);
    const change = { status: 'delivered', from: firstOfMonth, to: lastOfLastMonth, reason };
    expect((await events(manager, deal.id))[0]?.data).toEqual({ kind: 'day', ...change });
    expect((await stage.log(deal.id)).at(-1)).toMatchObject({
      before: { deliveredOn: firstOfMonth },
      after: { deliveredOn: lastOfLastMonth, reason },
    });
  });

  test('is corrected without saying who owns the vehicle by now', async () => {
    const car = await addCar(stage.inventoryManager);
    const buyer = await addCustomer(clerk);
    const deal = await delivered({ vehicleId: car.id, customerId: buyer.id });
    const { db } = stage.platform;
    const ofBuyer = sql`customer_id = ${buyer.id}`;
    await sql`update customer_vehicles set still_owns = false where ${ofBuyer}`.execute(db);
    const corrected = await correct(manager, deal, 'delivered', lastOfLastMonth);
    expect(corrected.status).toBe(200);
    const { rows } = await sql`select still_owns, purchased_on::text as day from customer_vehicles
      where ${ofBuyer}`.execute(db);
    expect(rows).toEqual([{ still_owns: false, day: lastOfLastMonth }]);
    // Nor does a day that someone entered since.
    await sql`update customer_vehicles set purchased_on = ${`${earlier}-05`}::date
      where ${ofBuyer}`.execute(db);
    await correct(manager, corrected.body, 'delivered', firstOfMonth);
    expect(await purchasedOn(buyer.id)).toEqual([`${earlier}-05`]);
  });

  test('of the signature is corrected with the day its vehicle was sold', async () => {
    const car = await addCar(stage.inventoryManager);
    const deal = await delivered({ vehicleId: car.id });
    const dayBefore = addDays(lastOfLastMonth, -1);
    expect((await correct(manager, deal, 'signed', dayBefore)).status).toBe(200);
    expect(await stayDays(car.id)).toEqual([{ sold: dayBefore, gone: firstOfMonth }]);
  });

  test('is offered with its limits, to managers only', async () => {
    const deal = await delivered();
    expect(deal.may.correct).toEqual([
      {
        status: 'signed',
        on: lastOfLastMonth,
        refusal: null,
        from: `${earlier}-02`,
        to: firstOfMonth,
      },
      {
        status: 'delivered',
        on: firstOfMonth,
        refusal: null,
        from: lastOfLastMonth,
        to: today,
      },
    ]);
    expect((await fetchDeal(clerk, deal.id)).body.may.correct).toEqual([]);
  });

  test.each([
    ['by anyone but a manager', 'clerk', 'delivered', lastOfLastMonth, 403],
    ['to a day in the future', 'manager', 'delivered', addDays(today, 1), 400],
    ['to a day before it was signed', 'manager', 'delivered', addDays(lastOfLastMonth, -1), 400],
    ['to a day after it was delivered', 'manager', 'signed', addDays(firstOfMonth, 1), 400],
    ['to a day before it was opened', 'manager', 'signed', `${earlier}-01`, 400],
    ['to the same day', 'manager', 'delivered', firstOfMonth, 400],
    ['of a status it has not reached', 'manager', 'funded', today, 409],
  ] as const)('is not corrected %s', async (_, who, status, on, expected) => {
    const deal = await delivered();
    expect((await correct({ clerk, manager }[who], deal, status, on)).status).toBe(expected);
    expect((await fetchDeal(manager, deal.id)).body).toEqual(deal);
  });

  test('is not corrected by those whose job deals are not, or in another store', async () => {
    const deal = await delivered();
    const service = await stage.addEmployee({ ...costAccess, department: 'service' });
    expect((await correct(service, deal, 'delivered', lastOfLastMonth)).status).toBe(403);
    const elsewhere = await stage.addEmployee({ ...costAccess, storeAccess: ['hyundai'] });
    expect((await correct(elsewhere, deal, 'delivered', lastOfLastMonth)).status).toBe(404);
  });

  test('is not corrected from a stale page', async () => {
    const deal = await delivered();
    expect((await save(manager, deal, { note: 'Title sent' })).status).toBe(200);
    expect((await correct(manager, deal, 'delivered', lastOfLastMonth)).status).toBe(409);
  });

  test('stays in a locked month, and none is moved into one', async () => {
    const deal = await delivered();
    await lockThrough(lastOfLastMonth);
    for (const [status, on] of [
      ['signed', firstOfMonth],
      ['delivered', lastOfLastMonth],
    ] as const) {
      const response = await correct(manager, deal, status, on);
      expect([response.status, response.body]).toMatchObject([
        409,
        { error: lockedSentence('ford', lastOfLastMonth) },
      ]);
    }
    const stored = (await fetchDeal(manager, deal.id)).body;
    expect(stored).toMatchObject({ signedOn: lastOfLastMonth, deliveredOn: firstOfMonth });
    expect(stored.may.correct.map(({ refusal }) => refusal)).toEqual([
      lockedSentence('ford', lastOfLastMonth),
      null,
    ]);
  });
});

async function purchasedOn(customerId: number): Promise<string[]> {
  const rows = await stage.platform.db
    .selectFrom('customer_vehicles')
    .select((eb) => eb.cast<string>('purchased_on', 'text').as('day'))
    .where('customer_id', '=', customerId)
    .execute();
  return rows.map(({ day }) => day);
}
