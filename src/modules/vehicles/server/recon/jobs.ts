import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type * as calls from '../../contract/recon/board.ts';
import { passesApproval } from '../../contract/recon/stages.ts';
import { canSeeMoney, isManager, storesOf } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { bumpVersion, lockVehicle } from '../record/find.ts';
import { inStores } from '../record/rows.ts';
import { changeStatus } from '../record/status.ts';
import type { VehicleDb } from '../tables.ts';
import { getJob, listOwners } from './board.ts';
import { closeStep, openStep } from './steps.ts';

const versionConflict = () =>
  conflict('Someone else moved or changed this vehicle. Your changes weren’t saved.');

/** Locks the open step and its vehicle. */
async function lockStep(tx: VehicleDb, actor: Actor, stepId: number, version: number) {
  const found = await tx
    .selectFrom('vehicle_recon_steps as s')
    .innerJoin('vehicles as v', 'v.id', 's.vehicle_id')
    .select('v.id')
    .where('s.id', '=', stepId)
    .where(inStores(storesOf(actor)))
    .executeTakeFirst();
  if (!found) throw notFound();
  const car = await lockVehicle(tx, actor, found.id);
  const step = await tx
    .selectFrom('vehicle_recon_steps')
    .selectAll()
    .where('id', '=', stepId)
    .executeTakeFirstOrThrow();
  if (step.version !== version || step.left_at !== null) throw versionConflict();
  return { car, step };
}

/** Moves a vehicle to another stage; the last one sets its status to frontline. */
export function moveJob(platform: Platform): Handler<typeof calls.moveJob> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params, body, ip }) => {
    const { car, stepId } = await db.transaction().execute(async (tx) => {
      const locked = await lockStep(tx, actor, params.stepId, body.version);
      return { car: locked.car, stepId: await move(tx, actor, locked, { to: body.to, ip }) };
    });
    publishChanged(platform, car);
    return getJob(db, actor, stepId);
  };
}

type LockedStep = Awaited<ReturnType<typeof lockStep>>;

async function move(
  tx: VehicleDb,
  actor: Actor,
  { car, step }: LockedStep,
  { to, ip }: { to: LockedStep['step']['stage']; ip: string },
): Promise<number> {
  const from = step.stage;
  if (from === to) return step.id;
  if (passesApproval(from, to) && !isManager(actor)) {
    throw forbidden('Only managers can approve the work.');
  }
  await addEvent(tx, car.id, actor.userId, { kind: 'recon', from, to });
  if (to !== 'frontline') {
    await closeStep(tx, car.id);
    await bumpVersion(tx, car.id);
    return openStep(tx, actor, car.id, to);
  }
  await changeStatus(tx, actor, car, { status: 'frontline', ip });
  const { id } = await tx
    .selectFrom('vehicle_recon_steps')
    .select(sql<number>`max(id)`.as('id'))
    .where('vehicle_id', '=', car.id)
    .executeTakeFirstOrThrow();
  return id;
}

/** Assigns a step, and sets its cost. */
export function changeJob(platform: Platform): Handler<typeof calls.changeJob> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params, body }) => {
    assertMayEnterCost(actor, body);
    const car = await db.transaction().execute(async (tx) => {
      const locked = await lockStep(tx, actor, params.stepId, body.version);
      await change(tx, actor, locked, body);
      return locked.car;
    });
    publishChanged(platform, car);
    return getJob(db, actor, params.stepId);
  };
}

type Body = ValidOf<typeof calls.changeJob>['body'];

function assertMayEnterCost(actor: Actor, { estimateCents, actualCents }: Body): void {
  if (estimateCents === undefined && actualCents === undefined) return;
  if (canSeeMoney(actor)) return;
  throw forbidden('You need access to financial reports to enter estimates and costs.');
}

async function change(
  tx: VehicleDb,
  actor: Actor,
  { car, step }: LockedStep,
  body: Body,
): Promise<void> {
  const owner = body.ownerId ?? null;
  const owners = owner === null ? [] : await listOwners(tx, actor, car.store);
  const name = owners.find(({ id }) => id === owner)?.name ?? null;
  if (owner !== null && name === null) {
    const problem = 'This employee doesn’t work at the store';
    throw invalid(`${problem}.`, { ownerId: problem });
  }
  const next = {
    owner_id: body.ownerId === undefined ? step.owner_id : owner,
    estimate_cents: body.estimateCents === undefined ? step.estimate_cents : body.estimateCents,
    actual_cents: body.actualCents === undefined ? step.actual_cents : body.actualCents,
  };
  await tx
    .updateTable('vehicle_recon_steps')
    .set({ ...next, version: step.version + 1 })
    .where('id', '=', step.id)
    .execute();
  const fields = [
    { name: 'estimate', from: step.estimate_cents, to: next.estimate_cents },
    { name: 'actual', from: step.actual_cents, to: next.actual_cents },
  ].filter(({ from, to }) => from !== to);
  const ownerChange =
    step.owner_id === next.owner_id ? [] : [{ name: 'owner', from: null, to: name }];
  if (fields.length + ownerChange.length === 0) return;
  await bumpVersion(tx, car.id);
  await addEvent(tx, car.id, actor.userId, {
    kind: 'changed',
    fields: [...ownerChange, ...fields],
  });
}
