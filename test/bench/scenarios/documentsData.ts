import { Kysely as createKysely, type Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { keepDocuments } from '../../../src/modules/documents/server/retention.ts';
import { refreshAllWords } from '../../../src/modules/documents/server/search/described.ts';
import { wordsIn } from '../../../src/modules/documents/server/search/words.ts';
import type { DocumentTables } from '../../../src/modules/documents/server/tables.ts';

export const documentCount = 100_000;
export const pagesEach = 3;
const wordsEach = 90;
const atOnce = 200;

const starts = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo ya'.split(' ');
const ends = 'bel cor dan fer gis hol jin kam len mor'.split(' ');
/** Ordered by how often they appear: the first are on most pages, the last on one of ten thousand. */
const vocabulary = starts.flatMap((one) =>
  starts.flatMap((other) => ends.map((end) => `${one}${other}${end}`)),
);
export const word = (rank: number): string => vocabulary[rank] ?? '';

/** The same numbers on every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Of one document. */
export const vinOf = (document: number): string =>
  `1FTFW3L5XRK${String(document).padStart(6, '0')}`;

function pageOf(document: number, page: number): string {
  const next = numbersFrom(document * pagesEach + page);
  // Few words are frequent, most are rare.
  const words = Array.from({ length: wordsEach }, () =>
    word(Math.floor(vocabulary.length ** next()) - 1),
  );
  const cents = Math.floor(next() * 6_000_000);
  return [
    `The buyer agrees, page ${page} of ${pagesEach}`,
    `Vehicle ${vinOf(document)}, ${(cents / 100).toFixed(2)} dollars`,
    ...Array.from({ length: wordsEach / 9 }, (_, line) =>
      words.slice(line * 9, line * 9 + 9).join(' '),
    ),
  ].join('\n');
}

export const databaseOf = (
  pool: pg.Pool,
  log?: (statement: { sql: string; parameters: readonly unknown[] }) => void,
): Kysely<DocumentTables> =>
  new createKysely<DocumentTables>({
    dialect: new PostgresDialect({ pool }),
    ...(log && { log: ({ query }) => log(query) }),
  });

/**
 * Inserts a hundred thousand documents of three pages over ten years, two thirds of them of deals, one in fifty in the
 * inbox: with their words, links and retention, as the server writes them.
 */
export async function insertDocuments(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with made as (
       insert into documents (cabinet, type, store, title, document_on, amount_cents, number, filed_at, filed_by,
         created_by, created_at, client_id)
       select cabinet, case cabinet when 'deals' then (array['buyers_order', 'retail_contract', 'title',
             'credit_application', 'photo_id', 'insurance', 'we_owe', 'payoff'])[1 + n / 3 % 8]
           when 'service' then 'repair_order' else 'invoice' end,
         (array['ford', 'hyundai', 'chevrolet'])[1 + n / 5 % 3], 'Paper ' || n || ' of ' || (n % 977), at::date,
         n * 7919 % 6000000, 'N' || n, case when n % 50 <> 0 then at end, case when n % 50 <> 0 then u.id end,
         u.id, at, gen_random_uuid()
       from generate_series(1, $1::integer) n
       cross join lateral (select now() - ($1 - n) * interval '52 minutes' as at,
         (array['deals', 'deals', 'service', 'deals', 'parts', 'deals', 'accounts_payable', 'deals', 'service'])[1 + n % 9]
           as cabinet) facts
       cross join (select min(id) as id from users where username like 'writer%') u
       returning id, created_by, created_at, cabinet)
     insert into document_versions (document_id, number, folder, storage_key, file_name, mime_type, kind, size_bytes,
       sha256, page_count, text_state, origin, upload_id, uploaded_by, uploaded_at)
     select id, 1, case when cabinet in ('service', 'parts') then 'service-records' else 'sales-documents' end,
       gen_random_uuid(), 'Scan ' || id || '.pdf', 'application/pdf', 'pdf', 200000 + id % 100000,
       sha256(id::text::bytea), $2, 'read', 'upload', gen_random_uuid(), created_by, created_at
     from made`,
    [documentCount, pagesEach],
  );
  await pool.query(
    `insert into document_links (document_id, kind, record_id, linked_by)
     select d.id, 'customer', c.ids[1 + d.id % cardinality(c.ids)], d.created_by
     from documents d cross join (select array_agg(id order by id) as ids from customers) c
     where d.number like 'N%'`,
  );
  await insertPages(pool);
  const db = databaseOf(pool);
  // Built afterwards, which takes a tenth of the time.
  const { rows } = await pool.query<{ sql: string }>(
    `select pg_get_indexdef('document_words_found'::regclass) as sql`,
  );
  await pool.query('drop index document_words_found');
  await refreshAllWords(db);
  await pool.query(rows[0]?.sql ?? '');
  await keepDocuments(db);
  await pool.query('vacuum analyze');
}

async function insertPages(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ first: number }>(
    `select min(id) as first from documents where number like 'N%'`,
  );
  const first = rows[0]?.first ?? 1;
  for (let start = 0; start < documentCount; start += atOnce) {
    const pages = Array.from({ length: atOnce * pagesEach }, (_, at) => {
      const document = start + Math.floor(at / pagesEach);
      const text = pageOf(document, 1 + (at % pagesEach));
      return { id: first + document, page: 1 + (at % pagesEach), text, words: wordsIn(text) };
    });
    await pool.query(
      `insert into document_pages (document_id, version_number, page, text, words)
       select id, 1, page, text, array_to_tsvector(words)
       from jsonb_to_recordset($1::jsonb) as p (id integer, page integer, text text, words text[])`,
      [JSON.stringify(pages)],
    );
  }
}
