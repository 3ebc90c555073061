import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { getBoard, moveJob } from '../../vehicles/contract/recon/board.ts';
import { reconReport } from '../server/reports/stock/recon.ts';
import { foldRecon } from '../server/rollup/recon/fold.ts';
import { asking } from './ledger.ts';
import { openYard, type Yard, zone } from './yard.ts';

let yard: Yard;
beforeAll(async () => {
  yard = await openYard();
});
beforeEach(() => yard.begin());
afterAll(() => yard.stop());

/** A car that went through two stages, and by ten in the morning to the line unless it is still open. */
async function through(acquired: string, line: string, given: object = {}) {
  const car = await yard.car({ acquired_on: acquired, ...given });
  await yard.step(car, 'mechanical', `${acquired}T08:00`, `${line}T08:00`, {
    actual_cents: 60_000,
  });
  await yard.step(car, 'detail', `${line}T08:00`, `${line}T10:00`, { estimate_cents: 20_000 });
  await yard.step(car, 'frontline', `${line}T10:00`, `${line}T10:00`);
  return car;
}

const figures = async () =>
  (await reconReport.read(yard.db, asking('2026-03-01', '2026-03-31', { timezone: zone }), 'store'))
    .total;
const run = (change: RawBuilder<unknown>, db: Db<AnyTables> = yard.db) => change.execute(db);
const behindItsBack = () =>
  run(sql`update report_recon_facts set line_days = 77 where line_days is not null`);

describe('the facts that are kept', () => {
  test('are used, and of a car that changed its steps are', async () => {
    const car = await through('2026-03-02', '2026-03-05');
    await yard.follow();
    await behindItsBack();
    expect(await figures()).toMatchObject({ cars: 1, daysToLine: 77, cost: 80_000 });
    await run(sql`update vehicles set acquired_on = '2026-03-01' where id = ${car}`);
    expect(await figures()).toMatchObject({ cars: 1, daysToLine: 4, cost: 80_000 });
    await yard.follow();
    expect(await figures()).toMatchObject({ cars: 1, daysToLine: 4, cost: 80_000 });
    expect(await yard.stale()).toBe(0);
  });

  test('are not given up for a change no figure is made of', async () => {
    await through('2026-03-02', '2026-03-05');
    await yard.follow();
    await run(
      sql`update vehicles set mileage = mileage + 1, status = 'sold', version = version + 1`,
    );
    expect(await yard.stale()).toBe(0);
    await behindItsBack();
    expect(await figures()).toMatchObject({ daysToLine: 77 });
  });

  test.each([
    [
      'sent back to the shop',
      sql`insert into vehicle_recon_steps (vehicle_id, stage, entered_at, left_at,
      entered_by) select max(vehicle_id), 'body', '2026-04-01', '2026-04-03', max(entered_by)
      from vehicle_recon_steps`,
    ],
    ['never on the line', sql`delete from vehicle_recon_steps where stage = 'frontline'`],
    ['without steps', sql`delete from vehicle_recon_steps`],
    [
      'on the line another day',
      sql`update vehicle_recon_steps set entered_at = entered_at + interval '3 days',
      left_at = left_at + interval '4 days' where id in (select max(id) from vehicle_recon_steps)`,
    ],
    ['back in a stage', sql`update vehicle_recon_steps set left_at = null where stage = 'detail'`],
    [
      'in another stage',
      sql`update vehicle_recon_steps set stage = 'photos' where stage = 'detail'`,
    ],
    ['on the line by another step', sql`update vehicle_recon_steps set stage = 'frontline'`],
    ['billed', sql`update vehicle_recon_steps set actual_cents = 70100 where stage = 'detail'`],
    [
      'known to cost nothing yet',
      sql`update vehicle_recon_steps set actual_cents = null, estimate_cents = null`,
    ],
    [
      'without the stages that were another’s',
      sql`update vehicle_recon_steps set vehicle_id = (select max(id) from vehicles)
      where stage <> 'frontline'`,
    ],
    ['acquired later', sql`update vehicles set acquired_on = acquired_on + 5`],
    ['acquired after all of it', sql`update vehicles set acquired_on = '2026-06-30'`],
    ['of another store', sql`update vehicles set store = 'hyundai' where store = 'ford'`],
    ['of another make', sql`update vehicles set make = 'Kia'`],
    ['certified', sql`update vehicles set condition = 'cpo'`],
  ])('follow cars that are %s', async (_, change) => {
    await through('2026-03-02', '2026-03-05');
    await through('2026-03-02', '2026-04-12', {
      store: 'chevrolet',
      make: 'Kia',
      condition: 'new',
    });
    await yard.follow();
    await yard.expectSame();
    const before = JSON.stringify(await reads());
    await run(change);
    await yard.expectSame();
    expect(JSON.stringify(await reads())).not.toBe(before);
    await yard.follow();
    await yard.expectSame();
    expect(await yard.stale()).toBe(0);
  });

  const reads = () =>
    Promise.all(
      ['store', 'stage', 'condition', 'make'].map((by) =>
        reconReport.read(yard.db, asking('2026-01-01', '2026-06-30', { timezone: zone }), by),
      ),
    );

  test('go with cars that are deleted, behind the back of all that holds them too', async () => {
    await through('2026-03-02', '2026-03-05');
    await yard.follow();
    await yard.db.transaction().execute(async (tx) => {
      await run(sql`set local session_replication_role = replica`, tx);
      await run(sql`delete from vehicles`, tx);
    });
    expect(await figures()).toMatchObject({ cars: 0, steps: 0 });
    await yard.follow();
    expect(await figures()).toMatchObject({ cars: 0, steps: 0 });
  });

  test('follow somebody who moves a car on the board', async () => {
    const car = await yard.car({ status: 'recon', acquired_on: '2026-03-01' });
    await yard.step(car, 'photos', '2026-03-02T08:00', null);
    await yard.follow();
    const { client } = await yard.reader({
      ...{ pagePermissions: ['fleet_operations', 'reports'] },
      featurePermissions: ['view_data', 'create_records', 'financial_reports'],
    });
    const [job] = (await client.call(getBoard)).body.jobs;
    if (!job) throw new Error('No car is in reconditioning');
    const { stepId, version } = job;
    const body = { version, to: 'frontline' } as const;
    expect((await client.call(moveJob, { params: { stepId }, body })).status).toBe(200);
    const ever = () =>
      reconReport.read(yard.db, asking('2026-01-01', '2099-01-01', { timezone: zone }), 'store');
    expect((await ever()).total).toMatchObject({ cars: 1, steps: 1 });
    await yard.follow();
    expect((await ever()).total).toMatchObject({ cars: 1, steps: 1 });
  });

  test('are of the days of one zone: in another the steps answer until they are followed again', async () => {
    // Late on the second of March in Los Angeles, and early on the third in Berlin.
    const car = await yard.car({ acquired_on: '2026-03-03' });
    await yard.step(car, 'detail', '2026-03-02T20:00', '2026-03-02T22:00', { actual_cents: 100 });
    await yard.step(car, 'frontline', '2026-03-02T22:00', '2026-03-02T22:00');
    await yard.follow();
    expect(await figures()).toMatchObject({ cars: 0, steps: 1 });
    const berlin = 'Europe/Berlin';
    await yard.liveIn(berlin);
    await yard.expectSame(zone);
    await yard.expectSame(berlin);
    await yard.follow();
    await yard.expectSame(berlin);
    const asked = asking('2026-03-03', '2026-03-03', { timezone: berlin });
    expect((await reconReport.read(yard.db, asked, 'store')).total).toMatchObject({
      ...{ cars: 1, daysToLine: 0, cost: 100 },
    });
    await yard.expectSame(zone);
  });

  test('tell what a car cost to nobody who may not know', async () => {
    await through('2026-03-02', '2026-03-05');
    await yard.follow();
    const told = async (money: boolean) =>
      (await yard.ask('recon', { sight: { money } })).total.figures.cost;
    expect([await told(true), await told(false)]).toEqual([80_000, undefined]);
  });
});

