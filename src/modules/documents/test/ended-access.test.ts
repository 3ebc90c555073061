import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import { zipOf } from '../../../../test/support/zip.ts';
import type { AnyEndpoint, Method } from '../../../platform/contract/endpoint.ts';
import { sourceOf } from '../../../platform/server/parsing/parsing.ts';
import { endUserSession, listUserSessions, updateUser } from '../../admin/contract.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { download } from '../../attachments/test/uploadCalls.ts';
import { insertChannel } from '../../chat/test/channelRows.ts';
import { getJacket } from '../../jackets/contract/jacket.ts';
import { inHours, listOpenNotices, newId } from '../../notices/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import { askAcknowledgment } from '../../policies/contract.ts';
import { findCards } from '../../records/contract.ts';
import type { DocumentPage } from '../contract/document.ts';
import { documentChanged } from '../contract/events.ts';
import { listViews } from '../contract/views.ts';
import * as calls from '../contract.ts';
import { recognizePage } from '../server/files/recognize.ts';
import { textPdf } from './pdfs.ts';
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
  papers,
  settled,
  upload,
} from './stage.ts';

/**
 * Every address that ever served a document: its bytes, pictures, text or name. Each is asked while there is access,
 * and again, in random order and with everything the browser keeps, after it ended in each way there is.
 */
let stage: DocumentStage;
let office: StageUser;
let keepers: Keepers;
beforeAll(async () => {
  stage = await openDocumentStage();
  office = await stage.addEmployee('back_office', { role: 'manager', storeAccess: ['all'] });
  keepers = await addKeepers(stage);
  // As a group starts; the demo group began later.
  await sql`update jacket_requirements set since = '2000-01-01'`.execute(stage.platform.db);
});
afterAll(() => stage.stop());

const triesAtLeast = 1_000;

const mark = (name: string) => `${name}${randomBytes(6).toString('hex')}`;

/** A document with several versions, and the words that are found nowhere else. */
interface Marked {
  document: DocumentPage;
  bytes: Buffer;
  /** Of its title, its file names and its pages. */
  marks: { title: string; file: string; page: string };
  dealId: number | null;
}

const pagesOf = (...words: string[]) =>
  papers(...words.map((heading) => ({ heading, lines: [heading] })));

const wordFile = (text: string) =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  });

/** Filed and read, with three versions: a PDF of two pages, a Word file, and a PDF of one page. */
async function addMarked(
  overrides: object,
  dealId: number | null = null,
  filer: StageUser = office,
): Promise<Marked> {
  const marks = { title: mark('Title'), file: mark('File'), page: mark('Page') };
  const fileName = `${marks.file}.pdf`;
  const words = () => `${marks.page} ${randomUUID()}`;
  const first = pagesOf(words(), words());
  const second = wordFile(words());
  const third = pagesOf(words());
  const links = dealId === null ? [] : [{ kind: 'deal', id: dealId }];
  let document = await add(
    filer,
    { title: marks.title, links, ...overrides },
    { bytes: first, fileName },
  );
  for (const [bytes, name] of [
    [second, `${marks.file}.docx`],
    [third, fileName],
  ] as const) {
    const uploadId = await upload(filer, bytes, { fileName: name });
    const added = await filer.client.call(calls.addVersion, {
      params: { documentId: document.id },
      body: { version: document.version, uploadId },
    });
    expect(added.status).toBe(201);
    document = added.body;
  }
  await eventually(async () => {
    document = (await fetchDocument(filer, document.id)).body;
    return document.versions.every(({ textState }) => textState === 'read');
  });
  return { document, bytes: third, marks, dealId };
}

