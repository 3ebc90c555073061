import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { zipOf } from '../../../../test/support/zip.ts';
import { createLog } from '../../../platform/server/log/log.ts';
import { createParsing, sourceOf } from '../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../platform/server/parsing/process.ts';
import { fileMaxBytes, readableMaxBytes } from '../contract/document.ts';
import { editPages } from '../server/files/edit.ts';
import { inspectFile } from '../server/files/inspect.ts';
import type { FileKind, PagedKind } from '../server/files/kinds.ts';
import { hasText, readPages } from '../server/files/pages.ts';
import { recognizePage } from '../server/files/recognize.ts';
import { renderPage } from '../server/files/render.ts';
import { formPdf, pdfOf, protectedPdf, textPdf } from './pdfs.ts';

const parsing = createParsing(createLog('silent'));
afterAll(() => parsing.stop());

const inspect = (content: Buffer | string | Source, name: string) =>
  inspectFile(
    parsing,
    Buffer.isBuffer(content) || typeof content === 'string'
      ? sourceOf(Buffer.from(content))
      : content,
    name,
  );
const textsOf = async (content: Buffer | string, kind: FileKind) =>
  (await readPages(parsing, sourceOf(Buffer.from(content)), kind)).map((text) => text.trim());
const render = (bytes: Buffer, kind: PagedKind, page = 1, width = 320) =>
  renderPage(parsing, sourceOf(bytes), { kind, page, width });
const asPart = (bytes: Buffer, kind: PagedKind = 'pdf') => ({ source: sourceOf(bytes), kind });

const contract = [
  'Retail installment sale contract',
  'The buyer agrees to pay 512.40 dollars each month.',
  'Vehicle identification number 1FTFW1E50NFA12345',
];
const threePages = textPdf([contract, ['Odometer statement'], ['Power of attorney']]);
const macros = 'This document contains macros. Save it without them.';
const mismatch = 'This file’s content does not match its name.';
const several = 'This file is of several kinds at once. Save it again in one format.';
const damaged = 'This PDF is damaged and can’t be opened. Save or scan it again.';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });
const png = await picture(40, 30).png().toBuffer();
const pngStart = png.toString('latin1');
const mp4Start = '\0\0\0\x18ftypmp42\0\0\0\0mp42isom';
const zipEnd = zipOf({}).toString('latin1');

/** White above black. */
const halves = (width: number, height: number) =>
  picture(width, height).composite([
    {
      input: { create: { width, height: height / 2, channels: 3, background: '#fff' } },
      top: 0,
      left: 0,
    },
    {
      input: { create: { width, height: height / 2, channels: 3, background: '#000' } },
      top: height / 2,
      left: 0,
    },
  ]);

/** The brightness of a corner and its opposite. */
async function cornersOf(image: Buffer | null) {
  const { data, info } = await sharp(image ?? Buffer.alloc(0))
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => data[Math.round(y * info.width + x)] ?? -1;
  const { width, height } = info;
  return {
    topLeft: at(width * 0.25, Math.floor(height * 0.25)),
    topRight: at(width * 0.75, Math.floor(height * 0.25)),
    bottomLeft: at(width * 0.25, Math.floor(height * 0.75)),
    width,
    height,
  };
}

const word = (body: string, more: Record<string, string | Buffer> = {}) =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    ...more,
  });
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

const excel = zipOf({
  '[Content_Types].xml': '<Types/>',
  'xl/workbook.xml': '<workbook/>',
  'xl/sharedStrings.xml':
    '<sst><si><t>Stock</t></si><si><r><t>F-</t></r><r><t>150</t></r></si></sst>',
  'xl/worksheets/sheet1.xml':
    '<worksheet><sheetData><row><c t="s"><v>0</v></c><c><v>48900</v></c></row><row><c t="s"><v>1</v></c><c t="inlineStr"><is><t>sold</t></is></c></row></sheetData></worksheet>',
  'xl/worksheets/sheet10.xml': '<worksheet><row><c><v>10</v></c></row></worksheet>',
  'xl/worksheets/sheet2.xml': '<worksheet><row><c><v>2</v></c></row></worksheet>',
});
const powerpoint = zipOf({
  '[Content_Types].xml': '<Types/>',
  'ppt/presentation.xml': '<p:presentation/>',
  'ppt/slides/slide1.xml': '<p:sld><a:p><a:r><a:t>Goals</a:t></a:r></a:p></p:sld>',
  'ppt/slides/slide2.xml': '<p:sld><a:p><a:r><a:t>Results</a:t></a:r></a:p></p:sld>',
});
const openDocument = zipOf({
  mimetype: Buffer.from('application/vnd.oasis.opendocument.text'),
  'content.xml':
    '<office:text><text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:h>Title</text:h><text:p>One<text:tab/>two</text:p></office:text>',
});

