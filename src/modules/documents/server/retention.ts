import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { RetentionClassCode } from '../../retention/contract.ts';
import {
  isCondemned,
  keepItems,
  listOutdated,
  type RetainedItem,
} from '../../retention/server/public.ts';
import type { Cabinet } from '../contract/cabinets.ts';
import { keptFromEndOf } from '../contract/document.ts';
import { typeName } from '../contract/types.ts';
import type { LinkedRecord } from './record/linked.ts';
import { findLinkedRecords } from './record/links.ts';
import type { DocumentsDb } from './tables.ts';

interface KeptRow {
  id: number;
  cabinet: Cabinet;
  store: Store | null;
  type: string;
  document_on: string | null;
  /** When it was filed, or added if it was removed without. */
  filed_at: Date;
  files: { key: string; sha256: string; sizeBytes: number }[];
}

const selectKept = sql`
  select d.id, d.cabinet, d.type, d.document_on::text,
    coalesce(d.filed_at, d.created_at) as filed_at,
    (select jsonb_agg(jsonb_build_object('key', v.folder || '/' || v.storage_key,
        'sha256', encode(v.sha256, 'hex'), 'sizeBytes', v.size_bytes) order by v.number)
      from document_versions v where v.document_id = d.id) as files
  from documents d`;

/** Condition on `documents d`: it is under retention, and its destruction has not started. */
const isKept = sql`((d.filed_at is not null or d.removed_at is not null)
  and d.destroyed_at is null and not ${isCondemned('documents', 'd.id')})`;

/**
 * Puts a document under retention, with all its versions; again after each change of its place, versions or links.
 * Throws 409 once its destruction has started.
 */
export async function keepDocument(tx: DocumentsDb, id: number): Promise<void> {
  const { rows } = await sql<KeptRow>`${selectKept} where d.id = ${id}`.execute(tx);
  await keepItems(tx, await toItems(tx, rows));
}

const atOnce = 500;

/**
 * Nightly: deals are delivered, orders closed, employments ended, customers merged, and buyers and vehicles corrected
 * without the documents of them being changed.
 */
export async function keepDocuments(db: DocumentsDb): Promise<void> {
  let last = 0;
  let found: number;
  do {
    const { rows } = await sql<KeptRow>`${selectKept}
      where d.id > ${last} and ${isKept} order by d.id limit ${atOnce}`.execute(db);
    found = rows.length;
    last = rows.at(-1)?.id ?? last;
    const outdated = await listOutdated(db, await toItems(db, rows));
    await keepAgain(
      db,
      outdated.map(({ sourceId }) => Number(sourceId)),
    );
  } while (found === atOnce);
}

/** Reads the documents again once no one else can change them: a version added meanwhile must be kept, too. */
async function keepAgain(db: DocumentsDb, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await sql`select from documents where id = any(${ids}::integer[]) order by id for update`.execute(
      tx,
    );
    const { rows } = await sql<KeptRow>`${selectKept}
      where d.id = any(${ids}::integer[]) and ${isKept}`.execute(tx);
    await keepItems(tx, await toItems(tx, rows));
  });
}

async function toItems(db: DocumentsDb, rows: readonly KeptRow[]): Promise<RetainedItem[]> {
  const records = await findLinkedRecords(
    db,
    rows.map(({ id }) => id),
  );
  const timezone = await getTimezone(db as Db<AnyTables>);
  return rows.flatMap((row) => {
    const linked = records.get(row.id) ?? [];
    const [first, ...others] = row.files.map(({ sha256, ...file }) => ({
      ...file,
      sha256: Buffer.from(sha256, 'hex'),
    }));
    if (!first) return [];
    const item: RetainedItem = {
      source: 'documents',
      sourceId: String(row.id),
      title: titleOf(row, linked),
      subjects: linked.flatMap(({ subjects }) => subjects),
      files: [first, ...others],
      ...periodOf(row, linked, timezone),
    };
    return [item];
  });
}

/** What it is, and of which deal or order; never a person. */
function titleOf({ id, cabinet, type }: KeptRow, linked: readonly LinkedRecord[]): string {
  const of = linked.find(({ kind }) => kind === 'deal' || kind === 'repair_order');
  return `${typeName(cabinet, type)}${of ? ` of ${of.title}` : ''}, document ${id}`;
}

/** Under which class it is kept, and from which day on. */
function periodOf(
  { cabinet, type, document_on, filed_at }: KeptRow,
  linked: readonly LinkedRecord[],
  timezone: string,
): Pick<RetainedItem, 'classCode' | 'eventDate'> {
  const records = linked.filter(({ kind }) => kind === keptFromEndOf[cabinet]);
  const isUnsold = cabinet === 'deals' && records.every(({ isCanceled }) => isCanceled);
  return {
    classCode:
      isUnsold && ofApplications.includes(type) ? 'unsold_applications' : classCodes[cabinet],
    // What belongs to no such record would wait for its end forever.
    eventDate:
      records.length > 0 ? lastEnd(records) : (document_on ?? dateAt(timezone, filed_at.getTime())),
  };
}

const classCodes: Record<Cabinet, RetentionClassCode> = {
  deals: 'sales_documents',
  service: 'service_records',
  parts: 'service_records',
  accounts_payable: 'accounting_records',
  policies: 'accounting_records',
  hr: 'hr_files',
};

/** What a creditor keeps of an application, whatever became of it. */
const ofApplications: readonly string[] = ['credit_application', 'adverse_action'];

/** The day the last of them ended; null while one goes on. */
function lastEnd(records: readonly LinkedRecord[]): string | null {
  const ends = records.map(({ endedOn }) => endedOn);
  return ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null);
}
