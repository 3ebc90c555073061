import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { endDeposit, takeDeposit } from '../../vehicles/contract/deposits.ts';
import { listHistory } from '../../vehicles/contract/history.ts';
import { setStatus as setVehicleStatus } from '../../vehicles/contract.ts';
import { nextStatuses, type Status, statuses } from '../contract/status.ts';
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
  openDealStage,
  save,
} from './stage.ts';

let stage: DealStage;
let seller: StageUser;
let manager: StageUser;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openDealStage();
  seller = await stage.addEmployee();
  manager = await stage.addEmployee(costAccess);
  customer = await addCustomer(seller);
});
afterAll(() => stage.stop());

const paths: Record<Status, Status[]> = {
  open: [],
  signed: ['signed'],
  delivered: ['signed', 'delivered'],
  funded: ['signed', 'delivered', 'funded'],
  canceled: ['canceled'],
};
const reason = 'As it is';
const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: defaultTimezone }).format(new Date());

describe('the status of a deal', () => {
  test('becomes signed while someone works a lead of its customer', async () => {
    const { db } = stage.platform;
    const buyer = await addCustomer(seller);
    const interests = [{ year: 2024, make: 'Ford', model: 'Bronco', trim: 'Badlands' }];
    const { body: lead } = await seller.client.raw('POST', '/api/leads', {
      body: {
        clientId: crypto.randomUUID(),
        store: 'ford',
        customerId: buyer.id,
        type: 'internet',
        interests,
        comments: '',
      },
    });
    const deal = await create(seller, buyer.id);
    const { signing } = await db.transaction().execute(async (tx) => {
      // As `answerLead` does: first the lead, then its customer.
      await sql`select from leads where id = ${lead.id} for update`.execute(tx);
      const signing = move(seller, deal, 'signed');
      await expect.poll(countWaiting).toBe(1);
      await sql`update customers set last_activity_at = now() where id = ${buyer.id}`.execute(tx);
      return { signing };
    });
    expect((await signing).status).toBe(200);
    const { body: sold } = await seller.client.raw('GET', `/api/leads/${lead.id}`);
    expect(sold.status).toBe('sold');
  });

  /** Transactions that wait for a row. */
  const countWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(stage.platform.db);
    return rows[0]?.waiting;
  };

  test.each(statuses)('%s allows exactly the listed changes', async (from) => {
    const deal = await moveThrough(manager, await create(seller, customer.id), ...paths[from]);
    const seen = (await fetchDeal(seller, deal.id)).body.may.become.map(({ status }) => status);
    for (const to of statuses.filter((one) => !nextStatuses[from].includes(one))) {
      expect((await move(manager, deal, to, { reason })).status, to).toBe(409);
    }
    for (const to of nextStatuses[from].filter((one) => !seen.includes(one))) {
      expect((await move(seller, deal, to, { reason })).status, to).toBe(403);
    }
    for (const { status, needsReason } of deal.may.become) {
      if (needsReason) expect((await move(manager, deal, status)).status, status).toBe(400);
    }
    expect((await fetchDeal(seller, deal.id)).body).toMatchObject({ status: from });
  });

  test('is dated in the group time zone, and undated when undone', async () => {
    const deal = await moveThrough(manager, await create(seller, customer.id), 'signed');
    expect(deal).toMatchObject({ signedOn: today(), deliveredOn: null, fundedOn: null });
    const delivery = await move(manager, deal, 'delivered', { miles: 31 });
    expect(delivery.body).toMatchObject({ deliveredOn: today(), milesAtDelivery: 31 });
    const funded = await moveThrough(manager, delivery.body, 'funded');
    expect(funded).toMatchObject({ fundedOn: today(), milesAtDelivery: 31, may: { edit: false } });
    const back = await moveThrough(manager, funded, 'delivered');
    expect(back).toMatchObject({ deliveredOn: today(), fundedOn: null });
    const open = await moveThrough(manager, back, 'signed', 'open');
    expect(open).toMatchObject({ signedOn: null, deliveredOn: null, milesAtDelivery: null });
  });

  test('is recorded with its reason', async () => {
    const deal = await moveThrough(manager, await create(seller, customer.id), 'signed');
    await move(manager, deal, 'canceled', { reason: 'The bank said no' });
    expect((await events(seller, deal.id))[0]?.data).toEqual({
      kind: 'status',
      from: 'signed',
      to: 'canceled',
      reason: 'The bank said no',
    });
    const logged = await stage.log(deal.id);
    expect(logged.map(({ action }) => action)).toContain('deal.status_changed');
  });

  test('needs a price to be signed', async () => {
    const deal = await create(seller, customer.id, { priceCents: 0 });
    expect((await move(seller, deal, 'signed')).status).toBe(409);
  });

  test('refuses one of two concurrent changes', async () => {
    const deal = await create(seller, customer.id);
    const responses = await Promise.all([
      move(seller, deal, 'signed'),
      move(manager, deal, 'canceled', { reason }),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('keeps its history forever', async () => {
    const deal = await create(seller, customer.id);
    const { db } = stage.platform;
    const deletion = db.deleteFrom('deals').where('id', '=', deal.id).execute();
    await expect(deletion).rejects.toThrow('only ever added to');
    const historyUpdate = db.updateTable('deal_events').set({ kind: 'changed' }).execute();
    await expect(historyUpdate).rejects.toThrow('only ever added to');
  });
});

describe('the vehicle of a deal', () => {
  const sell = async () => {
    const car = await addCar(stage.inventoryManager);
    return { car, deal: await create(seller, customer.id, { vehicleId: car.id }) };
  };
  const statusOf = async (id: number) => (await fetchCar(stage.inventoryManager, id)).status;

  test('follows the status and back, although the seller has no inventory access', async () => {
    const { car, deal } = await sell();
    expect(await statusOf(car.id)).toBe('frontline');
    const signed = (await move(seller, deal, 'signed')).body;
    expect(await statusOf(car.id)).toBe('sold');
    const delivered = (await move(manager, signed, 'delivered')).body;
    expect(await fetchCar(stage.inventoryManager, car.id)).toMatchObject({
      status: 'delivered',
      inStock: false,
      acquiredOn: car.acquiredOn,
    });
    const back = await moveThrough(manager, delivered, 'signed');
    expect(await statusOf(car.id)).toBe('sold');
    await moveThrough(manager, back, 'open');
    expect(await fetchCar(stage.inventoryManager, car.id)).toMatchObject({
      status: 'frontline',
      inStock: true,
      acquiredOn: car.acquiredOn,
      acquiredFrom: 'factory',
    });
    const history = await stage.inventoryManager.client.call(listHistory, {
      params: { vehicleId: car.id },
    });
    const changes = history.body.flatMap(({ data }) => (data.kind === 'status' ? [data] : []));
    expect(changes.slice(0, 4)).toEqual(
      [
        ['sold', 'frontline'],
        ['delivered', 'sold'],
        ['sold', 'delivered'],
        ['frontline', 'sold'],
      ].map(([from, to]) => ({ kind: 'status', from, to, reason: `Deal ${deal.number}` })),
    );
  });

  test.each([[['signed']], [['signed', 'delivered']]] as Status[][][])(
    'is free again when %s is canceled',
    async (path) => {
      const { car, deal } = await sell();
      await moveThrough(manager, deal, ...path, 'canceled');
      expect(await statusOf(car.id)).toBe('frontline');
      const next = await create(seller, customer.id, { vehicleId: car.id });
      await moveThrough(manager, next, 'signed');
      expect(await statusOf(car.id)).toBe('sold');
    },
  );

  test('is sold in recon, and still there when the deal is undone', async () => {
    const { car, deal } = await sell();
    const { version } = await fetchCar(stage.inventoryManager, car.id);
    await stage.inventoryManager.client.call(setVehicleStatus, {
      params: { vehicleId: car.id },
      body: { version, status: 'recon' },
    });
    const { body: signed } = await move(seller, deal, 'signed');
    expect(await fetchCar(stage.inventoryManager, car.id)).toMatchObject({
      status: 'sold',
      place: 'recon',
    });
    await moveThrough(manager, signed, 'open');
    expect(await fetchCar(stage.inventoryManager, car.id)).toMatchObject({
      status: 'recon',
      recon: { stage: 'intake' },
    });
  });

  test('is sold in transit, delivered only once it is here, and in transit again when undone', async () => {
    const presold = await addCar(stage.inventoryManager, { status: 'in_transit' });
    const deal = await create(seller, customer.id, { vehicleId: presold.id });
    const { body: signed } = await move(seller, deal, 'signed');
    const early = await move(manager, signed, 'delivered');
    expect([early.status, early.body]).toMatchObject([
      409,
      { error: 'This vehicle is still in transit. Receive it before it’s delivered.' },
    ]);
    await moveThrough(manager, signed, 'open');
    expect(await statusOf(presold.id)).toBe('in_transit');
  });

  test('is kept by a deposit of another customer until that ends', async () => {
    const { car, deal } = await sell();
    const other = await addCustomer(seller);
    const cashier = await stage.addEmployee({
      ...costAccess,
      pagePermissions: ['fleet_operations', 'customer_management'],
    });
    const { version } = await fetchCar(stage.inventoryManager, car.id);
    const { body: deposit } = await cashier.client.call(takeDeposit, {
      params: { vehicleId: car.id },
      body: {
        clientId: crypto.randomUUID(),
        version,
        customerId: other.id,
        cents: 50_000,
        expiresOn: addDays(today(), 3),
      },
    });
    const refused = await move(seller, deal, 'signed');
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        error:
          'This vehicle has a deposit from another customer. Refund or forfeit that deposit first.',
      },
    ]);
    const params = { depositId: deposit.id };
    await cashier.client.call(endDeposit, { params, body: { outcome: 'refunded', reason } });
    expect((await move(seller, deal, 'signed')).status).toBe(200);
  });

  test('goes to no other customer, and is delivered to none, while a deposit keeps it', async () => {
    const { car, deal } = await sell();
    const cashier = await stage.addEmployee({
      ...costAccess,
      pagePermissions: ['fleet_operations', 'customer_management'],
    });
    const { version } = await fetchCar(stage.inventoryManager, car.id);
    await cashier.client.call(takeDeposit, {
      params: { vehicleId: car.id },
      body: {
        clientId: crypto.randomUUID(),
        version,
        customerId: customer.id,
        cents: 50_000,
        expiresOn: addDays(today(), 3),
      },
    });
    const { body: signed } = await move(seller, deal, 'signed');
    const other = await addCustomer(seller);
    // As the undo of a merge can leave it.
    const giveDepositTo = ({ id }: { id: number }) =>
      sql`update stock_deposits set customer_id = ${id} where unit_id = ${car.id}`.execute(
        stage.platform.db,
      );
    const expectRefused = ({ status, body }: Awaited<ReturnType<typeof save>>) =>
      expect([status, body]).toMatchObject([
        409,
        { error: expect.stringContaining('has a deposit from another customer') },
      ]);
    expectRefused(await save(manager, signed, { customerId: other.id }));
    await giveDepositTo(other);
    expectRefused(await move(manager, signed, 'delivered'));
    const { body: changed } = await save(manager, signed, { customerId: other.id });
    expectRefused(await save(manager, changed, { customerId: customer.id }));
    expect((await move(manager, changed, 'delivered')).status).toBe(200);
  });

  test('prevents signing with a reason if it cannot be sold', async () => {
    const { car, deal } = await sell();
    const { version } = await fetchCar(stage.inventoryManager, car.id);
    await stage.inventoryManager.client.call(setVehicleStatus, {
      params: { vehicleId: car.id },
      body: { version, status: 'wholesale', reason },
    });
    const refused = await move(seller, deal, 'signed');
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: expect.stringContaining('This vehicle is wholesaled') },
    ]);
    expect((await fetchDeal(seller, deal.id)).body).toMatchObject({ status: 'open', version: 1 });
  });

  test('cannot be replaced while the deal is signed', async () => {
    const { deal } = await sell();
    const signed = await moveThrough(manager, deal, 'signed');
    const other = await addCar(stage.inventoryManager);
    expect((await save(manager, signed, { vehicleId: other.id })).status).toBe(409);
    expect(
      (await save(manager, signed, { vehicleId: null, vehicle: '2020 Ford Edge' })).status,
    ).toBe(409);
    expect((await save(manager, signed, { note: 'Fine' })).status).toBe(200);
  });

  test('is not sold again after it has left', async () => {
    const { car, deal } = await sell();
    await moveThrough(manager, deal, 'signed', 'delivered', 'funded');
    const again = await create(seller, customer.id).then((fresh) =>
      save(seller, fresh, { vehicleId: car.id }),
    );
    expect([again.status, again.body]).toMatchObject([
      409,
      { error: 'This vehicle is delivered.' },
    ]);
  });

  test('that came back in trade is sold again as a new stay, and the first deal keeps its own', async () => {
    const { car, deal } = await sell();
    const funded = await moveThrough(manager, deal, 'signed', 'delivered', 'funded');
    const back = await addCar(stage.inventoryManager, { vin: car.vin, acquiredFrom: 'trade' });
    expect(back.id).not.toBe(car.id);
    const second = await create(seller, customer.id, { vehicleId: back.id });
    await moveThrough(manager, second, 'signed');
    const delivered = await moveThrough(manager, funded, 'delivered');
    const refused = await move(manager, delivered, 'signed', { reason });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: `This vehicle came back and is in stock as ${back.stockNumber}.` },
    ]);
    await moveThrough(manager, delivered, 'canceled');
    expect(await statusOf(car.id)).toBe('delivered');
    expect(await statusOf(back.id)).toBe('sold');
  });
});
