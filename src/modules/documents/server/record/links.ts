import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Link, LinkInput, Proposal } from '../../contract/document.ts';
import type { DocumentsDb } from '../tables.ts';
import { assertLinkable, findLinked, type LinkedRecord, linkKey, toLink } from './linked.ts';

interface LinkRow extends LinkInput {
  documentId: number;
}

async function findLinkRows(db: DocumentsDb, documentIds: readonly number[]): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select document_id as "documentId", kind, record_id as id from document_links
    where document_id = any(${documentIds}::integer[])
    order by document_id, linked_at, kind, record_id`.execute(db);
  return rows;
}

/** The records of each of these documents, without an access check. */
export async function findLinkedRecords(
  db: DocumentsDb,
  documentIds: readonly number[],
): Promise<Map<number, LinkedRecord[]>> {
  const rows = await findLinkRows(db, documentIds);
  const records = await findLinked(db, rows);
  const found = new Map<number, LinkedRecord[]>();
  for (const row of rows) {
    const record = records.get(linkKey(row));
    if (record) found.set(row.documentId, [...(found.get(row.documentId) ?? []), record]);
  }
  return found;
}

/** The links of each of these documents, as the actor sees them. */
export async function findLinks(
  db: DocumentsDb,
  actor: Actor,
  documentIds: readonly number[],
): Promise<Map<number, Link[]>> {
  const records = await findLinkedRecords(db, documentIds);
  return new Map([...records].map(([id, list]) => [id, list.map((one) => toLink(actor, one))]));
}

/** What was recognized in an unfiled document, as far as the records still exist. */
export async function findProposals(
  db: DocumentsDb,
  actor: Actor,
  documentId: number,
): Promise<Proposal[]> {
  const rows = await db
    .selectFrom('document_proposals')
    .select(['kind', 'record_id as id', 'found', 'page'])
    .where('document_id', '=', documentId)
    .orderBy('page')
    .orderBy('kind')
    .orderBy('record_id')
    .execute();
  const records = await findLinked(db, rows);
  return rows.flatMap(({ found, page, ...named }) => {
    const record = records.get(linkKey(named));
    const link = record && toLink(actor, record);
    // Nothing that they could not link themselves.
    return link && (link.href !== null || link.kind === 'employee') ? [{ link, found, page }] : [];
  });
}

/**
 * Makes these the records of a document; returns what changed, as a sentence’s worth. Those that are there already may
 * stay even if the actor cannot open them.
 */
export async function writeLinks(
  tx: DocumentsDb,
  actor: Actor,
  documentId: number,
  links: readonly LinkInput[],
): Promise<string> {
  const before = await findLinkRows(tx, [documentId]);
  const wanted = new Map(links.map((link) => [linkKey(link), link]));
  const had = new Set(before.map(linkKey));
  const added = [...wanted.values()].filter((link) => !had.has(linkKey(link)));
  const gone = before.filter((link) => !wanted.has(linkKey(link)));
  await assertLinkable(tx, actor, added);
  if (gone.length > 0) {
    await sql`delete from document_links where document_id = ${documentId}
      and kind || ':' || record_id = any(${gone.map(linkKey)}::text[])`.execute(tx);
  }
  if (added.length > 0) {
    await tx
      .insertInto('document_links')
      .values(
        added.map(({ kind, id }) => ({
          document_id: documentId,
          kind,
          record_id: id,
          linked_by: actor.userId,
        })),
      )
      .execute();
  }
  const records = await findLinked(tx, [...added, ...gone]);
  const titles = (list: readonly LinkInput[]) =>
    list.flatMap((link) => records.get(linkKey(link))?.title ?? []).join(', ');
  return [
    ...(added.length > 0 ? [`Linked to ${titles(added)}`] : []),
    ...(gone.length > 0 ? [`No longer linked to ${titles(gone)}`] : []),
  ].join('. ');
}
