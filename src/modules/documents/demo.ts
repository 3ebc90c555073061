import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import {
  type DemoDocument,
  dealPapers,
  hirePaper,
  inboxPaper,
  invoicePapers,
  orderPaper,
  type PaperDeal,
  type PaperOrder,
  policyPapers,
} from '../../../db/demo/documents/papers.ts';
import { pdfOf } from '../../../db/demo/documents/pdf.ts';
import { stream } from '../../../db/demo/random.ts';
import { uuidv4 } from '../../../db/demo/uuid.ts';
import { type Store, stores } from '../../platform/contract/access.ts';
import { dateAt } from '../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import type { Platform } from '../../platform/server/platform.ts';
import { getTimezone } from '../organization/server/public.ts';
import { cabinetRules } from './contract/cabinets.ts';
import { typeName } from './contract/types.ts';
import { folderOf } from './server/folders.ts';
import { readingJob } from './server/reading-job.ts';
import { keepDocument } from './server/retention.ts';
import { writeWords } from './server/search/described.ts';
import type { DocumentsDb } from './server/tables.ts';

type Services = Pick<Platform, 'storage' | 'jobs'>;

const dealsPerStore = 6;
const inboxPerStore = 2;
const ordersPerStore = 4;

/**
 * Seeds the papers of each store’s latest deals and repair orders, invoices, policies and offer letters. The server
 * reads them once it runs, like any other.
 */
export async function seedDocuments(
  anyTx: Db<AnyTables>,
  asOf: Date,
  services: Services,
): Promise<void> {
  const tx: DocumentsDb = anyTx;
  const today = dateAt(await getTimezone(anyTx), asOf.getTime());
  const documents = await papersOf(tx, today);
  const files = await storeAll(services, documents);
  for (const [index, document] of documents.entries()) {
    const file = files[index];
    if (file) await insert(services, tx, document, file, asOf);
  }
}

async function papersOf(tx: DocumentsDb, today: string): Promise<DemoDocument[]> {
  const deals = await findDeals(tx);
  const orders = await findOrders(tx);
  const office = await findManager(tx, 'back_office');
  const hr = await findManager(tx, 'hr');
  const ofStore = <T extends { store: Store }>(list: readonly T[], store: Store, count: number) =>
    list.filter((one) => one.store === store).slice(0, count);
  const hired = await findHired(tx);
  return stores
    .flatMap((store) => {
      const all = ofStore(deals, store, dealsPerStore + inboxPerStore);
      return [
        ...all.slice(0, dealsPerStore).flatMap(dealPapers),
        ...all.slice(dealsPerStore).map(inboxPaper),
        ...ofStore(orders, store, ordersPerStore).map(orderPaper),
        ...invoicePapers({ store, addedBy: office, today }),
        ...ofStore(hired, store, 2).map((person) => hirePaper(person, hr, today)),
      ];
    })
    .concat(policyPapers(office, today));
}

async function findDeals(tx: DocumentsDb): Promise<PaperDeal[]> {
  const { rows } = await sql<PaperDeal>`
    select d.id, d.store, d.number, d.customer_id as "customerId", c.name as customer, d.vehicle, d.vin,
      d.stock_number as "stockNumber", d.method, d.lender, d.rate::float8 as rate, d.term_months as months,
      d.price_cents as "priceCents", d.tax_cents as "taxCents", d.fees_cents as "feesCents",
      d.down_cents as "downCents", d.signed_on::text as "signedOn", d.delivered_on::text as "deliveredOn",
      coalesce(d.finance_manager_id, d.created_by) as "addedBy"
    from deals d join customers c on c.id = d.customer_id
    where d.is_retail and d.status in ('delivered', 'funded')
    order by d.delivered_on desc, d.id desc`.execute(tx);
  return rows;
}

