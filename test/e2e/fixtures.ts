import fs from 'node:fs';
import { createRequire } from 'node:module';
import {
  type BrowserContext,
  test as base,
  type Cookie,
  expect,
  type Page,
} from '@playwright/test';
import type axeCore from 'axe-core';
import type { RunOptions } from 'axe-core';
import { copyOfFirstStart, freePort, type ServerProcess, startServer } from '../support/process.ts';

export interface House {
  readonly url: string;
  readonly dataDir: string;
  /** SIGKILL, then a fresh start on the same address and data. */
  killAndRestart(pauseMs?: number): Promise<void>;
  /** Stands still until `goOn`: what is sent to it meanwhile waits. */
  pause(): void;
  goOn(): void;
  stop(): Promise<void>;
}

async function openHouse(): Promise<House> {
  const port = await freePort();
  const dataDir = copyOfFirstStart();
  let server: ServerProcess = await startServer({ dataDir, port });
  return {
    url: server.url,
    dataDir,
    async killAndRestart(pauseMs = 0) {
      await server.kill('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      server = await startServer({ dataDir, port });
    },
    pause: () => process.kill(server.pid, 'SIGSTOP'),
    goOn: () => process.kill(server.pid, 'SIGCONT'),
    async stop() {
      await server.kill('SIGTERM');
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** For who only makes calls, or begins on a page of the test's own: an answer of the site that is drawn at no cost. */
export const noPage = '/api/user';

interface Fixtures {
  /**
   * A signed-in browser of its own per person, with nothing on its console that should not be there. It begins on a
   * page that costs little, for what can be seen on every page.
   */
  person(username: string, path?: string): Promise<Page>;
  visitor: Page;
  /** For tests of what is fetched, or that leave something behind that cannot be taken out: every browser is new. */
  freshBrowsers: boolean;
}

/**
 * The browsers of one worker, by person. Each test finds them without cookies and without data, but with what they
 * have fetched and compiled: a first visit costs three times as much as a later one.
 */
interface Browsers {
  take(username: string, fresh: boolean): Promise<BrowserContext>;
  giveBack(): Promise<void>;
}

/** The session and the device of each browser, kept from test to test: one sign-in serves them all. */
const signedIn = new WeakMap<BrowserContext, { cookies: Cookie[]; at: number }>();
/** Long before an administrator is asked for the password once more. */
const signInAgainMs = 30 * 60_000;
/** How the server knows the browser of each person from others. */
const devices = new Map<string, Cookie[]>();

/** Goes on with the session the browser had in an earlier test, or signs in where that has ended. */
async function signIn(context: BrowserContext, username: string, url: string): Promise<void> {
  const known = signedIn.get(context);
  await context.addCookies(known?.cookies ?? devices.get(`${url} ${username}`) ?? []);
  const isRecent = known && Date.now() - known.at < signInAgainMs;
  if (isRecent && (await context.request.get('/api/user')).ok()) return;
  const data = { username, password: 'forecourt-demo' };
  const answer = await context.request.post('/api/login', { data });
  expect(answer.ok(), `${username} signs in`).toBe(true);
  const cookies = await context.cookies();
  signedIn.set(context, { cookies, at: Date.now() });
  // Always the same device: a sign-in elsewhere would be mailed to them.
  const device = cookies.filter(({ name }) => name.endsWith('-device'));
  devices.set(`${url} ${username}`, device);
}

const stored = 'cookies,local_storage,indexeddb,service_workers,cache_storage,file_systems';

/** Leaves one empty page, and nothing of the test but what is in the cache. */
async function reset(context: BrowserContext, origin: string): Promise<void> {
  for (const page of context.pages()) await page.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Storage.clearDataForOrigin', { origin, storageTypes: stored });
  await context.clearCookies();
  await line.detach();
}

export const test = base.extend<Fixtures, { house: House; browsers: Browsers }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    async ({}, use) => {
      const house = await openHouse();
      await use(house);
      await house.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  browsers: [
    async ({ browser, house }, use) => {
      const free = new Map<string, BrowserContext[]>();
      const taken: { username: string; context: BrowserContext; fresh: boolean }[] = [];
      await use({
        async take(username, fresh) {
          const known = fresh ? undefined : free.get(username)?.pop();
          const context = known ?? (await browser.newContext({ baseURL: house.url }));
          taken.push({ username, context, fresh });
          return context;
        },
        async giveBack() {
          for (const { username, context, fresh } of taken.splice(0)) {
            if (fresh) {
              await context.close();
              continue;
            }
            await reset(context, house.url);
            free.set(username, [...(free.get(username) ?? []), context]);
          }
        },
      });
      for (const contexts of free.values()) for (const context of contexts) await context.close();
    },
    { scope: 'worker' },
  ],
  freshBrowsers: [false, { option: true }],
  person: async ({ browsers, house, freshBrowsers }, use) => {
    await use(async (username, path = '/profile') => {
      const context = await browsers.take(username, freshBrowsers);
      await signIn(context, username, house.url);
      const page = context.pages()[0] ?? (await context.newPage());
      watchConsole(page);
      await page.goto(path);
      return page;
    });
    await browsers.giveBack();
  },
  visitor: async ({ browsers, freshBrowsers }, use) => {
    const context = await browsers.take('visitor', freshBrowsers);
    const page = context.pages()[0] ?? (await context.newPage());
    watchConsole(page);
    await use(page);
    await browsers.giveBack();
  },
});

// A refused request is also a line on the console; those are what a test is about, not a defect.
function watchConsole(page: Page): void {
  page.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy|Uncaught|Warning:/.test(text)) throw new Error(text);
  });
  page.on('pageerror', (error) => {
    throw error;
  });
}

/** Minified: it is sent to and parsed by every page that is checked. */
const axeSource = fs.readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The whole browser, for what the headless shell lacks: a camera, and notifications of the system. */
export const wholeChromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** As another tab of the same browser does, without a load. */
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

/** For a page whose rest has been checked in another theme. */
export async function expectContrast(page: Page): Promise<void> {
  await expectNoViolations(page, { runOnly: ['color-contrast', 'link-in-text-block'] });
}

async function expectNoViolations(page: Page, options: RunOptions): Promise<void> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
  }
  const violations = await page.evaluate(
    async (run) => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      const found = await axe.run(document, run);
      return found.violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html }) => html),
      }));
    },
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  );
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.join(' ')}`)).toEqual([]);
}

export { expect };
