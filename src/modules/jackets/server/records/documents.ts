import { type RawBuilder, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import { readableCabinets } from '../../../documents/contract.ts';
import { cabinetOf, type RecordKind } from '../../contract/kinds.ts';

/** Documents `doc` that are filed for the record: in its cabinet, confirmed and not taken out. */
const filedFor = (record: RecordKind, id: RawBuilder<unknown>) => sql`
  document_links link join documents doc on doc.id = link.document_id
  where link.kind = ${record} and link.record_id = ${id} and doc.cabinet = ${cabinetOf[record]}
    and doc.filed_at is not null and doc.removed_at is null`;

/** The types of the documents filed for a record, as an array, whether or not the actor may read them. */
export const filedTypes = (record: RecordKind, id: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql`array(select doc.type from ${filedFor(record, id)})`;

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
  if (!readableCabinets(actor).includes(cabinetOf[record])) return [];
  const { rows } = await sql<FiledDocument>`
    select doc.id, doc.type, doc.title, doc.created_at from ${filedFor(record, sql`${id}::integer`)}
      and doc.store = any(${ownStores(actor)}::text[])
    order by doc.created_at desc, doc.id desc limit 500`.execute(db);
  return rows;
}
