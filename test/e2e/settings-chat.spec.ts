import type { Page } from '@playwright/test';
import { openConversation } from './chat.ts';
import { chooseTheme, expect, expectAccessible, noPage, test } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Chat Settings' });
const setting = (page: Page, name: string) => dialog(page).getByRole('switch', { name });
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save Changes' }).click();
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

async function openSettings(page: Page): Promise<void> {
  const account = page.getByRole('button', { name: /account menu/ });
  const menu = page.getByRole('button', { name: 'Open menu' });
  await expect(account.or(menu).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  await account.click();
  await page.getByRole('menuitem', { name: 'Chat Settings' }).click();
  await expect(setting(page, 'All messages')).toBeVisible();
}

async function post(page: Page, channelId: string, content: string) {
  const data = { content, clientMsgId: crypto.randomUUID() };
  const response = await page.request.post(`/api/chat/messages/${channelId}`, { data });
  expect(response.status()).toBe(201);
}
const settingsOf = async (page: Page) => (await page.request.get('/api/chat/settings')).json();

test('starts with the default settings, syncs them across devices, and is accessible in the dark theme on a phone', async ({
  person,
}) => {
  const [desktop, phone] = [await person('manager'), await person('manager')];
  await openSettings(desktop);
  for (const name of ['All messages', 'Mentions', 'Threads']) {
    await expect(setting(desktop, name)).toBeChecked();
  }
  await expect(setting(desktop, 'Keywords')).not.toBeChecked();
  await expect(dialog(desktop).getByLabel('Start time')).toHaveCount(0);
  await setting(desktop, 'Enable quiet hours').click();
  await expect(dialog(desktop).getByLabel('Start time')).toHaveValue('09:00');
  await expect(dialog(desktop).getByLabel('End time')).toHaveValue('17:00');
  await expect(dialog(desktop).getByLabel('Time zone')).toHaveValue('America/Los_Angeles');
  await dialog(desktop).getByLabel('Start time').fill('21:00');
  await dialog(desktop).getByLabel('End time').fill('07:00');
  await expect(dialog(desktop)).toContainText('Quiet from 9:00 PM until 7:00 AM the next day');
  await setting(desktop, 'Keywords').click();
  await dialog(desktop).getByLabel('Your keywords').fill('recall, F-150');
  await dialog(desktop).getByRole('group', { name: 'Muted channels' }).getByLabel('Sales').check();
  await dialog(desktop)
    .getByRole('group', { name: 'Per-channel settings' })
    .getByLabel('Service')
    .selectOption('Mentions only');
  await dialog(desktop).getByLabel('Pause notifications').selectOption('For 1 hour');
  await expectAccessible(desktop);
  await save(desktop);
  await expect(dialog(desktop)).toBeHidden();
  expect(await settingsOf(desktop)).toMatchObject({
    keywords: true,
    keywordList: ['recall', 'F-150'],
    mutedChannels: ['sales'],
    channelLevels: { service: 'mentions' },
    schedule: { enabled: true, start: '21:00', end: '07:00' },
  });
  await phone.setViewportSize({ width: 390, height: 844 });
  await openSettings(phone);
  await expect(setting(phone, 'Keywords')).toBeChecked();
  await expect(dialog(phone).getByLabel('Your keywords')).toHaveValue('recall, F-150');
  await expect(dialog(phone).getByLabel('Pause notifications')).toContainText('Until');
  await expect(
    dialog(phone).getByRole('group', { name: 'Muted channels' }).getByLabel('Sales'),
  ).toBeChecked();

  await chooseTheme(phone, 'dark');
  const box = await dialog(phone).boundingBox();
  expect(box?.width).toBeLessThanOrEqual(390);
  await expectAccessible(phone);
});

test('discards changes on Cancel and shows errors under their fields', async ({ person }) => {
  const page = await person('executive');
  await openSettings(page);
  await setting(page, 'Mentions').click();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await openSettings(page);
  await expect(setting(page, 'Mentions')).toBeChecked();
  await setting(page, 'Keywords').click();
  await dialog(page).getByLabel('Your keywords').fill('w'.repeat(61));
  await save(page);
  await expect(dialog(page)).toContainText('A keyword must be at most 60 characters long.');
  await expect(dialog(page).getByLabel('Your keywords')).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).getByLabel('Your keywords').fill('recall');
  await save(page);
  await expect(dialog(page)).toBeHidden();
  expect((await settingsOf(page)).version).toBe(1);
});

test('imports the settings that an earlier version stored in the browser once', async ({
  person,
}) => {
  const page = await person('gm', noPage);
  const { id } = await (await page.request.get('/api/user')).json();
  await page.addInitScript((userId) => {
    const stored = { all: false, mutedChannels: ['sales', 'gone'], schedule: { start: '20:00' } };
    localStorage.setItem(`forecourt-chat-settings-${userId}`, JSON.stringify(stored));
  }, id);
  await page.goto('/profile');
  await expect.poll(async () => (await settingsOf(page)).version).toBe(1);
  expect(await settingsOf(page)).toMatchObject({
    all: false,
    mentions: true,
    mutedChannels: ['sales'],
    schedule: { enabled: false, start: '20:00', end: '17:00' },
  });
  const key = `forecourt-chat-settings-${id}`;
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
});

test('notifies of a message unless its channel is open, and clears the notification once it is read', async ({
  person,
}) => {
  const [page, other] = [await person('admin', noPage), await person('employee', noPage)];
  await page.request.delete('/api/notifications');
  let openChannelId: string | null = null;
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const { type, data } = JSON.parse(String(payload));
      if (type === 'looking') openChannelId = data.channelId;
    }),
  );
  await page.goto('/profile');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await post(other, 'service', 'The lift in bay 3 is free again, who needs it?');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await bell(page).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list).toContainText('in Service');
  await list.getByRole('link', { name: 'Open' }).click();
  await expect(page.getByText('The lift in bay 3 is free again, who needs it?')).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect.poll(() => openChannelId).toBe('service');
  await post(other, 'service', 'Seen while looking');
  await expect(page.getByText('Seen while looking', { exact: true })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await openConversation(page, 'Sales');
  await expect.poll(() => openChannelId).toBe('sales');
  await expect(async () => {
    // The server may get the message before it knows that the page has left the channel.
    await post(other, 'service', 'Said behind their back');
    await expect(bell(page)).toHaveAccessibleName(/unread$/, { timeout: 5_000 });
  }).toPass();
  // Notifications are decided in order, so the earlier message caused none.
  await bell(page).click();
  await expect(list).toContainText('Said behind their back');
  await expect(list).not.toContainText('Seen while looking');
});
