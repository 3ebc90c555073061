import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { decode, encodingOf } from '../../../../platform/server/parsing/encoding.ts';
import { concat, type Input, Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { heicTypes } from './heic.ts';
import { countPages, damagedImage, imageTypes, openImage } from './images.ts';
import {
  type FileKind,
  pagesAtMost,
  pictureMaxPixels,
  refusedProgram,
  refusedWebPage,
} from './kinds.ts';
import { hasMacros, isProgram, officeTypeOf, openOffice } from './office.ts';
import { damagedPdf, protectedPdf, startPdfium } from './pdf.ts';

interface FileFacts {
  mimeType: string;
  kind: FileKind;
  pageCount: number | null;
  refusal: string | null;
}

const headBytes = 64 * 1024;
/** Readers look for the beginning of a PDF in here. */
const pdfHeadBytes = 1_024;
const pdfMark = '%PDF-';

interface InspectOptions {
  /** Whether a PDF or an image is opened, which takes all of it into memory. */
  opens: boolean;
}

/** What a file is, by its content; its name is ignored. */
// biome-ignore lint/correctness/useYield: it only returns a result
export default async function* readFacts(
  input: Input,
  { opens }: InspectOptions,
): AsyncGenerator<never, FileFacts> {
  const head = await concat(input.read({ end: headBytes }));
  const markAt = head.subarray(0, pdfHeadBytes).indexOf(pdfMark);
  if (markAt < 0) return otherFacts(input, head, opens);
  const before = head.toString('utf8', 0, markAt).replace('\ufeff', '').trim();
  if (before === '') return pdfFacts(input, opens);
  const facts = await otherFacts(input, head, opens);
  // Browsers and shells do not look further.
  const isScript = before.startsWith('<') || before.startsWith('#!');
  if (facts.mimeType === unknownType && !isScript) return pdfFacts(input, opens);
  // Text about PDFs; readers of PDFs refuse it.
  return facts.kind === 'text' ? facts : { ...facts, refusal: severalKinds };
}

const unknownType = 'application/octet-stream';
const severalKinds = 'This file is of several kinds at once. Save it again in one format.';

async function otherFacts(input: Input, head: Buffer, opens: boolean): Promise<FileFacts> {
  const type = (await fileTypeFromBuffer(head))?.mime.split(';')[0];
  // Some signatures are two letters: a text starting with `BMW` is not a bitmap.
  const text = await beginningOfText(input, head, opens);
  if (text !== null) return textFacts(text, type);
  if (type !== undefined && programs.has(type)) return refusedAs(type, refusedProgram);
  if (head.toString('latin1', 0, 2) === 'PK') return zipFacts(input, type ?? 'application/zip');
  const active = activeFacts(head);
  if (active) return active;
  const facts = await binaryFacts(input, type, opens);
  return (await endsAsZip(input)) ? { ...facts, refusal: severalKinds } : facts;
}

async function binaryFacts(
  input: Input,
  type: string | undefined,
  opens: boolean,
): Promise<FileFacts> {
  if (type === undefined) return factsOf(unknownType, 'other');
  if (type === 'application/x-cfb') return compoundFacts(input);
  if (imageTypes.has(type)) return imageFacts(input, type, opens);
  if (heicTypes.has(type)) return heicFacts(input, type, opens);
  return factsOf(type, 'other');
}

const factsOf = (mimeType: string, kind: FileKind): FileFacts => ({
  mimeType,
  kind,
  pageCount: null,
  refusal: null,
});

const refusedAs = (mimeType: string, refusal: string): FileFacts => ({
  ...factsOf(mimeType, 'other'),
  refusal,
});

const programs = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-ms-shortcut',
  'application/x-apple-diskimage',
  'application/x-deb',
  'application/x-rpm',
  'application/x-google-chrome-extension',
  'application/x-shockwave-flash',
  'application/vnd.ms-cab-compressed',
  'application/vnd.android.package-archive',
  'application/java-archive',
  'application/java-vm',
  'application/wasm',
]);

