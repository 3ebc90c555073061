import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { invalid } from '../../../platform/server/errors.ts';
import { addEvent } from './record/events.ts';

interface OutEquipment {
  id: number;
  name: string;
  serial: string;
}

/** What was issued to an employee and not returned, oldest first. */
export async function listOutEquipment(db: Db<AnyTables>, userId: number): Promise<OutEquipment[]> {
  const { rows } = await sql<OutEquipment>`
    select id, name, serial from employee_equipment
    where user_id = ${userId} and returned_on is null order by issued_on, id`.execute(db);
  return rows;
}

interface EmploymentDay {
  userId: number;
  field: 'hiredOn' | 'leftOn';
  day: string | null;
  /** Null: the system. */
  authorId: number | null;
}

const columns = { hiredOn: 'hired_on', leftOn: 'left_on' } as const;

/** Sets the first or last day in an employee’s file, with its event. Publish the change after COMMIT. */
export async function setEmploymentDay(
  tx: Db<AnyTables>,
  { userId, field, day, authorId }: EmploymentDay,
): Promise<void> {
  const column = sql.ref(columns[field]);
  const { rows } = await sql<{
    was: string | null;
    hired_on: string | null;
    left_on: string | null;
  }>`
    select ${column}::text as was, hired_on::text, left_on::text from employees
    where user_id = ${userId} for update`.execute(tx);
  const [row] = rows;
  if (!row || row.was === day) return;
  const after = { hired: row.hired_on, left: row.left_on };
  if (field === 'hiredOn') after.hired = day;
  else after.left = day;
  if (after.hired !== null && after.left !== null && after.left < after.hired) {
    const sentence = 'The last day can’t be before the first.';
    throw invalid(sentence, { day: sentence });
  }
  await sql`update employees set ${column} = ${day}::date, version = version + 1
    where user_id = ${userId}`.execute(tx);
  await addEvent(tx, userId, authorId, {
    kind: 'employment',
    fields: [{ name: field, from: row.was, to: day }],
  });
}
