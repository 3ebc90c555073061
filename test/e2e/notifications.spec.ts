import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { type Forecourt, startForecourt } from '../../src/main/forecourt.ts';
import {
  type Notice,
  notify,
  publishNotifications,
} from '../../src/modules/notifications/server/public.ts';
import { readConfig } from '../../src/platform/server/config/config.ts';
import { createLog } from '../../src/platform/server/log/log.ts';
import { copyOfFirstStart } from '../support/process.ts';
import {
  test as base,
  expect,
  expectAccessible,
  fullChromium,
  noPage,
  type ServerInstance,
} from './fixtures.ts';

let forecourt: Forecourt;

// The server runs in this process, so that the tests can send notifications as other modules do.
const test = base.extend<object, { server: ServerInstance }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    async ({}, use) => {
      const dataDir = await copyOfFirstStart();
      const config = readConfig({ PORT: '0', DATA_DIR: dataDir });
      forecourt = await startForecourt(config, createLog(process.env.TEST_LOG ?? 'silent'));
      // Scheduled jobs send notifications of their own, to some users already in the minute of the start.
      await forecourt.platform.jobs.stop();
      await forecourt.platform.db.deleteFrom('notifications').execute();
      const never = () =>
        Promise.reject(new Error('Not available: the server runs in this process'));
      const processControls = { killAndRestart: never, pause: never, resume: never, stop: never };
      await use({ url: forecourt.url, dataDir, ...processControls });
      await forecourt.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

async function idOf(page: Page): Promise<number> {
  return (await (await page.request.get('/api/user')).json()).id;
}

async function sendNotification(page: Page, fields: Partial<Notice> = {}) {
  const { platform } = forecourt;
  const notice: Notice = {
    userIds: [await idOf(page)],
    title: 'Ann Sales',
    message: 'The blue one is sold',
    type: 'info',
    deliver: { push: false, digest: false },
    ...fields,
  };
  const stored = await platform.db.transaction().execute((tx) => notify(tx, notice));
  await publishNotifications(platform, stored);
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const list = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const rows = (page: Page) => list(page).getByRole('listitem');
const expectUnread = (page: Page, count: number) =>
  expect(bell(page)).toHaveAccessibleName(
    count > 0 ? `Notifications, ${count} unread` : 'Notifications',
  );
const expectReady = (page: Page) =>
  expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();

/** Counts the sounds of a page instead of playing them. */
const countSounds = () => {
  const counted = window as unknown as { plays: number };
  counted.plays = 0;
  HTMLMediaElement.prototype.play = () => {
    counted.plays += 1;
    return Promise.resolve();
  };
};
const soundSeconds = () =>
  new Promise<number>((resolve, reject) => {
    const sound = new Audio('/notification.mp3');
    sound.onloadedmetadata = () => resolve(sound.duration);
    sound.onerror = () => reject(new Error(sound.error?.message));
  });
const soundsIn = (page: Page) =>
  page.evaluate(() => (window as unknown as { plays: number }).plays);

test('shows the same notifications on two devices and after a reload', async ({ person }) => {
  const [desktop, phone] = [await person('manager'), await person('manager')];
  await sendNotification(desktop, { title: 'First', actionUrl: '/customers', actionLabel: 'Look' });
  await sendNotification(desktop, { title: 'Second' });
  for (const page of [desktop, phone]) await expectUnread(page, 2);
  await desktop.reload();
  await expectUnread(desktop, 2);
  await bell(desktop).click();
  await bell(phone).click();
  for (const page of [desktop, phone]) {
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('Second');
  }
  await expectAccessible(desktop);
  await rows(desktop).first().getByRole('button', { name: 'Mark as read' }).click();
  for (const page of [desktop, phone]) await expectUnread(page, 1);
  await rows(phone).first().getByRole('button', { name: 'Remove' }).click();
  for (const page of [desktop, phone]) await expect(rows(page)).toHaveCount(1);
  await rows(desktop).getByRole('link', { name: 'Look' }).click();
  await expect(desktop).toHaveURL(/\/customers$/);
  for (const page of [desktop, phone]) await expectUnread(page, 0);
  // Over the next row, the pointer would open a tooltip that covers the button.
  await phone.mouse.move(0, 0);
  await list(phone).getByRole('button', { name: 'Clear all' }).click();
  await expect(list(phone).getByText('No notifications')).toBeVisible();
  await bell(desktop).click();
  await expect(list(desktop).getByText('No notifications')).toBeVisible();
});

test('tracks who has Forecourt in focus, shows what was missed while offline, and clears what was seen', async ({
  person,
}) => {
  const page = await person('gm');
  const focus = forecourt.platform.db.selectFrom('notification_focus');
  const focusRows = focus.select('user_id').where('user_id', '=', await idOf(page));
  await expectReady(page);
  await expect.poll(async () => (await focusRows.execute()).length).toBe(1);

  await page.context().setOffline(true);
  await sendNotification(page, { title: 'Missed' });
  await page.context().setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expectUnread(page, 1);

  await expect.poll(async () => (await focusRows.execute()).length).toBe(1);
  await page.evaluate(() => {
    document.hasFocus = () => false;
    window.dispatchEvent(new Event('blur'));
  });
  await expect.poll(async () => (await focusRows.execute()).length).toBe(0);

  await test.step('clears the notifications of a channel once it is seen', async () => {
    await sendNotification(page, { title: 'Sales', actionUrl: '/?channel=sales' });
    await sendNotification(page, { title: 'Service', actionUrl: '/?channel=service' });
    await sendNotification(page, { title: 'Stays', actionUrl: '/customers' });
    await expectUnread(page, 4);
    const clear = (detail: object) =>
      page.evaluate((eventDetail) => {
        window.dispatchEvent(new CustomEvent('clearChatNotifications', { detail: eventDetail }));
      }, detail);
    await clear({ channelId: 'sales' });
    await expectUnread(page, 3);
    await page.evaluate(() => window.dispatchEvent(new Event('clearChatNotifications')));
    await expectUnread(page, 2);
    await bell(page).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('Stays');
    await expect(rows(page).last()).toContainText('Missed');
    const titles = async () => {
      const { notifications } = await (await page.request.get('/api/notifications')).json();
      return notifications.map(({ title }: { title: string }) => title);
    };
    await expect.poll(titles).toEqual(['Stays', 'Missed']);
  });
});

test('plays one sound across three tabs and shows one toast, in the tab focused last', async ({
  person,
}) => {
  const first = await person('employee', noPage);
  const others = [await first.context().newPage(), await first.context().newPage()];
  const tabs = [first, ...others];
  for (const page of tabs) {
    await page.addInitScript(countSounds);
    await page.goto('/profile');
  }
  for (const page of tabs) await expectReady(page);
  expect(await first.evaluate(soundSeconds)).toBeGreaterThan(0.3);
  const front = others[0] ?? first;
  await front.bringToFront();
  await front.evaluate(() => window.dispatchEvent(new Event('focus')));
  await sendNotification(first, { title: 'Engine bay', message: 'w'.repeat(60), type: 'warning' });
  for (const page of tabs) await expectUnread(page, 1);
  const toast = (page: Page) => page.getByText(`${'w'.repeat(50)}…`, { exact: true });
  await expect(toast(front)).toBeVisible();
  expect(await Promise.all(tabs.map(soundsIn))).toEqual([0, 1, 0]);
  for (const page of tabs.filter((tab) => tab !== front)) await expect(toast(page)).toHaveCount(0);
  await expect(toast(front)).toBeHidden();
  await front.close();
  await sendNotification(first, { title: 'Ann Sales', type: 'info' });
  await expectUnread(first, 2);
  await expect
    .poll(async () => (await Promise.all([first, others[1] ?? first].map(soundsIn))).sort())
    .toEqual([0, 1]);
  await expect(first.getByRole('listitem').getByText('Ann Sales')).toHaveCount(0);
});

test('can be installed, and the service worker shows every push whatever its payload', async ({
  playwright,
  launchOptions,
  server,
}) => {
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    executablePath: fullChromium,
  });
  const context = await browser.newContext({ baseURL: server.url });
  await context.grantPermissions(['notifications'], { origin: server.url });
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const headers = (await page.request.get('/sw.js')).headers();
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
  const cdp = await page.context().newCDPSession(page);
  await test.step('declares a name and icons for the home screen', async () => {
    const { errors, data } = await cdp.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { name, display, icons } = JSON.parse(data ?? '');
    expect([name, display]).toEqual(['Forecourt', 'standalone']);
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(async (from) => {
        const icon = new Image();
        icon.src = from;
        await icon.decode();
        return `${icon.naturalWidth}x${icon.naturalHeight}`;
      }, src);
      expect(size).toBe(sizes);
    }
  });

  const registrations = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registrations;
  const push = (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
  const shown = () =>
    page.evaluate(async () => {
      const notifications = await (await navigator.serviceWorker.ready).getNotifications();
      return notifications.map(({ tag, title, body }) => ({ tag, title, body }));
    });
  const announced = { tag: '7', title: 'Ann Sales', body: 'Sold' };
  const fallback = { tag: 'forecourt', title: 'Forecourt', body: 'You have a new notification.' };
  // Retried: the browser drops a push that arrives while the worker starts.
  const expectShown = (data: string, expected: object[]) =>
    expect(async () => {
      await push(data);
      const found = () => shown().then((all) => all.sort((a, b) => b.tag.localeCompare(a.tag)));
      await expect.poll(found, { timeout: 2_000 }).toEqual(expected);
    }).toPass();
  await expectShown(JSON.stringify({ ...announced, url: '/customers' }), [announced]);
  await expectShown('not JSON', [fallback, announced]);
  await browser.close();
});
