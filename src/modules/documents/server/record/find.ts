import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { findRetentionStatuses } from '../../../retention/server/public.ts';
import type { Cabinet } from '../../contract/cabinets.ts';
import type { DocumentPage } from '../../contract/document.ts';
import type * as calls from '../../contract.ts';
import * as policy from '../policy.ts';
import { proposeType } from '../propose-type.ts';
import type { DocumentsDb } from '../tables.ts';
import { listEvents } from './events.ts';
import { findLinks, findProposals } from './links.ts';
import {
  type DocumentRow,
  selectDocuments,
  selectVersions,
  toDocument,
  toVersion,
  type VersionRow,
} from './rows.ts';

/** The document, if the actor may read it; throws 404. */
export async function getRow(db: DocumentsDb, actor: Actor, id: number): Promise<DocumentRow> {
  const { rows } = await sql<DocumentRow>`${selectDocuments}
    where d.id = ${id} and ${policy.visibleTo(actor)}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** A document as modules above need it. */
export interface ReadableDocument {
  cabinet: Cabinet;
  /** Null: of every store. */
  store: Store | null;
  title: string;
  /** Of the current version, as is `sha256` (hexadecimal). */
  versionNumber: number;
  sha256: string;
  isFiled: boolean;
  isRemoved: boolean;
}

/** The document, if the actor may read it; null otherwise. */
export async function findReadableDocument(
  db: DocumentsDb,
  actor: Actor,
  id: number,
): Promise<ReadableDocument | null> {
  const [row] = await listRows(db, actor, [id]);
  return row
    ? {
        cabinet: row.cabinet,
        store: row.store,
        title: row.title,
        versionNumber: row.current_version,
        sha256: row.current.sha256,
        isFiled: row.filed_at !== null,
        isRemoved: row.removed_at !== null,
      }
    : null;
}

/** Those of these documents that the actor may read, in this order. */
export async function listRows(
  db: DocumentsDb,
  actor: Actor,
  ids: readonly number[],
): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`${selectDocuments}
    where d.id = any(${ids}::integer[]) and ${policy.visibleTo(actor)}
    order by array_position(${ids}::integer[], d.id)`.execute(db);
  return rows;
}

/** Locks the document for this transaction; throws 404, or 409 if `version` is outdated. */
export async function lockDocument(
  tx: DocumentsDb,
  actor: Actor,
  id: number,
  version?: number,
): Promise<DocumentRow> {
  await sql`select from documents d where d.id = ${id} for update`.execute(tx);
  const row = await getRow(tx, actor, id);
  assertVersion(row, version, 'this document', 'load');
  return row;
}

/** A version of a document that the actor may read; throws 404. */
export async function getVersion(
  db: DocumentsDb,
  actor: Actor,
  { documentId, versionNumber }: { documentId: number; versionNumber: number },
): Promise<VersionRow> {
  const { rows } = await sql<VersionRow>`${selectVersions}
    join documents d on d.id = v.document_id
    where v.document_id = ${documentId} and v.number = ${versionNumber}
      and ${policy.visibleTo(actor)}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Everything about one document. Throws 404 if the actor may not read it. */
export async function getDocument(
  db: DocumentsDb,
  actor: Actor,
  id: number,
): Promise<DocumentPage> {
  const row = await getRow(db, actor, id);
  const isOpen = row.filed_at === null && row.type === 'other';
  const [versions, links, proposals, proposedType, statuses] = await Promise.all([
    sql<VersionRow>`${selectVersions} where v.document_id = ${id} order by v.number desc`.execute(
      db,
    ),
    findLinks(db, actor, [id]),
    findProposals(db, actor, id),
    isOpen ? proposeType(db, { id, cabinet: row.cabinet, fileName: row.current.file_name }) : null,
    findRetentionStatuses(db, 'documents', [String(id)]),
  ]);
  const retention = statuses.get(String(id));
  return {
    ...toDocument(row, links.get(id) ?? []),
    versions: versions.rows.map(toVersion),
    proposals,
    proposedType,
    retention: retention
      ? {
          className: retention.className,
          startsOn: retention.eventDate,
          keepUntil: retention.keepUntil,
          isHeld: retention.held,
        }
      : null,
    removal: row.removed_at && {
      by: row.removed_by ?? '',
      at: row.removed_at.toISOString(),
      reason: row.removal_reason ?? '',
    },
    may: {
      edit: policy.canEdit(actor, row),
      addVersion: policy.canEdit(actor, row),
      remove: policy.canRemove(actor, row),
      restore: policy.canRestore(actor, row),
      seeAccesses: policy.canSeeAccesses(actor, row),
    },
  };
}

/** What was changed, newest first. Throws 404 if the actor may not read the document. */
export async function listDocumentEvents(
  db: DocumentsDb,
  actor: Actor,
  id: number,
  before?: number,
): Promise<AnswerOf<typeof calls.listDocumentEvents>> {
  await getRow(db, actor, id);
  return listEvents(db, id, { before });
}
