import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { mergeCustomers, undoMerge } from '../../customers/contract/merging.ts';
import { openCustomer } from '../../customers/contract/records.ts';
import { createDeal, setDueBillDone } from '../contract.ts';
import {
  addCar,
  addCustomer,
  costAccess,
  create,
  type DealStage,
  dealBody,
  events,
  fetchDeal,
  newVin,
  openDealStage,
  save,
  tryCreate,
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

describe('a deal', () => {
  test('is created with the next number of its store, its customer and its balance', async () => {
    const first = await create(seller, customer.id, {
      feesCents: 49_900,
      taxCents: 150_000,
      rebateCents: 100_000,
      downCents: 300_000,
      trade: { vehicle: '2018 Kia Sorento', allowanceCents: 900_000, payoffCents: 400_000 },
      products: [{ kind: 'gap', provider: 'Prairie', priceCents: 89_500 }],
      dueBills: [{ what: 'Second key' }, { what: 'Floor mats', isDone: true }],
    });
    const second = await create(seller, customer.id);
    expect(first).toMatchObject({
      status: 'open',
      type: 'retail',
      customer: { id: customer.id, name: customer.name },
      salesperson: { id: seller.id },
      signedOn: null,
      productCount: 1,
      dueBillCount: 1,
      balanceCents: 2_500_000 + 49_900 + 150_000 + 89_500 - 100_000 - 300_000 - 900_000 + 400_000,
      trade: { vehicle: '2018 Kia Sorento', allowanceCents: 900_000, payoffCents: 400_000 },
      may: { edit: true, seeCost: false },
    });
    expect(first.dueBills.map(({ doneBy }) => doneBy === null)).toEqual([true, false]);
    expect(Number(second.number)).toBe(Number(first.number) + 1);
    expect(second).toMatchObject({ trade: null, products: [], dueBills: [] });
  });

  test('takes vehicle and cost from stock, whatever the form sends', async () => {
    const car = await addCar(stage.inventoryManager);
    const deal = await create(seller, customer.id, {
      vehicleId: car.id,
      vehicle: 'Something else',
      condition: 'used',
    });
    expect(deal).toMatchObject({
      vehicleId: car.id,
      vehicle: '2024 Ford F-150 XLT',
      vin: car.vin,
      stockNumber: car.stockNumber,
      condition: 'new',
    });
    expect((await fetchDeal(manager, deal.id)).body.costs).toEqual({
      costCents: 3_000_000,
      reconCents: 0,
      packCents: 40_000,
      reserveCents: 0,
    });
  });

  test('reserves its vehicle', async () => {
    const car = await addCar(stage.inventoryManager);
    const deal = await create(seller, customer.id, { vehicleId: car.id });
    const again = await tryCreate(seller, customer.id, { vehicleId: car.id });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      error: `This vehicle is already on deal ${deal.number}.`,
      fields: { vehicleId: expect.any(String) },
    });
    const contested = await addCar(stage.inventoryManager);
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => tryCreate(seller, customer.id, { vehicleId: contested.id })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });

  test('is created once, also on concurrent repeats', async () => {
    const car = await addCar(stage.inventoryManager);
    const body = dealBody(seller, customer.id, { vehicleId: car.id }) as never;
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => seller.client.call(createDeal, { body })),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
  });

  test('gets its own number, also on concurrent requests', async () => {
    const written = await Promise.all(
      Array.from({ length: 12 }, () => create(seller, customer.id)),
    );
    expect(new Set(written.map(({ number }) => number)).size).toBe(12);
  });

  test('accepts a number entered by hand, unique per store', async () => {
    await create(seller, customer.id, { number: 'fd4711' });
    const again = await tryCreate(seller, customer.id, { number: 'FD4711' });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ fields: { number: expect.any(String) } });
  });

  test('is rejected field by field, and nothing is stored', async () => {
    const hyundai = await addCar(
      await stage.addEmployee({
        ...costAccess,
        pagePermissions: ['fleet_operations'],
        storeAccess: ['hyundai'],
      }),
      { store: 'hyundai' },
    );
    const systemUser = await stage.addEmployee({ protection: 'system_bot' });
    const trade = { vehicle: '2018 Kia Sorento', allowanceCents: 1 };
    const wrong: [object, string][] = [
      [{ vehicle: ' ' }, 'vehicle'],
      [{ vin: '1FTFW3L51RK91059O' }, 'vin'],
      [{ number: '12' }, 'number'],
      [{ vehicleId: hyundai.id }, 'vehicleId'],
      [{ vehicleId: 999_999 }, 'vehicleId'],
      [{ salespersonId: 999_999 }, 'salespersonId'],
      [{ salespersonId: 2_147_483_648 }, 'salespersonId'],
      [{ secondSalespersonId: seller.id }, 'secondSalespersonId'],
      [{ secondSalespersonId: stage.admin.id }, 'secondSalespersonId'],
      [{ financeManagerId: stage.admin.id }, 'financeManagerId'],
      [{ salespersonId: systemUser.id }, 'salespersonId'],
      [{ store: 'hyundai' }, 'store'],
      [{ priceCents: -1 }, 'priceCents'],
      [{ priceCents: 1e15 }, 'priceCents'],
      [{ priceCents: 0.5 }, 'priceCents'],
      [{ rate: 4_001 }, 'rate'],
      [{ termMonths: 0 }, 'termMonths'],
      [{ trade: { ...trade, vehicle: '' } }, 'trade.vehicle'],
      [{ trade: { ...trade, allowanceCents: -5 } }, 'trade.allowanceCents'],
      [{ products: [{ kind: 'boat', priceCents: 1 }] }, 'products.0.kind'],
      [{ products: Array.from({ length: 21 }, () => ({ kind: 'gap' })) }, 'products'],
      [{ dueBills: [{ what: '' }] }, 'dueBills.0.what'],
      [{ dueBills: Array.from({ length: 31 }, () => ({ what: 'Mats' })) }, 'dueBills'],
      [{ note: 'x'.repeat(2_001) }, 'note'],
    ];
    for (const [overrides, field] of wrong) {
      const clientId = crypto.randomUUID();
      const { status, body } = await tryCreate(seller, customer.id, { ...overrides, clientId });
      expect([status, Object.keys((body as never as { fields: object }).fields)]).toEqual([
        400,
        [field],
      ]);
      expect(await count(clientId)).toBe(0);
    }
    const nul = await tryCreate(seller, customer.id, { note: 'a\u0000b' });
    expect(nul.status).toBe(400);
  });

  const count = async (clientId: string) => {
    const { db } = stage.platform;
    const rows = await db
      .selectFrom('deals')
      .where('client_id', '=', clientId)
      .select('id')
      .execute();
    return rows.length;
  };

  test('is rejected for a customer of another store', async () => {
    const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
    const hyundaiCustomer = await addCustomer(hyundai, 'hyundai');
    expect((await tryCreate(seller, hyundaiCustomer.id)).status).toBe(404);
    expect((await tryCreate(seller, 999_999)).status).toBe(404);
  });

  test('cannot be created with read access only', async () => {
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    expect((await tryCreate(reader, customer.id)).status).toBe(403);
    const deal = await create(seller, customer.id);
    expect((await fetchDeal(reader, deal.id)).body.may).toEqual({
      edit: false,
      seeCost: false,
      takeTrade: false,
      keepPromises: false,
      become: [],
      correct: [],
    });
    expect((await save(reader, deal, { note: 'Mine' })).status).toBe(403);
  });
});

