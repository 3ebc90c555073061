import fs from 'node:fs';
import { createRequire } from 'node:module';
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  type Cookie,
  expect,
  type Page,
} from '@playwright/test';
import type axeCore from 'axe-core';
import type { RunOptions } from 'axe-core';
import {
  builtServer,
  copyOfFirstStart,
  freePort,
  type ServerProcess,
  startServer,
} from '../support/process.ts';

export interface ServerInstance {
  readonly url: string;
  readonly dataDir: string;
  /** Kills the process (SIGKILL) and starts another on the same address and data. */
  killAndRestart(pauseMs?: number): Promise<void>;
  /** Suspends the process until `resume`: what is sent to it meanwhile waits. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

async function startInstance(): Promise<ServerInstance> {
  const port = await freePort();
  const dataDir = await copyOfFirstStart();
  let server: ServerProcess = await startServer({ dataDir, port, program: builtServer });
  return {
    url: server.url,
    dataDir,
    async killAndRestart(pauseMs = 0) {
      await server.kill('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      server = await startServer({ dataDir, port, program: builtServer });
    },
    pause: () => process.kill(server.pid, 'SIGSTOP'),
    resume: () => process.kill(server.pid, 'SIGCONT'),
    async stop() {
      await server.kill('SIGTERM');
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** For a browser that only makes API calls or opens its page later: a JSON response, which renders no page. */
export const noPage = '/api/user';

interface Fixtures {
  /**
   * The page of a browser in which this user is signed in; an error on its console fails the test. The default is
   * a page that loads quickly, for what every page shows.
   */
  person(username: string, path?: string): Promise<Page>;
  /** Calls the API as this user without a browser, for what someone else does meanwhile. */
  caller(username: string): Promise<APIRequestContext>;
  visitor: Page;
  /** New browsers, for tests of loading and for tests that leave what `reset` cannot remove. */
  freshBrowsers: boolean;
}

/**
 * The browsers of one worker, by username. Between tests they lose cookies and data but keep the cache of fetched
 * and compiled files, since a first visit takes three times as long as a later one.
 */
interface Browsers {
  acquire(username: string, fresh: boolean): Promise<BrowserContext>;
  release(): Promise<void>;
}

/** The session and device cookies of each browser: one sign-in serves many tests. */
const sessions = new WeakMap<BrowserContext, { cookies: Cookie[]; signedInAt: number }>();
/** Well before an administrator has to confirm the password again. */
const signInAgainMs = 30 * 60_000;
/** The device cookies by URL and username. */
const devices = new Map<string, Cookie[]>();

async function postLogin(request: APIRequestContext, username: string): Promise<void> {
  const data = { username, password: 'forecourt-demo' };
  const response = await request.post('/api/login', { data });
  expect(response.ok(), `${username} signs in`).toBe(true);
}

/** Restores the session from an earlier test, or signs in when it has ended. */
async function signIn(context: BrowserContext, username: string, url: string): Promise<void> {
  const previous = sessions.get(context);
  await context.addCookies(previous?.cookies ?? devices.get(`${url} ${username}`) ?? []);
  const isRecent = previous && Date.now() - previous.signedInAt < signInAgainMs;
  if (isRecent && (await context.request.get('/api/user')).ok()) return;
  await postLogin(context.request, username);
  const cookies = await context.cookies();
  sessions.set(context, { cookies, signedInAt: Date.now() });
  keepDevice(`${url} ${username}`, cookies);
}

/** Always the same device: a sign-in on a new one would send an email. */
function keepDevice(key: string, cookies: readonly Cookie[]): void {
  devices.set(
    key,
    cookies.filter(({ name }) => name.endsWith('-device')),
  );
}

const storageTypes = 'cookies,local_storage,indexeddb,service_workers,cache_storage,file_systems';

/** Leaves one empty page and, of the test, only the cache. */
async function reset(context: BrowserContext, origin: string): Promise<void> {
  for (const page of context.pages()) await page.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  const page = await context.newPage();
  const cdpSession = await context.newCDPSession(page);
  await cdpSession.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await context.clearCookies();
  await cdpSession.detach();
}

interface WorkerFixtures {
  server: ServerInstance;
  browsers: Browsers;
  /** One session of each user for all tests. */
  callers: (username: string) => Promise<APIRequestContext>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    async ({}, use) => {
      const server = await startInstance();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  browsers: [
    async ({ browser, server }, use) => {
      const idle = new Map<string, BrowserContext[]>();
      const inUse: { username: string; context: BrowserContext; fresh: boolean }[] = [];
      await use({
        async acquire(username, fresh) {
          const existing = fresh ? undefined : idle.get(username)?.pop();
          const context = existing ?? (await browser.newContext({ baseURL: server.url }));
          inUse.push({ username, context, fresh });
          return context;
        },
        async release() {
          for (const { username, context, fresh } of inUse.splice(0)) {
            if (fresh) {
              await context.close();
              continue;
            }
            await reset(context, server.url);
            idle.set(username, [...(idle.get(username) ?? []), context]);
          }
        },
      });
      for (const contexts of idle.values()) for (const context of contexts) await context.close();
    },
    { scope: 'worker' },
  ],
  callers: [
    async ({ playwright, server }, use) => {
      const signedIn = new Map<string, { request: APIRequestContext; at: number }>();
      await use(async (username) => {
        const existing = signedIn.get(username);
        const isRecent = existing && Date.now() - existing.at < signInAgainMs;
        if (isRecent && (await existing.request.get('/api/user')).ok()) return existing.request;
        await existing?.request.dispose();
        const key = `${server.url} ${username}`;
        const request = await playwright.request.newContext({
          baseURL: server.url,
          storageState: { cookies: devices.get(key) ?? [], origins: [] },
        });
        await postLogin(request, username);
        keepDevice(key, (await request.storageState()).cookies);
        signedIn.set(username, { request, at: Date.now() });
        return request;
      });
      for (const { request } of signedIn.values()) await request.dispose();
    },
    { scope: 'worker' },
  ],
  caller: async ({ callers }, use) => {
    await use(callers);
  },
  freshBrowsers: [false, { option: true }],
  person: async ({ browsers, server, freshBrowsers }, use) => {
    await use(async (username, path = '/profile') => {
      const context = await browsers.acquire(username, freshBrowsers);
      await signIn(context, username, server.url);
      const page = context.pages()[0] ?? (await context.newPage());
      watchConsole(page);
      await page.goto(path);
      return page;
    });
    await browsers.release();
  },
  visitor: async ({ browsers, freshBrowsers }, use) => {
    const context = await browsers.acquire('visitor', freshBrowsers);
    const page = context.pages()[0] ?? (await context.newPage());
    watchConsole(page);
    await use(page);
    await browsers.release();
  },
});

/**
 * Holds back requests whose URL matches the pattern, until the returned function is called. Unlike `page.route`, it
 * leaves the browser its cache, without which a load costs twice as much.
 */
export async function holdRequests(page: Page, urlPattern: string): Promise<() => Promise<void>> {
  const cdpSession = await page.context().newCDPSession(page);
  await cdpSession.send('Fetch.enable', { patterns: [{ urlPattern }] });
  return async () => {
    // Those that are held go on, too.
    await cdpSession.send('Fetch.disable');
    await cdpSession.detach();
  };
}

// Failed requests also appear on the console, but tests cause them on purpose.
export function watchConsole(page: Page): void {
  page.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy|Uncaught|Warning:/.test(text)) throw new Error(text);
  });
  page.on('pageerror', (error) => {
    throw error;
  });
}

