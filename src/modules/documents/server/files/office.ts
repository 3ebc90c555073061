import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { InputReader } from '../../../../platform/server/parsing/inputReader.ts';
import { type Input, Unreadable } from '../../../../platform/server/parsing/parser.ts';

/** The parts of an Office or OpenDocument file. */
export interface Office {
  zip: ZipFile;
  entries: ReadonlyMap<string, Entry>;
  /** Whether it would unpack to more than any document does. */
  isBomb: boolean;
  /** Whether a part that was read is damaged or longer than that. */
  isCut: boolean;
}

const entriesAtMost = 20_000;
const unpackedMaxBytes = 500 * 1024 * 1024;
/** Of one part; what follows is not read. */
const partMaxBytes = 32 * 1024 * 1024;

/** Reads only its directory. Null if it is not a readable ZIP. */
export async function openOffice(input: Input): Promise<Office | null> {
  try {
    const zip = await fromRandomAccessReaderPromise(new InputReader(input), input.sizeBytes, {
      lazyEntries: true,
      autoClose: false,
    });
    const entries = new Map<string, Entry>();
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry);
      unpacked += entry.uncompressedSize;
      if (entries.size >= entriesAtMost) break;
    }
    const isBomb = entries.size >= entriesAtMost || unpacked > unpackedMaxBytes;
    return { zip, entries, isBomb, isCut: false };
  } catch {
    // yauzl throws plain errors.
    return null;
  }
}

const openXml = 'application/vnd.openxmlformats-officedocument';
const openXmlTypes: Record<string, string> = {
  'word/document.xml': `${openXml}.wordprocessingml.document`,
  'xl/workbook.xml': `${openXml}.spreadsheetml.sheet`,
  'ppt/presentation.xml': `${openXml}.presentationml.presentation`,
};
const openDocument = 'application/vnd.oasis.opendocument.';
const openDocumentTypes = ['text', 'spreadsheet', 'presentation'].map(
  (name) => openDocument + name,
);

/** By the parts it has; null if it is another ZIP. */
export async function officeTypeOf(office: Office): Promise<string | null> {
  const { entries } = office;
  if (entries.has('[Content_Types].xml')) {
    const main = Object.keys(openXmlTypes).find((path) => entries.has(path));
    if (main) return openXmlTypes[main] ?? null;
  }
  if (!entries.has('content.xml')) return null;
  const declared = (await partOf(office, 'mimetype')).trim();
  return openDocumentTypes.find((type) => type === declared) ?? null;
}

/** Whether Java or Android would run it. */
export const isProgram = ({ entries }: Office): boolean =>
  entries.has('META-INF/MANIFEST.MF') || entries.has('AndroidManifest.xml');

/** Whether it contains programs that Office would run. */
export const hasMacros = ({ entries }: Office): boolean =>
  [...entries.keys()].some((path) => /(^|\/)vbaProject\.bin$/i.test(path));

/** The text of each page: a sheet, a slide, or all of a text document. Throws Unreadable after what can be read. */
export async function* officePages(input: Input): AsyncGenerator<string> {
  const office = await openOffice(input);
  const type = office && (await officeTypeOf(office));
  if (!office || !type) throw damaged();
  if (type.startsWith(openDocument)) {
    yield textIn(await partOf(office, 'content.xml'), openDocumentRules);
  } else if (office.entries.has('xl/workbook.xml')) {
    yield* sheetsOf(office);
  } else if (office.entries.has('ppt/presentation.xml')) {
    for (const path of numbered(office, /^ppt\/slides\/slide\d+\.xml$/))
      yield textIn(await partOf(office, path), openXmlRules);
  } else {
    const around = numbered(office, /^word\/(header|footer|footnotes|endnotes)\d*\.xml$/);
    const texts: string[] = [];
    for (const path of ['word/document.xml', ...around])
      texts.push(textIn(await partOf(office, path), openXmlRules));
    yield texts.join('\n');
  }
  if (office.isCut) throw damaged();
}

const damaged = () => new Unreadable('This document is damaged or too long.');

/** The parts with these paths, in the order of their numbers. */
export const numbered = ({ entries }: Office, paths: RegExp): string[] =>
  [...entries.keys()]
    .filter((path) => paths.test(path))
    .sort(new Intl.Collator('en', { numeric: true }).compare);

/** The beginning of a part as text; empty if it is missing or damaged. */
export async function partOf(office: Office, path: string): Promise<string> {
  const entry = office.entries.get(path);
  if (!entry) return '';
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of (await office.zip.openReadStreamPromise(
      entry,
    )) as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      office.isCut ||= length > partMaxBytes;
      if (office.isCut) break;
    }
  } catch {
    // yauzl throws plain errors. The text up to the damage is better than none.
    office.isCut = true;
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** The parts that a part refers to, by the ids it uses for them. */
export async function targetsOf(office: Office, path: string): Promise<Map<string, string>> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const file = path.slice(folder.length);
  const targets = new Map<string, string>();
  for (const token of tokensOf(await partOf(office, `${folder}_rels/${file}.rels`))) {
    const target = token.name === 'Relationship' ? attributeOf(token, 'Target') : null;
    if (target === null) continue;
    const full = target.startsWith('/') ? target.slice(1) : folder + target;
    targets.set(attributeOf(token, 'Id') ?? '', full);
  }
  return targets;
}

