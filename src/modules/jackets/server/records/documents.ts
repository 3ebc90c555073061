import { type RawBuilder, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { documentsVisibleTo } from '../../../documents/server/public.ts';
import { cabinetOf, type RecordKind } from '../../contract/kinds.ts';

/**
 * The types of the documents that are filed for a record, as an array, whether or not the actor may read them: in its
 * cabinet, confirmed and not taken out. What was destroyed after its time had been received.
 */
export const filedTypes = (record: RecordKind, id: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql`array(select doc.type from document_links link join documents doc on doc.id = link.document_id
    where link.kind = ${record} and link.record_id = ${id} and doc.cabinet = ${cabinetOf[record]}
      and doc.filed_at is not null and doc.removed_at is null)`;

export interface FiledDocument {
  id: number;
  type: string;
  title: string;
  created_at: Date;
}

/** The documents filed for a record that the actor may read, newest first. */
export async function listFiled(
  db: Db<AnyTables>,
  actor: Actor,
  record: RecordKind,
  id: number,
): Promise<FiledDocument[]> {
  const { rows } = await sql<FiledDocument>`
    select d.id, d.type, d.title, d.created_at
    from document_links link join documents d on d.id = link.document_id
    where link.kind = ${record} and link.record_id = ${id} and d.cabinet = ${cabinetOf[record]}
      and d.filed_at is not null and d.removed_at is null and ${documentsVisibleTo(actor)}
    order by d.created_at desc, d.id desc limit 500`.execute(db);
  return rows;
}
