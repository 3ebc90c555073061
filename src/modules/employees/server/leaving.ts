import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { invalid } from '../../../platform/server/errors.ts';
import type { EventData } from '../contract/employee.ts';
import type { Changed } from './publish.ts';
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

type Field = Extract<EventData, { kind: 'employment' }>['fields'][number];

/**
 * Sets the first or last day in an employee’s file, with its event. Someone who is hired again after their last day has
 * none anymore. Returns what to give to `publishChanged` after COMMIT; null if nothing changed. Throws 400 for a last day
 * before the first.
 */
export async function setEmploymentDay(
  tx: Db<AnyTables>,
  { userId, field, day, authorId }: EmploymentDay,
): Promise<Changed | null> {
  const { rows } = await sql<{
    store: Store | null;
    hiredOn: string | null;
    leftOn: string | null;
  }>`
    select store, hired_on::text as "hiredOn", left_on::text as "leftOn" from employees
    where user_id = ${userId} for update`.execute(tx);
  const [was] = rows;
  if (!was) return null;
  const after = { hiredOn: was.hiredOn, leftOn: was.leftOn, [field]: day };
  if (after.hiredOn !== null && after.leftOn !== null && after.leftOn < after.hiredOn) {
    if (field === 'leftOn') {
      const sentence = 'The last day can’t be before the first.';
      throw invalid(sentence, { day: sentence });
    }
    after.leftOn = null;
  }
  const fields = (['hiredOn', 'leftOn'] as const).flatMap((name): Field[] =>
    was[name] === after[name] ? [] : [{ name, from: was[name], to: after[name] }],
  );
  if (fields.length === 0) return null;
  await sql`update employees set hired_on = ${after.hiredOn}::date, left_on = ${after.leftOn}::date,
      version = version + 1
    where user_id = ${userId}`.execute(tx);
  await addEvent(tx, userId, authorId, { kind: 'employment', fields });
  return {
    id: userId,
    stores: [was.store],
    isPublic: fields.some(({ name }) => name === 'leftOn'),
  };
}