async function pdfFacts(input: Input, opens: boolean): Promise<FileFacts> {
  const facts = factsOf('application/pdf', 'pdf');
  if (await endsAsZip(input)) return { ...facts, refusal: severalKinds };
  if (!opens) return { ...facts, ...(await problemOf(input)) };
  try {
    const pdf = await (await startPdfium()).open(input.read(), input.sizeBytes);
    const { pageCount } = pdf;
    if (pageCount > pagesAtMost)
      return { ...facts, refusal: 'A PDF may have at most 2,000 pages. Split it first.' };
    // How many there are is only declared.
    const isWhole = pageCount > 0 && pdf.hasPage(1) && pdf.hasPage(pageCount);
    return isWhole ? { ...facts, pageCount } : { ...facts, refusal: damagedPdf };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ...facts, refusal: error.message };
  }
}

const pdfTailBytes = 64 * 1024;
/** Readers look for the address of its directory in here. */
const pdfEndBytes = 4_096;

/** What is wrong with a PDF, by its end and its directory. */
async function problemOf(input: Input): Promise<Partial<FileFacts>> {
  const tail = await concat(input.read({ start: Math.max(input.sizeBytes - pdfTailBytes, 0) }));
  const end = tail.toString('latin1', Math.max(tail.length - pdfEndBytes, 0));
  const address = /^startxref\s+(\d{1,10})\s/.exec(end.slice(end.lastIndexOf('startxref')))?.[1];
  if (address === undefined) return { refusal: damagedPdf };
  const start = Number(address);
  const directory = await concat(input.read({ start, end: start + pdfTailBytes }));
  const isEncrypted = [tail, directory].some((part) =>
    /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(part.toString('latin1')),
  );
  return isEncrypted ? { refusal: protectedPdf } : {};
}

const zipEnd = Buffer.from('PK\x05\x06', 'latin1');
const zipEndBytes = 22;
const zipCommentMaxBytes = 65_535;

/** Programs that unpack ZIPs read them from their end, whatever they start with. */
async function endsAsZip(input: Input): Promise<boolean> {
  const start = Math.max(input.sizeBytes - zipEndBytes - zipCommentMaxBytes, 0);
  const tail = await concat(input.read({ start }));
  for (let at = tail.lastIndexOf(zipEnd); at >= 0; at = tail.lastIndexOf(zipEnd, at - 1)) {
    const isWhole = at + zipEndBytes <= tail.length;
    if (isWhole && at + zipEndBytes + tail.readUInt16LE(at + 20) === tail.length) return true;
    if (at === 0) break;
  }
  return false;
}

/** Null if it is not text. Of a file that is not opened, the beginning and the end are enough. */
async function beginningOfText(input: Input, head: Buffer, opens: boolean): Promise<string | null> {
  const isWhole = head.length === input.sizeBytes;
  const encoding = await encodingOf([isWhole ? head : withoutLastCharacter(head)]);
  const beginning = new TextDecoder(encoding).decode(head);
  if (control.test(beginning)) return null;
  // Even, for the encodings of two bytes.
  const tailAt = Math.floor((input.sizeBytes - headBytes) / 2) * 2;
  const start = opens ? head.length : Math.max(tailAt, head.length);
  for await (const piece of decode(input.read({ start }), encoding)) {
    if (control.test(piece)) return null;
  }
  return beginning;
}

/** It may be cut in half, which would not be valid UTF-8. */
function withoutLastCharacter(bytes: Buffer): Buffer {
  const isContinued = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let end = bytes.length - 1;
  while (end > 0 && isContinued(end)) end -= 1;
  return bytes.subarray(0, end);
}

/** Control characters that no text has. */
const control = /[^\P{Cc}\t\n\f\r]/u;

function textFacts(text: string, type: string | undefined): FileFacts {
  const start = text.trimStart();
  if (start.startsWith('#!'))
    return { ...factsOf('text/x-shellscript', 'other'), refusal: refusedProgram };
  if (start.startsWith('<')) {
    const markup = /<(\w+:)?svg[\s>]/i.test(start) ? 'image/svg+xml' : 'text/html';
    if (start.startsWith('<?xml') && !/<(\w+:)?(svg|html)[\s>]/i.test(start))
      return factsOf('application/xml', 'text');
    if (/^<[a-z!?]/i.test(start)) return { ...factsOf(markup, 'other'), refusal: refusedWebPage };
  }
  const isDocument = type === 'application/rtf' || type === 'application/postscript';
  return isDocument ? factsOf(type, 'other') : factsOf('text/plain', 'text');
}

