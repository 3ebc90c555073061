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
  linked_titles: string;
}

const selectDescribed = sql`
  select d.id, d.title, d.number, d.keywords, d.linked_titles, v.file_name from documents d
  join document_versions v on v.document_id = d.id and v.number = d.current_version`;

/** Makes these documents findable by their facts, in the transaction that changes these. */
export async function writeWords(tx: DocumentsDb, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<Described>`${selectDescribed}
    where d.id = any(${ids}::integer[])`.execute(tx);
  await writeAll(tx, rows, await findTitles(tx, ids));
}

const atOnce = 500;

/** Nightly: linked records are renamed without their documents knowing. */
export async function refreshAllWords(db: DocumentsDb): Promise<void> {
  let last = 0;
  let found: number;
  do {
    const { rows } = await sql<Described>`${selectDescribed}
      where d.id > ${last} and d.destroyed_at is null order by d.id limit ${atOnce}`.execute(db);
    found = rows.length;
    last = rows.at(-1)?.id ?? last;
    const titles = await findTitles(
      db,
      rows.map(({ id }) => id),
    );
    await writeAll(
      db,
      rows.filter(({ id, linked_titles }) => linked_titles !== (titles.get(id) ?? '')),
      titles,
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
    update documents d set linked_titles = w.linked, words = array_to_tsvector(w.words)
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      as w (id integer, linked text, words text[])
    where d.id = w.id`.execute(db);
}
