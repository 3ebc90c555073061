import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { lastEight } from '../../vin/contract.ts';
import { findCards, type RecordKind } from '../contract.ts';
import { accord, carSource, fillCars, kona, queryCount, truck, vue } from './cars.ts';

let forecourt: TestForecourt;
let client: Client;
let userId: number;

beforeAll(async () => {
  forecourt = await startForecourt({ records: carSource });
  fillCars();
  client = await forecourt.signIn('tyler.boone');
  const { id } = await forecourt.platform.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'tyler.boone')
    .executeTakeFirstOrThrow();
  userId = id;
});
afterAll(() => forecourt.stop());

async function set(fields: object): Promise<void> {
  const { db } = forecourt.platform;
  await db.updateTable('users').set(fields).where('id', '=', userId).execute();
}
const fullAccess = {
  store_access: ['ford'],
  page_permissions: ['fleet_operations'],
  feature_permissions: ['view_data'],
};
const fetchCards = (references: { kind: RecordKind; key: string }[], who = client) =>
  who.call(findCards, { body: { references } });
const vehicles = (...keys: string[]) => keys.map((key) => ({ kind: 'vehicle' as const, key }));
async function seen(...keys: string[]): Promise<string[]> {
  const { status, body } = await fetchCards(vehicles(...keys));
  expect(status).toBe(200);
  return body.map(({ key, card }) => `${key} ${card.title}`);
}

describe('a record card', () => {
  test('is found by VIN, last eight and stock number', async () => {
    await set(fullAccess);
    expect(
      await seen(`vin:${truck.vin}`, `vin8:${lastEight(truck.vin)}`, `stock:${truck.stock}`),
    ).toEqual([
      `vin:${truck.vin} ${truck.title}`,
      `vin8:${lastEight(truck.vin)} ${truck.title}`,
      `stock:${truck.stock} ${truck.title}`,
    ]);
  });

  test('is absent without access to the store, as if there were no such record', async () => {
    await set(fullAccess);
    const { body: forbidden } = await fetchCards(vehicles(`vin:${kona.vin}`));
    const { body: unknown } = await fetchCards(vehicles('vin:11111111111111111'));
    expect([forbidden, unknown]).toEqual([[], []]);
    await set({ ...fullAccess, store_access: ['hyundai'] });
    expect(await seen(`vin:${kona.vin}`)).toEqual([`vin:${kona.vin} ${kona.title}`]);
    await set({ ...fullAccess, store_access: ['all'] });
    expect(await seen(`vin:${kona.vin}`, `vin:${truck.vin}`)).toHaveLength(2);
  });

  test.each([
    ['the page', { page_permissions: ['dashboard'] }],
    ['the feature', { feature_permissions: [] }],
  ])('is absent without %s, even if the source returned it', async (_, missing) => {
    await set({ ...fullAccess, ...missing });
    expect(await seen(`vin:${truck.vin}`)).toEqual([]);
    await set({ ...fullAccess, page_permissions: ['all'], feature_permissions: ['full_access'] });
    expect(await seen(`vin:${truck.vin}`)).toHaveLength(1);
  });

  test('for a stock number used at two stores comes from the stores one has access to', async () => {
    await set({ ...fullAccess, store_access: ['ford', 'chevrolet'] });
    expect(await seen('stock:A1234')).toEqual([
      `stock:A1234 ${accord.title}`,
      `stock:A1234 ${vue.title}`,
    ]);
    await set(fullAccess);
    expect(await seen('stock:A1234')).toEqual([`stock:A1234 ${accord.title}`]);
  });

  test('takes one query per kind, and none for a kind without a source', async () => {
    await set(fullAccess);
    const before = queryCount.queries;
    const many = vehicles(`vin:${truck.vin}`, `vin:${kona.vin}`, 'stock:A1234', 'stock:A1234');
    const { body } = await fetchCards([...many, { kind: 'deal', key: 'number:1234' }]);
    expect(body.map(({ card }) => card.title)).toEqual([truck.title, accord.title]);
    expect(queryCount.queries - before).toBe(1);
  });

  test('is for signed-in users, at most fifty at a time, by valid keys only', async () => {
    expect((await fetchCards([], forecourt.client())).status).toBe(401);
    expect((await fetchCards([])).body).toEqual([]);
    const many = Array.from({ length: 51 }, () => vehicles('stock:1')).flat();
    expect((await fetchCards(many)).status).toBe(400);
    expect((await fetchCards(many.slice(1))).status).toBe(200);
    for (const key of ['1', 'vin:', "stock:'; --", 'id:1', 'stock:a1']) {
      expect((await fetchCards(vehicles(key))).status).toBe(400);
    }
  });
});