async function findOrders(tx: DocumentsDb): Promise<PaperOrder[]> {
  const { rows } = await sql<PaperOrder>`
    select r.id, r.store, r.number, r.customer_id as "customerId", c.name as customer, r.vehicle, r.vin,
      r.miles_in as miles, r.opened_at::date::text as "openedOn", r.closed_at::date::text as "closedOn",
      r.advisor_id as "addedBy",
      array(select l.complaint from repair_order_lines l where l.repair_order_id = r.id
        order by l.position) as lines,
      (select coalesce(sum(l.labor_sale_cents + l.parts_sale_cents), 0)::bigint
        from repair_order_lines l where l.repair_order_id = r.id) as "totalCents"
    from repair_orders r join customers c on c.id = r.customer_id
    where r.closed_at is not null order by r.closed_at desc, r.id desc limit 500`.execute(tx);
  return rows;
}

/** The manager of this department who was hired first. */
async function findManager(tx: DocumentsDb, department: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from users where department = ${department} and role = 'manager' and is_active
    order by id limit 1`.execute(tx);
  if (!rows[0]) throw new Error(`The demo data has no manager in ${department}`);
  return rows[0].id;
}

async function findHired(tx: DocumentsDb): Promise<{ id: number; name: string; store: Store }[]> {
  const { rows } = await sql<{ id: number; name: string; store: Store }>`
    select id, first_name || ' ' || last_name as name, store_access[1] as store from users
    where role = 'employee' and is_active and cardinality(store_access) = 1
      and store_access[1] <> 'all' order by id`.execute(tx);
  return rows;
}

interface StoredFile {
  key: string;
  bytes: Buffer;
}

const atOnce = 8;

/** Under keys that are the same each time, so that an interrupted seeding leaves nothing behind. */
async function storeAll(
  { storage }: Services,
  documents: readonly DemoDocument[],
): Promise<StoredFile[]> {
  const files = documents.map(({ pages }, index) => ({
    key: uuidv4(stream('document-files', index)),
    bytes: pdfOf(pages),
  }));
  for (let start = 0; start < files.length; start += atOnce) {
    const batch = files.slice(start, start + atOnce);
    await Promise.all(
      batch.map(({ key, bytes }, index) => {
        const { cabinet = 'deals' } = documents[start + index] ?? {};
        const facts = { sizeBytes: bytes.length };
        return storage.folder(folderOf[cabinet]).put(key, Readable.from([bytes]), facts);
      }),
    );
  }
  return files;
}

async function insert(
  { jobs }: Services,
  tx: DocumentsDb,
  document: DemoDocument,
  { key, bytes }: StoredFile,
  asOf: Date,
): Promise<void> {
  const { cabinet, type, addedBy, links } = document;
  const at = new Date(asOf.getTime() - document.hoursAgo * 3_600_000);
  const { id } = await tx
    .insertInto('documents')
    .values({
      cabinet,
      type,
      store: document.store,
      title: document.title,
      document_on: document.date,
      amount_cents: document.amountCents,
      number: document.number,
      keywords: '',
      filed_at: document.isFiled ? at : null,
      filed_by: document.isFiled ? addedBy : null,
      created_by: addedBy,
      created_at: at,
      client_id: key,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('document_versions')
    .values({
      document_id: id,
      number: 1,
      folder: folderOf[cabinet],
      storage_key: key,
      file_name: document.fileName,
      mime_type: 'application/pdf',
      kind: 'pdf',
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      page_count: document.pages.length,
      origin: 'upload',
      upload_id: key,
      uploaded_by: addedBy,
      uploaded_at: at,
    })
    .execute();
  if (links.length > 0) {
    await tx
      .insertInto('document_links')
      .values(
        links.map((link) => ({
          document_id: id,
          kind: link.kind,
          record_id: link.id,
          linked_by: addedBy,
          linked_at: at,
        })),
      )
      .execute();
  }
  const events = [
    { kind: 'added', detail: document.fileName },
    ...(document.isFiled
      ? [{ kind: 'filed', detail: `${cabinetRules[cabinet].name}, ${typeName(cabinet, type)}` }]
      : []),
  ];
  await tx
    .insertInto('document_events')
    .values(
      events.map(({ kind, detail }) => ({
        document_id: id,
        author_id: addedBy,
        at,
        kind,
        data: JSON.stringify({ detail }),
      })),
    )
    .execute();
  await writeWords(tx, [id]);
  if (document.isFiled) await keepDocument(tx, id);
  await readingJob.add({ jobs }, tx, { documentId: id, number: 1 });
}
