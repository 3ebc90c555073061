import { randomUUID } from 'node:crypto';
import net from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { idOf } from '../../chat/test/chatCalls.ts';
import { discardUpload } from '../contract.ts';
import { download, filesOnDisk, photo, pixelBomb, putFile } from './uploadCalls.ts';

let forecourt: TestForecourt;
let manager: Client;
let employee: Client;
let before: string[];
beforeAll(async () => {
  forecourt = await startForecourt();
  manager = await forecourt.signIn('manager');
  employee = await forecourt.signIn('employee');
});
afterAll(() => forecourt.stop());
beforeEach(() => {
  before = filesOnDisk(forecourt);
});

/** The tables of a big-endian TIFF: its pages, each with one tag and where the next page is. */
const tiff = (...pages: [tag: string, next: string][]) =>
  Buffer.from(
    `4d4d002a00000008${pages.map(([tag, next]) => `0001${tag}000400000001000000ff${next}`).join('')}`,
    'hex',
  );
const gpsOnSecondPage = tiff(['0100', '0000001a'], ['8825', '00000000']);
const endless = tiff(['0100', '0000001a'], ['0100', '00000008']);

const countLooseFiles = async () => {
  const rows = await forecourt.platform.db.selectFrom('chat_loose_files').selectAll().execute();
  return rows.length;
};
const expectNothingStored = async () => {
  expect(filesOnDisk(forecourt)).toEqual(before);
  expect(await countLooseFiles()).toBe(0);
};

describe('a file', () => {
  test('is stored unchanged', async () => {
    const bytes = Buffer.from('id,price\n1,20000\n');
    const { status, body } = await putFile(manager, bytes, { name: 'BMW prices.csv' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.id,
      type: 'file',
      url: `/api/chat/files/${body.id}`,
      thumbnailUrl: null,
      name: 'BMW prices.csv',
      size: bytes.length,
      mimeType: 'text/plain',
      width: null,
      height: null,
      durationMs: null,
    });
    expect((await download(forecourt, manager, body.url)).bytes.equals(bytes)).toBe(true);
    expect(await countLooseFiles()).toBe(0);
  });

  test('of zero bytes is refused', async () => {
    const { status, body } = await putFile(manager, '');
    expect([status, body.error]).toEqual([400, 'This file is empty.']);
    await expectNothingStored();
  });

  test('of two gigabytes is refused before a byte is read', async () => {
    const address = `/api/chat/uploads/${randomUUID()}?name=film.mp4`;
    const response = await beginUpload(address, 2 * 1024 ** 3, '');
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toContain('"error":"A file must be at most 100 MB."');
    await expectNothingStored();
  });

  test('that breaks off in the middle leaves nothing behind', async () => {
    const waitUntilStarted = () =>
      eventually(async () => filesOnDisk(forecourt).length > before.length);
    await beginUpload(
      `/api/chat/uploads/${randomUUID()}?name=a`,
      1000,
      'half of it',
      waitUntilStarted,
    );
    await eventually(async () => (await countLooseFiles()) === 0);
    await expectNothingStored();
  });

  test.each([
    ['', 400],
    [`name=${'x'.repeat(256)}`, 400],
    ['name=a%00b', 400],
    ['name=a&durationMs=0', 400],
    ['name=a&durationMs=x', 400],
  ])('uploaded with ?%s is refused', async (query, expected) => {
    const { status } = await manager.raw('PUT', `/api/chat/uploads/${randomUUID()}?${query}`, {
      body: 'x',
    });
    expect(status).toBe(expected);
    await expectNothingStored();
  });

  test('needs a valid id', async () => {
    expect((await putFile(manager, 'x', { id: '1' })).status).toBe(400);
  });

  /** The server's response to the beginning of an upload; the connection is cut after `until`. */
  function beginUpload(
    address: string,
    length: number,
    bytes: string,
    until?: () => Promise<void>,
  ): Promise<string> {
    const { port } = new URL(forecourt.url);
    return new Promise((resolve) => {
      const socket = net.connect(Number(port), '127.0.0.1');
      socket.write(
        `PUT ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${manager.cookie}\r\nContent-Length: ${length}\r\n\r\n${bytes}`,
      );
      socket.on('data', (data) => {
        resolve(String(data));
        socket.destroy();
      });
      void until?.().finally(() => socket.destroy());
      socket.on('close', () => resolve(''));
    });
  }
});

