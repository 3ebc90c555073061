import { type Browser, chromium } from '@playwright/test';
import { signInAs } from '../../support/writers.ts';
import { onEnd } from '../measure/cleanup.ts';
import { recordFigure } from '../measure/goals.ts';
import { median } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { startProduct } from '../subjects/product.ts';
import { openPage, type Visit, visit } from './pageVisit.ts';
import { addUp, type Sizes } from './weights.ts';

// What a real browser loads for the first screen of people of the demo group, and when it paints on a slow phone.

const visits = 5;

interface Weights {
  scripts: Sizes;
  /** Scripts requested after the largest paint, for which no one waits. */
  later: Sizes;
  styles: Sizes;
}

function measureWeights({ files, largestMs }: Visit): Weights {
  const named = (ending: string) => files.filter(({ file }) => file.endsWith(ending));
  const early = ({ startMs }: { startMs: number }) => startMs <= largestMs;
  const scripts = named('.js');
  return {
    scripts: addUp(scripts.filter(early)),
    later: addUp(scripts.filter((script) => !early(script))),
    styles: addUp(named('.css')),
  };
}

const isStyle = ({ file }: { file: string }) => file.endsWith('.css');

interface Screen {
  name: string;
  address: string;
  cookie?: string;
  /** Paints what the server has drawn, and nothing else: no page with scripts is painted sooner. */
  withoutScripts?: true;
}

async function measure(
  browser: Browser,
  url: string,
  { name, address, cookie, withoutScripts }: Screen,
): Promise<string[]> {
  const seen: Visit[] = [];
  for (let index = 0; index < visits; index++) {
    const page = await openPage(browser, url, { cookie, withoutScripts });
    const found = await visit(page, url + address);
    seen.push(withoutScripts ? { ...found, files: found.files.filter(isStyle) } : found);
    await page.context().close();
  }
  const middle = (of: (visit: Visit) => number) => rounded(median(seen.map(of)));
  const weights = seen.map(measureWeights).sort((a, b) => a.scripts.gzip - b.scripts.gzip);
  const { scripts, later, styles } =
    weights[Math.floor(visits / 2)] ?? measureWeights(seen[0] as Visit);
  recordFigure(`${name}: JS kB gz`, scripts.gzip);
  recordFigure(`${name}: CSS kB gz`, styles.gzip);
  recordFigure(`${name}: LCP ms`, median(seen.map(({ largestMs }) => largestMs)));
  recordFigure(`${name}: TBT ms`, median(seen.map(({ blockedMs }) => blockedMs)));
  return [
    name,
    fixed(scripts.gzip, 1),
    fixed(scripts.brotli, 1),
    fixed(styles.gzip, 1),
    fixed(styles.brotli, 1),
    fixed(later.gzip, 1),
    `${scripts.files} + ${later.files}`,
    middle(({ firstMs }) => firstMs),
    middle(({ largestMs }) => largestMs),
    middle(({ blockedMs }) => blockedMs),
  ];
}

export async function pages(): Promise<void> {
  const { server, pool, stop } = await startProduct(0);
  const admin = await signInAs(pool, 'admin');
  const salesperson = await signInAs(pool, 'employee');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  onEnd(() => browser.close());
  const screens: Screen[] = [
    { name: '/auth', address: '/auth' },
    { name: 'Dashboard of an administrator', address: '/', cookie: admin.cookie },
    { name: 'Leads of a salesperson', address: '/customers/leads', cookie: salesperson.cookie },
    { name: 'Open channel', address: '/?channel=sales', cookie: salesperson.cookie },
  ];
  const rows: string[][] = [];
  for (const screen of screens) {
    rows.push(await measure(browser, server.url, screen));
    const name = `${screen.name}, scripts blocked`;
    rows.push(await measure(browser, server.url, { ...screen, name, withoutScripts: true }));
  }
  await browser.close();
  await stop();
  printTable(
    'Pages: the first visit on Slow 4G (150 ms, 1.6 Mbit/s) with a CPU slowed 4×',
    ['', 'JS kB gz', 'br', 'CSS kB gz', 'br', 'JS later gz', 'files', 'FCP ms', 'LCP ms', 'TBT ms'],
    rows,
  );
  console.log(
    `Medians of ${visits} visits; the browser takes gzip over http. Later: requested after the ` +
      'largest paint.',
  );
}
