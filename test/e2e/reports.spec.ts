import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import {
  chooseTheme,
  expect,
  expectAccessible,
  expectContrast,
  go,
  noPage,
  test,
} from './fixtures.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const cards = (page: Page) => page.getByRole('list', { name: 'Key figures' });
const figures = (page: Page, name: string) => page.getByRole('table', { name });
const firstRowName = (table: Locator) =>
  table.getByRole('rowheader').filter({ hasNotText: 'Total' }).getByRole('button').first();
const rowNames = (table: Locator) => table.getByRole('rowheader').getByRole('button');
const asOf = (page: Page) => page.getByRole('status').filter({ hasText: 'as of' });
const [wide, phone] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const lastYear = '/reports?report=sales&period=last_12_months';

const overviewLink = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Reports', exact: true });

async function expectReport(page: Page, title: string): Promise<void> {
  await expect(heading(page)).toHaveText(title);
  await expect(cards(page).getByRole('listitem').first()).toContainText(/\d|No data/);
}

/** Holds the first change at an address until the returned function is called. */
async function holdFirst(page: Page, address: string): Promise<() => void> {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(address, async (route) => {
    if (route.request().method() !== 'PUT' || !isFirst) return route.continue();
    isFirst = false;
    await gate;
    await route.continue();
  });
  return release;
}

async function expectInViewport(page: Page, elements: Locator, count: number): Promise<void> {
  await expect(elements).toHaveCount(count);
  const width = page.viewportSize()?.width ?? 0;
  for (const element of await elements.all()) {
    const box = await element.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
  }
}

