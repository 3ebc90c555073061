import type { Page } from '@playwright/test';
import { openDatabaseOf } from '../support/writers.ts';
import { chatUrl, openWithBlockedMessages, panel, row, sendMessage } from './chat.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

/** Blocks the scripts with these names, even if they are in the browser's cache; the returned function unblocks them. */
async function blockAssets(page: Page, ...names: string[]): Promise<() => Promise<void>> {
  const cdpSession = await page.context().newCDPSession(page);
  await cdpSession.send('Network.enable');
  const urls = names.map((name) => `*/assets/${name}-*.js`);
  await cdpSession.send('Network.setBlockedURLs', { urls });
  return async () => {
    await cdpSession.send('Network.setBlockedURLs', { urls: [] });
    await cdpSession.detach();
  };
}

/** Sets a mark that a reload would remove. */
const markDocument = (page: Page) =>
  page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

const loadError = 'Couldn’t load this part. Trying again…';
const offlineMessage = 'You’re offline. This will load when you’re back.';
const networkReturns = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new Event('online')));
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('a page that fails to load keeps the frame and its title, and loads when the network returns', async ({
  person,
}) => {
  const page = await person('admin');
  const restore = await blockAssets(page, 'Fleet');
  await expect(navigation(page)).toBeVisible();
  await markDocument(page);
  await page.context().setOffline(true);
  await navigation(page).getByRole('link', { name: 'Fleet Operations' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText(offlineMessage)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Fleet Operations' })).toBeVisible();
  await expect(navigation(page)).toBeVisible();
  await navigation(page).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  await navigation(page).getByRole('link', { name: 'Fleet Operations' }).click();
  await expect(main.getByText(offlineMessage)).toBeVisible();
  await restore();
  await page.context().setOffline(false);
  await expect(main.getByRole('tab').first()).toBeVisible();
  await expect(main.getByText(offlineMessage)).toBeHidden();
  expect(await isMarked(page)).toBe(true);
});

test('the frame and the entry script recover from a failed first load without a reload', async ({
  person,
}) => {
  const page = await person('manager', noPage);
  const restoreShell = await blockAssets(page, 'Shell');
  await page.goto('/profile');
  await markDocument(page);
  await expect(page.getByText(loadError)).toBeVisible();
  await expectAccessible(page);
  await restoreShell();
  await networkReturns(page);
  await expect(navigation(page)).toBeVisible();
  expect(await isMarked(page)).toBe(true);

  const restoreEntry = await blockAssets(page, 'index', 'first', 'vendor');
  // Retries only at the press: the automatic ones, each a second or more after a failure, could come first.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const withoutLong = (work: TimerHandler, ms = 0) => (ms < 1000 ? setTimeout(work, ms) : 0);
    Object.assign(window, { setTimeout: withoutLong });
  });
  await page.reload();
  await markDocument(page);
  await expect(page.getByText("Couldn't load Forecourt. Trying again…")).toBeVisible();
  await restoreEntry();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(navigation(page)).toBeVisible();
  await expect(page.getByText("Couldn't load Forecourt")).toBeHidden();
  expect(await isMarked(page)).toBe(true);
});

