import type { Browser, Page } from '@playwright/test';

/** A mid-range phone on a slow network. */
const viewport = { width: 412, height: 823 };
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 90_000,
};
const cpuSlowdown = 4;
const quietMs = 3_000;

export interface Visit {
  firstMs: number;
  largestMs: number;
  /** The time of tasks beyond 50 ms each. */
  blockedMs: number;
  /** Scripts and stylesheets by path, with the time they were requested. */
  files: { file: string; startMs: number }[];
}

interface PageOptions {
  cookie?: string | undefined;
  withoutScripts?: boolean | undefined;
}

/** A browser with an empty cache, on the slow network. */
export async function openPage(
  browser: Browser,
  url: string,
  { cookie, withoutScripts }: PageOptions,
): Promise<Page> {
  const context = await browser.newContext({ viewport, locale: 'en-US' });
  const [name = '', value = ''] = cookie?.split('=') ?? [];
  if (cookie) await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  if (withoutScripts) await session.send('Network.setBlockedURLs', { urls: ['*.js'] });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(observe);
  return page;
}

/** Runs in the page before its own scripts. */
function observe(): void {
  const seen = { largestMs: 0, blockedMs: 0 };
  Object.assign(window, { seenByBench: seen });
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.largestMs = startTime;
  });
  watch('longtask', ({ duration }) => {
    seen.blockedMs += duration - 50;
  });
}

/** Loads the page until it has painted and requests nothing more. */
export async function visit(page: Page, address: string): Promise<Visit> {
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  // On a slow network, a script requests the next one long after the last one has loaded.
  await page.waitForFunction(
    (quietMs) => {
      const last = Math.max(...performance.getEntriesByType('resource').map((e) => e.startTime));
      return performance.now() - last > quietMs;
    },
    quietMs,
    { polling: 250 },
  );
  return page.evaluate(() => {
    const { seenByBench } = window as unknown as { seenByBench: Visit };
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const files = performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({ file: new URL(name).pathname, startMs: startTime }))
      .filter(({ file }) => /\.(js|css)$/.test(file));
    return { ...seenByBench, firstMs: paint?.startTime ?? Number.NaN, files };
  });
}
