import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { addCustomer, create } from '../../deals/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import { findCards } from '../../records/contract.ts';
import type { Cabinet } from '../contract/cabinets.ts';
import type { DocumentPage } from '../contract/document.ts';
import { documentTypes } from '../contract/types.ts';
import {
  addVersion,
  arrangePages,
  countDocuments,
  extractPages,
  fileDocument,
  getChoices,
  getDocument,
  listAccesses,
  listDocumentEvents,
  listDocuments,
  readArchive,
  readFile,
  readPage,
  readPageText,
  readThumbnail,
  removeDocument,
  restoreDocument,
  saveDocument,
} from '../contract.ts';
import {
  add,
  type DocumentStage,
  facts,
  fetchDocument,
  formOf,
  openDocumentStage,
  paper,
  settled,
  tryAdd,
  upload,
} from './stage.ts';

let stage: DocumentStage;
let finance: StageUser;
let manager: StageUser;
let hr: StageUser;
beforeAll(async () => {
  stage = await openDocumentStage();
  finance = await stage.addEmployee('finance');
  manager = await stage.addEmployee('finance', { role: 'manager' });
  hr = await stage.addEmployee('hr', { role: 'manager' });
});
afterAll(() => stage.stop());

const inCabinet = (cabinet: Cabinet, store: string | null = 'ford') => ({
  cabinet,
  type: Object.keys(documentTypes[cabinet])[0],
  store,
});

/** Every way to reach one document, with what the form would send. */
function calls({ client }: StageUser, document: DocumentPage, uploadId: string) {
  const params = { documentId: document.id };
  const version = { ...params, versionNumber: 1 };
  const { version: rowVersion } = document;
  const pages = [{ documentId: document.id, page: 1, rotate: 90 as const }];
  return {
    get: client.call(getDocument, { params }),
    events: client.call(listDocumentEvents, { params, query: {} }),
    accesses: client.call(listAccesses, { params, query: {} }),
    file: client.call(readFile, { params: version, query: {} }),
    page: client.call(readPage, { params: { ...version, page: 1 } }),
    text: client.call(readPageText, { params: version }),
    thumbnail: client.call(readThumbnail, { params }),
    archive: client.call(readArchive, { query: { ids: String(document.id) } }),
    save: client.call(saveDocument, { params, body: { ...formOf(document), title: 'Taken over' } }),
    filing: client.call(fileDocument, { params, body: formOf(document) }),
    addVersion: client.call(addVersion, { params, body: { version: rowVersion, uploadId } }),
    remove: client.call(removeDocument, { params, body: { version: rowVersion, reason: 'Mine' } }),
    restore: client.call(restoreDocument, { params, query: { version: rowVersion } }),
    arrange: client.call(arrangePages, { params, body: { version: rowVersion, pages } }),
  };
}

async function statusesOf(
  user: StageUser,
  document: DocumentPage,
): Promise<Record<string, number>> {
  const uploadId = await upload(user, paper('Another'));
  const found: Record<string, number> = {};
  for (const [name, response] of Object.entries(calls(user, document, uploadId))) {
    found[name] = (await response).status;
  }
  return found;
}

const listed = async ({ client }: StageUser, query: object = {}) =>
  (await client.call(listDocuments, { query: { scope: 'all', ...query } as never })).body.map(
    ({ id }) => id,
  );

const everything = (status: number) => ({
  get: status,
  events: status,
  accesses: status,
  file: status,
  page: status,
  text: status,
  thumbnail: status,
  archive: status,
  save: status,
  filing: status,
  addVersion: status,
  remove: status,
  restore: status,
  arrange: status,
});

describe('a document that one may not read does not exist', () => {
  test.each([
    ['another store', 'finance', ['hyundai']],
    ['another department', 'service', ['ford']],
    ['no store', 'finance', []],
  ] as const)('for %s', async (_, department, storeAccess) => {
    const document = await add(finance);
    await settled(finance, document.id);
    const stranger = await stage.addEmployee(department, { storeAccess: [...storeAccess] });
    expect(await statusesOf(stranger, document)).toEqual(everything(404));
    expect(await listed(stranger)).not.toContain(document.id);
    expect(await listed(finance)).toContain(document.id);
    const count = await stranger.client.call(countDocuments, { query: { scope: 'all' } });
    expect(count.body.count).toBe(0);
    expect((await fetchDocument(finance, document.id)).body.title).toBe(document.title);
  });

  test('for anyone without the page or the right to view data', async () => {
    const document = await add(finance);
    const without = [
      await stage.addEmployee('finance', { pagePermissions: ['customer_management'] }),
      await stage.addEmployee('finance', { featurePermissions: ['create_records'] }),
    ];
    for (const user of without) {
      expect((await fetchDocument(user, document.id)).status).toBe(404);
      expect((await user.client.call(listDocuments, { query: {} })).status).toBe(403);
      expect((await user.client.call(getChoices)).status).toBe(403);
      const file = { params: { documentId: document.id, versionNumber: 1 }, query: {} };
      expect((await user.client.call(readFile, file)).status).toBe(404);
    }
    const reader = await stage.addEmployee('finance', { featurePermissions: ['view_data'] });
    expect((await fetchDocument(reader, document.id)).body.may).toEqual({
      edit: false,
      addVersion: false,
      remove: false,
      restore: false,
      seeAccesses: false,
    });
    const save = { params: { documentId: document.id }, body: formOf(document) };
    expect((await reader.client.call(saveDocument, save)).status).toBe(403);
  });
});

