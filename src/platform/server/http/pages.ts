import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../errors.ts';
import type { Actor, Authenticate } from './actor.ts';
import type { SessionCookie } from './cookie.ts';
import { readFirstPaint } from './firstPaint.ts';
import { decoderPolicy, pagePolicy, workerPolicy } from './headers.ts';
import { sendError } from './http.ts';
import { isLocal } from './local.ts';

interface Options {
  app: FastifyInstance;
  /** Folder of the built site. */
  webDir: string;
  authenticate: Authenticate;
  cookie: SessionCookie;
  /** What the page needs before its first call; embedded in the HTML. */
  boot(actor: Actor | null, request: FastifyRequest): Promise<unknown>;
  /** Whether a conversation is shown beside the page. */
  showsConversation?(boot: unknown): boolean;
  /** The first screen as HTML, for someone who is signed in; null if the browser renders all of it. */
  draw?(boot: unknown, path: string, search: string): Promise<DrawnPage | null>;
  log: { error(details: object, message: string): void };
}

export interface DrawnPage {
  html: string;
  /** The rules of a style sheet that belongs to it. */
  styles: string;
}

/**
 * Identifies the built site in `webDir`: each build has its own id, the same on every instance. Undefined if there
 * is no build.
 */
export function readBuild(webDir: string): string | undefined {
  const file = path.join(webDir, 'index.html');
  return fs.existsSync(file) ? buildOf(fs.readFileSync(file, 'utf8')) : undefined;
}

/** The page references its files by content hash, so any change changes the page. */
const buildOf = (html: string) => createHash('sha256').update(html).digest('hex').slice(0, 16);

const gzip = promisify(zlib.gzip);

const oneYear = 'public, max-age=31536000, immutable';

/** Serves the built site: hashed files with immutable caching, and the one HTML page for every URL of the site. */
export async function servePages(options: Options): Promise<void> {
  const { app, webDir, log } = options;
  const source = fs.readFileSync(path.join(webDir, 'index.html'), 'utf8');
  const templates = readTemplates(webDir, source.replace('__BUILD__', buildOf(source)));
  const forFirstPaint = readFirstPaint(webDir, source);
  await app.register(fastifyStatic, {
    root: webDir,
    // By the route below: one for each file took longer to register than all of the API.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', hashed ? oneYear : 'public, max-age=3600');
      if (file.startsWith(path.join(webDir, 'sw.js'))) {
        reply.header('content-security-policy', workerPolicy);
      }
      // Of all code files only workers run under their own policy.
      if (hashed && /Worker-[\w-]{1,40}\.js(\.br)?$/.test(file)) {
        reply.header('content-security-policy', decoderPolicy);
      }
    },
  });

  const files = listFiles(webDir);
  app.get('/*', async (request, reply) => {
    const [address = ''] = request.url.split('?');
    if (files.has(address)) return reply.sendFile(address);
    if (!wantsPage(request)) return sendError(reply, notFound(), request.id);
    const nonce = randomBytes(16).toString('base64');
    reply.header('content-security-policy', pagePolicy(nonce));
    reply.type('text/html; charset=utf-8');
    const page = await prepare(options, request, log);
    const template = forFirstPaint(
      templates.of(request.url, page.visitor),
      page.drawn?.html,
      request.headers.cookie,
    );
    const late = page.showsConversation ? templates.conversationAt(request.url) : '';
    const html = fill(template.replace('</body>', `${late}</body>`), nonce, page);
    reply.header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return html;
    return reply.header('content-encoding', 'gzip').send(await gzip(html));
  });
}

/** The files that are served at their own URL. */
function listFiles(webDir: string): Set<string> {
  const entries = fs.readdirSync(webDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(webDir, path.join(parentPath, name)))
    .filter((file) => !/^(index\.html|(pages|styles)\.json)|(^|[\\/])\.|\.(map|br|gz)$/.test(file));
  return new Set(files.map((file) => `/${file.replaceAll(path.sep, '/')}`));
}

/** What the build knows of a page; its content only if that is the same for all visitors. */
interface BuiltPage {
  scripts: string[];
  /** The further scripts of a conversation beside it. */
  conversation?: string[];
  html?: string;
  /** The page that visitors get at this URL instead; the browser notes where they wanted to go. */
  visitorsSee?: string;
}

interface Templates {
  of(url: string, visitor: boolean): string;
  /** What fetches the scripts of a conversation beside the page, after all that the page itself shows. */
  conversationAt(url: string): string;
}

/**
 * The HTML by URL, with what the build wrote into `pages.json`: the browser fetches the scripts of a page beside the entry
 * instead of after it, and visitors see public pages before any script.
 */
