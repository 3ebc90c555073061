import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { addDays } from '../../../platform/contract/wallTime.ts';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import { tryBatch } from '../contract/disposition.ts';
import { getToday } from '../server/periods/dates.ts';
import { keepItems, type RetainedItem } from '../server/public.ts';

const folder = 'sales-documents';
const keyOf = (fileKey: string) => fileKey.slice(folder.length + 1);

/** The same day of another year; of a February 29, March 1 where there is none. */
export function yearsAfter(date: string, years: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, day)).toISOString().slice(0, 10);
}

/** A test server with documents under retention, and people who may destroy them. */
export async function openRetentionStage() {
  const base: AdminStage = await openAdminStage({ LOG_LEVEL: 'silent' });
  const { db, storage } = base.platform;
  const papers = storage.folder(folder);
  const addManager = () =>
    base.addUser({ pagePermissions: ['admin_panel', 'system_management'], firstName: 'Kim' });
  const today = () => getToday(db);

  async function file(text: string): Promise<RetainedItem['files'][number]> {
    const key = randomUUID();
    const bytes = Buffer.from(text);
    await papers.put(key, Readable.from([bytes]));
    return {
      key: `${folder}/${key}`,
      sha256: createHash('sha256').update(bytes).digest(),
      sizeBytes: bytes.length,
    };
  }

  /** A document with a stored file; of a deal delivered long ago unless given. */
  async function addDocument(overrides: Partial<RetainedItem> = {}): Promise<RetainedItem> {
    const sourceId = randomUUID();
    const item: RetainedItem = {
      source: 'documents',
      sourceId,
      classCode: 'sales_documents',
      title: `Buyer’s order of deal ${sourceId.slice(0, 6)}`,
      eventDate: '2010-06-15',
      subjects: [{ kind: 'deal', number: sourceId }],
      files: [await file(`bytes of ${sourceId}`)],
      ...overrides,
    };
    await db.transaction().execute((tx) => keepItems(tx, [item]));
    return item;
  }

  /** The day `years` before the day that is this many days from now. */
  async function dueIn(days: number, years: number): Promise<string> {
    const day = addDays(await today(), days);
    return yearsAfter(day, -years);
  }

  return {
    ...base,
    db,
    storage,
    addManager,
    today,
    addDocument,
    file,
    dueIn,
    /** `statement` must come from the test itself. */
    async query(statement: string) {
      return (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows;
    },
    exists: async ({ files }: RetainedItem) => (await papers.stat(keyOf(files[0].key))) !== null,
    async drop(fileKeys: readonly string[]) {
      await Promise.all(fileKeys.map((key) => papers.delete(keyOf(key))));
    },
    /** The last day of a period of this many years. */
    async periodEnd(eventDate: string, years: number) {
      const { rows } = await sql<{ day: string }>`
        select retention_keep_until(${eventDate}::date, ${years})::text as day`.execute(db);
      return rows[0]?.day;
    },
    /** The outcome of one document in a batch. */
    async fateOf(
      { client }: Awaited<ReturnType<typeof addManager>>,
      batchId: number,
      title: string,
    ) {
      const { body } = await client.call(tryBatch, { params: { batchId } });
      return body.find((item) => item.title === title)?.fate;
    },
  };
}
export type RetentionStage = Awaited<ReturnType<typeof openRetentionStage>>;
