import type { Page } from '@playwright/test';
import { chooseTheme, expect, expectAccessible, expectContrast, test } from './fixtures.ts';

const href = '/people/time-off';
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const balances = (page: Page) => page.getByRole('list', { name: 'Balances' });
const requests = (page: Page) => page.getByRole('region', { name: 'My requests' });
const approvals = (page: Page) => page.getByRole('list', { name: 'Requests to approve' });
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });
const phone = { width: 390, height: 844 };

async function expectFits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
}

async function expectAccessibleInEveryTheme(page: Page): Promise<void> {
  await expectAccessible(page);
  for (const theme of ['dark', 'high-contrast', 'blue', 'amber']) {
    await chooseTheme(page, theme);
    await expectContrast(page);
  }
  await chooseTheme(page, 'light');
}

/** A Monday some weeks ahead: `2027-01-11`. */
function monday(weeks: number, days = 0): string {
  const now = new Date();
  const since = (now.getUTCDay() + 6) % 7;
  return new Date(now.getTime() + (7 * weeks - since + days) * 86_400_000)
    .toISOString()
    .slice(0, 10);
}

/** The second Monday of a month at least nine weeks ahead, which is never a holiday, at a month's end or in a year-end sale. */
function secondMonday(days = 0): string {
  const weeks = [9, 10, 11, 12, 13, 14].find((one) => /-(08|09|1[0-4])$/.test(monday(one)));
  return monday(weeks ?? 9, days);
}

