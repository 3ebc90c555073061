import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { copyOfFirstStart, startServer } from '../support/process.ts';
import { expect, expectAccessible, type House, test } from './fixtures.ts';

async function signIn(page: Page, username: string, password = 'forecourt-demo'): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** The newest mail to this address, as its file has it, quoted-printable undone. */
function mailTo(address: string, { dataDir }: Pick<House, 'dataDir'>): string {
  const folder = path.join(dataDir, 'outbox');
  if (!fs.existsSync(folder)) return '';
  const files = fs.readdirSync(folder).map((name) => path.join(folder, name));
  const sorted = files.sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
  const mails = sorted.map((name) => fs.readFileSync(name, 'utf8'));
  const newest = mails.find((mail) => mail.includes(`To: ${address}`)) ?? '';
  return newest.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
}

test('a visitor of a guarded page is refused in words, then signs in and arrives there, and needs no sign-in page', async ({
  visitor,
}) => {
  await visitor.goto('/customers');
  await expect(visitor).toHaveURL(/\/auth$/);
  await expect(visitor.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectAccessible(visitor);
  // A wrong password is refused in words, and an unknown name in the same ones.
  for (const name of ['manager', 'nobody-of-this-name']) {
    const answered = visitor.waitForResponse('**/api/login');
    await signIn(visitor, name, 'not the password');
    const answer = await answered;
    expect(answer.status()).toBe(401);
    expect((await answer.json()).error).toBe('The username or password is not correct.');
    const toast = visitor.getByRole('status').filter({ hasText: 'Login failed' });
    await expect(toast).toContainText('The username or password is not correct.');
  }
  await signIn(visitor, 'manager');
  await expect(visitor).toHaveURL(/\/customers$/);
  await expect(visitor.getByRole('navigation', { name: 'Main' })).toBeVisible();
  // Somebody signed in is led from the sign-in page to home.
  await visitor.goto('/auth');
  await expect(visitor).toHaveURL(/\/$/);
});

test('logging off ends the session, also for a second tab', async ({ person }) => {
  const page = await person('employee');
  const other = await page.context().newPage();
  await other.goto('/profile');
  await page.getByRole('button', { name: 'Logoff' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  expect((await page.request.get('/api/user')).status()).toBe(401);
  await expect(other).toHaveURL(/\/auth$/);
  await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('a forgotten password is replaced with the mailed link, once', async ({ house, visitor }) => {
  const mailbox = 'lorraine.fitch@larkfield.example';
  await visitor.goto('/auth');
  await visitor.getByRole('button', { name: 'Forgot Password?' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Reset Your Password' });
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(visitor.getByText('Please enter your email address').first()).toBeVisible();
  await dialog.getByRole('textbox').fill(mailbox);
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(visitor.getByText('Password Reset Email Sent').first()).toBeVisible();
  await expect(dialog).toBeHidden();

  const link = /http:\S+reset-password#token=[\w-]+/;
  await expect.poll(() => mailTo(mailbox, house)).toMatch(link);
  const address = link.exec(mailTo(mailbox, house))?.[0] ?? '';
  await visitor.goto(address);
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
  const token = address.split('#token=')[1];
  const again = await visitor.request.post('/api/account/reset-password', {
    data: { token, password: 'yet another password' },
  });
  expect(again.status()).toBe(400);
});

test('a registration is signed in, sees access denied, waits, and confirms its address', async ({
  house,
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
  const mailbox = 'nora.newcomer@example.com';
  await expect.poll(() => mailTo(mailbox, house)).toMatch(link);
  const reader = await visitor.context().newPage();
  await reader.goto(link.exec(mailTo(mailbox, house))?.[0] ?? '');
  await expectAccessible(reader);
  await reader.getByRole('button', { name: 'Confirm email address' }).click();
  await expect(reader.getByRole('heading', { name: 'Email address confirmed' })).toBeFocused();
  await expect(visitor.getByText('Confirm your email address')).toHaveCount(0);
  await expect(visitor.getByText('This page opens automatically')).toBeVisible();

  // Used up: it says so, and offers no second try.
  await reader.goto('about:blank');
  await reader.goto(link.exec(mailTo(mailbox, house))?.[0] ?? '');
  await reader.getByRole('button', { name: 'Confirm email address' }).click();
  await expect(reader.getByRole('heading', { name: 'This link is no longer valid' })).toBeFocused();
  await expect(reader.getByRole('button')).toHaveCount(0);
  await expectAccessible(reader);
});

test('where accounts need no approval, a bar asks for the address to be confirmed until it is', async ({
  browser,
}) => {
  const dataDir = copyOfFirstStart();
  const server = await startServer({ dataDir, env: { REGISTRATION: 'open' } });
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const email = 'oda.opener@example.com';
  const names = { firstName: 'Oda', lastName: 'Opener', username: 'oda.opener' };
  const answer = await context.request.post('/api/register', {
    data: { ...names, email, password: 'a long enough password', department: 'sales' },
  });
  expect(answer.status()).toBe(201);
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
  await expect.poll(() => mailTo(email, { dataDir })).toMatch(link);
  const reader = await context.newPage();
  await reader.goto(link.exec(mailTo(email, { dataDir }))?.[0] ?? '');
  await reader.getByRole('button', { name: 'Confirm email address' }).click();
  await expect(reader.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await context.close();
  await server.kill('SIGTERM');
  fs.rmSync(dataDir, { recursive: true, force: true });
});
