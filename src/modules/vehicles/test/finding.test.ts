import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import type { NewUser } from '../../people/server/public.ts';
import { findCards } from '../../records/contract.ts';
import { recordScan } from '../../scanner/contract.ts';
import { lastEight } from '../../vin/contract.ts';
import { changeVehicle, vehicleChanged } from '../contract.ts';
import { notifyAlerts } from '../server/alerts.ts';
import { add, become, type Lot, newVin, openLot } from './lot.ts';

const scanning: Partial<NewUser> = {
  pagePermissions: ['fleet_operations', 'utilities'],
  featurePermissions: ['view_data', 'create_records', 'financial_reports', 'utilities'],
};

let lot: Lot;
let walt: Employed;
let elsewhere: Employed;
beforeAll(async () => {
  lot = await openLot();
  walt = await lot.employ(scanning);
  elsewhere = await lot.employ({
    ...scanning,
    storeAccess: ['hyundai'],
  });
});
afterAll(() => lot.stop());

describe('a vehicle mentioned in a message', () => {
  const cards = async ({ client }: Employed, keys: string[]) => {
    const references = keys.map((key) => ({ kind: 'vehicle' as const, key }));
    return (await client.call(findCards, { body: { references } })).body;
  };

  test('is a card for those who may see it, by VIN, its last eight and its number', async () => {
    const car = await add(walt, { stockNumber: 'FX-7001', costCents: 3_333_300 });
    const keys = [`vin:${car.vin}`, `vin8:${lastEight(car.vin)}`, 'stock:FX7001'];
    const found = await cards(walt, keys);
    expect(found.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
    expect(found[0]?.card).toMatchObject({
      ref: { kind: 'vehicle', id: String(car.id) },
      title: '2024 Ford F-150 XLT',
      href: `/fleet?vehicle=${car.id}`,
    });
    expect(JSON.stringify(found)).not.toMatch(/33,333|cost/i);
    expect(await cards(elsewhere, keys)).toEqual([]);
    const noAccess = await lot.employ({ featurePermissions: [] });
    expect(await cards(noAccess, keys)).toEqual([]);
  });
});

describe('a scan', () => {
  const scan = async ({ client }: Employed, text: string) => {
    const body = { id: crypto.randomUUID(), text, source: 'typed' as const };
    const scannedAt = new Date().toISOString();
    const response = await client.call(recordScan, { body: { ...body, scannedAt } });
    return { target: response.body.target, addHref: response.body.addHref };
  };

  test('leads to the vehicle, or to the form to add it', async () => {
    const car = await add(walt, { stockNumber: 'FN777001' });
    const target = { title: 'FN777001', href: `/fleet?vehicle=${car.id}` };
    expect(await scan(walt, car.vin)).toMatchObject({ target, addHref: null });
    expect(await scan(walt, 'FN777001')).toMatchObject({ target, addHref: null });
    const vin = newVin();
    expect(await scan(walt, vin)).toEqual({ target: null, addHref: `/fleet?add=${vin}` });
  });

  test('never leads to a vehicle the user may not see', async () => {
    const car = await add(walt);
    expect((await scan(elsewhere, car.vin)).target).toBeNull();
    const reader = await lot.employ({
      ...scanning,
      featurePermissions: ['view_data', 'utilities'],
    });
    expect(await scan(reader, newVin())).toEqual({ target: null, addHref: null });
  });
});

describe('a change', () => {
  test('is published to those who may see the vehicle only', async () => {
    const car = await add(walt);
    const [near, far] = [await walt.client.socket(), await elsewhere.client.socket()];
    const own = await add(elsewhere, { store: 'hyundai' });
    expect(await far.next(vehicleChanged.type)).toEqual({ id: own.id, store: 'hyundai' });
    const params = { vehicleId: car.id };
    await walt.client.call(changeVehicle, { params, body: { version: 1, keyTag: '17' } });
    expect(await near.next(vehicleChanged.type)).toEqual({ id: car.id, store: 'ford' });
    const second = await add(elsewhere, { store: 'hyundai' });
    // The next event is their own: the change at Ford in between was not published here.
    expect(await far.next(vehicleChanged.type)).toEqual({ id: second.id, store: 'hyundai' });
    near.close();
    far.close();
  });
});

describe('the managers of a store', () => {
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-CA');
  const notificationsOf = async (userId: number) => {
    const { db } = lot.platform;
    const rows = await db
      .selectFrom('notifications')
      .select(['title', 'message'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    return rows.map(({ title, message }) => `${title}: ${message}`);
  };

  test('are notified once of vehicles that are aged, over a recon limit or without a price', async () => {
    await notifyAlerts(lot.platform);
    const manager = await lot.employ();
    const clerk = await lot.employ({ role: 'employee' });
    const other = await lot.employ({ storeAccess: ['chevrolet'] });
    const at = (stockNumber: string, days: number, overrides = {}) =>
      add(manager, { stockNumber, acquiredOn: daysAgo(days), ...overrides });
    await at('AGE61', 62);
    await at('AGE95', 96);
    await at('AGE10', 10);
    const unpriced = await at('NOPRICE1', 1, { condition: 'new', listCents: null });
    await become(manager, unpriced, 'frontline');
    const slow = await at('SLOW1', 3);
    await become(manager, slow, 'recon');
    await lot.platform.db
      .updateTable('vehicle_recon_steps')
      .set({ entered_at: new Date(Date.now() - 30 * 3_600_000) })
      .where('unit_id', '=', slow.id)
      .execute();
    await notifyAlerts(lot.platform);
    const expected = [
      'Ford: 1 vehicle in stock for 60 days: AGE61',
      'Ford: 1 vehicle in stock for 90 days: AGE95',
      'Ford: 1 vehicle over the limit in reconditioning: SLOW1',
      'Ford: 1 vehicle on the frontline without a price: NOPRICE1',
    ];
    expect((await notificationsOf(manager.id)).toSorted()).toEqual(expected.toSorted());
    expect([await notificationsOf(clerk.id), await notificationsOf(other.id)]).toEqual([[], []]);
    await notifyAlerts(lot.platform);
    expect(await notificationsOf(manager.id)).toHaveLength(4);
  });
});
