import { sql } from 'kysely';
import { findLinkedRecords } from '../record/links.ts';
import type { DocumentsDb } from '../tables.ts';
import { wordsIn } from './words.ts';

interface Described {
  id: number;
  title: string;
  number: string;
  keywords: string;
  file_name: string;
}

const selectDescribed = sql`
  select d.id, d.title, d.number, d.keywords, v.file_name from documents d
  join document_versions v on v.document_id = d.id and v.number = d.current_version`;

/**
 * Makes these documents findable by their facts and the pages of their current versions, in the transaction that
 * changes either. Locks them: of two changes at once the second one sees the first.
 */
export async function writeWords(tx: DocumentsDb, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<Described>`${selectDescribed}
    where d.id = any(${ids}::integer[]) and d.destroyed_at is null
    order by d.id for no key update of d`.execute(tx);
  await writeAll(tx, rows, await findTitles(tx, ids));
}

const atOnce = 500;

/** Nightly: linked records are renamed without their documents knowing. */
export async function refreshAllWords(db: DocumentsDb): Promise<void> {
  let last = 0;
  let found: number;
  do {
    const { rows } = await sql<{ id: number; linked_titles: string }>`
      select id, linked_titles from documents
      where id > ${last} and destroyed_at is null order by id limit ${atOnce}`.execute(db);
    found = rows.length;
    last = rows.at(-1)?.id ?? last;
    const titles = await findTitles(
      db,
      rows.map(({ id }) => id),
    );
    const changed = rows.filter(
      ({ id, linked_titles }) => linked_titles !== (titles.get(id) ?? ''),
    );
    await db.transaction().execute((tx) =>
      writeWords(
        tx,
        changed.map(({ id }) => id),
      ),
    );
  } while (found === atOnce);
}

async function findTitles(
  db: DocumentsDb,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const records = await findLinkedRecords(db, ids);
  return new Map([...records].map(([id, list]) => [id, list.map(({ title }) => title).join('\n')]));
}

async function writeAll(
  db: DocumentsDb,
  rows: readonly Described[],
  titles: ReadonlyMap<number, string>,
): Promise<void> {
  if (rows.length === 0) return;
  const written = rows.map(({ id, title, number, keywords, file_name }) => {
    const linked = titles.get(id) ?? '';
    const texts = [title, number, keywords, file_name, `DOC-${id}`, linked];
    return { id, linked, words: wordsIn(texts.join('\n')) };
  });
  await sql`
    with facts as (
      select * from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
        as f (id integer, linked text, words text[])),
    titled as (
      update documents d set linked_titles = f.linked from facts f
      where d.id = f.id and d.linked_titles <> f.linked)
    insert into document_words (document_id, words)
    select d.id, array_to_tsvector(array(
      select word from (
        select word, sum(octet_length(word)) over (order by page, word) as bytes from (
          select word, min(page) as page from (
            select unnest(f.words) as word, 0 as page
            union all
            select unnest(tsvector_to_array(p.words)), p.page from document_pages p
            where p.document_id = d.id and p.version_number = d.current_version) every
          group by word) each) counted
      where bytes <= ${wordsMaxBytes}))
    from facts f join documents d on d.id = f.id
    on conflict (document_id) do update set words = excluded.words`.execute(db);
}

/** The database takes a megabyte; a document has that many only in lists of numbers. */
const wordsMaxBytes = 900_000;
