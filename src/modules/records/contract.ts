import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { checkVin } from '../vin/contract.ts';
import { hideCodeAndLinks } from './contract/hidden.ts';

export const recordKinds = ['vehicle', 'customer', 'deal', 'repair_order', 'document'] as const;
export type RecordKind = (typeof recordKinds)[number];
export const recordKind = z.enum(recordKinds);

/** Used in URLs and in the id of the record's channel. */
export const recordId = z.string().check(z.maxLength(40), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));
export const recordRef = z.object({ kind: recordKind, id: recordId });
export type RecordRef = z.output<typeof recordRef>;

/** Whether a record has a conversation: who may read a document is decided by its cabinet, which no channel knows. */
export const hasConversation = ({ kind }: Pick<RecordRef, 'kind'>): boolean => kind !== 'document';

/** A name people use for a record: see `findReferences`. */
export const recordKey = z
  .string()
  .check(z.maxLength(48), z.regex(/^(vin|vin8|stock|number):[A-Z0-9]{1,40}$/));

/** A short summary of a record, for someone who may see it. */
export const recordCard = z.object({
  ref: recordRef,
  title: z.string(),
  subtitle: z.string(),
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The record's own page. */
  href: z.string(),
  /** A status worth a color beside its label. */
  tone: z.optional(z.enum(['neutral', 'success', 'warning', 'danger'])),
});
export type RecordCard = z.output<typeof recordCard>;

export const maxReferences = 50;

export const findCards = endpoint({
  method: 'POST',
  path: '/api/records/cards',
  summary:
    'Cards of the records that these references name and the user may see; the rest are left out',
  access: 'signedIn',
  body: {
    references: z
      .array(z.strictObject({ kind: recordKind, key: recordKey }))
      .check(z.maxLength(maxReferences, 'At most 50 records at a time.')),
  },
  /** More than one per key where stores use the same number. */
  reply: z.array(z.object({ kind: recordKind, key: z.string(), card: recordCard })),
});
export type FoundCard = z.output<(typeof findCards)['reply']>[number];

/** A record mentioned in a text. */
export interface Reference {
  kind: RecordKind;
  /** `vin:` and 17 characters, `vin8:` and the last eight, `stock:` or `number:`; uppercase, no punctuation. */
  key: string;
  /** Position in the text; `end` is exclusive. */
  start: number;
  end: number;
  /** False: it has the form of a VIN, but not a valid check digit. */
  checked: boolean;
}

const vin = '[A-HJ-NPR-Z0-9]';
/** Between a label and its number: a space, a hash, a colon, "no.". */
const gap = String.raw`(?:\s?[:#.-]\s?|\s)?(?:(?:no\.?|number|num\.?|nbr\.?)\s?[:#]?\s?)?#?`;
const marked = String.raw`\s?(?:[:#]|no\.?|number|num\.?)\s?#?`;
/** Must contain a digit, or it is just a word. */
const code = String.raw`(?=[A-Z-]{0,6}\d)[A-Z0-9](?:-?[A-Z0-9]){1,16}`;
const number = String.raw`(?:[A-Z]{1,2}-?)?\d{3,10}[A-Z]?`;

/** Every quantifier is bounded, so that matching stays linear in the length of the text. */
const forms = new RegExp(
  String.raw`(?<![\p{L}\p{N}_/@#&.-])(?:${[
    `(?<vin>${vin}{17})`,
    String.raw`(?:VIN(?:\s(?:ending(?:\sin)?|ends\sin|last\s(?:8|eight)))?|last\s(?:8|eight))[\s:#.…*-]{1,6}(?<last>${vin}{3}\d{5})`,
    `#(?<bare>${vin}{3}\\d{5})`,
    `(?:stk${gap}|stock${marked})(?<stock>${code})`,
    `(?:R\\.?O\\.?|repair\\sorder)${gap}(?<order>${number})`,
    `deal${gap}(?<deal>${number})`,
    `(?:customer|cust\\.?)${gap}(?<customer>${number})`,
    // “Document 1 of 3” is no number of a document, so a short one is written with a hyphen or a hash.
    String.raw`doc(?:ument)?(?:-|\s?#\s?)(?<document>\d{1,9})`,
    String.raw`doc\.?\s(?<doc>\d{3,9})`,
  ].join('|')})(?![\p{L}\p{N}_])(?!-[\p{L}\p{N}])`,
  'giu',
);

type Groups = Partial<
  Record<
    'vin' | 'last' | 'bare' | 'stock' | 'order' | 'deal' | 'customer' | 'document' | 'doc',
    string
  >
>;

/**
 * The records a message mentions, in order and never overlapping: vehicles by VIN, by its last eight ("VIN
 * …12345678", "#12345678") or by stock number, repair orders, deals, customers and documents ("DOC-12", "document
 * #12") by their number. Nothing inside code or links.
 */
export function findReferences(text: string): Reference[] {
  if (!/\d{3}|doc[^a-z]/i.test(text)) return [];
  return [...hideCodeAndLinks(text).matchAll(forms)].flatMap(({ 0: written, index, groups }) => {
    const found = read(groups as Groups);
    return found ? [{ ...found, start: index, end: index + written.length }] : [];
  });
}

type Read = Pick<Reference, 'kind' | 'key' | 'checked'>;

const plain = (written: string) => written.toUpperCase().replaceAll('-', '');

function read(groups: Groups): Read | null {
  if (groups.vin) return readVin(groups.vin.toUpperCase());
  const last = groups.last ?? groups.bare;
  const known = (kind: RecordKind, key: string): Read => ({ kind, key, checked: true });
  if (last) return known('vehicle', `vin8:${last.toUpperCase()}`);
  if (groups.stock) return known('vehicle', `stock:${plain(groups.stock)}`);
  if (groups.order) return known('repair_order', `number:${plain(groups.order)}`);
  if (groups.deal) return known('deal', `number:${plain(groups.deal)}`);
  const document = groups.document ?? groups.doc;
  if (document) return known('document', `number:${Number(document)}`);
  return groups.customer ? known('customer', `number:${plain(groups.customer)}`) : null;
}

/** Without a valid check digit, 17 characters count as a VIN only if they look like one. */
function readVin(vin: string): Read | null {
  const checked = checkVin(vin).valid && /[A-Z]/.test(vin);
  const looksLike =
    /[A-Z]/.test(vin.slice(0, 3)) && /[A-Z]/.test(vin.slice(3, 11)) && /\d{4}$/.test(vin);
  return checked || looksLike ? { kind: 'vehicle', key: `vin:${vin}`, checked } : null;
}
