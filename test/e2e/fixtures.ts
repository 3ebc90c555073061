import fs from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import {
  type BrowserContext,
  test as base,
  type Cookie,
  expect,
  type Page,
} from '@playwright/test';
import { freePort, type ServerProcess, startServer, temporaryDataDir } from '../support/process.ts';

export interface House {
  readonly url: string;
  readonly dataDir: string;
  /** SIGKILL, then a fresh start on the same address and data. */
  killAndRestart(pauseMs?: number): Promise<void>;
  stop(): Promise<void>;
}

async function openHouse(): Promise<House> {
  const port = await freePort();
  const dataDir = temporaryDataDir();
  let server: ServerProcess = await startServer({ dataDir, port });
  return {
    url: server.url,
    dataDir,
    async killAndRestart(pauseMs = 0) {
      await server.kill('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      server = await startServer({ dataDir, port });
    },
    async stop() {
      await server.kill('SIGTERM');
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Fixtures {
  /** A signed-in browser of its own per person, with nothing on its console that should not be there. */
  person(username: string): Promise<Page>;
  visitor: Page;
}

/** What tells the browser of each person from others. */
const desks = new Map<string, Cookie[]>();

export const test = base.extend<Fixtures, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    async ({}, use) => {
      const house = await openHouse();
      await use(house);
      await house.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  person: async ({ browser, house }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (username) => {
      const context = await browser.newContext({ baseURL: house.url });
      contexts.push(context);
      // Always at the same desk: a sign-in elsewhere would be mailed to them.
      await context.addCookies(desks.get(`${house.url} ${username}`) ?? []);
      const data = { username, password: 'forecourt-demo' };
      const answer = await context.request.post('/api/login', { data });
      expect(answer.ok(), `${username} signs in`).toBe(true);
      const cookies = await context.cookies();
      const device = cookies.filter(({ name }) => name.endsWith('-device'));
      desks.set(`${house.url} ${username}`, device);
      const page = await context.newPage();
      watchConsole(page);
      await page.goto('/');
      return page;
    });
    for (const context of contexts) await context.close();
  },
  visitor: async ({ browser, house }, use) => {
    const context = await browser.newContext({ baseURL: house.url });
    const page = await context.newPage();
    watchConsole(page);
    await use(page);
    await context.close();
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

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
  ).toEqual([]);
}

export { expect };
