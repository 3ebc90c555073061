import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { readService } from '../server/reports/service/read.ts';
import { foldService } from '../server/rollup/fold.ts';
import { asking, at, foldNow, zone } from './ledger.ts';
import { openRolling, type Rolling } from './rolling.ts';

let ledger: Rolling;
beforeAll(async () => {
  ledger = await openRolling();
});
beforeEach(() => ledger.begin());
afterAll(() => ledger.stop());

const done = { hours_flagged: 100, labor_sale_cents: 12_000, labor_cost_cents: 3_000 };
const asked = { store: 'ford', status: 'closed', closed_at: '2026-03-10T21:00:00Z' };

/** A transaction that stays open until it is told to end. */
function begin(work: (tx: Db<AnyTables>) => Promise<unknown>) {
  const worked = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const over = ledger.db.transaction().execute(async (tx) => {
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
          where datname = current_database())`.execute(ledger.db);
      return rows[0]?.n;
    })
    .toBeGreaterThan(0);

const lineOf = (tx: Db<AnyTables>, repair_order_id: number, position: number) =>
  tx
    .insertInto('repair_order_lines')
    .values({ repair_order_id, position, pay_type: 'customer', complaint: 'Oil', ...done })
    .execute();
const close = (tx: Db<AnyTables>, id: number) =>
  tx.updateTable('repair_orders').set(asked).where('id', '=', id).execute();

describe('what is kept added up', () => {
  test('is used, and of an order that changed since the order itself', async () => {
    const id = await ledger.order({}, [done]);
    await foldNow(ledger.db);
    expect(await ledger.count('report_service_stale')).toBe(0);
    expect(await ledger.count('report_service_days')).toBeGreaterThan(0);
    // Behind its back, to see whose figures these are.
    await sql`update report_service_days set hours_flagged = 7700`.execute(ledger.db);
    const hours = async () =>
      (await readService(ledger.db, asking('2026-03-01', '2026-03-31'), 'store')).total.hours;
    expect(await hours()).toBe(77);
    await ledger.line(id, 2, done);
    expect(await hours()).toBe(2);
    await foldNow(ledger.db);
    expect(await ledger.count('report_service_stale')).toBe(0);
    await ledger.expectSame();
  });

  test('notes nothing of orders that are not closed, nor of what no figure is made of', async () => {
    const open = await ledger.order({ status: 'open', closed_at: null }, [done]);
    await ledger.line(open, 2, done);
    const id = await ledger.order({}, [done]);
    await foldNow(ledger.db);
    await sql`update repair_orders set note = 'Called', version = version + 1`.execute(ledger.db);
    expect(await ledger.count('report_service_stale')).toBe(0);
    await sql`update repair_orders set advisor_id = ${ledger.people[0]} where id = ${id}`.execute(
      ledger.db,
    );
    expect(await ledger.count('report_service_stale')).toBe(1);
    await ledger.expectSame();
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
    ['taken back', sql`delete from repair_orders where import_id is not null`],
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
      values (gen_random_uuid(), 'ford', 'a.csv', 'utf-8', 'repair_orders', ${ledger.admin.id},
        'imported')
      returning id`.execute(ledger.db);
    await ledger.order({ import_id: rows[0]?.id }, [done, { ...done, declined: true }]);
    await ledger.order({ status: 'open', closed_at: null }, [done]);
    await ledger.order({ closed_at: at('2026-03-20T12:00') }, [done]);
    await foldNow(ledger.db);
    await change.execute(ledger.db);
    await ledger.expectSame();
    await foldNow(ledger.db);
    await ledger.expectSame();
    expect(await ledger.count('report_service_stale')).toBe(0);
  });

  test('is of the days of one zone: in another the orders answer until it is added up again', async () => {
    await ledger.order({ closed_at: '2026-04-01T06:30:00Z' }, [done]);
    await foldNow(ledger.db);
    const berlin = 'Europe/Berlin';
    const orders = async (timezone: string) => {
      const march = asking('2026-03-01', '2026-03-31', { timezone });
      return (await readService(ledger.db, march, 'store')).total.orders;
    };
    await ledger.liveIn(berlin);
    expect([await orders(zone), await orders(berlin), await orders('Asia/Kathmandu')]).toEqual([
      0, 0, 0,
    ]);
    expect(await orders('America/Los_Angeles')).toBe(1);
    await ledger.order({ closed_at: '2026-03-31T21:30:00Z' }, [done]);
    await foldNow(ledger.db);
    expect([await orders(berlin), await orders('Asia/Kathmandu')]).toEqual([1, 0]);
    await ledger.expectSame(berlin);
    await ledger.expectSame(zone);
  });

  test.each(['America/Havana', 'Africa/Cairo', 'Australia/Lord_Howe', 'Pacific/Apia'])(
    'holds where the clocks of %s change about midnight',
    async (timezone) => {
      await ledger.liveIn(timezone);
      // Every half hour of the two months in which theirs do.
      await sql`insert into repair_orders (client_id, store, number, customer_id, vehicle, advisor_id,
          status, opened_at, closed_at, created_by)
        select gen_random_uuid(), 'ford', 'Z' || (100000 + n), ${ledger.customerId}, 'A car',
          ${ledger.people[0]}, 'closed', '2026-01-01', at, ${ledger.admin.id}
        from generate_series('2026-03-01'::timestamptz, '2026-05-01', interval '30 minutes')
          with ordinality told (at, n)`.execute(ledger.db);
      await foldNow(ledger.db);
      await ledger.expectSame(timezone);
      await sql`insert into report_service_stale (store, closed_at)
        select store, closed_at from repair_orders`.execute(ledger.db);
      await ledger.expectSame(timezone);
      const { rows } = await sql<{ n: number }>`select sum(orders) as n from report_service_days
        where cut = 'whole'`.execute(ledger.db);
      expect(Number(rows[0]?.n)).toBe(61 * 48 + 1);
    },
  );
});

