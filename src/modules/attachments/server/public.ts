export { deleteBytes } from './bytes.ts';
export { deleteUploads } from './cleanup.ts';
export { importFile } from './importFile.ts';
export type { AttachmentTables } from './tables.ts';
export { findUploads, type StoredAttachment, toAttachment, toStored } from './uploads.ts';
export type { UploadAccess, UploadUse } from './uses.ts';