describe('the same id again', () => {
  test('is the same file, whatever it contains', async () => {
    const id = randomUUID();
    const first = await putFile(manager, 'first', { id, name: 'one' });
    const again = await putFile(manager, 'second', { id, name: 'two' });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await download(forecourt, manager, first.body.url)).bytes.toString()).toBe('first');
  });

  test('at the same moment is one file', async () => {
    const id = randomUUID();
    const responses = await Promise.all(
      ['one', 'two', 'three'].map((text) => putFile(manager, text, { id, name: text })),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(responses.map(({ body }) => body.name)).size).toBe(1);
    const [kept] = responses;
    expect((await download(forecourt, manager, kept?.body.url ?? '')).bytes.toString()).toBe(
      kept?.body.name,
    );
    expect(filesOnDisk(forecourt).length).toBe(before.length + 1);
    expect(await countLooseFiles()).toBe(0);
  });

  test('from someone else reveals and changes nothing', async () => {
    const id = randomUUID();
    await putFile(manager, 'mine', { id });
    const { status, body } = await putFile(employee, 'theirs', { id });
    expect(status).toBe(404);
    expect(JSON.stringify(body)).not.toMatch(/mine|file/);
    expect((await download(forecourt, manager, `/api/chat/files/${id}`)).bytes.toString()).toBe(
      'mine',
    );
    expect((await download(forecourt, employee, `/api/chat/files/${id}`)).status).toBe(404);
  });
});

