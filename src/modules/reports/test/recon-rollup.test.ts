import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { getBoard, moveJob } from '../../vehicles/contract/recon/board.ts';
import { reconReport } from '../server/reports/stock/recon.ts';
import { foldRecon } from '../server/rollup/recon/fold.ts';
import { openReconStage, type ReconStage, zone } from './recon-stage.ts';
import { queryOf } from './service-stage.ts';

let stage: ReconStage;
beforeAll(async () => {
  stage = await openReconStage();
});
beforeEach(() => stage.reset());
afterAll(() => stage.stop());

/** A vehicle that went through two stages and reached the frontline at 10 AM. */
async function through(acquired: string, line: string, values: object = {}) {
  const vehicle = await stage.vehicle({ acquired_on: acquired, ...values });
  await stage.step(vehicle, 'mechanical', `${acquired}T08:00`, `${line}T08:00`, {
    actual_cents: 60_000,
  });
  await stage.step(vehicle, 'detail', `${line}T08:00`, `${line}T10:00`, { estimate_cents: 20_000 });
  await stage.step(vehicle, 'frontline', `${line}T10:00`, `${line}T10:00`);
  return vehicle;
}

const figures = async () =>
  (
    await reconReport.read(
      stage.db,
      queryOf('2026-03-01', '2026-03-31', { timezone: zone }),
      'store',
    )
  ).total;
const run = (change: RawBuilder<unknown>, db: Db<AnyTables> = stage.db) => change.execute(db);
const tamperWithRollup = () =>
  run(sql`update report_recon_facts set line_days = 77 where line_days is not null`);

describe('the recon rollup', () => {
  test('is used, except for changed vehicles', async () => {
    const vehicle = await through('2026-03-02', '2026-03-05');
    await stage.foldNow();
    await tamperWithRollup();
    expect(await figures()).toMatchObject({ cars: 1, daysToLine: 77, cost: 80_000 });
    await run(sql`update stock_units set acquired_on = '2026-03-01' where id = ${vehicle}`);
    expect(await figures()).toMatchObject({ cars: 1, daysToLine: 4, cost: 80_000 });
    await stage.foldNow();
    expect(await figures()).toMatchObject({ cars: 1, daysToLine: 4, cost: 80_000 });
    expect(await stage.stale()).toBe(0);
  });

  test('stays valid after irrelevant changes', async () => {
    await through('2026-03-02', '2026-03-05');
    await stage.foldNow();
    await run(
      sql`update stock_units set mileage = mileage + 1, sale = 'sold', sold_on = acquired_on, version = version + 1`,
    );
    expect(await stage.stale()).toBe(0);
    await tamperWithRollup();
    expect(await figures()).toMatchObject({ daysToLine: 77 });
  });

  test.each([
    [
      'sent back to the shop',
      sql`insert into vehicle_recon_steps (unit_id, stage, entered_at, left_at,
      entered_by) select max(unit_id), 'body', '2026-04-01', '2026-04-03', max(entered_by)
      from vehicle_recon_steps`,
    ],
    ['never at the frontline', sql`delete from vehicle_recon_steps where stage = 'frontline'`],
    ['without steps', sql`delete from vehicle_recon_steps`],
    [
      'at the frontline on another day',
      sql`update vehicle_recon_steps set entered_at = entered_at + interval '3 days',
      left_at = left_at + interval '4 days' where id in (select max(id) from vehicle_recon_steps)`,
    ],
    ['back in a stage', sql`update vehicle_recon_steps set left_at = null where stage = 'detail'`],
    [
      'in another stage',
      sql`update vehicle_recon_steps set stage = 'photos' where stage = 'detail'`,
    ],
    ['at the frontline by another step', sql`update vehicle_recon_steps set stage = 'frontline'`],
    ['billed', sql`update vehicle_recon_steps set actual_cents = 70100 where stage = 'detail'`],
    [
      'without costs',
      sql`update vehicle_recon_steps set actual_cents = null, estimate_cents = null`,
    ],
    [
      'without stages moved to another vehicle',
      sql`update vehicle_recon_steps set unit_id = (select max(id) from stock_units)
      where stage <> 'frontline'`,
    ],
    ['acquired later', sql`update stock_units set acquired_on = acquired_on + 5`],
    ['acquired after all steps', sql`update stock_units set acquired_on = '2026-06-30'`],
    ['of another store', sql`update stock_units set store = 'hyundai' where store = 'ford'`],
    ['of another make', sql`update vehicles set make = 'Kia'`],
    ['certified', sql`update stock_units set condition = 'cpo'`],
  ])('follows vehicles that are %s', async (_, change) => {
    await through('2026-03-02', '2026-03-05');
    await through('2026-03-02', '2026-04-12', {
      store: 'chevrolet',
      make: 'Kia',
      condition: 'new',
    });
    await stage.foldNow();
    await stage.expectSame();
    const before = JSON.stringify(await reads());
    await run(change);
    await stage.expectSame();
    expect(JSON.stringify(await reads())).not.toBe(before);
    await stage.foldNow();
    await stage.expectSame();
    expect(await stage.stale()).toBe(0);
  });

  const reads = () =>
    Promise.all(
      ['store', 'stage', 'condition', 'make'].map((by) =>
        reconReport.read(stage.db, queryOf('2026-01-01', '2026-06-30', { timezone: zone }), by),
      ),
    );

  test('follows deleted vehicles, even with triggers bypassed', async () => {
    await through('2026-03-02', '2026-03-05');
    await stage.foldNow();
    await stage.db.transaction().execute(async (tx) => {
      await run(sql`set local session_replication_role = replica`, tx);
      await run(sql`delete from stock_units`, tx);
    });
    expect(await figures()).toMatchObject({ cars: 0, steps: 0 });
    await stage.foldNow();
    expect(await figures()).toMatchObject({ cars: 0, steps: 0 });
  });

  test('follows a move on the recon board', async () => {
    const vehicle = await stage.vehicle({ status: 'recon', acquired_on: '2026-03-01' });
    await stage.step(vehicle, 'photos', '2026-03-02T08:00', null);
    await stage.foldNow();
    const { client } = await stage.reader({
      pagePermissions: ['fleet_operations', 'reports'],
      featurePermissions: ['view_data', 'create_records', 'financial_reports'],
    });
    const [job] = (await client.call(getBoard)).body.jobs;
    if (!job) throw new Error('No vehicle is in recon');
    const { stepId, version } = job;
    const body = { version, to: 'frontline' } as const;
    expect((await client.call(moveJob, { params: { stepId }, body })).status).toBe(200);
    const ever = () =>
      reconReport.read(stage.db, queryOf('2026-01-01', '2099-01-01', { timezone: zone }), 'store');
    expect((await ever()).total).toMatchObject({ cars: 1, steps: 1 });
    await stage.foldNow();
    expect((await ever()).total).toMatchObject({ cars: 1, steps: 1 });
  });

  test('is built for one time zone: in another the steps are read until it is rebuilt', async () => {
    // Late on March 2 in Los Angeles, early on March 3 in Berlin.
    const vehicle = await stage.vehicle({ acquired_on: '2026-03-03' });
    await stage.step(vehicle, 'detail', '2026-03-02T20:00', '2026-03-02T22:00', {
      actual_cents: 100,
    });
    await stage.step(vehicle, 'frontline', '2026-03-02T22:00', '2026-03-02T22:00');
    await stage.foldNow();
    expect(await figures()).toMatchObject({ cars: 0, steps: 1 });
    const berlin = 'Europe/Berlin';
    await stage.setTimezone(berlin);
    await stage.expectSame(zone);
    await stage.expectSame(berlin);
    await stage.foldNow();
    await stage.expectSame(berlin);
    const query = queryOf('2026-03-03', '2026-03-03', { timezone: berlin });
    expect((await reconReport.read(stage.db, query, 'store')).total).toMatchObject({
      cars: 1,
      daysToLine: 0,
      cost: 100,
    });
    await stage.expectSame(zone);
  });

  test('hides costs without permission', async () => {
    await through('2026-03-02', '2026-03-05');
    await stage.foldNow();
    const costFor = async (money: boolean) =>
      (await stage.run('recon', { scope: { money } })).total.figures.cost;
    expect([await costFor(true), await costFor(false)]).toEqual([80_000, undefined]);
  });
});

