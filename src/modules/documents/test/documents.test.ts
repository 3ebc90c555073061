import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import type { StageUser } from '../../admin/test/stage.ts';
import { download } from '../../attachments/test/uploadCalls.ts';
import { openRecordChannel } from '../../chat/contract/records.ts';
import { addCar, addCustomer, costAccess, create, newVin } from '../../deals/test/stage.ts';
import { findCards } from '../../records/contract.ts';
import type { DocumentPage } from '../contract/document.ts';
import { documentChanged } from '../contract/events.ts';
import {
  addVersion,
  arrangePages,
  extractPages,
  fileDocument,
  getChoices,
  listDocumentEvents,
  listDocuments,
  readPageText,
  saveDocument,
} from '../contract.ts';
import { stampedScan } from './pdfs.ts';
import {
  add,
  type DocumentStage,
  facts,
  fetchDocument,
  formOf,
  openDocumentStage,
  paper,
  papers,
  readingEnds,
  settled,
  storedFiles,
  upload,
} from './stage.ts';

let stage: DocumentStage;
let user: StageUser;
let other: StageUser;
beforeAll(async () => {
  stage = await openDocumentStage();
  user = await stage.addEmployee('finance');
  other = await stage.addEmployee('finance');
});
afterAll(() => stage.stop());

const save = ({ client }: StageUser, document: DocumentPage, overrides: object = {}) =>
  client.call(saveDocument, {
    params: { documentId: document.id },
    body: { ...formOf(document), ...overrides } as never,
  });
const search = async ({ client }: StageUser, query: object) =>
  (await client.call(listDocuments, { query: { scope: 'all', ...query } as never })).body;
const eventsOf = async ({ id }: DocumentPage) =>
  (await user.client.call(listDocumentEvents, { params: { documentId: id }, query: {} })).body;
const threePages = (name: string) =>
  papers(...['one', 'two', 'three'].map((number) => ({ heading: `${name} ${number}`, lines: [] })));
const textsOf = async (document: DocumentPage) =>
  (
    await user.client.call(readPageText, {
      params: { documentId: document.id, versionNumber: document.current.number },
    })
  ).body.map(({ text }) => text.trim());

describe('the facts of a document', () => {
  test('is changed with a history, unless someone else changed it meanwhile', async () => {
    const document = await add(user);
    const first = await save(user, document, {
      title: 'Buyer’s order, signed',
      date: '2026-11-20',
      amountCents: 3_455_010,
    });
    expect([first.status, first.body.title, first.body.version]).toEqual([
      200,
      'Buyer’s order, signed',
      document.version + 1,
    ]);
    const late = await save(other, document, { title: 'Mine' });
    expect([late.status, late.body]).toMatchObject([
      409,
      { error: 'Someone else changed this document. Nothing was overwritten.' },
    ]);
    const same = await save(user, first.body);
    expect(same.body.version).toBe(first.body.version);
    const [changed, added] = await eventsOf(document);
    expect([changed?.data.detail, added?.data]).toEqual([
      'Title: Buyer’s order → Buyer’s order, signed. Date: none → Nov 20, 2026. Amount: none → $34,550.10',
      { kind: 'added', detail: 'Paper.pdf' },
    ]);
  });

  test('reaches those who may read it, at once', async () => {
    const service = await stage.addEmployee('service');
    // Reading a document is announced, too.
    await readingEnds(stage);
    const [near, far] = [await other.client.socket(), await service.client.socket()];
    const document = await add(user);
    expect(await near.next(documentChanged.type)).toEqual({
      id: document.id,
      cabinet: 'deals',
      store: 'ford',
    });
    expect(far.frames.some(({ type }) => type === documentChanged.type)).toBe(false);
    near.close();
    far.close();
  });
});

describe('versions', () => {
  test('stand beside the earlier ones, which stay as they were', async () => {
    const first = paper('The first');
    const document = await add(user, {}, { bytes: first });
    const uploadId = await upload(user, paper('The second'), { fileName: 'Signed.pdf' });
    const body = { version: document.version, uploadId };
    const params = { documentId: document.id };
    const call = () => user.client.call(addVersion, { params, body });
    const [one, two] = [await call(), await call()];
    expect([
      one.status,
      two.status,
      two.body.versions.map(({ number, fileName }) => [number, fileName]),
    ]).toEqual([
      201,
      201,
      [
        [2, 'Signed.pdf'],
        [1, 'Paper.pdf'],
      ],
    ]);
    const old = await download(stage, user.client, `/api/documents/${document.id}/versions/1/file`);
    expect(old.bytes.equals(first)).toBe(true);
    const files = await storedFiles(stage);
    const late = await user.client.call(addVersion, {
      params,
      body: { version: document.version, uploadId: await upload(user, paper('Late')) },
    });
    expect(late.status).toBe(409);
    // Only the piece that was sent.
    expect((await storedFiles(stage)).length).toBe(files.length + 1);
    await settled(user, document.id);
    expect((await search(user, { q: 'second' })).map(({ id }) => id)).toContain(document.id);
    expect((await search(user, { q: '"The first"' })).map(({ id }) => id)).not.toContain(
      document.id,
    );
  });
});