describe('an image', () => {
  test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('may be a %s', async (format) => {
    const bytes = await photo(80, 40).toFormat(format).toBuffer();
    const { body } = await putFile(manager, bytes, { name: 'x.bin', type: 'text/html' });
    expect(body).toMatchObject({ type: 'image', mimeType: `image/${format}` });
    expect([body.width, body.height, body.thumbnailUrl]).toEqual([80, 40, null]);
    const shown = await download(forecourt, manager, body.url);
    expect([shown.type, shown.disposition.split(';')[0]]).toEqual([`image/${format}`, 'inline']);
  });

  test('of some size gets a thumbnail, and both are upright and without location', async () => {
    const bytes = await photo(2000, 1000)
      .jpeg()
      .withExif({
        IFD0: { Artist: 'Somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { body } = await putFile(manager, bytes, { name: 'IMG_1.jpg' });
    expect([body.width, body.height]).toEqual([1000, 2000]);
    expect(body.thumbnailUrl).toBe(`${body.url}/thumbnail`);
    const small = await download(forecourt, manager, body.thumbnailUrl ?? '');
    expect([small.status, small.type]).toEqual([200, 'image/webp']);
    const facts = await sharp(small.bytes).metadata();
    expect([facts.width, facts.height, facts.exif, facts.xmp, facts.orientation]).toEqual([
      360,
      720,
      undefined,
      undefined,
      undefined,
    ]);
    const original = await sharp((await download(forecourt, manager, body.url)).bytes).metadata();
    expect([original.width, original.height, original.exif, original.orientation]).toEqual([
      1000,
      2000,
      undefined,
      undefined,
    ]);
    const etag = small.headers.get('etag') ?? '';
    const again = await download(forecourt, manager, body.thumbnailUrl ?? '', {
      'if-none-match': etag,
    });
    expect(again.status).toBe(304);
  });

  test.each(['png', 'webp', 'avif'] as const)(
    'as %s reveals no more than it shows',
    async (format) => {
      const metadata = { IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '51/1' } };
      const bytes = await photo(80, 40).toFormat(format).withExif(metadata).toBuffer();
      expect((await sharp(bytes).metadata()).exif).toBeDefined();
      const { body } = await putFile(manager, bytes);
      const shown = await download(forecourt, manager, body.url);
      expect((await sharp(shown.bytes).metadata()).exif).toBeUndefined();
      expect([shown.type, body.size]).toEqual([`image/${format}`, shown.bytes.length]);
    },
  );

  const metadata = { IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '51/1' } };

  test('as an animated webp keeps its animation and loses its location', async () => {
    const frames = await Promise.all([1, 2, 3].map(() => photo(80, 40).png().toBuffer()));
    const bytes = await sharp(frames, { join: { animated: true } })
      .webp({ delay: [100, 200, 300], loop: 2 })
      .withExif(metadata)
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const { body } = await putFile(manager, bytes);
    expect([body.type, body.width, body.height]).toEqual(['image', 80, 40]);
    const shown = await sharp((await download(forecourt, manager, body.url)).bytes).metadata();
    expect([shown.exif, shown.pages, shown.delay, shown.loop]).toEqual([
      undefined,
      3,
      [100, 200, 300],
      2,
    ]);
  });

  test.each([
    ['is truncated', (full: Buffer) => full.subarray(0, full.length / 2)],
    [
      'ends before the image begins',
      (full: Buffer) => full.subarray(0, full.indexOf('ffc0', 'hex')),
    ],
  ])('with a location that %s is refused, and not stored', async (_, cut) => {
    const full = await photo(800, 800).jpeg().withExif(metadata).toBuffer();
    const { status, body } = await putFile(manager, cut(full));
    expect([status, body.error]).toEqual([400, 'Couldn’t read this image. Choose another one.']);
    await expectNothingStored();
  });

  test('of more than 50 MB is refused, and not stored', async () => {
    const bytes = Buffer.concat([
      await photo(80, 40).jpeg().toBuffer(),
      Buffer.alloc(51 * 2 ** 20),
    ]);
    const { status, body } = await putFile(manager, bytes);
    expect([status, body.error]).toEqual([400, 'An image can be at most 50 MB.']);
    await expectNothingStored();
  });

  test('as a TIFF may be a scan, but not a photo with a location', async () => {
    const scan = await photo(80, 40).tiff().toBuffer();
    const stored = await putFile(manager, scan, { name: 'scan.tif' });
    expect([stored.status, stored.body]).toMatchObject([
      201,
      { type: 'file', mimeType: 'image/tiff', size: scan.length },
    ]);
    before = filesOnDisk(forecourt);
    const photoed = await photo(80, 40).tiff().withXmp('<x:xmpmeta>51.5</x:xmpmeta>').toBuffer();
    for (const bytes of [photoed, gpsOnSecondPage, endless]) {
      const { status, body } = await putFile(manager, bytes);
      expect([status, body.error]).toEqual([
        400,
        'Couldn’t remove the location from this image. Send it as a JPEG.',
      ]);
    }
    await expectNothingStored();
  });

  test('with too many pixels is refused, and not stored', async () => {
    const { status, body } = await putFile(manager, pixelBomb(), { name: 'bomb.png' });
    expect(status).toBe(400);
    expect(body.error).toBe('This image has too many pixels. The limit is 50 megapixels.');
    await expectNothingStored();
  });

  test('that is truncated is a plain file', async () => {
    const full = await photo(800, 800).jpeg().toBuffer();
    const { status, body } = await putFile(manager, full.subarray(0, full.length / 2));
    expect([status, body.type, body.width, body.thumbnailUrl]).toEqual([201, 'file', null, null]);
    const saved = await download(forecourt, manager, body.url);
    expect([saved.type, saved.disposition.split(';')[0]]).toEqual([
      'application/octet-stream',
      'attachment',
    ]);
    expect((await download(forecourt, manager, `${body.url}/thumbnail`)).status).toBe(404);
  });
});

test('a voice note keeps its length', async () => {
  const webm = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex');
  const { body } = await putFile(manager, webm, { name: 'voice.webm', durationMs: 4200 });
  expect(body).toMatchObject({ type: 'file', durationMs: 4200, mimeType: 'audio/webm' });
  const { type, disposition } = await download(forecourt, manager, body.url);
  expect([type, disposition.split(';')[0]]).toEqual(['audio/webm', 'inline']);
});

describe('discarding an upload', () => {
  const discard = (client: Client, uploadId: string) =>
    client.call(discardUpload, { params: { uploadId } });

  test('deletes it and its thumbnail', async () => {
    const { body } = await putFile(manager, await photo(900, 900).jpeg().toBuffer());
    expect(filesOnDisk(forecourt).length).toBe(before.length + 2);
    expect((await discard(manager, body.id)).status).toBe(200);
    expect((await download(forecourt, manager, body.url)).status).toBe(404);
    expect((await discard(manager, body.id)).status).toBe(404);
    await expectNothingStored();
  });

  test('is allowed for the uploader only', async () => {
    const { body } = await putFile(manager, 'mine');
    expect((await discard(employee, body.id)).status).toBe(404);
    expect((await download(forecourt, manager, body.url)).status).toBe(200);
  });
});

describe('limits', () => {
  test('more than two gigabytes a day are refused, declared or not', async () => {
    const gm = await forecourt.signIn('gm');
    await forecourt.platform.db
      .insertInto('chat_uploads')
      .values({
        id: randomUUID(),
        uploader_id: await idOf(forecourt, 'gm'),
        name: 'much',
        mime_type: 'text/plain',
        size_bytes: 2 * 1024 ** 3 - 10,
      })
      .execute();
    expect((await putFile(gm, '0123456789')).status).toBe(201);
    const { status, body } = await putFile(gm, 'x');
    expect([status, body.error]).toEqual([
      413,
      'You can upload at most 2 GB a day. Try again tomorrow.',
    ]);
    expect(filesOnDisk(forecourt).length).toBe(before.length + 1);
  });

  test('more than sixty files in ten minutes are refused', async () => {
    const executive = await forecourt.signIn('executive');
    const responses = await Promise.all(Array.from({ length: 61 }, () => putFile(executive, 'x')));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBe(1);
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(responses.filter(({ status }) => status === 201).length).toBe(60);
  });
});
