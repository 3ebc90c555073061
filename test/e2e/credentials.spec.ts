import type { Page } from '@playwright/test';
import { chooseTheme, expect, expectAccessible, expectContrast, noPage, test } from './fixtures.ts';

const href = '/people/credentials';
const phone = { width: 390, height: 844 };
const themes = ['dark', 'high-contrast', 'blue', 'amber', 'light'];

const table = (page: Page) => page.getByRole('table', { name: 'Credentials' });
const section = (page: Page) => page.getByRole('region', { name: 'Credentials' });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
/** The credential of this kind on an employee’s page. */
const item = (page: Page, kind: string) =>
  section(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(kind, { exact: true }) })
    .first();

/** A day so many days from now. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function expectAllThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  for (const theme of themes) {
    await chooseTheme(page, theme);
    await expectContrast(page);
  }
}

test('an employee submits a renewal on a phone, and HR verifies it', async ({ person }) => {
  const caleb = await person('employee', href);
  await caleb.setViewportSize(phone);
  const license = item(caleb, 'Salesperson license');

  await test.step('what expires is on top, and fits the screen', async () => {
    await expect(license).toContainText('Expiring');
    await expect(license).toContainText('in 26 days');
    await expectAllThemes(caleb);
    const width = await caleb.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(phone.width);
  });

  await test.step('an invalid day is refused under its field', async () => {
    await license.getByRole('button', { name: 'Renew: Salesperson license' }).click();
    const form = dialog(caleb, 'Renew your salesperson license');
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(form.getByText('Enter the day it expires')).toBeVisible();
    await expect(form.getByLabel('Expires on')).toBeFocused();
    await form.getByLabel('Expires on').fill(day(3));
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(
      form.getByText(/^Choose a day after .+ when the current one expires/),
    ).toBeVisible();
    await expectAccessible(caleb);
    await form.getByLabel('Expires on').fill(day(700));
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(form).toBeHidden();
    await expect(license).toContainText('Counts once HR has verified it');
  });

  const denise = await person('denise.abernathy', `${href}?view=submissions`);
  await test.step('HR returns it with a reason, which the open page shows', async () => {
    await expect(denise.getByRole('button', { name: /^Verify/ }).first()).toBeVisible();
    await expectAccessible(denise);
    await denise
      .getByRole('button', { name: 'Return Salesperson license of Caleb Nguyen' })
      .click();
    const reason = dialog(denise, 'Return salesperson license');
    await reason.getByLabel('Reason').fill('This is the receipt, not the license');
    await reason.getByRole('button', { name: 'Return' }).click();
    await expect(license).toContainText('This is the receipt, not the license');
  });

  await test.step('it is submitted again, and verified', async () => {
    await license.getByRole('button', { name: 'Renew: Salesperson license' }).click();
    const form = dialog(caleb, 'Renew your salesperson license');
    await form.getByLabel('Expires on').fill(day(710));
    await form.getByRole('button', { name: 'Submit' }).click();
    await denise
      .getByRole('button', { name: 'Verify Salesperson license of Caleb Nguyen' })
      .click();
    await expect(license).toContainText('Valid');
    await expect(license).not.toContainText('Counts once HR');
  });

  await test.step('an employee’s own private number is shown on request', async () => {
    const driver = item(caleb, 'Driver license');
    await driver.getByRole('button', { name: 'Show number of Driver license' }).click();
    await expect(
      driver.getByRole('button', { name: 'Hide number of Driver license' }),
    ).toBeVisible();
  });
});

test('HR finds what expires, renews many at once, and keeps kinds and rules', async ({
  person,
}) => {
  const page = await person('denise.abernathy', `${href}?view=all`);

  await test.step('what needs attention is on top, and is counted', async () => {
    await expect(table(page)).toBeVisible();
    await expect(
      table(page)
        .getByText(/^(Expired|Revoked)$/)
        .first(),
    ).toBeVisible();
    await expectAllThemes(page);
  });

  await test.step('filters narrow the list', async () => {
    await page.getByRole('button', { name: /^Missing ?\d+$/ }).click();
    await expect(table(page).getByRole('link', { name: 'Kevin Matsuda' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'Forklift operator' });
    await expect(table(page).getByText('Driver license')).toHaveCount(0);
    await expect(table(page).getByRole('link', { name: 'Ben Hollis' })).toBeVisible();
  });

  await test.step('several are renewed at once', async () => {
    await page.getByLabel('Choose all to renew').check();
    await page.getByRole('button', { name: /^Renew \d+$/ }).click();
    const form = dialog(page, /^Renew \d+ credentials$/);
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Renew', exact: true }).click();
    await expect(form).toBeHidden();
    await expect(table(page).getByText('Expiring')).toHaveCount(0);
  });

  await test.step('a suspended license is restored', async () => {
    await page.goto(`${href}?view=all&q=Dragan`);
    await table(page).getByRole('link', { name: 'Viktor Dragan' }).first().click();
    const license = item(page, 'Driver license');
    await expect(license).toContainText('Suspended by the state for 90 days');
    await expectAccessible(page);
    await license.getByRole('button', { name: 'More for Driver license' }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await expect(license).not.toContainText('Suspended by the state');
  });

  await test.step('they are on the employee’s page, too', async () => {
    const [, id] = /employee=(\d+)/.exec(page.url()) ?? [];
    await page.goto(`/people?employee=${id}&tab=credentials`);
    await page.getByRole('tab', { name: 'Credentials' }).click();
    await expect(item(page, 'Driver license')).toBeVisible();
  });

  await test.step('a kind is added and needed by a job', async () => {
    await page.goto(`${href}?view=all`);
    await page.getByRole('button', { name: 'Kinds' }).click();
    const form = dialog(page, 'Kinds of credentials');
    await form.getByLabel('Kind', { exact: true }).selectOption({ label: 'New kind' });
    await form.getByRole('button', { name: 'Add kind' }).click();
    await expect(form.getByText('Enter a name')).toBeVisible();
    await form.getByLabel('Name').fill('Lift inspection');
    await form.getByRole('button', { name: 'Add job' }).click();
    await form.getByLabel('Department of job 1').selectOption({ label: 'Parts' });
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Add kind' }).click();
    await expect(form).toBeHidden();
    await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'Lift inspection' });
    await expect(table(page).getByText('Missing').first()).toBeVisible();
  });

  await test.step('on a phone rows are cards', async () => {
    await page.setViewportSize(phone);
    await expect(table(page).getByText('Missing').first()).toBeVisible();
    await expectAccessible(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(phone.width);
  });
});

test('a manager sees the team without private numbers, and cannot change it', async ({
  person,
}) => {
  const page = await person('manager', `${href}?view=team`);
  await expect(table(page).getByRole('link', { name: 'Caleb Nguyen' }).first()).toBeVisible();
  await expect(page.getByRole('tab', { name: 'To verify' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Export|Kinds|Rules/ })).toHaveCount(0);
  await table(page).getByRole('link', { name: 'Caleb Nguyen' }).first().click();
  await expect(item(page, 'Driver license')).toContainText('Number on file');
  await expect(
    section(page).getByRole('button', { name: /Show number|Renew|More for|Add/ }),
  ).toHaveCount(0);
  await expectAccessible(page);
});

test('a deal shows who may not sell, and the rules refuse it', async ({ person }) => {
  const denise = await person('denise.abernathy', noPage);
  const gm = await person('grace.oyelaran', noPage);

  await test.step('the salespeople are listed with the reason', async () => {
    await gm.goto('/customers/deals?new=deal');
    const form = gm.getByRole('dialog');
    await expect(
      form
        .getByLabel(/^Salesperson/)
        .locator('option', { hasText: 'Hannah Schultz (salesperson license for Hyundai expired)' }),
    ).toBeAttached();
  });

  await test.step('once the rules refuse it, they cannot be chosen', async () => {
    await denise.goto(`${href}?view=all`);
    await denise.getByRole('button', { name: 'Rules' }).click();
    const rules = dialog(denise, 'Rules');
    await rules.getByLabel('Leads and deals').selectOption({ label: 'Refuse' });
    await expectAccessible(denise);
    await rules.getByRole('button', { name: 'Save' }).click();
    await expect(rules).toBeHidden();
    await gm.goto('/customers/deals?new=deal');
    await expect(
      gm
        .getByRole('dialog')
        .getByLabel(/^Salesperson/)
        .locator('option', { hasText: 'Hannah Schultz' }),
    ).toBeDisabled();
  });
});
