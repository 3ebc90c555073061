import type { Page } from '@playwright/test';
import { checkDigitOf } from '../../src/modules/vin/contract.ts';
import { expect, expectAccessible, go, test } from './fixtures.ts';

/** An unused VIN with a valid check digit. */
function vinOf(serial: number): string {
  const template = `1FTFW3L50RK${serial}`;
  return `${template.slice(0, 8)}${checkDigitOf(template)}${template.slice(9)}`;
}

const number = async (page: Page) =>
  (await page
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .locator('span')
    .first()
    .textContent()) ?? '';

async function setStatus(page: Page, status: string): Promise<void> {
  await page.getByRole('button', { name: 'Change status' }).click();
  await page.getByRole('menuitem', { name: status }).click();
}

async function add(page: Page, vin: string, values: { condition: string; status: string }) {
  const sheet = page.getByRole('dialog', { name: 'Add vehicle' });
  await sheet.getByLabel('VIN').fill(vin);
  await sheet.getByLabel('Model', { exact: false }).nth(1).fill('F-150');
  await sheet.getByLabel('Miles').fill('12');
  await sheet.getByLabel('Condition').selectOption(values.condition);
  await sheet.getByLabel('Initial status').selectOption(values.status);
  return sheet;
}

test('a presold vehicle is promised, arrives sold, is delivered, and comes back as a trade', async ({
  person,
}) => {
  const vin = vinOf(777_801);
  const page = await person('gm', '/fleet?add=new');
  const sheet = await add(page, vin, { condition: 'new', status: 'In transit' });
  await sheet.getByRole('button', { name: 'Add to stock' }).click();
  await expect(page.getByRole('region', { name: 'History', exact: true })).toContainText(
    'Added to stock',
  );
  const stock = await number(page);
  await page.getByRole('button', { name: 'Take deposit' }).click();
  const deposit = page.getByRole('dialog', { name: `Take a deposit on ${stock}` });
  await deposit.getByRole('combobox', { name: 'Customer' }).fill('chavez');
  await deposit.getByRole('option').first().click();
  await deposit.getByRole('button', { name: 'Take deposit' }).click();
  await expect(deposit.getByText('Enter an amount in dollars')).toBeVisible();
  await deposit.getByLabel('Amount').fill('500');
  await expectAccessible(page);
  await deposit.getByRole('button', { name: 'Take deposit' }).click();
  await expect(page.getByText(/Deposit of \$500 from .*, expires/)).toBeVisible();

  await setStatus(page, 'Sold');
  await page.getByRole('button', { name: 'Delivery date' }).click();
  const promise = page.getByRole('dialog', { name: `Delivery of ${stock}` });
  await promise.getByLabel('Promised for').fill('2031-05-06');
  await promise.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Delivery May 6, 2031').first()).toBeVisible();

  await go(page, '/fleet?view=transit');
  const line = page.getByRole('list', { name: 'In transit' }).getByRole('listitem');
  await expect(line.filter({ hasText: stock })).toContainText('Sold');
  await expect(line.filter({ hasText: stock })).toContainText('Delivery May 6, 2031');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Receive ${stock}` }).click();
  await expect(line.filter({ hasText: stock })).toHaveCount(0);

  await go(page, `/fleet?q=${stock}`);
  await page.getByRole('link', { name: /F-150/ }).first().click();
  await expect(page.getByText('Received, PDI').first()).toBeVisible();
  await setStatus(page, 'Delivered');
  await expect(page.getByText('Delivered').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'History', exact: true })).toContainText(
    'Deposit of $500: applied to the deal',
  );

  await test.step('a repeat customer’s trade is a new stay of the same vehicle', async () => {
    await go(page, '/fleet?add=new');
    const again = await add(page, vin, { condition: 'used', status: 'Acquired' });
    await expect(again.getByText('This vehicle was in stock before')).toBeVisible();
    await again.getByLabel('Acquired from').selectOption('trade');
    await again.getByRole('button', { name: 'Add to stock' }).click();
    const stays = page.getByRole('region', { name: 'In stock before and now' });
    await expect(stays).toContainText(stock);
    const second = await number(page);
    expect(second).not.toBe(stock);
    await expect(page.getByRole('region', { name: 'History', exact: true })).toContainText(
      `${stock}: Sold`,
    );
    await expectAccessible(page);
    await stays.getByRole('link', { name: stock }).click();
    await expect(page.getByRole('region', { name: 'History', exact: true })).toContainText(
      `${second}: Added`,
    );
    await expect(page.getByText('Delivered').first()).toBeVisible();
  });
});
