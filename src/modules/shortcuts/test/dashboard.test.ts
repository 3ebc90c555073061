import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { getDashboardConfig, setDashboardConfig } from '../contract/dashboard.ts';

let stage: AdminStage;
let strict: AdminStage;
let nora: StageUser;
const servers: http.Server[] = [];
beforeAll(async () => {
  stage = await openAdminStage({ TEST_ALLOW_LOCAL_FETCH: '1' });
  strict = await openAdminStage();
  nora = await stage.addUser({ role: 'executive', pagePermissions: ['all'] });
});
afterAll(async () => {
  await stage.stop();
  await strict.stop();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const canvas = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });

async function serve(answer: RequestListener): Promise<string> {
  const server = http.createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture.jpg`;
}

const read = async (by = nora) => (await by.client.call(getDashboardConfig)).body;
const save = (body: Record<string, unknown>, by = stage.admin) =>
  by.client.call(setDashboardConfig, { body: body as { backgroundUrl: string } });
const upload = (bytes: Buffer, by = stage.admin) =>
  by.client.raw('PUT', '/api/heimdall-config/background', { body: bytes });

async function get(path: string, by = nora) {
  const response = await fetch(stage.url + path, { headers: { cookie: by.client.cookie ?? '' } });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

test('the defaults include a built-in background', async () => {
  const config = await read();
  expect(config).toMatchObject({
    title: 'Heimdall+ Dashboard',
    subtitle: 'Quick Access Hub',
    gridColumns: 3,
    gridRows: 4,
    shortcutSize: 'medium',
  });
  const number = Number(config.backgroundUrl.replace('/api/heimdall-backgrounds/', ''));
  expect(number).toBeGreaterThanOrEqual(1);
  expect(number).toBeLessThanOrEqual(1_000);
  expect(config.backgroundPath).toBe(config.backgroundUrl);
});

describe('the configuration', () => {
  test('applies to everyone and is published', async () => {
    const socket = await nora.client.socket();
    const config = {
      title: 'Larkfield',
      subtitle: '',
      gridColumns: 2,
      gridRows: 1,
      shortcutSize: 'large',
      backgroundUrl: '/auth-1.svg',
    };
    const { status, body } = await save(config);
    expect([status, body]).toEqual([200, { ...config, backgroundPath: '/auth-1.svg' }]);
    await socket.next('heimdall_changed');
    socket.close();
    expect(await read()).toEqual(body);
    const { body: updated } = await save({ backgroundUrl: '/auth-2.svg' });
    expect(updated).toMatchObject({ title: 'Larkfield', backgroundUrl: '/auth-2.svg' });
  });

  test('may have no background', async () => {
    await save({ backgroundUrl: '' });
    expect(await read()).toMatchObject({ backgroundUrl: '', backgroundPath: '' });
  });

  test('can be changed only by administrators', async () => {
    const before = await read();
    const { status, body } = await save({ backgroundUrl: '/auth-3.svg' }, nora);
    expect([status, body]).toMatchObject([
      403,
      { error: 'Only admin users can set global configurations' },
    ]);
    expect((await upload(await canvas().png().toBuffer(), nora)).status).toBe(403);
    expect(await read()).toEqual(before);
  });

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//evil.example/x.png',
    '/\\evil.example',
    'mailto:a@b.example',
    'picture.png',
    'https://a:b@example.com/x.png',
    '/api/heimdall-backgrounds/1001',
    '/api/heimdall-backgrounds/gone',
    `/${'x'.repeat(2_000)}`,
  ])('rejects the background %s', async (backgroundUrl) => {
    const { status, body } = await save({ backgroundUrl });
    expect([status, body]).toMatchObject([400, { fields: { backgroundUrl: expect.any(String) } }]);
  });

  test.each([
    { gridColumns: 0 },
    { gridRows: 99 },
    { shortcutSize: 'huge' },
    { title: ' ' },
    { x: 1 },
  ])('rejects %j', async (invalid) => {
    expect((await save({ backgroundUrl: '', ...invalid })).status).toBe(400);
  });
});

describe('the built-in backgrounds', () => {
  test('are a thousand stable images', async () => {
    const [first, again, last] = [
      await get('/api/heimdall-backgrounds/1'),
      await get('/api/heimdall-backgrounds/1'),
      await get('/api/heimdall-backgrounds/1000'),
    ];
    expect([first.status, first.type]).toEqual([200, 'image/svg+xml']);
    expect(first.bytes.equals(again.bytes)).toBe(true);
    expect(first.bytes.equals(last.bytes)).toBe(false);
    const { width, height } = await sharp(first.bytes).metadata();
    expect([width, height]).toEqual([1_920, 1_080]);
    for (const name of ['0', '1001', '01', 'x']) {
      expect((await get(`/api/heimdall-backgrounds/${name}`)).status).toBe(404);
    }
  });
});

describe('an external image', () => {
  test('is fetched once, re-encoded and served from this server', async () => {
    let requests = 0;
    const jpeg = await canvas(4_000, 1_000)
      .withExif({ IFD0: { Copyright: 'GPS was here' } })
      .jpeg()
      .toBuffer();
    const url = await serve((_, response) => {
      requests += 1;
      response.end(jpeg);
    });
    const { status, body } = await save({ backgroundUrl: url });
    expect([status, body.backgroundUrl]).toEqual([200, url]);
    expect(body.backgroundPath).toMatch(/^\/api\/heimdall-backgrounds\/k[\w-]{21}$/);
    await save({ backgroundUrl: url, title: 'Again' });
    const { type, bytes } = await get(body.backgroundPath);
    const metadata = await sharp(bytes).metadata();
    expect([type, metadata.format, metadata.exif]).toEqual(['image/webp', 'webp', undefined]);
    expect([metadata.width, metadata.height]).toEqual([1_920, 1_000]);
    expect(requests).toBe(1);
  });

  test.each([
    ['an HTML page', '<!doctype html><title>No</title>'],
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['empty', ''],
    ['a truncated image', null],
  ])('is rejected when it is %s, and the previous one stays', async (_, text) => {
    await save({ backgroundUrl: '/auth-1.svg' });
    const half = (await canvas(300, 300).png({ compressionLevel: 0 }).toBuffer()).subarray(
      0,
      5_000,
    );
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(text ?? half),
    );
    const { status, body } = await save({ backgroundUrl: url });
    expect([status, body]).toMatchObject([400, { fields: { backgroundUrl: expect.any(String) } }]);
    expect((await read()).backgroundUrl).toBe('/auth-1.svg');
  });

  test('is rejected when it has too many pixels', async () => {
    const tooManyPixels = await canvas(9_000, 9_000).png().toBuffer();
    const url = await serve((_, response) => response.end(tooManyPixels));
    const { status, body } = await save({ backgroundUrl: url });
    expect([status, body]).toMatchObject([400, { error: expect.stringContaining('pixels') }]);
  });

  test('is not fetched from the internal network', async () => {
    let requests = 0;
    const url = await serve((_, response) => {
      requests += 1;
      response.end();
    });
    const withoutPort = url.replace(/:\d+/, '');
    for (const backgroundUrl of [
      url,
      withoutPort,
      'http://169.254.169.254/latest',
      'http://[::1]/',
    ]) {
      const { status } = await save({ backgroundUrl }, strict.admin);
      expect([backgroundUrl, status]).toEqual([backgroundUrl, 400]);
    }
    expect(requests).toBe(0);
  });
});

describe('an uploaded image', () => {
  test('replaces the previous one, which is deleted', async () => {
    const { status, body: first } = await upload(await canvas().png().toBuffer());
    expect([status, first.backgroundUrl]).toEqual([200, first.backgroundPath]);
    expect((await get(first.backgroundPath)).status).toBe(200);
    // The form sends the address along with the rest.
    await save({ backgroundUrl: first.backgroundUrl, title: 'Kept' });
    expect((await get(first.backgroundPath)).status).toBe(200);
    const { body: second } = await upload(await canvas().negate().webp().toBuffer());
    expect((await get(first.backgroundPath)).status).toBe(404);
    await save({ backgroundUrl: '' });
    expect((await get(second.backgroundPath)).status).toBe(404);
    const stale = await save({ backgroundUrl: first.backgroundUrl });
    expect([stale.status, stale.body]).toMatchObject([
      400,
      { error: 'This image no longer exists.' },
    ]);
  });

  test('must be an image and not too large', async () => {
    expect((await upload(Buffer.from('%PDF-1.7 not an image'))).status).toBe(415);
    expect((await upload(Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await upload(Buffer.alloc(0))).status).toBe(415);
  });
});
