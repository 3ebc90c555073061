import type { Page } from '@playwright/test';
import { v7 as uuidv7 } from 'uuid';
import { open, panel, row, say, whoIs } from './chat.ts';
import { expect, test } from './fixtures.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const thread = (page: Page) => panel(page).getByRole('region', { name: /^Thread in / });
const list = (page: Page) => panel(page).getByRole('log').last();
const line = (page: Page) => panel(page).getByText('New messages', { exact: true });

/** Says something without a browser's box. */
async function post(page: Page, channelId: string, content: string, threadId?: string) {
  const answer = await page.request.post(`/api/chat/messages/${channelId}`, {
    headers: { origin: new URL(page.url()).origin },
    data: { content, messageType: 'text', clientMsgId: uuidv7(), ...(threadId && { threadId }) },
  });
  expect(answer.ok(), `${content} is posted`).toBe(true);
  return (await answer.json()) as { id: string };
}

async function unreadIn(page: Page, channelId: string): Promise<number> {
  const { channels } = await (await page.request.get('/api/chat/unread')).json();
  return channels.find((one: { channelId: string }) => one.channelId === channelId).unread;
}

/** As if one worked in another window, and back. */
const look = (page: Page, isHere: boolean) =>
  page.evaluate((here) => {
    document.hasFocus = () => here;
    window.dispatchEvent(new Event(here ? 'focus' : 'blur'));
  }, isHere);

test('what a thread covers is not read, and waits under a line', async ({ person }) => {
  const [natalie, raymond] = [await person('manager'), await person('gm')];
  await natalie.setViewportSize(wide);
  await natalie.goto('/customers');
  await open(natalie, 'Service');
  const root = await post(raymond, 'service', 'Who has the key of bay 4?');
  await post(raymond, 'service', 'Not me', root.id);
  await row(natalie, 'Who has the key')
    .getByRole('button', { name: /1 reply/ })
    .click();
  await expect(thread(natalie)).toBeVisible();
  await expect.poll(() => unreadIn(natalie, 'service')).toBe(0);

  await post(raymond, 'service', 'The key of bay 4 is found');
  const entry = panel(natalie).getByRole('button', { name: /^Service/ });
  await expect(entry).toHaveText(/1\s*unread/);
  await natalie.waitForTimeout(1_500);
  expect(await unreadIn(natalie, 'service')).toBe(1);

  await thread(natalie).getByRole('button', { name: 'Back to Service' }).click();
  await expect.poll(() => unreadIn(natalie, 'service')).toBe(0);
  await expect(line(natalie)).toBeVisible();
});

test('what comes while one looks elsewhere stands under a line', async ({ person }) => {
  const [natalie, raymond] = [await person('manager'), await person('gm')];
  await open(natalie, 'Sales');
  await post(raymond, 'sales', 'Before the meeting');
  await expect(row(natalie, 'Before the meeting')).toBeVisible();
  await expect.poll(() => unreadIn(natalie, 'sales')).toBe(0);
  await look(natalie, false);
  await post(raymond, 'sales', 'During the meeting');
  await expect(row(natalie, 'During the meeting')).toBeVisible();
  await expect(line(natalie)).toBeVisible();
  expect(await unreadIn(natalie, 'sales')).toBe(1);
  await look(natalie, true);
  await expect.poll(() => unreadIn(natalie, 'sales')).toBe(0);
  const under = natalie.getByRole('listitem').filter({ hasText: 'New messages' });
  await expect(under).toContainText('During the meeting');
});

test('a link to a reply shows that reply, however long the thread', async ({ person }) => {
  const [natalie, raymond] = [await person('manager'), await person('gm')];
  const root = await post(raymond, 'service', 'Alignment rack schedule');
  const wanted = await post(natalie, 'service', 'Monday is mine', root.id);
  for (let at = 1; at <= 30; at += 1) {
    await post(raymond, 'service', `Slot ${at}`, root.id);
    await post(natalie, 'service', `Taken: ${at}`, root.id);
  }
  await natalie.goto(`/customers?channel=service&message=${wanted.id}`);
  const reply = thread(natalie).getByRole('article').filter({ hasText: 'Monday is mine' });
  await expect(reply).toBeInViewport();
  await expect(reply).toHaveClass(/bg-accent-surface/);
});

test('a reload comes back to the thread, in the place it was opened', async ({ person }) => {
  const natalie = await person('manager');
  await open(natalie, 'Service');
  const root = await post(natalie, 'service', 'Loaner list');
  await row(natalie, 'Loaner list').hover();
  await natalie.goto(`/?channel=service&message=${root.id}`);
  await row(natalie, 'Loaner list').focus();
  await natalie.keyboard.press('t');
  await expect(thread(natalie)).toBeVisible();
  await natalie.reload();
  await expect(thread(natalie)).toContainText('Loaner list');
});

