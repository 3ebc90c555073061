import fs from 'node:fs';
import path from 'node:path';
import type { Page, Route } from '@playwright/test';
import { copyOfFirstStart, startServer } from '../support/process.ts';
import { expect, expectAccessible, type ServerInstance, test } from './fixtures.ts';

async function signIn(page: Page, username: string, password = 'forecourt-demo'): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** The newest email to this address, from the outbox and decoded from quoted-printable. */
function emailTo(address: string, { dataDir }: Pick<ServerInstance, 'dataDir'>): string {
  const folder = path.join(dataDir, 'outbox');
  if (!fs.existsSync(folder)) return '';
  const files = fs.readdirSync(folder).map((name) => path.join(folder, name));
  const sorted = files.sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
  const emails = sorted.map((name) => fs.readFileSync(name, 'utf8'));
  const newest = emails.find((email) => email.includes(`To: ${address}`)) ?? '';
  return newest.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
}

/** Opens a page as the server sent it: its modules arrive only once the returned function is called. */
async function openWithoutModules(page: Page, address: string): Promise<() => Promise<void>> {
  const delayed: Route[] = [];
  let isDelaying = true;
  await page.route('**/assets/*.js', (route) =>
    isDelaying ? void delayed.push(route) : route.fallback(),
  );
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return async () => {
    isDelaying = false;
    for (const route of delayed) await route.continue();
  };
}

for (const address of ['/auth', '/public/features', '/public/features/fleet']) {
  test(`shows ${address} before its code, which takes it over unchanged`, async ({ visitor }) => {
    const errors: Error[] = [];
    visitor.on('pageerror', (error) => errors.push(error));
    const release = await openWithoutModules(visitor, address);
    const shown = await visitor.$$('#root *');
    expect(shown.length).toBeGreaterThan(20);
    await release();
    await expect(visitor).toHaveTitle(/ · Forecourt$/);
    expect(errors).toEqual([]);
    for (const element of shown)
      expect(await element.evaluate((one) => one.isConnected)).toBe(true);
  });
}

