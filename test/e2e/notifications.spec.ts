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
  type House,
  noPage,
  wholeChromium,
} from './fixtures.ts';

let forecourt: Forecourt;

// In this process: what other rooms tell people is told from here.
const test = base.extend<object, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    async ({}, use) => {
      const dataDir = copyOfFirstStart();
      const config = readConfig({ PORT: '0', DATA_DIR: dataDir });
      forecourt = await startForecourt(config, createLog(process.env.TEST_LOG ?? 'silent'));
      // What falls due by the clock would ring bells of its own.
      await forecourt.platform.jobs.stop();
      const never = () => Promise.reject(new Error('It runs in this process'));
      const steps = { killAndRestart: never, pause: never, goOn: never, stop: never };
      await use({ url: forecourt.url, dataDir, ...steps });
      await forecourt.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

async function idOf(page: Page): Promise<number> {
  return (await (await page.request.get('/api/user')).json()).id;
}

async function tell(page: Page, given: Partial<Notice> = {}) {
  const { platform } = forecourt;
  const notice: Notice = {
    userIds: [await idOf(page)],
    title: 'Ann Sales',
    message: 'The blue one is sold',
    type: 'info',
    deliver: { push: false, digest: false },
    ...given,
  };
  const stored = await platform.db.transaction().execute((tx) => notify(tx, notice));
  await publishNotifications(platform, stored);
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const list = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const rows = (page: Page) => list(page).getByRole('listitem');
const unread = (page: Page, count: number) =>
  expect(bell(page)).toHaveAccessibleName(
    count > 0 ? `Notifications, ${count} unread` : 'Notifications',
  );
const ready = (page: Page) => expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();

/** Counts what this page plays. */
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

test('the bell shows the same on two devices, also after a reload', async ({ person }) => {
  const [desk, phone] = [await person('manager'), await person('manager')];
  await tell(desk, { title: 'First', actionUrl: '/customers', actionLabel: 'Look' });
  await tell(desk, { title: 'Second' });
  for (const page of [desk, phone]) await unread(page, 2);
  await desk.reload();
  await unread(desk, 2);
  await bell(desk).click();
  await bell(phone).click();
  for (const page of [desk, phone]) {
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText('Second');
  }
  await expectAccessible(desk);
  await rows(desk).first().getByRole('button', { name: 'Mark as read' }).click();
  for (const page of [desk, phone]) await unread(page, 1);
  await rows(phone).first().getByRole('button', { name: 'Remove' }).click();
  for (const page of [desk, phone]) await expect(rows(page)).toHaveCount(1);
  await rows(desk).getByRole('link', { name: 'Look' }).click();
  await expect(desk).toHaveURL(/\/customers$/);
  for (const page of [desk, phone]) await unread(page, 0);
  // Left where a row went, it would show the name of what came under it, over the button.
  await phone.mouse.move(0, 0);
  await list(phone).getByRole('button', { name: 'Clear all' }).click();
  await expect(list(phone).getByText('No notifications')).toBeVisible();
  await bell(desk).click();
  await expect(list(desk).getByText('No notifications')).toBeVisible();
});

test('the server knows who looks at Forecourt, and what came while the line was cut is there once it is back', async ({
  person,
}) => {
  const page = await person('executive');
  const focus = forecourt.platform.db.selectFrom('notification_focus');
  const looking = focus.select('user_id').where('user_id', '=', await idOf(page));
  await ready(page);
  await expect.poll(async () => (await looking.execute()).length).toBe(1);

  await page.context().setOffline(true);
  await tell(page, { title: 'Missed' });
  await page.context().setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await unread(page, 1);

  await expect.poll(async () => (await looking.execute()).length).toBe(1);
  await page.evaluate(() => {
    document.hasFocus = () => false;
    window.dispatchEvent(new Event('blur'));
  });
  await expect.poll(async () => (await looking.execute()).length).toBe(0);
});

test('a chat that was seen clears what leads into it', async ({ person }) => {
  const page = await person('gm');
  await tell(page, { title: 'Sales', actionUrl: '/?channel=sales' });
  await tell(page, { title: 'Service', actionUrl: '/?channel=service' });
  await tell(page, { title: 'Stays', actionUrl: '/customers' });
  await unread(page, 3);
  const clear = (detail: object) =>
    page.evaluate((it) => {
      window.dispatchEvent(new CustomEvent('clearChatNotifications', { detail: it }));
    }, detail);
  await clear({ channelId: 'sales' });
  await unread(page, 2);
  await page.evaluate(() => window.dispatchEvent(new Event('clearChatNotifications')));
  await unread(page, 1);
  await bell(page).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Stays');
  const kept = async () => {
    const { notifications } = await (await page.request.get('/api/notifications')).json();
    return notifications.map((one: { title: string }) => one.title);
  };
  await expect.poll(kept).toEqual(['Stays']);
});

test('three tabs make one sound, which is ours, and show one toast, in the one looked at last', async ({
  person,
}) => {
  const first = await person('employee', noPage);
  const others = [await first.context().newPage(), await first.context().newPage()];
  const tabs = [first, ...others];
  for (const page of tabs) {
    await page.addInitScript(countSounds);
    await page.goto('/profile');
  }
  for (const page of tabs) await ready(page);
  expect(await first.evaluate(soundSeconds)).toBeGreaterThan(0.3);
  const front = others[0] ?? first;
  await front.bringToFront();
  await front.evaluate(() => window.dispatchEvent(new Event('focus')));
  await tell(first, { title: 'Engine bay', message: 'w'.repeat(60), type: 'warning' });
  for (const page of tabs) await unread(page, 1);
  const toast = (page: Page) => page.getByText(`${'w'.repeat(50)}…`, { exact: true });
  await expect(toast(front)).toBeVisible();
  expect(await Promise.all(tabs.map(soundsIn))).toEqual([0, 1, 0]);
  for (const page of tabs.filter((tab) => tab !== front)) await expect(toast(page)).toHaveCount(0);
  await expect(toast(front)).toBeHidden();
  await front.close();
  await tell(first, { title: 'Ann Sales', type: 'info' });
  await unread(first, 2);
  await expect
    .poll(async () => (await Promise.all([first, others[1] ?? first].map(soundsIn))).sort())
    .toEqual([0, 1]);
  await expect(first.getByRole('listitem').getByText('Ann Sales')).toHaveCount(0);
});

test('a phone can keep it on its home screen, where a push is shown by the worker, whatever is in it', async ({
  playwright,
  launchOptions,
  house,
}) => {
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    executablePath: wholeChromium,
  });
  const context = await browser.newContext({ baseURL: house.url });
  await context.grantPermissions(['notifications'], { origin: house.url });
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const headers = (await page.request.get('/sw.js')).headers();
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
  const line = await page.context().newCDPSession(page);
  await test.step('on the home screen', async () => {
    const { errors, data } = await line.send('Page.getAppManifest');
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
    line.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [known] }) => {
      if (known) resolve(known.registrationId);
    });
  });
  await line.send('ServiceWorker.enable');
  const registrationId = await registrations;
  const push = (data: string) =>
    line.send('ServiceWorker.deliverPushMessage', { origin: house.url, registrationId, data });
  const shown = () =>
    page.evaluate(async () => {
      const all = await (await navigator.serviceWorker.ready).getNotifications();
      return all.map(({ tag, title, body }) => ({ tag, title, body }));
    });
  const sold = { tag: '7', title: 'Ann Sales', body: 'Sold' };
  const other = { tag: 'forecourt', title: 'Forecourt', body: 'You have a new notification.' };
  // Again until it is shown: the browser's own line drops what comes while the worker wakes.
  const isShown = (data: string, expected: object[]) =>
    expect(async () => {
      await push(data);
      const found = () => shown().then((all) => all.sort((a, b) => b.tag.localeCompare(a.tag)));
      await expect.poll(found, { timeout: 2_000 }).toEqual(expected);
    }).toPass();
  await isShown(JSON.stringify({ ...sold, url: '/customers' }), [sold]);
  await isShown('not JSON', [other, sold]);
  await browser.close();
});