/** A PNG that only declares its size. */
function declaredPng(width: number, height: number): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

describe('a file is inspected', () => {
  test('by its content', async () => {
    expect(await inspect(threePages, 'contract.pdf')).toEqual({
      mimeType: 'application/pdf',
      kind: 'pdf',
      pageCount: 3,
      refusal: null,
    });
    const fax = await sharp(
      [await halves(200, 300).png().toBuffer(), await halves(200, 300).png().toBuffer()],
      {
        join: { animated: true },
      },
    )
      .tiff()
      .toBuffer();
    const found = await Promise.all([
      inspect(png, 'photo.png'),
      inspect(await picture(40, 30).jpeg().toBuffer(), 'photo.JPG'),
      inspect(await picture(40, 30).webp().toBuffer(), 'named like another image.jpg'),
      inspect(fax, 'fax.tif'),
      inspect('VIN,Miles\n1FT,12\n', 'stock.csv'),
      inspect(Buffer.from('\ufeffJosé', 'utf16le'), 'notes.txt'),
      inspect(Buffer.from('Jos\xe9 \x80 12', 'latin1'), 'notes.txt'),
      inspect('BMW invoice', 'notes.txt'),
      inspect('The mark of a PDF is %PDF-1.4.', 'notes.txt'),
      inspect(word(paragraph('Hello')), 'letter.docx'),
      inspect(excel, 'stock.xlsx'),
      inspect(powerpoint, 'goals.pptx'),
      inspect(openDocument, 'letter.odt'),
      inspect(zipOf({ 'a.txt': 'a' }), 'archive.zip'),
    ]);
    expect(found.map(({ kind, pageCount, refusal }) => [kind, pageCount, refusal])).toEqual([
      ['image', 1, null],
      ['image', 1, null],
      ['image', 1, null],
      ['image', 2, null],
      ...Array(5).fill(['text', null, null]),
      ...Array(4).fill(['office', null, null]),
      ['other', null, null],
    ]);
    expect(found[9]?.mimeType).toBe(
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    );
    expect(found[12]?.mimeType).toBe('application/vnd.oasis.opendocument.text');
  });

  test.each([
    'Kaufvertrag Müller.pdf',
    'счёт-фактура.pdf',
    '発注書.pdf',
    'عقد البيع.pdf',
    'חוזה מכירה.PDF',
    'สัญญา.pdf',
    '📄.pdf',
    'no extension',
    'Invoice 12.500',
    'ends with dots.pdf. .',
  ])('with a name in any script: %s', async (name) => {
    expect(await inspect(threePages, name)).toMatchObject({ kind: 'pdf', refusal: null });
  });

  test.each([
    ['a program', 'contract.pdf.exe', 'Programs can’t be uploaded.'],
    [
      'a program, shown the other way round',
      'contract\u202Efdp.exe',
      'Programs can’t be uploaded.',
    ],
    ['a web page', 'contract.html', /^Web pages/],
    ['an image', 'contract.jpg', mismatch],
    ['a table', 'contract.xlsx', mismatch],
  ])('and refused if it is named like %s', async (_, name, refusal) => {
    expect((await inspect(threePages, name)).refusal).toEqual(
      typeof refusal === 'string' ? refusal : expect.stringMatching(refusal),
    );
  });

  test.each([
    ['nothing', '', 'a.pdf', 'This file is empty.'],
    ['a web page named as a PDF', '<!doctype html><script>x</script>', 'a.pdf', mismatch],
    ['a program named as a PDF', Buffer.from(`MZ${'\0'.repeat(300)}`), 'a.pdf', mismatch],
    ['a web page', ' <HTML><body>', 'a', /^Web pages/],
    ['an SVG image', '<?xml version="1.0"?><svg xmlns="s"/>', 'a', /^Web pages and SVG/],
    [
      'a program',
      Buffer.from(`\x7fELF\x02\x01\x01${'\0'.repeat(300)}`, 'latin1'),
      'a',
      /^Programs/,
    ],
    ['a shell script', '#!/bin/sh\nrm -rf /\n', 'a', /^Programs/],
    ['an image that is a PDF, too', Buffer.concat([png, threePages]), 'a.png', several],
    [
      'a PDF after a web page',
      Buffer.concat([Buffer.from('<html>\xff\0', 'latin1'), threePages]),
      'a',
      several,
    ],
    ['a PDF that is a ZIP, too', Buffer.concat([threePages, zipOf({ a: 'a' })]), 'a.pdf', several],
    ['an image that is a ZIP, too', Buffer.concat([png, zipOf({ a: 'a' })]), 'a.png', several],
    ['a web page with other bytes', Buffer.from('<!doctype html><p>\0'), 'a', /^Web pages/],
    ['a script with other bytes', Buffer.from('#!/bin/sh\n\0'), 'a', /^Programs/],
    ['a program of Java', zipOf({ 'a.txt': '', 'META-INF/MANIFEST.MF': '' }), 'a.zip', /^Programs/],
    ['a ZIP that is a PDF, too', zipOf({ '%PDF-1.4': 'a' }), 'a.zip', several],
    ['a PDF of 5,000 pages', textPdf([contract], { count: 5_000 }), 'a.pdf', /at most 2,000 pages/],
    ['a PDF without the pages it declares', textPdf([contract], { count: 50 }), 'a.pdf', damaged],
    ['a PDF that ends early', threePages.subarray(0, 350), 'a.pdf', damaged],
    [
      'a PDF of noise',
      Buffer.from(`%PDF-1.7\n${'\xfe\x00 obj'.repeat(500)}`, 'latin1'),
      'a.pdf',
      damaged,
    ],
    ['a document with macros', word('', { 'word/vbaProject.bin': 'x' }), 'a.docx', macros],
    ['a damaged document', word('').subarray(0, 80), 'a.docx', /^This file is damaged/],
    ['an image that ends early', png.subarray(0, 60), 'a.png', /^This image is damaged/],
    ['too many pixels', declaredPng(50_000, 50_000), 'a.png', /limit is 50 megapixels/],
  ])('and refused if it is %s', async (_, content, name, refusal) => {
    const found = await inspect(content, name);
    expect(found.refusal).toEqual(
      typeof refusal === 'string' ? refusal : expect.stringMatching(refusal),
    );
  });

  test('and refused if it unpacks to more than any document does', async () => {
    const part = '0'.repeat(120_000_000);
    const bomb = word('', { a: part, b: part, c: part, d: part, e: part });
    expect(await inspect(bomb, 'a.docx')).toMatchObject({
      kind: 'office',
      refusal: 'This document unpacks to more than 500 MB.',
    });
  });

  test('and refused if it needs a password', async () => {
    expect(await inspect(protectedPdf(), 'a.pdf')).toMatchObject({
      kind: 'pdf',
      refusal: 'This PDF is protected by a password. Save it without one and upload it again.',
    });
    const compound = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(1_000),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    expect(await inspect(compound, 'a.docx')).toMatchObject({
      kind: 'office',
      refusal: 'This document is protected by a password. Save it without one.',
    });
  });

  test('and fails with the error of its storage', async () => {
    const error = new Error('The storage is unavailable');
    const source: Source = { sizeBytes: 8, open: () => Promise.reject(error) };
    await expect(inspectFile(parsing, source, 'a.pdf')).rejects.toBe(error);
  });
});