test('a message part or dialog that fails to load leaves the rest of the page usable', async ({
  person,
}) => {
  const page = await person('tyler.boone', noPage);
  const restoreParts = await blockAssets(page, 'RequestPart', 'NoticeCard', 'SlipCard');
  const restoreDialog = await blockAssets(page, 'CustomerSheet');
  await page.goto('/customers?channel=sales');
  await markDocument(page);
  const chat = panel(page);
  const box = chat.getByRole('textbox', { name: /^Message / });

  await test.step('a failed message part leaves the conversation and the typed text', async () => {
    await expect(chat.getByText(loadError).first()).toBeVisible();
    await box.fill('Half a sentence');
    await expectAccessible(page);
    await expect(navigation(page)).toBeVisible();
    await restoreParts();
    await networkReturns(page);
    await expect(chat.getByText(loadError)).toHaveCount(0);
    await expect(box).toHaveValue('Half a sentence');
  });

  await test.step('a failed dialog can be closed by keyboard, and opens once it has loaded', async () => {
    const add = page.getByRole('button', { name: 'Add customer' });
    await add.click();
    const missing = page.getByRole('dialog', { name: 'Not available yet' });
    await expect(missing.getByText(loadError)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(missing).toBeHidden();
    await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible();
    await add.click();
    await expect(missing).toBeVisible();
    await restoreDialog();
    await networkReturns(page);
    await expect(page.getByRole('dialog', { name: 'Add customer' })).toBeVisible();
    await expect(missing).toBeHidden();
  });
  expect(await isMarked(page)).toBe(true);
});

test('closing a password prompt that failed to load cancels the action that needed it', async ({
  person,
  server,
}) => {
  const page = await person('admin', noPage);
  const pool = openDatabaseOf(server.dataDir);
  await pool.query("update sessions set confirmed_until = now() - interval '1 minute'");
  await pool.end();
  const restore = await blockAssets(page, 'ConfirmPasswordDialog');
  await page.goto('/admin-tools#system');
  const required = page.getByRole('switch', { name: 'Require a new password at the next sign-in' });
  await required.click();
  const missing = page.getByRole('dialog', { name: 'Not available yet' });
  await expect(missing.getByText(loadError)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(missing).toBeHidden();
  await expect(required).not.toBeChecked();
  // The action can be tried again.
  await required.click();
  await expect(missing).toBeVisible();
  await restore();
  await networkReturns(page);
  const prompt = page.getByRole('dialog', { name: 'Confirm your password' });
  const password = prompt.getByRole('textbox', { name: 'Password' });
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  await expect(prompt.getByText('The password is not correct')).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill('forecourt-demo');
  await page.keyboard.press('Enter');
  await expect(prompt).toBeHidden();
  await expect(required).toBeChecked();
  await required.click();
  await expect(required).not.toBeChecked();
});

test('a failure on the dashboard affects only its own card, which recovers', async ({ person }) => {
  const page = await person('gm', noPage);
  const restore = await blockAssets(page, 'MonthsChart');
  // Opened from another page: the HTML would have the data.
  await page.goto('/profile');
  let isBroken = true;
  await page.route('**/api/dashboard/stats', async (route) => {
    const response = await route.fetch();
    const stats = await response.json();
    await route.fulfill({ json: isBroken ? { ...stats, brands: null, history: {} } : stats });
  });
  let isForeign = true;
  await page.route('**/api/dashboard/activity*', (route) =>
    isForeign
      ? route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' })
      : route.continue(),
  );
  await navigation(page).getByRole('link', { name: 'Dashboard' }).click();
  await markDocument(page);
  const main = page.getByRole('main');

  await test.step('an unexpected response breaks only its own card, which can try again', async () => {
    const errors = main.getByText('Something went wrong here.');
    await expect(errors.first()).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
    await expect(navigation(page)).toBeVisible();
    await expectAccessible(page);
    isBroken = false;
    await main.getByRole('button', { name: 'Try again' }).first().click();
    await expect(main.getByText('Total Sales').first()).toBeVisible();
    for (let remaining = await errors.count(); remaining > 0; remaining--) {
      await expect(errors).toHaveCount(remaining);
      await errors.first().locator('..').getByRole('button', { name: 'Try again' }).first().click();
    }
    await expect(errors).toHaveCount(0);
  });

  await test.step('a foreign HTML page as the response is an error of its card', async () => {
    const activity = page.getByRole('region', { name: 'Recent Activity' });
    await expect(activity.getByText('Couldn’t load recent activity')).toBeVisible();
    isForeign = false;
    await activity.getByRole('button', { name: 'Try again' }).click();
    await expect(activity.getByRole('link').first()).toBeVisible();
  });

  await test.step('a chart that fails to load keeps its space, then appears', async () => {
    const message = main.getByText(loadError);
    await expect(message).toBeVisible();
    await message.scrollIntoViewIfNeeded();
    const below = main.getByRole('heading', { name: 'Quick Actions' });
    const before = await below.boundingBox();
    await expectAccessible(page);
    await restore();
    await networkReturns(page);
    await expect(main.locator('[data-line]').first()).toBeVisible();
    await expect(message).toBeHidden();
    expect((await below.boundingBox())?.y).toBe(before?.y);
  });
  expect(await isMarked(page)).toBe(true);
});

test('messages written while sends fail are sent once, even when local storage is full', async ({
  person,
}) => {
  const page = await person('employee', noPage);
  const other = await person('manager', chatUrl('sales'));
  const unblock = await openWithBlockedMessages(page, chatUrl('sales'));
  await expect(panel(other).getByRole('region', { name: 'Sales' })).toBeVisible();
  await markDocument(page);
  // With local storage full, the outbox cannot be stored.
  await page.evaluate(() => {
    const chunk = 'x'.repeat(100_000);
    try {
      for (let index = 0; ; index++) localStorage.setItem(`full-${index}`, chunk);
    } catch {
      // Less than a chunk is left.
    }
    try {
      for (let index = 0; ; index++) localStorage.setItem(`crumb-${index}`, 'x'.repeat(50));
    } catch {
      // Full.
    }
  });
  const texts = ['One into the dark', 'Two into the dark', 'Three into the dark'];
  for (const text of texts) await sendMessage(page, text);
  await expect(panel(page).getByText('Sending...').first()).toBeVisible();
  await unblock();
  for (const text of texts) {
    await expect(panel(other).getByRole('article').filter({ hasText: text })).toHaveCount(1);
    await expect(row(page, text)).toBeVisible();
  }
  await expect(panel(page).getByText('Sending...')).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
});

test('reloads once after an update, at the next navigation and not before', async ({ person }) => {
  const page = await person('manager', noPage);
  let build = 'f'.repeat(16);
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const frame = JSON.parse(String(message));
      if (frame.type === 'ready' && build) frame.data.build = build;
      socket.send(JSON.stringify(frame));
    });
  });
  await page.goto(chatUrl('sales'));
  await panel(page)
    .getByRole('textbox', { name: /^Message / })
    .fill('Not sent yet');
  await markDocument(page);
  await navigation(page).getByRole('link', { name: 'Reports' }).click();
  await expect.poll(() => isMarked(page)).toBe(false);
  await expect(page.getByRole('heading', { name: 'Reports', exact: true })).toBeVisible();
  await expect(panel(page).getByRole('textbox', { name: /^Message / })).toHaveValue('Not sent yet');

  // The same build again, from an instance that is not updated yet, causes no second reload.
  await markDocument(page);
  await navigation(page).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  build = '';
});
