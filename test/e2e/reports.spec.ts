import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const cards = (page: Page) => page.getByRole('list', { name: 'Leading figures' });
const figures = (page: Page, name: string) => page.getByRole('table', { name });
const rowName = (table: Locator) =>
  table.getByRole('rowheader').filter({ hasNotText: 'All together' }).getByRole('button').first();
const lastYear = '/reports?report=sales&period=last_12_months';

async function open(page: Page, address: string, title: string): Promise<void> {
  await page.goto(address);
  await expect(heading(page)).toHaveText(title);
  await expect(cards(page).getByRole('listitem').first()).toContainText(/\d|No figure/);
}

test('an executive reads the overview and drills from a figure down to a deal', async ({
  person,
}) => {
  const page = await person('executive', '/reports');
  const overview = figures(page, 'This month by store');
  await expect(overview.getByRole('columnheader')).toHaveText([
    ...['Figure', 'Ford', 'Hyundai', 'Chevrolet', 'All together'],
  ]);
  await overview.getByRole('link', { name: / Units, Hyundai$/ }).click();
  await expect(page).toHaveURL(/report=sales&store=hyundai&measure=units$/);
  await expect(page.getByRole('combobox', { name: 'Store' })).toHaveValue('hyundai');

  await page.getByRole('combobox', { name: 'Period' }).selectOption('last_12_months');
  await page.getByRole('combobox', { name: 'By' }).selectOption('make');
  const makes = figures(page, 'Sales by make');
  await rowName(makes).click();
  await page.getByRole('menuitem', { name: /^Only this, by / }).click();
  const chips = page.getByRole('list', { name: 'Narrowed to' });
  await expect(chips.getByRole('button', { name: /^Remove Make: / })).toBeVisible();
  await expect(makes).toHaveCount(0);

  await page.getByRole('button', { name: 'Records', exact: true }).click();
  const records = page.getByRole('dialog', { name: 'Records' });
  const deal = records.getByRole('table').getByRole('link').first();
  const number = await deal.textContent();
  await deal.click();
  await expect(page).toHaveURL(/\/customers\/deals\?deal=\d+$/);
  await expect(heading(page)).toHaveText(`Deal ${number}`);
});

test('who has no financial reports sees no gross and no cost anywhere', async ({ person }) => {
  const page = await person('joan.whitaker', '/reports');
  const overview = figures(page, 'This month by store');
  await expect(overview.getByRole('columnheader')).toHaveText([
    ...['Figure', 'Ford', 'Chevrolet', 'All together'],
  ]);
  await expect(overview).not.toContainText(/gross|value over|floorplan/i);
  const reports = page.getByRole('list', { name: 'All reports' });
  await expect(reports.getByRole('link', { name: /^Sales/ })).toBeVisible();
  await expect(reports.getByRole('link', { name: /^Finance/ })).toHaveCount(0);
  for (const name of ['Targets', 'Daily Brief'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);

  await open(page, lastYear, 'Sales');
  await expect(page.getByRole('main')).not.toContainText(/gross/i);
  await page.getByRole('button', { name: 'Records', exact: true }).click();
  const records = page.getByRole('dialog', { name: 'Records' }).getByRole('table');
  await expect(records.getByRole('columnheader').first()).toBeVisible();
  await expect(records).not.toContainText(/gross/i);

  await page.goto('/reports?report=finance');
  await expect(page.getByText('This report is not yours to read')).toBeVisible();
  await page.goto(`${lastYear}&store=hyundai`);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(cards(page).getByRole('listitem').first()).toContainText(/\d/);
});

test('the keyboard alone goes through filters and table', async ({ person }) => {
  const page = await person('executive');
  await open(page, lastYear, 'Sales');
  await page.getByRole('combobox', { name: 'By' }).focus();
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/by=(make|model|month)/);
  await page.goto(`${lastYear}&by=make`);
  const makes = figures(page, 'Sales by make');
  const sort = makes.getByRole('button', { name: 'Sort by Units' });
  await sort.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/sort=-units/);
  await expect(makes.getByRole('columnheader', { name: /Units/ })).toHaveAttribute(
    ...(['aria-sort', 'descending'] as const),
  );
  const names = makes.getByRole('rowheader').getByRole('button');
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
  const units = cards(page).getByRole('button', { name: 'Units' });
  await units.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'How Units is reckoned' })).toContainText(
    'More is better.',
  );
});