describe('a file that is too large to be read is recognized', () => {
  /** More bytes than are read, all the same but for these at the beginning, in the middle and at the end. */
  function large({ start = '', middle = '', end = '', fill = '\0' }): Source {
    const sizeBytes = readableMaxBytes + 1;
    const parts = [start, middle, end].map((part) => Buffer.from(part, 'latin1'));
    const places = [0, middleAt, sizeBytes - end.length];
    function* piecesOf(from: number, to: number) {
      for (let at = from; at < to; at += pieceBytes) {
        const piece = Buffer.alloc(Math.min(pieceBytes, to - at), fill);
        for (const [index, part] of parts.entries()) {
          const place = (places[index] ?? 0) - at;
          part.subarray(Math.max(-place, 0)).copy(piece, Math.max(place, 0));
        }
        yield piece;
      }
    }
    return {
      sizeBytes,
      open: async (range) => Readable.from(piecesOf(range.start, range.end + 1)),
    };
  }
  const pieceBytes = 64 * 1024;
  const middleAt = 80 * 1024 * 1024;
  const pdf = { start: '%PDF-1.7\n', end: `startxref\n${middleAt}\n%%EOF\n` };
  const mediaOf = (name: string) => ({ [name]: Buffer.alloc(readableMaxBytes + 1) });

  test.each([
    ['a PDF', large(pdf), 'a.pdf', 'pdf', 'application/pdf'],
    ['an image', large({ start: pngStart }), 'a.png', 'image', 'image/png'],
    ['a text', large({ fill: 'A line of text.\n' }), 'a.txt', 'text', 'text/plain'],
    [
      'slides with a video',
      zipOf({
        '[Content_Types].xml': '<Types/>',
        ...mediaOf('ppt/media/video.mp4'),
        'ppt/presentation.xml': '<p:presentation/>',
      }),
      'a.pptx',
      'office',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
  ])('by what its kind needs: %s', async (_, bytes, name, kind, mimeType) => {
    expect(await inspect(bytes, name)).toEqual({
      mimeType,
      kind,
      pageCount: null,
      refusal: null,
    });
  });

  test.each([
    ['a program', large({ start: '\x7fELF\x02\x01\x01' }), 'a', /^Programs/],
    ['a script', large({ start: '#!/bin/sh\n' }), 'a', /^Programs/],
    ['a program of Java', zipOf({ ...mediaOf('a'), 'META-INF/MANIFEST.MF': '' }), 'a', /^Programs/],
    ['a web page', large({ start: '<!doctype html>', fill: ' ' }), 'a', /^Web pages/],
    ['a web page with other bytes', large({ start: '<html><script>' }), 'a', /^Web pages/],
    ['a PDF that is a ZIP, too', large({ ...pdf, end: zipEnd }), 'a.pdf', several],
    ['an image that is a ZIP, too', large({ start: pngStart, end: zipEnd }), 'a.png', several],
    ['a video that is a ZIP, too', large({ start: mp4Start, end: zipEnd }), 'a.mp4', several],
    ['an image that is a PDF, too', large({ start: pngStart, middle: '%PDF-' }), 'a.png', several],
    ['a PDF after a web page', large({ ...pdf, start: '<html>%PDF-1.7' }), 'a', several],
    ['a PDF without its end', large({ start: pdf.start }), 'a.pdf', damaged],
    ['a PDF with a password', large({ ...pdf, middle: '<< /Encrypt 5 0 R' }), 'a.pdf', /password/],
    [
      'slides with macros',
      zipOf({
        '[Content_Types].xml': '<Types/>',
        ...mediaOf('ppt/media/video.mp4'),
        'ppt/presentation.xml': '',
        'ppt/vbaProject.bin': '',
      }),
      'a.pptx',
      macros,
    ],
    ['a PDF named as an image', large(pdf), 'a.png', mismatch],
    [
      'more than is kept',
      { ...large(pdf), sizeBytes: fileMaxBytes + 1 },
      'a.pdf',
      /at most 500 MB/,
    ],
  ])('and refused if it is %s', async (_, bytes, name, refusal) => {
    const found = await inspect(bytes, name);
    expect(found.refusal).toEqual(
      typeof refusal === 'string' ? refusal : expect.stringMatching(refusal),
    );
  });
});

describe('a page is rendered', () => {
  test('from a PDF, as small or large as asked', async () => {
    const [small, large] = await Promise.all([
      render(threePages, 'pdf', 3),
      render(threePages, 'pdf', 1, 1_600),
    ]);
    expect(await sharp(small ?? undefined).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 414,
    });
    expect(await sharp(large ?? undefined).metadata()).toMatchObject({
      width: 1_600,
      height: 2_071,
    });
    expect((await sharp(large ?? undefined).stats()).channels[0]?.min).toBeLessThan(60);
  });

  test('with the values of form fields', async () => {
    const filled = await sharp((await render(formPdf('Maria Lopez'), 'pdf')) ?? undefined).stats();
    const empty = await sharp((await render(formPdf(''), 'pdf')) ?? undefined).stats();
    expect(filled.channels[0]?.min).toBeLessThan(100);
    expect(empty.channels[0]?.min).toBeGreaterThan(200);
  });

  test('from an image, turned as its metadata says and without them', async () => {
    const turned = await halves(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const page = await render(turned, 'image', 1, 100);
    expect(await sharp(page ?? undefined).metadata()).toMatchObject({ width: 100, height: 200 });
    expect((await sharp(page ?? undefined).metadata()).exif).toBeUndefined();
    const corners = await cornersOf(page);
    expect(corners.topLeft).toBeLessThan(30);
    expect(corners.topRight).toBeGreaterThan(225);
  });

  test('from each page of a TIFF image', async () => {
    const pages = await Promise.all(
      ['#fff', '#000'].map((background) =>
        sharp({ create: { width: 60, height: 80, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const fax = await sharp(pages, { join: { animated: true } })
      .tiff()
      .toBuffer();
    expect((await cornersOf(await render(fax, 'image', 1))).topLeft).toBeGreaterThan(225);
    expect((await cornersOf(await render(fax, 'image', 2))).topLeft).toBeLessThan(30);
    expect(await render(fax, 'image', 3)).toBeNull();
  });

  test('within limits, however large it declares to be', async () => {
    const huge = await render(textPdf([contract], { size: [200_000, 200_000] }), 'pdf');
    expect(await sharp(huge ?? undefined).metadata()).toMatchObject({ width: 320, height: 320 });
    const receipt = await render(textPdf([contract], { size: [200, 20_000] }), 'pdf');
    expect(await sharp(receipt ?? undefined).metadata()).toMatchObject({ width: 10, height: 960 });
  });

  test.each<[string, Buffer, PagedKind, number]>([
    ['a page that does not exist', threePages, 'pdf', 4],
    ['a declared page that is missing', textPdf([contract], { count: 5_000 }), 'pdf', 5_000],
    ['a protected PDF', protectedPdf(), 'pdf', 1],
    ['a damaged PDF', threePages.subarray(0, 350), 'pdf', 1],
    ['an image of too many pixels', declaredPng(50_000, 50_000), 'image', 1],
    ['no image', Buffer.from('text'), 'image', 1],
    ['no bytes', Buffer.alloc(0), 'pdf', 1],
  ])('or not at all: %s', async (_, bytes, kind, page) => {
    expect(await render(bytes, kind, page)).toBeNull();
  });

  test('and a PDF that never ends to be drawn is given up', async () => {
    // Every form draws the next one twenty times.
    const forms = Array.from({ length: 12 }, (_, index) => {
      const content = '/Next Do '.repeat(20);
      const next = index < 11 ? `/XObject << /Next ${5 + index} 0 R >>` : '';
      return `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${next} >> /Length ${content.length} >>\nstream\n${content}\nendstream`;
    });
    const endless = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /Next 5 0 R >> >> >>',
      ...forms,
    ]);
    await render(endless, 'pdf');
    expect(await render(threePages, 'pdf')).not.toBeNull();
  });
});

describe('text is read', () => {
  test('page by page from a PDF, and which pages are scans', async () => {
    const scan = await editPages(parsing, [asPart(threePages), asPart(png, 'image')], {
      parts: [{ file: 0, pages: [1] }, { file: 1 }],
    });
    const pages = await readPages(parsing, sourceOf(scan), 'pdf');
    expect(pages.map((text) => [text, hasText(text)])).toEqual([
      [contract.join('\n'), true],
      ['', false],
    ]);
    expect(await textsOf(formPdf('Maria Lopez'), 'pdf')).toEqual(['Maria Lopez']);
  });

  test('from text in the encodings of Windows and the web', async () => {
    const text = 'José’s café, 12 €';
    expect(await textsOf(text, 'text')).toEqual([text]);
    expect(await textsOf(Buffer.from(`\ufeff${text}`, 'utf16le'), 'text')).toEqual([text]);
    expect(await textsOf(Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'text')).toEqual([text]);
    const windows = Buffer.from('Jos\xe9\x92s caf\xe9, 12 \x80', 'latin1');
    expect(await textsOf(windows, 'text')).toEqual([text]);
  });

  test('from Office and OpenDocument files', async () => {
    const box = `<mc:AlternateContent><mc:Choice><w:t>Box</w:t></mc:Choice><mc:Fallback><w:t>Box</w:t></mc:Fallback></mc:AlternateContent>`;
    const letter = word(
      `${paragraph('Dear &#x141;ukasz &amp; Anna,')}<w:p><w:t>A</w:t><w:tab/><w:t>B</w:t><w:br/><w:t><![CDATA[<C>]]></w:t></w:p>${box}`,
      { 'word/footer1.xml': '<w:ftr><w:p><w:t>Page 1</w:t></w:p></w:ftr>' },
    );
    expect(await textsOf(letter, 'office')).toEqual([
      'Dear Łukasz & Anna,\nA\tB\n<C>\nBox\nPage 1',
    ]);
    expect(await textsOf(excel, 'office')).toEqual(['Stock\t48900\t\nF-150\tsold', '2', '10']);
    expect(await textsOf(powerpoint, 'office')).toEqual(['Goals', 'Results']);
    expect(await textsOf(openDocument, 'office')).toEqual(['Title\nOne\ttwo']);
  });

  test('up to a limit', async () => {
    const long = await readPages(parsing, sourceOf(Buffer.from('ü'.repeat(3_000_000))), 'text');
    expect(long.map((text) => Buffer.byteLength(text))).toEqual([2 * 1024 * 1024]);
    const bomb = await readPages(
      parsing,
      sourceOf(word(paragraph('0'.repeat(300_000_000)))),
      'office',
    );
    expect(bomb.map(({ length }) => length)).toEqual([2 * 1024 * 1024]);
    const tags = await readPages(parsing, sourceOf(word('<w:p/>'.repeat(20_000_000))), 'office');
    expect(tags).toEqual(['']);
  });

  test('as far as a damaged file goes', async () => {
    const missing = await readPages(parsing, sourceOf(textPdf([contract], { count: 50 })), 'pdf');
    expect(missing).toEqual([contract.join('\n')]);
    for (const [bytes, kind] of [
      [protectedPdf(), 'pdf'],
      [Buffer.alloc(0), 'pdf'],
      [Buffer.from('no ZIP'), 'office'],
    ] as const) {
      expect(await readPages(parsing, sourceOf(bytes), kind)).toEqual([]);
    }
    expect(await textsOf(png, 'image')).toEqual([]);
  });
});

describe('a scan is recognized', () => {
  const scanned = async (rotate?: 180) => {
    const page = await render(threePages, 'pdf', 1, 1_700);
    const image = sharp(page ?? undefined).rotate(rotate ?? 0);
    return image.jpeg({ quality: 80 }).toBuffer();
  };

  test('from an image and from a page of a PDF', async () => {
    const photo = await scanned();
    const found = await recognizePage(parsing, sourceOf(photo), { kind: 'image', page: 1 });
    expect(found).toContain('Retail installment sale contract');
    expect(found).toContain('512.40 dollars');
    const pdf = await editPages(parsing, [asPart(photo, 'image')], { parts: [{ file: 0 }] });
    const again = await recognizePage(parsing, sourceOf(pdf), { kind: 'pdf', page: 1 });
    expect(again).toContain('The buyer agrees to pay');
  });

  test('when it is upside down', async () => {
    const photo = await scanned(180);
    const found = await recognizePage(parsing, sourceOf(photo), { kind: 'image', page: 1 });
    expect(found).toContain('Retail installment sale contract');
  });

  test('or has no text', async () => {
    const blank = await picture(800, 1_000).png().toBuffer();
    const found = await recognizePage(parsing, sourceOf(blank), { kind: 'image', page: 1 });
    expect(found?.trim()).toBe('');
    const none = await recognizePage(parsing, sourceOf(threePages), { kind: 'pdf', page: 4 });
    expect(none).toBeNull();
  });
});

describe('pages are edited', () => {
  test('merged, in order, with the values of form fields', async () => {
    const bytes = await editPages(parsing, [asPart(threePages), asPart(formPdf('Maria Lopez'))], {
      parts: [{ file: 0, pages: [3, 1] }, { file: 1 }, { file: 0, pages: [2] }],
    });
    expect(await textsOf(bytes, 'pdf')).toEqual([
      'Power of attorney',
      contract.join('\n'),
      'Maria Lopez',
      'Odometer statement',
    ]);
    expect(await inspect(bytes, 'jacket.pdf')).toMatchObject({ pageCount: 4, refusal: null });
  });

  test.each([
    [90, 'topRight', 'topLeft'],
    [180, 'bottomLeft', 'topLeft'],
    [270, 'topLeft', 'topRight'],
  ] as const)('turned by %i degrees, and by more the next time', async (rotate, white, black) => {
    const image = await halves(600, 800).png().toBuffer();
    const turn = (bytes: Buffer, kind: PagedKind) =>
      editPages(parsing, [asPart(bytes, kind)], { parts: [{ file: 0, rotate }] });
    const once = await turn(image, 'image');
    const corners = await cornersOf(await render(once, 'pdf'));
    expect(corners[white]).toBeGreaterThan(225);
    expect(corners[black]).toBeLessThan(30);
    expect(corners.width > corners.height).toBe(rotate !== 180);
    const twice = await cornersOf(await render(await turn(once, 'pdf'), 'pdf'));
    expect(twice.topLeft > 225).toBe(rotate === 180);
  });

  test('made of images: fitted on letter, turned as their metadata says', async () => {
    const turned = await halves(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const fax = await sharp([png, png], { join: { animated: true } })
      .tiff()
      .toBuffer();
    const bytes = await editPages(parsing, [asPart(turned, 'image'), asPart(fax, 'image')], {
      parts: [{ file: 0 }, { file: 1 }],
    });
    expect((await inspect(bytes, 'a.pdf')).pageCount).toBe(3);
    const first = await cornersOf(await render(bytes, 'pdf', 1));
    expect([first.width, first.height]).toEqual([320, 414]);
    expect(first.topLeft).toBeLessThan(30);
    expect(first.topRight).toBeGreaterThan(225);
    const second = await cornersOf(await render(bytes, 'pdf', 2));
    expect([second.width, second.height]).toEqual([320, 247]);
  });

  test('with photos of paper turned gray, with full contrast', async () => {
    const pale = { r: 200, g: 190, b: 170 };
    const photo = await sharp({
      create: { width: 600, height: 800, channels: 3, background: pale },
    })
      .composite([
        {
          input: { create: { width: 300, height: 400, channels: 3, background: '#776' } },
          top: 0,
          left: 0,
        },
      ])
      .jpeg()
      .toBuffer();
    const bytes = await editPages(parsing, [asPart(photo, 'image')], {
      parts: [{ file: 0 }],
      enhancesImages: true,
    });
    const corners = await cornersOf(await render(bytes, 'pdf'));
    expect(corners.topLeft).toBeLessThan(30);
    expect(corners.bottomLeft).toBeGreaterThan(225);
  });

  test.each<[string, Parameters<typeof editPages>[1], Parameters<typeof editPages>[2], RegExp]>([
    ['no page', [asPart(threePages)], { parts: [] }, /^Choose at least one page/],
    ['a missing page', [asPart(threePages)], { parts: [{ file: 0, pages: [4] }] }, /fewer pages/],
    ['a protected PDF', [asPart(protectedPdf())], { parts: [{ file: 0 }] }, /password/],
    ['a damaged PDF', [asPart(Buffer.alloc(0))], { parts: [{ file: 0 }] }, /^This PDF is damaged/],
    [
      'no image',
      [asPart(Buffer.from('a'), 'image')],
      { parts: [{ file: 0 }] },
      /^An image is damaged/,
    ],
    [
      'too many pixels',
      [asPart(declaredPng(50_000, 50_000), 'image')],
      { parts: [{ file: 0 }] },
      /^An image is damaged/,
    ],
    [
      'missing pages',
      [asPart(textPdf([contract], { count: 50 }))],
      { parts: [{ file: 0 }] },
      /^This PDF is damaged/,
    ],
    [
      'too many pages',
      [asPart(threePages)],
      { parts: [{ file: 0, pages: Array(2_001).fill(1) }] },
      /at most 2,000 pages/,
    ],
    [
      'too many bytes',
      [{ source: { ...sourceOf(threePages), sizeBytes: 65 * 1024 * 1024 }, kind: 'pdf' }],
      { parts: [{ file: 0 }] },
      /larger than 64 MB/,
    ],
  ])('or refused with a sentence: %s', async (_, files, plan, message) => {
    await expect(editPages(parsing, files, plan)).rejects.toThrow(message);
  });
});
