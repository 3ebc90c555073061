import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { addDays } from '../../../platform/contract/wallTime.ts';
import { type Office, openOffice } from '../../admin/test/office.ts';
import { tryBatch } from '../contract/disposition.ts';
import { eventDateOf, keepItems, keepUntil, type RetainedItem } from '../server/public.ts';

/** The house with papers in it, and people who may let them go. */
export async function openArchive() {
  const office: Office = await openOffice({ LOG_LEVEL: 'silent' });
  const { db, storage } = office.platform;
  const keeper = () =>
    office.hire({ pagePermissions: ['admin_panel', 'system_management'], firstName: 'Kim' });
  const today = () => eventDateOf(db, new Date());

  async function file(text: string): Promise<RetainedItem['files'][number]> {
    const key = randomUUID();
    const bytes = Buffer.from(text);
    await storage.put(key, Readable.from([bytes]));
    return { key, sha256: createHash('sha256').update(bytes).digest(), sizeBytes: bytes.length };
  }

  /** A paper with bytes in the storage; of a deal delivered long ago unless told. */
  async function paper(given: Partial<RetainedItem> = {}): Promise<RetainedItem> {
    const sourceId = randomUUID();
    const item: RetainedItem = {
      source: 'documents',
      sourceId,
      classCode: 'sales_documents',
      title: `Buyer’s order of deal ${sourceId.slice(0, 6)}`,
      eventDate: '2010-06-15',
      subjects: [{ kind: 'deal', number: sourceId }],
      files: [await file(`bytes of ${sourceId}`)],
      ...given,
    };
    await db.transaction().execute((tx) => keepItems(tx, [item]));
    return item;
  }

  /** A day `years` before the day that lies so many days from now. */
  async function dueIn(days: number, years: number): Promise<string> {
    const day = addDays(await today(), days);
    // There may be no February 29 that year.
    const then = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
    return keepUntil({ years: 0 }, then);
  }

  return {
    ...office,
    db,
    storage,
    keeper,
    today,
    paper,
    file,
    dueIn,
    /** The words of `statement` are the test's own. */
    async query(statement: string) {
      return (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows;
    },
    exists: async ({ files }: RetainedItem) => (await storage.stat(files[0].key)) !== null,
    /** The days the database and the program end a period on. */
    async ends(eventDate: string, years: number) {
      const { rows } = await sql<{ day: string }>`
        select retention_keep_until(${eventDate}::date, ${years})::text as day`.execute(db);
      return [rows[0]?.day, keepUntil({ years }, eventDate)];
    },
    /** What is said of one paper in a batch. */
    async fateOf({ client }: Awaited<ReturnType<typeof keeper>>, batchId: number, title: string) {
      const { body } = await client.call(tryBatch, { params: { batchId } });
      return body.find((item) => item.title === title)?.fate;
    },
  };
}
export type Archive = Awaited<ReturnType<typeof openArchive>>;
