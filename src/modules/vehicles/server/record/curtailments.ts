import { sql } from 'kysely';
import type { Curtailment } from '../../contract/floorplan.ts';
import type { VehicleDb } from '../tables.ts';

/** Columns of a curtailment `c`. */
export const curtailmentColumns = sql`c.id, c.cents, c.due_on::text as "dueOn",
  c.paid_on::text as "paidOn"`;

/** The curtailments of a stay, by the day they are due. */
export async function listCurtailments(db: VehicleDb, unitId: number): Promise<Curtailment[]> {
  const { rows } = await sql<Curtailment>`
    select ${curtailmentColumns} from stock_curtailments c
    where c.unit_id = ${unitId} order by c.due_on, c.id`.execute(db);
  return rows;
}