test('shows what is below the figures once their height is known, drills down to a deal, and keeps the query in the URL', async ({
  person,
}) => {
  const page = await person('executive', noPage);
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/report-overview', async (route) => {
    await gate;
    await route.continue();
  });
  const views = page.waitForResponse('**/api/report-views');
  await page.goto('/reports');
  await views;
  await expect(page.getByRole('heading', { name: 'This month' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Saved views' })).toBeHidden();
  release();
  await expect(page.getByRole('heading', { name: 'Saved views' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'This month by store' })).toBeVisible();

  const overview = figures(page, 'This month by store');
  await expect(overview.getByRole('columnheader')).toHaveText([
    ...['Figure', 'Ford', 'Hyundai', 'Chevrolet', 'Total'],
  ]);
  await overview.getByRole('link', { name: / Units, Hyundai$/ }).click();
  await expect(page).toHaveURL(/report=sales&store=hyundai&measure=units$/);
  await expect(page.getByRole('combobox', { name: 'Store' })).toHaveValue('hyundai');

  await page.getByRole('combobox', { name: 'Period' }).selectOption('last_12_months');
  await page.getByRole('combobox', { name: 'By' }).selectOption('make');
  const makes = figures(page, 'Sales by make');
  await firstRowName(makes).click();
  await page.getByRole('menuitem', { name: /^Filter by this, group by / }).click();
  const chips = page.getByRole('list', { name: 'Filters' });
  await expect(chips.getByRole('button', { name: /^Remove Make: / })).toBeVisible();
  await expect(makes).toHaveCount(0);

  await page.getByRole('button', { name: 'Records', exact: true }).click();
  const records = page.getByRole('dialog', { name: 'Records' });
  const deal = records.getByRole('table').getByRole('link').first();
  const number = await deal.textContent();
  await deal.click();
  await expect(page).toHaveURL(/\/customers\/deals\?deal=\d+$/);
  await expect(heading(page)).toHaveText(`Deal ${number}`);

  await test.step('keeps the query in the URL across a reload and Back', async () => {
    await go(page, '/reports?report=sales');
    await expectReport(page, 'Sales');
    const period = page.getByRole('combobox', { name: 'Period' });
    await period.selectOption('custom');
    await page.getByLabel('From', { exact: true }).fill('2026-05-01');
    await page.getByLabel('To', { exact: true }).fill('2026-04-01');
    await expect(page.getByText('The start date is after the end date.')).toBeVisible();
    await page.getByLabel('To', { exact: true }).fill('2026-07-31');
    await expect(page).toHaveURL(/period=custom&from=2026-05-01&to=2026-07-31$/);
    await expect(asOf(page)).toContainText(/May 1 – Jul 31, 2026/);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Filter the report' })
      .getByRole('combobox', { name: 'Condition' })
      .selectOption('used');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Remove Condition: Used' })).toBeVisible();
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-05-01');
    await page.goBack();
    await expect(page.getByRole('button', { name: /^Remove Condition/ })).toHaveCount(0);
    await expect(period).toHaveValue('custom');
  });

  await test.step('filters by what has no department, unlike all of them', async () => {
    await go(page, '/reports?report=workforce');
    await expectReport(page, 'Workforce');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const department = page
      .getByRole('dialog', { name: 'Filter the report' })
      .getByRole('combobox', { name: 'Department' });
    const chip = page.getByRole('button', { name: 'Remove Department: No department' });
    await department.selectOption('No department');
    await expect(page).toHaveURL(/only=department%3A(&|$)/);
    await expect(department.getByRole('option', { name: 'No department' })).toHaveCount(1);
    await expect(department.locator('option:checked')).toHaveText('No department');
    await department.selectOption('All');
    await expect(page).not.toHaveURL(/only=/);
    await department.selectOption('No department');
    await page.keyboard.press('Escape');
    await expect(chip).toBeVisible();
  });
});

test('shows no gross and no cost without access to financial reports', async ({ person }) => {
  const page = await person('joan.whitaker', '/reports');
  const overview = figures(page, 'This month by store');
  await expect(overview.getByRole('columnheader')).toHaveText([
    ...['Figure', 'Ford', 'Chevrolet', 'Total'],
  ]);
  await expect(overview).not.toContainText(/gross|value over|floorplan/i);
  const reports = page.getByRole('list', { name: 'All reports' });
  await expect(reports.getByRole('link', { name: /^Sales/ })).toBeVisible();
  await expect(reports.getByRole('link', { name: /^Finance/ })).toHaveCount(0);
  for (const name of ['Targets', 'Daily brief'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);

  await go(page, lastYear);
  await expectReport(page, 'Sales');
  await expect(page.getByRole('main')).not.toContainText(/gross/i);
  await page.getByRole('button', { name: 'Records', exact: true }).click();
  const records = page.getByRole('dialog', { name: 'Records' }).getByRole('table');
  await expect(records.getByRole('columnheader').first()).toBeVisible();
  await expect(records).not.toContainText(/gross/i);

  await go(page, '/reports?report=finance');
  await expect(page.getByText('No access to this report')).toBeVisible();
  await go(page, `${lastYear}&store=hyundai`);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(cards(page).getByRole('listitem').first()).toContainText(/\d/);
});

test('filters, sorts and drills down with the keyboard alone, exports CSV and prints only the report', async ({
  person,
}) => {
  const page = await person('executive', lastYear);
  await expectReport(page, 'Sales');
  const by = page.getByRole('combobox', { name: 'By', exact: true });
  await by.focus();
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/by=(make|model|month)/);
  await by.selectOption('make');
  const makes = figures(page, 'Sales by make');
  const names = rowNames(makes);

  await test.step('sorts by a column and opens the records of a row', async () => {
    const sort = makes.getByRole('button', { name: 'Sort by Units' });
    await sort.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/sort=-units/);
    await expect(makes.getByRole('columnheader', { name: /Units/ })).toHaveAttribute(
      ...(['aria-sort', 'descending'] as const),
    );
    await names.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(names.nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    const records = page.getByRole('menuitem', { name: 'Show records' });
    await expect(records).toBeVisible();
    await page.keyboard.press('End');
    await expect(records).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Records · / });
    await expect(dialog.getByRole('table').getByRole('link').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).not.toHaveURL(/records=/);
  });

  await test.step('explains how a figure is calculated', async () => {
    const units = cards(page).getByRole('button', { name: 'Units' });
    await units.focus();
    await page.keyboard.press('Enter');
    const explanation = page.getByRole('dialog', { name: 'How Units is calculated' });
    await expect(explanation).toContainText('More is better.');
    await page.keyboard.press('Escape');
    await expect(explanation).toHaveCount(0);
  });

  await test.step('filters by a row and removes the filter', async () => {
    await names.nth(1).focus();
    await page.keyboard.press('Enter');
    const only = page.getByRole('menuitem', { name: /^Filter by this/ });
    await expect(only).toBeVisible();
    await page.keyboard.press('Home');
    await expect(only).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(names).toHaveCount(0);
    await expect(rowNames(page.getByRole('table', { name: /^Sales by/ })).first()).toBeFocused();
    const chip = page.getByRole('button', { name: /^Remove Make: / });
    await chip.focus();
    await page.keyboard.press('Enter');
    await expect(chip).toHaveCount(0);
    await expect(asOf(page)).toBeFocused();
  });

  await test.step('opens the records and goes back', async () => {
    const records = page.getByRole('button', { name: 'Records', exact: true });
    await records.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Records' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog', { name: 'Records' })).toHaveCount(0);
    await expect(records).toBeFocused();
  });

  await test.step('exports figures and records as CSV and prints only the report', async () => {
    await go(page, `${lastYear}&by=make`);
    await page.evaluate(() => {
      // A print has the page as it is at the moment of the call.
      window.print = () => {
        const article = document.querySelector('article[aria-label="Sales"]');
        document.title = `${article?.querySelectorAll('[data-line]').length ?? 0} lines printed`;
      };
    });
    await expectReport(page, 'Sales');
    for (const [item, column] of [
      ['Figures (CSV)', 'Units'],
      ['Records (CSV)', 'Delivered'],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/\.csv$/);
      const file = fs.readFileSync(await download.path(), 'utf8');
      expect(file).toContain(column);
      expect(file.trim().split('\n').length).toBeGreaterThan(3);
    }
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page).toHaveTitle(/^[1-9]\d* lines printed/);
    const article = page.getByRole('article', { name: 'Sales' });
    await expect(article.getByRole('table').first()).toBeVisible();
    await expect(article.locator('[data-line]').last()).toBeVisible();
    await expect(page.locator('#root')).toBeHidden();
  });
});