interface Rules {
  /** Elements whose text counts. */
  inside: ReadonlySet<string>;
  skipped: ReadonlySet<string>;
  /** What an element stands for, by name: at its beginning, and at its end. */
  opened: Readonly<Record<string, string>>;
  closed: Readonly<Record<string, string>>;
}

const openXmlRules: Rules = {
  inside: new Set(['t']),
  // The same text once more, for older programs.
  skipped: new Set(['Fallback']),
  opened: { tab: '\t', br: '\n', cr: '\n' },
  closed: { p: '\n', tc: '\t' },
};
const openDocumentRules: Rules = {
  inside: new Set(['p', 'h']),
  skipped: new Set(['tracked-changes']),
  opened: { s: ' ', tab: '\t', 'line-break': '\n' },
  closed: { p: '\n', h: '\n', 'table-cell': '\t' },
};

function textIn(xml: string, { inside, skipped, opened, closed }: Rules): string {
  const parts: string[] = [];
  let depth = 0;
  let skippedDepth = 0;
  for (const { kind, name, text } of tokensOf(xml)) {
    const step = kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
    if (skipped.has(name)) skippedDepth += step;
    if (inside.has(name)) depth += step;
    if (skippedDepth > 0) continue;
    if (kind === 'text') {
      if (depth > 0) parts.push(text);
      continue;
    }
    const meaning = kind === 'close' ? closed[name] : opened[name];
    if (meaning !== undefined) parts.push(meaning);
  }
  return parts.join('');
}

async function* sheetsOf(office: Office): AsyncGenerator<string> {
  const shared = sharedStrings(await partOf(office, 'xl/sharedStrings.xml'));
  for (const path of numbered(office, /^xl\/worksheets\/sheet\d+\.xml$/)) {
    const parts: string[] = [];
    let isShared = false;
    let value = '';
    for (const { kind, name, text } of tokensOf(await partOf(office, path))) {
      if (kind === 'open' && name === 'c') isShared = /\bt="s"/.test(text);
      if (kind === 'open' && (name === 'v' || name === 't')) value = '';
      if (kind === 'text') value += text;
      if (kind !== 'close') continue;
      if (name === 'v') parts.push(isShared ? (shared[Number(value)] ?? '') : value, '\t');
      if (name === 't') parts.push(value, '\t');
      if (name === 'row') parts.push('\n');
    }
    yield parts.join('');
  }
}

export function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let parts: string[] = [];
  let isText = false;
  for (const { kind, name, text } of tokensOf(xml)) {
    if (name === 't') isText = kind === 'open';
    if (kind === 'text' && isText) parts.push(text);
    if (name !== 'si' || kind !== 'close') continue;
    strings.push(parts.join(''));
    parts = [];
  }
  return strings;
}

export interface Token {
  kind: 'open' | 'close' | 'empty' | 'text';
  /** Without its namespace. */
  name: string;
  /** The text, or the attributes as they are. */
  text: string;
}

const character = (text: string): Token => ({ kind: 'text', name: '', text });

/** One pass over the text: a tree would take ten times its memory. */
export function* tokensOf(xml: string): Generator<Token> {
  let at = 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    const text = start < 0 ? xml.slice(at) : xml.slice(at, start);
    if (text !== '') yield character(decoded(text));
    if (start < 0) return;
    const special = specials.find(([opening]) => xml.startsWith(opening, start));
    const [opening, closing] = special ?? ['<', '>'];
    const end = xml.indexOf(closing, start + opening.length);
    if (end < 0) return;
    at = end + closing.length;
    const inner = xml.slice(start + opening.length, end);
    if (opening === literal) yield character(inner);
    else if (!special) yield tagOf(inner);
  }
}

const literal = '<![CDATA[';
const specials = [
  [literal, ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

function tagOf(inner: string): Token {
  const isClosing = inner.startsWith('/');
  const bare = isClosing ? inner.slice(1) : inner;
  const nameEnd = bare.search(/[\s/]/);
  const full = nameEnd < 0 ? bare : bare.slice(0, nameEnd);
  const kind = isClosing ? 'close' : inner.endsWith('/') ? 'empty' : 'open';
  return { kind, name: full.slice(full.indexOf(':') + 1), text: bare.slice(full.length) };
}

const attributes = new Map<string, RegExp>();
const attributePattern = (name: string) =>
  // Bounded: the names are those of this folder’s callers, and no part of the expression looks back over another.
  new RegExp(`(?:^|\\s)(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);

/** The value of an attribute in the text of a token, whatever its namespace; null if it has none. */
export function attributeOf({ text }: Token, name: string): string | null {
  const pattern = attributes.get(name) ?? attributePattern(name);
  attributes.set(name, pattern);
  const found = pattern.exec(text);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? null : decoded(value);
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (match, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[];
    if (name) return named[name.toLowerCase()] ?? match;
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
