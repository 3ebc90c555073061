import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listHistory } from '../contract/history.ts';
import {
  changeJob,
  getBoard,
  listOwners,
  moveJob,
  type ReconJob,
} from '../contract/recon/board.ts';
import { setLimits } from '../contract/recon/limits.ts';
import type { Stage } from '../contract/recon/stages.ts';
import { recordNewAlerts } from '../server/alerts.ts';
import { add, changeStatus, fetchVehicle, openVehicleStage, type VehicleStage } from './stage.ts';

let stage: VehicleStage;
let walt: StageUser;
let employee: StageUser;
beforeAll(async () => {
  stage = await openVehicleStage();
  walt = await stage.addEmployee();
  employee = await stage.addEmployee({
    role: 'employee',
    featurePermissions: ['view_data', 'create_records'],
  });
});
afterAll(() => stage.stop());

const board = async ({ client }: StageUser) => (await client.call(getBoard)).body;
const jobOf = async (user: StageUser, vehicleId: number) => {
  const found = (await board(user)).jobs.filter((job) => job.vehicleId === vehicleId);
  return found.at(-1) as ReconJob;
};
const move = ({ client }: StageUser, { stepId, version }: ReconJob, to: Stage) =>
  client.call(moveJob, { params: { stepId }, body: { version, to } });
const change = ({ client }: StageUser, job: ReconJob, body: object) =>
  client.call(changeJob, {
    params: { stepId: job.stepId },
    body: { version: job.version, ...body },
  });

/** A vehicle that has just entered reconditioning. */
async function addInRecon(): Promise<ReconJob> {
  const car = await add(walt);
  await changeStatus(walt, car, 'recon');
  return jobOf(walt, car.id);
}

describe('a vehicle in reconditioning', () => {
  test('starts at intake, moves through the stages, and ends on the frontline', async () => {
    const first = await addInRecon();
    expect(first).toMatchObject({ stage: 'intake', owner: null });
    let job = first;
    for (const to of ['inspection', 'approval', 'mechanical', 'detail', 'photos'] as const) {
      const { status, body } = await move(walt, job, to);
      expect([status, body.stage, body.startedAt]).toEqual([200, to, first.startedAt]);
      job = body;
    }
    expect((await fetchVehicle(walt, job.vehicleId)).body.recon?.stage).toBe('photos');
    const done = (await move(walt, job, 'frontline')).body;
    expect(done.stage).toBe('frontline');
    const { status, recon } = (await fetchVehicle(walt, job.vehicleId)).body;
    expect([status, recon]).toEqual(['frontline', null]);
    expect((await jobOf(walt, job.vehicleId)).stage).toBe('frontline');
    const params = { vehicleId: job.vehicleId };
    const kinds = (await walt.client.call(listHistory, { params })).body.map(
      ({ data }) => data.kind,
    );
    expect(kinds.filter((kind) => kind === 'recon')).toHaveLength(6);
  });

  test('is approved only by a manager, also when skipping the stage or setting the status', async () => {
    const { vehicleId } = await addInRecon();
    const intake = await jobOf(employee, vehicleId);
    const approval = (await move(employee, intake, 'approval')).body;
    for (const to of ['mechanical', 'photos', 'frontline'] as const) {
      expect((await move(employee, approval, to)).status).toBe(403);
    }
    const car = (await fetchVehicle(employee, vehicleId)).body;
    expect((await changeStatus(employee, car, 'frontline')).status).toBe(403);
    const approved = (await move(walt, approval, 'mechanical')).body;
    expect((await move(employee, approved, 'detail')).status).toBe(200);
    expect((await board(employee)).may).toEqual({ move: true, approve: false, limit: false });
    expect((await board(walt)).may).toEqual({ move: true, approve: true, limit: true });
  });

  test('moved by someone else meanwhile causes a conflict', async () => {
    const job = await addInRecon();
    const both = await Promise.all([move(walt, job, 'inspection'), move(walt, job, 'approval')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await move(walt, job, 'detail')).status).toBe(409);
    expect((await move(walt, job, 'nowhere' as never)).status).toBe(400);
  });

  test('has an assignee of its store, and its cost counts as vehicle cost', async () => {
    const job = await addInRecon();
    const assigned = await change(walt, job, { ownerId: employee.id, estimateCents: 40_000 });
    expect(assigned.body).toMatchObject({
      owner: { id: employee.id },
      money: { totalCents: 40_000 },
    });
    const billed = await change(walt, assigned.body, { actualCents: 52_500 });
    expect(billed.body.money).toEqual({
      estimateCents: 40_000,
      actualCents: 52_500,
      totalCents: 52_500,
    });
    expect((await fetchVehicle(walt, job.vehicleId)).body.money?.reconCents).toBe(52_500);
    const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
    const wrong = await change(walt, billed.body, { ownerId: hyundai.id });
    expect(wrong).toMatchObject({ status: 400, body: { fields: { ownerId: /doesn’t work/ } } });
    expect((await change(walt, job, { ownerId: null })).status).toBe(409);
  });

  test('hides costs from those who may not see them, and refuses costs from them', async () => {
    const job = await addInRecon();
    await change(walt, job, { estimateCents: 40_000, ownerId: walt.id });
    const seen = await jobOf(employee, job.vehicleId);
    expect('money' in seen).toBe(false);
    expect((await change(employee, seen, { estimateCents: 1 })).status).toBe(403);
    expect((await change(employee, seen, { ownerId: employee.id })).status).toBe(200);
    const history = async ({ client }: StageUser) =>
      JSON.stringify((await client.call(listHistory, { params: job })).body);
    expect(await history(walt)).toContain('estimate');
    expect(await history(employee)).not.toMatch(/estimate|40000/);
  });

  test('is hidden from other stores', async () => {
    const job = await addInRecon();
    const otherStore = await stage.addEmployee({ storeAccess: ['hyundai'] });
    expect((await board(otherStore)).jobs.map(({ stepId }) => stepId)).not.toContain(job.stepId);
    expect((await move(otherStore, job, 'approval')).status).toBe(404);
    expect((await change(otherStore, job, { ownerId: null })).status).toBe(404);
    const owners = (user: StageUser) => user.client.call(listOwners, { query: { store: 'ford' } });
    expect((await owners(otherStore)).status).toBe(404);
    expect((await owners(walt)).body.map(({ id }) => id)).toContain(employee.id);
  });
});

