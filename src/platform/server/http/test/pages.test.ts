import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../actor.ts';
import { type DrawnPage, readBuild, servePages } from '../pages.ts';
import type { StylePart } from '../styles.ts';
import { openSite, type Site } from './site.ts';

const actor: Actor = {
  userId: 1,
  sessionId: 's',
  username: 'mallory',
  firstName: '</script><script>alert(1)</script><!--',
  lastName: '$& __NONCE__ data-frame="plain" <!--boot-->',
  shownName: 'Pat $& __NONCE__ data-frame="plain" <!--boot-->',
  department: null,
  storeAccess: [],
  role: 'employee',
  pagePermissions: [],
  featurePermissions: [],
  pending: false,
  mustChangePassword: false,
};

const headScripts =
  '<script src="/assets/head/start-1a2b3c.js"></script><script src="/assets/head/theme-init-1a2b3c.js"></script>';
const index = `<html data-theme="light" data-scheme="light" data-frame="plain"><head>${headScripts}<meta name="build" content="__BUILD__" /><meta property="csp-nonce" nonce="__NONCE__" />
<!--boot--><script type="module" src="/assets/app-1a2b3c.js"></script><link rel="stylesheet" crossorigin href="/assets/app-1a2b3c.css"></head>
<body><div id="root"><!--page--><div class="boot">
</div><!--/page--></div></body></html>`;
const pages = {
  '/': {
    scripts: ['/assets/home-1a2b3c.js'],
    conversation: ['/assets/chat-1a2b3c.js'],
    visitorsSee: '/auth',
  },
  '/hr/payroll': { scripts: ['/assets/payroll-1a2b3c.js'], visitorsSee: '/auth' },
  '/kiosk': { scripts: ['/assets/kiosk-1a2b3c.js'] },
  '/auth': {
    scripts: ['/assets/auth-1a2b3c.js'],
    html: '<main class="a&gt;b sign-in">Sign in for $& $1</main>',
  },
};
const styles: Record<string, StylePart[]> = {
  '/assets/app-1a2b3c.css': [
    'a:after{content:"$&"}',
    { open: '@layer unused', parts: [{ text: '.other{top:0}', needs: [['other']] }] },
    {
      open: '@layer used',
      parts: [
        { text: '.boot,.sign-in{top:1px}', needs: [['boot'], ['sign-in']] },
        { text: '.boot.other{top:2px}', needs: [['boot', 'other']] },
        { open: '@media print', parts: [{ text: '.other{top:3px}', needs: [['other']] }] },
        { text: '.a\\>b{top:4px}', needs: [['a>b']] },
      ],
    },
  ],
};

let webDir: string;
let site: Site;
let broken = false;
let opensConversation = false;
let drawing: () => DrawnPage | null = () => null;
beforeAll(async () => {
  webDir = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-web-'));
  fs.mkdirSync(path.join(webDir, 'assets'));
  fs.writeFileSync(path.join(webDir, 'index.html'), index);
  fs.writeFileSync(path.join(webDir, 'pages.json'), JSON.stringify(pages));
  fs.writeFileSync(path.join(webDir, 'assets/app-1a2b3c.js'), 'plain');
  fs.writeFileSync(path.join(webDir, 'styles.json'), JSON.stringify(styles));
  fs.writeFileSync(path.join(webDir, 'assets/app-1a2b3c.css'), 'a:after{content:"$&"}');
  fs.writeFileSync(path.join(webDir, 'assets/app-1a2b3c.js.br'), 'brotli');
  fs.writeFileSync(path.join(webDir, 'assets/app-1a2b3c.js.map'), 'map');
  fs.writeFileSync(path.join(webDir, 'assets/barcodeWorker-1a2b3c.js'), 'plain');
  fs.writeFileSync(path.join(webDir, 'assets/barcodeWorker-1a2b3c.js.br'), 'brotli');
  fs.writeFileSync(path.join(webDir, 'favicon.svg'), '<svg/>');
  site = await openSite({
    actor,
    prepare: (app, cookie) =>
      servePages({
        app,
        webDir,
        cookie,
        authenticate: async (token) => {
          if (broken) throw new Error('The database is unavailable');
          return token === 'token' ? actor : null;
        },
        boot: async (who, { url }) => {
          opensConversation = url.includes('channel=');
          return { user: who };
        },
        showsConversation: () => opensConversation,
        draw: async () => drawing(),
        log: { error: () => {} },
      }),
  });
});
afterAll(async () => {
  await site.app.close();
  fs.rmSync(webDir, { recursive: true });
});

const html = { accept: 'text/html,application/xhtml+xml' };
const page = (address = '/', headers: Record<string, string> = {}) =>
  site.client.raw('GET', address, { headers: { ...html, ...headers } });