describe('somebody who writes while it is added up', () => {
  test('and commits after its snapshot is not lost', async () => {
    const id = await ledger.order({}, [done]);
    await foldNow(ledger.db);
    const writer = begin(async (tx) => {
      await lineOf(tx, id, 2);
      await close(tx, id);
    });
    await writer.worked;
    await ledger.order({}, [done]);
    await foldNow(ledger.db);
    await ledger.expectSame();
    await writer.commit();
    expect(await ledger.count('report_service_stale')).toBeGreaterThan(0);
    await ledger.expectSame();
    await foldNow(ledger.db);
    await ledger.expectSame();
    expect(await ledger.count('report_service_stale')).toBe(0);
  });

  test('and commits between its snapshot and its end is not lost', async () => {
    const id = await ledger.order({}, [done]);
    await foldNow(ledger.db);
    await ledger.order({}, [done]);
    const stop = begin((tx) => sql`lock table report_service_days in share mode`.execute(tx));
    await stop.worked;
    const folding = foldService(ledger.db);
    await untilWaiting();
    await ledger.line(id, 2, done);
    await ledger.expectSame();
    await stop.commit();
    await folding;
    expect(await ledger.count('report_service_stale')).toBe(1);
    await ledger.expectSame();
    await foldNow(ledger.db);
    await ledger.expectSame();
  });

  test('a line while another closes its order: one waits for the other', async () => {
    for (const first of ['line', 'close'] as const) {
      const id = await ledger.order({ status: 'completed', closed_at: null }, [done]);
      const acts = {
        line: (tx: Db<AnyTables>) => lineOf(tx, id, 2),
        close: (tx: Db<AnyTables>) => close(tx, id),
      };
      const one = begin(acts[first]);
      await one.worked;
      const other = begin(acts[first === 'line' ? 'close' : 'line']);
      await untilWaiting();
      await foldNow(ledger.db);
      await one.commit();
      await other.worked;
      await foldNow(ledger.db);
      await other.commit();
      await ledger.expectSame();
      await foldNow(ledger.db);
      await ledger.expectSame();
    }
  });

  test('folds at the same time do not get in each other’s way', async () => {
    await ledger.order({}, [done]);
    await Promise.all(Array.from({ length: 6 }, () => foldService(ledger.db)));
    await foldNow(ledger.db);
    await ledger.expectSame();
    expect(await ledger.count('report_service_stale')).toBe(0);
  });
});
