import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import {
  calendarDate,
  freeText,
  id,
  reference,
  text,
  time,
} from '../../../platform/contract/fields.ts';
import { type Cabinet, cabinets } from './cabinets.ts';

export const cabinet = z.enum(cabinets);
export const store = z.enum(stores);

/** A record that a document belongs to. A vehicle is named by the id of its stay in stock. */
export const linkKinds = ['customer', 'vehicle', 'deal', 'repair_order', 'employee'] as const;
export type LinkKind = (typeof linkKinds)[number];
export const linkInput = z.strictObject({ kind: z.enum(linkKinds), id });
export type LinkInput = z.output<typeof linkInput>;

export const link = z.object({
  kind: z.enum(linkKinds),
  id: z.number(),
  /** `Deal 10234`, a customer’s name, `N1203, 2026 Ford Escape`. */
  title: z.string(),
  /** The page of the record; null where the reader may not open it. */
  href: z.nullable(z.string()),
});
export type Link = z.output<typeof link>;

/**
 * The records whose end starts the retention period of a cabinet's documents; a document that belongs to none of them is
 * kept from its own date on, or from the day it was filed.
 */
export const keptFromEndOf: Record<Cabinet, LinkKind | null> = {
  deals: 'deal',
  service: 'repair_order',
  parts: 'repair_order',
  accounts_payable: null,
  policies: null,
  hr: 'employee',
};

export const linksAtMost = 20;
export const links = z
  .array(linkInput)
  .check(z.maxLength(linksAtMost, 'A document can belong to at most 20 records.'));

/** What a person says about a document. The file itself never changes. */
export const documentFacts = {
  title: text(200),
  cabinet,
  /** Of the cabinet: see `documentTypes`. */
  type: z.string().check(z.maxLength(40)),
  /** Null: of every store; policies only. */
  store: z.nullable(store),
  /** The date on the document. */
  date: z._default(z.nullable(calendarDate), null),
  amountCents: z._default(
    z.nullable(z.number().check(z.int(), z.minimum(-100_000_000_00), z.maximum(100_000_000_00))),
    null,
  ),
  /** Number of an invoice, check, policy or title. */
  number: freeText(40),
  /** Free words it is found by. */
  keywords: freeText(500),
};

export const fileKinds = ['pdf', 'image', 'text', 'office', 'other'] as const;
export type FileKind = (typeof fileKinds)[number];

const megabyte = 1024 * 1024;

/** Of one file. */
export const fileMaxBytes = 500 * megabyte;
export const fileTooLarge = `A file can have at most ${fileMaxBytes / megabyte} MB.`;
/** A larger file is kept without pages and text: what reads those holds it in memory. */
export const readableMaxBytes = 100 * megabyte;
export const notReadable = `A file larger than ${readableMaxBytes / megabyte} MB has no preview, and its text is not searched. Download it to open it.`;

/** How a version came about. */
export const origins = ['upload', 'camera', 'merge', 'split', 'rotate'] as const;
export type Origin = (typeof origins)[number];

/** `waiting`: not read yet; `scan`: no text was found in it; `failed`: it cannot be read, or is too large for that. */
export const textStates = ['waiting', 'read', 'scan', 'failed'] as const;
export type TextState = (typeof textStates)[number];

export const documentVersion = z.object({
  number: z.number(),
  fileName: z.string(),
  mimeType: z.string(),
  kind: z.enum(fileKinds),
  sizeBytes: z.number(),
  /** Hexadecimal. */
  sha256: z.string(),
  /** Null: it has no pages that can be shown. */
  pageCount: z.nullable(z.number()),
  textState: z.enum(textStates),
  origin: z.enum(origins),
  uploadedBy: reference,
  uploadedAt: time,
});
export type DocumentVersion = z.output<typeof documentVersion>;

/** A row of the list. */
export const document = z.object({
  id: z.number(),
  title: z.string(),
  cabinet,
  type: z.string(),
  store: z.nullable(store),
  date: z.nullable(z.string()),
  amountCents: z.nullable(z.number()),
  number: z.string(),
  keywords: z.string(),
  /** False: uploaded, but where it belongs is not confirmed yet. */
  isFiled: z.boolean(),
  isRemoved: z.boolean(),
  links: z.array(link),
  current: documentVersion,
  hasThumbnail: z.boolean(),
  addedBy: reference,
  addedAt: time,
  /** Around the words that were searched for, in the text of a page; marked by `matches`. */
  excerpt: z.nullable(
    z.object({
      page: z.number(),
      text: z.string(),
      /** Pairs of start and end in `text`, in UTF-16 units. */
      matches: z.array(z.tuple([z.number(), z.number()])),
    }),
  ),
  version: z.number(),
});
export type Document = z.output<typeof document>;

/** What was recognized in the name or text of an unfiled document. */
export const proposal = z.object({
  link,
  /** As written: `1FMCU9G67MUA00001`, `RO 88103`. */
  found: z.string(),
  /** Where: in the name of the file, or on this page. */
  page: z.nullable(z.number()),
});
export type Proposal = z.output<typeof proposal>;

export const documentPage = z.extend(document, {
  versions: z.array(documentVersion),
  proposals: z.array(proposal),
  /** What an unfiled document says it is, if it says so; a type of its cabinet. */
  proposedType: z.nullable(z.string()),
  retention: z.nullable(
    z.object({
      className: z.string(),
      /** The day its period is counted from; null: its period has not started. */
      startsOn: z.nullable(z.string()),
      /** The last day it is kept; null: its period has not started. */
      keepUntil: z.nullable(z.string()),
      isHeld: z.boolean(),
    }),
  ),
  removal: z.nullable(z.object({ by: z.string(), at: time, reason: z.string() })),
  may: z.object({
    edit: z.boolean(),
    addVersion: z.boolean(),
    remove: z.boolean(),
    restore: z.boolean(),
    seeAccesses: z.boolean(),
  }),
});
export type DocumentPage = z.output<typeof documentPage>;