const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? '';
const bootOf = (body: string) => /id="boot">(.*?)<\/script>/s.exec(body)?.[1] ?? '';

describe('a page', () => {
  test('is the same at every URL of the site', async () => {
    for (const address of [
      '/',
      '/customers',
      '/auth?next=%2F',
      '/apiary',
      '/deep/er',
      '/wsx',
      '/api/docs',
      '/api/docs?search=cars',
    ]) {
      const { status, headers, body } = await page(address);
      expect(status, address).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toBeTruthy();
      expect(body).toContain('data-frame="plain"');
    }
  });

  test('allows styles by a nonce that is unique per response, and no inline script', async () => {
    const nonces = new Set<string>();
    for (let i = 0; i < 5; i++) {
      const { headers, body } = await page();
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? '';
      expect(policyOf(headers)).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
      nonces.add(nonce);
      expect(policyOf(headers)).toContain("script-src 'self';");
      expect(policyOf(headers)).toContain("frame-ancestors 'none'");
      expect(policyOf(headers)).not.toMatch(/unsafe|\*/);
    }
    expect(nonces.size).toBe(5);
  });

  test('contains the styles of what it shows until the browser has stored exactly these', async () => {
    const link = '<link rel="stylesheet" crossorigin href="/assets/app-1a2b3c.css">';
    const inside = 'a:after{content:"$&"}@layer unused{}@layer used{.boot,.sign-in{top:1px}';
    const unknown = ['', 'forecourt-styles=/assets/app-0000.css', 'forecourt-styles=%'];
    for (const [address, rules] of [
      ['/auth', `${inside}.a\\>b{top:4px}}`],
      ['/customers', `${inside}}`],
    ] as const) {
      for (const cookie of unknown) {
        const { body } = await page(address, { cookie });
        const [, text] = /<style nonce="[^"]{24}" data-part>(.*)<\/style>/.exec(body) ?? [];
        expect(text, cookie).toBe(rules);
        expect(body).toContain(`${headScripts}${link}</body>`);
        expect(body.split('<script src=')).toHaveLength(3);
        expect(body.split(link)).toHaveLength(2);
      }
      const { body } = await page(address, {
        cookie: 'other=1; forecourt-styles=/assets/app-1a2b3c.css',
      });
      expect(body).toContain(`<head>${headScripts}`);
      expect(body.indexOf(link)).toBeLessThan(body.indexOf('</head>'));
      expect(body.split(link)).toHaveLength(2);
      expect(body).not.toContain('<style');
    }
    drawing = () => ({ html: '<p class="boot other">Drawn</p>', styles: '' });
    const { body } = await page('/', { cookie: 'forecourt=token' });
    drawing = () => null;
    expect(body).toContain('.boot.other{top:2px}@media print{.other{top:3px}}}</style>');
  });

  test('is drawn in the theme of this browser, which scripts at the end would change too late', async () => {
    const [start, theme] = headScripts.split(/(?<=<\/script>)/);
    for (const [cookie, look] of [
      ['forecourt-theme=high-contrast', 'data-theme="high-contrast" data-scheme="dark"'],
      ['forecourt-theme=amber', 'data-theme="amber" data-scheme="light"'],
      ['forecourt-theme=toString', 'data-theme="light" data-scheme="light"'],
    ] as const) {
      const { body } = await page('/auth', { cookie });
      expect(body).toContain(`<html ${look} `);
      expect(body).toContain('<head><meta');
    }
    const { body } = await page('/auth', { cookie: 'forecourt-theme=auto' });
    expect(body).toContain(`<head>${theme}<meta`);
    expect(body).toContain(`${start}<link rel="stylesheet"`);
  });

  test('has a build id, which changes with every build', async () => {
    const build = readBuild(webDir);
    expect(build).toMatch(/^[0-9a-f]{16}$/);
    expect((await page()).body).toContain(`<meta name="build" content="${build}" />`);
    const other = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-web-'));
    expect(readBuild(other)).toBeUndefined();
    fs.writeFileSync(path.join(other, 'index.html'), index.replace('1a2b3c', '4d5e6f'));
    expect(readBuild(other)).not.toBe(build);
    fs.rmSync(other, { recursive: true });
  });

  test.each([
    ['/', ['home']],
    ['/?search=sales', ['home']],
    ['/?channel=sales', ['home', 'chat']],
    ['/hr/payroll', ['payroll']],
    ['/hr/payroll?channel=sales', ['payroll']],
    ['/hr/payroll/?period=3', ['payroll']],
    ['/hr', []],
    ['/hr/payroll/more', []],
    ['/toString', []],
    ['/auth?next=/hr/payroll', ['auth']],
  ])(
    '%s names the scripts of that page, and of a conversation beside it',
    async (address, names) => {
      const { body } = await page(address, { cookie: 'forecourt=token' });
      const found = [...body.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)">/g)];
      expect(found.map(([, src]) => src)).toEqual(names.map((name) => `/assets/${name}-1a2b3c.js`));
    },
  );

  test('fetches the conversation after everything else, and never for visitors', async () => {
    const late = '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/chat-';
    for (const cookie of [
      'forecourt=token',
      'forecourt=token; forecourt-styles=/assets/app-1a2b3c.css',
    ]) {
      const { body } = await page('/?channel=sales', { cookie });
      expect(body.slice(body.indexOf(late))).toBe(`${late}1a2b3c.js"></body></html>`);
    }
    expect((await page('/?channel=sales')).body).not.toContain('chat-1a2b3c');
  });

  test.each(['/auth', '/auth/', '/auth?next=%2F', '/', '/hr/payroll?period=3'])(
    '%s shows visitors the sign-in page before its scripts',
    async (address) => {
      const { body, headers } = await page(address);
      expect(body).toContain(
        '<div id="root"><main class="a&gt;b sign-in">Sign in for $& $1</main></div>',
      );
      expect(body).toContain(
        '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/auth-1a2b3c.js">',
      );
      expect(body).toContain('<script type="module" fetchpriority="low" src=');
      expect(JSON.parse(bootOf(body))).toEqual({ user: null });
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  test('shows the sign-in page to visitors only', async () => {
    const signedIn = await page('/auth', { cookie: 'forecourt=token' });
    broken = true;
    const unknown = await page('/auth', { cookie: 'forecourt=token' });
    broken = false;
    const elsewhere = await page('/kiosk');
    const guarded = await page('/', { cookie: 'forecourt=token' });
    for (const { body } of [signedIn, unknown, elsewhere, guarded]) {
      expect(body).toContain('<div class="boot">');
      expect(body).not.toContain('Sign in for');
      expect(body).not.toContain('fetchpriority');
    }
  });

  test('embeds its data so that no name can break out of it', async () => {
    const { body } = await page('/', { cookie: 'forecourt=token' });
    expect(body.match(/<script/g)).toHaveLength(4);
    expect(body.match(/<\/script>/g)).toHaveLength(4);
    expect(JSON.parse(bootOf(body))).toEqual({ user: actor });
    expect(body).toMatch(/^<html [^>]*data-frame="app">/);
    expect(body.match(/<\/head>/g)).toHaveLength(1);
  });

  test('shows the signed-in user only to that user', async () => {
    const { body } = await page('/', { cookie: 'forecourt=forged' });
    expect(JSON.parse(bootOf(body))).toEqual({ user: null });
  });

  test('is served without its data if the database is unavailable', async () => {
    broken = true;
    const { status, body } = await page('/', { cookie: 'forecourt=token' });
    broken = false;
    expect(status).toBe(200);
    expect(body).not.toContain('id="boot"');
    expect(body).toContain('data-frame="plain"');
  });

  describe('drawn by the server', () => {
    const text = '$& $1 __NONCE__ <!--boot--> data-frame="plain" </head>';
    const html = `<main data-drawn="0">${text}</main>`;
    beforeAll(() => {
      drawing = () => ({ html, styles: '[data-drawn="0"]{left:5%}' });
    });
    afterAll(() => {
      drawing = () => null;
    });

    test('is shown to its user before its scripts, with its styles', async () => {
      const { body, headers } = await page('/', { cookie: 'forecourt=token' });
      expect(body).toContain(`<div id="root">${html}</div>`);
      expect(body).not.toContain('class="boot"');
      const nonce = /'nonce-([^']+)'/.exec(policyOf(headers))?.[1];
      expect(body).toContain(`<style nonce="${nonce}">[data-drawn="0"]{left:5%}</style>`);
      expect(body).toContain('<script type="module" fetchpriority="low" src=');
      expect(JSON.parse(bootOf(body))).toEqual({ user: actor });
      expect(headers.get('cache-control')).toBe('no-store');
    });

    test.each(['', 'forecourt=forged'])('is not shown with the cookie "%s"', async (cookie) => {
      const { body } = await page('/', { cookie });
      expect(body).not.toContain('data-drawn');
    });

    test('is left to the browser if drawing fails', async () => {
      const draw = drawing;
      drawing = () => {
        throw new Error('It has no such part');
      };
      const { status, body } = await page('/', { cookie: 'forecourt=token' });
      drawing = draw;
      expect(status).toBe(200);
      expect(body).toContain('<div class="boot">');
      expect(JSON.parse(bootOf(body))).toEqual({ user: actor });
    });
  });

  test('is compressed for those who accept that', async () => {
    const compressed = await page('/', { 'accept-encoding': 'br, gzip' });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(compressed.headers.get('vary')).toContain('accept-encoding');
    expect(compressed.body).toContain('</html>');
    const plain = await page('/', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.body).toContain('</html>');
  });

  test('has a head without a body', async () => {
    const { status, body, headers } = await site.client.raw('HEAD', '/', { headers: html });
    expect([status, body]).toEqual([200, '']);
    expect(headers.get('content-type')).toContain('text/html');
  });
});