describe('pages', () => {
  test('are turned, reordered and left out in a new version', async () => {
    const document = await settled(user, (await add(user, {}, { bytes: threePages('Page') })).id);
    expect(document.current.pageCount).toBe(3);
    const pages = [
      { documentId: document.id, page: 3, rotate: 0 as const },
      { documentId: document.id, page: 1, rotate: 90 as const },
    ];
    const arrange = (version: number, list = pages) =>
      user.client.call(arrangePages, {
        params: { documentId: document.id },
        body: { version, pages: list },
      });
    const { status, body } = await arrange(document.version);
    expect([status, body.current.number, body.current.pageCount, body.current.origin]).toEqual([
      200,
      2,
      2,
      'split',
    ]);
    expect(await textsOf(await settled(user, document.id))).toEqual(['Page three', 'Page one']);
    expect((await arrange(document.version)).status).toBe(409);
    const beyond = await arrange(body.version, [{ documentId: document.id, page: 9, rotate: 0 }]);
    expect([beyond.status, beyond.body]).toMatchObject([
      400,
      { error: 'A document has fewer pages than were chosen.' },
    ]);
    expect((await arrange(body.version, [])).status).toBe(400);
  });

  test('of several documents make a new one, once for each request', async () => {
    const [a, b] = [
      await add(user, { title: 'A' }, { bytes: threePages('A') }),
      await add(user, { title: 'B' }, { bytes: threePages('B') }),
    ];
    const clientId = randomUUID();
    const pages = [
      { documentId: b.id, page: 2, rotate: 0 as const },
      { documentId: a.id, page: 1, rotate: 180 as const },
    ];
    const call = () =>
      user.client.call(extractPages, {
        body: { clientId, ...facts({ title: 'Both' }), pages } as never,
      });
    const [first, again] = [await call(), await call()];
    expect([first.status, again.body.id, first.body.current.origin]).toEqual([
      201,
      first.body.id,
      'merge',
    ]);
    expect(await textsOf(await settled(user, first.body.id))).toEqual(['B two', 'A one']);
    expect((await fetchDocument(user, a.id)).body.versions.length).toBe(1);
    const text = await add(
      user,
      { title: 'Note' },
      { bytes: Buffer.from('Just words.'), fileName: 'Note.txt' },
    );
    const refused = await user.client.call(extractPages, {
      body: {
        clientId: randomUUID(),
        ...facts(),
        pages: [{ documentId: text.id, page: 1, rotate: 0 as const }],
      } as never,
    });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: '“Note” has no pages that can be arranged.' },
    ]);
  });
});