test('the address keeps what is asked for, over a reload and on the way back', async ({
  person,
}) => {
  const page = await person('executive');
  await open(page, '/reports?report=sales', 'Sales');
  const period = page.getByRole('combobox', { name: 'Period' });
  await period.selectOption('custom');
  await page.getByLabel('From', { exact: true }).fill('2026-05-01');
  await page.getByLabel('To', { exact: true }).fill('2026-04-01');
  await expect(page.getByText('The first day is after the last.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2026-07-31');
  await expect(page).toHaveURL(/period=custom&from=2026-05-01&to=2026-07-31$/);
  await expect(page.getByRole('status').filter({ hasText: 'as of' })).toContainText(
    /May 1 – Jul 31, 2026/,
  );
  await page.getByRole('button', { name: 'Narrow' }).click();
  await page
    .getByRole('dialog', { name: 'Narrow the report' })
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

test('a view is saved, sent to oneself, scheduled, and found again', async ({ person, house }) => {
  const page = await person('executive');
  await open(page, `${lastYear}&by=model`, 'Sales');
  await page.getByRole('button', { name: 'Save view' }).click();
  const saving = page.getByRole('dialog', { name: 'Save view' });
  await saving.getByRole('button', { name: 'Save view' }).click();
  await expect(saving.getByText('Give it a name.')).toBeVisible();
  await saving.getByRole('textbox', { name: 'Name' }).fill('Models of the year');
  await page.keyboard.press('Enter');
  await expect(saving).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Models of the year' })).toBeVisible();

  await page.getByRole('button', { name: 'Schedule' }).click();
  const schedule = page.getByRole('dialog', { name: /^Schedule/ });
  await schedule.getByRole('combobox', { name: 'How often' }).selectOption('month');
  await schedule.getByRole('combobox', { name: 'To' }).fill('abernathy');
  await schedule.getByRole('option', { name: 'Denise Abernathy' }).click();
  await expect(schedule.getByRole('list', { name: 'Gets it' }).getByRole('listitem')).toHaveCount(
    2,
  );
  await schedule.getByRole('button', { name: 'Send to me now' }).click();
  await expect(page.getByText('On its way to your mailbox', { exact: true })).toBeVisible();
  await schedule.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByText(/^It goes out next on \w+, \w+ 1 at 8:00\sAM\.$/)).toBeVisible();

  const outbox = path.join(house.dataDir, 'outbox');
  const isMailed = () =>
    fs.existsSync(outbox) &&
    fs
      .readdirSync(outbox)
      .some((name) => /Models of the year/.test(fs.readFileSync(path.join(outbox, name), 'utf8')));
  await expect.poll(isMailed, { timeout: 60_000 }).toBe(true);

  await page.goto('/reports');
  const link = page.getByRole('link', { name: 'Models of the year' });
  await expect(link).toBeVisible();
  await page.getByRole('button', { name: 'More about Models of the year' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Model by model');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Model by model' }).click();
  await expect(page).toHaveURL(/report=sales&period=last_12_months&by=model&view=\d+$/);
  await page.goto('/reports');
  await page.getByRole('button', { name: 'More about Model by model' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByText('No saved views yet')).toBeVisible();
});

test('figures and records leave as files, and paper holds nothing but the report', async ({
  person,
}) => {
  const page = await person('executive');
  await page.addInitScript(() => {
    // Printing holds the page as it is at that moment.
    window.print = () => {
      const paper = document.querySelector('article[aria-label="Sales"]');
      document.title = `${paper?.querySelectorAll('.recharts-line').length ?? 0} lines printed`;
    };
  });
  await open(page, `${lastYear}&by=make`, 'Sales');
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
  const paper = page.getByRole('article', { name: 'Sales' });
  await expect(paper.getByRole('table').first()).toBeVisible();
  await expect(paper.locator('.recharts-line').last()).toBeVisible();
  await expect(page.locator('#root')).toBeHidden();
});

test('targets are set, and stand beside the figures; the brief is switched on', async ({
  person,
}) => {
  const page = await person('executive', '/reports');
  await page.getByRole('button', { name: 'Targets' }).click();
  const dialog = page.getByRole('dialog', { name: 'Targets' });
  const units = dialog.getByRole('textbox', { name: 'Units, Hyundai' });
  await units.fill('many');
  await dialog.getByRole('button', { name: 'Save targets' }).click();
  await expect(dialog.getByText('A whole number.')).toBeVisible();
  await units.fill('40');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Target saved', { exact: true })).toBeVisible();
  await expect(units).toHaveValue('40');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toHaveCount(0);
  const overview = figures(page, 'This month by store');
  await expect(overview.getByRole('row', { name: /^Sales\s*Units/ })).toContainText('Target 40');
  await overview.getByRole('link', { name: / Units, Hyundai$/ }).click();
  await expect(cards(page).getByRole('listitem').first()).toContainText('Target 40');

  await page.goto('/reports');
  await page.getByRole('button', { name: 'Daily Brief' }).click();
  const brief = page.getByRole('dialog', { name: 'Daily Brief' });
  await expect(brief.getByRole('region', { name: /^How it would read now/ })).toHaveCount(3);
  const ford = brief.getByRole('region', { name: 'Ford', exact: true });
  await ford.getByRole('switch', { name: 'Brief of Ford' }).click();
  await expect(ford.getByText(/^Goes to #Larkfield Ford next on /)).toBeVisible();
  await expect(ford.getByRole('switch', { name: 'Brief of Ford' })).toBeChecked();
});

test('of two who set a target at once the second is told, and may then set it', async ({
  person,
}) => {
  const [first, second] = [await person('executive'), await person('admin')];
  const openTargets = async (page: Page) => {
    await page.goto('/reports');
    await page.getByRole('button', { name: 'Targets' }).click();
    const dialog = page.getByRole('dialog', { name: 'Targets' });
    await expect(dialog.getByRole('textbox', { name: 'Units, Chevrolet' })).toBeVisible();
    return dialog;
  };
  const [mine, theirs] = [await openTargets(first), await openTargets(second)];
  const set = async (dialog: Locator, value: string) => {
    await dialog.getByRole('textbox', { name: 'Units, Chevrolet' }).fill(value);
    await dialog.getByRole('button', { name: 'Save targets' }).click();
  };
  await set(mine, '31');
  await expect(first.getByText('Target saved', { exact: true })).toBeVisible();
  await set(theirs, '32');
  const refusal = 'Somebody else has set this target meanwhile. Please look at it again.';
  await expect(theirs.getByText(refusal)).toBeVisible();
  await expect(theirs.getByRole('textbox', { name: 'Units, Chevrolet' })).toHaveValue('32');
  await theirs.getByRole('button', { name: 'Save targets' }).click();
  await expect(second.getByText('Target saved', { exact: true })).toBeVisible();
  await expect(
    (await openTargets(first)).getByRole('textbox', { name: 'Units, Chevrolet' }),
  ).toHaveValue('32');
});

test('of two windows that rename a view the second is told, and shows what it is called now', async ({
  person,
}) => {
  const [first, second] = [await person('gm'), await person('gm')];
  await open(first, lastYear, 'Sales');
  await first.getByRole('button', { name: 'Save view' }).click();
  const saving = first.getByRole('dialog', { name: 'Save view' });
  await saving.getByRole('textbox', { name: 'Name' }).fill('The year');
  await first.keyboard.press('Enter');
  await expect(saving).toHaveCount(0);
  const startRenaming = async (page: Page) => {
    await page.goto('/reports');
    await page.getByRole('button', { name: 'More about The year' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await expect(page.getByRole('dialog', { name: /^Rename/ })).toBeVisible();
  };
  const rename = async (page: Page, name: string) => {
    const dialog = page.getByRole('dialog', { name: /^Rename/ });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    return dialog;
  };
  await startRenaming(first);
  await startRenaming(second);
  await expect(await rename(first, 'Twelve months')).toHaveCount(0);
  const refused = await rename(second, 'Year by year');
  await expect(
    refused.getByText('This view was changed meanwhile. Please look at it again.'),
  ).toBeVisible();
  await expect(second.getByRole('dialog', { name: 'Rename “Twelve months”' })).toBeVisible();
  await refused.getByRole('button', { name: 'Rename' }).click();
  await expect(refused).toHaveCount(0);
  await expect(second.getByRole('link', { name: 'Year by year' })).toBeVisible();
});

test('on a phone a report shows what leads, and everything to whoever wants it', async ({
  person,
}) => {
  const page = await person('executive');
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `${lastYear}&by=make`, 'Sales');
  const headings = figures(page, 'Sales by make').getByRole('columnheader');
  await expect(headings).toHaveCount(3);
  const more = page.getByRole('button', { name: /^All \d+ columns$/ });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.click();
  await expect(headings).not.toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fewer columns' }).click();
  await expect(headings).toHaveCount(3);
  // What it is sorted by is always seen.
  await page.goto(`${lastYear}&by=make&sort=-averagePrice`);
  await expect(headings.first()).toBeVisible();
  await expect(headings.filter({ hasText: 'Average price' })).toHaveCount(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('button', { name: /columns$/ })).toHaveCount(0);
  await expect(headings).not.toHaveCount(3);
});

test.describe('is legible', () => {
  for (const theme of ['light', 'dark', 'high-contrast', 'blue', 'amber']) {
    test(`in ${theme}, wide and on a phone`, async ({ person }) => {
      const page = await person('executive');
      await page.evaluate((name) => localStorage.setItem('forecourt-theme', name), theme);
      for (const address of ['/reports', `${lastYear}&only=condition:used`]) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(address);
        await expect(page.getByRole('table').last()).toContainText(/\d/);
        await expectAccessible(page);
        await page.setViewportSize({ width: 390, height: 844 });
        await expectAccessible(page);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(390);
      }
    });
  }
});
