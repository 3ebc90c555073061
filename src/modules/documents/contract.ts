import * as z from 'zod/mini';
import { endpoint, file, picture } from '../../platform/contract/endpoint.ts';
import {
  calendarDate,
  freeText,
  id,
  idParam,
  message,
  rowCount,
  text,
  time,
  version,
} from '../../platform/contract/fields.ts';
import {
  type Cabinet,
  cabinetRules,
  readAccess,
  readableCabinets,
  writableCabinets,
  writeAccess,
} from './contract/cabinets.ts';
import * as d from './contract/document.ts';
import { layout } from './contract/layout.ts';
import { documentTypes, isTypeOf, typeName } from './contract/types.ts';

export {
  type Cabinet,
  cabinetRules,
  documentTypes,
  isTypeOf,
  readableCabinets,
  typeName,
  writableCabinets,
  writeAccess,
};

/** The page of a document. */
export const documentHref = (id: number): string => `/documents?document=${id}`;

export const pageMaxSize = 200;
/** A file is sent in pieces of at most this size. */
export const pieceMaxBytes = 8 * 1024 * 1024;
/** Documents in one ZIP. */
export const archiveMaxDocuments = 200;

/** `filed`: in their place; `inbox`: uploaded, to be filed; `removed`: taken out, kept until destroyed. */
export const scopes = ['filed', 'inbox', 'removed', 'all'] as const;
export const sorts = ['newest', 'oldest', 'date', '-date', 'title'] as const;

const filters = {
  /** Words of the title, number, keywords, file name, linked records and every page, in any script. */
  q: freeText(100),
  scope: z._default(z.enum(scopes), 'filed'),
  cabinet: z.optional(d.cabinet),
  type: z.optional(z.string().check(z.maxLength(40))),
  store: z.optional(d.store),
  /** Documents of one record: both or neither. */
  linkKind: z.optional(z.enum(d.linkKinds)),
  linkId: z.optional(idParam),
  addedById: z.optional(idParam),
  /** By the date on the document. */
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
};

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/documents',
  reads: 'documents',
  summary: 'Documents of the cabinets and stores you may read',
  access: readAccess,
  query: {
    ...filters,
    sort: z._default(z.enum(sorts), 'newest'),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(pageMaxSize)), 50),
  },
  reply: z.array(d.document),
});

export const countDocuments = endpoint({
  method: 'GET',
  path: '/api/documents/count',
  summary: 'Number of documents matching the filters, capped at 10,000',
  access: readAccess,
  query: filters,
  reply: rowCount,
});

export const getChoices = endpoint({
  method: 'GET',
  path: '/api/documents/choices',
  summary: 'The cabinets and stores you may read and file in',
  access: readAccess,
  reply: z.object({
    stores: z.array(d.store),
    readable: z.array(d.cabinet),
    writable: z.array(d.cabinet),
    inbox: z.number(),
    /** Whether there are cabinets whose removed documents you may see. */
    seesRemoved: z.boolean(),
  }),
});
export type Choices = z.output<(typeof getChoices)['reply']>;

const params = { documentId: idParam };

export const getDocument = endpoint({
  method: 'GET',
  path: '/api/documents/:documentId',
  reads: 'documents',
  summary: 'One document with its versions, links and what is proposed for it',
  access: 'signedIn',
  params,
  reply: d.documentPage,
});

/** Of a finished upload, whose pieces are all there. */
const uploadId = z.uuid();

export const addDocument = endpoint({
  method: 'POST',
  path: '/api/documents',
  summary: 'Add an uploaded file as a document; repeating the clientId returns the same one',
  access: writeAccess,
  body: {
    clientId: z.uuid(),
    uploadId,
    origin: z._default(z.enum(['upload', 'camera']), 'upload'),
    ...d.documentFacts,
    links: z._default(d.links, []),
    /** False: it goes to the inbox, where it waits until someone confirms where it belongs. */
    isFiled: z._default(z.boolean(), true),
  },
  reply: d.documentPage,
  status: 201,
});

export const saveDocument = endpoint({
  method: 'PUT',
  path: '/api/documents/:documentId',
  summary: 'Rename, move or describe a document; 409 if someone else changed it since `version`',
  access: writeAccess,
  params,
  body: { version, ...d.documentFacts, links: d.links },
  reply: d.documentPage,
});

export const fileDocument = endpoint({
  method: 'PUT',
  path: '/api/documents/:documentId/filing',
  summary: 'Confirm where a document of the inbox belongs',
  access: writeAccess,
  params,
  body: { version, ...d.documentFacts, links: d.links },
  reply: d.documentPage,
});

export const addVersion = endpoint({
  method: 'POST',
  path: '/api/documents/:documentId/versions',
  summary: 'Add a new version beside the earlier ones; repeating an uploadId adds it once',
  access: writeAccess,
  params,
  body: { version, uploadId },
  reply: d.documentPage,
  status: 201,
});

export const removeDocument = endpoint({
  method: 'PUT',
  path: '/api/documents/:documentId/removal',
  summary: 'Take a document out of its cabinet; its file is kept as long as its class says',
  access: writeAccess,
  params,
  body: { version, reason: text(200) },
  reply: d.documentPage,
});

export const restoreDocument = endpoint({
  method: 'DELETE',
  path: '/api/documents/:documentId/removal',
  summary: 'Put a removed document back',
  access: writeAccess,
  params,
  query: { version: z.coerce.number().check(z.int(), z.minimum(0)) },
  reply: d.documentPage,
});

/** Pages of a document’s current version, in the order they are to have; `rotate` is clockwise. */
const pages = z
  .array(
    z.strictObject({
      documentId: id,
      page: z.number().check(z.int(), z.minimum(1), z.maximum(5_000)),
      rotate: z._default(z.literal([0, 90, 180, 270]), 0),
    }),
  )
  .check(z.minLength(1), z.maxLength(2_000, 'At most 2,000 pages at a time.'));