describe('saving', () => {
  test('stores the changes and their author', async () => {
    const other = await stage.addEmployee();
    const deal = await create(seller, customer.id);
    const { status, body } = await save(seller, deal, {
      priceCents: 2_450_000,
      secondSalespersonId: other.id,
      products: [{ kind: 'gap', priceCents: 89_500 }],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      productCount: 1,
      version: 2,
      secondSalesperson: { id: other.id },
    });
    expect((await events(seller, deal.id)).map(({ data }) => data)).toEqual([
      { kind: 'parts', what: ['products'] },
      {
        kind: 'changed',
        fields: [
          { name: 'secondSalesperson', from: null, to: other.id },
          { name: 'priceCents', from: 2_500_000, to: 2_450_000 },
        ],
      },
      { kind: 'written', number: deal.number },
    ]);
  });

  test('to another customer of the same name is a change', async () => {
    const namesake = await addCustomer(seller);
    const { db } = stage.platform;
    const name = customer.name.split(' ').at(-1) ?? '';
    await db
      .updateTable('customers')
      .set({ last_name: name })
      .where('id', '=', namesake.id)
      .execute();
    const deal = await create(seller, customer.id);
    const { body } = await save(seller, deal, { customerId: namesake.id });
    expect(body.customer).toEqual({ id: namesake.id, name: customer.name });
    expect((await events(seller, deal.id))[0]?.data).toMatchObject({ kind: 'changed' });
  });

  test('through a merge leaves the deal with its customer, who has it again when that is undone', async () => {
    const [kept, merged] = [await addCustomer(manager), await addCustomer(manager)];
    const deal = await create(seller, merged.id);
    const version = async (customerId: number) =>
      (await manager.client.call(openCustomer, { params: { customerId } })).body.version;
    const { body: survivor } = await manager.client.call(mergeCustomers, {
      params: { customerId: kept.id },
      body: {
        otherId: merged.id,
        version: await version(kept.id),
        otherVersion: await version(merged.id),
      },
    });
    // The first form was opened before the merge.
    await save(seller, deal, { note: 'Before' });
    const { body: shown } = await fetchDeal(seller, deal.id);
    expect(shown.customer.id).toBe(kept.id);
    expect((await save(seller, shown, { note: 'After' })).status).toBe(200);
    const mergeId = survivor.merged[0]?.mergeId ?? 0;
    await manager.client.call(undoMerge, { params: { mergeId } });
    const { body: restored } = await fetchDeal(seller, deal.id);
    expect([restored.customer.id, restored.note]).toEqual([merged.id, 'After']);
  });

  test('keeps the value of a trade-in that only its description or VIN is corrected of', async () => {
    const trade = { vehicle: '2018 Kia Sorento', allowanceCents: 900_000, acvCents: 850_000 };
    const acvOf = async (dealId: number) => (await fetchDeal(manager, dealId)).body.trade?.acvCents;
    const deal = await create(manager, customer.id, { trade, salespersonId: seller.id });
    const vin = newVin();
    const corrected = { vehicle: trade.vehicle, vin, allowanceCents: 900_000 };
    const { body: withVin } = await save(seller, deal, { trade: corrected });
    const { body: renamed } = await save(seller, withVin, {
      trade: { ...corrected, vehicle: '2018 Kia Sorento LX' },
    });
    expect(await acvOf(deal.id)).toBe(850_000);
    await save(seller, renamed, { trade: { vehicle: '2011 Ford Focus', allowanceCents: 100_000 } });
    expect(await acvOf(deal.id)).toBeUndefined();
  });

  test('clears a cost that is emptied, and keeps one that is omitted', async () => {
    const deal = await create(manager, customer.id, {
      trade: { vehicle: '2018 Kia Sorento', allowanceCents: 900_000, acvCents: 850_000 },
      products: [
        { kind: 'gap', priceCents: 89_500, costCents: 30_000 },
        { kind: 'key', priceCents: 20_000, costCents: 10_000 },
      ],
    });
    const [gap, key] = deal.products.map(({ id, kind, priceCents }) => ({ id, kind, priceCents }));
    const { body } = await save(manager, deal, {
      trade: { vehicle: '2018 Kia Sorento', allowanceCents: 900_000, acvCents: null },
      products: [{ ...gap, costCents: null }, key],
    });
    expect(body.trade?.acvCents).toBeUndefined();
    expect(body.products.map(({ costCents }) => costCents)).toEqual([undefined, 10_000]);
    expect((await save(seller, body, { products: [{ ...gap, costCents: null }] })).status).toBe(
      403,
    );
  });

  test('without changes does nothing', async () => {
    const car = await addCar(stage.inventoryManager);
    const deal = await create(seller, customer.id, {
      vehicleId: car.id,
      trade: { vehicle: '2018 Kia Sorento', allowanceCents: 100 },
      products: [{ kind: 'gap', priceCents: 89_500 }],
      dueBills: [{ what: 'Mats' }],
    });
    const { body } = await save(seller, deal);
    expect(body.version).toBe(deal.version);
    expect(await events(seller, deal.id)).toHaveLength(1);
  });

  test('over a newer version is rejected', async () => {
    const deal = await create(seller, customer.id);
    await save(manager, deal, { note: 'From the manager' });
    const late = await save(seller, deal, { note: 'From the salesperson' });
    expect(late.status).toBe(409);
    expect((await fetchDeal(seller, deal.id)).body.note).toBe('From the manager');
  });

  test('with another vehicle takes the costs of that vehicle', async () => {
    const [first, second] = [
      await addCar(stage.inventoryManager),
      await addCar(stage.inventoryManager, { costCents: 2_000_000, packCents: 10_000 }),
    ];
    const deal = await create(seller, customer.id, { vehicleId: first?.id });
    const saved = await save(seller, deal, { vehicleId: second?.id });
    expect(saved.body).toMatchObject({ vin: second?.vin, stockNumber: second?.stockNumber });
    const seen = (await fetchDeal(manager, deal.id)).body;
    expect(seen.costs).toMatchObject({ costCents: 2_000_000, packCents: 10_000 });
    // The first vehicle is available again.
    await create(seller, customer.id, { vehicleId: first?.id });
    expect((await save(seller, saved.body, { vehicleId: first?.id })).status).toBe(409);
    const described = await save(seller, saved.body, {
      vehicleId: null,
      vehicle: '2020 Ford Edge',
    });
    expect((await fetchDeal(manager, described.body.id)).body.costs).toMatchObject({
      costCents: 0,
    });
  });
});

