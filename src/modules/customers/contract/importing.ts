import * as z from 'zod/mini';
import { endpoint, file } from '../../../platform/contract/endpoint.ts';
import { idParam, time } from '../../../platform/contract/fields.ts';
import * as f from './fields.ts';

export const importMaxBytes = 10 * 1024 * 1024;
export const importMaxRows = 50_000;
export const encodings = ['auto', 'utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

/** What a column of a file may be. */
export const importFields = [
  'kind',
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'company',
  'mobile',
  'homePhone',
  'workPhone',
  'email',
  'email2',
  'line1',
  'line2',
  'city',
  'state',
  'zip',
  'tags',
  'preferredChannel',
  'preferredLanguage',
  'doNotContact',
] as const;
export type ImportField = (typeof importFields)[number];

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

/** A field for each column of the file; null: the column is left out. */
export const mapping = z.array(z.nullable(z.enum(importFields))).check(z.maxLength(200));

export const customerImport = z.object({
  id: z.number(),
  store: f.store,
  fileName: z.string(),
  encoding: z.string(),
  header: z.array(z.string()),
  /** The first rows below the header. */
  sample: z.array(z.array(z.string())),
  mapping,
  state: z.enum(importStates),
  failure: z.string(),
  rows: z.number(),
  /** How many rows the present step has come through. */
  done: z.number(),
  ready: z.number(),
  created: z.number(),
  /** After undoing: those somebody has worked with since, which stay. */
  kept: z.number(),
  problems: z.array(z.object({ row: z.number(), field: z.string(), error: z.string() })),
  problemRows: z.number(),
  createdAt: time,
});
export type CustomerImport = z.output<typeof customerImport>;

export const startImport = endpoint({
  method: 'POST',
  path: '/api/customers/imports/:clientId/file',
  summary: 'Bring in a CSV file of customers; nothing is created before it has been checked',
  access: f.write,
  params: { clientId: f.clientId },
  query: {
    store: f.store,
    fileName: z._default(z.string().check(z.trim(), z.maxLength(200)), 'customers.csv'),
    encoding: z._default(z.enum(encodings), 'auto'),
  },
  bodyType: 'file',
  maxBytes: importMaxBytes,
  reply: customerImport,
  status: 202,
});

export const getImport = endpoint({
  method: 'GET',
  path: '/api/customers/imports/:importId',
  summary: 'How far an import of yours has come, and what is wrong with its rows',
  access: f.write,
  params: { importId: idParam },
  reply: customerImport,
});

export const listImports = endpoint({
  method: 'GET',
  path: '/api/customers/imports',
  summary: 'Your latest imports',
  access: f.write,
  reply: z.array(customerImport),
});

export const checkImport = endpoint({
  method: 'POST',
  path: '/api/customers/imports/:importId/check',
  summary: 'Say which column is what, and look at every row without creating anything',
  access: f.write,
  params: { importId: idParam },
  body: { mapping },
  reply: customerImport,
  status: 202,
});

export const runImport = endpoint({
  method: 'POST',
  path: '/api/customers/imports/:importId/run',
  summary: 'Create a customer of each row that is right, all of them or none',
  access: f.write,
  params: { importId: idParam },
  reply: customerImport,
  status: 202,
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/customers/imports/:importId/undo',
  summary: 'Take the customers of an import back, as far as nobody has worked with them since',
  access: f.write,
  params: { importId: idParam },
  reply: customerImport,
  status: 202,
});

export const exportProblems = endpoint({
  method: 'POST',
  path: '/api/customers/imports/:importId/problems',
  summary: 'The rows that are not right, with what is wrong, as a table to mend and bring in again',
  access: f.write,
  params: { importId: idParam },
  reply: file,
  replyType: 'file',
});