describe('a request that is not for a page', () => {
  test.each([
    '/api/unknown',
    '/api/docs/unknown',
    '/api/docsx',
    '/api',
    '/api?x',
    '/health/unknown',
    '/assets/gone.js',
    '/ws',
    '/ws?x',
  ])('%s is rejected in JSON, for browsers, too', async (address) => {
    const { status, body, headers } = await page(address);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'not_found' });
    expect(policyOf(headers)).toContain('sandbox');
  });

  test.each(['/.well-known/security.txt', '/.well-known/change-password'])(
    '%s is not answered with a page',
    async (address) => expect((await page(address)).status).toBe(404),
  );

  test('is rejected for programs that want data, and for other methods', async () => {
    const data = { accept: 'application/json, text/plain, */*' };
    const image = { accept: 'image/avif,image/webp,*/*;q=0.8' };
    for (const headers of [data, image]) {
      expect((await site.client.raw('GET', '/customers', { headers })).status).toBe(404);
    }
    expect((await site.client.raw('POST', '/customers', { headers: html })).status).toBe(404);
  });
});

describe('a program without an Accept header', () => {
  const request = (method: string, address: string, accept: string) =>
    site.bytes(`${method} ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\n${accept}\r\n`);

  test.each([
    ['without Accept', ''],
    ['with curl’s', 'Accept: */*\r\n'],
  ])('%s gets the page, with GET and HEAD', async (_name, accept) => {
    for (const address of ['/', '/auth', '/customers?x=a.b']) {
      const text = await request('GET', address, accept);
      expect(text, address).toMatch(/^HTTP\/1\.1 200 /);
      expect(text).toMatch(/^content-type: text\/html/im);
      // The length belongs to the absent body, so this uses a raw request.
      const headers: Record<string, string> = accept ? { accept: '*/*' } : {};
      expect((await site.client.raw('HEAD', address, { headers })).status).toBe(200);
    }
  });

  test.each(['/api/unknown', '/api', '/missing.png', '/wp-login.php', '/assets/gone.js'])(
    '%s is still missing',
    async (address) => {
      const text = await request('GET', address, '');
      expect(text).toMatch(/^HTTP\/1\.1 404 /);
      expect(text).toContain('"code":"not_found"');
    },
  );
});