interface Address {
  method: Method | 'HEAD';
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

interface Answer {
  status: number;
  type: string;
  etag: string | null;
  text: string;
}

async function ask({ cookie = '' }: { cookie?: string | undefined }, address: Address) {
  const { method, path, headers, body } = address;
  const response = await fetch(stage.url + path, {
    method,
    headers: { cookie, ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
  const { status } = response;
  const type = response.headers.get('content-type') ?? '';
  return { status, type, etag: response.headers.get('etag'), text } satisfies Answer;
}

/** Whether an answer has a byte or a name of the document, or confirms what the browser has of it. */
const serves = ({ marks }: Marked, { status, type, etag, text }: Answer): boolean =>
  status === 304 ||
  etag !== null ||
  (status < 400 && !type.startsWith('application/json')) ||
  Object.values(marks).some((word) => text.includes(word));

const isDocuments = ({ path }: AnyEndpoint) => path.startsWith('/api/documents');

/** Neither a byte, a picture, a text nor a name. */
const withoutContent: readonly AnyEndpoint[] = [
  calls.getChoices,
  calls.countDocuments,
  calls.listAccesses,
  listViews,
];

const searches = ({ document, marks, dealId }: Marked): Record<string, string>[] => [
  { scope: 'all', q: marks.title.slice(0, 12) },
  { scope: 'all', q: marks.page },
  { cabinet: document.cabinet, sort: 'newest', limit: '200' },
  ...(dealId === null ? [] : [{ linkKind: 'deal', linkId: String(dealId) }]),
];

const queries = (endpoint: AnyEndpoint, marked: Marked): Record<string, string>[] => {
  if (endpoint === calls.listDocuments) return searches(marked);
  if (endpoint === calls.readArchive) return [{ ids: String(marked.document.id) }];
  if (endpoint === calls.readFile) return calls.accessKinds.map((use) => ({ use }));
  return [{}];
};

/** The places of an address for each version and page; fails for a parameter that this walk does not know. */
function paramsOf(endpoint: AnyEndpoint, { document }: Marked): Record<string, number>[] {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const versions = document.versions.filter(
    ({ kind }) => endpoint !== calls.readLayout || kind === 'office',
  );
  const all = versions.flatMap(({ number, pageCount }) =>
    Array.from({ length: names.includes('page') ? (pageCount ?? 0) : 1 }, (_, at) => ({
      documentId: document.id,
      versionNumber: number,
      page: at + 1,
    })),
  );
  const different = new Map(
    all.map((each: Record<string, number>) => {
      const own = Object.fromEntries(names.map((name) => [name, each[name] ?? Number.NaN]));
      return [JSON.stringify(own), own];
    }),
  );
  return [...different.values()];
}

/** Every address of the module that serves the document: a new one is among them by itself. */
function addressesOf(marked: Marked): (Address & { endpoint: AnyEndpoint })[] {
  const endpoints = stage.platform.routes
    .list()
    .filter((one) => one.method === 'GET' && isDocuments(one) && !withoutContent.includes(one));
  return endpoints.flatMap((endpoint) =>
    paramsOf(endpoint, marked).flatMap((params) =>
      queries(endpoint, marked).map((query) => {
        const path = endpoint.path.replace(/:(\w+)/g, (_, name) => String(params[name]));
        return { endpoint, method: 'GET' as const, path: `${path}?${new URLSearchParams(query)}` };
      }),
    ),
  );
}

/** Where the document shows up outside of its module. */
const elsewhere = ({ document, dealId }: Marked): Address[] => [
  {
    method: 'POST',
    path: findCards.path,
    body: { references: [{ kind: 'document', key: `number:${document.id}` }] },
  },
  ...(dealId === null
    ? []
    : [
        {
          method: 'GET' as const,
          path: getJacket.path.replace(':record', 'deal').replace(':recordId', String(dealId)),
        },
      ]),
];

/** An upload of the same bytes, which says what they are already. */
async function twinOf({ bytes }: Marked, reader: StageUser): Promise<Address[]> {
  const uploadId = await upload(reader, bytes, { fileName: 'Twin.pdf' });
  const body = { fileName: 'Twin.pdf', sizeBytes: bytes.length };
  return [{ method: 'PUT', path: calls.startUpload.path.replace(':uploadId', uploadId), body }];
}

/** The same address as browsers, players and download managers ask it again. */
const repeats = ({ method, path }: Address, etag: string | null): Address[] =>
  etag === null
    ? []
    : [
        { method, path, headers: { 'if-none-match': etag } },
        { method, path, headers: { 'if-none-match': `W/${etag}, "x"` } },
        {
          method,
          path,
          headers: { 'if-modified-since': new Date(Date.now() + 1e8).toUTCString() },
        },
        { method, path, headers: { range: 'bytes=0-9' } },
        { method, path, headers: { range: 'bytes=0-9', 'if-range': etag } },
        { method: 'HEAD', path },
      ];

interface Reader extends StageUser {
  /** All that served the document while there was access. */
  served: Address[];
  cookie: string | undefined;
}

const allOf = (marked: Marked): Address[] => [...addressesOf(marked), ...elsewhere(marked)];

/** Asks everything once; each address serves the document. */
async function readAll(
  marked: Marked,
  user: StageUser,
  more: readonly Address[] = [],
  all: readonly Address[] = allOf(marked),
): Promise<Reader> {
  const served: Address[] = [];
  const { cookie } = user.client;
  for (const address of [...all, ...more]) {
    const first = await ask({ cookie }, address);
    for (const each of [address, ...repeats(address, first.etag)]) {
      const answer = each === address ? first : await ask({ cookie }, each);
      expect([each, answer.status, serves(marked, answer)]).toEqual([each, answer.status, true]);
      served.push(each);
    }
  }
  return { ...user, served, cookie };
}

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((each) => ({ each, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);

/** Asks everything again in random order, with the old cookie; returns how often. Nothing is served. */
async function tryAll(marked: Marked, { served, cookie }: Reader): Promise<number> {
  for (const address of shuffled(served)) {
    const answer = await ask({ cookie }, address);
    expect([address, answer.status, serves(marked, answer)]).toEqual([
      address,
      answer.status,
      false,
    ]);
  }
  return served.length;
}

const patch = async ({ id }: StageUser, body: object) => {
  const { status } = await stage.admin.client.call(updateUser, { params: { id }, body });
  expect(status).toBe(200);
};

async function endSessions({ id }: StageUser) {
  const { client } = stage.admin;
  const { body: sessions } = await client.call(listUserSessions, { params: { id } });
  for (const { id: sessionId } of sessions) {
    const ended = await client.call(endUserSession, { params: { id, sessionId } });
    expect(ended.status).toBe(200);
  }
}

const current = async ({ document }: Marked) => (await fetchDocument(office, document.id)).body;

async function save(marked: Marked, overrides: object) {
  const { status } = await office.client.call(calls.saveDocument, {
    params: { documentId: marked.document.id },
    body: { ...formOf(await current(marked)), ...overrides } as never,
  });
  expect(status).toBe(200);
}

const remove = async (marked: Marked) => {
  const { status } = await office.client.call(calls.removeDocument, {
    params: { documentId: marked.document.id },
    body: { version: (await current(marked)).version, reason: 'Wrong deal' },
  });
  expect(status).toBe(200);
};

const restore = async (marked: Marked) => {
  const { status } = await office.client.call(calls.restoreDocument, {
    params: { documentId: marked.document.id },
    query: { version: (await current(marked)).version },
  });
  expect(status).toBe(200);
};

/** How the access of one person ends. */
const personal: [name: string, user: Partial<NewUser>, end: (user: StageUser) => Promise<void>][] =
  [
    [
      'another role',
      { role: 'general_manager', department: 'it' },
      (user) => patch(user, { role: 'employee' }),
    ],
    ['another store', {}, (user) => patch(user, { storeAccess: ['hyundai'] })],
    ['no store', {}, (user) => patch(user, { storeAccess: [] })],
    ['another department', {}, (user) => patch(user, { department: 'parts' })],
    ['the page withdrawn', {}, (user) => patch(user, { pagePermissions: ['customer_management'] })],
    ['the right to view withdrawn', {}, (user) => patch(user, { featurePermissions: [] })],
    ['a disabled account', {}, (user) => patch(user, { isActive: false })],
    ['ended sessions', {}, endSessions],
  ];

/** Those of the department still hear that something changed, for the jackets of their deals, and nothing more. */
const follow = new Set(['the page withdrawn', 'the right to view withdrawn']);

/** Whether events of the document came after the first `from` frames. */
const eventsOf = ({ document }: Marked, frames: readonly { type: string; data: unknown }[]) =>
  frames.filter(
    ({ type, data }) =>
      type === documentChanged.type && (data as { id?: number }).id === document.id,
  );

test(`none of ${triesAtLeast} tries over every address reads a document after access ended`, {
  timeout: 600_000,
}, async () => {
  const deal = await deliveredDeal(stage, office, '2010-03-01');
  const marked = await addMarked({}, deal.id);
  const place = { id: marked.document.id, cabinet: 'deals', store: 'ford' };
  const watcher = await stage.addEmployee('finance');
  const control = await watcher.client.socket();
  let tries = 0;
  for (const [name, overrides, end] of personal) {
    const user = await stage.addEmployee('finance', overrides);
    const reader = await readAll(marked, user, await twinOf(marked, user));
    const socket = await user.client.socket();
    await save(marked, { keywords: `before ${name}` });
    expect(await socket.next(documentChanged.type)).toMatchObject({ id: marked.document.id });
    await control.next(documentChanged.type);
    await end(user);
    const from = socket.frames.length;
    await save(marked, { keywords: `after ${name}` });
    await control.next(documentChanged.type);
    tries += await tryAll(marked, reader);
    const events = eventsOf(marked, socket.frames.slice(from)).map(({ data }) => data);
    expect([name, events]).toEqual([name, follow.has(name) ? [place] : []]);
    socket.terminate();
  }

  // Of the cabinet only, and not a manager, who would see what was removed.
  const user = await stage.addEmployee('sales');
  const reader = await readAll(marked, user, await twinOf(marked, user));
  const socket = await user.client.socket();
  await save(marked, { cabinet: 'accounts_payable', type: 'invoice' });
  // So that it leaves the list; where it went is not said.
  expect(await socket.next(documentChanged.type)).toEqual(place);
  const from = socket.frames.length;
  await save(marked, { keywords: 'paid' });
  tries += await tryAll(marked, reader);
  await save(marked, { cabinet: 'deals', type: 'buyers_order' });
  await socket.next(documentChanged.type);
  expect(eventsOf(marked, socket.frames.slice(from))).toHaveLength(1);
  await readAll(marked, user);
  await remove(marked);
  tries += await tryAll(marked, reader);
  await restore(marked);
  await readAll(marked, user);

  await destroyDue(stage, keepers);
  await socket.next(documentChanged.type);
  const last = socket.frames.length;
  tries += await tryAll(marked, reader);
  tries += await tryAll(marked, { ...reader, cookie: office.client.cookie });
  await sleep(100);
  expect(eventsOf(marked, socket.frames.slice(last))).toEqual([]);
  socket.terminate();
  control.terminate();
  expect(tries).toBeGreaterThanOrEqual(triesAtLeast);
});

test('a policy is read through its notice by those at its store, and by no one once that ended', async () => {
  const marked = await addMarked({ cabinet: 'policies', type: 'policy' });
  const author = await stage.addEmployee('hr', { role: 'manager' });
  const people: [StageUser, (user: StageUser) => Promise<void>][] = [];
  for (const end of [
    (user: StageUser) => patch(user, { storeAccess: ['hyundai'] }),
    (user: StageUser) => patch(user, { isActive: false }),
    endSessions,
  ]) {
    people.push([await stage.addUser({ storeAccess: ['ford'] }), end]);
  }
  const kept = await stage.addUser({ storeAccess: ['ford'] });
  const names = [author, kept, ...people.map(([user]) => user)].map(({ username }) => username);
  const channelId = await insertChannel(stage, 'private', names);
  const asked = await author.client.call(askAcknowledgment, {
    params: { documentId: marked.document.id },
    body: { clientMsgId: newId(), versionNumber: 3, channelId, dueAt: inHours(24) },
  });
  expect(asked.status).toBe(201);
  // Those who only read what they are asked to read have no lists and no cards.
  const withoutPage = allOf(marked).filter(({ path }) => /\/documents\/\d/.test(path));
  const noticeLink = async ({ client }: StageUser): Promise<Address> => {
    const [notice] = await listOpenNotices(client);
    return { method: 'GET', path: /\/api\/documents\S+/.exec(notice?.text ?? '')?.[0] ?? '' };
  };
  for (const [user, end] of people) {
    const reader = await readAll(marked, user, [await noticeLink(user)], withoutPage);
    await end(user);
    await tryAll(marked, reader);
  }
  const reader = await readAll(marked, kept, [await noticeLink(kept)], withoutPage);
  await remove(marked);
  await tryAll(marked, reader);
  await restore(marked);
  // Its destruction has begun, and its bytes are still there.
  await stage.platform.db
    .updateTable('retained_items')
    .set({ condemned_at: new Date() })
    .where('source', '=', 'documents')
    .where('source_id', '=', String(marked.document.id))
    .execute();
  await tryAll(marked, reader);
});

test('a personnel file is read by HR at every address, and by no administrator at any', async () => {
  const hr = await stage.addEmployee('hr', { role: 'manager' });
  const marked = await addMarked({ cabinet: 'hr', type: 'offer' }, null, hr);
  const { served } = await readAll(marked, hr);
  const everything: Partial<NewUser> = {
    role: 'admin',
    storeAccess: ['all'],
    pagePermissions: ['all'],
    featurePermissions: ['all'],
  };
  for (const overrides of [
    { ...everything, department: 'it' as const },
    { ...everything, department: null },
    { ...everything, department: 'hr' as const, pagePermissions: ['document_management' as const] },
    { ...everything, role: 'executive' as const, department: 'back_office' as const },
  ]) {
    const { client, ...user } = await stage.addUser(overrides);
    await tryAll(marked, { ...user, client, served, cookie: client.cookie });
  }
});

describe('the reading log', () => {
  /** Counted by `data-access`, and not in the log: see `recordAccess`. */
  const metered: readonly AnyEndpoint[] = [calls.listDocuments, calls.readThumbnail];

  /** What the log has of the document under this person’s name. */
  const logOf = async ({ document }: Marked, { id }: StageUser) => {
    const rows = await stage.platform.db
      .selectFrom('activity_log')
      .select(['action', 'after'])
      .where('actor_id', '=', id)
      .where('subject_type', '=', 'document')
      .where('subject_id', '=', String(document.id))
      .execute();
    return rows.map(({ action, after }) => [action, (after as { version?: number }).version]);
  };

  test('has everyone who received what a document says, with the version', async () => {
    const marked = await addMarked({});
    const addresses = addressesOf(marked);
    expect(addresses.length).toBeGreaterThan(20);
    for (const { endpoint, ...address } of addresses) {
      const reader = await stage.addEmployee('finance');
      const { text } = await ask(reader.client, address);
      const isContent = endpoint.replyType !== 'json' || text.includes(marked.marks.page);
      const logged = await logOf(marked, reader);
      if (!isContent) expect([address.path, logged]).toEqual([address.path, []]);
      else if (metered.includes(endpoint)) {
        expect([address.path, endpoint.reads, logged]).toEqual([address.path, 'documents', []]);
      } else {
        const version = Number(/versions\/(\d+)/.exec(address.path)?.[1] ?? 3);
        const action = expect.stringMatching(/^document\.(viewed|downloaded|printed)$/);
        expect([address.path, logged]).toEqual([address.path, [[action, version]]]);
      }
    }
  });

  test('has the bytes of a file even of someone who has just seen its pages', async () => {
    const marked = await addMarked({});
    const reader = await stage.addEmployee('finance');
    const of = `/api/documents/${marked.document.id}/versions/3`;
    for (const path of [`${of}/pages/1`, `${of}/text`, `${of}/file?use=view`]) {
      for (const _ of [1, 2]) await ask(reader.client, { method: 'GET', path });
    }
    expect(await logOf(marked, reader)).toEqual([
      ['document.viewed', 3],
      ['document.viewed', 3],
    ]);
    // Counted as taken out once, as a download is.
    await eventually(async () => {
      const read = await stage.platform.db
        .selectFrom('data_reads')
        .select('exported')
        .where('user_id', '=', reader.id)
        .where('kind', '=', 'documents')
        .executeTakeFirst();
      return read?.exported === 1;
    });
  });

  test('has who copied pages of a document into another', async () => {
    const marked = await addMarked({});
    const reader = await stage.addEmployee('finance');
    const { status } = await reader.client.call(calls.extractPages, {
      body: {
        clientId: randomUUID(),
        title: 'Copy',
        cabinet: 'deals',
        type: 'other',
        store: 'ford',
        pages: [{ documentId: marked.document.id, page: 1, rotate: 0 }],
      },
    });
    expect(status).toBe(201);
    expect(await logOf(marked, reader)).toEqual([['document.downloaded', 3]]);
  });

  test('leaves out thumbnails, on which a card that fills the picture cannot be read', async () => {
    // As large as a license, on which names are smaller.
    const card = textPdf([['WILHELMINA', 'BRANDT', 'DL 4711 2280']], { size: [243, 153] });
    const { id } = await settled(office, (await add(office, {}, { bytes: card })).id);
    const textOf = async (path: string) => {
      const { bytes } = await download(stage, office.client, path);
      const { parsing } = stage.platform;
      return (await recognizePage(parsing, sourceOf(bytes), { kind: 'image', page: 1 })) ?? '';
    };
    const words = /wilhelmina|brandt|4711|2280/i;
    expect(await textOf(`/api/documents/${id}/versions/1/pages/1`)).toMatch(words);
    expect(await textOf(`/api/documents/${id}/thumbnail`)).not.toMatch(words);
  });
});
