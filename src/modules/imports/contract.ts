import * as z from 'zod/mini';
import { stores } from '../../platform/contract/access.ts';
import { endpoint, file } from '../../platform/contract/endpoint.ts';
import { idParam, time } from '../../platform/contract/fields.ts';

export const importMaxBytes = 10 * 1024 * 1024;
export const importMaxRows = 50_000;
export const columnsAtMost = 200;
export const encodings = ['auto', 'utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

export const importStates = [
  'reading',
  'read',
  'checking',
  'checked',
  'importing',
  'imported',
  'undoing',
  'undone',
  'failed',
] as const;

const fieldName = z.string().check(z.maxLength(40));
/** A field for each column of the file; null: the column is skipped. */
export const mapping = z.array(z.nullable(fieldName)).check(z.maxLength(columnsAtMost));

export const importedFile = z.object({
  id: z.number(),
  store: z.enum(stores),
  fileName: z.string(),
  encoding: z.string(),
  header: z.array(z.string()),
  /** The first rows below the header. */
  sample: z.array(z.array(z.string())),
  /** The fields a column can be mapped to. */
  fields: z.array(z.object({ name: z.string(), label: z.string() })),
  mapping,
  state: z.enum(importStates),
  failure: z.string(),
  rows: z.number(),
  /** Rows processed in the current step. */
  done: z.number(),
  /** Rows without errors, and the records they form. */
  ready: z.number(),
  readyRecords: z.number(),
  /** Records that already exist unchanged. */
  knownRecords: z.number(),
  created: z.number(),
  /** After undoing: records changed since the import, which stay. */
  kept: z.number(),
  problems: z.array(z.object({ row: z.number(), field: z.string(), error: z.string() })),
  problemRows: z.number(),
  /** Warnings in rows without errors. */
  notes: z.array(z.object({ row: z.number(), field: z.string(), note: z.string() })),
  noteRows: z.number(),
  createdAt: time,
});
export type ImportedFile = z.output<typeof importedFile>;

/** The kind of records: `customers`. Each module decides who may import it. */
const kind = z.string().check(z.regex(/^[a-z_]{1,40}$/));
const params = { kind, importId: idParam };

export const startImport = endpoint({
  method: 'POST',
  path: '/api/imports/:kind/:clientId/file',
  summary: 'Upload a CSV file to import; nothing is created before it has been checked',
  access: 'signedIn',
  params: { kind, clientId: z.uuid() },
  query: {
    store: z.enum(stores),
    fileName: z._default(z.string().check(z.trim(), z.maxLength(200)), 'file.csv'),
    encoding: z._default(z.enum(encodings), 'auto'),
  },
  bodyType: 'file',
  maxBytes: importMaxBytes,
  reply: importedFile,
  status: 202,
});

export const getImport = endpoint({
  method: 'GET',
  path: '/api/imports/:kind/:importId',
  summary: 'Status of an import of yours, with the problems in its rows',
  access: 'signedIn',
  params,
  reply: importedFile,
});

export const listImports = endpoint({
  method: 'GET',
  path: '/api/imports/:kind',
  summary: 'Your latest imports of one kind',
  access: 'signedIn',
  params: { kind },
  reply: z.array(importedFile),
});

export const checkImport = endpoint({
  method: 'POST',
  path: '/api/imports/:kind/:importId/check',
  summary: 'Map the columns and check every row without creating anything',
  access: 'signedIn',
  params,
  body: { mapping },
  reply: importedFile,
  status: 202,
});

export const runImport = endpoint({
  method: 'POST',
  path: '/api/imports/:kind/:importId/run',
  summary: 'Create records from all valid rows, all of them or none',
  access: 'signedIn',
  params,
  reply: importedFile,
  status: 202,
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/imports/:kind/:importId/undo',
  summary: 'Undo an import: deletes its records that no one has changed since',
  access: 'signedIn',
  params,
  reply: importedFile,
  status: 202,
});

export const exportProblems = endpoint({
  method: 'POST',
  path: '/api/imports/:kind/:importId/problems',
  summary: 'The rows with problems, as a CSV file to fix and import again',
  access: 'signedIn',
  params,
  reply: file,
  replyType: 'file',
});
