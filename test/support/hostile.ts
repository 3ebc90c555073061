import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import { zipOf } from './zip.ts';

/** A malicious file: its name, and its content of about this size. */
export interface HostileFile {
  name: string;
  make(bytes: number): Buffer;
}

const xml = '<?xml version="1.0"?>\n';
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const repeated = (text: string, bytes: number) =>
  Buffer.alloc(Math.max(bytes, text.length), text, 'utf8');
const of = (start: string, text: string, bytes: number, end = '') =>
  Buffer.concat([Buffer.from(start), repeated(text, bytes), Buffer.from(end)]);

function pngChunk(name: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(name), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(zlib.crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG that claims a size, whatever pixels it contains. */
function pngOf(width: number, height: number, data: Buffer, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunks = [pngChunk('IHDR', header), ...extra, pngChunk('IDAT', data)];
  return Buffer.concat([png, ...chunks, pngChunk('IEND', Buffer.alloc(0))]);
}

/** Compressed spaces that unpack to 1,000 times the size. The checksum is wrong, but no reader checks it. */
export function burst(packedBytes: number, sign = 0x20): Buffer {
  const plain = Buffer.alloc(16 * 1024 * 1024, sign);
  const chunk = zlib.deflateRawSync(plain, { finishFlush: zlib.constants.Z_FULL_FLUSH });
  const count = Math.max(1, Math.floor(packedBytes / chunk.length));
  const chunks = Array.from({ length: count }, () => chunk);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...chunks, Buffer.from([3, 0, 0, 0, 0, 0])]);
}

/** A PDF with one page, whose content is this stream. */
export function pdfOf(stream: Buffer, filter = '/Filter /FlateDecode'): Buffer {
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n' +
        '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n' +
        `4 0 obj<</Length ${stream.length}${filter}>>stream\n`,
    ),
    stream,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]);
}

function box(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(content.length + 8);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
}

const video = (rest: Buffer) => Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isom')), rest]);

/** As many nested boxes as fit. */
function nestedBoxes(bytes: number): Buffer {
  const all = Buffer.alloc(Math.floor(bytes / 8) * 8);
  for (let at = 0; at < all.length; at += 8) {
    all.writeUInt32BE(all.length - at, at);
    all.write('moov', at + 4, 'latin1');
  }
  return video(all);
}

const heic = (rest: Buffer) =>
  Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')), rest]);

const wrapGzip = (bytes: Buffer, times: number): Buffer =>
  times === 0 ? bytes : wrapGzip(zlib.gzipSync(bytes, { level: 1 }), times - 1);

