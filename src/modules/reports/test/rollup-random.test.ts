import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { foldService } from '../server/rollup/fold.ts';
import { openRollupStage, type RollupStage } from './rollup-stage.ts';
import { foldNow, zone } from './service-stage.ts';

let stage: RollupStage;
beforeAll(async () => {
  stage = await openRollupStage();
});
beforeEach(() => stage.reset());
afterAll(() => stage.stop());

/** Seeded, so that a failure can be reproduced. */
function seededRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Random = ReturnType<typeof seededRandom>;
const pick = <T>(random: Random, some: readonly T[]) => some[random(some.length)] as T;
const anyOf = (random: Random, table: string) => sql<number>`(select id from ${sql.table(table)}
  order by id offset ${random(10_000)} % greatest((select count(*) from ${sql.table(table)}), 1) limit 1)`;
const anyOrder = (random: Random) => anyOf(random, 'repair_orders');
const someInstant = (random: Random) =>
  new Date(Date.UTC(2026, random(6), 1 + random(28), random(24), random(60))).toISOString();
const lineRow = (random: Random) => ({
  pay_type: pick(random, ['customer', 'warranty', 'internal']),
  technician_id: pick(random, [null, ...stage.people]),
  declined: random(4) === 0,
  hours_flagged: random(300),
  hours_actual: random(300),
  labor_sale_cents: random(50_000),
  labor_cost_cents: random(9_000),
  parts_sale_cents: random(40_000),
  parts_cost_cents: random(9_000),
});

/** Random changes of orders, and sometimes a fold. */
const changes: readonly ((random: Random) => Promise<unknown>)[] = [
  (random) =>
    stage.order(
      {
        store: pick(random, ['ford', 'hyundai', 'chevrolet']),
        advisor_id: pick(random, stage.people),
        opened_at: '2026-01-01T00:00:00Z',
        closed_at: someInstant(random),
      },
      Array.from({ length: random(4) }, () => lineRow(random)),
    ),
  (random) =>
    sql`update repair_orders set status = 'closed', closed_at = ${someInstant(random)}
      where id = ${anyOrder(random)}`.execute(stage.db),
  (random) =>
    sql`update repair_orders set status = 'completed', closed_at = null
      where id = ${anyOrder(random)}`.execute(stage.db),
  (random) =>
    sql`update repair_orders set status = 'void', closed_at = ${someInstant(random)}
      where id = ${anyOrder(random)}`.execute(stage.db),
  (random) =>
    sql`update repair_orders set advisor_id = ${pick(random, stage.people)}, opened_at = '2026-01-01T06:00:00Z'
      where id = ${anyOrder(random)}`.execute(stage.db),
  (random) =>
    stage.db
      .updateTable('repair_order_lines')
      .set(lineRow(random))
      .where('id', '=', anyOf(random, 'repair_order_lines'))
      .execute(),
  (random) =>
    sql`delete from repair_order_lines where id = ${anyOf(random, 'repair_order_lines')}`.execute(
      stage.db,
    ),
  (random) =>
    sql`insert into repair_order_lines (repair_order_id, position, pay_type, complaint, hours_flagged)
      select id, (select coalesce(max(position), 0) + 1 from repair_order_lines l
        where l.repair_order_id = o.id), 'customer', 'Added', 70
      from repair_orders o where o.id >= ${anyOrder(random)} order by o.id limit 3`.execute(
      stage.db,
    ),
  () => foldService(stage.db),
];

/** Of two conflicting writers, one gives up. */
const isDeadlock = (error: unknown) =>
  error instanceof Error && /deadlock|duplicate key/.test(error.message);

test.each([1, 2, 3])('equals the orders after random changes (%s)', async (seed) => {
  const random = seededRandom(seed);
  for (let n = 0; n < 10; n++) await changes[0]?.(random);
  for (let step = 0; step < 60; step++) {
    await pick(random, changes)(random);
    if (step === 20) await stage.setTimezone('Europe/Berlin');
    if (step === 40) await stage.setTimezone(zone);
    if (step % 6 === 0) await stage.expectSame(step >= 20 && step < 40 ? 'Europe/Berlin' : zone);
  }
  await foldNow(stage.db);
  await stage.expectSame();
  expect(await stage.count('report_service_stale')).toBe(0);
  expect(await stage.count('report_service_days')).toBeGreaterThan(20);
});

test('equals the orders at every instant during concurrent writes and folds', async () => {
  let isOver = false;
  const writers = [11, 12, 13, 14].map(async (seed) => {
    const random = seededRandom(seed);
    for (let step = 0; step < 60; step++) {
      await pick(
        random,
        changes.slice(0, -1),
      )(random).catch((error: unknown) => {
        if (!isDeadlock(error)) throw error;
      });
    }
  });
  const folds = (async () => {
    while (!isOver) {
      await foldNow(stage.db);
      await sleep(5);
    }
  })();
  const checks = (async () => {
    while (!isOver) await stage.expectSame();
  })();
  const ends = await Promise.allSettled(writers);
  isOver = true;
  await Promise.all([folds, checks]);
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
  await foldNow(stage.db);
  await stage.expectSame();
  expect(await stage.count('report_service_stale')).toBe(0);
});