/** Browsers and shells go by the beginning, whatever follows. */
function activeFacts(head: Buffer): FileFacts | null {
  const start = head.toString('utf8', 0, pdfHeadBytes).replace('\ufeff', '').trimStart();
  if (start.startsWith('#!')) return refusedAs('text/x-shellscript', refusedProgram);
  return /^<(!--|(!doctype|\?xml|html|head|body|script|iframe|(\w+:)?svg)[\s>])/i.test(start)
    ? refusedAs('text/html', refusedWebPage)
    : null;
}

/** Which of these marks a file contains. */
async function contains(input: Input, ...marks: Buffer[]): Promise<boolean[]> {
  const found = marks.map(() => false);
  const overlap = Math.max(...marks.map(({ length }) => length)) - 1;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of input.read()) {
    const bytes = Buffer.concat([rest, piece]);
    for (const [at, mark] of marks.entries()) found[at] ||= bytes.includes(mark);
    if (found.every(Boolean)) break;
    rest = bytes.subarray(-overlap);
  }
  return found;
}

/** Names in the directory of a file of Office 97, whose new files are in one if they have a password. */
const passwordEntry = Buffer.from('EncryptedPackage', 'utf16le');
const macroEntry = Buffer.from('_VBA_PROJECT', 'utf16le');

async function compoundFacts(input: Input): Promise<FileFacts> {
  const [hasPassword, hasMacroEntry] = await contains(input, passwordEntry, macroEntry);
  const facts = factsOf('application/x-cfb', 'other');
  if (hasPassword) {
    const refusal = 'This document is protected by a password. Save it without one.';
    return { ...facts, kind: 'office', refusal };
  }
  return hasMacroEntry ? { ...facts, refusal: refusedMacros } : facts;
}

const refusedMacros = 'This document contains macros. Save it without them.';

async function zipFacts(input: Input, type: string): Promise<FileFacts> {
  const zip = await openOffice(input);
  if (!zip) throw new Unreadable('This file is damaged and can’t be opened.');
  if (isProgram(zip)) return refusedAs(type, refusedProgram);
  const officeType = await officeTypeOf(zip);
  if (hasMacros(zip)) return { ...factsOf(type, 'office'), refusal: refusedMacros };
  if (officeType === null) {
    // Its parts were recognized, but not what belongs to them.
    return factsOf(/officedocument|opendocument/.test(type) ? 'application/zip' : type, 'other');
  }
  const facts = factsOf(officeType, 'office');
  return zip.isBomb ? { ...facts, refusal: 'This document unpacks to more than 500 MB.' } : facts;
}

async function imageFacts(input: Input, type: string, opens: boolean): Promise<FileFacts> {
  const facts = factsOf(type === 'image/apng' ? 'image/png' : type, 'image');
  const [isPdf] = await contains(input, Buffer.from(pdfMark));
  if (isPdf) return { ...facts, refusal: severalKinds };
  if (!opens) return facts;
  try {
    const bytes = await concat(input.read());
    // Reads the header only; the limit is checked by us.
    const header = sharp(bytes, { limitInputPixels: false });
    const { width, height } = await header.metadata();
    if (width * height > pictureMaxPixels) {
      const refusal = 'This image has too many pixels. The limit is 50 megapixels.';
      return { ...facts, refusal };
    }
    await (await openImage(bytes, 1)).resize(16).raw().toBuffer();
    const pageCount = await countPages(bytes);
    return pageCount > pagesAtMost
      ? { ...facts, refusal: 'An image may have at most 2,000 pages.' }
      : { ...facts, pageCount };
  } catch {
    // sharp distinguishes failures only by message.
    return { ...facts, refusal: damagedImage };
  }
}

/** What cannot be decoded is kept without a picture: phones write more kinds of these files than can be read. */
async function heicFacts(input: Input, type: string, opens: boolean): Promise<FileFacts> {
  const facts = factsOf(type, 'image');
  const [isPdf] = await contains(input, Buffer.from(pdfMark));
  if (isPdf) return { ...facts, refusal: severalKinds };
  if (!opens) return factsOf(type, 'other');
  try {
    const bytes = await concat(input.read());
    await (await openImage(bytes, 1)).resize(16).raw().toBuffer();
    return { ...facts, pageCount: 1 };
  } catch {
    // libheif throws plain errors.
    return factsOf(type, 'other');
  }
}
