import type { Page } from '@playwright/test';
import { checkDigitOf } from '../../src/modules/vin/contract.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const open = 'KM8KN4DE0PU777301';
const vin = `${open.slice(0, 8)}${checkDigitOf(open)}${open.slice(9)}`;
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
  await page.getByRole('button', { name: 'Limits...' }).click();
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

test('a used-car manager’s day, seen live by the salesperson', async ({ person }) => {
  const seller = await person('omar.benali', '/fleet');
  await expect(seller.getByRole('table', { name: 'Vehicles' })).toBeVisible();

  // Aged vehicles.
  const desk = await person('kevin.matsuda', '/fleet');
  await desk.getByRole('button', { name: /^90\+ days/ }).click();
  await expect(desk).toHaveURL(/aging=90%2B/);
  await expect(desk.getByRole('status').filter({ hasText: /^\d+ vehicles?$/ })).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Clear filters' }).click();

  // A trade-in, its VIN scanned with a barcode prefix.
  await desk.getByRole('button', { name: 'Add vehicle' }).click();
  const sheet = desk.getByRole('dialog', { name: 'Add vehicle' });
  await sheet.getByLabel('VIN').fill(`I${vin}`);
  await expect(sheet.getByLabel('Model year')).toHaveValue('2023');
  await expect(sheet.getByLabel('Make')).toHaveValue('Hyundai');
  await sheet.getByRole('button', { name: 'Add to stock' }).click();
  await expect(sheet.getByText('Enter the model', { exact: true })).toBeVisible();
  await sheet.getByLabel('Model', { exact: false }).nth(1).fill('Ioniq 5');
  await sheet.getByLabel('Trim').fill('Limited');
  await sheet.getByLabel('Miles').fill('21,450');
  await sheet.getByLabel('Acquired from').selectOption('trade');
  await sheet.getByLabel('Cost ($)').fill('24000');
  await expectAccessible(desk);
  await sheet.getByRole('button', { name: 'Add to stock' }).click();
  await expect(desk.getByRole('region', { name: 'History' })).toContainText('Added to stock');
  const stock = (await headline(desk).textContent()) ?? '';
  const number = /HU\d{6}/.exec(stock)?.[0] ?? '';
  expect(number).not.toBe('');

  // The salesperson sees it, but not its cost.
  await seller.getByRole('searchbox', { name: 'Search vehicles' }).fill(vin.slice(-6));
  await seller.getByRole('link', { name: title }).first().click();
  await expect(seller.getByText(vin)).toBeVisible();
  await expect(seller.getByRole('region', { name: 'Cost and gross' })).toHaveCount(0);
  await expect(desk.getByRole('region', { name: 'Cost and gross' })).toContainText('$24,000');

  // Through reconditioning by keyboard, and past approval by the menu.
  await choose(desk, 'Change status', 'In recon');
  await expect(seller.getByText('Recon: Intake').first()).toBeVisible();
  // Wide enough for all stages: nothing has to scroll under the pointer.
  await desk.setViewportSize({ width: 2400, height: 900 });
  await desk.getByRole('link', { name: 'Fleet Operations' }).click();
  await tab(desk, 'Reconditioning').click();
  const card = desk.getByRole('article', { name: new RegExp(number) });
  const face = card.getByRole('button', { name: new RegExp(title) });
  await face.focus();
  for (const stage of ['Inspection', 'Approval']) {
    await desk.keyboard.press('Shift+ArrowRight');
    await expect(
      column(desk, stage).getByRole('article', { name: new RegExp(number) }),
    ).toBeVisible();
    await expect(desk.getByText(`${number} moved to ${stage}`)).toBeAttached();
    await expect(face).toBeFocused();
  }
  await expectAccessible(desk);
  await setLimits(desk);
  await choose(desk, `Actions for ${number}`, 'Photos');
  await expect(seller.getByText('Recon: Photos').first()).toBeVisible();
  const line = desk.getByRole('listitem').filter({ has: column(desk, 'Frontline') });
  await card.dragTo(line);
  await expect(line.getByRole('article', { name: new RegExp(number) })).toBeVisible();
  await expect(seller.getByText('Frontline', { exact: true }).first()).toBeVisible();

  // Priced, labelled, and out on a test drive.
  await tab(desk, 'Stock').click();
  await desk.getByRole('searchbox', { name: 'Search vehicles' }).fill(number);
  const found = desk.getByRole('row').filter({ hasText: number });
  await found.getByRole('link', { name: title }).click();
  await desk.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = desk.getByRole('dialog', { name: `Edit ${number}` });
  await edit.getByLabel('List price ($)').fill('29,995');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(headline(seller)).toContainText('$29,995');
  await desk.evaluate(() => {
    window.print = () => {};
  });
  await desk.getByRole('button', { name: 'Print label' }).click();
  await desk.emulateMedia({ media: 'print' });
  await expect(desk.getByRole('img', { name: `Label of ${number}` })).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Edit', exact: true })).toBeHidden();
  await desk.emulateMedia({ media: 'screen' });
  await desk.getByRole('button', { name: 'Check out' }).click();
  const out = desk.getByRole('dialog', { name: `Check out ${number}` });
  await out.getByLabel('Name').fill('Dana Whitfield');
  await out.getByRole('button', { name: 'Check out' }).click();
  await expect(seller.getByText(/Test drive: checked out to Dana Whitfield/)).toBeVisible();
  await expectAccessible(seller);
  await desk.goto('/fleet?view=out');
  await expect(tab(desk, 'Out now')).toHaveAttribute('aria-selected', 'true');
  await desk.getByRole('button', { name: `Check in ${number}` }).click();
  const back = desk.getByRole('dialog', { name: `Check in ${number}` });
  await back.getByLabel('Miles now').fill('21,462');
  await expectAccessible(desk);
  await back.getByRole('button', { name: 'Check in' }).click();
  await expect(desk.getByRole('button', { name: `Check in ${number}` })).toHaveCount(0);
  await expect(seller.getByText('21,462 mi').first()).toBeVisible();
});
