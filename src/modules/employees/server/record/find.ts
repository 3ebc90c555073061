import { sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { EmploymentStatus, PayBasis } from '../../contract/fields.ts';
import { type CardRow, cardColumns, cardTables } from '../directory/cards.ts';
import { inLineOf, isFormer, isInDirectory, readableByHr, writableByHr } from '../policy.ts';
import type { EmployeesDb } from '../tables.ts';

/** An employee as the actor finds them. */
export interface FoundEmployee extends CardRow {
  first_name: string;
  last_name: string;
  is_active: boolean;
  employee_number: string | null;
  status: EmploymentStatus;
  hired_on: string | null;
  left_on: string | null;
  review_on: string | null;
  pay_basis: PayBasis | null;
  version: number;
  /** In the directory, so that every colleague sees their card. */
  is_listed: boolean;
  reads_as_hr: boolean;
  writes_as_hr: boolean;
  /** The actor stands above them. */
  leads: boolean;
}

/** Column of `employees e` and `users u`. */
export const statusColumn = (today: string) => sql`
  case when ${isFormer(today)} then 'former' when e.left_on is not null then 'leaving' else 'active' end`;

/** Null if there is no such employee, or one of whom the actor sees nothing. */
async function findEmployee(
  db: EmployeesDb,
  actor: Actor,
  id: number,
  today: string,
): Promise<FoundEmployee | null> {
  const { rows } = await sql<FoundEmployee>`
    select ${cardColumns(today)}, u.first_name, u.last_name, u.is_active, e.employee_number,
      ${statusColumn(today)} as status, e.hired_on::text as hired_on, e.left_on::text as left_on,
      e.review_on::text as review_on, e.pay_basis, e.version, ${isInDirectory(today)} as is_listed,
      ${readableByHr(actor)} as reads_as_hr, ${writableByHr(actor)} as writes_as_hr,
      ${inLineOf(actor.userId)} as leads
    from ${cardTables} where e.user_id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  return found.is_listed || found.reads_as_hr || id === actor.userId ? found : null;
}

/** The same; throws 404. */
export async function getFound(
  db: EmployeesDb,
  actor: Actor,
  id: number,
  today: string,
): Promise<FoundEmployee> {
  const found = await findEmployee(db, actor, id, today);
  if (!found) throw notFound();
  return found;
}
