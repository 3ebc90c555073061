import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { PlaceEraser } from '../server/content/places/eraser.ts';
import { box, uint32 } from './boxes.ts';
import { download, putFile } from './uploadCalls.ts';

const location = '+41.8781-087.6298+181.000/';

function wideBox(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32BE(1);
  header.write(type, 4, 'latin1');
  header.writeBigUInt64BE(BigInt(16 + body.length), 8);
  return Buffer.concat([header, body]);
}

const handler = box('hdlr', Buffer.alloc(8), 'mdta', Buffer.alloc(13));
const keys = (...names: string[]) =>
  box('keys', Buffer.alloc(4), uint32(names.length), ...names.map((name) => box('mdta', name)));
const value = (number: number, text: string) =>
  box(uint32(number).toString('latin1'), box('data', Buffer.alloc(8), text));
const apple = 'com.apple.quicktime.';
const xmpId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
const media = Buffer.from('frames, which stay as they are, ©xyz and all').toString('latin1');

/** A video with its location in every known form. */
const video = (wrap: typeof box = box) =>
  Buffer.concat([
    box('ftyp', 'qt  ', Buffer.alloc(4), 'qt  '),
    box('wide'),
    box('uuid', xmpId, `<x:xmpmeta>${location}</x:xmpmeta>`),
    box('mdat', media),
    wrap(
      'moov',
      Buffer.concat([
        box('mvhd', Buffer.alloc(100, 7)),
        box(
          'trak',
          box('tkhd', Buffer.alloc(84)),
          box('udta', box('\u00a9xyz', location), box('name', 'Kept')),
        ),
        box(
          'udta',
          box('loci', location),
          box('\u00a9nam', 'The blue one'),
          box('XMP_', location),
          Buffer.alloc(4),
        ),
        box(
          'meta',
          handler,
          keys(`${apple}make`, `${apple}location.ISO6709`, `${apple}model`),
          box('ilst', value(1, 'Maker'), value(2, location), value(3, 'Model')),
        ),
        box(
          'udta',
          box(
            'meta',
            Buffer.alloc(4),
            handler,
            box('ilst', value(1, location)),
            keys(`${apple}location.name`),
            box('xml ', location),
          ),
        ),
      ]),
    ),
    box('free', 'nothing'),
  ]);

function erase(bytes: Buffer, sizes: readonly number[] = [bytes.length]): Buffer {
  const eraser = new PlaceEraser();
  const done: Buffer[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    done.push(...eraser.push(Buffer.from(bytes.subarray(at, at + size))));
    at += size;
  }
  return Buffer.concat([...done, ...eraser.end()]);
}

describe('the location of a video', () => {
  test.each([
    ['with short headers', video()],
    ['with long headers', video((type, body) => wideBox(type, body as Buffer))],
  ])('is removed, and nothing else: %s', (_, bytes) => {
    const before = Buffer.from(bytes);
    const after = erase(bytes);
    expect(after.length).toBe(before.length);
    expect(after.includes(location)).toBe(false);
    expect(after.includes('xmpmeta')).toBe(false);
    for (const kept of [media, 'Kept', 'The blue one', 'Maker', 'Model', 'nothing']) {
      expect(after.indexOf(Buffer.from(kept, 'latin1'))).toBe(
        before.indexOf(Buffer.from(kept, 'latin1')),
      );
    }
    expect(bytes).toEqual(before);
  });

  test('is removed however the bytes arrive', () => {
    const expected = erase(video());
    for (const sizes of [[1], [7], [8, 1, 15], [64], [3, 200]]) {
      expect(erase(video(), sizes).equals(expected)).toBe(true);
    }
  });

  test('is removed from a list of values too long to buffer', () => {
    const meta = box(
      'meta',
      handler,
      keys(`${apple}location.ISO6709`),
      box('ilst', value(1, location)),
      box('free', Buffer.alloc(5 * 1024 * 1024)),
    );
    const bytes = Buffer.concat([box('ftyp', 'isom'), box('moov', box('mvhd', 'x'), meta)]);
    const after = erase(bytes, [64 * 1024]);
    expect([after.length, after.includes(location)]).toEqual([bytes.length, false]);
  });
});

describe('a file that is not a video', () => {
  test.each([
    ['a text', Buffer.from(`Meet me at ${location}`)],
    ['nothing', Buffer.alloc(0)],
    ['a few bytes', Buffer.from('moov')],
    [
      'an image in the same boxes',
      Buffer.concat([box('ftyp', 'avif'), box('moov', box('udta', box('loci', location)))]),
    ],
    [
      'a video with wrong sizes',
      Buffer.concat([box('ftyp', 'isom'), box('moov', uint32(1_000_000), 'trak', 'abc')]),
    ],
  ])('is unchanged: %s', (_, bytes) => {
    expect(erase(Buffer.from(bytes)).equals(bytes)).toBe(true);
  });
});

test('any bytes keep their length without errors, however they arrive', () => {
  const type = fc.constantFrom(
    'moov',
    'trak',
    'udta',
    'meta',
    'ilst',
    'keys',
    'hdlr',
    'uuid',
    'loci',
    '\u00a9xyz',
    'mdat',
    'free',
    'ftyp',
  );
  const size = fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.nat(40) },
    { weight: 1, arbitrary: fc.constantFrom(0xffffffff, 0x7fffffff) },
  );
  const { tree } = fc.letrec<{ tree: Buffer; leaf: Buffer }>((tie) => ({
    leaf: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    tree: fc
      .tuple(
        type,
        size,
        fc.array(fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('tree')), { maxLength: 4 }),
      )
      .map(([name, declaredLength, parts]) => {
        const made = box(name, ...parts);
        if (declaredLength !== null) made.writeUInt32BE(declaredLength);
        return made;
      }),
  }));
  const bytes = fc
    .array(tree, { maxLength: 5 })
    .map((parts) => Buffer.concat([box('ftyp', 'isom'), ...parts]));
  fc.assert(
    fc.property(
      bytes,
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      (made, sizes) => {
        const expected = erase(made);
        expect(expected.length).toBe(made.length);
        expect(erase(made, sizes).equals(expected)).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

describe('an uploaded video', () => {
  let forecourt: TestForecourt;
  beforeAll(async () => {
    forecourt = await startForecourt();
  });
  afterAll(() => forecourt.stop());

  test('is served with its length, without its location', async () => {
    const manager = await forecourt.signIn('manager');
    const { status, body } = await putFile(manager, video());
    expect([status, body.size]).toEqual([201, video().length]);
    const { bytes } = await download(forecourt, manager, body.url);
    expect(bytes.equals(erase(video()))).toBe(true);
  });
});
