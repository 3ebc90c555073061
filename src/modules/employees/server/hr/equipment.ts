import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { allOf, countUpTo, escapeLike } from '../../../../platform/server/records/queries.ts';
import type { EmploymentStatus } from '../../contract/fields.ts';
import type {
  countEquipmentOut as countCall,
  EquipmentOut,
  listEquipmentOut as listCall,
} from '../../contract.ts';
import { isAt } from '../directory/filters.ts';
import { isFormer, readableByHr } from '../policy.ts';
import {
  type EquipmentRow,
  equipmentColumns,
  equipmentTables,
  toItem,
} from '../record/equipment.ts';
import { statusColumn } from '../record/find.ts';
import type { EmployeesDb } from '../tables.ts';
import { getToday } from '../today.ts';

type Filters = ValidOf<typeof countCall>['query'];

interface OutRow extends EquipmentRow {
  employee_id: number;
  employee: string;
  store: Store | null;
  status: EmploymentStatus;
}

function matching(actor: Actor, today: string, filters: Filters): RawBuilder<unknown> {
  const { q, store, kind, holders } = filters;
  const words = escapeLike(q.replace(/\s+/g, ' '));
  return sql`from ${equipmentTables} join employees e on e.user_id = q.user_id join users u on u.id = e.user_id
    where ${allOf([
      sql`q.returned_on is null`,
      readableByHr(actor),
      q !== '' &&
        sql`folded(q.name || ' ' || q.serial || ' ' || u.shown_name) like '%' || folded(${words}) || '%'`,
      isAt(store),
      kind && sql`q.kind = ${kind}`,
      holders === 'former' && isFormer(today),
    ])}`;
}

/** Equipment still out, of employees whose files the actor reads as HR: of former employees first, then the longest out. */
export async function listEquipmentOut(
  db: EmployeesDb,
  actor: Actor,
  { limit, offset, ...filters }: ValidOf<typeof listCall>['query'],
): Promise<EquipmentOut[]> {
  const today = await getToday(db);
  const { rows } = await sql<OutRow>`
    select ${equipmentColumns}, e.user_id as employee_id, u.shown_name as employee, e.store,
      ${statusColumn(today)} as status
    ${matching(actor, today, filters)}
    order by ${isFormer(today)} desc, q.issued_on, q.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows.map((row) => ({
    ...toItem(row),
    employee: { id: row.employee_id, name: row.employee, store: row.store, status: row.status },
  }));
}

export const countEquipmentOut = async (db: EmployeesDb, actor: Actor, filters: Filters) =>
  countUpTo(db, matching(actor, await getToday(db), filters));
