import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { mergeCustomers } from '../../customers/contract/merging.ts';
import { openCustomer } from '../../customers/contract/records.ts';
import { addCustomer, create, moveThrough } from '../../deals/test/stage.ts';
import { setEmploymentDay } from '../../employees/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import { open as openOrder } from '../../repair-orders/test/stage.ts';
import { listRegister } from '../../retention/contract/disposition.ts';
import { placeHold, releaseHold, type SubjectKind } from '../../retention/contract/holds.ts';
import { findRetentionStatuses } from '../../retention/server/public.ts';
import type { DocumentPage } from '../contract/document.ts';
import { listDocuments, readFile, readPage, saveDocument } from '../contract.ts';
import { keepDocument, keepDocuments } from '../server/retention.ts';
import type { DocumentsDb } from '../server/tables.ts';
import {
  add,
  addKeepers,
  type DocumentStage,
  deliveredDeal,
  destroyDue,
  fetchDocument,
  formOf,
  type Keepers,
  openDocumentStage,
  paper,
  runJob,
  settled,
} from './stage.ts';

let stage: DocumentStage;
let office: StageUser;
let keepers: Keepers;
beforeAll(async () => {
  stage = await openDocumentStage();
  office = await stage.addEmployee('back_office', { role: 'manager' });
  keepers = await addKeepers(stage);
});
afterAll(() => stage.stop());

const statusOf = async ({ id }: Pick<DocumentPage, 'id'>) =>
  (await findRetentionStatuses(stage.platform.db, 'documents', [String(id)])).get(String(id));

const saveTitle = ({ client }: StageUser, document: DocumentPage, title: string) =>
  client.call(saveDocument, {
    params: { documentId: document.id },
    body: { ...formOf(document), title },
  });

/** Files of a version, with everything that was made of them. */
async function filesOf({ id }: DocumentPage): Promise<string[]> {
  const { storage_key } = await stage.platform.db
    .selectFrom('document_versions')
    .select('storage_key')
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow();
  const found = fs.readdirSync(path.join(stage.dataDir, 'files'), {
    recursive: true,
    encoding: 'utf8',
  });
  return found.map((name) => path.basename(name)).filter((name) => name.startsWith(storage_key));
}

test('a document is kept from the event of its cabinet on', async () => {
  const customer = await addCustomer(office);
  const open = await create(office, customer.id);
  const deal = await add(office, { links: [{ kind: 'deal', id: open.id }] });
  const invoice = await add(office, {
    cabinet: 'accounts_payable',
    type: 'invoice',
    date: '2026-01-15',
  });
  const advisor = await stage.addEmployee('service');
  const order = await openOrder(advisor, customer.id);
  const dated = { date: '2026-01-15' };
  const ofOrder = { cabinet: 'service', links: [{ kind: 'repair_order', id: order.id }], ...dated };
  const estimate = await add(advisor, { ...ofOrder, type: 'estimate' });
  const slip = await add(office, { cabinet: 'parts', type: 'packing_slip', ...dated });
  const rental = await add(office, { cabinet: 'service', type: 'rental_agreement' });
  await stage.platform.db
    .updateTable('documents')
    .set({ filed_at: new Date('2026-11-20T17:00:00Z') })
    .where('id', '=', rental.id)
    .execute();
  await saveTitle(office, rental, 'Rental of the gray Edge');
  const inbox = await add(office, { isFiled: false });
  expect([
    await statusOf(deal),
    await statusOf(invoice),
    await statusOf(estimate),
    await statusOf(slip),
    await statusOf(rental),
    await statusOf(inbox),
  ]).toMatchObject([
    { classCode: 'sales_documents', keepUntil: null },
    { classCode: 'accounting_records', keepUntil: '2033-01-15' },
    { classCode: 'service_records', keepUntil: null },
    // Without an order, from their own date on, or from the day they were filed.
    { classCode: 'service_records', keepUntil: '2031-01-15' },
    { classCode: 'service_records', keepUntil: '2031-11-20' },
    // Where it belongs is not known yet.
    undefined,
  ]);
  await moveThrough(office, open, 'signed', 'delivered');
  expect((await statusOf(deal))?.keepUntil).toBeNull();
  await runJob(stage, 'documents.refresh');
  expect((await statusOf(deal))?.keepUntil).not.toBeNull();
  expect((await fetchDocument(office, deal.id)).body.retention).toMatchObject({
    className: 'Sales documents',
    isHeld: false,
  });
});

