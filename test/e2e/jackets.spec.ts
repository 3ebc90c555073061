import type { Page } from '@playwright/test';
import { chooseTheme, expect, expectAccessible, expectContrast, go, test } from './fixtures.ts';

const titlesHref = '/documents/jackets?view=titles';
const titles = (page: Page) => page.getByRole('table', { name: 'Titles' });
const board = (page: Page) => page.getByRole('table', { name: 'Incomplete jackets' });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const jacket = (page: Page) => page.getByRole('region', { name: 'Jacket' });
const stipulations = (page: Page) => page.getByRole('region', { name: 'Stipulations' });
const titleWork = (page: Page) => page.getByRole('region', { name: 'Title work' });

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

interface Row {
  id: number;
  title: string;
  number: string;
  open: { step: string }[];
  missing: string[];
}
async function list(page: Page, path: string): Promise<Row[]> {
  const response = await page.request.get(`/api/jackets/${path}`);
  return response.json();
}

test('a title clerk works through what is overdue, also on a phone and in the dark', async ({
  person,
}) => {
  const page = await person('joan.whitaker', titlesHref);
  const [first] = await list(page, 'titles?scope=overdue&step=title_out');
  if (!first) throw new Error('The demo data has no overdue title');

  await test.step('what is overdue is on top, and counted', async () => {
    await expect(titles(page)).toBeVisible();
    await expect(page.getByRole('tab', { name: /Titles \d+ overdue/ })).toBeVisible();
    await expect(
      titles(page)
        .getByText(/^Overdue since/)
        .first(),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Overdue ?\d+$/ }).click();
    await page.getByLabel('Search titles').fill(first.number);
    await expect(titles(page).getByRole('link', { name: first.number })).toBeVisible();
  });

  await test.step('days that cannot be are refused under their field, and nothing is saved', async () => {
    await page.getByRole('button', { name: `Enter days of deal ${first.number}` }).click();
    const form = dialog(page, `Title work of deal ${first.number}`);
    await form.getByLabel('Title in', { exact: true }).fill(daysAgo(1));
    await form.getByLabel('Title out', { exact: true }).fill(daysAgo(3));
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Choose the day of “Title in” or a later one')).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel('Title out', { exact: true }).fill(daysAgo(1));
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  });

  await test.step('the deal shows who entered what', async () => {
    await go(page, `/customers/deals?deal=${first.id}`);
    await expect(titleWork(page)).toContainText('Title out');
    await expect(titleWork(page)).toContainText('Joan Whitaker');
  });

  await test.step('titles and jackets on a phone, and in the dark', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [href, name] of [
      [titlesHref, 'Titles'],
      ['/documents/jackets', 'Incomplete jackets'],
      ['/documents/jackets?view=stipulations', 'Stipulations'],
    ] as const) {
      await go(page, href);
      const table = page.getByRole('table', { name });
      await expect(table.getByRole('link').first()).toBeInViewport();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, href).toBe(0);
      await expectAccessible(page);
      await chooseTheme(page, 'dark');
      await expectContrast(page);
      await chooseTheme(page, 'light');
    }
  });
});

