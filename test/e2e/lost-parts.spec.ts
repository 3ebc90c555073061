import type { Page } from '@playwright/test';
import { openDatabaseOf } from '../support/writers.ts';
import { holdBack, panel, row, say } from './chat.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

/** Loses the files of the program whose names begin so, until told otherwise. */
async function lose(page: Page, names: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/assets/(${names})-[\\w-]{8}\\.js`);
  await page.context().route(pattern, (route) => route.abort('internetdisconnected'));
  return () => page.context().unroute(pattern);
}

/** A mark on the document, which a reload would take away. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

const lost = "Couldn't load this part. Trying again…";
const offline = "You're offline. This will load when you're back.";
const networkReturns = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new Event('online')));
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test.describe(() => {
  // What is in a cache cannot get lost without a network.
  test.use({ freshBrowsers: true });

  test('a page that is lost leaves the frame and its title, and comes when the network returns', async ({
    person,
  }) => {
    const page = await person('admin');
    await expect(navigation(page)).toBeVisible();
    await mark(page);
    await page.context().setOffline(true);
    await navigation(page).getByRole('link', { name: 'Fleet Operations' }).click();
    const main = page.getByRole('main');
    await expect(main.getByText(offline)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Fleet Operations' })).toBeVisible();
    await expect(navigation(page)).toBeVisible();
    await navigation(page).getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
    await navigation(page).getByRole('link', { name: 'Fleet Operations' }).click();
    await expect(main.getByText(offline)).toBeVisible();
    await page.context().setOffline(false);
    await expect(main.getByRole('tab').first()).toBeVisible();
    await expect(main.getByText(offline)).toBeHidden();
    expect(await isMarked(page)).toBe(true);
  });
});

test('the frame itself, and even the beginning of the program, lost at the first load, come by themselves', async ({
  person,
}) => {
  const page = await person('manager', noPage);
  const foundFrame = await lose(page, 'Shell');
  await page.goto('/profile');
  await mark(page);
  await expect(page.getByText(lost)).toBeVisible();
  await expectAccessible(page);
  await foundFrame();
  await networkReturns(page);
  await expect(navigation(page)).toBeVisible();
  expect(await isMarked(page)).toBe(true);

  const foundBeginning = await lose(page, 'index|core|vendor');
  await page.reload();
  await mark(page);
  await expect(page.getByText("Couldn't load Forecourt. Trying again…")).toBeVisible();
  await foundBeginning();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(navigation(page)).toBeVisible();
  await expect(page.getByText("Couldn't load Forecourt")).toBeHidden();
  expect(await isMarked(page)).toBe(true);
});

test('what is lost is lost alone: parts of messages and a dialog, beside what is read and typed', async ({
  person,
}) => {
  const page = await person('tyler.boone', noPage);
  const foundParts = await lose(page, 'RequestPart|NoticeCard|SlipCard');
  const foundDialog = await lose(page, 'CustomerSheet');
  await page.goto('/customers?channel=sales');
  await mark(page);
  const chat = panel(page);
  const box = chat.getByRole('textbox', { name: /^Message / });

  await test.step('a part of a message, whose conversation and words stay', async () => {
    await expect(chat.getByText(lost).first()).toBeVisible();
    await box.fill('Half a sentence');
    await expectAccessible(page);
    await expect(navigation(page)).toBeVisible();
    await foundParts();
    await networkReturns(page);
    await expect(chat.getByText(lost)).toHaveCount(0);
    await expect(box).toHaveValue('Half a sentence');
  });

  await test.step('a dialog, which can be closed by the keyboard and opens when it is there', async () => {
    const add = page.getByRole('button', { name: 'Add customer' });
    await add.click();
    const missing = page.getByRole('dialog', { name: 'Not available yet' });
    await expect(missing.getByText(lost)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(missing).toBeHidden();
    await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible();
    await add.click();
    await expect(missing).toBeVisible();
    await foundDialog();
    await networkReturns(page);
    await expect(page.getByRole('dialog', { name: 'Add customer' })).toBeVisible();
    await expect(missing).toBeHidden();
  });
  expect(await isMarked(page)).toBe(true);
});

test('the question for the password, lost and left, lets go of what asked for it', async ({
  person,
  house,
}) => {
  const page = await person('admin', noPage);
  const pool = openDatabaseOf(house.dataDir);
  await pool.query("update sessions set confirmed_until = now() - interval '1 minute'");
  await pool.end();
  const found = await lose(page, 'ConfirmPasswordDialog');
  await page.goto('/admin-tools#system');
  const required = page.getByRole('switch', { name: 'Require a new password at the next sign-in' });
  await required.click();
  const missing = page.getByRole('dialog', { name: 'Not available yet' });
  await expect(missing.getByText(lost)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(missing).toBeHidden();
  await expect(required).not.toBeChecked();
  // It can be asked for again.
  await required.click();
  await expect(missing).toBeVisible();
  await found();
  await networkReturns(page);
  const question = page.getByRole('dialog', { name: 'Confirm your password' });
  const password = question.getByRole('textbox', { name: 'Password' });
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  await expect(question.getByText('The password is not correct')).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill('forecourt-demo');
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(required).toBeChecked();
  await required.click();
  await expect(required).not.toBeChecked();
});

test('what is lost or wrong in the dashboard is missing in its own card, and comes', async ({
  person,
}) => {
  const page = await person('gm', noPage);
  let isBroken = true;
  await page.route('**/api/dashboard/stats', async (route) => {
    const answer = await route.fetch();
    const stats = await answer.json();
    await route.fulfill({ json: isBroken ? { ...stats, brands: null, history: {} } : stats });
  });
  let isForeign = true;
  await page.route('**/api/dashboard/activity*', (route) =>
    isForeign
      ? route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' })
      : route.continue(),
  );
  const found = await lose(page, 'MonthsChart');
  await page.goto('/');
  await mark(page);
  const main = page.getByRole('main');

  await test.step('an answer nobody expected breaks its own card, which can ask again', async () => {
    const wrong = main.getByText('Something went wrong here.');
    await expect(wrong.first()).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
    await expect(navigation(page)).toBeVisible();
    await expectAccessible(page);
    isBroken = false;
    await main.getByRole('button', { name: 'Try again' }).first().click();
    await expect(main.getByText('Total Sales').first()).toBeVisible();
    for (let left = await wrong.count(); left > 0; left--) {
      await expect(wrong).toHaveCount(left);
      await wrong.first().locator('..').getByRole('button', { name: 'Try again' }).first().click();
    }
    await expect(wrong).toHaveCount(0);
  });

  await test.step('a page of somebody else in the place of an answer is an error of its card', async () => {
    const activity = page.getByRole('region', { name: 'Recent Activity' });
    await expect(activity.getByText('Couldn’t load recent activity')).toBeVisible();
    isForeign = false;
    await activity.getByRole('button', { name: 'Try again' }).click();
    await expect(activity.getByRole('link').first()).toBeVisible();
  });

  await test.step('a chart that is lost keeps its place in the page, and comes', async () => {
    const notice = main.getByText(lost);
    await expect(notice).toBeVisible();
    await notice.scrollIntoViewIfNeeded();
    const below = main.getByRole('heading', { name: 'Quick Actions' });
    const before = await below.boundingBox();
    await expectAccessible(page);
    await found();
    await networkReturns(page);
    await expect(main.locator('.recharts-surface').first()).toBeVisible();
    await expect(notice).toBeHidden();
    expect((await below.boundingBox())?.y).toBe(before?.y);
  });
  expect(await isMarked(page)).toBe(true);
});

test('messages written while everything is lost go out once, also from a full outbox', async ({
  person,
}) => {
  const page = await person('employee', noPage);
  const other = await person('manager', '/profile?channel=sales');
  const release = await holdBack(page);
  await page.goto('/profile?channel=sales');
  await expect(panel(other).getByRole('region', { name: 'Sales' })).toBeVisible();
  await mark(page);
  // No room to keep anything over a reload.
  await page.evaluate(() => {
    const chunk = 'x'.repeat(100_000);
    try {
      for (let at = 0; ; at++) localStorage.setItem(`full-${at}`, chunk);
    } catch {
      // Full now, but for less than a chunk.
    }
    try {
      for (let at = 0; ; at++) localStorage.setItem(`crumb-${at}`, 'x'.repeat(50));
    } catch {
      // Full.
    }
  });
  const texts = ['One into the dark', 'Two into the dark', 'Three into the dark'];
  for (const text of texts) await say(page, text);
  await expect(panel(page).getByText('Sending...').first()).toBeVisible();
  await release();
  for (const text of texts) {
    await expect(panel(other).getByRole('article').filter({ hasText: text })).toHaveCount(1);
    await expect(row(page, text)).toBeVisible();
  }
  await expect(panel(page).getByText('Sending...')).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
});

test('after an update the page loads anew at the next change of page, once, and not before', async ({
  person,
}) => {
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
  await page.goto('/profile?channel=sales');
  await panel(page)
    .getByRole('textbox', { name: /^Message / })
    .fill('Not sent yet');
  await mark(page);
  await navigation(page).getByRole('link', { name: 'Reports' }).click();
  await expect.poll(() => isMarked(page)).toBe(false);
  await expect(page.getByRole('heading', { name: 'Reports', exact: true })).toBeVisible();
  await expect(panel(page).getByRole('textbox', { name: /^Message / })).toHaveValue('Not sent yet');

  // The same build again, from an instance that is not updated yet: no second reload for it.
  await mark(page);
  await navigation(page).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  build = '';
});
