import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Stage } from '../../contract/recon/stages.ts';
import type { VehicleDb } from '../tables.ts';

/** Closes the open step of a vehicle. */
export async function closeStep(tx: VehicleDb, vehicleId: number): Promise<void> {
  await tx
    .updateTable('vehicle_recon_steps')
    .set({ left_at: sql<Date>`clock_timestamp()`, version: sql<number>`version + 1` })
    .where('vehicle_id', '=', vehicleId)
    .where('left_at', 'is', null)
    .execute();
}

/** Opens a step and returns its id; the previous one must be closed. A frontline step closes at once. */
export async function openStep(
  tx: VehicleDb,
  actor: Pick<Actor, 'userId'>,
  vehicleId: number,
  stage: Stage,
): Promise<number> {
  const { id } = await tx
    .insertInto('vehicle_recon_steps')
    .values({
      vehicle_id: vehicleId,
      stage,
      entered_by: actor.userId,
      entered_at: sql<Date>`clock_timestamp()`,
      left_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (stage === 'frontline') await closeStep(tx, vehicleId);
  return id;
}
