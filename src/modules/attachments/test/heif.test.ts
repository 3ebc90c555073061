import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { eraseItems } from '../server/content/places/heifParser.ts';
import { box, uint32 } from './boxes.ts';
import { download, filesOnDisk, photo, putFile } from './uploadCalls.ts';

const location = 'GPS 41.8781N 87.6298W, taken by Somebody';
const packet = `<x:xmpmeta>${location}</x:xmpmeta>`;
const image = 'the picture itself, which stays as it is';

const short = (number: number) => uint32(number).subarray(2);
const full = (version: number) => Buffer.from([version, 0, 0, 0]);

const entry = (id: number, type: string, ...more: string[]) =>
  box('infe', full(2), short(id), short(0), type, ...['', ...more].map((text) => `${text}\0`));

interface Extent {
  id: number;
  start: number;
  length: number;
  method?: number;
}

const located = ({ id, start, length, method = 0 }: Extent) =>
  Buffer.concat([...[id, method, 0].map(short), short(1), uint32(start), uint32(length)]);

interface HeicOptions {
  /** Where the text is: in the file, or in the tables themselves. */
  method?: number;
  brand?: string;
  /** Added to every offset. */
  off?: number;
  without?: readonly string[];
}

/** A HEIC image as phones create them: tables first, then the data they point to. */
function heic({ method = 0, brand = 'heic', off = 0, without = [] }: HeicOptions = {}): Buffer {
  const items = [
    { id: 1, entry: entry(1, 'hvc1'), bytes: image },
    { id: 2, entry: entry(2, 'Exif'), bytes: `\0\0\0\0MM\0*${location}` },
    { id: 3, entry: entry(3, 'mime', 'application/rdf+xml'), bytes: packet },
  ].filter((item) => !without.includes(item.bytes));
  const build = (begin: number): Buffer => {
    let at = begin;
    const extents = items.map(({ id, bytes }) => {
      const isInside = id === 3 && method === 1;
      const start = isInside ? 0 : at + off;
      if (!isInside) at += bytes.length;
      return located({ id, start, length: bytes.length, method: id === 3 ? method : 0 });
    });
    return Buffer.concat([
      box('ftyp', brand, Buffer.alloc(4), `mif1${brand}`),
      box(
        'meta',
        full(0),
        box('hdlr', Buffer.alloc(8), 'pict', Buffer.alloc(13)),
        box('iinf', full(0), short(items.length), ...items.map((item) => item.entry)),
        box('iloc', full(1), Buffer.from([0x44, 0]), short(items.length), ...extents),
        ...(method === 1 ? [box('idat', packet)] : []),
      ),
      box('mdat', ...items.filter(({ id }) => id !== 3 || method !== 1).map(({ bytes }) => bytes)),
    ]);
  };
  // The tables have their actual length, whatever they claim.
  return build(build(0).indexOf('mdat') + 4);
}

describe('camera metadata in a HEIC image', () => {
  test.each([
    ['beside the picture', {}],
    ['in its tables', { method: 1 }],
    ['under the name of the format', { brand: 'mif1' }],
  ])('is removed, and nothing else: %s', (_, shape) => {
    const [before, after] = [heic(shape), heic(shape)];
    expect(eraseItems(after)).toBe(true);
    expect(after.length).toBe(before.length);
    for (const gone of [location, 'xmpmeta', 'Somebody']) expect(after.includes(gone)).toBe(false);
    expect(after.indexOf(image)).toBe(before.indexOf(image));
    expect(eraseItems(after)).toBe(true);
  });

  test('is removed from an image that others can still read', async () => {
    const metadata = { IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '51/1' } };
    const bytes = await photo(80, 40).avif().withExif(metadata).toBuffer();
    expect((await sharp(bytes).metadata()).exif?.includes('Somebody')).toBe(true);
    const pixels = await sharp(bytes).raw().toBuffer();
    expect(eraseItems(bytes)).toBe(true);
    expect(bytes.includes('Somebody')).toBe(false);
    expect((await sharp(bytes).metadata()).exif?.includes('Somebody') ?? false).toBe(false);
    expect((await sharp(bytes).raw().toBuffer()).equals(pixels)).toBe(true);
  });

  test('is absent if the camera wrote none', () => {
    const bytes = heic({ without: [packet, `\0\0\0\0MM\0*${location}`] });
    expect(eraseItems(bytes)).toBe(false);
    expect(eraseItems(Buffer.from('ftypheic'))).toBe(false);
  });

  test.each([
    ['behind the end of the file', heic({ off: 1_000_000 })],
    ['in another file', heic({ method: 2 })],
    ['in tables that are cut off', heic().subarray(0, 190)],
  ])('causes refusal of an image where it is %s', (_, bytes) => {
    expect(() => eraseItems(bytes)).toThrow('Couldn’t read this HEIC image.');
  });
});

describe('an uploaded HEIC image', () => {
  let forecourt: TestForecourt;
  let manager: Client;
  beforeAll(async () => {
    forecourt = await startForecourt();
    manager = await forecourt.signIn('manager');
  });
  afterAll(() => forecourt.stop());

  test('keeps its length, without its location', async () => {
    const { status, body } = await putFile(manager, heic(), { name: 'IMG_2.HEIC' });
    expect([status, body.mimeType, body.size]).toEqual([201, 'image/heic', heic().length]);
    const { bytes } = await download(forecourt, manager, body.url);
    expect([bytes.includes(image), bytes.includes(location)]).toEqual([true, false]);
  });

  test('that cannot be cleaned is refused with advice, and not stored', async () => {
    const before = filesOnDisk(forecourt);
    const { status, body } = await putFile(manager, heic({ off: 1_000_000 }));
    expect([status, body.error]).toEqual([
      400,
      'Couldn’t read this HEIC image. Send it as a JPEG.',
    ]);
    expect(filesOnDisk(forecourt)).toEqual(before);
  });
});