describe('somebody who writes while cars are followed', () => {
  test('and commits after the snapshot is not lost', async () => {
    const car = await through('2026-03-02', '2026-03-05');
    await yard.follow();
    const [worked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writer = yard.db.transaction().execute(async (tx) => {
      await run(sql`update vehicles set acquired_on = '2026-03-01' where id = ${car}`, tx);
      await run(sql`update vehicle_recon_steps set actual_cents = 5 where vehicle_id = ${car}`, tx);
      worked.resolve();
      await end.promise;
    });
    await worked.promise;
    await yard.follow();
    await yard.expectSame();
    end.resolve();
    await writer;
    expect(await yard.stale()).toBeGreaterThan(0);
    await yard.expectSame();
    await yard.follow();
    await yard.expectSame();
    expect(await figures()).toMatchObject({ daysToLine: 4, cost: 15 });
  });

  test('nobody waits for who moves the same car, nor for who follows it', async () => {
    const car = await through('2026-03-02', '2026-03-05');
    await yard.follow();
    const cost = (stage: string, db: Db<AnyTables>) =>
      run(
        sql`update vehicle_recon_steps set actual_cents = 1 where vehicle_id = ${car}
        and stage = ${stage}`,
        db,
      );
    await yard.db.transaction().execute(async (tx) => {
      await cost('detail', tx);
      await yard.db.transaction().execute(async (other) => {
        await run(sql`set local lock_timeout = '5s'`, other);
        await cost('mechanical', other);
        expect(await foldRecon(yard.db)).toBe(true);
      });
    });
    await yard.expectSame();
    await yard.follow();
    await yard.expectSame();
    expect(await figures()).toMatchObject({ cost: 2 });
  });
});
