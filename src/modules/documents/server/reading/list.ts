import { type RawBuilder, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { allOf, countUpTo } from '../../../../platform/server/records/queries.ts';
import { readableCabinets } from '../../contract/cabinets.ts';
import type { Document } from '../../contract/document.ts';
import type * as calls from '../../contract.ts';
import { visibleTo } from '../policy.ts';
import { findLinks } from '../record/links.ts';
import { type DocumentRow, selectDocuments, toDocument } from '../record/rows.ts';
import { excerptOf } from '../search/excerpt.ts';
import { type Term, termsOf } from '../search/words.ts';
import type { DocumentsDb } from '../tables.ts';

type Query = ValidOf<typeof calls.listDocuments>['query'];
type Filters = ValidOf<typeof calls.countDocuments>['query'];

const orders: Record<Query['sort'], RawBuilder<unknown>> = {
  newest: sql`d.created_at desc, d.id desc`,
  oldest: sql`d.created_at, d.id`,
  date: sql`d.document_on nulls last, d.id`,
  '-date': sql`d.document_on desc nulls last, d.id desc`,
  title: sql`lower(d.title), d.id`,
};

/** One page of the documents the actor may read. */
export async function listDocuments(
  db: DocumentsDb,
  actor: Actor,
  query: Query,
): Promise<Document[]> {
  const terms = termsOf(query.q);
  const rows = await matching(db, actor, query, terms, (on, where, words) =>
    readPage(on, query, where, words),
  );
  const ids = rows.map(({ id }) => id);
  const [links, excerpts] = await Promise.all([
    findLinks(db, actor, ids),
    findExcerpts(db, ids, terms),
  ]);
  return rows.map((row) => toDocument(row, links.get(row.id) ?? [], excerpts.get(row.id) ?? null));
}

/** Of the first documents in the order of the list, which usually have enough with a frequent word. */
const firstOnes = 1_000;

async function readPage(
  on: DocumentsDb,
  query: Query,
  where: Where,
  words: Words | null,
): Promise<DocumentRow[]> {
  const { limit, offset } = query;
  const order = orders[query.sort];
  const read = async (page: RawBuilder<unknown>) => {
    const { rows } = await sql<DocumentRow>`
      with page as materialized (${page} order by ${order} limit ${limit} offset ${offset})
      ${selectDocuments} join page on page.id = d.id
      order by ${order}`.execute(on);
    return rows;
  };
  if (words?.isFrequent && offset + limit <= firstOnes && !isNarrowed(query)) {
    const rows = await read(sql`select d.id from (
        select * from documents d where ${where} order by ${order} limit ${firstOnes}) d
      join document_words w on w.document_id = d.id where w.words @@ ${words.query}::tsquery`);
    if (rows.length === limit) return rows;
  }
  const having = words && havingWords(words);
  // Compared to true, so that it is not made a join: a list by time then ends after its page.
  const condition = words?.ids === null ? sql`(${having}) is true` : having;
  return read(sql`select d.id from documents d where ${allOf([where, condition])}`);
}

/** Whether the filters may leave so few documents that the first ones are all over the list. */
const isNarrowed = ({ scope, type, store, linkKind, addedById, from, to }: Query) =>
  !(scope === 'filed' || scope === 'all') ||
  [type, store, linkKind, addedById, from, to].some((filter) => filter !== undefined);

/** Counts the documents that match, up to 10,000. */
export const countDocuments = (db: DocumentsDb, actor: Actor, filters: Filters) =>
  matching(db, actor, filters, termsOf(filters.q), (on, where, words) =>
    countUpTo(on, sql`from documents d where ${allOf([where, words && havingWords(words)])}`),
  );

const scopes = {
  filed: sql`d.filed_at is not null and d.removed_at is null`,
  inbox: sql`d.filed_at is null and d.removed_at is null`,
  removed: sql`d.removed_at is not null`,
  all: undefined,
};

type Where = RawBuilder<boolean>;

/** Reads with the condition on `documents d` that these filters make, beside that of the words. */
async function matching<T>(
  db: DocumentsDb,
  actor: Actor,
  filters: Filters,
  terms: readonly Term[],
  read: (on: DocumentsDb, where: Where, words: Words | null) => Promise<T>,
): Promise<T> {
  const { q, scope, cabinet, type, store, linkKind, linkId, addedById, from, to } = filters;
  if ((linkKind === undefined) !== (linkId === undefined)) {
    throw invalid('Name a record by its kind and its id.');
  }
  const where = allOf([
    visibleTo(actor),
    scopes[scope],
    // Known here: the database would look through all documents.
    cabinet && !readableCabinets(actor).includes(cabinet) && sql`false`,
    cabinet && sql`d.cabinet = ${cabinet}`,
    type && sql`d.type = ${type}`,
    store && sql`d.store = ${store}`,
    linkKind && sql`d.id in ${documentsOf(linkKind, linkId ?? 0)}`,
    addedById !== undefined && sql`d.created_by = ${addedById}`,
    from && sql`d.document_on >= ${from}::date`,
    to && sql`d.document_on <= ${to}::date`,
  ]);
  if (q === '') return read(db, where, null);
  if (terms.length === 0) return read(db, sql<boolean>`false`, null);
  return db.transaction().execute(async (tx) => {
    // The words are stored apart from their rows: what a scan of all of them costs is not known to the planner. The
    // memory is for the ids of a frequent word.
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local work_mem = '64MB'`.execute(tx);
    return read(tx, where, await findWords(tx, terms));
  });
}

/** The documents that have all of the terms, regardless of who may read them. */
interface Words {
  /** As a `tsquery`. */
  query: string;
  /** The documents; null: they are too many to be named. */
  ids: number[] | null;
  isFrequent: boolean;
}

const namedAtMost = 1_000;
const frequentFrom = 10_000;

/** Ids of the documents that have all of the terms, in their facts and their pages together. */
const findHaving = (query: string) => sql<{ id: number }>`
  select document_id as id from document_words where words @@ ${query}::tsquery`;

async function findWords(tx: DocumentsDb, terms: readonly Term[]): Promise<Words> {
  const query = terms.map((term) => term.query).join(' & ');
  const { rows } = await sql<{ count: number; ids: number[] }>`
    with found as materialized (${findHaving(query)} limit ${frequentFrom})
    select count(*)::integer as count, array(select id from found limit ${namedAtMost}) as ids
    from found`.execute(tx);
  const { count = 0, ids = [] } = rows[0] ?? {};
  return { query, ids: count > namedAtMost ? null : ids, isFrequent: count === frequentFrom };
}

/** Condition on `documents d`. */
const havingWords = ({ query, ids }: Words): RawBuilder<boolean> =>
  ids
    ? sql`d.id = any(${ids}::integer[])`
    : // As one, whatever is done with its rows: otherwise words are compared document by document.
      sql`d.id in (${findHaving(query)} offset 0)`;

/** Documents of one record; of a customer, also those of numbers that were merged into it. */
const documentsOf = (kind: string, id: number) =>
  kind === 'customer'
    ? sql`(select l.document_id from customers c join document_links l
        on l.kind = 'customer' and l.record_id = c.id where c.root_id = ${id})`
    : sql`(select document_id from document_links where kind = ${kind} and record_id = ${id})`;

/** From the page of each document that has most of the terms; none where only its title or such has them. */
async function findExcerpts(
  db: DocumentsDb,
  ids: readonly number[],
  terms: readonly Term[],
): Promise<Map<number, Document['excerpt']>> {
  if (terms.length === 0 || ids.length === 0) return new Map();
  const any = terms.map(({ query }) => query).join(' | ');
  const score = sql.join(
    terms.map(({ query }) => sql`(p.words @@ ${query}::tsquery)::integer`),
    sql` + `,
  );
  const { rows } = await sql<{ id: number; page: number; text: string }>`
    select distinct on (p.document_id) p.document_id as id, p.page, p.text
    from document_pages p
    join documents d on d.id = p.document_id and d.current_version = p.version_number
    where p.document_id = any(${ids}::integer[]) and p.words @@ ${any}::tsquery
    order by p.document_id, ${score} desc, p.page`.execute(db);
  return new Map(rows.map(({ id, page, text }) => [id, excerptOf(page, text, terms)]));
}