test('saves, emails, schedules, renames and deletes a view, sets targets, and turns on the daily brief', async ({
  person,
  caller,
  server,
}) => {
  const page = await person('executive', `${lastYear}&by=model`);
  await expectReport(page, 'Sales');
  await page.getByRole('button', { name: 'Save view' }).click();
  const saveDialog = page.getByRole('dialog', { name: 'Save view' });
  await saveDialog.getByRole('button', { name: 'Save view' }).click();
  await expect(saveDialog.getByText('Enter a name.')).toBeVisible();
  await saveDialog.getByRole('textbox', { name: 'Name' }).fill('Models of the year');
  await page.keyboard.press('Enter');
  await expect(saveDialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Models of the year' })).toBeVisible();

  await page.getByRole('button', { name: 'Schedule' }).click();
  const schedule = page.getByRole('dialog', { name: /^Schedule/ });
  await schedule.getByRole('combobox', { name: 'How often' }).selectOption('month');
  await schedule.getByRole('combobox', { name: 'To' }).fill('abernathy');
  await schedule.getByRole('option', { name: 'Denise Abernathy' }).click();
  const recipients = schedule.getByRole('list', { name: 'Recipients' }).getByRole('listitem');
  await expect(recipients).toHaveCount(2);
  await test.step('picks recipients with the keyboard, and Enter without a choice does not save', async () => {
    const field = schedule.getByRole('combobox', { name: 'To' });
    await field.fill('halvorsen');
    await expect(schedule.getByText('Already a recipient.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(schedule).toBeVisible();
    await field.fill('a');
    const options = schedule.getByRole('listbox', { name: 'People' }).getByRole('option');
    await expect(options.nth(1)).toBeVisible();
    const second = String(await options.nth(1).textContent());
    await page.keyboard.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(recipients).toHaveCount(3);
    await expect(recipients.filter({ hasText: second })).toBeVisible();
    await expect(field).toHaveValue('');
  });
  await schedule.getByRole('button', { name: 'Send to me now' }).click();
  await expect(page.getByText('Email sent to you', { exact: true })).toBeVisible();
  await schedule.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByText(/^Next email: \w+, \w+ 1 at 8:00\sAM\.$/)).toBeVisible();

  const outbox = path.join(server.dataDir, 'outbox');
  const isEmailed = () =>
    fs.existsSync(outbox) &&
    fs
      .readdirSync(outbox)
      .some((name) => /Models of the year/.test(fs.readFileSync(path.join(outbox, name), 'utf8')));
  await expect.poll(isEmailed, { timeout: 60_000 }).toBe(true);

  await overviewLink(page).click();
  const link = page.getByRole('link', { name: 'Models of the year' });
  await expect(link).toBeVisible();
  await page.getByRole('button', { name: 'More actions for Models of the year' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Model by model');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Model by model' }).click();
  await expect(page).toHaveURL(/report=sales&period=last_12_months&by=model&view=\d+$/);
  await overviewLink(page).click();
  await page.getByRole('button', { name: 'More actions for Model by model' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByRole('link', { name: 'Model by model' })).toHaveCount(0);

  const other = await caller('admin');
  const dialog = page.getByRole('dialog', { name: 'Targets' });
  const saved = page.getByText('Target saved', { exact: true });
  const request = page.waitForRequest(/\/api\/report-targets\?/);
  await page.getByRole('button', { name: 'Targets' }).click();
  const month = new URL((await request).url()).searchParams.get('month');

  await test.step('sets a target and shows it next to the figures', async () => {
    const units = dialog.getByRole('textbox', { name: 'Units, Hyundai' });
    await units.fill('many');
    await dialog.getByRole('button', { name: 'Save targets' }).click();
    await expect(dialog.getByText('Enter a whole number.')).toBeVisible();
    await expect(units).toBeFocused();
    await units.fill('40');
    await page.keyboard.press('Enter');
    await expect(saved).toBeVisible();
    await expect(units).toHaveValue('40');
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog).toHaveCount(0);
    const overview = figures(page, 'This month by store');
    await expect(overview.getByRole('row', { name: /^Sales\s*Units/ })).toContainText('Target 40');
    await overview.getByRole('link', { name: / Units, Hyundai$/ }).click();
    await expect(cards(page).getByRole('listitem').first()).toContainText('Target 40');
  });

  await test.step('reports a conflict when someone else has set the same target', async () => {
    await expect(saved).toHaveCount(0);
    await overviewLink(page).click();
    await page.getByRole('button', { name: 'Targets' }).click();
    const units = dialog.getByRole('textbox', { name: 'Units, Chevrolet' });
    await expect(units).toBeVisible();
    const target = { store: 'chevrolet', report: 'sales', measure: 'units' };
    const data = { ...target, month, value: 31, version: 0 };
    expect((await other.put('/api/report-targets', { data })).status()).toBe(200);
    await units.fill('32');
    await dialog.getByRole('button', { name: 'Save targets' }).click();
    const conflict = 'Someone else changed this target. Reload and try again.';
    await expect(dialog.getByText(conflict)).toBeVisible();
    await expect(units).toHaveValue('32');
    await dialog.getByRole('button', { name: 'Save targets' }).click();
    await expect(saved).toBeVisible();
    const { targets } = await (await other.get(`/api/report-targets?month=${month}`)).json();
    expect(targets).toContainEqual({ ...target, value: 32, version: 2 });
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('button', { name: 'Targets' }).click();
    await expect(units).toHaveValue('32');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('keeps what is typed while targets are saved', async () => {
    await expect(saved).toHaveCount(0);
    await page.getByRole('button', { name: 'Targets' }).click();
    const hyundai = dialog.getByRole('textbox', { name: 'Units, Hyundai' });
    const ford = dialog.getByRole('textbox', { name: 'Units, Ford' });
    const release = await holdFirst(page, '**/api/report-targets');
    await hyundai.fill('41');
    await dialog.getByRole('button', { name: 'Save targets' }).click();
    await hyundai.fill('42');
    await ford.fill('9');
    release();
    await expect(saved).toBeVisible();
    await expect(hyundai).toHaveValue('42');
    await expect(ford).toHaveValue('9');
    await dialog.getByRole('button', { name: 'Save targets' }).click();
    await expect(page.getByText('2 targets saved', { exact: true })).toBeVisible();
    const { targets } = await (await other.get(`/api/report-targets?month=${month}`)).json();
    const units = { report: 'sales', measure: 'units' };
    expect(targets).toContainEqual({ ...units, store: 'hyundai', value: 42, version: 3 });
    expect(targets).toContainEqual({ ...units, store: 'ford', value: 9, version: 1 });
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('turns on the daily brief', async () => {
    await page.getByRole('button', { name: 'Daily brief' }).click();
    const brief = page.getByRole('dialog', { name: 'Daily brief' });
    await expect(brief.getByRole('region', { name: /^Brief preview/ })).toHaveCount(3);
    const ford = brief.getByRole('region', { name: 'Ford', exact: true });
    await ford.getByRole('switch', { name: 'Daily brief, Ford' }).click();
    await expect(ford.getByText(/^Next post to #Larkfield Ford: /)).toBeVisible();
    await expect(ford.getByRole('switch', { name: 'Daily brief, Ford' })).toBeChecked();
    const time = ford.getByRole('combobox', { name: 'Daily brief time, Ford' });
    const release = await holdFirst(page, '**/api/report-briefs');
    await time.selectOption('At 7:00 AM');
    await time.selectOption('At 9:00 AM');
    release();
    await expect(time).toHaveValue('09:00');
    await expect(page.getByText('Couldn’t save daily brief')).toHaveCount(0);
    const briefs = await (await other.get('/api/report-briefs')).json();
    expect(briefs).toContainEqual(expect.objectContaining({ store: 'ford', at: '09:00' }));
  });
});

test('fits every store on a phone, where a report shows its leading columns first, and is accessible in every theme', async ({
  person,
}) => {
  const page = await person('executive', '/reports');
  await page.setViewportSize(phone);

  await test.step('fits the overview and the targets', async () => {
    const units = figures(page, 'This month by store')
      .getByRole('row', { name: /^Sales\s*Units/ })
      .getByRole('link');
    await expectInViewport(page, units, 4);
    await page.getByRole('button', { name: 'Targets' }).click();
    const dialog = page.getByRole('dialog', { name: 'Targets' });
    await expectInViewport(
      page,
      dialog.getByRole('row', { name: /Units/ }).getByRole('textbox'),
      3,
    );
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('opens a report at its top, from the end of the overview', async () => {
    await page.getByRole('link', { name: /^Workforce/ }).click();
    await expectReport(page, 'Workforce');
    await expect(page.getByRole('link', { name: 'All reports' })).toBeInViewport();
  });

  await test.step('shows the other columns of a report on demand', async () => {
    await go(page, `${lastYear}&by=make`);
    await expectReport(page, 'Sales');
    const headings = figures(page, 'Sales by make').getByRole('columnheader');
    await expect(headings).toHaveCount(3);
    const more = page.getByRole('button', { name: /^All \d+ columns$/ });
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await more.click();
    await expect(headings).not.toHaveCount(3);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Fewer columns' }).click();
    await expect(headings).toHaveCount(3);
    // The sorted column is always shown.
    await go(page, `${lastYear}&by=make&sort=-averagePrice`);
    await expect(headings.first()).toBeVisible();
    await expect(headings.filter({ hasText: 'Average price' })).toHaveCount(1);
    await page.setViewportSize(wide);
    await expect(page.getByRole('button', { name: /columns$/ })).toHaveCount(0);
    await expect(headings).not.toHaveCount(3);
  });

  const checkBothSizes = async (check: (page: Page) => Promise<void>) => {
    await page.setViewportSize(wide);
    await check(page);
    await page.setViewportSize(phone);
    await check(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  };
  for (const [url, name] of [
    ['/reports', 'This month by store'],
    [`${lastYear}&only=condition:used`, /^Sales by /],
  ] as const) {
    await chooseTheme(page, 'light');
    await page.setViewportSize(wide);
    await go(page, url);
    await expect(page.getByRole('table', { name }).last()).toContainText(/\d/);
    await expect(page.getByRole('table').last()).toContainText(/\d/);
    await checkBothSizes(expectAccessible);
    for (const [theme, size] of [
      ['dark', phone],
      ['high-contrast', wide],
      ['blue', phone],
      ['amber', wide],
    ] as const)
      await test.step(`${url} in ${theme}`, async () => {
        await page.setViewportSize(size);
        await chooseTheme(page, theme);
        await expectContrast(page);
      });
  }
});