test('a deal’s papers without a deal are kept from their own date on, and of a canceled one from that day on', async () => {
  const customer = await addCustomer(office);
  const dated = { date: '2026-01-15' };
  const title = await add(office, { type: 'title', ...dated });
  const application = await add(office, { type: 'credit_application', ...dated });
  const deal = await create(office, customer.id);
  const links = [{ kind: 'deal', id: deal.id }];
  const ofDeal = await add(office, { type: 'credit_application', links, ...dated });
  const order = await add(office, { links, ...dated });
  expect([await statusOf(title), await statusOf(application)]).toMatchObject([
    { classCode: 'sales_documents', keepUntil: '2033-01-15' },
    { classCode: 'unsold_applications', keepUntil: '2029-01-15' },
  ]);
  const waiting = { classCode: 'sales_documents', keepUntil: null };
  expect([await statusOf(ofDeal), await statusOf(order)]).toMatchObject([waiting, waiting]);
  await moveThrough(office, deal, 'canceled');
  await runJob(stage, 'documents.refresh');
  const today = dateAt(await getTimezone(stage.platform.db), Date.now());
  expect([await statusOf(ofDeal), await statusOf(order)]).toMatchObject([
    { classCode: 'unsold_applications', eventDate: today },
    { classCode: 'sales_documents', eventDate: today },
  ]);
  expect((await fetchDocument(office, ofDeal.id)).body.retention).toMatchObject({
    className: 'Credit applications without a sale',
    startsOn: today,
  });
});

test('an application of a deal that is a sale stays with its papers', async () => {
  const sale = await deliveredDeal(stage, office, '2026-02-01');
  const canceled = await create(office, (await addCustomer(office)).id);
  await moveThrough(office, canceled, 'canceled');
  const application = await add(office, {
    type: 'credit_application',
    links: [sale, canceled].map(({ id }) => ({ kind: 'deal', id })),
  });
  expect(await statusOf(application)).toMatchObject({ classCode: 'sales_documents' });
});

test('a personnel file is kept from the last day of its employee on', async () => {
  const hr = await stage.addEmployee('hr', { role: 'manager' });
  const employee = await stage.addEmployee('sales');
  const links = [{ kind: 'employee', id: employee.id }];
  const inHr = { cabinet: 'hr', date: '2026-01-15' };
  const offer = await add(hr, { ...inHr, type: 'offer', links });
  const application = await add(hr, { ...inHr, type: 'application' });
  expect([await statusOf(offer), await statusOf(application)]).toMatchObject([
    { classCode: 'hr_files', keepUntil: null },
    // Of someone who was never employed.
    { classCode: 'hr_files', keepUntil: '2036-01-15' },
  ]);
  const left = {
    userId: employee.id,
    field: 'leftOn',
    day: '2026-06-30',
    authorId: hr.id,
  } as const;
  await stage.platform.db.transaction().execute((tx) => setEmploymentDay(tx, left));
  await runJob(stage, 'documents.refresh');
  expect(await statusOf(offer)).toMatchObject({ keepUntil: '2036-06-30' });
});

