import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import files from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { StageUser } from '../src/modules/admin/test/stage.ts';
import { addDocument, addVersion } from '../src/modules/documents/contract.ts';
import {
  add,
  addKeepers,
  type DocumentStage,
  destroyDue,
  facts,
  fetchDocument,
  type Keepers,
  openDocumentStage,
  papers,
  runJob,
  sendOne,
  settled,
  start,
  tryAdd,
  upload as uploadDocument,
} from '../src/modules/documents/test/stage.ts';
import type { Client } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { startForecourt, type TestForecourt } from './support/forecourt.ts';
import { startGcs } from './support/storage/gcs.ts';
import { startS3 } from './support/storage/s3.ts';
import type { StorageServer } from './support/storage/serve.ts';

/**
 * Uploads on each storage, working and failing: no partial file, no row without its file, and after the sweep no file
 * without its row.
 */
interface Bucket extends StorageServer {
  objects: Map<string, Buffer>;
  isVersioned: boolean;
  versions: Map<string, { name: string }>;
  env: Record<string, string>;
}

const bytes = randomBytes(300_000);
const buckets: Record<string, () => Promise<Bucket>> = { s3: startS3, gcs: startGcs };

async function upload(client: Client, body: Uint8Array = bytes, id: string = randomUUID()) {
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await client.raw('PUT', `/api/chat/uploads/${id}?name=a`, { body, headers });
  return {
    id,
    status: response.status,
    error: String(response.body?.error),
    headers: response.headers,
  };
}

async function read({ url }: TestForecourt, { cookie = '' }: Client, id: string, range?: string) {
  const headers = { cookie, ...(range && { range }) };
  const response = await fetch(`${url}/api/chat/files/${id}`, { headers });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

const rowsOf = async ({ platform: { db } }: TestForecourt) => {
  const rows = await db.selectFrom('chat_uploads').select('storage_key').execute();
  return rows.map(({ storage_key: key }) => String(key));
};

/** Backdates the noted files by two days, and runs the sweep. */
async function sweep({ platform: { db, jobs } }: TestForecourt) {
  const since = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000);
  await db.updateTable('chat_loose_files').set({ since }).execute();
  await jobs.add(db, 'chat.uploads.sweep', {});
  await expect
    .poll(async () => (await db.selectFrom('chat_loose_files').select('since').execute()).length)
    .toBe(0);
}