export const arrangePages = endpoint({
  method: 'PUT',
  path: '/api/documents/:documentId/pages',
  summary: 'Make a new version of a document out of pages: turned, reordered or left out',
  access: writeAccess,
  params,
  body: { version, pages },
  reply: d.documentPage,
});

export const extractPages = endpoint({
  method: 'POST',
  path: '/api/documents/pages',
  summary: 'Make a new document out of pages of one or several; the others stay as they are',
  access: writeAccess,
  body: { clientId: z.uuid(), ...d.documentFacts, links: z._default(d.links, []), pages },
  reply: d.documentPage,
  status: 201,
});

export const historyMaxSize = 200;
const before = z.optional(idParam);

export const documentEventKinds = [
  'added',
  'filed',
  'changed',
  'linked',
  'version_added',
  'pages_arranged',
  'removed',
  'restored',
] as const;
export type DocumentEventKind = (typeof documentEventKinds)[number];

export const listDocumentEvents = endpoint({
  method: 'GET',
  path: '/api/documents/:documentId/events',
  summary: 'What was changed, newest first',
  access: 'signedIn',
  params,
  query: { before },
  reply: z.array(
    z.object({
      id: z.number(),
      at: time,
      by: z.nullable(z.string()),
      data: z.object({
        kind: z.enum(documentEventKinds),
        /** A sentence’s worth of detail: the fields changed, the record linked, the reason. */
        detail: z.string(),
      }),
    }),
  ),
});

export const accessKinds = ['view', 'download', 'print'] as const;

export const listAccesses = endpoint({
  method: 'GET',
  path: '/api/documents/:documentId/accesses',
  summary: 'Who viewed, downloaded or printed it, newest first; for those who manage its cabinet',
  access: readAccess,
  params,
  query: { before },
  reply: z.array(
    z.object({
      id: z.number(),
      at: time,
      by: z.string(),
      kind: z.enum(accessKinds),
      versionNumber: z.number(),
    }),
  ),
});

const versionParams = { ...params, versionNumber: idParam };

export const readFile = endpoint({
  method: 'GET',
  path: '/api/documents/:documentId/versions/:versionNumber/file',
  reads: 'documents',
  summary: 'The file of a version, as it was uploaded',
  access: 'signedIn',
  params: versionParams,
  query: { use: z._default(z.enum(accessKinds), 'download') },
  reply: file,
  replyType: 'file',
});

export const readPage = endpoint({
  method: 'GET',
  path: '/api/documents/:documentId/versions/:versionNumber/pages/:page',
  reads: 'documents',
  summary: 'A picture of one page',
  access: 'signedIn',
  params: { ...versionParams, page: idParam },
  reply: picture,
  replyType: 'picture',
});

export const readPageText = endpoint({
  method: 'GET',
  path: '/api/documents/:documentId/versions/:versionNumber/text',
  reads: 'documents',
  summary: 'The text of each page, as far as it could be read',
  access: 'signedIn',
  params: versionParams,
  reply: z.array(z.object({ page: z.number(), text: z.string() })),
});

export const readLayout = endpoint({
  method: 'GET',
  path: '/api/documents/:documentId/versions/:versionNumber/layout',
  reads: 'documents',
  summary: 'Headings, lists, tables, sheets and slides of an Office file',
  access: 'signedIn',
  params: versionParams,
  reply: layout,
});

export const readThumbnail = endpoint({
  method: 'GET',
  path: '/api/documents/:documentId/thumbnail',
  reads: 'documents',
  summary: 'A small picture of the first page',
  access: 'signedIn',
  params,
  reply: picture,
  replyType: 'picture',
});

export const readArchive = endpoint({
  method: 'GET',
  path: '/api/documents/archive',
  reads: 'documents',
  summary: 'Several documents as a ZIP',
  access: readAccess,
  query: {
    /** Ids, separated by commas. */
    ids: z.string().check(z.maxLength(2_200), z.regex(/^\d{1,9}(,\d{1,9})*$/)),
  },
  reply: file,
  replyType: 'file',
});

const upload = z.object({
  id: z.string(),
  fileName: z.string(),
  sizeBytes: z.number(),
  pieceBytes: z.number(),
  /** The pieces that arrived, from 0. */
  received: z.array(z.number()),
  isComplete: z.boolean(),
  /** A document with the same bytes that you may read, if there is one. */
  sameAs: z.nullable(z.object({ id: z.number(), title: z.string() })),
});
export type DocumentUpload = z.output<typeof upload>;

export const startUpload = endpoint({
  method: 'PUT',
  path: '/api/documents/uploads/:uploadId',
  summary: 'Start an upload, or say what of it has arrived',
  access: writeAccess,
  params: { uploadId },
  body: {
    fileName: text(255),
    sizeBytes: z
      .number()
      .check(
        z.int(),
        z.minimum(1, 'This file is empty.'),
        z.maximum(d.fileMaxBytes, d.fileTooLarge),
      ),
  },
  reply: upload,
});

export const sendPiece = endpoint({
  method: 'PUT',
  path: '/api/documents/uploads/:uploadId/pieces/:piece',
  summary: 'Send one piece of an upload; repeating it is harmless',
  access: writeAccess,
  params: { uploadId, piece: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100)) },
  bodyType: 'file',
  maxBytes: pieceMaxBytes,
  reply: upload,
});

export const discardUpload = endpoint({
  method: 'DELETE',
  path: '/api/documents/uploads/:uploadId',
  summary: 'Give up an upload that is not a document yet',
  access: writeAccess,
  params: { uploadId },
  reply: message,
});
