import type { Page } from '@playwright/test';
import { chooseTheme, expect, expectAccessible, expectContrast, go, test } from './fixtures.ts';

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

test('an employee submits a renewal on a phone, and HR verifies it, renews many at once, and keeps kinds and rules', async ({
  person,
}) => {
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

  await caleb.close();
  await go(denise, `${href}?view=all`);
  await test.step('what needs attention is on top, and is counted', async () => {
    await expect(table(denise)).toBeVisible();
    await expect(
      table(denise)
        .getByText(/^(Expired|Revoked)$/)
        .first(),
    ).toBeVisible();
    await expectAllThemes(denise);
  });

  await test.step('filters narrow the list', async () => {
    await denise.getByRole('button', { name: /^Missing ?\d+$/ }).click();
    await expect(table(denise).getByRole('link', { name: 'Kevin Matsuda' }).first()).toBeVisible();
    await denise.getByRole('button', { name: 'Clear filters' }).click();
    await denise.getByLabel('Kind', { exact: true }).selectOption({ label: 'Forklift operator' });
    await expect(table(denise).getByText('Driver license')).toHaveCount(0);
    await expect(table(denise).getByRole('link', { name: 'Ben Hollis' })).toBeVisible();
  });

  await test.step('several are renewed at once', async () => {
    await denise.getByLabel('Choose all to renew').check();
    await denise.getByRole('button', { name: /^Renew \d+$/ }).click();
    const form = dialog(denise, /^Renew \d+ credentials$/);
    await expectAccessible(denise);
    await form.getByRole('button', { name: 'Renew', exact: true }).click();
    await expect(form).toBeHidden();
    await expect(table(denise).getByText('Expiring')).toHaveCount(0);
  });

  await test.step('a suspended license is restored', async () => {
    await go(denise, `${href}?view=all&q=Dragan`);
    await table(denise).getByRole('link', { name: 'Viktor Dragan' }).first().click();
    const license = item(denise, 'Driver license');
    await expect(license).toContainText('Suspended by the state for 90 days');
    await expectAccessible(denise);
    await license.getByRole('button', { name: 'More for Driver license' }).click();
    await denise.getByRole('menuitem', { name: 'Restore' }).click();
    await expect(license).not.toContainText('Suspended by the state');
  });

  await test.step('a sealed number stays when its kind is public and something else is corrected', async () => {
    const address = '/api/credentials/kinds';
    const setPrivate = async (isNumberPrivate: boolean) => {
      const { kinds } = await (await denise.request.get(address)).json();
      const { id, ...facts } = kinds.find(
        ({ name }: { name: string }) => name === 'Driver license',
      );
      const saved = await denise.request.put(`${address}/${id}`, {
        data: { ...facts, isNumberPrivate },
      });
      expect(saved.status(), await saved.text()).toBe(200);
    };
    const driver = item(denise, 'Driver license');
    await driver.getByRole('button', { name: 'Show number of Driver license' }).click();
    const number = await driver
      .getByRole('button', { name: 'Hide number of Driver license' })
      .locator('xpath=preceding-sibling::span')
      .textContent();
    await setPrivate(false);
    await denise.reload();
    await driver.getByRole('button', { name: 'More for Driver license' }).click();
    await denise.getByRole('menuitem', { name: 'Correct' }).click();
    const form = dialog(denise, 'Correct driver license');
    await expect(form.getByText('Leave it empty to keep the number')).toBeVisible();
    await form.getByLabel('Restrictions').fill('Corrective lenses');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(driver).toContainText(number ?? '');
    await setPrivate(true);
  });

  await test.step('they are on the employee’s denise, too', async () => {
    const [, id] = /employee=(\d+)/.exec(denise.url()) ?? [];
    await go(denise, `/people?employee=${id}&tab=credentials`);
    await denise.getByRole('tab', { name: 'Credentials' }).click();
    await expect(item(denise, 'Driver license')).toBeVisible();
  });

  await test.step('a kind is added and needed by a job', async () => {
    await go(denise, `${href}?view=all`);
    await denise.getByRole('button', { name: 'Kinds' }).click();
    const form = dialog(denise, 'Kinds of credentials');
    await form.getByLabel('Kind', { exact: true }).selectOption({ label: 'New kind' });
    await form.getByRole('button', { name: 'Add kind' }).click();
    await expect(form.getByText('Enter a name')).toBeVisible();
    await form.getByLabel('Name').fill('Lift inspection');
    await form.getByRole('button', { name: 'Add job' }).click();
    await form.getByLabel('Department of job 1').selectOption({ label: 'Parts' });
    await expectAccessible(denise);
    await form.getByRole('button', { name: 'Add kind' }).click();
    await expect(form).toBeHidden();
    await denise.getByLabel('Kind', { exact: true }).selectOption({ label: 'Lift inspection' });
    await expect(table(denise).getByText('Missing').first()).toBeVisible();
  });

  await test.step('rules say what happens when someone may not sell', async () => {
    await denise.getByRole('button', { name: 'Rules' }).click();
    const rules = dialog(denise, 'Rules');
    await rules.getByLabel('Leads and deals').selectOption({ label: 'Refuse' });
    await expectAccessible(denise);
    await rules.getByRole('button', { name: 'Save' }).click();
    await expect(rules).toBeHidden();
    const { selling } = await (await denise.request.get('/api/credentials/settings')).json();
    expect(selling).toBe('refuse');
  });

  await test.step('on a phone rows are cards', async () => {
    await denise.setViewportSize(phone);
    await expect(table(denise).getByText('Missing').first()).toBeVisible();
    await expectAccessible(denise);
    const width = await denise.evaluate(() => document.documentElement.scrollWidth);
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

test('a deal shows who may not sell, and the rules refuse it', async ({ person, caller }) => {
  const denise = await caller('denise.abernathy');
  const setSelling = async (selling: string) => {
    const address = '/api/credentials/settings';
    const { version, driving } = await (await denise.get(address)).json();
    const saved = await denise.put(address, { data: { version, driving, selling } });
    expect(saved.status(), await saved.text()).toBe(200);
  };
  await setSelling('warn');
  const gm = await person('grace.oyelaran', '/customers/deals?new=deal');
  const hannah = gm
    .getByRole('dialog')
    .getByLabel(/^Salesperson/)
    .locator('option', { hasText: 'Hannah Schultz' });
  await expect(hannah).toHaveText('Hannah Schultz (salesperson license for Hyundai expired)');
  await expect(hannah).toBeEnabled();
  await setSelling('refuse');
  await gm.reload();
  await expect(hannah).toBeDisabled();
});
