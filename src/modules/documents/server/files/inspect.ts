import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { defineParser, type Parsing } from '../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../platform/server/parsing/process.ts';
import { fileMaxBytes, fileTooLarge, readableMaxBytes } from '../../contract/document.ts';
import type readFacts from './inspectParser.ts';
import { type FileKind, refusedProgram, refusedWebPage } from './kinds.ts';

interface InspectedFile {
  /** By the content, never by the name. */
  mimeType: string;
  kind: FileKind;
  /** Of a PDF or an image; null for other kinds, and for files that cannot be opened or are too large to be. */
  pageCount: number | null;
  /** Why it must not be kept, as a sentence for the user; null if it may be. */
  refusal: string | null;
}

const facts = defineParser<typeof readFacts>({
  name: 'documents.facts',
  module: new URL('./inspectParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 20,
  outputMaxBytes: 10_000,
});

/**
 * What a file is, by its content, and whether it may be kept. A file that is too large to be read is not opened, only
 * recognized. Rejects only on errors of the source.
 */
export async function inspectFile(
  parsing: Parsing,
  source: Source,
  fileName: string,
): Promise<InspectedFile> {
  if (source.sizeBytes === 0) return unknown('This file is empty.');
  if (source.sizeBytes > fileMaxBytes) return unknown(fileTooLarge);
  try {
    const opens = source.sizeBytes <= readableMaxBytes;
    const found = (await parsing.read(facts, source, { opens })).result;
    return { ...found, refusal: refusalOf(fileName, nameKindOf(found)) ?? found.refusal };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return unknown(
      error.reason === 'limit'
        ? 'This file takes too much memory or time to read.'
        : 'This file is damaged and can’t be opened.',
    );
  }
}

const unknown = (refusal: string): InspectedFile => ({
  mimeType: 'application/octet-stream',
  kind: 'other',
  pageCount: null,
  refusal,
});

/** What a file with this extension contains. Images are often named like another format, which does no harm. */
const kinds: Record<FileKind, string> = {
  pdf: 'pdf',
  image: 'png jpg jpeg jfif gif webp avif tif tiff heic heif bmp psd',
  text: 'txt text csv tsv log md json xml eml ics vcf',
  office: 'docx dotx xlsx xltx pptx potx odt ods odp',
  other: 'doc xls ppt msg rtf zip mp4 mov mp3 m4a wav',
};
const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, list]) => list.split(' ').map((name) => [name, kind])),
);
/** Their content may be plain text. */
const programs = new Set(
  'exe dll com bat cmd ps1 vbs vbe js jse mjs wsf wsh hta msi msp scr pif cpl lnk url reg jar apk app dmg sh py'.split(
    ' ',
  ),
);
const webPages = new Set('html htm xhtml xht shtml mht mhtml svg svgz'.split(' '));

/** Also of an image that cannot be shown. */
const nameKindOf = ({ kind, mimeType }: Pick<InspectedFile, 'kind' | 'mimeType'>): FileKind =>
  mimeType.startsWith('image/') ? 'image' : kind;

function refusalOf(fileName: string, kind: FileKind): string | null {
  // Windows ignores spaces and dots at the end, and marks that turn the direction of writing are invisible.
  const [, ...rest] = fileName
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .split('.')
    .map((part) => part.trim());
  const extension = rest.findLast((part) => part !== '');
  if (extension === undefined) return null;
  if (programs.has(extension)) return refusedProgram;
  if (webPages.has(extension)) return refusedWebPage;
  const expected = kindOf.get(extension);
  return expected === undefined || expected === kind
    ? null
    : 'This file’s content does not match its name.';
}
