import type { Page } from '@playwright/test';
import { currentUser, openConversation, panel, row } from './chat.ts';
import { expect, noPage, test } from './fixtures.ts';

/**
 * Opens a page whose toasts stay: a slow machine may miss their five seconds. Waits for the connection, since a message
 * from before it gets no toast.
 */
async function goTo(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const slowed = (callback: () => void, ms?: number) =>
      setTimeout(callback, ms === 5_000 ? 60_000 : ms);
    window.setTimeout = slowed as typeof window.setTimeout;
  });
  const connected = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"ready"')),
    );
  await page.goto(path);
  await connected;
}

/** Someone who clocked out, in the demo data or in another test, is not interrupted. */
async function clockIn(page: Page): Promise<void> {
  const { status } = await (await page.request.get('/api/time-clock')).json();
  if (status !== 'clocked_out') return;
  const data = { clientId: crypto.randomUUID(), kind: 'clock_in' };
  const response = await page.request.post('/api/time-clock/punches', { data });
  expect(response.status(), await response.text()).toBe(200);
}

const toastOf = (page: Page, text: string) =>
  page.getByRole('listitem').getByRole('button').filter({ hasText: text });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Chat' });
const directMessageId = (first: number, second: number) =>
  `dm-${Math.min(first, second)}-${Math.max(first, second)}`;

async function post(page: Page, channelId: string, data: object): Promise<{ id: string }> {
  const clientMsgId = crypto.randomUUID();
  const response = await page.request.post(`/api/chat/messages/${channelId}`, {
    data: { clientMsgId, ...data },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

test('opens a direct message or the thread of a reply from its toast', async ({ person }) => {
  const [page, sender] = [await person('employee', noPage), await person('manager', noPage)];
  await clockIn(page);
  await goTo(page, '/customers');
  const [me, other] = [await currentUser(page), await currentUser(sender)];
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  const channelId = directMessageId(me.id, other.id);
  await post(sender, channelId, { content: 'Your customer is at the counter' });
  // Group conversations with the same person begin with the name, too.
  const unread = sidebar(page).getByRole('button', {
    name: new RegExp(`^${other.name} \\d+ unread`),
  });
  await expect(unread).toBeVisible();
  await toastOf(page, 'Your customer is at the counter').click();
  await expect(row(page, 'Your customer is at the counter')).toBeVisible();
  await expect(page).toHaveURL(/\/customers$/);
  await expect(unread).toHaveCount(0);

  await openConversation(page, 'Starred');
  await post(sender, channelId, { content: 'They ask for you' });
  await toastOf(page, 'They ask for you').click();
  await expect(row(page, 'They ask for you')).toBeVisible();

  await test.step('opens the thread of a reply', async () => {
    const { id } = await post(page, 'sales', { content: 'Who has the key of the blue Escape?' });
    await post(sender, 'sales', { content: 'It hangs in the office', threadId: id });
    await toastOf(page, 'It hangs in the office').click();
    await expect(
      panel(page).getByRole('article').filter({ hasText: 'It hangs in the office' }),
    ).toBeVisible();
  });

  await test.step('a toast is within reach while a dialog is open, and Escape closes the dialog first', async () => {
    await openConversation(page, 'Starred');
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Chat Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Chat Settings' });
    await expect(dialog).toBeVisible();
    await post(sender, channelId, { content: 'The keys are with me' });
    const late = toastOf(page, 'The keys are with me');
    await expect(late).toBeVisible();
    for (const key of ['F8', 'Tab', 'Tab']) await page.keyboard.press(key);
    await expect(late).toBeFocused();
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
    await expect(dialog.locator(':focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(late).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(late).toHaveCount(0);
  });
});

test('opens the conversation over the page on a phone', async ({ person }) => {
  const [page, sender] = [await person('employee', noPage), await person('manager', noPage)];
  await page.setViewportSize({ width: 390, height: 844 });
  await clockIn(page);
  await goTo(page, '/utilities');
  const [me, other] = [await currentUser(page), await currentUser(sender)];
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await post(sender, directMessageId(me.id, other.id), { content: 'Please bring the car around' });
  await toastOf(page, 'Please bring the car around').click();
  await expect(row(page, 'Please bring the car around')).toBeVisible();
  await expect(page).toHaveURL(/\/utilities$/);
});