test('who leaves a conversation in the middle comes back to the middle', async ({ person }) => {
  const natalie = await person('manager');
  await open(natalie, 'Sales');
  await list(natalie).hover();
  await natalie.mouse.wheel(0, -900);
  await expect(panel(natalie).getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  const before = await middle(natalie);
  await open(natalie, 'Starred');
  await open(natalie, 'Sales');
  await expect(panel(natalie).getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await expect(panel(natalie).locator(`[data-row="${before}"]`)).toBeInViewport();
});

/** The row in the middle of the list. */
const middle = (page: Page) =>
  list(page).evaluate((box) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    for (const step of [0, 20, 40, 60]) {
      const at = document.elementFromPoint(left + width / 2, top + height / 2 + step);
      const key = at?.closest<HTMLElement>('[data-row]')?.dataset.row;
      if (key) return key;
    }
    return '';
  });

test('on the phone Back leaves the thread, then the chat, and never the page', async ({
  person,
}) => {
  const natalie = await person('manager');
  await natalie.setViewportSize(phone);
  await natalie.goto('/utilities');
  await natalie.goto('/customers');
  const root = await post(natalie, 'service', 'Wash bay closed at noon');
  await post(natalie, 'service', 'Until one', root.id);
  await natalie.getByRole('button', { name: 'Open chat' }).click();
  await panel(natalie).getByRole('button', { name: 'Service' }).first().click();
  await row(natalie, 'Wash bay closed')
    .getByRole('button', { name: /1 reply/ })
    .click();
  await expect(thread(natalie)).toBeVisible();
  await natalie.goBack();
  await expect(thread(natalie)).toBeHidden();
  await expect(row(natalie, 'Wash bay closed')).toBeVisible();
  await natalie.goBack();
  await expect(panel(natalie)).toBeHidden();
  await expect(natalie).toHaveURL(/customers/);

  await natalie.getByRole('button', { name: 'Open chat' }).click();
  await panel(natalie).getByRole('button', { name: 'Close chat' }).first().click();
  await expect(panel(natalie)).toBeHidden();
  await natalie.waitForTimeout(300);
  await natalie.goBack();
  await expect(natalie).toHaveURL(/utilities/);
});

test('a conversation that is not open to one offers nothing to write in', async ({ person }) => {
  const caleb = await person('employee');
  for (const id of ['management', 'dm-1-2', 'c-00000000000000000000000000000000', 'no such']) {
    await caleb.goto(`/?channel=${encodeURIComponent(id)}`);
    const closed = panel(caleb).getByRole('alert');
    await expect(closed).toContainText('This conversation is not open to you');
    await expect(panel(caleb).getByRole('textbox')).toHaveCount(0);
    await expect(panel(caleb).getByRole('button', { name: 'Pinned messages' })).toHaveCount(0);
  }
  const sidebar = caleb.getByRole('navigation', { name: 'Chat', exact: true });
  await expect(sidebar.locator('[aria-current]')).toHaveCount(0);
  await panel(caleb).getByRole('alert').getByRole('button', { name: 'Team Directory' }).click();
  await expect(panel(caleb).getByRole('region', { name: 'Team Directory' })).toBeVisible();
});

test('a reply in the open thread is read out', async ({ person }) => {
  const [natalie, raymond] = [await person('manager'), await person('gm')];
  const root = await post(natalie, 'service', 'Parts counter opens late');
  await open(natalie, 'Service');
  await post(raymond, 'service', 'How late?', root.id);
  await row(natalie, 'Parts counter')
    .getByRole('button', { name: /1 reply/ })
    .click();
  await expect(thread(natalie)).toContainText('How late?');
  const { name } = await whoIs(raymond);
  await post(raymond, 'service', 'Nine, I hear', root.id);
  await expect(
    thread(natalie).locator('[aria-live=polite]').filter({ hasText: 'Nine' }),
  ).toHaveText(`${name}: Nine, I hear.`);
});

test('yesterday is called so once it is midnight', async ({ person }) => {
  const natalie = await person('manager');
  await natalie.addInitScript(() => {
    const RealDate = Date;
    let ahead = 0;
    Object.assign(window, { goAhead: (ms: number) => (ahead = ms) });
    window.Date = class extends RealDate {
      constructor(...values: ConstructorParameters<typeof Date> | []) {
        if (values.length === 0) super(RealDate.now() + ahead);
        else super(...values);
      }
      static override now = () => RealDate.now() + ahead;
    } as DateConstructor;
  });
  await natalie.goto('/');
  await open(natalie, 'Management');
  await say(natalie, 'The last word of the day');
  const today = panel(natalie).getByText('Today', { exact: true });
  await expect(today).toBeVisible();
  await natalie.evaluate(() => {
    (window as unknown as { goAhead(ms: number): void }).goAhead(24 * 3_600_000);
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(today).toBeHidden();
  await expect(panel(natalie).getByText('Yesterday', { exact: true })).toBeVisible();
});

test('what is written from the right starts at the right', async ({ person }) => {
  const natalie = await person('manager');
  await open(natalie, 'Management');
  await say(natalie, 'مرحبا بالعالم');
  const text = row(natalie, 'مرحبا').getByRole('paragraph').filter({ hasText: 'مرحبا' });
  await expect(text).toHaveCSS('unicode-bidi', 'plaintext');
});

test('Esc leads from the box to the messages above it', async ({ person }) => {
  const natalie = await person('manager', '/customers');
  await open(natalie, 'Service');
  await say(natalie, 'The wash bay is closed on Friday');
  await panel(natalie).getByRole('textbox').press('Escape');
  await expect(list(natalie)).toBeFocused();
});