test('what is due is destroyed in bytes, pictures, text and rows, and what is held stays', async () => {
  const [dueDeal, heldDeal] = [
    await deliveredDeal(stage, office, '2010-03-01'),
    await deliveredDeal(stage, office, '2010-03-02'),
  ];
  const secret = `Secret${randomUUID().slice(0, 8)}`;
  const of = (deal: { id: number }) => ({
    title: `Order of ${secret}`,
    links: [{ kind: 'deal', id: deal.id }],
  });
  const due = await add(office, of(dueDeal), { bytes: paper(secret) });
  const held = await add(office, of(heldDeal), { bytes: paper(secret) });
  for (const one of [due, held]) await settled(office, one.id);
  const page = { documentId: due.id, versionNumber: 1, page: 1 };
  expect((await office.client.call(readPage, { params: page })).status).toBe(200);
  expect((await filesOf(due)).length).toBe(3);
  await keepers[0].client.call(placeHold, {
    body: {
      clientId: randomUUID(),
      matter: 'Doe v. Larkfield',
      reason: 'Subpoena',
      subjects: [{ kind: 'deal', number: heldDeal.number }],
    },
  });
  expect((await fetchDocument(office, held.id)).body.retention?.isHeld).toBe(true);
  await destroyDue(stage, keepers);

  expect(await filesOf(due)).toEqual([]);
  expect((await filesOf(held)).length).toBeGreaterThan(0);
  expect((await fetchDocument(office, due.id)).status).toBe(404);
  const file = { params: { documentId: due.id, versionNumber: 1 }, query: {} };
  expect((await office.client.call(readFile, file)).status).toBe(404);
  const { body: found } = await office.client.call(listDocuments, {
    query: { q: secret, scope: 'all' },
  });
  expect(found.map(({ id }) => id)).toEqual([held.id]);
  const { db } = stage.platform;
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', due.id)
    .executeTakeFirstOrThrow();
  expect(row.title).toBe('Destroyed document');
  for (const table of [
    'document_pages',
    'document_words',
    'document_links',
    'document_events',
    'document_proposals',
  ]) {
    const left = await db.selectFrom(table).selectAll().where('document_id', '=', due.id).execute();
    expect([table, left]).toEqual([table, []]);
  }
  const { body: register } = await keepers[0].client.call(listRegister, { query: {} });
  expect(register).toMatchObject([
    {
      title: `Buyer’s order of Deal ${dueDeal.number}, document ${due.id}`,
      sha256: due.current.sha256,
    },
  ]);
});

