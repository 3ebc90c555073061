import { sql } from 'kysely';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import { type Subject, subjectKey } from '../../contract/holds.ts';
import type { RetentionClassCode } from '../../contract.ts';
import { shareRetention } from '../lock.ts';
import type { RetentionDb } from '../tables.ts';

interface KeptFile {
  /** Of the storage, and of nothing else that is kept. */
  key: string;
  sha256: Buffer;
  sizeBytes: number;
}

/** A document as the room it belongs to hands it in. */
export interface RetainedItem {
  /** The room's own name and what the document is called there. */
  source: string;
  sourceId: string;
  classCode: RetentionClassCode;
  /** Stays in the register for good, so it says what kind of paper of which deal, never of whom. */
  title: string;
  /** When the deal was delivered, the order closed, the employment ended; null: not yet. */
  eventDate: CalendarDate | null;
  /** Whom and what it is about: what holds find it by. */
  subjects: readonly Subject[];
  files: readonly [KeptFile, ...KeptFile[]];
}

/**
 * Takes documents into keeping, in the transaction that stores them; said again with the same `source` and
 * `sourceId` it is the same one, as it is now. Throws 409 where its destruction has begun, or where a file
 * belongs to another document.
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
        subjects: [{ kind: 'document' as const, number: item.sourceId }, ...item.subjects].map(
          subjectKey,
        ),
      })),
    )
    .onConflict((same) =>
      same.columns(['source', 'source_id']).doUpdateSet((eb) => ({
        class_code: eb.ref('excluded.class_code'),
        title: eb.ref('excluded.title'),
        event_date: eb.ref('excluded.event_date'),
        subjects: eb.ref('excluded.subjects'),
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
  if (added.length < files.length) throw conflict('A file belongs to another document already.');
}
