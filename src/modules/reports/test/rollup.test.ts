import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { readService } from '../server/reports/service/read.ts';
import { foldService } from '../server/rollup/fold.ts';
import { openRollupStage, type RollupStage } from './rollup-stage.ts';
import { at, foldNow, queryOf, zone } from './service-stage.ts';

let stage: RollupStage;
beforeAll(async () => {
  stage = await openRollupStage();
});
beforeEach(() => stage.reset());
afterAll(() => stage.stop());

const done = { hours_flagged: 100, labor_sale_cents: 12_000, labor_cost_cents: 3_000 };
const closed = { store: 'ford', status: 'closed', closed_at: '2026-03-10T21:00:00Z' };

/** A transaction that stays open until `commit` is called. */
function openTransaction(work: (tx: Db<AnyTables>) => Promise<unknown>) {
  const worked = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const over = stage.db.transaction().execute(async (tx) => {
    await work(tx);
    worked.resolve();
    await end.promise;
  });
  over.catch(worked.reject);
  return {
    worked: worked.promise,
    commit: () => {
      end.resolve();
      return over;
    },
  };
}

const untilWaiting = () =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks
        where not granted and pid in (select pid from pg_stat_activity
          where datname = current_database())`.execute(stage.db);
      return rows[0]?.n;
    })
    .toBeGreaterThan(0);

const lineOf = (tx: Db<AnyTables>, repair_order_id: number, position: number) =>
  tx
    .insertInto('repair_order_lines')
    .values({ repair_order_id, position, pay_type: 'customer', complaint: 'Oil', ...done })
    .execute();
const close = (tx: Db<AnyTables>, id: number) =>
  tx.updateTable('repair_orders').set(closed).where('id', '=', id).execute();

describe('the service rollup', () => {
  test('is used, except for changed orders', async () => {
    const id = await stage.order({}, [done]);
    await foldNow(stage.db);
    expect(await stage.count('report_service_stale')).toBe(0);
    expect(await stage.count('report_service_days')).toBeGreaterThan(0);
    // Tampers with the rollup to see where figures come from.
    await sql`update report_service_days set hours_flagged = 7700`.execute(stage.db);
    const hours = async () =>
      (await readService(stage.db, queryOf('2026-03-01', '2026-03-31'), 'store')).total.hours;
    expect(await hours()).toBe(77);
    await stage.line(id, 2, done);
    expect(await hours()).toBe(2);
    await foldNow(stage.db);
    expect(await stage.count('report_service_stale')).toBe(0);
    await stage.expectSame();
  });

  test('ignores open orders and irrelevant changes', async () => {
    const open = await stage.order({ status: 'open', closed_at: null }, [done]);
    await stage.line(open, 2, done);
    const id = await stage.order({}, [done]);
    await foldNow(stage.db);
    await sql`update repair_orders set note = 'Called', version = version + 1`.execute(stage.db);
    expect(await stage.count('report_service_stale')).toBe(0);
    await sql`update repair_orders set advisor_id = ${stage.people[0]} where id = ${id}`.execute(
      stage.db,
    );
    expect(await stage.count('report_service_stale')).toBe(1);
    await stage.expectSame();
  });

  test.each([
    [
      'closed',
      sql`update repair_orders set status = 'closed', closed_at = opened_at where is_open`,
    ],
    ['opened again', sql`update repair_orders set status = 'completed', closed_at = null`],
    ['voided', sql`update repair_orders set status = 'void', closed_at = opened_at`],
    ['of another day', sql`update repair_orders set closed_at = closed_at + interval '3 days'`],
    ['of another store', sql`update repair_orders set store = 'hyundai'`],
    ['of an undone import', sql`delete from repair_orders where import_id is not null`],
    ['without lines', sql`delete from repair_order_lines`],
    ['with other lines', sql`update repair_order_lines set declined = true, hours_flagged = 900`],
    [
      'with lines of another',
      sql`update repair_order_lines set repair_order_id =
      (select max(id) from repair_orders), position = 51
      where id = (select min(id) from repair_order_lines)`,
    ],
  ])('follows orders that are %s', async (_, change) => {
    const { rows } = await sql<{ id: number }>`insert into imports
      (client_id, store, file_name, encoding, kind, created_by, state)
      values (gen_random_uuid(), 'ford', 'a.csv', 'utf-8', 'repair_orders', ${stage.admin.id},
        'imported')
      returning id`.execute(stage.db);
    await stage.order({ import_id: rows[0]?.id }, [done, { ...done, declined: true }]);
    await stage.order({ status: 'open', closed_at: null }, [done]);
    await stage.order({ closed_at: at('2026-03-20T12:00') }, [done]);
    await foldNow(stage.db);
    await change.execute(stage.db);
    await stage.expectSame();
    await foldNow(stage.db);
    await stage.expectSame();
    expect(await stage.count('report_service_stale')).toBe(0);
  });

  test('is built for one time zone: in another the orders are read until it is rebuilt', async () => {
    await stage.order({ closed_at: '2026-04-01T06:30:00Z' }, [done]);
    await foldNow(stage.db);
    const berlin = 'Europe/Berlin';
    const orders = async (timezone: string) => {
      const march = queryOf('2026-03-01', '2026-03-31', { timezone });
      return (await readService(stage.db, march, 'store')).total.orders;
    };
    await stage.setTimezone(berlin);
    expect([await orders(zone), await orders(berlin), await orders('Asia/Kathmandu')]).toEqual([
      0, 0, 0,
    ]);
    expect(await orders('America/Los_Angeles')).toBe(1);
    await stage.order({ closed_at: '2026-03-31T21:30:00Z' }, [done]);
    await foldNow(stage.db);
    expect([await orders(berlin), await orders('Asia/Kathmandu')]).toEqual([1, 0]);
    await stage.expectSame(berlin);
    await stage.expectSame(zone);
  });

  test.each(['America/Havana', 'Africa/Cairo', 'Australia/Lord_Howe', 'Pacific/Apia'])(
    'is correct where the clocks of %s change around midnight',
    async (timezone) => {
      await stage.setTimezone(timezone);
      // Every half hour of the two months with their changes.
      await sql`insert into repair_orders (client_id, store, number, customer_id, vehicle, advisor_id,
          status, opened_at, closed_at, created_by)
        select gen_random_uuid(), 'ford', 'Z' || (100000 + n), ${stage.customerId}, 'A vehicle',
          ${stage.people[0]}, 'closed', '2026-01-01', at, ${stage.admin.id}
        from generate_series('2026-03-01'::timestamptz, '2026-05-01', interval '30 minutes')
          with ordinality series (at, n)`.execute(stage.db);
      await foldNow(stage.db);
      await stage.expectSame(timezone);
      await sql`insert into report_service_stale (store, closed_at)
        select store, closed_at from repair_orders`.execute(stage.db);
      await stage.expectSame(timezone);
      const { rows } = await sql<{ n: number }>`select sum(orders) as n from report_service_days
        where cut = 'whole'`.execute(stage.db);
      expect(Number(rows[0]?.n)).toBe(61 * 48 + 1);
    },
  );
});

describe('concurrent writes during a fold', () => {
  test('are not lost when committed after its snapshot', async () => {
    const id = await stage.order({}, [done]);
    await foldNow(stage.db);
    const writer = openTransaction(async (tx) => {
      await lineOf(tx, id, 2);
      await close(tx, id);
    });
    await writer.worked;
    await stage.order({}, [done]);
    await foldNow(stage.db);
    await stage.expectSame();
    await writer.commit();
    expect(await stage.count('report_service_stale')).toBeGreaterThan(0);
    await stage.expectSame();
    await foldNow(stage.db);
    await stage.expectSame();
    expect(await stage.count('report_service_stale')).toBe(0);
  });

  test('are not lost when committed between its snapshot and its end', async () => {
    const id = await stage.order({}, [done]);
    await foldNow(stage.db);
    await stage.order({}, [done]);
    const stop = openTransaction((tx) =>
      sql`lock table report_service_days in share mode`.execute(tx),
    );
    await stop.worked;
    const folding = foldService(stage.db);
    await untilWaiting();
    await stage.line(id, 2, done);
    await stage.expectSame();
    await stop.commit();
    await folding;
    expect(await stage.count('report_service_stale')).toBe(1);
    await stage.expectSame();
    await foldNow(stage.db);
    await stage.expectSame();
  });

  test('of a line and of its order wait for each other', async () => {
    for (const first of ['line', 'close'] as const) {
      const id = await stage.order({ status: 'completed', closed_at: null }, [done]);
      const acts = {
        line: (tx: Db<AnyTables>) => lineOf(tx, id, 2),
        close: (tx: Db<AnyTables>) => close(tx, id),
      };
      const one = openTransaction(acts[first]);
      await one.worked;
      const other = openTransaction(acts[first === 'line' ? 'close' : 'line']);
      await untilWaiting();
      await foldNow(stage.db);
      await one.commit();
      await other.worked;
      await foldNow(stage.db);
      await other.commit();
      await stage.expectSame();
      await foldNow(stage.db);
      await stage.expectSame();
    }
  });

  test('do not break concurrent folds', async () => {
    await stage.order({}, [done]);
    await Promise.all(Array.from({ length: 6 }, () => foldService(stage.db)));
    await foldNow(stage.db);
    await stage.expectSame();
    expect(await stage.count('report_service_stale')).toBe(0);
  });
});