/** Forty kinds of malicious files. */
export const hostileFiles: HostileFile[] = [
  { name: 'open-tags.xml', make: (n) => of(xml, '<', n) },
  { name: 'open-tags.html', make: (n) => of('<!doctype html>', '<a ', n) },
  { name: 'comments.html', make: (n) => of('<!doctype html>', '<!--', n) },
  { name: 'nested.xml', make: (n) => of(xml, '<a>', n) },
  {
    name: 'entities.xml',
    make: (n) =>
      of(
        `${xml}<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from(
          { length: 20 },
          (_, at) => `<!ENTITY b${at} "${`&b${at - 1};`.repeat(10)}">`,
        ).join('')}]><a>`,
        '&b19;',
        n,
        '</a>',
      ),
  },
  {
    name: 'outside-entity.xml',
    make: (n) => of(`${xml}<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>`, '&x;', n),
  },
  { name: 'attributes.xml', make: (n) => of(`${xml}<a `, 'b="c" ', n, '/>') },
  { name: 'cdata.xml', make: (n) => of(xml, '<![CDATA[', n) },
  { name: 'replacement.txt', make: (n) => of('', '\ufffd', n, 'x') },
  { name: 'dates.txt', make: (n) => of('', '11/20 2026-11-20 ', n) },
  { name: 'phones.txt', make: (n) => of('', '(515) 555-0142 +49 30 1234567 ', n) },
  { name: 'digits.txt', make: (n) => of('', '1 2-3.4/5 ', n) },
  { name: 'one-word.txt', make: (n) => of('', 'a', n) },
  { name: 'joined.txt', make: (n) => of('', 'a_b-c.', n) },
  { name: 'ligatures.txt', make: (n) => of('', '\ufdfa', n) },
  { name: 'marks.txt', make: (n) => of('a', '\u0301', n) },
  { name: 'pictures.txt', make: (n) => of('', '👩‍👩‍👧‍👦', n) },
  { name: 'blanks.txt', make: (n) => of('', ' \t', n) },
  { name: 'nul.txt', make: (n) => of('text', '\0', n) },
  {
    name: 'utf16.txt',
    make: (n) => Buffer.concat([Buffer.from([0xff, 0xfe]), randomBytes(n)]),
  },
  { name: 'quotes.csv', make: (n) => of('a,b\n"', '""', n) },
  { name: 'one-line.csv', make: (n) => of('', 'a,', n) },
  { name: 'deep.json', make: (n) => of('', '[', n) },
  { name: 'keys.json', make: (n) => of('{', '"__proto__":{},', n, '"a":1}') },
  { name: 'mail.eml', make: (n) => of('From: a@b.example\r\nSubject: ', '=?utf-8?b?', n) },
  { name: 'burst.pdf', make: (n) => pdfOf(burst(n)) },
  {
    name: 'operators.pdf',
    make: (n) =>
      pdfOf(
        zlib.deflateSync(repeated('BT (a) Tj ET q 1 0 0 1 0 0 cm ', Math.min(n * 20, 60_000_000))),
      ),
  },
  { name: 'nested-arrays.pdf', make: (n) => pdfOf(repeated('[', n), '') },
  { name: 'nested-objects.pdf', make: (n) => of('%PDF-1.4\n', '1 0 obj<<', n, '\n%%EOF') },
  { name: 'cut.pdf', make: (n) => pdfOf(burst(n)).subarray(0, Math.max(n / 2, 400)) },
  {
    name: 'kids-of-itself.pdf',
    make: (n) =>
      of(
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n' +
          '2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 99999999>>endobj\n',
        '% ',
        n,
        '\ntrailer<</Root 1 0 R>>\n%%EOF',
      ),
  },
  { name: 'claims.png', make: () => pngOf(50_000, 50_000, Buffer.alloc(0)) },
  { name: 'burst.png', make: (n) => pngOf(7_000, 7_000, burst(Math.min(n, 150_000), 0)) },
  {
    name: 'text-burst.png',
    make: (n) =>
      pngOf(
        8,
        8,
        zlib.deflateSync(Buffer.alloc(200)),
        Array.from({ length: 20 }, () =>
          pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), burst(n / 20)])),
        ),
      ),
  },
  {
    name: 'claims.gif',
    make: (n) =>
      Buffer.concat([
        Buffer.from('GIF89a'),
        Buffer.from([0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
        repeated('\u002c\0\0\0\0\u007f\u007f\u007f\u007f\0\u0002\u0001\u0001\0', n),
      ]),
  },
  {
    name: 'cut.jpg',
    make: (n) =>
      Buffer.concat([
        Buffer.from(
          'ffd8ffe000104a46494600010100000100010000ffc0001108fffffffe03012200021101031101',
          'hex',
        ),
        randomBytes(n),
      ]),
  },
  {
    // Its only page is followed by itself.
    name: 'endless.tif',
    make: () => Buffer.from('4d4d002a0000000800010100000400000001000000ff00000008', 'hex'),
  },
  {
    name: 'drawing.svg',
    make: (n) => of('<svg xmlns="http://www.w3.org/2000/svg">', '<g><use href="#a"/>', n),
  },
  { name: 'nested.mp4', make: nestedBoxes },
  {
    name: 'endless-meta.mov',
    make: (n) => video(box('moov', box('udta', box('meta', repeated('\0\0\0\u0008free', n))))),
  },
  {
    name: 'tables.heic',
    make: (n) =>
      heic(
        box(
          'meta',
          Buffer.concat([
            Buffer.alloc(4),
            box(
              'iinf',
              Buffer.concat([
                Buffer.from([0, 0, 0, 0, 255, 255]),
                repeated('\0\0\0\u0008infe', n / 2),
              ]),
            ),
            box(
              'iloc',
              Buffer.concat([
                Buffer.from([2, 0, 0, 0, 0, 0, 255, 255, 255, 255]),
                Buffer.alloc(n / 2),
              ]),
            ),
          ]),
        ),
      ),
  },
  {
    name: 'burst.zip',
    make: (n) =>
      zipOf({ 'users.json': '['.repeat(Math.min(n * 40, 200_000_000)), 'channels.json': '[]' }),
  },
  {
    name: 'many.zip',
    make: (n) =>
      zipOf(
        Object.fromEntries(
          Array.from({ length: Math.min(Math.floor(n / 120), 60_000) }, (_, at) => [`f/${at}`, '']),
        ),
      ),
  },
  { name: 'onion.gz', make: (n) => wrapGzip(Buffer.alloc(n * 4), 8) },
  {
    name: 'polyglot.pdf.html',
    make: (n) => Buffer.concat([pdfOf(burst(n)), of('<!doctype html><script>', '<', n)]),
  },
];