describe('a due bill', () => {
  test('is completed with author and time, also on a closed deal', async () => {
    const deal = await create(seller, customer.id, {
      dueBills: [{ what: 'Mats' }, { what: 'Key' }],
    });
    const [mats, key] = deal.dueBills;
    const setDone = (by: StageUser, dueBillId: number, isDone: boolean, dealId = deal.id) =>
      by.client.call(setDueBillDone, { params: { dealId, dueBillId }, body: { isDone } });
    const completed = await setDone(seller, mats?.id ?? 0, true);
    expect(completed.body.dueBills[0]).toMatchObject({
      what: 'Mats',
      doneBy: expect.stringMatching('Nora'),
    });
    expect(completed.body.dueBillCount).toBe(1);
    const again = await setDone(manager, mats?.id ?? 0, true);
    expect(again.body).toMatchObject({
      version: completed.body.version,
      dueBills: completed.body.dueBills,
    });
    // Renamed and reordered, each due bill keeps its id.
    const saved = await save(seller, completed.body, {
      dueBills: [
        { id: key?.id, what: 'Second key' },
        { id: mats?.id, what: 'Mats', isDone: true },
        { what: 'Tint' },
      ],
    });
    expect(saved.body.dueBills.map(({ id }) => id).slice(0, 2)).toEqual([key?.id, mats?.id]);
    expect(saved.body.dueBills[1]).toEqual(completed.body.dueBills[0]);
    const undone = await setDone(seller, mats?.id ?? 0, false);
    expect(undone.body.dueBills[1]).toMatchObject({ doneAt: null, doneBy: null });
    expect((await events(seller, deal.id)).map(({ data }) => data).slice(0, 2)).toEqual([
      { kind: 'due_bill', what: 'Mats', isDone: false },
      { kind: 'parts', what: ['due_bills'] },
    ]);
    const other = await create(seller, customer.id);
    expect((await setDone(seller, mats?.id ?? 0, true, other.id)).status).toBe(404);
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    expect((await setDone(reader, mats?.id ?? 0, true)).status).toBe(403);
  });
});
