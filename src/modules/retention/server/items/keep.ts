import { sql } from 'kysely';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import { type Subject, subjectKey } from '../../contract/holds.ts';
import type { RetentionClassCode } from '../../contract.ts';
import { shareRetention } from '../lock.ts';
import type { RetentionDb } from '../tables.ts';
import { isOnHold } from './status.ts';

interface KeptFile {
  /** Keys in the storage that no other item uses. */
  key: string;
  sha256: Buffer;
  sizeBytes: number;
}

/** A document as its module hands it in. */
export interface RetainedItem {
  /** The module's name and its own id of the document. */
  source: string;
  sourceId: string;
  classCode: RetentionClassCode;
  /** Stays in the register for good, so it names the kind of document and the deal, never a person. */
  title: string;
  /** When what its period starts from happened, such as the delivery of the deal; null: not yet. */
  eventDate: CalendarDate | null;
  /** The people and records it is about: what holds match on. */
  subjects: readonly Subject[];
  files: readonly [KeptFile, ...KeptFile[]];
}

/**
 * Puts documents under retention, in the transaction that stores them; the same `source` and `sourceId` again
 * updates the same item. While a hold keeps it, the item loses no subject. Throws 409 if its destruction has started,
 * or if a file belongs to another document.
 */
export async function keepItems(
  anyTx: Db<AnyTables>,
  items: readonly RetainedItem[],
): Promise<void> {
  if (items.length === 0) return;
  const tx: RetentionDb = anyTx;
  await shareRetention(tx);
  await refuseCondemned(tx, items);
  await storeFiles(tx, await storeItems(tx, items), items);
}

async function refuseCondemned(tx: RetentionDb, items: readonly RetainedItem[]): Promise<void> {
  const named = items.map(({ source, sourceId }) => ({ source, source_id: sourceId }));
  const { rows } = await sql`
    select from json_to_recordset(${JSON.stringify(named)}::json) as said (source text, source_id text)
    join retained_items i using (source, source_id) where i.condemned_at is not null`.execute(tx);
  if (rows.length > 0) throw conflict('This document is being destroyed.');
}

const nameOf = (source: string, sourceId: string) => `${source} ${sourceId}`;

const subjectKeys = ({ sourceId, subjects }: RetainedItem): string[] =>
  [{ kind: 'document' as const, number: sourceId }, ...subjects].map(subjectKey);

/**
 * Those of these documents whose item is missing or differs in class, event, number of files or subjects. Subjects
 * that an item has beside these do not count while a hold keeps it.
 */
export async function listOutdated(
  db: Db<AnyTables>,
  items: readonly RetainedItem[],
): Promise<RetainedItem[]> {
  const fresh = items.map((item) => ({
    source: item.source,
    source_id: item.sourceId,
    class_code: item.classCode,
    event_date: item.eventDate,
    files: item.files.length,
    subjects: subjectKeys(item),
  }));
  const { rows } = await sql<{ source: string; source_id: string }>`
    select source, source_id from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as fresh
      (source text, source_id text, class_code text, event_date date, files integer, subjects text[])
    left join retained_items i using (source, source_id)
    where i.id is null or i.class_code <> fresh.class_code or i.event_date is distinct from fresh.event_date
      or (select count(*) from retained_files f where f.item_id = i.id) <> fresh.files
      or not i.subjects @> fresh.subjects
      or (not fresh.subjects @> i.subjects and not ${isOnHold(sql`i.subjects`)})`.execute(db);
  const outdated = new Set(rows.map(({ source, source_id }) => nameOf(source, source_id)));
  return items.filter(({ source, sourceId }) => outdated.has(nameOf(source, sourceId)));
}

async function storeItems(
  tx: RetentionDb,
  items: readonly RetainedItem[],
): Promise<Map<string, number>> {
  const stored = await tx
    .insertInto('retained_items')
    .values(
      items.map((item) => ({
        source: item.source,
        source_id: item.sourceId,
        class_code: item.classCode,
        title: item.title,
        event_date: item.eventDate,
        subjects: subjectKeys(item),
      })),
    )
    .onConflict((same) =>
      same.columns(['source', 'source_id']).doUpdateSet((eb) => ({
        class_code: eb.ref('excluded.class_code'),
        title: eb.ref('excluded.title'),
        event_date: eb.ref('excluded.event_date'),
        // Otherwise editing a document would end the hold on it.
        subjects: sql`case when ${isOnHold(sql`retained_items.subjects`)}
          then array(select distinct unnest(retained_items.subjects || excluded.subjects) order by 1)
          else excluded.subjects end`,
      })),
    )
    .returning(['id', 'source', 'source_id'])
    .execute();
  return new Map(stored.map(({ id, source, source_id }) => [nameOf(source, source_id), id]));
}

async function storeFiles(
  tx: RetentionDb,
  ids: Map<string, number>,
  items: readonly RetainedItem[],
): Promise<void> {
  const files = items.flatMap(({ source, sourceId, files: own }) =>
    own.map(({ key, sha256, sizeBytes }) => ({
      file_key: key,
      item_id: ids.get(nameOf(source, sourceId)) ?? 0,
      sha256,
      size_bytes: sizeBytes,
    })),
  );
  await tx
    .deleteFrom('retained_files')
    .where('item_id', 'in', [...ids.values()])
    .execute();
  const added = await tx
    .insertInto('retained_files')
    .values(files)
    .onConflict((same) => same.column('file_key').doNothing())
    .returning('file_key')
    .execute();
  if (added.length < files.length) throw conflict('A file already belongs to another document.');
}
