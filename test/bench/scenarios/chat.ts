import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { listChannels } from '../../../src/modules/chat/contract/channels.ts';
import { getUnread } from '../../../src/modules/chat/contract/personal.ts';
import { listMessages } from '../../../src/modules/chat/contract.ts';
import { onEnd } from '../measure/cleanup.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { median, quantile } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';
import { channelCount, insertMessages, longChannel, longest, messageCount } from './chatData.ts';
import { installProbe, type Probe } from './chatProbe.ts';

// The chat in one browser, with five hundred channels and a million messages in the database: how long a switch, a key
// and a frame take, and how much memory the tab uses afterwards.

const people = 50;
const visitedRounds = 5;
const keys = 300;
const frames = 300;

declare global {
  interface Window {
    chatProbe: Probe;
  }
}

const channelName = (number: number) => `Channel ${String(number).padStart(3, '0')}`;

async function openChat(browser: Browser, { server, people }: Product) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = people[0]?.cookie.split('=') ?? [];
  await context.addCookies([{ name, value, url: server.url }]);
  const page = await context.newPage();
  await page.addInitScript(installProbe);
  // On the first page, the chat is too narrow to always show its list.
  await page.goto(`${server.url}/utilities?channel=${longChannel.id}`);
  await page.getByRole('log', { name: `Messages in ${longChannel.name}` }).waitFor();
  return { page, session: await context.newCDPSession(page) };
}

async function measureSwitches(page: Page): Promise<string[][]> {
  const unvisited: number[] = [];
  const visited: number[] = [];
  const go = (number: number) =>
    page.evaluate((name) => window.chatProbe.switchTo(name), channelName(number));
  for (let number = 2; number <= channelCount; number++) unvisited.push(await go(number));
  for (let round = 0; round < visitedRounds; round++) {
    for (let back = 0; back < 20; back++) visited.push(await go(channelCount - back));
  }
  const row = (what: string, times: number[]) => [
    what,
    rounded(times.length),
    ...[0.5, 0.95, 0.99, 1].map((part) => fixed(quantile(times, part), 0)),
  ];
  return [row('to a channel not visited yet', unvisited), row('to a visited one', visited)];
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}

async function measureKeys(page: Page): Promise<number[]> {
  await page.getByRole('textbox', { name: /^Message Channel/ }).focus();
  await page.evaluate(() => window.chatProbe.watchKeys());
  const text = 'The white F-150 is ready at the front, keys are with Ana. ';
  for (let key = 0; key < keys; key++) await page.keyboard.type(text[key % text.length] ?? ' ');
  return page.evaluate(() => window.chatProbe.keysMs());
}

async function measurePath({ server, people }: Product, path: string): Promise<string[]> {
  const times: number[] = [];
  for (let time = 0; time < 100; time++) {
    const before = performance.now();
    const response = await fetch(server.url + path, {
      headers: { cookie: people[0]?.cookie ?? '' },
    });
    if (!response.ok) throw new Error(`${path} failed with ${response.status}`);
    await response.arrayBuffer();
    times.push(performance.now() - before);
  }
  return [
    path,
    fixed(median(times), 1),
    fixed(quantile(times, 0.99), 1),
    fixed(Math.max(...times), 1),
  ];
}

async function measureServer(product: Product): Promise<void> {
  const history = listMessages.path.replace(':channelId', longChannel.id);
  const middle = Math.floor(longest / 2);
  const paths = [
    listChannels.path,
    getUnread.path,
    history,
    `${history}?before=${middle}`,
    `${history}?around=${middle}`,
  ];
  const rows: string[][] = [];
  for (const path of paths) rows.push(await measurePath(product, path));
  printTable(
    'Responses over HTTP, one client, sequential',
    ['', 'p50 ms', 'p99 ms', 'max ms'],
    rows,
  );
}

async function measureBrowser(product: Product): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  onEnd(() => browser.close());
  const { page, session } = await openChat(browser, product);
  await untilQuiet();
  const scrolled = await page.evaluate((count) => window.chatProbe.scrollUp(count), frames);
  const switches = await measureSwitches(page);
  const heap = await heapBytes(session);
  const typed = await measureKeys(page);
  printTable(
    `Switching among ${rounded(channelCount)} channels, ${rounded(messageCount)} messages in the database`,
    ['from the click to the painted messages', 'times', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'],
    switches,
  );
  const ms = (times: number[]) =>
    [0.5, 0.95, 0.99, 1].map((part) => fixed(quantile(times, part), 1));
  printTable(
    'In the tab',
    ['', 'times', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'],
    [
      ['a key in the composer, handlers and rendering', rounded(typed.length), ...ms(typed)],
      [
        `a frame while scrolling up in ${rounded(longest)} messages`,
        rounded(frames),
        ...ms(scrolled),
      ],
    ],
  );
  console.log(`Heap of the tab after ${channelCount} switches: ${fixed(heap / 1e6, 1)} MB.`);
  await browser.close();
}

export async function chat(): Promise<void> {
  const product = await startProduct(people);
  await insertMessages(product.pool);
  await measureServer(product);
  await measureBrowser(product);
  await product.stop();
}
