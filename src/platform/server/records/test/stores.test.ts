import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access } from '../../../contract/access.ts';
import { createScratch } from '../../db/test/scratch.ts';
import type { Actor } from '../../http/actor.ts';
import {
  assertVisible,
  inStores,
  lockVisible,
  ownStores,
  type Viewer,
  visibleStores,
} from '../stores.ts';

const viewer = (storeAccess: string[], more: Partial<Actor> = {}): Viewer => ({
  role: 'employee',
  storeAccess,
  pagePermissions: ['fleet_operations'],
  featurePermissions: ['view_data'],
  ...more,
});

describe('the stores of a user', () => {
  test('are all of them for `all`, and no unknown ones', () => {
    expect(ownStores(viewer(['all']))).toEqual(['ford', 'hyundai', 'chevrolet']);
    expect(ownStores(viewer(['ford', 'closed']))).toEqual(['ford']);
    expect(ownStores(viewer([]))).toEqual([]);
  });

  test('are visible only with the access', () => {
    const access: Access = { page: 'fleet_operations', feature: 'view_data' };
    expect(visibleStores(viewer(['ford']), access)).toEqual(['ford']);
    expect(visibleStores(viewer(['all'], { featurePermissions: [] }), access)).toEqual([]);
    expect(visibleStores(viewer(['all'], { pending: true }), access)).toEqual([]);
  });
});

describe('records', () => {
  let scratch: Awaited<ReturnType<typeof createScratch>>;
  beforeAll(async () => {
    scratch = await createScratch();
    await scratch.pool.query(`create table cars (id integer primary key, store text not null);
      insert into cars values (1, 'ford'), (2, 'hyundai')`);
  });
  afterAll(() => scratch.drop());

  test('are found by a condition on the store', async () => {
    const idsIn = async (stores: Parameters<typeof inStores>[1]) => {
      const rows = await scratch.db
        .selectFrom('cars')
        .select('id')
        .where(inStores('cars.store', stores))
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    };
    expect(await idsIn(['ford', 'hyundai'])).toEqual([1, 2]);
    expect(await idsIn(['hyundai'])).toEqual([2]);
    expect(await idsIn([])).toEqual([]);
  });

  test('are visible at one of the stores; all others do not exist', async () => {
    const { db } = scratch;
    expect(await assertVisible(db, { table: 'cars', id: 1, stores: ['ford'] })).toBe('ford');
    const missing = { code: 'not_found' };
    const refused = [
      { table: 'cars', id: 1, stores: ['hyundai'] as const },
      { table: 'cars', id: 1, stores: [] },
      { table: 'cars', id: 3, stores: ['ford'] as const },
    ];
    for (const record of refused) {
      await expect(assertVisible(db, record)).rejects.toMatchObject(missing);
      await expect(lockVisible(db, record)).rejects.toMatchObject(missing);
    }
  });

  test('can be locked until the end of the transaction', async () => {
    const { db, pool } = scratch;
    await db.transaction().execute(async (tx) => {
      await lockVisible(tx, { table: 'cars', id: 1, stores: ['ford'] });
      const { rows } = await pool.query('select id from cars order by id for update skip locked');
      expect(rows).toEqual([{ id: 2 }]);
    });
    const { rows } = await pool.query('select id from cars for update skip locked');
    expect(rows).toHaveLength(2);
  });
});
