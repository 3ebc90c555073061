import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { invalid, notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { worksAt } from '../../../platform/server/records/staff.ts';
import { storesOf } from './policy.ts';
import type { VehicleDb } from './tables.ts';

/** Active employees with access to this store, for assigning a step or checking out a vehicle. */
export async function listOwners(db: VehicleDb, actor: Actor, store: Store) {
  if (!storesOf(actor).includes(store)) throw notFound();
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.shown_name as name from users u
    where ${worksAt([store])}
    order by lower(u.last_name), lower(u.first_name), u.id limit 500`.execute(db);
  return rows;
}

/** The name of an employee; throws 400 for `field` unless they work at the store. */
export async function getEmployeeName(
  db: VehicleDb,
  store: Store,
  userId: number,
  field: string,
): Promise<string> {
  const employee = await db
    .selectFrom('users as u')
    .select('u.shown_name')
    .where('u.id', '=', userId)
    .where(worksAt([store]))
    .executeTakeFirst();
  if (employee) return employee.shown_name;
  const problem = 'This employee doesn’t work at the store';
  throw invalid(`${problem}.`, { [field]: problem });
}