describe.each(Object.keys(buckets))('in a bucket on %s', (kind) => {
  let server: Bucket;
  let forecourt: TestForecourt;
  let manager: Client;
  beforeAll(async () => {
    server = (await buckets[kind]?.()) as Bucket;
    forecourt = await startForecourt({ env: server.env });
    manager = await forecourt.signIn('manager');
  });
  afterEach(() => {
    server.fault = () => undefined;
  });
  afterAll(async () => {
    await forecourt.stop();
    await server.stop();
  });

  const storedNames = () =>
    [...server.objects.keys()].map((name) => name.replace(/^other\//, '')).sort();

  test('a file is read back completely and in ranges, and only with access', async () => {
    const { status, id } = await upload(manager);
    expect(status).toBe(201);
    expect(storedNames()).toEqual(await rowsOf(forecourt));
    expect((await read(forecourt, manager, id)).bytes.equals(bytes)).toBe(true);
    const part = await read(forecourt, manager, id, 'bytes=100-199');
    expect([part.status, part.bytes.equals(bytes.subarray(100, 200))]).toEqual([206, true]);
    const employee = await forecourt.signIn('employee');
    expect((await read(forecourt, employee, id)).status).toBe(404);
  });

  test.each([
    ['full', { status: 507 }, /no space left for files/],
    ['refusing', { status: 403 }, /can’t be used by this server/],
    ['failing', { status: 500 }, /is not responding right now/],
  ])('a %s storage is reported with 503, and nothing is stored', async (_, reply, message) => {
    const before = [await rowsOf(forecourt), storedNames()];
    server.fault = ({ method }) => (method === 'GET' || method === 'HEAD' ? undefined : reply);
    const { status, error, headers, id } = await upload(manager);
    expect([status, error]).toEqual([503, expect.stringMatching(message)]);
    expect(headers.get('retry-after')).toBe('5');
    server.fault = () => undefined;
    expect([await rowsOf(forecourt), storedNames()]).toEqual(before);
    // A retry of the same upload works.
    expect((await upload(manager, bytes, id)).status).toBe(201);
  });

  test('a file whose response was lost is swept', async () => {
    const before = storedNames();
    server.fault = ({ method, path: place }) => {
      if (place === '/token' || method === 'GET' || method === 'HEAD') return undefined;
      return method === 'DELETE' ? { status: 503 } : 'lost';
    };
    expect((await upload(manager)).status).toBe(503);
    expect(storedNames()).toHaveLength(before.length + 1);
    expect(await rowsOf(forecourt)).toHaveLength(before.length);
    server.fault = () => undefined;
    await sweep(forecourt);
    expect(storedNames()).toEqual(before);
  });

  test('a failing read is reported with 503', async () => {
    const { id } = await upload(manager);
    server.fault = () => ({ status: 503 });
    const { status, bytes: body } = await read(forecourt, manager, id);
    expect(status).toBe(503);
    expect(JSON.parse(String(body))).toMatchObject({ code: 'unavailable' });
  });
});

/** With two versions of two pages, their text, and a picture of each page; returns the keys of its files. */
async function addPictured(stage: DocumentStage, owner: StageUser) {
  const pdf = () =>
    papers(...[1, 2].map((page) => ({ heading: `${page}`, lines: [randomUUID()] })));
  const first = await add(
    owner,
    { cabinet: 'accounts_payable', type: 'invoice', date: '2010-01-15' },
    { bytes: pdf() },
  );
  const uploadId = await uploadDocument(owner, pdf());
  const params = { documentId: first.id };
  await owner.client.call(addVersion, { params, body: { version: first.version, uploadId } });
  await settled(owner, first.id);
  for (const place of ['1/pages/1', '1/pages/2', '2/pages/1', '2/pages/2']) {
    const picture = await owner.client.raw('GET', `/api/documents/${first.id}/versions/${place}`);
    expect(picture.status).toBe(200);
  }
  const { db } = stage.platform;
  const keys = await db
    .selectFrom('document_versions')
    .select('storage_key')
    .where('document_id', '=', first.id)
    .execute();
  return { id: first.id, keys: keys.map(({ storage_key: key }) => String(key)) };
}

describe.each(Object.keys(buckets))('a document that is destroyed in a bucket on %s', (kind) => {
  let server: Bucket;
  let stage: DocumentStage;
  let owner: StageUser;
  let keepers: Keepers;
  beforeAll(async () => {
    server = (await buckets[kind]?.()) as Bucket;
    stage = await openDocumentStage(server.env);
    owner = await stage.addEmployee('back_office', { role: 'manager' });
    keepers = await addKeepers(stage);
  });
  afterEach(() => {
    server.fault = () => undefined;
  });
  afterAll(async () => {
    await stage.stop();
    await server.stop();
  });

  /** Everything in the bucket that was made of these files, now and earlier. */
  const leftOf = (keys: readonly string[]) =>
    [...server.objects.keys(), ...[...server.versions.values()].map(({ name }) => name)].filter(
      (name) => keys.some((key) => name.includes(key)),
    );
  const registered = async () =>
    (await stage.platform.db.selectFrom('destruction_register').select('file_key').execute())
      .length;

  test.each([false, true])('leaves no object, also where versions are kept (%s)', async (kept) => {
    server.isVersioned = kept;
    const { id, keys } = await addPictured(stage, owner);
    // Two files, a thumbnail of each, and four pictures.
    expect(new Set(leftOf(keys)).size).toBe(8);
    await destroyDue(stage, keepers);
    expect(leftOf(keys)).toEqual([]);
    expect((await fetchDocument(owner, id)).status).toBe(404);
    const { db } = stage.platform;
    const pages = await db
      .selectFrom('document_pages')
      .where('document_id', '=', id)
      .select('text');
    expect(await pages.execute()).toEqual([]);
  });

  test('is registered only once its earlier versions are gone, too', async () => {
    server.isVersioned = true;
    const { id, keys } = await addPictured(stage, owner);
    const before = await registered();
    let refused = 0;
    server.fault = ({ method, query }) => {
      if (method !== 'DELETE' || !(query.has('versionId') || query.has('generation'))) return;
      refused += 1;
      return { status: 403 };
    };
    const destroying = destroyDue(stage, keepers);
    await eventually(() => refused > 0);
    expect((await fetchDocument(owner, id)).status).toBe(404);
    expect([leftOf(keys).length > 0, await registered()]).toEqual([true, before]);
    server.fault = () => undefined;
    await runJob(stage, 'retention.resume');
    await destroying;
    expect([leftOf(keys), await registered()]).toEqual([[], before + keys.length]);
  });
});

/** Only of files that are written: what is there can be read. */
function fillDisk(): void {
  const open = files.open.bind(files);
  vi.spyOn(files, 'open').mockImplementation(async (...args) => {
    const handle = await open(...args);
    if (args[1] !== 'wx') return handle;
    vi.spyOn(handle, 'writeFile').mockImplementation(async () => {
      await handle.write(bytes.subarray(0, 4_096));
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
    });
    return handle;
  });
}

describe('on a full disk', () => {
  let forecourt: DocumentStage;
  let manager: Client;
  let clerk: StageUser;
  beforeAll(async () => {
    forecourt = await openDocumentStage();
    manager = await forecourt.signIn('manager');
    clerk = await forecourt.addEmployee('finance');
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => forecourt.stop());

  const storedNames = () =>
    fs
      .readdirSync(path.join(forecourt.dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);

  test('an upload is reported with 503 and stores nothing, and works once there is space', async () => {
    fillDisk();
    const { status, error, id } = await upload(manager);
    expect([status, error]).toEqual([503, expect.stringMatching(/no space left for files/)]);
    expect([storedNames(), await rowsOf(forecourt)]).toEqual([[], []]);
    vi.restoreAllMocks();
    expect((await upload(manager, bytes, id)).status).toBe(201);
    expect(storedNames()).toEqual(await rowsOf(forecourt));
  });

  const looseFiles = () =>
    forecourt.platform.db.selectFrom('document_loose_files').selectAll().execute();
  const noSpace = [503, expect.stringMatching(/^There is no space left for files\./)];

  test('a piece and a document are refused with a sentence, and go on where they were', async () => {
    const pdf = papers({ heading: 'Full', lines: [] });
    const { body: started } = await start(clerk, pdf);
    const before = storedNames();
    fillDisk();
    const piece = await sendOne(clerk, started.id, 0, pdf);
    expect([piece.status, piece.body.error]).toEqual(noSpace);
    expect([storedNames(), await looseFiles()]).toEqual([before, []]);
    vi.restoreAllMocks();
    expect((await sendOne(clerk, started.id, 0, pdf)).status).toBe(200);
    const arrived = storedNames();
    fillDisk();
    const body = { clientId: randomUUID(), uploadId: started.id, ...facts() };
    const refused = await clerk.client.call(addDocument, { body });
    expect([refused.status, (refused.body as { error?: string }).error]).toEqual(noSpace);
    expect([storedNames(), await looseFiles()]).toEqual([arrived, []]);
    const rows = await forecourt.platform.db
      .selectFrom('documents')
      .select('id')
      .where('client_id', '=', body.clientId)
      .execute();
    expect(rows).toEqual([]);
    vi.restoreAllMocks();
    expect((await clerk.client.call(addDocument, { body })).status).toBe(201);
  });

  test('a document is read all the same, and its pictures are stored once there is space', async () => {
    const pdf = papers({ heading: 'Read', lines: [] });
    const uploadId = await uploadDocument(clerk, pdf);
    const added = await tryAdd(clerk, uploadId);
    const { id } = await settled(clerk, added.body.id);
    const before = storedNames();
    fillDisk();
    const page = await clerk.client.raw('GET', `/api/documents/${id}/versions/1/pages/1`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(storedNames()).toEqual(before);
    vi.restoreAllMocks();
    await clerk.client.raw('GET', `/api/documents/${id}/versions/1/pages/1`);
    expect(storedNames().length).toBe(before.length + 1);
  });

  test('a thumbnail that cannot be stored is made once there is space', async () => {
    const pdf = papers({ heading: 'Thumbnail', lines: [] });
    const uploadId = await uploadDocument(clerk, pdf);
    const { db, jobs } = forecourt.platform;
    const { body: document } = await tryAdd(clerk, uploadId);
    await settled(clerk, document.id);
    const { storage_key: key } = await db
      .selectFrom('document_versions')
      .select('storage_key')
      .where('document_id', '=', document.id)
      .executeTakeFirstOrThrow();
    const thumbnail = `${key}.thumbnail`;
    await forecourt.platform.storage.folder('sales-documents').delete(thumbnail);
    await db
      .updateTable('document_versions')
      .set({ text_state: 'waiting', has_thumbnail: false })
      .where('document_id', '=', document.id)
      .execute();
    fillDisk();
    await jobs.add(db, 'documents.read', { documentId: document.id, number: 1 });
    const failures = async () =>
      (await db.selectFrom('graphile_worker.jobs').selectAll().execute()).filter(
        ({ task_identifier, last_error }) => task_identifier === 'documents.read' && last_error,
      );
    await eventually(async () => (await failures()).length === 1);
    expect(storedNames()).not.toContain(thumbnail);
    vi.restoreAllMocks();
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
    expect((await settled(clerk, document.id)).hasThumbnail).toBe(true);
    expect(storedNames()).toContain(thumbnail);
  });
});