describe('concurrent writes during a fold', () => {
  test('are not lost when committed after the snapshot', async () => {
    const vehicle = await through('2026-03-02', '2026-03-05');
    await stage.foldNow();
    const [worked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writer = stage.db.transaction().execute(async (tx) => {
      await run(sql`update stock_units set acquired_on = '2026-03-01' where id = ${vehicle}`, tx);
      await run(
        sql`update vehicle_recon_steps set actual_cents = 5 where unit_id = ${vehicle}`,
        tx,
      );
      worked.resolve();
      await end.promise;
    });
    await worked.promise;
    await stage.foldNow();
    await stage.expectSame();
    end.resolve();
    await writer;
    expect(await stage.stale()).toBeGreaterThan(0);
    await stage.expectSame();
    await stage.foldNow();
    await stage.expectSame();
    expect(await figures()).toMatchObject({ daysToLine: 4, cost: 15 });
  });

  test('do not block each other or the fold', async () => {
    const vehicle = await through('2026-03-02', '2026-03-05');
    await stage.foldNow();
    const cost = (stage: string, db: Db<AnyTables>) =>
      run(
        sql`update vehicle_recon_steps set actual_cents = 1 where unit_id = ${vehicle}
        and stage = ${stage}`,
        db,
      );
    await stage.db.transaction().execute(async (tx) => {
      await cost('detail', tx);
      await stage.db.transaction().execute(async (other) => {
        await run(sql`set local lock_timeout = '5s'`, other);
        await cost('mechanical', other);
        expect(await foldRecon(stage.db)).toBe(true);
      });
    });
    await stage.expectSame();
    await stage.foldNow();
    await stage.expectSame();
    expect(await figures()).toMatchObject({ cost: 2 });
  });
});