test('each cabinet is read and filed in by its departments', async () => {
  const writers: Record<Exclude<Cabinet, 'hr' | 'policies'>, string[]> = {
    deals: ['sales', 'finance', 'back_office'],
    service: ['service', 'parts', 'back_office'],
    parts: ['parts', 'back_office'],
    accounts_payable: ['back_office'],
  };
  const readers: typeof writers = {
    ...writers,
    parts: ['parts', 'service', 'back_office'],
    accounts_payable: ['back_office', 'finance'],
  };
  const departments = ['sales', 'finance', 'back_office', 'service', 'parts', 'it', 'hr'] as const;
  const people = new Map<string, StageUser>();
  for (const department of departments) people.set(department, await stage.addEmployee(department));
  const office = people.get('back_office') as StageUser;
  for (const cabinet of ['deals', 'service', 'parts', 'accounts_payable'] as const) {
    const document = await add(office, inCabinet(cabinet));
    for (const [department, user] of people) {
      const found = (await fetchDocument(user, document.id)).status;
      expect([cabinet, department, found]).toEqual([
        cabinet,
        department,
        readers[cabinet].includes(department) ? 200 : 404,
      ]);
      const { body } = await user.client.call(getChoices);
      expect([cabinet, department, body.writable.includes(cabinet)]).toEqual([
        cabinet,
        department,
        writers[cabinet].includes(department),
      ]);
      const added = await tryAdd(user, await upload(user, paper('In')), inCabinet(cabinet));
      expect([cabinet, department, added.status]).toEqual([
        cabinet,
        department,
        writers[cabinet].includes(department) ? 201 : 403,
      ]);
    }
  }
});

test('leaders of a store do every job there but HR', async () => {
  const leader = await stage.addEmployee('sales', { role: 'general_manager' });
  const { body } = await leader.client.call(getChoices);
  expect(body.readable).toEqual(['deals', 'service', 'parts', 'accounts_payable', 'policies']);
  expect(body.writable).toEqual(['deals', 'service', 'parts', 'accounts_payable', 'policies']);
});

describe('personnel files', () => {
  test('are closed to administrators, to every permission and to HR of another store', async () => {
    const file = await add(hr, { ...inCabinet('hr'), title: 'Offer letter' });
    await settled(hr, file.id);
    const everyRight: Partial<NewUser> = {
      role: 'admin',
      storeAccess: ['all'],
      pagePermissions: ['all'],
      featurePermissions: ['all'],
    };
    const closed = [
      await stage.addUser({ ...everyRight, department: 'it' }),
      await stage.addUser({ ...everyRight, department: null }),
      await stage.addEmployee('hr', { storeAccess: ['hyundai'] }),
      await stage.addEmployee('hr', { pagePermissions: ['document_management'] }),
      manager,
    ];
    for (const user of closed) {
      expect((await fetchDocument(user, file.id)).status).toBe(404);
      expect(await listed(user)).not.toContain(file.id);
      expect(await listed(user, { q: 'offer letter' })).not.toContain(file.id);
      const at = { documentId: file.id, versionNumber: 1 };
      expect((await user.client.call(readFile, { params: at, query: {} })).status).toBe(404);
      expect((await user.client.call(readPage, { params: { ...at, page: 1 } })).status).toBe(404);
      const cards = await user.client.call(findCards, {
        body: { references: [{ kind: 'document', key: `number:${file.id}` }] },
      });
      expect(cards.body).toEqual([]);
      const added = await tryAdd(user, await upload(user, paper('In')), inCabinet('hr'));
      expect(added.status).not.toBe(201);
    }
    const [admin] = closed;
    expect(await statusesOf(admin as StageUser, file)).toEqual(everything(404));
    expect((await fetchDocument(hr, file.id)).status).toBe(200);
    const log = await stage.log(file.id);
    expect(JSON.stringify(log)).not.toContain('Offer letter');
  });

  test('stay in HR, and nothing else comes in', async () => {
    const file = await add(hr, inCabinet('hr'));
    const policy = await add(hr, inCabinet('policies'));
    const move = async (document: DocumentPage, to: Cabinet) => {
      const body = { ...formOf(document), ...inCabinet(to) } as never;
      const response = await hr.client.call(saveDocument, {
        params: { documentId: document.id },
        body,
      });
      return [response.status, (response.body as unknown as { error: string }).error];
    };
    expect(await move(file, 'policies')).toEqual([400, 'Personnel files stay in HR.']);
    expect(await move(policy, 'hr')).toEqual([400, 'Personnel files stay in HR.']);
    const pages = [{ documentId: file.id, page: 1, rotate: 0 as const }];
    const copied = await hr.client.call(extractPages, {
      body: { clientId: randomUUID(), title: 'Copy', ...inCabinet('policies'), pages } as never,
    });
    expect(copied.status).toBe(400);
    expect((await fetchDocument(hr, file.id)).body.version).toBe(file.version);
  });
});

