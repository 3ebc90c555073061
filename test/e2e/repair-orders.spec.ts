import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'New repair order' });
const move = async (page: Page, status: string) => {
  await page.getByRole('button', { name: 'Change status' }).click();
  await page.getByRole('menuitem', { name: status }).click();
};

test('an advisor’s day: a repair order is created, worked on, closed, and on the customer’s timeline', async ({
  person,
}) => {
  const page = await person('walt.jankowski', '/customers');
  await page.getByRole('link', { name: 'Repair orders' }).click();
  const table = page.getByRole('table', { name: 'Repair orders' });
  await expect(table).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New repair order' }).click();
  await sheet(page).getByRole('button', { name: 'Create repair order' }).click();
  await expect(sheet(page).getByText('Choose a customer')).toBeVisible();
  await expect(sheet(page).getByText('Enter the vehicle')).toBeVisible();
  await sheet(page).getByRole('combobox', { name: 'Customer' }).fill('jose chavez');
  await sheet(page).getByRole('listbox', { name: 'Customers' }).getByRole('option').first().click();
  await sheet(page).getByRole('textbox', { name: 'Vehicle' }).fill('2021 Ford Escape SEL');
  await sheet(page).getByLabel('VIN').fill('1FTFW3L51RK91059O');
  await sheet(page).getByLabel('Complaint').fill('Brakes squeal in the morning');
  await sheet(page).getByLabel('Labor, $').fill('180.50');
  await sheet(page).getByLabel('Parts, $').fill('212');
  await sheet(page).getByLabel('Hours flagged').fill('1.4');
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Create repair order' }).click();
  await expect(sheet(page).getByText('A VIN has 17 characters, without I, O and Q')).toBeVisible();
  await sheet(page).getByLabel('VIN').fill('1ftfw3l51rk910594');
  await sheet(page).getByRole('button', { name: 'Create repair order' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Repair order \d+$/);
  await expect(page.getByRole('region', { name: 'Work' })).toContainText('$392.50');
  await expect(page.getByText('1FTFW3L51RK910594')).toBeVisible();
  const address = page.url();
  await move(page, 'In progress');
  await expect(page.getByText('Open → In progress')).toBeVisible();
  await move(page, 'Completed');
  await move(page, 'Closed');
  await expect(page.getByText('Completed → Closed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('region', { name: 'Details' }).getByRole('link').click();
  const line = page.getByRole('list', { name: 'Timeline' }).getByRole('link', {
    name: /^Repair order \d+: closed$/,
  });
  await line.first().click();
  await expect(page).toHaveURL(address);
});