function readTemplates(webDir: string, index: string): Templates {
  const file = path.join(webDir, 'pages.json');
  const pages: Record<string, BuiltPage> = fs.existsSync(file)
    ? JSON.parse(fs.readFileSync(file, 'utf8'))
    : {};
  const templates = new Map<string, string>();
  const forVisitors = new Map<string, string>();
  const conversations = new Map<string, string>();
  for (const [page, { scripts, conversation = [], html }] of Object.entries(pages)) {
    const template = index.replace(
      '</head>',
      `${scripts.map((src) => preload(src)).join('')}</head>`,
    );
    templates.set(page, template);
    const links = conversation.map((src) => preload(src, ' fetchpriority="low"'));
    conversations.set(page, links.join(''));
    forVisitors.set(page, html === undefined ? template : withContent(template, html));
  }
  for (const [page, { visitorsSee }] of Object.entries(pages))
    if (visitorsSee) forVisitors.set(page, forVisitors.get(visitorsSee) ?? index);
  return {
    of: (url, visitor) => (visitor ? forVisitors : templates).get(plainPath(url)) ?? index,
    conversationAt: (url) => conversations.get(plainPath(url)) ?? '',
  };
}

const preload = (src: string, priority = '') =>
  `<link rel="modulepreload"${priority} crossorigin href="${src}">`;

/** Scripts then come after the styles, which on a slow network would share the line with them. */
function withContent(template: string, html: string): string {
  const [before, , after] = template.split(/<!--\/?page-->/);
  return `${before}${html}${after}`.replaceAll(
    /<link rel="modulepreload"|<script type="module"/g,
    '$& fetchpriority="low"',
  );
}

/** `/hr/?period=3` is `/hr`. */
function plainPath(url: string): string {
  let end = url.includes('?') ? url.indexOf('?') : url.length;
  while (end > 1 && url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

interface Page {
  signedIn: boolean;
  /** It is certain that no one is signed in. */
  visitor: boolean;
  boot: unknown;
  showsConversation: boolean;
  drawn: DrawnPage | null;
}

async function prepare(
  options: Options,
  request: FastifyRequest,
  log: Options['log'],
): Promise<Page> {
  try {
    const token = options.cookie.read(request.headers.cookie);
    const actor = token ? await options.authenticate(token, isLocal(request.raw)) : null;
    const boot = await options.boot(actor, request);
    const drawn = actor && (await drawPage(options, request, boot));
    const showsConversation = actor !== null && (options.showsConversation?.(boot) ?? false);
    return { signedIn: actor !== null, visitor: actor === null, boot, showsConversation, drawn };
  } catch (error) {
    // The page itself can explain an unavailable database better than a bare error.
    if (!(error instanceof AppError))
      log.error({ err: error }, 'Served a page without its boot data');
    return {
      signedIn: false,
      visitor: false,
      boot: undefined,
      showsConversation: false,
      drawn: null,
    };
  }
}

async function drawPage(
  { draw, log }: Options,
  { url }: FastifyRequest,
  boot: unknown,
): Promise<DrawnPage | null> {
  const search = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  try {
    return (await draw?.(boot, plainPath(url), search)) ?? null;
  } catch (error) {
    log.error({ err: error }, 'Could not draw a page');
    return null;
  }
}

function wantsPage({ url, headers }: FastifyRequest): boolean {
  // Of the API's URLs only the documentation is a page.
  if (/^\/(api(?!\/docs\/?(\?|$))|health|assets|ws|\.well-known)(\/|\?|$)/.test(url)) return false;
  const { accept = '*/*' } = headers;
  if (accept.includes('text/html')) return true;
  // Monitors and link checkers accept anything. Our pages have plain names; everything else would be a missing
  // file.
  return accept.startsWith('*/*') && /^[\w/-]+(\?|$)/.test(url);
}

function fill(template: string, nonce: string, { signedIn, boot, drawn }: Page): string {
  // `<` would end the element early if someone's name contained `</script>`.
  const json = boot === undefined ? '' : JSON.stringify(boot).replaceAll('<', '\\u003c');
  const script = json && `<script type="application/json" id="boot">${json}</script>`;
  const styles = drawn?.styles && `<style nonce="${nonce}">${drawn.styles}</style>`;
  const html = template
    .replaceAll('__NONCE__', nonce)
    .replace('data-frame="plain"', signedIn ? 'data-frame="app"' : 'data-frame="plain"');
  // Last, so that nothing of what someone wrote is replaced.
  const page = drawn ? withContent(html, drawn.html) : html;
  return page.replace('<!--boot-->', () => `${script}${styles ?? ''}`);
}
