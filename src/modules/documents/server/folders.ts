import { createLooseFiles } from '../../../platform/server/storage/looseFiles.ts';
import type { Files, Folder, Storage } from '../../../platform/server/storage/storage.ts';
import type { Cabinet } from '../contract/cabinets.ts';

const documentFolders = [
  'sales-documents',
  'service-records',
  'hr-files',
] as const satisfies readonly Folder[];
export type DocumentFolder = (typeof documentFolders)[number];

/** Where new files of a cabinet are stored. A version stays in its folder when its document moves. */
export const folderOf: Record<Cabinet, DocumentFolder> = {
  deals: 'sales-documents',
  accounts_payable: 'sales-documents',
  policies: 'sales-documents',
  service: 'service-records',
  parts: 'service-records',
  hr: 'hr-files',
};

/** The pieces of uploads, before it is known which cabinet they are for. */
export const pieceFiles = (storage: Storage): Files => storage.folder('sales-documents');

/** The files of every folder, to delete from: which one a file of a dead server is in is not recorded. */
export const everyFolder = (storage: Storage): Files => ({
  ...pieceFiles(storage),
  async delete(key) {
    for (const name of documentFolders) await storage.folder(name).delete(key);
  },
});

export const pictureOf = (key: string, page: number): string => `${key}.page-${page}`;

export const { onLooseKey, claimBytes, deleteBytes, sweepLooseBytes } =
  createLooseFiles('document_loose_files');
