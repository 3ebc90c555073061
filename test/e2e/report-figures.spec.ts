import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const cards = (page: Page) => page.getByRole('list', { name: 'Leading figures' });
const figures = (page: Page, name: string) => page.getByRole('table', { name });
const told = (page: Page) => page.getByRole('status').filter({ hasText: 'as of' });
const rowNames = (table: Locator) => table.getByRole('rowheader').getByRole('button');
const year = '/reports?report=sales&period=last_12_months';

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(cards(page).getByRole('listitem').first()).toContainText(/\d/);
}

async function expectWithin(page: Page, parts: Locator, count: number): Promise<void> {
  await expect(parts).toHaveCount(count);
  const width = page.viewportSize()?.width ?? 0;
  for (const part of await parts.all()) {
    const box = await part.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
  }
}

test('what no row of a report can tell is no column of it, and stays among what leads', async ({
  person,
}) => {
  const page = await person('executive');
  await open(page, '/reports?report=recon&period=last_12_months&by=stage');
  const stages = figures(page, 'Reconditioning by stage');
  await expect(stages.getByRole('columnheader')).toHaveText([
    ...['Stage', 'Days in a stage', 'Stages left'],
  ]);
  await expect(cards(page).getByRole('button', { name: 'Cars finished' })).toBeVisible();
  await page.getByRole('button', { name: 'By stage', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Days in a stage' })).toBeVisible();
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('store');
  await expect(
    figures(page, 'Reconditioning by store').getByRole('columnheader', { name: 'Cars finished' }),
  ).toBeVisible();
});

test('on a phone every store stands in the window, in the overview and among the targets', async ({
  person,
}) => {
  const page = await person('executive');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/reports');
  const units = figures(page, 'This month by store')
    .getByRole('row', { name: /^Sales\s*Units/ })
    .getByRole('link');
  await expectWithin(page, units, 4);
  await page.getByRole('button', { name: 'Targets' }).click();
  const fields = page
    .getByRole('dialog', { name: 'Targets' })
    .getByRole('row', { name: /Units/ })
    .getByRole('textbox');
  await expectWithin(page, fields, 3);
});

test('figures that do not come leave the ones that were there, and a sentence', async ({
  person,
}) => {
  const page = await person('executive');
  await open(page, year);
  const before = await told(page).textContent();
  const units = cards(page).getByRole('listitem').first();
  const figure = await units.textContent();
  await page.route('**/api/reports/sales?*', (route) => route.abort());
  await page.getByRole('combobox', { name: 'Period' }).selectOption('last_7_days');
  await expect(page.getByRole('alert')).toContainText('Below stands what was asked before.');
  await expect(told(page)).toHaveText(String(before));
  await expect(units).toHaveText(String(figure));
  await page.unroute('**/api/reports/sales?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(told(page)).not.toHaveText(String(before));
  // What is refused is not answered by the figures of another question.
  await page.goto('/reports?report=sales&by=nothing');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
});

test('the keyboard goes on where the report goes on', async ({ person }) => {
  const page = await person('executive');
  await open(page, `${year}&by=make`);
  const makes = rowNames(figures(page, 'Sales by make'));
  await makes.nth(1).focus();
  await page.keyboard.press('Enter');
  const only = page.getByRole('menuitem', { name: /^Only this/ });
  await expect(only).toBeVisible();
  await page.keyboard.press('Home');
  await expect(only).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(makes).toHaveCount(0);
  await expect(rowNames(page.getByRole('table', { name: /^Sales by/ })).first()).toBeFocused();
  const chip = page.getByRole('button', { name: /^Remove Make: / });
  await chip.focus();
  await page.keyboard.press('Enter');
  await expect(chip).toHaveCount(0);
  await expect(told(page)).toBeFocused();
  const records = page.getByRole('button', { name: 'Records', exact: true });
  await records.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Records' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Records' })).toHaveCount(0);
  await expect(records).toBeFocused();
});

test('of two who schedule a view the second is told, and may then do it', async ({ person }) => {
  const page = await person('gm');
  await open(page, `${year}&by=model`);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Models of Ford');
  await page.keyboard.press('Enter');
  const schedule = page.getByRole('dialog', { name: /^Schedule/ });
  await expect(schedule).toBeVisible();

  const views: { id: number; name: string; version: number; owner: { id: number } }[] = await (
    await page.request.get('/api/report-views')
  ).json();
  const view = views.find(({ name }) => name === 'Models of Ford');
  const data = {
    version: view?.version,
    schedule: { every: 'day', hour: 6, recipientIds: [view?.owner.id] },
  };
  const answer = await page.request.put(`/api/report-views/${view?.id}/schedule`, { data });
  expect(answer.status(), await answer.text()).toBe(200);

  await schedule.getByRole('combobox', { name: 'At' }).selectOption({ label: '9 AM' });
  await schedule.getByRole('button', { name: 'Save schedule' }).click();
  await expect(schedule.getByRole('alert')).toContainText('was changed meanwhile');
  await expect(schedule.getByText(/^Goes out next on .* 6:00\sAM\./)).toBeVisible();
  await schedule.getByRole('button', { name: 'Save schedule' }).click();
  await expect(schedule).toHaveCount(0);
  await expect(page.getByText(/^It goes out next on Monday, .* at 9:00\sAM\.$/)).toBeVisible();
});

test('people are found by the keyboard, and a name nobody has saves nothing', async ({
  person,
}) => {
  const page = await person('executive');
  await open(page, year);
  await page.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('The year by store');
  await page.keyboard.press('Enter');
  const schedule = page.getByRole('dialog', { name: /^Schedule/ });
  const field = schedule.getByRole('combobox', { name: 'To' });
  await field.fill('halvorsen');
  await expect(schedule.getByText('Already among those who get it.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(schedule).toBeVisible();
  await field.fill('a');
  const people = schedule.getByRole('listbox', { name: 'People' }).getByRole('option');
  await expect(people.nth(1)).toBeVisible();
  const second = String(await people.nth(1).textContent());
  await page.keyboard.press('ArrowDown');
  await expect(people.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const chosen = schedule.getByRole('list', { name: 'Gets it' }).getByRole('listitem');
  await expect(chosen).toHaveCount(2);
  await expect(chosen.filter({ hasText: second })).toBeVisible();
  await expect(field).toHaveValue('');
});