test('keeps what was typed and pressed before the code was here', async ({ visitor }) => {
  const release = await openWithoutModules(visitor, '/auth');
  await expectAccessible(visitor);
  const username = visitor.getByLabel('Username');
  await expect(username).toBeFocused();
  await username.fill('manager');
  await username.press('Enter');
  await visitor.getByLabel(/^Password/).fill('forecourt');
  await release();
  // Enter was followed by more typing, so it is not repeated: the password may have been half typed.
  await expect(visitor).toHaveTitle(/ · Forecourt$/);
  await expect(username).toHaveValue('manager');
  await expect(visitor.getByLabel(/^Password/)).toHaveValue('forecourt');
  await expect(visitor.getByText('Login failed')).toHaveCount(0);

  const releaseAgain = await openWithoutModules(visitor, '/customers');
  await username.fill('manager');
  await visitor.getByLabel(/^Password/).fill('forecourt-demo');
  await visitor.getByLabel(/^Password/).press('Enter');
  await releaseAgain();
  await expect(visitor.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(visitor).toHaveURL(/\/customers$/);
});

test('shows the sign-in page in the chosen theme before its code', async ({ visitor }) => {
  await visitor.addInitScript(() => localStorage.setItem('forecourt-theme', 'dark'));
  const release = await openWithoutModules(visitor, '/auth');
  await expect(visitor.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await expectAccessible(visitor);
  await release();
});

test('says without JavaScript what is missing, and sends no password anywhere', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const response = await page.goto('/auth');
  // Chromium shows this only if JavaScript is off from its start.
  expect(await response?.text()).toContain('Forecourt needs JavaScript.');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await signIn(page, 'manager');
  await page.getByLabel(/^Password/).press('Enter');
  await expect(page).toHaveURL(`${server.url}/auth`);
  // The browser fetches the icon when it likes.
  expect(requests.filter((url) => url !== `${server.url}/favicon.svg`)).toEqual([]);
  await context.close();
});

test('sends a visitor to sign in, refuses wrong credentials, then opens the page they asked for', async ({
  visitor,
}) => {
  await visitor.goto('/customers');
  await expect(visitor).toHaveURL(/\/auth$/);
  await expect(visitor.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectAccessible(visitor);
  // The same message for a wrong password and an unknown name, so that it reveals no accounts.
  for (const name of ['manager', 'nobody-of-this-name']) {
    const loginResponse = visitor.waitForResponse('**/api/login');
    await signIn(visitor, name, 'not the password');
    const response = await loginResponse;
    expect(response.status()).toBe(401);
    expect((await response.json()).error).toBe('The username or password is not correct.');
    const toast = visitor.getByRole('status').filter({ hasText: 'Login failed' });
    await expect(toast).toContainText('The username or password is not correct.');
  }
  await signIn(visitor, 'manager');
  await expect(visitor).toHaveURL(/\/customers$/);
  await expect(visitor.getByRole('navigation', { name: 'Main' })).toBeVisible();
  // A signed-in user has no use for the sign-in page.
  await visitor.goto('/auth');
  await expect(visitor).toHaveURL(/\/$/);
});

test('signs out in every tab on Logoff', async ({ person }) => {
  const page = await person('employee');
  const other = await page.context().newPage();
  await other.goto('/profile');
  await page.getByRole('button', { name: 'Logoff' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  expect((await page.request.get('/api/user')).status()).toBe(401);
  await expect(other).toHaveURL(/\/auth$/);
  await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('resets a forgotten password with the emailed link, once', async ({ server, visitor }) => {
  const address = 'lorraine.fitch@larkfield.example';
  await visitor.goto('/auth');
  await visitor.getByRole('button', { name: 'Forgot Password?' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Reset Your Password' });
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(visitor.getByText('Please enter your email address').first()).toBeVisible();
  await dialog.getByRole('textbox').fill(address);
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(visitor.getByText('Password Reset Email Sent').first()).toBeVisible();
  await expect(dialog).toBeHidden();

  const link = /http:\S+reset-password#token=[\w-]+/;
  await expect.poll(() => emailTo(address, server)).toMatch(link);
  const resetUrl = link.exec(emailTo(address, server))?.[0] ?? '';
  await visitor.goto(resetUrl);
  const [first, second] = [
    visitor.getByLabel(/^New password/),
    visitor.getByLabel(/^Confirm new password/),
  ];
  await first.fill('a fresh and long password');
  await second.fill('another one altogether');
  await expect(visitor.getByText('Passwords do not match')).toBeVisible();
  await second.fill('a fresh and long password');
  await visitor
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(visitor).toHaveURL(/\/auth$/);
  await signIn(visitor, 'lorraine.fitch', 'a fresh and long password');
  await expect(visitor.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const token = resetUrl.split('#token=')[1];
  const repeat = await visitor.request.post('/api/account/reset-password', {
    data: { token, password: 'yet another password' },
  });
  expect(repeat.status()).toBe(400);
});

test('signs in a new registration, denies it access, and confirms its email address', async ({
  server,
  visitor,
}) => {
  await visitor.goto('/auth');
  await visitor.getByRole('button', { name: 'Request an account' }).click();
  await visitor.getByLabel('First name').fill('Nora');
  await visitor.getByLabel('Last name').fill('Newcomer');
  await visitor.getByLabel('Username').fill('nora.newcomer');
  await visitor.getByLabel(/e-?mail/i).fill('nora.newcomer@example.com');
  await visitor.getByLabel(/^Password/).fill('a long enough password');
  await visitor.getByLabel('Department').selectOption('sales');
  await visitor.getByRole('button', { name: 'Request account' }).click();
  await expect(visitor.getByText('Access Denied').first()).toBeVisible();
  await expect(visitor.getByText('Your request was sent to an administrator')).toBeVisible();
  expect((await visitor.request.get('/api/users')).status()).toBe(403);

  const link = /http:\S+confirm-email#token=[\w-]+/;
  const address = 'nora.newcomer@example.com';
  await expect.poll(() => emailTo(address, server)).toMatch(link);
  const reader = await visitor.context().newPage();
  await reader.goto(link.exec(emailTo(address, server))?.[0] ?? '');
  await expectAccessible(reader);
  await reader.getByRole('button', { name: 'Confirm email address' }).click();
  await expect(reader.getByRole('heading', { name: 'Email address confirmed' })).toBeFocused();
  await expect(visitor.getByText('Confirm your email address')).toHaveCount(0);
  await expect(visitor.getByText('This page opens automatically')).toBeVisible();

  // The link is used up: the page offers no second try.
  await reader.goto('about:blank');
  await reader.goto(link.exec(emailTo(address, server))?.[0] ?? '');
  await reader.getByRole('button', { name: 'Confirm email address' }).click();
  await expect(reader.getByRole('heading', { name: 'This link is no longer valid' })).toBeFocused();
  await expect(reader.getByRole('button')).toHaveCount(0);
  await expectAccessible(reader);
});

test('shows a bar until the email address is confirmed where accounts need no approval', async ({
  browser,
}) => {
  const dataDir = await copyOfFirstStart();
  const server = await startServer({ dataDir, env: { REGISTRATION: 'open' } });
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const email = 'oda.opener@example.com';
  const names = { firstName: 'Oda', lastName: 'Opener', username: 'oda.opener' };
  const response = await context.request.post('/api/register', {
    data: { ...names, email, password: 'a long enough password', department: 'sales' },
  });
  expect(response.status()).toBe(201);
  await page.goto('/profile');
  const bar = page.getByRole('region', { name: 'Confirm your email address' });
  await expect(bar).toContainText(`Open the link in the email to ${email}`);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page);
  }
  await bar.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`A new link was sent to ${email}.`).first()).toBeVisible();

  const link = /http:\S+confirm-email#token=[\w-]+/;
  await expect.poll(() => emailTo(email, { dataDir })).toMatch(link);
  const reader = await context.newPage();
  await reader.goto(link.exec(emailTo(email, { dataDir }))?.[0] ?? '');
  await reader.getByRole('button', { name: 'Confirm email address' }).click();
  await expect(reader.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await context.close();
  await server.kill('SIGTERM');
  fs.rmSync(dataDir, { recursive: true, force: true });
});