describe('a file of the site', () => {
  test('with a content hash is cached for a year, and never runs as something else', async () => {
    const { status, headers, body } = await page('/assets/app-1a2b3c.js');
    expect([status, body]).toEqual([200, 'plain']);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toMatch(/javascript/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const other = await page('/favicon.svg');
    expect(other.headers.get('cache-control')).toBe('public, max-age=3600');
  });

  test('is sent precompressed', async () => {
    const text = await site.bytes(
      'GET /assets/app-1a2b3c.js HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: br, gzip\r\n\r\n',
    );
    expect(text).toMatch(/content-encoding: br\r\n/i);
    expect(text).toMatch(/vary: accept-encoding/i);
    expect(text).toMatch(/\r\n\r\nbrotli$/);
  });

  test('runs WebAssembly only as a worker, and a worker calls only us', async () => {
    for (const encoding of ['identity', 'br']) {
      const text = await site.bytes(
        `GET /assets/barcodeWorker-1a2b3c.js HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: ${encoding}\r\n\r\n`,
      );
      expect(/content-security-policy: (.*)\r\n/i.exec(text)?.[1]).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      );
    }
    const { headers } = await page('/assets/app-1a2b3c.js');
    expect(policyOf(headers)).toContain('sandbox');
    expect(policyOf(headers)).not.toContain('wasm');
  });

  test.each([
    '/assets/app-1a2b3c.js.map',
    '/assets/app-1a2b3c.js.br',
    '/index.html',
    '/pages.json',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2fetc/passwd',
    '/assets/%5c..%5c..',
  ])('%s is not one', async (address) => {
    const text = await site.bytes(`GET ${address} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 40[0-4] /);
    expect(text).not.toMatch(/root:|map$|brotli|__NONCE__/);
  });
});