describe('policies', () => {
  test('are read by everyone who is signed in, and filed by HR and back office', async () => {
    const everywhere = await stage.addEmployee('hr', { storeAccess: ['all'] });
    const policy = await add(everywhere, {
      ...inCabinet('policies', null),
      title: 'Code of conduct',
    });
    const anyone = await stage.addUser({ department: 'sales' });
    expect((await fetchDocument(anyone, policy.id)).body.title).toBe('Code of conduct');
    const file = { params: { documentId: policy.id, versionNumber: 1 }, query: {} };
    expect((await anyone.client.call(readFile, file)).status).toBe(200);
    expect((await anyone.client.call(listDocuments, { query: {} })).status).toBe(403);
    const forAll = await tryAdd(hr, await upload(hr, paper('All')), inCabinet('policies', null));
    expect(forAll.status).toBe(400);
    const ofFord = await add(hr, inCabinet('policies'));
    expect((await fetchDocument(anyone, ofFord.id)).status).toBe(404);
    const sales = await stage.addEmployee('sales');
    expect(
      (await tryAdd(sales, await upload(sales, paper('x')), inCabinet('policies'))).status,
    ).toBe(403);
    const pending = await stage.addUser({ department: 'sales', pending: true });
    expect((await fetchDocument(pending, policy.id)).status).toBe(403);
  });
});

describe('removal', () => {
  test('is for managers and who added it, and only managers see and restore what was removed', async () => {
    const document = await add(finance);
    const colleague = await stage.addEmployee('finance');
    const removeBy = ({ client }: StageUser, one: DocumentPage) =>
      client.call(removeDocument, {
        params: { documentId: one.id },
        body: { version: one.version, reason: 'Wrong customer' },
      });
    const refused = await removeBy(colleague, document);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: 'Only a manager, or who added it, can remove this document.' },
    ]);
    const removed = await removeBy(finance, document);
    expect([removed.status, removed.body.isRemoved, removed.body.removal?.reason]).toEqual([
      200,
      true,
      'Wrong customer',
    ]);
    expect(removed.body.may).toMatchObject({ edit: false, remove: false, restore: false });
    expect((await fetchDocument(finance, document.id)).status).toBe(404);
    const { body: seen } = await fetchDocument(manager, document.id);
    expect([seen.isRemoved, seen.may.restore, seen.may.edit]).toEqual([true, true, false]);
    expect(seen.retention).not.toBeNull();
    expect(await listed(manager, { scope: 'removed' })).toContain(document.id);
    expect(await listed(manager, { scope: 'filed' })).not.toContain(document.id);
    expect((await removeBy(manager, seen)).status).toBe(409);
    const save = { params: { documentId: document.id }, body: formOf(seen) };
    expect((await manager.client.call(saveDocument, save)).status).toBe(403);
    const restore = ({ client }: StageUser) =>
      client.call(restoreDocument, {
        params: { documentId: document.id },
        query: { version: seen.version },
      });
    expect((await restore(finance)).status).toBe(404);
    expect((await restore(manager)).body.isRemoved).toBe(false);
    expect((await fetchDocument(finance, document.id)).status).toBe(200);
    const { body: events } = await finance.client.call(listDocumentEvents, {
      params: { documentId: document.id },
      query: {},
    });
    expect(events.map(({ data }) => data.kind)).toEqual(['restored', 'removed', 'added']);
  });
});

