import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { download, photo, putFile } from './uploadCalls.ts';

let forecourt: TestForecourt;
let manager: Client;
let employee: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  manager = await forecourt.signIn('manager');
  employee = await forecourt.signIn('employee');
});
afterAll(() => forecourt.stop());

const html = '<!doctype html><script>alert(1)</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

describe('executable content is never shown inline, whatever its name', () => {
  test.each([
    ['page.html', html, 'text/html'],
    ['picture.png', html, 'text/html'],
    ['notes.txt', `\n\n  <ScRiPt\n>alert(1)</script>`, 'text/html'],
    ['a comment first', `<!-- x -->${html}`, 'text/html'],
    ['after a while', `${'x'.repeat(1000)}<iframe src="javascript:alert(1)">`, 'text/html'],
    ['drawing.svg', svg, 'image/svg+xml'],
    ['drawing.png', `<?xml version="1.0"?>\n${svg}`, 'image/svg+xml'],
    ['drawing.jpg', `\ufeff${svg}`, 'image/svg+xml'],
    ['feed.xml', '<?xml version="1.0"?><a/>', 'application/xml'],
    ['page.HTML', 'no markup at all', 'text/plain'],
    ['page.xhtml ', 'no markup at all', 'text/plain'],
    ['program.exe', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), undefined],
    ['unknown', Buffer.from([0xff, 0xfe, 0xfd, 0, 1, 2]), undefined],
    ['app.js.gz', Buffer.from('1f8b0800000000000003', 'hex'), 'application/gzip'],
  ])('%s', async (name, bytes, mimeType) => {
    const { body } = await putFile(manager, bytes, { name, type: 'image/png' });
    expect(body).toMatchObject({ type: 'file', thumbnailUrl: null, name });
    if (mimeType) expect(body.mimeType).toBe(mimeType);
    const { type, disposition, headers } = await download(forecourt, manager, body.url);
    if (mimeType !== 'text/plain') expect(type).toBe('application/octet-stream');
    expect(disposition).toMatch(/^attachment; /);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  });

  test('an image that is also a page is only an image', async () => {
    const gif = await photo(4, 4).gif().toBuffer();
    const both = Buffer.concat([gif, Buffer.from(html)]);
    const { body } = await putFile(manager, both, { name: 'both.html', type: 'text/html' });
    expect(body.mimeType).toBe('image/gif');
    const { type, disposition, headers } = await download(forecourt, manager, body.url);
    expect([type, headers.get('x-content-type-options')]).toEqual(['image/gif', 'nosniff']);
    expect(disposition).toMatch(/^inline; /);
  });

  test('a page that starts like an image is a page', async () => {
    const { body } = await putFile(manager, `GIF89a/*${html}*/`, { name: 'x.gif' });
    expect([body.type, body.mimeType]).toEqual(['file', 'text/html']);
  });
});

describe('a response', () => {
  test.each([
    ['application/pdf', '%PDF-1.4\n%%EOF'],
    ['text/plain; charset=utf-8', 'Grüße aus der Werkstatt, 1 < 2'],
    ['audio/mpeg', Buffer.from('fffb9064000000000000000000000000', 'hex')],
    ['audio/ogg', Buffer.from(`4f67675300020000${'00'.repeat(18)}01134f707573486561640100`, 'hex')],
    ['video/mp4', Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')],
  ])('%s', async (type, bytes) => {
    const { body } = await putFile(manager, bytes, { name: 'x' });
    const shown = await download(forecourt, manager, body.url);
    expect([shown.type, shown.disposition.split(';')[0]]).toEqual([type, 'inline']);
    const saved = await download(forecourt, manager, `${body.url}?download=true`);
    expect([saved.type, saved.disposition.split(';')[0]]).toEqual([type, 'attachment']);
  });

  test('has ranges for a player', async () => {
    const { body } = await putFile(manager, '0123456789');
    const part = await download(forecourt, manager, body.url, { range: 'bytes=2-4' });
    expect([part.status, part.bytes.toString()]).toEqual([206, '234']);
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    expect((await download(forecourt, manager, body.url, { range: 'bytes=10-' })).status).toBe(416);
  });

  test('is revalidated each time, and sent once', async () => {
    const { body } = await putFile(manager, 'the same');
    const { headers } = await download(forecourt, manager, body.url);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const cached = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await download(forecourt, manager, body.url, cached)).status).toBe(304);
    expect((await download(forecourt, employee, body.url, cached)).status).toBe(404);
  });
});

describe('a name is kept as given, and safe in a header', () => {
  test.each([
    '../../etc/passwd',
    'C:\\Windows\\system32\\cmd.exe',
    'a"; filename="b.exe',
    'line\r\nSet-Cookie: a=b',
    '見積書 – Müller & Söhne 🚗.pdf',
    'invoice\u202efdp.exe',
    '\u0001\u0007bell',
    '車'.repeat(255),
    '🚗'.repeat(127),
    '%2e%2e%2f',
    ' ',
  ])('%j', async (name) => {
    const { status, body } = await putFile(manager, 'x', { name });
    expect([status, body.name]).toEqual([201, name]);
    const { disposition, headers } = await download(forecourt, manager, body.url);
    expect(disposition).toMatch(
      /^\w+; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w.~!$&+^`|%-]*$/,
    );
    expect(disposition).not.toMatch(/%(0[0-9A-F]|2F|5C)/);
    expect(headers.get('set-cookie')).toBeNull();
  });
});