describe('a hold', () => {
  const hold = async (kind: SubjectKind, number: string) => {
    const { status, body } = await keepers[0].client.call(placeHold, {
      body: {
        clientId: randomUUID(),
        matter: 'Doe v. Larkfield',
        reason: 'Subpoena',
        subjects: [{ kind, number }],
      },
    });
    expect(status).toBe(201);
    return body;
  };
  const isHeld = async (document: DocumentPage) => (await statusOf(document))?.held;
  /** A document of a deal that goes on, and its deal. */
  const addOfDeal = async (customer: { id: number }) => {
    const deal = await create(office, customer.id);
    return { deal, document: await add(office, { links: [{ kind: 'deal', id: deal.id }] }) };
  };
  const merge = async (survivor: { id: number }, other: { id: number }) => {
    const versionOf = async ({ id: customerId }: { id: number }) =>
      (await office.client.call(openCustomer, { params: { customerId } })).body.version;
    const { status } = await office.client.call(mergeCustomers, {
      params: { customerId: survivor.id },
      body: {
        otherId: other.id,
        version: await versionOf(survivor),
        otherVersion: await versionOf(other),
      },
    });
    expect(status).toBe(200);
  };

  test('on a customer keeps what was filed under a number that was merged into it', async () => {
    const [survivor, other] = [await addCustomer(office), await addCustomer(office)];
    const { document } = await addOfDeal(other);
    const direct = await add(office, { links: [{ kind: 'customer', id: other.id }] });
    await merge(survivor, other);
    await runJob(stage, 'documents.refresh');
    await hold('customer', String(survivor.id));
    expect([await isHeld(document), await isHeld(direct)]).toEqual([true, true]);
  });

  test('on a customer stays when it is merged into another, and for what is filed later', async () => {
    const [survivor, other] = [await addCustomer(office), await addCustomer(office)];
    const { deal, document } = await addOfDeal(other);
    await hold('customer', String(other.id));
    await merge(survivor, other);
    await saveTitle(office, document, 'Signed order');
    await runJob(stage, 'documents.refresh');
    const later = await add(office, { links: [{ kind: 'deal', id: deal.id }] });
    expect([await isHeld(document), await isHeld(later)]).toEqual([true, true]);
  });

  test('on a vehicle keeps the documents of a deal whose vehicle or trade-in was corrected to it', async () => {
    const { db } = stage.platform;
    const customer = await addCustomer(office);
    const [sold, traded, neither] = [
      await addOfDeal(customer),
      await addOfDeal(customer),
      await addOfDeal(customer),
    ];
    await sql`update deals set vin = '1FTFW1E50MFA00077' where id = ${sold.deal.id}`.execute(db);
    await sql`update deals set trade_vehicle = '2018 Kia Sorento', trade_allowance_cents = 0,
      trade_payoff_cents = 0, trade_vin = '1FTFW1E50MFA00077' where id = ${traded.deal.id}`.execute(
      db,
    );
    await runJob(stage, 'documents.refresh');
    await hold('vehicle', '1ftfw1e50mfa00077');
    expect([
      await isHeld(sold.document),
      await isHeld(traded.document),
      await isHeld(neither.document),
    ]).toEqual([true, true, false]);
  });

  test('stays when the document is no longer linked to what it names, until it is released', async () => {
    const { deal, document } = await addOfDeal(await addCustomer(office));
    const { id: holdId } = await hold('deal', deal.number);
    const { status } = await office.client.call(saveDocument, {
      params: { documentId: document.id },
      body: { ...formOf(document), links: [] },
    });
    expect([status, await isHeld(document)]).toEqual([200, true]);
    await runJob(stage, 'documents.refresh');
    expect(await isHeld(document)).toBe(true);
    await keepers[0].client.call(releaseHold, { params: { holdId }, body: { reason: 'Settled' } });
    await runJob(stage, 'documents.refresh');
    await hold('deal', deal.number);
    expect(await isHeld(document)).toBe(false);
  });

  test.each([
    ['number', 'k-0815', 'K-0815'],
    ['number, whatever zeros it is typed with', '4711', '004711'],
    ['number with zeros, typed without them', '0000471', '471'],
    ['EMRN', '4712', undefined],
  ])('on an employee names them by their %s', async (_, number, typed) => {
    const hr = await stage.addEmployee('hr', { role: 'manager' });
    const employee = await stage.addEmployee('sales');
    const { rows } = await sql<{ emrn: string }>`
      with numbered as (update employees set employee_number = ${number} where user_id = ${employee.id})
      select emrn from users where id = ${employee.id}`.execute(stage.platform.db);
    const links = [{ kind: 'employee', id: employee.id }];
    const offer = await add(hr, { cabinet: 'hr', type: 'offer', links });
    const other = await add(hr, { cabinet: 'hr', type: 'offer' });
    await hold('employee', typed ?? rows[0]?.emrn ?? '');
    expect([await isHeld(offer), await isHeld(other)]).toEqual([true, false]);
  });
});

test('a version that is added while the nightly run waits is kept, too', async () => {
  const db: DocumentsDb = stage.platform.db;
  const deal = await create(office, (await addCustomer(office)).id);
  const document = await add(office, { links: [{ kind: 'deal', id: deal.id }] });
  await moveThrough(office, deal, 'signed', 'delivered');
  await sql`update deals set delivered_on = '2026-02-01' where id = ${deal.id}`.execute(db);
  let running: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`select from documents where id = ${document.id} for update`.execute(tx);
    await sql`
      insert into document_versions (document_id, number, folder, storage_key, file_name, mime_type, kind,
        size_bytes, sha256, origin, upload_id, uploaded_by)
      select document_id, 2, folder, gen_random_uuid(), file_name, mime_type, kind, size_bytes, sha256,
        origin, gen_random_uuid(), uploaded_by from document_versions
      where document_id = ${document.id}`.execute(tx);
    await keepDocument(tx, document.id);
    running = keepDocuments(db);
    await eventually(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(db);
      return rows.length > 0;
    }, 'The nightly run does not wait');
  });
  await running;
  const { rows } = await sql<{ files: number; day: string }>`
    select count(*)::integer as files, max(i.event_date)::text as day
    from retained_items i join retained_files f on f.item_id = i.id
    where i.source = 'documents' and i.source_id = ${String(document.id)}`.execute(db);
  expect(rows).toEqual([{ files: 2, day: '2026-02-01' }]);
});
