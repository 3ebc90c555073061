import type { Page } from '@playwright/test';
import type { View } from '../../src/modules/reports/contract/views.ts';
import { expect, test } from './fixtures.ts';

const cards = (page: Page) => page.getByRole('list', { name: 'Key figures' });
const figures = (page: Page, name: string) => page.getByRole('table', { name });
const asOf = (page: Page) => page.getByRole('status').filter({ hasText: 'as of' });
const year = '/reports?report=sales&period=last_12_months';

const expectFigures = (page: Page) =>
  expect(cards(page).getByRole('listitem').first()).toContainText(/\d/);

test('leaves a figure that no row has out of the table and keeps it among the key figures', async ({
  person,
}) => {
  const page = await person('executive', '/reports?report=recon&period=last_12_months&by=stage');
  await expectFigures(page);
  const stages = figures(page, 'Reconditioning by stage');
  await expect(stages.getByRole('columnheader')).toHaveText([
    ...['Stage', 'Days per stage', 'Stages completed'],
  ]);
  await expect(cards(page).getByRole('button', { name: 'Frontline ready' })).toBeVisible();
  await page.getByRole('button', { name: 'By stage', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Days per stage' })).toBeVisible();
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('store');
  await expect(
    figures(page, 'Reconditioning by store').getByRole('columnheader', { name: 'Frontline ready' }),
  ).toBeVisible();
});

test('keeps the previous figures and shows an error when loading fails', async ({ person }) => {
  const page = await person('executive', year);
  await expectFigures(page);
  const before = await asOf(page).textContent();
  const units = cards(page).getByRole('listitem').first();
  const figure = await units.textContent();
  await page.route('**/api/reports/sales?*', (route) => route.abort());
  await page.getByRole('combobox', { name: 'Period' }).selectOption('last_7_days');
  await expect(page.getByRole('alert')).toContainText('Showing the previous results.');
  await expect(asOf(page)).toHaveText(String(before));
  await expect(units).toHaveText(String(figure));
  await page.unroute('**/api/reports/sales?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(asOf(page)).not.toHaveText(String(before));
  // An invalid query does not show the figures of the one before.
  await page.evaluate(() => history.pushState(null, '', '/reports?report=sales&by=nothing'));
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
});

test('warns the second of two people who change a view and lets them retry', async ({ person }) => {
  const page = await person('gm', `${year}&by=model`);
  await expectFigures(page);
  const getView = async (name: string) => {
    const views: View[] = await (await page.request.get('/api/report-views')).json();
    const view = views.find((one) => one.name === name);
    if (!view) throw new Error(`No view is called ${name}`);
    return view;
  };

  await test.step('changes its schedule', async () => {
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Models of Ford');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Schedule/ });
    await expect(dialog).toBeVisible();

    const { id, version, owner } = await getView('Models of Ford');
    const schedule = { every: 'day', hour: 6, recipientIds: [owner.id] };
    const data = { version, schedule };
    const response = await page.request.put(`/api/report-views/${id}/schedule`, { data });
    expect(response.status(), await response.text()).toBe(200);

    await dialog.getByRole('combobox', { name: 'At' }).selectOption({ label: '9 AM' });
    await dialog.getByRole('button', { name: 'Save schedule' }).click();
    const changed = dialog.getByRole('alert').filter({ hasText: 'Someone else changed this view' });
    await expect(changed.getByRole('list', { name: 'Their changes' })).toContainText('Frequency');
    await expect(dialog.getByText(/^Next email: .* 6:00\sAM\./)).toBeVisible();
    await changed.getByRole('button', { name: 'Load latest version' }).click();
    await expect(changed).toHaveCount(0);
    await expect(dialog.getByRole('combobox', { name: 'How often' })).toHaveValue('day');
    await dialog.getByRole('button', { name: 'Save schedule' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(/^Next email: .* at 9:00\sAM\.$/)).toBeVisible();
  });

  await test.step('renames it, showing its current name', async () => {
    const mainNavigation = page.getByRole('navigation', { name: 'Main' });
    await mainNavigation.getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByRole('button', { name: 'More actions for Models of Ford' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog', { name: /^Rename/ });
    await expect(dialog).toBeVisible();

    const { id, version, report, question } = await getView('Models of Ford');
    const data = { name: 'Twelve months', version, report, question, isShared: true };
    const response = await page.request.put(`/api/report-views/${id}`, { data });
    expect(response.status(), await response.text()).toBe(200);

    await dialog.getByRole('textbox', { name: 'Name' }).fill('Year by year');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    const changed = dialog.getByRole('alert').filter({ hasText: 'Someone else changed this view' });
    await expect(changed.getByRole('listitem')).toHaveText([
      'Name: Models of Ford → Twelve months (you also changed this)',
      'Sharing: Not shared → Shared',
    ]);
    await expect(page.getByRole('dialog', { name: 'Rename “Twelve months”' })).toBeVisible();
    await changed.getByRole('button', { name: 'Load latest version' }).click();
    await expect(changed).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Year by year' })).toBeVisible();
    expect((await getView('Year by year')).isShared).toBe(true);
  });
});