describe('a search', () => {
  test('finds titles, numbers, pages, codes and dates, in every script', async () => {
    const vin = newVin();
    const lines = [
      `Vehicle VIN ${vin}`,
      'Stock # FD-10234, F-150 Lariat',
      'Payments of $512.20 starting November 20, 2026',
      'Señor José Núñez, (555) 201-3344',
    ];
    const contract = await add(
      user,
      { title: 'Retail contract', number: 'RC-77821', keywords: 'gap waiver' },
      { bytes: paper(...lines) },
    );
    const note = await add(
      user,
      { title: '汽车购买合同' },
      {
        bytes: Buffer.from('Договор купли-продажи автомобиля. 這是一份租賃合約。 สัญญาเช่าซื้อรถยนต์'),
        fileName: 'عقد.txt',
      },
    );
    await settled(user, contract.id);
    await settled(user, note.id);
    const found = async (q: string) => (await search(user, { q })).map(({ id }) => id);
    for (const q of [
      'retail',
      'RETAIL contr',
      'rc-77821',
      'rc77821',
      'gap',
      'lariat',
      'F-150',
      'f150',
      vin,
      vin.slice(-8),
      vin.slice(-6),
      'FD-10234',
      'fd10234',
      '11/20/2026',
      'nov 20',
      'jose nunez',
      'Núñez',
      '555-201-3344',
      '5552013344',
      'payment',
    ]) {
      expect([q, await found(q)]).toEqual([q, [contract.id]]);
    }
    // A short number is also the beginning of others.
    expect(await found(`DOC-${contract.id}`)).toContain(contract.id);
    for (const q of [
      '汽车',
      '购买合同',
      '同',
      'договор',
      'АВТОМОБ',
      '租賃',
      '合約',
      'สัญญา',
      'รถยนต์',
      'عقد',
    ]) {
      expect([q, await found(q)]).toEqual([q, [note.id]]);
    }
    for (const q of ['lariat zebra', '!!!', '车汽', 'qqq', "' | '", '\\', '%'])
      expect([q, await found(q)]).toEqual([q, []]);
    const [hit] = await search(user, { q: 'lariat' });
    const { text = '', matches = [] } = hit?.excerpt ?? {};
    expect([hit?.excerpt?.page, matches.map(([from, to]) => text.slice(from, to))]).toEqual([
      1,
      ['Lariat'],
    ]);
    const [other] = await search(user, { q: '租賃' });
    expect(
      other?.excerpt?.matches.map(([from, to]) => other.excerpt?.text.slice(from, to)),
    ).toEqual(['租賃']);
  });

  test('filters by cabinet, type, store and date, and sorts', async () => {
    const alone = await stage.addEmployee('back_office', { storeAccess: ['chevrolet'] });
    const at = (title: string, overrides: object = {}) =>
      add(alone, { title, store: 'chevrolet', ...overrides });
    await at('B', { date: '2026-02-01' });
    await at('A', { date: '2026-03-01', type: 'title' });
    await at('C', { cabinet: 'accounts_payable', type: 'invoice' });
    const titles = async (query: object) => (await search(alone, query)).map(({ title }) => title);
    expect(await titles({ sort: 'title' })).toEqual(['A', 'B', 'C']);
    expect(await titles({ sort: 'date' })).toEqual(['B', 'A', 'C']);
    expect(await titles({ sort: 'newest', limit: 1, offset: 1 })).toEqual(['A']);
    expect(await titles({ cabinet: 'accounts_payable' })).toEqual(['C']);
    expect(await titles({ type: 'title' })).toEqual(['A']);
    expect(await titles({ from: '2026-02-15', to: '2026-03-01' })).toEqual(['A']);
    expect(await titles({ store: 'ford' })).toEqual([]);
    for (const wrong of [
      'limit=0',
      'sort=size',
      'from=2026-13-01',
      'cabinet=secret',
      'offset=-1',
      `q=${'x'.repeat(101)}`,
    ]) {
      expect((await alone.client.raw('GET', `/api/documents?${wrong}`)).status).toBe(400);
    }
  });
});

