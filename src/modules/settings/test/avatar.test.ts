import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import * as calls from '../contract.ts';

let stage: AdminStage;
let me: StageUser;
let colleague: StageUser;
beforeAll(async () => {
  stage = await openAdminStage();
  [me, colleague] = [await stage.addUser(), await stage.addUser()];
});
afterAll(() => stage.stop());

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });
const upload = (image: Buffer | string, by = me) =>
  by.client.call(calls.setAvatar, {
    body: { image: typeof image === 'string' ? image : image.toString('base64') },
  });

async function fetchAvatar(id: number, headers: Record<string, string> = {}, by = colleague) {
  const response = await fetch(`${stage.url}/api/avatar/${id}`, {
    headers: { cookie: by.client.cookie ?? '', ...headers },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

describe('a photo', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'as %s becomes a small square WebP without metadata',
    async (format) => {
      const image = await canvas(900, 300)
        .withExif({ IFD0: { Copyright: 'GPS was here' } })
        .toFormat(format)
        .toBuffer();
      expect((await upload(image)).status).toBe(200);
      const { status, headers, bytes } = await fetchAvatar(me.id);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
      const { width, height, format: stored, exif } = await sharp(bytes).metadata();
      expect([width, height, stored, exif]).toEqual([256, 256, 'webp', undefined]);
      expect(bytes.toString('latin1')).not.toContain('GPS was here');
    },
  );

  test('is rotated upright by its EXIF orientation', async () => {
    const halves = await sharp({
      create: { width: 400, height: 400, channels: 3, background: '#fff' },
    })
      .composite([{ input: await canvas(400, 200).png().toBuffer(), top: 0, left: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await upload(halves);
    const { bytes } = await fetchAvatar(me.id);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const red = (x: number, y: number) =>
      (data[(y * info.width + x) * info.channels + 1] ?? 0) < 128;
    // Rotated by 90°: what was on top is on the right.
    expect([red(20, 128), red(236, 128)]).toEqual([false, true]);
  });

  test('is sent again only when it changed, is not cached by proxies, and runs no scripts', async () => {
    await upload(await canvas(20, 20).png().toBuffer());
    const { headers } = await fetchAvatar(me.id);
    const etag = headers.get('etag') ?? '';
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    for (const etagHeader of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await fetchAvatar(me.id, { 'if-none-match': etagHeader });
      expect([etagHeader, again.status, again.bytes.length]).toEqual([etagHeader, 304, 0]);
    }
    expect((await fetchAvatar(me.id, { 'if-none-match': '"other"' })).status).toBe(200);
    await upload(await canvas(20, 20).negate().png().toBuffer());
    expect((await fetchAvatar(me.id, { 'if-none-match': etag })).status).toBe(200);
  });

  test('is published to colleagues and logged, and can be removed', async () => {
    const socket = await colleague.client.socket();
    await upload(await canvas(20, 20).png().toBuffer());
    expect(await socket.next('user_updated')).toMatchObject({ userId: me.id });
    socket.close();
    await me.client.call(calls.removeAvatar);
    expect((await fetchAvatar(me.id)).headers.get('content-type')).toBe('image/svg+xml');
    const actions = (await stage.log(me.id)).map(({ action }) => action);
    expect(actions.slice(-2)).toEqual(['avatar.set', 'avatar.removed']);
  });
});

describe('an invalid image', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each<[string, () => Promise<Buffer> | Buffer, number]>([
    ['a page', () => Buffer.from('<html><script>alert(1)</script></html>'), 415],
    ['an SVG', () => Buffer.from(svg), 415],
    ['a TIFF', () => canvas(9, 9).tiff().toBuffer(), 415],
    ['an AVIF', () => canvas(9, 9).avif().toBuffer(), 415],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%\xff\xff\xff\xff\n', 'latin1'), 415],
    ['a page that begins like a GIF', () => Buffer.from(`GIF89a${svg}`), 400],
    ['a page that begins like a JPEG', () => Buffer.from(`\xff\xd8\xff${svg}`, 'latin1'), 400],
    ['a RIFF that is a sound', () => Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1'), 415],
    ['an empty PNG', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 400],
    ['half of a PNG', async () => (await noise(300, 300)).subarray(0, 20_000), 400],
  ])('is rejected: %s', async (_name, make, expected) => {
    const before = await fetchAvatar(me.id);
    const { status, body } = await upload(await make());
    expect(status).toBe(expected);
    expect(body).toMatchObject({ error: expect.any(String) });
    expect((await fetchAvatar(me.id)).headers.get('etag')).toBe(before.headers.get('etag'));
  });

  test('is rejected under its field when it is not base64', async () => {
    for (const image of ['not base64!', 'data:image/png;base64,', '====', '%00']) {
      const { status, body } = await upload(image);
      expect([image, status]).toEqual([image, 400]);
      expect(body).toMatchObject({ fields: { image: expect.any(String) } });
    }
    const url = `data:text/html;base64,${(await canvas(9, 9).png().toBuffer()).toString('base64')}`;
    expect((await upload(url)).status).toBe(200);
  });

  test('is rejected when it is small to send but decodes to a huge image', async () => {
    const bomb = await canvas(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(700_000);
    const { status, body } = await upload(bomb);
    expect([status, body]).toMatchObject([413, { error: expect.stringMatching(/25 megapixels/) }]);
    const claimed = Buffer.from(await canvas(9, 9).png().toBuffer());
    claimed.writeUInt32BE(60_000, 16);
    claimed.writeUInt32BE(60_000, 20);
    expect([400, 413]).toContain((await upload(claimed)).status);
    expect((await stage.client().raw('GET', '/health/ready')).status).toBe(200);
  });

  test('or too many uploads in an hour are rejected', async () => {
    const uploader = await stage.addUser();
    const image = await canvas(9, 9).png().toBuffer();
    let last = 200;
    for (let n = 0; n < 31; n += 1) last = (await upload(image, uploader)).status;
    expect(last).toBe(429);
  });
});

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();

test('the OpenAPI document declares an image response', async () => {
  const { body } = await (await stage.signIn('employee')).raw('GET', '/api/openapi.json');
  const { responses } = body.paths['/api/avatar/{userId}'].get;
  expect(Object.keys(responses['200'].content)).toEqual(['image/*']);
});

describe('without a photo', () => {
  test('initials are drawn for any name', async () => {
    const withMarkup = await stage.addUser({ firstName: '<script>', lastName: '&"x' });
    const emoji = await stage.addUser({ firstName: '🚗', lastName: 'Öz' });
    const [{ bytes, headers }, other] = [
      await fetchAvatar(withMarkup.id),
      await fetchAvatar(emoji.id),
    ];
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(bytes.toString()).toContain('>&lt;&amp;</text>');
    expect(bytes.toString()).not.toContain('<script');
    expect(other.bytes.toString()).toContain('>🚗Ö</text>');
    const etag = headers.get('etag') ?? '';
    expect((await fetchAvatar(withMarkup.id, { 'if-none-match': etag })).status).toBe(304);
    expect((await sharp(bytes).metadata()).format).toBe('svg');
  });

  test('only approved users see initials, and unknown users are 404', async () => {
    const waiting = await stage.addUser({ pending: true });
    expect((await fetchAvatar(me.id, { cookie: '' })).status).toBe(401);
    expect((await fetchAvatar(me.id, {}, waiting)).status).toBe(403);
    expect((await fetchAvatar(waiting.id)).status).toBe(404);
    expect((await fetchAvatar(waiting.id, {}, stage.admin)).status).toBe(200);
    expect((await fetchAvatar(2_000_000_000)).status).toBe(404);
    const path = `${stage.url}/api/avatar/abc`;
    const { status } = await fetch(path, { headers: { cookie: me.client.cookie ?? '' } });
    expect(status).toBe(400);
  });
});
