import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Cabinet } from '../../contract/cabinets.ts';
import type { Document, DocumentVersion, Link } from '../../contract/document.ts';
import type { VersionsTable } from '../tables.ts';

export interface VersionRow
  extends Omit<VersionsTable, 'has_thumbnail' | 'text_state' | 'uploaded_at'> {
  has_thumbnail: boolean;
  text_state: DocumentVersion['textState'];
  uploaded_at: Date;
  uploader: string;
}

/** A document with its current version. */
export interface DocumentRow {
  id: number;
  cabinet: Cabinet;
  store: Store | null;
  type: string;
  title: string;
  document_on: string | null;
  amount_cents: number | null;
  number: string;
  keywords: string;
  current_version: number;
  filed_at: Date | null;
  removed_at: Date | null;
  removed_by: string | null;
  removal_reason: string | null;
  created_by: number;
  creator: string;
  created_at: Date;
  version: number;
  current: Omit<VersionRow, 'sha256' | 'uploaded_at'> & { sha256: string; uploaded_at: string };
}

const versionColumns = sql`
  v.document_id, v.number, v.folder, v.storage_key, v.file_name, v.mime_type, v.kind, v.size_bytes, v.page_count,
  v.has_thumbnail, v.text_state, v.origin, v.upload_id, v.uploaded_by, v.uploaded_at, uploader.shown_name as uploader`;

export const selectVersions = sql`
  select ${versionColumns}, v.sha256 from document_versions v
  join users uploader on uploader.id = v.uploaded_by`;

export const selectDocuments = sql`
  select d.id, d.cabinet, d.store, d.type, d.title, d.document_on::text, d.amount_cents, d.number, d.keywords,
    d.current_version, d.filed_at, d.removed_at, remover.shown_name as removed_by, d.removal_reason,
    d.created_by, creator.shown_name as creator, d.created_at, d.version,
    (select to_jsonb(current) from (
      select ${versionColumns}, encode(v.sha256, 'hex') as sha256 from document_versions v
      join users uploader on uploader.id = v.uploaded_by
      where v.document_id = d.id and v.number = d.current_version) current) as current
  from documents d
  join users creator on creator.id = d.created_by
  left join users remover on remover.id = d.removed_by`;

export const toVersion = (
  row: Omit<VersionRow, 'sha256' | 'uploaded_at'> & {
    sha256: Buffer | string;
    uploaded_at: Date | string;
  },
): DocumentVersion => ({
  number: row.number,
  fileName: row.file_name,
  mimeType: row.mime_type,
  kind: row.kind,
  sizeBytes: row.size_bytes,
  sha256: typeof row.sha256 === 'string' ? row.sha256 : row.sha256.toString('hex'),
  pageCount: row.page_count,
  textState: row.text_state,
  origin: row.origin,
  uploadedBy: { id: row.uploaded_by, name: row.uploader },
  uploadedAt: new Date(row.uploaded_at).toISOString(),
});

export const toDocument = (
  row: DocumentRow,
  links: Link[],
  excerpt: Document['excerpt'] = null,
): Document => ({
  id: row.id,
  title: row.title,
  cabinet: row.cabinet,
  type: row.type,
  store: row.store,
  date: row.document_on,
  amountCents: row.amount_cents,
  number: row.number,
  keywords: row.keywords,
  isFiled: row.filed_at !== null,
  isRemoved: row.removed_at !== null,
  links,
  current: toVersion(row.current),
  hasThumbnail: row.current.has_thumbnail,
  addedBy: { id: row.created_by, name: row.creator },
  addedAt: row.created_at.toISOString(),
  excerpt,
  version: row.version,
});
