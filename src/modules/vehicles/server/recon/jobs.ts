import { sql } from 'kysely';
import { forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { assertWorksAt } from '../../../../platform/server/records/staff.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { changedMeanwhile } from '../../../../platform/server/records/versions.ts';
import type * as calls from '../../contract/recon/board.ts';
import { passesApproval } from '../../contract/recon/stages.ts';
import { canApproveSpending, canSeeMoney, storesOf } from '../policy.ts';
import { publishVehicleChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { bumpVersion, lockVehicle } from '../record/find.ts';
import { closeStep, openStep } from '../record/recon-steps.ts';
import { changeStatus } from '../record/status.ts';
import type { VehicleDb } from '../tables.ts';
import { getJob } from './board.ts';

/** Moves a vehicle to another stage; the last one sets its status to frontline. */
export function moveJob(platform: Platform): Handler<typeof calls.moveJob> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params, body: { version, to }, ip }) => {
    const { car, stepId } = await db.transaction().execute(async (tx) => {
      const locked = await lockStep(tx, actor, params.stepId, version);
      const { id } = locked.car;
      const from = locked.step.stage;
      if (from === to) return { car: locked.car, stepId: params.stepId };
      if (passesApproval(from, to) && !canApproveSpending(actor)) {
        throw forbidden('Only managers can approve the work.');
      }
      await addEvent(tx, id, actor.userId, { kind: 'recon', from, to });
      if (to === 'frontline') {
        await changeStatus(tx, actor, locked.car, { status: 'frontline', ip });
        return { car: locked.car, stepId: await getLastStepId(tx, id) };
      }
      await closeStep(tx, id);
      await bumpVersion(tx, id);
      return { car: locked.car, stepId: await openStep(tx, actor, id, to) };
    });
    publishVehicleChanged(platform, car);
    return getJob(db, actor, stepId);
  };
}

async function getLastStepId(tx: VehicleDb, vehicleId: number): Promise<number> {
  const { id } = await tx
    .selectFrom('vehicle_recon_steps')
    .select(sql<number>`max(id)`.as('id'))
    .where('unit_id', '=', vehicleId)
    .executeTakeFirstOrThrow();
  return id;
}

/** Assigns a step, and sets its cost. */
export function changeJob(platform: Platform): Handler<typeof calls.changeJob> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params, body: { version, ...changes } }) => {
    const entersCost = changes.estimateCents !== undefined || changes.actualCents !== undefined;
    if (entersCost && !canSeeMoney(actor)) {
      throw forbidden('You need access to financial reports to enter estimates and costs.');
    }
    const car = await db.transaction().execute(async (tx) => {
      const locked = await lockStep(tx, actor, params.stepId, version);
      const { step } = locked;
      const ownerName = changes.ownerId
        ? await assertWorksAt(tx, changes.ownerId, locked.car.store, 'ownerId')
        : null;
      const next = {
        owner_id: changes.ownerId === undefined ? step.owner_id : changes.ownerId,
        estimate_cents:
          changes.estimateCents === undefined ? step.estimate_cents : changes.estimateCents,
        actual_cents: changes.actualCents === undefined ? step.actual_cents : changes.actualCents,
      };
      await tx
        .updateTable('vehicle_recon_steps')
        .set({ ...next, version: step.version + 1 })
        .where('id', '=', step.id)
        .execute();
      const fields = [
        ...(step.owner_id === next.owner_id ? [] : [{ name: 'owner', from: null, to: ownerName }]),
        ...[
          { name: 'estimate', from: step.estimate_cents, to: next.estimate_cents },
          { name: 'actual', from: step.actual_cents, to: next.actual_cents },
        ].filter(({ from, to }) => from !== to),
      ];
      if (fields.length > 0) {
        await bumpVersion(tx, locked.car.id);
        await addEvent(tx, locked.car.id, actor.userId, { kind: 'changed', fields });
      }
      return locked.car;
    });
    publishVehicleChanged(platform, car);
    return getJob(db, actor, params.stepId);
  };
}

/** Locks the open step and its vehicle. */
async function lockStep(tx: VehicleDb, actor: Actor, stepId: number, version: number) {
  const found = await tx
    .selectFrom('vehicle_recon_steps as s')
    .innerJoin('stock_vehicles as v', 'v.id', 's.unit_id')
    .select('v.id')
    .where('s.id', '=', stepId)
    .where(inStores('v.store', storesOf(actor)))
    .executeTakeFirst();
  if (!found) throw notFound();
  const car = await lockVehicle(tx, actor, found.id);
  const step = await tx
    .selectFrom('vehicle_recon_steps')
    .selectAll()
    .where('id', '=', stepId)
    .executeTakeFirstOrThrow();
  if (step.version !== version || step.left_at !== null) throw changedMeanwhile('this recon step');
  return { car, step };
}
