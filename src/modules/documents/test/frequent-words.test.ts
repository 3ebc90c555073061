import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { countDocuments, listDocuments } from '../contract.ts';
import { type DocumentStage, openDocumentStage } from './stage.ts';

let stage: DocumentStage;
let office: StageUser;
beforeAll(async () => {
  stage = await openDocumentStage();
  office = await stage.addEmployee('back_office', { storeAccess: ['ford'] });
  // Every third one is another store’s; none of the latest 3,000 has the second word.
  await stage.platform.db.transaction().execute(async (tx) => {
    // So many rows take longer than a request may.
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`
    with made as (
      insert into documents (cabinet, type, store, title, filed_at, filed_by, created_by, created_at, client_id)
      select 'deals', 'title', case when n % 3 = 0 then 'hyundai' else 'ford' end, 'Paper ' || n, now(),
        ${office.id}::integer, ${office.id}::integer, now() + n * interval '1 second', gen_random_uuid()
      from generate_series(1, 15000) n returning id, created_by, title),
    versions as (
      insert into document_versions (document_id, number, folder, storage_key, file_name, mime_type, kind, size_bytes,
        sha256, origin, upload_id, uploaded_by)
      select id, 1, 'sales-documents', gen_random_uuid(), 'a.pdf', 'application/pdf', 'pdf', 1, sha256('a'), 'upload',
        gen_random_uuid(), created_by from made)
    insert into document_words (document_id, words)
    select id, array_to_tsvector(array['frequentword', 'paper' || substr(title, 7)]
      || case when substr(title, 7)::integer <= 12000 then array['earlierword'] else '{}' end) from made`.execute(
      tx,
    );
  });
});
afterAll(() => stage.stop());

const titles = async (query: object) =>
  (await office.client.call(listDocuments, { query })).body.map(({ title }) => title);

/** The documents of Ford from this one on, latest first. */
const fordFrom = (latest: number, count: number) =>
  Array.from({ length: 15_000 }, (_, index) => latest - index)
    .filter((number) => number % 3 !== 0)
    .slice(0, count)
    .map((number) => `Paper ${number}`);

test('a word of most documents finds the latest that one may read, on any page', async () => {
  expect(await titles({ q: 'frequentword' })).toEqual(fordFrom(15_000, 50));
  for (const offset of [975, 5_000]) {
    expect(await titles({ q: 'frequentword', offset, limit: 50 })).toEqual(
      fordFrom(15_000, offset + 50).slice(offset),
    );
  }
  expect(await titles({ q: 'frequentword', sort: 'oldest', limit: 3 })).toEqual([
    'Paper 1',
    'Paper 2',
    'Paper 4',
  ]);
});

test('a frequent word that the latest documents lack finds those before them', async () => {
  expect(await titles({ q: 'earlierword', limit: 5 })).toEqual(fordFrom(12_000, 5));
  expect(await titles({ q: 'frequentword paper12000' })).toEqual([]);
  expect(await titles({ q: 'frequentword paper12001' })).toEqual(['Paper 12001']);
});

test('documents with a frequent word are counted as far as one may read them', async () => {
  const count = async (q: string) =>
    (await office.client.call(countDocuments, { query: { q } })).body;
  expect(await count('frequentword')).toEqual({ count: 10_000, isMore: false });
  expect(await count('earlierword')).toEqual({ count: 8_000, isMore: false });
});
