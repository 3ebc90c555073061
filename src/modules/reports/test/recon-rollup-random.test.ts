import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { foldRecon } from '../server/rollup/recon/fold.ts';
import { openReconStage, type ReconStage, zone } from './recon-stage.ts';

let stage: ReconStage;
beforeAll(async () => {
  stage = await openReconStage();
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
const someDay = (random: Random) => new Date(Date.UTC(2026, random(6), 1 + random(28)));
const someStage = (random: Random) => pick(random, ['intake', 'detail', 'photos', 'frontline']);
/** Often around midnight in the group time zone. */
const someInstant = (random: Random) =>
  new Date(
    someDay(random).getTime() + pick(random, [0, 7, 8, 20]) * 3_600_000 + random(120) * 60_000,
  );

/** Random changes of vehicles and steps, and sometimes a fold. */
const changes: readonly ((random: Random) => Promise<unknown>)[] = [
  (random) =>
    stage.vehicle({
      acquired_on: someDay(random),
      store: pick(random, ['ford', 'hyundai', 'chevrolet']),
      make: pick(random, ['Ford', 'Kia']),
      condition: pick(random, ['new', 'used', 'cpo']),
    }),
  (random) => {
    const at = someInstant(random).toISOString();
    return sql`insert into vehicle_recon_steps (unit_id, stage, entered_at, left_at, entered_by,
        estimate_cents)
      select v.id, ${someStage(random)}, ${at}::timestamptz,
        ${at}::timestamptz + ${random(9_000)} * interval '1 minute', v.created_by,
        ${pick(random, [null, 100, 250])}::integer
      from stock_vehicles v where v.id >= ${anyOf(random, 'stock_units')} order by v.id limit 3`.execute(
      stage.db,
    );
  },
  (random) =>
    sql`update vehicle_recon_steps set stage = ${someStage(random)}, actual_cents = ${random(900)}
      where id = ${anyOf(random, 'vehicle_recon_steps')}`.execute(stage.db),
  (random) =>
    sql`update vehicle_recon_steps set left_at = left_at + ${random(900)} * interval '1 minute',
        entered_at = entered_at - ${random(900)} * interval '1 minute'
      where id = ${anyOf(random, 'vehicle_recon_steps')}`.execute(stage.db),
  (random) =>
    sql`delete from vehicle_recon_steps where id = ${anyOf(random, 'vehicle_recon_steps')}`.execute(
      stage.db,
    ),
  (random) =>
    sql`update stock_units set acquired_on = ${someDay(random)} where id = ${anyOf(random, 'stock_units')}`.execute(
      stage.db,
    ),
  async (random) => {
    await sql`update stock_units set store = ${pick(random, ['ford', 'hyundai'])}, condition = 'cpo'
      where id = ${anyOf(random, 'stock_units')}`.execute(stage.db);
    await sql`update vehicles set make = 'Kia' where id = ${anyOf(random, 'vehicles')}`.execute(
      stage.db,
    );
  },
  () => foldRecon(stage.db),
];

const often = [0, 1, 1, 1, 2, 3, 4, 5, 6, 7].map(
  (index) => changes[index] as (typeof changes)[number],
);

test.each([1, 2, 3])('equals the steps after random changes (%s)', async (seed) => {
  const random = seededRandom(seed);
  for (let n = 0; n < 12; n++) await changes[n % 2]?.(random);
  for (let step = 0; step < 60; step++) {
    await pick(random, often)(random);
    if (step === 20) await stage.setTimezone('Europe/Berlin');
    if (step === 40) await stage.setTimezone(zone);
    if (step % 6 === 0) await stage.expectSame(step >= 20 && step < 40 ? 'Europe/Berlin' : zone);
  }
  await stage.foldNow();
  await stage.expectSame();
  expect(await stage.stale()).toBe(0);
});

/** Of two conflicting writers, one gives up. */
const isDeadlock = (error: unknown) => error instanceof Error && /deadlock/.test(error.message);

test('equals the steps at every instant during concurrent writes and folds', async () => {
  let isOver = false;
  for (let n = 0; n < 6; n++) await stage.vehicle({ acquired_on: '2026-02-01' });
  const writers = [11, 12, 13, 14].map(async (seed) => {
    const random = seededRandom(seed);
    for (let step = 0; step < 60; step++) {
      await pick(
        random,
        often.slice(0, -1),
      )(random).catch((error: unknown) => {
        if (!isDeadlock(error)) throw error;
      });
    }
  });
  const follows = (async () => {
    while (!isOver) {
      await foldRecon(stage.db);
      await sleep(5);
    }
  })();
  const checks = (async () => {
    while (!isOver) await stage.expectSame();
  })();
  const ends = await Promise.allSettled(writers);
  isOver = true;
  await Promise.all([follows, checks]);
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
  await stage.foldNow();
  await stage.expectSame();
  expect(await stage.stale()).toBe(0);
});