describe('stage limits', () => {
  const limitsOf = async (user: StageUser) =>
    (await board(user)).limits.find(({ store }) => store === 'ford');
  const hours = {
    intake: 12,
    inspection: 24,
    approval: 8,
    mechanical: 72,
    body: 96,
    detail: 24,
    photos: 48,
  };
  const save = ({ client }: StageUser, version: number, overrides: object = {}) =>
    client.call(setLimits, {
      params: { store: 'ford' },
      body: { version, hours: { ...hours, ...overrides } },
    });

  test('are per store, set by its managers, over the current version', async () => {
    const before = await limitsOf(walt);
    expect(before).toMatchObject({ hours: { intake: 24, body: 96 } });
    const version = before?.version ?? 0;
    expect((await save(walt, version)).body).toEqual({
      store: 'ford',
      hours,
      version: version + 1,
    });
    expect((await limitsOf(employee))?.hours).toEqual(hours);
    expect((await save(walt, version)).status).toBe(409);
    const otherStore = await stage.addEmployee({ storeAccess: ['hyundai'] });
    const [own] = (await board(otherStore)).limits;
    expect(own).toMatchObject({ store: 'hyundai', hours: { intake: 24 } });
  });

  test('are refused from others, and must be between one hour and ninety days', async () => {
    const { version = 0, hours: current } = (await limitsOf(walt)) ?? {};
    expect((await save(employee, version)).status).toBe(403);
    expect(
      (await save(await stage.addEmployee({ storeAccess: ['hyundai'] }), version)).status,
    ).toBe(404);
    for (const intake of [0, 2_161, 1.5, '24']) {
      expect((await save(walt, version, { intake })).status).toBe(400);
    }
    expect((await limitsOf(walt))?.hours).toEqual(current);
  });

  test('determine which vehicles managers are notified about', async () => {
    const job = await addInRecon();
    const { version = 0 } = (await limitsOf(walt)) ?? {};
    const late = async () => {
      const db = stage.platform.db;
      await db
        .updateTable('vehicle_recon_steps')
        .set({ entered_at: new Date(Date.now() - 20 * 3_600_000) })
        .where('id', '=', job.stepId)
        .execute();
      const alerts = await recordNewAlerts(db);
      return alerts.flatMap(({ about, cars }) => (about === 'recon' ? cars : []));
    };
    await save(walt, version, { intake: 24 });
    expect(await late()).not.toContain(job.stockNumber);
    await save(walt, version + 1, { intake: 12 });
    expect(await late()).toContain(job.stockNumber);
  });
});
