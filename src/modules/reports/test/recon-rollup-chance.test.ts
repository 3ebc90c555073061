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
const someDay = (roll: Roll) => new Date(Date.UTC(2026, roll(6), 1 + roll(28)));
const someStage = (roll: Roll) => pick(roll, ['intake', 'detail', 'photos', 'frontline']);
/** Often around midnight in the group time zone. */
const someInstant = (roll: Roll) =>
  new Date(someDay(roll).getTime() + pick(roll, [0, 7, 8, 20]) * 3_600_000 + roll(120) * 60_000);

/** Random changes of vehicles and steps, and sometimes a fold. */
const changes: readonly ((roll: Roll) => Promise<unknown>)[] = [
  (roll) =>
    stage.vehicle({
      ...{ acquired_on: someDay(roll), store: pick(roll, ['ford', 'hyundai', 'chevrolet']) },
      ...{ make: pick(roll, ['Ford', 'Kia']), condition: pick(roll, ['new', 'used', 'cpo']) },
    }),
  (roll) => {
    const at = someInstant(roll).toISOString();
    return sql`insert into vehicle_recon_steps (unit_id, stage, entered_at, left_at, entered_by,
        estimate_cents)
      select v.id, ${someStage(roll)}, ${at}::timestamptz,
        ${at}::timestamptz + ${roll(9_000)} * interval '1 minute', v.created_by,
        ${pick(roll, [null, 100, 250])}::integer
      from stock_vehicles v where v.id >= ${anyOf(roll, 'stock_units')} order by v.id limit 3`.execute(
      stage.db,
    );
  },
  (roll) =>
    sql`update vehicle_recon_steps set stage = ${someStage(roll)}, actual_cents = ${roll(900)}
      where id = ${anyOf(roll, 'vehicle_recon_steps')}`.execute(stage.db),
  (roll) =>
    sql`update vehicle_recon_steps set left_at = left_at + ${roll(900)} * interval '1 minute',
        entered_at = entered_at - ${roll(900)} * interval '1 minute'
      where id = ${anyOf(roll, 'vehicle_recon_steps')}`.execute(stage.db),
  (roll) =>
    sql`delete from vehicle_recon_steps where id = ${anyOf(roll, 'vehicle_recon_steps')}`.execute(
      stage.db,
    ),
  (roll) =>
    sql`update stock_units set acquired_on = ${someDay(roll)} where id = ${anyOf(roll, 'stock_units')}`.execute(
      stage.db,
    ),
  (roll) =>
    sql`update stock_units set store = ${pick(roll, ['ford', 'hyundai'])}, condition = 'cpo'
      where id = ${anyOf(roll, 'stock_units')}`.execute(stage.db),
  () => foldRecon(stage.db),
];

const often = [0, 1, 1, 1, 2, 3, 4, 5, 6, 7].map(
  (index) => changes[index] as (typeof changes)[number],
);

test.each([1, 2, 3])('equals the steps after random changes (%s)', async (seed) => {
  const roll = chance(seed);
  for (let n = 0; n < 12; n++) await changes[n % 2]?.(roll);
  for (let step = 0; step < 60; step++) {
    await pick(roll, often)(roll);
    if (step === 20) await stage.setTimezone('Europe/Berlin');
    if (step === 40) await stage.setTimezone(zone);
    if (step % 6 === 0) await stage.expectSame(step >= 20 && step < 40 ? 'Europe/Berlin' : zone);
  }
  await stage.foldNow();
  await stage.expectSame();
  expect(await stage.stale()).toBe(0);
});

/** Of two conflicting writers, one gives up. */
const isGivenUp = (error: unknown) => error instanceof Error && /deadlock/.test(error.message);

test('equals the steps at every instant during concurrent writes and folds', async () => {
  let isOver = false;
  for (let n = 0; n < 6; n++) await stage.vehicle({ acquired_on: '2026-02-01' });
  const writers = [11, 12, 13, 14].map(async (seed) => {
    const roll = chance(seed);
    for (let step = 0; step < 60; step++) {
      await pick(
        roll,
        often.slice(0, -1),
      )(roll).catch((error: unknown) => {
        if (!isGivenUp(error)) throw error;
      });
    }
  });
  const follows = (async () => {
    while (!isOver) {
      await foldRecon(stage.db);
      await sleep(5);
    }
  })();
  const looks = (async () => {
    while (!isOver) await stage.expectSame();
  })();
  const ends = await Promise.allSettled(writers);
  isOver = true;
  await Promise.all([follows, looks]);
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
  await stage.foldNow();
  await stage.expectSame();
  expect(await stage.stale()).toBe(0);
});