test('an employee requests time off on a phone, and their manager approves it', async ({
  person,
}) => {
  const page = await person('tyler.boone', href);
  await page.setViewportSize(phone);
  await expect(balances(page).getByRole('listitem').filter({ hasText: 'Vacation' })).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);

  await test.step('the balance says how it came about', async () => {
    await page.getByRole('button', { name: 'Details of Vacation' }).click();
    const details = dialog(page, 'Vacation');
    await expect(details.getByRole('list', { name: 'Entries' })).toContainText('Opening balance');
    await details.getByLabel('Available on').fill(monday(20));
    await expect(details.getByText(/^\d+ h/).first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  await test.step('the dialog counts hours and what remains, and says what is wrong', async () => {
    await page.getByRole('button', { name: 'Request time off' }).click();
    const form = dialog(page, 'Request time off');
    await form.getByLabel('Kind').selectOption({ label: 'Personal' });
    await form.getByLabel('First day').fill(secondMonday(5));
    await form.getByLabel('Last day').fill(secondMonday(6));
    await expect(form.getByText('There are no working days in between.')).toBeVisible();
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(form.getByLabel('First day')).toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('First day').fill(secondMonday());
    await form.getByLabel('Last day').fill(secondMonday(1));
    await expect(form.getByText('16 h', { exact: false }).first()).toBeVisible();
    await expect(form.getByText('2 working days')).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
    await form.getByLabel('How long').selectOption({ label: 'Some hours' });
    await form.getByLabel('From').fill('23:00');
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(form.getByLabel('Hours')).toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('How long').selectOption({ label: 'Whole days' });
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(form).toBeHidden();
    await expect(requests(page)).toContainText('Waits for Natalie Brandt');
  });

  await test.step('the manager sees who else is away, and approves', async () => {
    const manager = await person('manager', `${href}?view=approvals`);
    await expect(tab(manager, /Approvals ?\d+/)).toBeVisible();
    const item = approvals(manager).getByRole('listitem').filter({ hasText: 'Personal, 16 h' });
    await expect(item).toContainText('Tyler Boone');
    await expect(item).toContainText('left after it');
    await expectAccessibleInEveryTheme(manager);
    await item.getByRole('button', { name: 'Approve time off of Tyler Boone' }).click();
    await expect(item).toBeHidden();
    await approvals(manager)
      .getByRole('button', { name: 'Decline time off of Caleb Nguyen' })
      .click();
    const reason = dialog(manager, /Decline time off/);
    await reason.getByRole('button', { name: 'Decline request' }).click();
    await expect(reason.getByText('Enter a reason')).toBeVisible();
    await reason.getByLabel('Reason').fill('Tyler is away that week');
    await manager.route('**/api/time-off/requests/*/*', (route) => route.abort(), { times: 1 });
    await reason.getByRole('button', { name: 'Decline request' }).click();
    await expect(manager.getByText('Couldn’t save the decision', { exact: true })).toBeVisible();
    await expect(reason.getByLabel('Reason')).toHaveValue('Tyler is away that week');
    await reason.getByRole('button', { name: 'Decline request' }).click();
    await expect(reason).toBeHidden();
  });

  await test.step('the employee’s page follows by itself, and the day can be canceled', async () => {
    const line = requests(page).getByRole('listitem').filter({ hasText: 'Personal, 16 h' });
    await expect(line).toContainText('Approved by Natalie Brandt');
    await expect(
      balances(page).getByRole('listitem').filter({ hasText: 'Personal' }),
    ).toContainText('16 h scheduled');
    await line.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel time off' }).click();
    await expect(line).toContainText('Canceled');
    await expectFits(page);
  });
});

test('the calendar shows colleagues who is away, not why', async ({ person }) => {
  const page = await person('hannah.schultz', `${href}?view=calendar`);
  const grid = page.getByRole('table', { name: 'Who is away' });
  await expect(grid.getByRole('row', { name: /Ruth Amsel/ })).toContainText('Away');
  await expect(grid.getByRole('row', { name: /Ruth Amsel/ })).not.toContainText('Vacation');
  await expectAccessibleInEveryTheme(page);
  await page.getByLabel('Period').selectOption({ label: 'Week' });
  await expect(page).toHaveURL(/period=week/);
  await expect(grid.getByRole('row', { name: /Ruth Amsel/ })).toBeVisible();
  // No such day: the current week is shown.
  await page.goto(`${href}?view=calendar&period=week&date=2026-01-00`);
  await expect(grid).toBeVisible();
  await expect(tab(page, 'Balances')).toHaveCount(0);
  await expect(tab(page, 'Approvals')).toHaveCount(0);
  await page.setViewportSize(phone);
  await expect(page.getByRole('list', { name: 'Who is away' })).toContainText('Ruth Amsel');
  await expectFits(page);
  await expectAccessible(page);
  const leader = await person('grace.oyelaran', `${href}?view=calendar`);
  await expect(
    leader.getByRole('table', { name: 'Who is away' }).getByRole('row', { name: /Ruth Amsel/ }),
  ).toContainText('Vacation');
});

test('HR adjusts a balance, adds a rule, a holiday and blackout days', async ({ person }) => {
  const page = await person('denise.abernathy', `${href}?view=people`);
  const table = page.getByRole('table', { name: 'Balances' });
  await expect(table).toBeVisible();
  await expectAccessibleInEveryTheme(page);

  await test.step('a balance is adjusted with a reason, which the details show', async () => {
    await page.getByRole('searchbox', { name: 'Search employees' }).fill('stahl');
    await table.getByRole('link', { name: 'Gregory Stahl' }).click();
    await page.getByRole('button', { name: 'Adjust balance' }).click();
    const form = dialog(page, 'Adjust balance');
    await form.getByRole('button', { name: 'Adjust balance' }).click();
    await expect(form.getByText('Enter a reason')).toBeVisible();
    await form.getByLabel('Hours').fill('7:30');
    await form.getByLabel('Reason').fill('Worked on a holiday');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Adjust balance' }).click();
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: 'Details of Vacation' }).click();
    const entries = dialog(page, 'Vacation').getByRole('list', { name: 'Entries' });
    await expect(entries).toContainText('Worked on a holiday, by Denise Abernathy');
    await expect(entries).toContainText('+7 h 30 min');
    await page.keyboard.press('Escape');
  });

  await test.step('the balances are a file', async () => {
    await page.getByRole('link', { name: 'Balances' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/^time-off-.*\.csv$/);
  });

  await test.step('a rule says what it needs', async () => {
    await tab(page, 'Settings').click();
    await expect(page.getByRole('region', { name: 'Kinds and accrual' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add rule for Personal' }).click();
    const form = dialog(page, 'Add rule for Personal');
    await form.getByLabel('Store', { exact: true }).selectOption({ label: 'Hyundai' });
    await form.getByLabel('Pay period').selectOption({ label: 'Every two weeks' });
    await form.getByRole('button', { name: 'Add rule' }).click();
    await expect(form.getByLabel('First day of a pay period')).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await form.getByLabel('First day of a pay period').fill(monday(0));
    await form.getByLabel('Hours a year, step 1').fill('');
    await form.getByRole('button', { name: 'Add rule' }).click();
    await expect(form.getByLabel('Hours a year, step 1')).toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('Hours a year, step 1').fill('26');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Add rule' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('26 h a year, every two weeks')).toBeVisible();
  });

  await test.step('holidays and blackout days', async () => {
    await page.getByRole('button', { name: 'Add holiday' }).click();
    const holiday = dialog(page, 'Add holiday');
    await holiday.getByLabel('Name').fill('Founders’ Day');
    await holiday.getByLabel('Day').fill(monday(12, 2));
    await holiday.getByRole('button', { name: 'Add holiday' }).click();
    await expect(page.getByRole('region', { name: 'Holidays' })).toContainText('Founders’ Day');
    await page.getByRole('button', { name: 'Remove Founders’ Day' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Holidays' })).not.toContainText('Founders’ Day');
    await page.getByRole('button', { name: 'Add blackout days' }).click();
    const blackout = dialog(page, 'Add blackout days');
    await blackout.getByLabel('Name').fill('Inventory count');
    await expectAccessible(page);
    await blackout.getByRole('button', { name: 'Add blackout days' }).click();
    await expect(page.getByRole('region', { name: 'Blackout days' })).toContainText(
      'Inventory count',
    );
  });
});

test('an employee’s page shows time off to their manager, and nothing to a colleague', async ({
  person,
}) => {
  const manager = await person('manager', '/people');
  const response = await manager.request.get('/api/employees?q=caleb');
  const [{ id }] = await response.json();
  await manager.goto(`/people?employee=${id}&tab=time-off`);
  await expect(manager.getByRole('region', { name: 'Time off', exact: true })).toContainText(
    'Vacation',
  );
  await expect(manager.getByRole('button', { name: 'Record time off' })).toBeVisible();
  await expect(manager.getByRole('button', { name: 'Adjust balance' })).toHaveCount(0);
  await expectAccessible(manager);
  const colleague = await person('hannah.schultz', `/people?employee=${id}&tab=time-off`);
  await expect(colleague.getByRole('heading', { name: 'Caleb Nguyen' }).first()).toBeVisible();
  await expect(colleague.getByRole('tab', { name: 'Time off' })).toHaveCount(0);
});
