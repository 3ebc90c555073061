import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './fixtures.ts';

test('adds a customer, logs a call, consent and a visit, resolves a conflicting edit, and saves a contact', async ({
  person,
}) => {
  const page = await person('tyler.boone', '/customers');
  await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible();
  await expectAccessible(page);

  await test.step('the focus ring of a tab does not overlap its label', async () => {
    const tab = page.getByRole('tab', { name: 'Today' });
    await expect(tab).toBeVisible();
    const inset = await tab.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [box, text] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
      return Math.min(text.left - box.left, box.right - text.right);
    });
    expect(inset).toBeGreaterThanOrEqual(4);
  });

  await page.getByRole('button', { name: 'Add customer' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add customer' });
  await sheet.getByRole('textbox', { name: 'First name' }).fill('Wilhelmina');
  await sheet.getByRole('textbox', { name: 'Phone 1', exact: true }).fill('555-7100');
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('Enter a phone number with its area code')).toBeVisible();
  await expect(sheet.getByRole('textbox', { name: 'Phone 1', exact: true })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('(212) 555-7100');
  await sheet.getByRole('textbox', { name: 'Last name' }).fill('Featherstone');
  await expectAccessible(page);
  await page.keyboard.press('Enter');

  const name = page.getByRole('heading', { name: 'Wilhelmina Featherstone' });
  await expect(name).toBeVisible();
  await expect(page.getByRole('link', { name: '(212) 555-7100' })).toHaveAttribute(
    'href',
    'tel:+12125557100',
  );
  await expect(page.getByText('No consent to texts')).toBeVisible();

  await page.getByRole('combobox', { name: 'Activity' }).selectOption('They called');
  await page.getByRole('textbox', { name: 'Summary' }).fill('Asked about the white Bronco');
  await page.keyboard.press('Enter');
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByText('Asked about the white Bronco')).toBeVisible();
  await expect(timeline.getByText('Called us')).toBeVisible();

  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: 'Gives consent' }).click();
  await expect(page.getByText('Consented to texts')).toBeVisible();
  await expectAccessible(page);

  const id = Number(new URL(page.url()).searchParams.get('customer'));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Wilhelmina Featherstone' });
  await edit.getByRole('textbox', { name: 'Middle name' }).fill('Rose');
  const opened = await (await page.request.post(`/api/customers/${id}/open`)).json();
  const conflictingEdit = await page.request.put(`/api/customers/${id}`, {
    data: {
      version: opened.version,
      kind: 'person',
      firstName: 'Wilhelmina',
      lastName: 'Featherstone-Hart',
      phones: [{ number: '2125557100', kind: 'mobile' }],
      emails: [{ address: 'wilhelmina@example.com' }],
    },
  });
  expect(conflictingEdit.status()).toBe(200);
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit.getByText('Tyler Boone changed this customer')).toBeVisible();
  await edit.getByRole('button', { name: 'Load latest version' }).click();
  await expect(edit.getByRole('textbox', { name: 'Last name' })).toHaveValue('Featherstone-Hart');
  await expect(edit.getByRole('textbox', { name: 'Middle name' })).toHaveValue('Rose');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(
    page.getByRole('heading', { name: 'Wilhelmina Rose Featherstone-Hart' }),
  ).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('tab', { name: 'Today' }).click();
  await page.getByRole('button', { name: 'Log visit' }).click();
  const logVisit = page.getByRole('dialog', { name: 'Log visit' });
  await logVisit.getByRole('combobox', { name: 'Customer' }).fill('212 555 7100');
  const results = logVisit.getByRole('listbox').getByRole('option');
  await expect(results).toHaveText([/^Wilhelmina/, 'Create “212 555 7100”']);
  await page.keyboard.press('Enter');
  await logVisit.getByRole('button', { name: 'Log visit' }).click();
  const showroom = page.getByRole('list', { name: 'Showroom' });
  const visit = showroom.getByRole('listitem').filter({ hasText: 'Wilhelmina' });
  await visit.getByRole('button', { name: /^Here: update/ }).click();
  await page.getByRole('menuitem', { name: 'Left: sold' }).click();
  await expect(visit.getByText('Sold')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Customers' }).click();
  await page.getByRole('combobox', { name: 'Assigned to' }).selectOption('me');
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('5557100');
  await expect(page).toHaveURL(/owner=me.*search=5557100/);
  await expect(page.getByRole('status').filter({ hasText: '1 customer' })).toBeVisible();
  await page.getByRole('row', { name: 'Wilhelmina Rose Featherstone-Hart' }).focus();
  await page.keyboard.press('Enter');
  await expect(timeline.getByText('Showroom visit: sold')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save contact' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.vcf$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('BEGIN:VCARD');
  expect(lines).toContain('FN:Wilhelmina Rose Featherstone-Hart');
  expect(lines.filter((line) => /^TEL.*\+12125557100$/.test(line))).toHaveLength(1);
  expect(lines.filter((line) => /^EMAIL.*wilhelmina@example\.com$/.test(line))).toHaveLength(1);
});