describe('links', () => {
  test('are made only to records one may see, and stay when others cannot see them', async () => {
    const customer = await addCustomer(finance);
    const deal = await create(finance, customer.id);
    const elsewhere = await stage.addEmployee('finance', { storeAccess: ['hyundai'] });
    const link = { kind: 'deal', id: deal.id };
    const refused = await tryAdd(elsewhere, await upload(elsewhere, paper('x')), {
      store: 'hyundai',
      links: [link],
    });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: 'A record does not exist, or you may not see it.' },
    ]);
    const withoutPage = await stage.addEmployee('finance', {
      pagePermissions: ['document_management'],
    });
    expect(
      (await tryAdd(withoutPage, await upload(withoutPage, paper('x')), { links: [link] })).status,
    ).toBe(400);

    const document = await add(finance, { links: [link, { kind: 'customer', id: customer.id }] });
    expect(document.links).toEqual([
      {
        kind: 'customer',
        id: customer.id,
        title: customer.name,
        href: `/customers?customer=${customer.id}`,
      },
      {
        kind: 'deal',
        id: deal.id,
        title: `Deal ${deal.number}`,
        href: `/customers/deals?deal=${deal.id}`,
      },
    ]);
    const { body: theirs } = await fetchDocument(withoutPage, document.id);
    expect(theirs.links.map(({ href }) => href)).toEqual([null, null]);
    const saved = await withoutPage.client.call(saveDocument, {
      params: { documentId: document.id },
      body: { ...formOf(theirs), title: 'Renamed' },
    });
    expect([saved.status, saved.body.links.length]).toEqual([200, 2]);
    expect(await listed(finance, { linkKind: 'deal', linkId: deal.id })).toEqual([document.id]);
    expect(await listed(finance, { linkKind: 'customer', linkId: customer.id })).toEqual([
      document.id,
    ]);
    expect((await finance.client.call(listDocuments, { query: { linkKind: 'deal' } })).status).toBe(
      400,
    );
    const unlinked = await finance.client.call(saveDocument, {
      params: { documentId: document.id },
      body: { ...formOf(saved.body), links: [link] as never },
    });
    expect(unlinked.body.links.map(({ kind }) => kind)).toEqual(['deal']);
  });
});

describe('the reading log', () => {
  test('has every view, download and print before the bytes, for managers of the cabinet only', async () => {
    const document = await add(finance);
    await settled(finance, document.id);
    const reader = await stage.addEmployee('sales');
    const at = { documentId: document.id, versionNumber: 1 };
    for (const page of [1, 1]) {
      expect((await reader.client.call(readPage, { params: { ...at, page } })).status).toBe(200);
    }
    expect((await reader.client.call(readPageText, { params: at })).body[0]?.text).toContain(
      'Paper',
    );
    for (const use of ['download', 'print', 'view'] as const) {
      expect((await reader.client.call(readFile, { params: at, query: { use } })).status).toBe(200);
    }
    expect(
      (await reader.client.call(readArchive, { query: { ids: String(document.id) } })).status,
    ).toBe(200);
    const log = { params: { documentId: document.id }, query: {} };
    expect((await reader.client.call(listAccesses, log)).status).toBe(403);
    const { body } = await manager.client.call(listAccesses, log);
    expect(body.map(({ kind, versionNumber }) => [kind, versionNumber])).toEqual([
      ['download', 1],
      // The whole file, after its pages.
      ['view', 1],
      ['print', 1],
      ['download', 1],
      ['view', 1],
    ]);
    expect(new Set(body.map(({ by }) => by)).size).toBe(1);
  });
});

test('pages are copied only from documents one may read', async () => {
  const document = await add(finance);
  const elsewhere = await stage.addEmployee('finance', { storeAccess: ['hyundai'] });
  const extract = ({ client }: StageUser, store: 'ford' | 'hyundai') =>
    client.call(extractPages, {
      body: {
        clientId: randomUUID(),
        ...facts({ store }),
        pages: [{ documentId: document.id, page: 1, rotate: 0 as const }],
      } as never,
    });
  expect((await extract(elsewhere, 'hyundai')).status).toBe(404);
  expect((await extract(elsewhere, 'ford')).status).toBe(400);
  expect((await extract(finance, 'ford')).status).toBe(201);
  expect(await listed(elsewhere, { cabinet: 'deals' })).toEqual([]);
});

test('all addresses of a document are out of reach the moment access ends', async () => {
  const user = await stage.addEmployee('finance');
  const document = await add(user);
  await settled(user, document.id);
  const at = { documentId: document.id, versionNumber: 1 };
  const page = await user.client.call(readPage, { params: { ...at, page: 1 } });
  expect(page.status).toBe(200);
  await stage.platform.db
    .updateTable('users')
    .set({ department: 'parts' })
    .where('id', '=', user.id)
    .execute();
  const path = `/api/documents/${document.id}/versions/1/pages/1`;
  const cached = await user.client.raw('GET', path, {
    headers: { 'if-none-match': page.headers.get('etag') ?? '' },
  });
  expect(cached.status).toBe(404);
  expect(await statusesOf(user, document)).toEqual(everything(404));
});