test('a jacket is completed, seen by others at once, and an F&I manager keeps stipulations and checklists', async ({
  person,
}) => {
  const clerk = await person('joan.whitaker', '/documents/jackets');
  const [row] = (await list(clerk, 'deals?store=ford')).filter(
    ({ missing }) => missing.includes('insurance') && missing.includes('buyers_order'),
  );
  if (!row) throw new Error('The demo data has no jacket without insurance');
  const finance = await person('gregory.stahl', `/customers/deals?deal=${row.id}`);
  await expect(jacket(finance)).toBeVisible();

  await test.step('the board leads to the deal', async () => {
    await expectAccessible(clerk);
    await clerk.getByLabel('Missing document').selectOption({ label: 'Proof of insurance' });
    await board(clerk).getByRole('link', { name: row.title, exact: true }).click();
    await expect(jacket(clerk)).toContainText(/\d+ of \d+ missing/);
  });

  await test.step('an upload fills its requirement, here and for others', async () => {
    await jacket(clerk).getByRole('button', { name: 'Upload Proof of insurance' }).click();
    const upload = dialog(clerk, 'Upload documents');
    await upload.getByLabel('Files to upload').setInputFiles({
      name: 'Binder.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`Insurance binder of deal ${row.title}`),
    });
    await upload.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect(jacket(clerk).getByRole('link', { name: /^Proof of insurance/ })).toBeVisible();
    await expect(jacket(finance).getByRole('link', { name: /^Proof of insurance/ })).toBeVisible();
  });

  await test.step('a document is waived with a reason, and asked for again', async () => {
    await jacket(finance).getByRole('button', { name: 'Waive Buyer’s order' }).click();
    const reason = dialog(finance, 'Waive Buyer’s order');
    await reason.getByRole('button', { name: 'Waive', exact: true }).click();
    await expect(reason.getByText('Enter a reason')).toBeVisible();
    await reason.getByLabel('Reason').fill('Kept by the other store');
    await reason.getByRole('button', { name: 'Waive', exact: true }).click();
    const waived = 'Kept by the other store';
    await expect(jacket(finance)).toContainText(waived);
    await expect(jacket(clerk)).toContainText(waived);
    await jacket(clerk).getByRole('button', { name: 'Undo waiver of Buyer’s order' }).click();
    await expect(jacket(finance)).not.toContainText(waived);
    await expectAccessible(finance);
  });

  await clerk.close();
  const page = finance;
  await test.step('an F&I manager keeps the stipulations of a lender', async () => {
    const [row] = await list(page, 'deals?store=ford&kind=finance');
    if (!row) throw new Error('The demo data has no financed deal');
    await go(page, `/customers/deals?deal=${row.id}`);
    await page.getByRole('button', { name: 'Add stipulation' }).click();
    const form = dialog(page, 'Add stipulation');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form.getByText('Enter what the lender wants')).toBeVisible();
    await expect(form.getByLabel('What the lender wants')).toBeFocused();
    await form.getByLabel('What the lender wants').fill('Letter from the employer');
    await page.keyboard.press('Escape');
    const asking = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await asking.getByRole('button', { name: 'Keep editing' }).click();
    await expect(form.getByLabel('What the lender wants')).toHaveValue('Letter from the employer');
    await form.getByLabel('Due').fill(daysAgo(9));
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(stipulations(page)).toContainText('Letter from the employer');
    await expect(stipulations(page)).toContainText('Overdue since');

    await go(page, '/documents/jackets?view=stipulations');
    await expect(page.getByRole('table', { name: 'Stipulations' })).toContainText(
      'Letter from the employer',
    );
    await page.getByRole('link', { name: row.title, exact: true }).first().click();
    await stipulations(page)
      .getByRole('button', { name: 'Clear “Letter from the employer”' })
      .click();
    await expect(stipulations(page)).toContainText('Cleared by Gregory Stahl');
  });

  await test.step('a checklist is changed', async () => {
    await go(page, '/documents/jackets');
    await page.getByRole('button', { name: 'Checklists' }).click();
    const form = dialog(page, 'Checklists');
    await form.getByLabel('Kind').selectOption({ label: 'Dealer trade' });
    await form.getByLabel('Add a document').selectOption({ label: 'Power of attorney' });
    await form.getByRole('button', { name: 'Move Power of attorney up' }).click();
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: 'Checklists' }).click();
    await form.getByLabel('Kind').selectOption({ label: 'Dealer trade' });
    await expect(form.getByRole('listitem').nth(2)).toContainText('Power of attorney');
  });
});

test('sales read jackets and change nothing, and service see none of deals', async ({ person }) => {
  const seller = await person('priya.raman', '/documents/jackets');
  await expect(seller.getByRole('tab', { name: 'Titles' })).toBeVisible();
  const [row] = await list(seller, 'deals?store=ford');
  await go(seller, `/customers/deals?deal=${row?.id}`);
  await expect(jacket(seller)).toBeVisible();
  await expect(jacket(seller).getByRole('button', { name: /^Waive/ })).toHaveCount(0);
  await expect(seller.getByRole('button', { name: 'Enter days' })).toHaveCount(0);
  const advisor = await person('maria.lopez', `/customers/deals?deal=${row?.id}`);
  await expect(advisor.getByRole('region', { name: 'Worksheet' })).toBeVisible();
  await expect(jacket(advisor)).toHaveCount(0);
  await go(advisor, '/documents/jackets');
  await expect(advisor.getByRole('tab')).toHaveText(['Repair orders']);
});