/** Navigates within the page as its own links do, without a load. */
export const go = (page: Page, url: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), url);

/** Minified, because every checked page has to parse it. */
export const axeSource = fs.readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The full browser, for what the headless shell lacks: a camera and system notifications. */
export const fullChromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Changes the theme as another tab of the same browser does, without a load. */
export async function chooseTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(async (name) => {
    const key = 'forecourt-theme';
    localStorage.setItem(key, name);
    window.dispatchEvent(new StorageEvent('storage', { key }));
    while ('repainting' in document.documentElement.dataset)
      await new Promise(requestAnimationFrame);
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

export async function expectAccessible(page: Page, rules: RunOptions['rules'] = {}): Promise<void> {
  await expectNoViolations(page, { rules });
}

/** For a page that passed the other checks in another theme. */
export async function expectContrast(page: Page): Promise<void> {
  await expectNoViolations(page, { runOnly: ['color-contrast', 'link-in-text-block'] });
}

async function expectNoViolations(page: Page, options: RunOptions): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
  }
  const violations = await page.evaluate(
    async (runOptions) => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      const results = await axe.run(document, runOptions);
      return results.violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html }) => html),
      }));
    },
    // Style sheets are read again only for a rule that is off, `css-orientation-lock`.
    {
      ...options,
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
    } satisfies RunOptions,
  );
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.join(' ')}`)).toEqual([]);
}

export { expect };
