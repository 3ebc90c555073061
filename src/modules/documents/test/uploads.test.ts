import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { download } from '../../attachments/test/uploadCalls.ts';
import { fileMaxBytes, readableMaxBytes } from '../contract/document.ts';
import { addDocument, discardUpload, pieceMaxBytes } from '../contract.ts';
import { readingJob } from '../server/reading-job.ts';
import {
  add,
  type DocumentStage,
  facts,
  fetchDocument,
  openDocumentStage,
  paper,
  piecesOf,
  readingEnds,
  runJob,
  sendOne,
  start,
  storedFiles,
  tryAdd,
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

const text = (bytes: number) => Buffer.alloc(bytes, 'A line of text. ');
const count = async (table: string) =>
  (await stage.platform.db.selectFrom(table).selectAll().execute()).length;
/** Neither a row nor a file is left of what happens in `work`. */
async function leavingNothing(work: () => Promise<void>) {
  const before = [
    await storedFiles(stage),
    await count('documents'),
    await count('document_loose_files'),
  ];
  await work();
  expect([
    await storedFiles(stage),
    await count('documents'),
    await count('document_loose_files'),
  ]).toEqual(before);
}

describe('an upload', () => {
  test('arrives in pieces, in any order and more than once, and comes back byte by byte', async () => {
    const bytes = text(pieceMaxBytes * 2 + 5_000);
    const [first = bytes, second = bytes, third = bytes] = piecesOf(bytes);
    const { body: started } = await start(user, bytes, { fileName: 'Long.txt' });
    expect([started.received, started.isComplete, started.pieceBytes]).toEqual([
      [],
      false,
      pieceMaxBytes,
    ]);
    const { id } = started;
    expect((await sendOne(user, id, 2, third)).body.received).toEqual([2]);
    expect((await sendOne(user, id, 0, first)).body.received).toEqual([0, 2]);
    const early = await tryAdd(user, id);
    expect([early.status, early.body]).toMatchObject([
      409,
      { error: 'The file has not arrived completely. Send the rest first.' },
    ]);
    const [again, both] = await Promise.all([
      sendOne(user, id, 0, first),
      sendOne(user, id, 1, second),
    ]);
    expect([again.status, both.status]).toEqual([200, 200]);
    const { body: resumed } = await start(user, bytes, { uploadId: id, fileName: 'Long.txt' });
    expect([resumed.received, resumed.isComplete]).toEqual([[0, 1, 2], true]);

    const { status, body } = await tryAdd(user, id);
    expect([status, body.current.sizeBytes, body.current.kind]).toEqual([
      201,
      bytes.length,
      'text',
    ]);
    expect(body.current.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const file = await download(stage, user.client, `/api/documents/${body.id}/versions/1/file`);
    expect(file.bytes.equals(bytes)).toBe(true);
    expect(await count('document_upload_pieces')).toBe(0);
  });

  test('goes on after the connection was lost in the middle of a piece', async () => {
    const bytes = paper('Lost and found');
    const { body } = await start(user, bytes);
    const controller = new AbortController();
    const cut = fetch(`${stage.url}/api/documents/uploads/${body.id}/pieces/0`, {
      method: 'PUT',
      headers: { cookie: user.client.cookie ?? '', 'content-length': String(bytes.length) },
      body: new ReadableStream({
        start(stream) {
          stream.enqueue(bytes.subarray(0, 100));
          setTimeout(() => controller.abort(), 100);
        },
      }),
      duplex: 'half',
      signal: controller.signal,
    } as RequestInit);
    await expect(cut).rejects.toThrow();
    expect((await start(user, bytes, { uploadId: body.id })).body.received).toEqual([]);
    expect((await sendOne(user, body.id, 0, bytes)).body.isComplete).toBe(true);
    expect((await tryAdd(user, body.id)).status).toBe(201);
  });

  test('is seen by its owner only, and refused in every wrong form', async () => {
    const bytes = paper('Mine');
    const { id } = (await start(user, bytes)).body;
    await leavingNothing(async () => {
      expect((await start(other, bytes, { uploadId: id })).status).toBe(404);
      expect((await sendOne(other, id, 0, bytes)).status).toBe(404);
      expect((await tryAdd(other, id)).status).toBe(404);
      expect((await other.client.call(discardUpload, { params: { uploadId: id } })).status).toBe(
        404,
      );
      expect((await start(user, { length: 7 }, { uploadId: id })).status).toBe(409);
      expect((await sendOne(user, id, 1, bytes)).body.error).toBe('This file has fewer pieces.');
      const short = await sendOne(user, id, 0, bytes.subarray(1));
      expect([short.status, short.body.error]).toEqual([
        400,
        'This piece of the file has the wrong size. Send it again.',
      ]);
      expect((await sendOne(user, randomUUID(), 0, bytes)).status).toBe(404);
      const empty = await start(user, { length: 0 });
      expect([empty.status, JSON.stringify(empty.body)]).toMatchObject([
        400,
        expect.stringContaining('This file is empty.'),
      ]);
      expect((await start(user, { length: fileMaxBytes + 1 })).status).toBe(400);
      expect((await start(user, bytes, { uploadId: 'x' })).status).toBe(400);
    });
  });

  test('can be given up, and is swept after a day', async () => {
    const before = await storedFiles(stage);
    const id = await upload(user, paper('Given up'));
    expect((await storedFiles(stage)).length).toBe(before.length + 1);
    expect((await user.client.call(discardUpload, { params: { uploadId: id } })).status).toBe(200);
    expect(await storedFiles(stage)).toEqual(before);
    expect((await tryAdd(user, id)).status).toBe(404);

    await upload(user, paper('Forgotten'));
    const old = new Date(Date.now() - 25 * 3_600_000);
    await stage.platform.db.updateTable('document_uploads').set({ started_at: old }).execute();
    await runJob(stage, 'documents.sweep');
    expect(await storedFiles(stage)).toEqual(before);
  });

  test('of a server that died between the pieces and the document can be used, and its copy is swept', async () => {
    const bytes = paper('Killed');
    const id = await upload(user, bytes);
    const before = await storedFiles(stage);
    // What such a server leaves: a recorded key with its bytes, and the pieces.
    const key = randomUUID();
    const { db, storage } = stage.platform;
    await db
      .insertInto('document_loose_files')
      .values({ storage_key: key, since: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    const { Readable } = await import('node:stream');
    await storage.folder('service-records').put(key, Readable.from([bytes]));
    await runJob(stage, 'documents.sweep');
    expect(await storedFiles(stage)).toEqual(before);
    expect((await tryAdd(user, id)).status).toBe(201);
  });
});

test('of more than 10 GB a day are refused', async () => {
  const heavy = await stage.addEmployee('finance');
  const { db } = stage.platform;
  const gigabytes = 1024 ** 3;
  await db
    .insertInto('document_uploads')
    .values({
      id: randomUUID(),
      user_id: heavy.id,
      file_name: 'x',
      size_bytes: 10 * gigabytes - 50,
    })
    .execute();
  const refused = await start(heavy, { length: 51 });
  expect([refused.status, refused.body]).toMatchObject([
    413,
    { error: 'You can upload at most 10 GB a day. Try again tomorrow.' },
  ]);
  expect((await start(heavy, { length: 50 })).status).toBe(200);
});

test('a file that is too large to be read is kept without pages and text, and can be downloaded', async () => {
  const bytes = paper('Oversized', 'Wordofthisfile');
  const { id } = await add(user, {}, { bytes });
  const search = () => user.client.raw('GET', '/api/documents?q=wordofthisfile');
  await readingEnds(stage);
  expect((await search()).body).toMatchObject([{ id, hasThumbnail: true }]);
  // As if it had more bytes than it has: sending that many takes a minute.
  const { db } = stage.platform;
  const waiting = { text_state: 'waiting', has_thumbnail: false, page_count: null };
  await db
    .updateTable('document_versions')
    .set({ ...waiting, size_bytes: readableMaxBytes + 1 })
    .where('document_id', '=', id)
    .execute();
  await db.deleteFrom('document_pages').where('document_id', '=', id).execute();
  await readingJob.add(stage.platform, db as never, { documentId: id, number: 1 });
  await readingEnds(stage);
  const { body } = await fetchDocument(user, id);
  expect([body.current.textState, body.hasThumbnail]).toEqual(['failed', false]);
  expect((await search()).body).toEqual([]);
  const address = `/api/documents/${id}/versions/1`;
  expect((await user.client.raw('GET', `${address}/pages/1`)).status).toBe(404);
  const file = await download(stage, user.client, `${address}/file`);
  expect(file.bytes.equals(bytes)).toBe(true);
});

describe('adding a document', () => {
  test('twice with one client id adds one, also at the same time', async () => {
    const uploadId = await upload(user, paper('Once'));
    const body = { clientId: randomUUID(), uploadId, ...facts() };
    const call = () => user.client.call(addDocument, { body });
    const [first, second] = await Promise.all([call(), call()]);
    const third = await call();
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
    expect([second.body.id, third.body.id]).toEqual([first.body.id, first.body.id]);
    const { status, body: refused } = await tryAdd(user, uploadId);
    expect([status, refused]).toMatchObject([404, { error: expect.any(String) }]);
    expect((await start(user, paper('Once'), { uploadId })).status).toBe(409);
  });

  test('says which document one may read has the same bytes', async () => {
    const bytes = paper('Twin', randomUUID());
    const first = await add(user, { title: 'The first' }, { bytes });
    const id = await upload(user, bytes);
    const known = await start(user, bytes, { uploadId: id });
    expect(known.body.sameAs).toEqual({ id: first.id, title: 'The first' });
    const elsewhere = await stage.addEmployee('finance', { storeAccess: ['hyundai'] });
    const theirs = await upload(elsewhere, bytes);
    expect((await start(elsewhere, bytes, { uploadId: theirs })).body.sameAs).toBeNull();
    expect((await tryAdd(user, id)).status).toBe(201);
  });

  test.each([
    ['a type of another cabinet', { type: 'w4' }, 'Check the type.'],
    ['no store', { store: null }, 'Choose a store.'],
    ['a store they do not work at', { store: 'hyundai' }, 'You don’t work at this store.'],
    ['an unknown field', { color: 'red' }, ''],
    ['an empty title', { title: '  ' }, ''],
    ['a date that is none', { date: '2026-02-30' }, ''],
    ['an amount with a fraction', { amountCents: 1.5 }, ''],
    [
      'a record that does not exist',
      { links: [{ kind: 'deal', id: 999_999_999 }] },
      'A record does not exist, or you may not see it.',
    ],
  ])('with %s is refused and changes nothing', async (_, wrong, sentence) => {
    const id = await upload(user, paper('Wrong'));
    await leavingNothing(async () => {
      const { status, body } = await tryAdd(user, id, wrong);
      expect([status, (body as { error?: string }).error]).toEqual([
        400,
        expect.stringContaining(sentence),
      ]);
    });
  });

  test.each([
    ['Page.pdf', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['Page.html', Buffer.from('<!doctype html><p>Hello')],
    ['Tool.exe', Buffer.concat([Buffer.from('MZ'), randomBytes(200)])],
    ['Broken.pdf', Buffer.concat([paper('x').subarray(0, 40), randomBytes(300)])],
  ])(
    'of the file %s, which must not be kept, is refused and leaves nothing',
    async (fileName, bytes) => {
      const id = await upload(user, bytes, { fileName });
      await leavingNothing(async () => {
        const { status, body } = await tryAdd(user, id);
        expect([status, (body as { error?: string }).error]).toEqual([
          400,
          expect.stringMatching(/\.$/),
        ]);
      });
    },
  );

  test('keeps names in every script', async () => {
    for (const title of [
      'Contrato de compraventa – Núñez',
      '汽车购买合同',
      'Договор 12',
      'عقد بيع',
      '🚗 Title',
    ]) {
      const { body } = await fetchDocument(
        user,
        (await add(user, { title }, { fileName: `${title}.pdf` })).id,
      );
      expect([body.title, body.current.fileName]).toEqual([title, `${title}.pdf`]);
    }
  });
});
