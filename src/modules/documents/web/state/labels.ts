import {
  File,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileType,
  type LucideIcon,
} from 'lucide-react';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { pathOf } from '../../../../platform/web/api/path.ts';
import type { SelectOption } from '../../../../platform/web/ui/SelectField.tsx';
import { type Cabinet, cabinetRules } from '../../contract/cabinets.ts';
import {
  type Document,
  type DocumentVersion,
  type FileKind,
  fileMaxBytes,
  type Link,
  type LinkKind,
} from '../../contract/document.ts';
import { documentTypes, typeName } from '../../contract/types.ts';
import { type accessKinds, readFile, readPage, readThumbnail } from '../../contract.ts';

export const listHref = '/documents';
export const inboxHref = `${listHref}?scope=inbox`;

/** What a document is called in messages, where it becomes a card. */
export const codeOf = (id: number) => `DOC-${id}`;

export const cabinetName = (cabinet: Cabinet) => cabinetRules[cabinet].name;

export const cabinetOptions = (cabinets: readonly Cabinet[]): SelectOption[] =>
  cabinets.map((value) => ({ value, label: cabinetName(value) }));

export const typeOptions = (cabinet: Cabinet): SelectOption[] =>
  Object.entries(documentTypes[cabinet]).map(([value, label]) => ({ value, label }));

/** Only a policy may be of every store. */
export const storeOptions = (cabinet: Cabinet, stores: readonly Store[]): SelectOption[] => [
  ...(cabinet === 'policies' ? [{ value: '', label: 'All stores' }] : []),
  ...stores.map((value) => ({ value, label: storeNames[value] })),
];

export const typeOf = ({ cabinet, type }: Pick<Document, 'cabinet' | 'type'>) =>
  typeName(cabinet, type);

export const linkKindNames: Record<LinkKind, string> = {
  deal: 'Deal',
  repair_order: 'Repair order',
  customer: 'Customer',
  vehicle: 'Vehicle',
  employee: 'Employee',
};

/** The kind of a record, unless its title says it already, as in `Deal 10234`. */
export const kindBeside = ({ kind, title }: Pick<Link, 'kind' | 'title'>): string | null =>
  title.startsWith(linkKindNames[kind]) ? null : linkKindNames[kind];

export const fileIcons: Record<FileKind, LucideIcon> = {
  pdf: FileText,
  image: FileImage,
  text: FileType,
  office: FileSpreadsheet,
  other: File,
};

type Use = (typeof accessKinds)[number];

export const fileHref = (documentId: number, versionNumber: number, use: Use) =>
  pathOf(readFile.path, { params: { documentId, versionNumber }, query: { use } });

/** Whether browsers open such a file themselves, to print it from there. */
export const isPrintable = ({ kind, mimeType }: DocumentVersion) =>
  kind === 'pdf' ||
  kind === 'text' ||
  ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'].includes(mimeType);

export const pageHref = (documentId: number, versionNumber: number, page: number) =>
  pathOf(readPage.path, { params: { documentId, versionNumber, page } });

/** Each version has its own, so that a new one is not shown with the picture of the one before. */
export const thumbnailHref = ({ id, current }: Pick<Document, 'id' | 'current'>) =>
  pathOf(readThumbnail.path, { params: { documentId: id }, query: { version: current.number } });

export const fileMaxText = `${fileMaxBytes / 1024 / 1024} MB`;

/** The title that a file suggests: its name without the extension and with spaces. */
export function titleOfFile(fileName: string): string {
  const name = fileName
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll('_', ' ')
    .trim();
  return (name || fileName).slice(0, 200);
}
