import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import { findCards } from '../../records/contract.ts';
import { recordScan } from '../../scanner/contract.ts';
import { lastEight } from '../../vin/contract.ts';
import { changeVehicle, vehicleChanged } from '../contract.ts';
import { notifyAlerts } from '../server/alerts.ts';
import { add, changeStatus, newVin, openVehicleStage, type VehicleStage } from './stage.ts';

const scanning: Partial<NewUser> = {
  pagePermissions: ['fleet_operations', 'utilities'],
  featurePermissions: ['view_data', 'create_records', 'financial_reports', 'utilities'],
};

let stage: VehicleStage;
let walt: StageUser;
let hyundai: StageUser;
beforeAll(async () => {
  stage = await openVehicleStage();
  walt = await stage.addEmployee(scanning);
  hyundai = await stage.addEmployee({
    ...scanning,
    storeAccess: ['hyundai'],
  });
});
afterAll(() => stage.stop());

describe('a vehicle mentioned in a message', () => {
  const cards = async ({ client }: StageUser, keys: string[]) => {
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
    expect(await cards(hyundai, keys)).toEqual([]);
    const noAccess = await stage.addEmployee({ featurePermissions: [] });
    expect(await cards(noAccess, keys)).toEqual([]);
  });
});

describe('a scan', () => {
  const scan = async ({ client }: StageUser, text: string) => {
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
    expect((await scan(hyundai, car.vin)).target).toBeNull();
    const reader = await stage.addEmployee({
      ...scanning,
      featurePermissions: ['view_data', 'utilities'],
    });
    expect(await scan(reader, newVin())).toEqual({ target: null, addHref: null });
  });
});

describe('a change', () => {
  test('is published to those who may see the vehicle only', async () => {
    const car = await add(walt);
    const [fordSocket, hyundaiSocket] = [await walt.client.socket(), await hyundai.client.socket()];
    const own = await add(hyundai, { store: 'hyundai' });
    expect(await hyundaiSocket.next(vehicleChanged.type)).toEqual({ id: own.id, store: 'hyundai' });
    const params = { vehicleId: car.id };
    await walt.client.call(changeVehicle, { params, body: { version: 1, keyTag: '17' } });
    expect(await fordSocket.next(vehicleChanged.type)).toEqual({ id: car.id, store: 'ford' });
    const second = await add(hyundai, { store: 'hyundai' });
    // The next event is their own: the change at Ford in between was not published here.
    expect(await hyundaiSocket.next(vehicleChanged.type)).toEqual({
      id: second.id,
      store: 'hyundai',
    });
    fordSocket.close();
    hyundaiSocket.close();
  });
});

describe('the managers of a store', () => {
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-CA');
  const notificationsOf = async (userId: number) => {
    const { db } = stage.platform;
    const rows = await db
      .selectFrom('notifications')
      .select(['title', 'message'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    return rows.map(({ title, message }) => `${title}: ${message}`);
  };

  test('are notified once of vehicles that are aged, over a recon limit or without a price', async () => {
    await notifyAlerts(stage.platform);
    const manager = await stage.addEmployee();
    const employee = await stage.addEmployee({ role: 'employee' });
    const other = await stage.addEmployee({ storeAccess: ['chevrolet'] });
    const at = (stockNumber: string, days: number, overrides = {}) =>
      add(manager, { stockNumber, acquiredOn: daysAgo(days), ...overrides });
    await at('AGE61', 62);
    await at('AGE95', 96);
    await at('AGE10', 10);
    const unpriced = await at('NOPRICE1', 1, { condition: 'new', listCents: null });
    await changeStatus(manager, unpriced, 'frontline');
    const slow = await at('SLOW1', 3);
    await changeStatus(manager, slow, 'recon');
    await stage.platform.db
      .updateTable('vehicle_recon_steps')
      .set({ entered_at: new Date(Date.now() - 30 * 3_600_000) })
      .where('unit_id', '=', slow.id)
      .execute();
    await notifyAlerts(stage.platform);
    const expected = [
      'Ford: 1 vehicle in stock for 60 days: AGE61',
      'Ford: 1 vehicle in stock for 90 days: AGE95',
      'Ford: 1 vehicle over the limit in reconditioning: SLOW1',
      'Ford: 1 vehicle on the frontline without a price: NOPRICE1',
    ];
    expect((await notificationsOf(manager.id)).toSorted()).toEqual(expected.toSorted());
    expect([await notificationsOf(employee.id), await notificationsOf(other.id)]).toEqual([[], []]);
    await notifyAlerts(stage.platform);
    expect(await notificationsOf(manager.id)).toHaveLength(4);
  });
});