test('a photo of a page is found by what it shows, and one without text is a scan', async () => {
  const printed = await settled(
    user,
    (
      await add(
        user,
        {},
        { bytes: paper('Odometer disclosure statement', 'Transferor Wilhelmina Brandt') },
      )
    ).id,
  );
  const page = await download(
    stage,
    user.client,
    `/api/documents/${printed.id}/versions/1/pages/1`,
  );
  expect(page.type).toBe('image/webp');
  const photo = { bytes: page.bytes, fileName: 'Photo.webp' };
  const scanned = await settled(user, (await add(user, {}, photo)).id);
  expect([scanned.current.kind, scanned.current.pageCount, scanned.current.textState]).toEqual([
    'image',
    1,
    'read',
  ]);
  const found = await search(user, { q: 'wilhelmina' });
  expect(found.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([printed.id, scanned.id]);
  const blank = papers({ heading: '', lines: [] });
  const empty = await settled(user, (await add(user, {}, { bytes: blank })).id);
  expect(empty.current.textState).toBe('scan');
});

test('every page of a scan is recognized, whatever its program printed on it', async () => {
  const printed = await settled(
    user,
    (
      await add(
        user,
        {},
        {
          bytes: papers(
            { heading: 'Odometer disclosure statement', lines: ['Transferor Wilhelmina Brandt'] },
            { heading: 'Limited power of attorney', lines: ['Witness Leopold Brandt'] },
            { heading: 'Page', lines: [] },
          ),
        },
      )
    ).id,
  );
  const images = await Promise.all(
    [1, 2, 3].map(async (page) => {
      const path = `/api/documents/${printed.id}/versions/1/pages/${page}`;
      const image = sharp((await download(stage, user.client, path)).bytes).jpeg();
      const { data: bytes, info } = await image.toBuffer({ resolveWithObject: true });
      return { bytes, width: info.width, height: info.height };
    }),
  );
  const bytes = stampedScan(images, 'Scanned with CamScanner');
  const scan = await settled(user, (await add(user, {}, { bytes })).id);
  expect(scan.current.textState).toBe('read');
  expect(await textsOf(scan)).toEqual([
    expect.stringContaining('Wilhelmina'),
    expect.stringContaining('Leopold'),
    // Nothing else is on it.
    'Scanned with CamScanner',
  ]);
});

test('an unfiled document proposes the records it names, and is filed once', async () => {
  const customer = await addCustomer(user);
  const keeper = await stage.addEmployee('finance', costAccess);
  const car = await addCar(keeper);
  const deal = await create(user, customer.id, { vin: newVin() });
  const bytes = paper(
    'Application for certificate of title',
    `Deal # ${deal.number}`,
    `VIN ${car.vin}`,
    `Customer ${customer.id}`,
    'Deal 99999999',
  );
  const { body: before } = await user.client.call(getChoices);
  const unfiled = { isFiled: false, type: 'other', date: '2026-11-20' };
  const document = await settled(user, (await add(user, unfiled, { bytes })).id);
  expect(document.isFiled).toBe(false);
  expect((await user.client.call(getChoices)).body.inbox).toBe(before.inbox + 1);
  const proposed = document.proposals.map(({ link, page }) => [link.kind, link.id, page]);
  expect(proposed.toSorted()).toEqual([
    ['customer', customer.id, 1],
    ['deal', deal.id, 1],
    ['vehicle', car.id, 1],
  ]);
  expect(document.proposedType).toBe('title_application');
  const file = () =>
    user.client.call(fileDocument, {
      params: { documentId: document.id },
      body: {
        ...formOf(document),
        links: document.proposals.map(({ link: { kind, id } }) => ({ kind, id })),
      },
    });
  const filed = await file();
  expect([filed.status, filed.body.isFiled, filed.body.links.length, filed.body.proposals]).toEqual(
    [200, true, 3, []],
  );
  expect((await file()).status).toBe(409);
  expect(filed.body.retention).toMatchObject({
    className: 'Sales documents',
    keepUntil: null,
    isHeld: false,
  });
  const cards = await user.client.call(findCards, {
    body: { references: [{ kind: 'document', key: `number:${document.id}` }] },
  });
  expect(cards.body[0]?.card).toMatchObject({
    title: document.title,
    href: `/documents?document=${document.id}`,
    lines: expect.arrayContaining([{ label: 'Date', value: 'Nov 20, 2026' }]),
  });
  const channel = { params: { kind: 'document' as const, id: String(document.id) } };
  expect((await user.client.call(openRecordChannel, channel)).status).toBe(404);
});

test('a ZIP has the files as they are, under names of their own', async () => {
  const bytes = [paper('One'), paper('Two'), Buffer.from('Three')];
  const titles = ['Contract: A/B', 'Contract: A/B', 'Договор'];
  const ids: number[] = [];
  for (const [index, title] of titles.entries()) {
    const fileName = index === 2 ? 'x.txt' : 'x.pdf';
    ids.push((await add(user, { title }, { bytes: bytes[index] as Buffer, fileName })).id);
  }
  const address = `/api/documents/archive?ids=${ids.join(',')}`;
  const zip = await download(stage, user.client, address);
  expect([zip.status, zip.type, Number(zip.headers.get('content-length'))]).toEqual([
    200,
    'application/zip',
    zip.bytes.length,
  ]);
  const found = await unzip(zip.bytes);
  expect([...found.keys()]).toEqual(['Contract_ A_B.pdf', 'Contract_ A_B (2).pdf', 'Договор.txt']);
  expect([...found.values()].map((one, index) => one.equals(bytes[index] as Buffer))).toEqual([
    true,
    true,
    true,
  ]);
  const part = await download(stage, user.client, address, { range: 'bytes=100-299' });
  expect([part.status, part.bytes.equals(zip.bytes.subarray(100, 300))]).toEqual([206, true]);
  const wrong = [
    'ids=',
    'ids=a',
    'ids=1,,2',
    `ids=${Array.from({ length: 201 }, (_, index) => index + 1).join(',')}`,
  ];
  for (const query of wrong) {
    expect([
      query,
      (await user.client.raw('GET', `/api/documents/archive?${query}`)).status,
    ]).toEqual([query, 400]);
  }
  expect((await user.client.raw('GET', `/api/documents/archive?ids=${ids[0]},999999`)).status).toBe(
    404,
  );
});

test('a ZIP breaks off at a file that was changed in the storage, and the server goes on', async () => {
  const bytes = Buffer.alloc(300_000, 'Text ');
  const { id } = await add(user, { title: 'Changed' }, { bytes, fileName: 'x.txt' });
  const { storage_key: key } = await stage.platform.db
    .selectFrom('document_versions')
    .select('storage_key')
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow();
  const file = (await storedFiles(stage)).find((one) => one.endsWith(String(key))) ?? '';
  const stored = fs.readFileSync(file);
  stored[100_000] = (stored[100_000] ?? 0) ^ 1;
  fs.writeFileSync(file, stored);
  const address = `/api/documents/archive?ids=${id}`;
  await expect(download(stage, user.client, address)).rejects.toThrow();
  expect((await fetchDocument(user, id)).status).toBe(200);
});

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    ),
  );
  const found = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: yauzl.Entry) => {
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error);
        found.set(entry.fileName, await buffer(stream));
        zip.readEntry();
      });
    });
    zip.readEntry();
  });
  return found;
}
