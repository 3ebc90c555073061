import type { Page } from '@playwright/test';
import { checkDigitOf } from '../../src/modules/vin/contract.ts';
import { expect, expectAccessible, go, test } from './fixtures.ts';

const template = 'KM8KN4DE0PU777301';
const vin = `${template.slice(0, 8)}${checkDigitOf(template)}${template.slice(9)}`;
const title = '2023 Hyundai Ioniq 5 Limited';
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true });

const headline = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

async function choose(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Sets the intake limit: first an invalid value, then thirty hours. */
async function setLimits(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Limits…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stage limits' });
  await dialog.getByLabel('Intake (hours)').fill('0');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter whole hours, at least 1')).toBeVisible();
  await dialog.getByLabel('Intake (hours)').fill('30');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const stage = page.getByRole('listitem').filter({ has: column(page, 'Intake') });
  await expect(stage).toContainText('limit 1 d 6 h');
}

test('a vehicle is added, reconditioned, priced and checked out, seen live by a salesperson', async ({
  person,
}) => {
  const salesperson = await person('omar.benali', '/fleet');
  await expect(salesperson.getByRole('table', { name: 'Vehicles' })).toBeVisible();

  // Aged vehicles.
  const manager = await person('kevin.matsuda', '/fleet');
  await manager.getByRole('button', { name: /^90\+ days/ }).click();
  await expect(manager).toHaveURL(/aging=90%2B/);
  await expect(manager.getByRole('status').filter({ hasText: /^\d+ vehicles?$/ })).toBeVisible();
  await expectAccessible(manager);
  await manager.getByRole('button', { name: 'Clear filters' }).click();

  // A trade-in, its VIN scanned with a barcode prefix.
  await manager.getByRole('button', { name: 'Add vehicle' }).click();
  const sheet = manager.getByRole('dialog', { name: 'Add vehicle' });
  await sheet.getByLabel('VIN').fill(`I${vin}`);
  await expect(sheet.getByLabel('Model year')).toHaveValue('2023');
  await expect(sheet.getByLabel('Make')).toHaveValue('Hyundai');
  await sheet.getByRole('button', { name: 'Add to stock' }).click();
  await expect(sheet.getByText('Enter the model', { exact: true })).toBeVisible();
  await sheet.getByLabel('Model', { exact: false }).nth(1).fill('Ioniq 5');
  await sheet.getByLabel('Trim').fill('Limited');
  await sheet.getByLabel('Miles').fill('21,450');
  await sheet.getByLabel('Acquired from').selectOption('trade');
  await sheet.getByLabel('Cost, $').fill('24000');
  await expectAccessible(manager);
  await sheet.getByRole('button', { name: 'Add to stock' }).click();
  await expect(manager.getByRole('region', { name: 'History', exact: true })).toContainText(
    'Added to stock',
  );
  const heading = (await headline(manager).textContent()) ?? '';
  const number = /HU\d{6}/.exec(heading)?.[0] ?? '';
  expect(number).not.toBe('');

  // The salesperson sees it, but not its cost.
  await salesperson.getByRole('searchbox', { name: 'Search vehicles' }).fill(vin.slice(-6));
  await salesperson.getByRole('link', { name: title }).first().click();
  await expect(salesperson.getByText(vin)).toBeVisible();
  await expect(salesperson.getByRole('region', { name: 'Cost and gross' })).toHaveCount(0);
  await expect(manager.getByRole('region', { name: 'Cost and gross' })).toContainText('$24,000');

  // Through reconditioning by keyboard, and past approval by the menu.
  await choose(manager, 'Change status', 'In recon');
  await expect(salesperson.getByText('Recon: Intake').first()).toBeVisible();
  // Wide enough for all stages: nothing has to scroll under the pointer.
  await manager.setViewportSize({ width: 2400, height: 900 });
  await manager.getByRole('link', { name: 'Fleet Operations' }).click();
  await tab(manager, 'Reconditioning').click();
  const card = manager.getByRole('article', { name: new RegExp(number) });
  const cardButton = card.getByRole('button', { name: new RegExp(title) });
  await cardButton.focus();
  for (const stage of ['Inspection', 'Approval']) {
    await manager.keyboard.press('Shift+ArrowRight');
    await expect(
      column(manager, stage).getByRole('article', { name: new RegExp(number) }),
    ).toBeVisible();
    await expect(manager.getByText(`${number} moved to ${stage}`)).toBeAttached();
    await expect(cardButton).toBeFocused();
  }
  await expectAccessible(manager);
  await setLimits(manager);
  await choose(manager, `Actions for ${number}`, 'Photos');
  await expect(salesperson.getByText('Recon: Photos').first()).toBeVisible();
  const frontline = manager.getByRole('listitem').filter({ has: column(manager, 'Frontline') });
  await card.dragTo(frontline);
  await expect(frontline.getByRole('article', { name: new RegExp(number) })).toBeVisible();
  await expect(salesperson.getByText('Frontline', { exact: true }).first()).toBeVisible();

  // Priced, labeled, and out on a test drive.
  await tab(manager, 'Stock').click();
  await manager.getByRole('searchbox', { name: 'Search vehicles' }).fill(number);
  const row = manager.getByRole('row').filter({ hasText: number });
  await row.getByRole('link', { name: title }).click();
  await manager.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = manager.getByRole('dialog', { name: `Edit ${number}` });
  await edit.getByLabel('List price, $').fill('29,995');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(headline(salesperson)).toContainText('$29,995');
  await manager.evaluate(() => {
    window.print = () => {};
  });
  await manager.getByRole('button', { name: 'Print label' }).click();
  await manager.emulateMedia({ media: 'print' });
  await expect(manager.getByRole('img', { name: `Label of ${number}` })).toBeVisible();
  await expect(manager.getByRole('button', { name: 'Edit', exact: true })).toBeHidden();
  await manager.emulateMedia({ media: 'screen' });
  await manager.getByRole('button', { name: 'Check out' }).click();
  const checkOut = manager.getByRole('dialog', { name: `Check out ${number}` });
  await checkOut.getByLabel('Name').fill('Dana Whitfield');
  await checkOut.getByRole('button', { name: 'Check out' }).click();
  await expect(salesperson.getByText(/Test drive: checked out to Dana Whitfield/)).toBeVisible();
  await expectAccessible(salesperson);
  await go(manager, '/fleet?view=out');
  await expect(tab(manager, 'Out now')).toHaveAttribute('aria-selected', 'true');
  await manager.getByRole('button', { name: `Check in ${number}` }).click();
  const checkIn = manager.getByRole('dialog', { name: `Check in ${number}` });
  await checkIn.getByLabel('Miles now').fill('21,462');
  await expectAccessible(manager);
  await checkIn.getByRole('button', { name: 'Check in' }).click();
  await expect(manager.getByRole('button', { name: `Check in ${number}` })).toHaveCount(0);
  await expect(salesperson.getByText('21,462 mi').first()).toBeVisible();

  await test.step('on a phone, a price typed in the filters stays when they are closed', async () => {
    await manager.close();
    await go(salesperson, '/fleet');
    await salesperson.setViewportSize({ width: 390, height: 844 });
    await salesperson.getByRole('button', { name: /^Filters/ }).click();
    const filters = salesperson.getByRole('dialog', { name: 'Filters' });
    const price = filters.getByRole('group', { name: 'Price' });
    await price.getByLabel('From').fill('20,000');
    await salesperson.keyboard.press('Enter');
    await expect(salesperson).toHaveURL(/priceFrom=2000000/);
    await price.getByLabel('To').fill('much');
    await expect(price.getByText('Enter an amount in dollars')).toBeVisible();
    await price.getByLabel('To').fill('30,000');
    await filters.getByRole('button', { name: 'Done' }).click();
    await expect(filters).toBeHidden();
    await expect(salesperson).toHaveURL(/priceFrom=2000000&priceTo=3000000/);
    await expect(salesperson.getByRole('button', { name: /^Filters/ })).toContainText('1');
  });
});
