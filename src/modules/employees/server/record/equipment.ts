import { type RawBuilder, sql } from 'kysely';
import type { EquipmentItem } from '../../contract/employee.ts';
import type { EquipmentKind } from '../../contract/fields.ts';
import type { EmployeesDb } from '../tables.ts';

export interface EquipmentRow {
  id: number;
  kind: EquipmentKind;
  name: string;
  serial: string;
  note: string;
  issued_on: string;
  issued_by: string;
  returned_on: string | null;
  returned_to: string | null;
  return_note: string;
  version: number;
}

/** Columns of `employee_equipment q`, with who issued it (`users i`) and took it back (`users b`). */
export const equipmentColumns = sql`
  q.id, q.kind, q.name, q.serial, q.note, q.issued_on::text as issued_on, i.shown_name as issued_by,
  q.returned_on::text as returned_on, b.shown_name as returned_to, q.return_note, q.version`;
export const equipmentTables = sql`employee_equipment q join users i on i.id = q.created_by
  left join users b on b.id = q.returned_to`;

export const toItem = (row: EquipmentRow): EquipmentItem => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  serial: row.serial,
  note: row.note,
  issuedOn: row.issued_on,
  issuedBy: row.issued_by,
  returned:
    row.returned_on === null
      ? null
      : { on: row.returned_on, to: row.returned_to ?? '', note: row.return_note },
  version: row.version,
});

/** What an employee has, then what they had, latest first. The caller has checked access. */
export async function listEquipment(
  db: EmployeesDb,
  id: number,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<EquipmentItem[]> {
  const { rows } = await sql<EquipmentRow>`
    select ${equipmentColumns} from ${equipmentTables} where q.user_id = ${id} and ${condition}
    order by q.returned_on desc nulls first, q.issued_on desc, q.id desc`.execute(db);
  return rows.map(toItem);
}
