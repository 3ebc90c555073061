import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Stage } from '../../contract/recon/stages.ts';
import type { VehicleDb } from '../tables.ts';

/** Closes the open step of a vehicle. */
export async function closeStep(tx: VehicleDb, unitId: number): Promise<void> {
  await tx
    .updateTable('vehicle_recon_steps')
    .set({ left_at: sql<Date>`clock_timestamp()`, version: sql<number>`version + 1` })
    .where('unit_id', '=', unitId)
    .where('left_at', 'is', null)
    .execute();
}

/** Opens a step and returns its id; the previous one must be closed. A frontline step closes at once. */
export async function openStep(
  tx: VehicleDb,
  actor: Pick<Actor, 'userId'>,
  unitId: number,
  stage: Stage,
): Promise<number> {
  const { id } = await tx
    .insertInto('vehicle_recon_steps')
    .values({
      unit_id: unitId,
      stage,
      entered_by: actor.userId,
      entered_at: sql<Date>`clock_timestamp()`,
      left_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (stage === 'frontline') await closeStep(tx, unitId);
  return id;
}

/** The stage a vehicle was last in before the line; intake if it never was in any. */
export async function lastStage(tx: VehicleDb, unitId: number): Promise<Stage> {
  const row = await tx
    .selectFrom('vehicle_recon_steps')
    .select('stage')
    .where('unit_id', '=', unitId)
    .where('stage', '<>', 'frontline')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.stage ?? 'intake';
}
