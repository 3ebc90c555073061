import type { Page } from '@playwright/test';
import { holdBack, open, panel, row, say } from './chat.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

async function signInAgain(page: Page): Promise<void> {
  await again(page)
    .getByLabel(/^Password/)
    .fill('forecourt-demo');
  await page.keyboard.press('Enter');
  await expect(again(page)).toBeHidden();
}

test('a session that ends while a form is filled in: one signs in over it, and it is saved', async ({
  person,
}) => {
  const page = await person('tyler.boone');
  await page.goto('/customers');
  await page.getByRole('button', { name: 'Add customer' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add customer' });
  await sheet.getByRole('textbox', { name: 'First name' }).fill('Philippa');
  await sheet.getByRole('textbox', { name: 'Last name' }).fill('Ransome');
  await sheet.getByRole('textbox', { name: 'Phone 1', exact: true }).fill('(212) 555-7188');
  await page.context().clearCookies();
  await page.keyboard.press('Enter');

  await expect(again(page).getByText('Your session ended')).toBeVisible();
  await expect(again(page).getByText('Tyler Boone')).toBeVisible();
  await expect(again(page).getByLabel(/^Password/)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(again(page)).toBeVisible();
  await again(page)
    .getByLabel(/^Password/)
    .fill('not it');
  await page.keyboard.press('Enter');
  await expect(again(page).getByText('The username or password is not correct.')).toBeVisible();
  await expect(sheet.getByRole('textbox', { name: 'Last name', includeHidden: true })).toHaveValue(
    'Ransome',
  );
  await signInAgain(page);
  await expect(page.getByRole('heading', { name: 'Philippa Ransome' })).toBeVisible();
});

test('a session that ends in the middle of a message: it goes out once, after signing in again', async ({
  person,
}) => {
  const page = await person('employee');
  const other = await person('manager');
  const release = await holdBack(page);
  await open(page, 'Sales');
  await open(other, 'Sales');
  const box = panel(page).getByRole('textbox', { name: /^Message / });
  await say(page, 'Written on the way out');
  await box.fill('Half a thought');
  await page.context().clearCookies();
  await release();
  await signInAgain(page);
  await expect(
    panel(other).getByRole('article').filter({ hasText: 'Written on the way out' }),
  ).toHaveCount(1);
  await expect(row(page, 'Written on the way out')).toBeVisible();
  await expect(box).toHaveValue('Half a thought');
  await say(page, 'And back');
  await expect(row(other, 'And back')).toBeVisible();
});

test('somebody else who signs in sees nothing of the page they found', async ({ person }) => {
  const page = await person('manager');
  await page.goto('/customers');
  await page.getByRole('button', { name: 'Add customer' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add customer' });
  await sheet.getByRole('textbox', { name: 'First name' }).fill('Confidential');
  await page.context().clearCookies();
  await page.keyboard.press('Enter');
  await again(page).getByRole('button', { name: 'Sign in as someone else' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByLabel('Username').fill('employee');
  await page.getByLabel(/^Password/).fill('forecourt-demo');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Quick Actions' }).first()).toBeVisible();
  await expect(page.getByText('Confidential')).toHaveCount(0);
  expect((await (await page.request.get('/api/user')).json()).username).toBe('employee');
});

test('another person in another tab closes the page, and the same person opens it again', async ({
  person,
}) => {
  const page = await person('manager');
  await page.goto('/customers');
  await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible();
  await page.context().clearCookies();
  await page.getByPlaceholder('Name, phone, e-mail or tag').fill('Turner');
  await expect(again(page)).toBeVisible();

  const tab = await page.context().newPage();
  const signIn = async (username: string) => {
    await tab.goto('/auth');
    await tab.getByLabel('Username').fill(username);
    await tab.getByLabel(/^Password/).fill('forecourt-demo');
    await tab.getByRole('button', { name: 'Sign In' }).click();
    await expect(tab.getByRole('navigation', { name: 'Main' })).toBeVisible();
  };
  await signIn('manager');
  await expect(again(page)).toBeHidden();
  await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible();

  await page.context().clearCookies();
  await signIn('employee');
  await expect(page).not.toHaveURL(/\/customers/);
  await expect(page.getByRole('table', { name: 'Customers' })).toHaveCount(0);
});

test('logging off in one tab takes the data off the screen of the others, whatever is typed there', async ({
  person,
}) => {
  const page = await person('manager');
  await page.goto('/customers');
  await page.getByRole('button', { name: 'Add customer' }).click();
  await page
    .getByRole('dialog', { name: 'Add customer' })
    .getByRole('textbox', { name: 'First name' })
    .fill('Half typed');
  const tab = await page.context().newPage();
  await tab.goto('/');
  await tab.getByRole('button', { name: 'Logoff' }).click();
  await expect(tab).toHaveURL(/\/auth$/);
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});
