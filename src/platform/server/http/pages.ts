import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor, Authenticate } from './actor.ts';
import type { SessionCookie } from './cookie.ts';
import { AppError, notFound } from './errors.ts';
import { decoderPolicy, pagePolicy, workerPolicy } from './headers.ts';
import { sendError } from './http.ts';
import { isLocal } from './local.ts';

interface Options {
  app: FastifyInstance;
  /** Folder of the built site. */
  webDir: string;
  authenticate: Authenticate;
  cookie: SessionCookie;
  /** What the page needs before its first call; handed over inside the HTML. */
  boot(actor: Actor | null): Promise<unknown>;
  log: { error(details: object, message: string): void };
}

/**
 * Names the built site in `webDir`: another build has another name, the same build the same one on every instance.
 * Undefined where none is built.
 */
export function readBuild(webDir: string): string | undefined {
  const file = path.join(webDir, 'index.html');
  return fs.existsSync(file) ? buildOf(fs.readFileSync(file, 'utf8')) : undefined;
}

/** The page names its files by what is in them, so a change anywhere changes the page. */
const buildOf = (html: string) => createHash('sha256').update(html).digest('hex').slice(0, 16);

const oneYear = 'public, max-age=31536000, immutable';

/** Serves the built site: hashed files forever, and the one HTML page for every address of the site. */
export async function servePages(options: Options): Promise<void> {
  const { app, webDir, log } = options;
  const source = fs.readFileSync(path.join(webDir, 'index.html'), 'utf8');
  const html = source.replace('__BUILD__', buildOf(source));
  await app.register(fastifyStatic, {
    root: webDir,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['index.html*', '**/*.map', '**/*.br', '**/*.gz'],
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', hashed ? oneYear : 'public, max-age=3600');
      if (file.startsWith(path.join(webDir, 'sw.js'))) {
        reply.header('content-security-policy', workerPolicy);
      }
      // Of everything in the code's folder only workers run under a policy of their own.
      if (hashed && /Worker-[\w-]{1,40}\.js(\.br)?$/.test(file)) {
        reply.header('content-security-policy', decoderPolicy);
      }
    },
  });

  app.get('/*', async (request, reply) => {
    if (!wantsPage(request)) return sendError(reply, notFound(), request.id);
    const nonce = randomBytes(16).toString('base64');
    reply.header('content-security-policy', pagePolicy(nonce));
    reply.type('text/html; charset=utf-8');
    return fill(html, nonce, await prepare(options, request, log));
  });
}

interface Page {
  signedIn: boolean;
  boot: unknown;
}

async function prepare(
  options: Options,
  request: FastifyRequest,
  log: Options['log'],
): Promise<Page> {
  try {
    const token = options.cookie.read(request.headers.cookie);
    const actor = token ? await options.authenticate(token, isLocal(request.raw)) : null;
    return { signedIn: actor !== null, boot: await options.boot(actor) };
  } catch (error) {
    // The page itself can explain that the database is away better than a bare error could.
    if (!(error instanceof AppError)) log.error({ err: error }, 'A page went out without its data');
    return { signedIn: false, boot: undefined };
  }
}

function wantsPage({ url, headers }: FastifyRequest): boolean {
  // Of the interface's addresses one is a page: the one that shows the others.
  if (/^\/(api(?!\/docs\/?(\?|$))|health|assets|ws|\.well-known)(\/|\?|$)/.test(url)) return false;
  const { accept = '*/*' } = headers;
  if (accept.includes('text/html')) return true;
  // Monitors and link checkers take anything. Our pages have plain names; all else would be a file we do not have.
  return accept.startsWith('*/*') && /^[\w/-]+(\?|$)/.test(url);
}

function fill(html: string, nonce: string, { signedIn, boot }: Page): string {
  // `<` would end the element early if somebody's name held `</script>`.
  const json = boot === undefined ? '' : JSON.stringify(boot).replaceAll('<', '\\u003c');
  const script = json && `<script type="application/json" id="boot">${json}</script>`;
  return html
    .replaceAll('__NONCE__', nonce)
    .replace('<!--boot-->', () => script)
    .replace('data-frame="plain"', signedIn ? 'data-frame="app"' : 'data-frame="plain"');
}
