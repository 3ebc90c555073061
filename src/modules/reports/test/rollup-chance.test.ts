import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { foldService } from '../server/rollup/fold.ts';
import { foldNow, zone } from './ledger.ts';
import { openRolling, type Rolling } from './rolling.ts';

let ledger: Rolling;
beforeAll(async () => {
  ledger = await openRolling();
});
beforeEach(() => ledger.begin());
afterAll(() => ledger.stop());

/** The same numbers each time, so that what failed fails again. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Roll = ReturnType<typeof chance>;
const pick = <T>(roll: Roll, some: readonly T[]) => some[roll(some.length)] as T;
const anyOf = (roll: Roll, table: string) => sql<number>`(select id from ${sql.table(table)}
  order by id offset ${roll(10_000)} % greatest((select count(*) from ${sql.table(table)}), 1) limit 1)`;
const anyOrder = (roll: Roll) => anyOf(roll, 'repair_orders');
const someInstant = (roll: Roll) =>
  new Date(Date.UTC(2026, roll(6), 1 + roll(28), roll(24), roll(60))).toISOString();
const lineRow = (roll: Roll) => ({
  pay_type: pick(roll, ['customer', 'warranty', 'internal']),
  technician_id: pick(roll, [null, ...ledger.people]),
  declined: roll(4) === 0,
  ...{ hours_flagged: roll(300), hours_actual: roll(300), labor_sale_cents: roll(50_000) },
  ...{
    labor_cost_cents: roll(9_000),
    parts_sale_cents: roll(40_000),
    parts_cost_cents: roll(9_000),
  },
});

/** Anything that may become of orders, and at times a fold. */
const acts: readonly ((roll: Roll) => Promise<unknown>)[] = [
  (roll) =>
    ledger.order(
      {
        ...{
          store: pick(roll, ['ford', 'hyundai', 'chevrolet']),
          advisor_id: pick(roll, ledger.people),
        },
        ...{ opened_at: '2026-01-01T00:00:00Z', closed_at: someInstant(roll) },
      },
      Array.from({ length: roll(4) }, () => lineRow(roll)),
    ),
  (roll) =>
    sql`update repair_orders set status = 'closed', closed_at = ${someInstant(roll)}
      where id = ${anyOrder(roll)}`.execute(ledger.db),
  (roll) =>
    sql`update repair_orders set status = 'completed', closed_at = null
      where id = ${anyOrder(roll)}`.execute(ledger.db),
  (roll) =>
    sql`update repair_orders set status = 'void', closed_at = ${someInstant(roll)}
      where id = ${anyOrder(roll)}`.execute(ledger.db),
  (roll) =>
    sql`update repair_orders set advisor_id = ${pick(roll, ledger.people)}, opened_at = '2026-01-01T06:00:00Z'
      where id = ${anyOrder(roll)}`.execute(ledger.db),
  (roll) =>
    ledger.db
      .updateTable('repair_order_lines')
      .set(lineRow(roll))
      .where('id', '=', anyOf(roll, 'repair_order_lines'))
      .execute(),
  (roll) =>
    sql`delete from repair_order_lines where id = ${anyOf(roll, 'repair_order_lines')}`.execute(
      ledger.db,
    ),
  (roll) =>
    sql`insert into repair_order_lines (repair_order_id, position, pay_type, complaint, hours_flagged)
      select id, (select coalesce(max(position), 0) + 1 from repair_order_lines l
        where l.repair_order_id = o.id), 'customer', 'Added', 70
      from repair_orders o where o.id >= ${anyOrder(roll)} order by o.id limit 3`.execute(
      ledger.db,
    ),
  () => foldService(ledger.db),
];

/** What two at once have chosen, one of them gives up. */
const isGivenUp = (error: unknown) =>
  error instanceof Error && /deadlock|duplicate key/.test(error.message);

test.each([1, 2, 3])('equals the orders after whatever happened (%s)', async (seed) => {
  const roll = chance(seed);
  for (let n = 0; n < 10; n++) await acts[0]?.(roll);
  for (let step = 0; step < 60; step++) {
    await pick(roll, acts)(roll);
    if (step === 20) await ledger.liveIn('Europe/Berlin');
    if (step === 40) await ledger.liveIn(zone);
    if (step % 6 === 0) await ledger.expectSame(step >= 20 && step < 40 ? 'Europe/Berlin' : zone);
  }
  await foldNow(ledger.db);
  await ledger.expectSame();
  expect(await ledger.count('report_service_stale')).toBe(0);
  expect(await ledger.count('report_service_days')).toBeGreaterThan(20);
});

test('equals the orders at every instant while many write and it is added up all the time', async () => {
  let isOver = false;
  const writers = [11, 12, 13, 14].map(async (seed) => {
    const roll = chance(seed);
    for (let step = 0; step < 60; step++) {
      await pick(
        roll,
        acts.slice(0, -1),
      )(roll).catch((error: unknown) => {
        if (!isGivenUp(error)) throw error;
      });
    }
  });
  const folds = (async () => {
    while (!isOver) {
      await foldNow(ledger.db);
      await sleep(5);
    }
  })();
  const looks = (async () => {
    while (!isOver) await ledger.expectSame();
  })();
  const ends = await Promise.allSettled(writers);
  isOver = true;
  await Promise.all([folds, looks]);
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
  await foldNow(ledger.db);
  await ledger.expectSame();
  expect(await ledger.count('report_service_stale')).toBe(0);
});
