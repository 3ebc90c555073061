import { sql } from 'kysely';
import type { Curtailment } from '../../contract/floorplan.ts';
import type { VehicleDb } from '../tables.ts';

/** The curtailments of a stay, by the day they are due. */
export async function listCurtailments(db: VehicleDb, unitId: number): Promise<Curtailment[]> {
  const { rows } = await sql<Curtailment>`
    select id, cents, due_on::text as "dueOn", paid_on::text as "paidOn"
    from stock_curtailments where unit_id = ${unitId} order by due_on, id`.execute(db);
  return rows;
}
