import type { Page } from '@playwright/test';
import { v7 as uuidv7 } from 'uuid';
import { addDays, dateAt, instantOf } from '../../src/platform/contract/wallTime.ts';
import { chatUrl, currentUser, openConversation, panel, row, sendMessage } from './chat.ts';
import { expect, noPage, test } from './fixtures.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const thread = (page: Page) => panel(page).getByRole('region', { name: /^Thread in / });
const list = (page: Page) => panel(page).getByRole('log').last();
const unreadLine = (page: Page) => panel(page).getByText('New messages', { exact: true });

/** Posts a message through the API. */
async function post(page: Page, channelId: string, content: string, threadId?: string) {
  const response = await page.request.post(`/api/chat/messages/${channelId}`, {
    headers: { origin: new URL(page.url()).origin },
    data: { content, messageType: 'text', clientMsgId: uuidv7(), ...(threadId && { threadId }) },
  });
  expect(response.ok(), `${content} is posted`).toBe(true);
  return (await response.json()) as { id: string; createdAt: string };
}

async function unreadIn(page: Page, channelId: string): Promise<number> {
  const { channels } = await (await page.request.get('/api/chat/unread')).json();
  return channels.find((channel: { channelId: string }) => channel.channelId === channelId).unread;
}

/** Simulates switching to another window, and back. */
const setFocus = (page: Page, isFocused: boolean) =>
  page.evaluate((hasFocus) => {
    document.hasFocus = () => hasFocus;
    window.dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'));
  }, isFocused);

test('keeps what is unread, the linked reply, the thread and the scroll position in view', async ({
  person,
}) => {
  const [natalie, raymond] = [await person('manager', noPage), await person('gm', noPage)];
  const longThread = await post(raymond, 'service', 'Alignment rack schedule');
  const linkedReply = await post(natalie, 'service', 'Monday is mine', longThread.id);
  // More than the 50 that a thread loads first.
  const slots = Array.from({ length: 26 }, (_, index) => index + 1);
  await Promise.all(
    slots.flatMap((slot) => [
      post(raymond, 'service', `Slot ${slot}`, longThread.id),
      post(natalie, 'service', `Taken: ${slot}`, longThread.id),
    ]),
  );
  await natalie.setViewportSize(wide);
  await natalie.goto(chatUrl('service'));
  await expect(panel(natalie).getByRole('region', { name: 'Service' })).toBeVisible();
  const root = await post(raymond, 'service', 'Who has the key of bay 4?');
  await post(raymond, 'service', 'Not me', root.id);
  await row(natalie, 'Who has the key')
    .getByRole('button', { name: /1 reply/ })
    .click();
  await expect(thread(natalie)).toContainText('Not me');
  await expect.poll(() => unreadIn(natalie, 'service')).toBe(0);

  await test.step('behind an open thread, whose own replies are read and announced', async () => {
    await post(raymond, 'service', 'The key of bay 4 is found');
    const entry = panel(natalie).getByRole('button', { name: /^Service/ });
    await expect(entry).toHaveText(/1\s*unread/);
    // Reads are sent in order: had the message been read, its channel would have none unread by now.
    const threadRead = natalie.waitForResponse(
      (response) => response.url().endsWith(`/api/chat/threads/${root.id}/read`) && response.ok(),
    );
    const { name } = await currentUser(raymond);
    await post(raymond, 'service', 'On the hook, I hear', root.id);
    await expect(
      thread(natalie).locator('[aria-live=polite]').filter({ hasText: 'hook' }),
    ).toHaveText(`${name}: On the hook, I hear.`);
    await threadRead;
    expect(await unreadIn(natalie, 'service')).toBe(1);
    await expect(unreadLine(natalie)).toHaveCount(1);

    await thread(natalie).getByRole('button', { name: 'Back to Service' }).click();
    await expect.poll(() => unreadIn(natalie, 'service')).toBe(0);
    await expect(unreadLine(natalie)).toBeVisible();
  });

  await test.step('while another window has the focus', async () => {
    await openConversation(natalie, 'Sales');
    await post(raymond, 'sales', 'Before the meeting');
    await expect(row(natalie, 'Before the meeting')).toBeVisible();
    await expect.poll(() => unreadIn(natalie, 'sales')).toBe(0);
    await setFocus(natalie, false);
    await post(raymond, 'sales', 'During the meeting');
    await expect(row(natalie, 'During the meeting')).toBeVisible();
    await expect(unreadLine(natalie)).toBeVisible();
    expect(await unreadIn(natalie, 'sales')).toBe(1);
    await setFocus(natalie, true);
    await expect.poll(() => unreadIn(natalie, 'sales')).toBe(0);
    const under = natalie.getByRole('listitem').filter({ hasText: 'New messages' });
    await expect(under).toContainText('During the meeting');
  });

  await test.step('shows the linked reply in a long thread', async () => {
    // The highlight lasts 2.5 seconds, which a slow machine may miss: every one is recorded.
    await natalie.addInitScript(() => {
      const highlighted = new Set<string>();
      Object.assign(window, { highlighted });
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('article.bg-accent-surface'))
          highlighted.add(textContent);
      }).observe(document, { subtree: true, childList: true, attributeFilter: ['class'] });
    });
    await natalie.goto(`${chatUrl('service')}&message=${linkedReply.id}`);
    const reply = thread(natalie).getByRole('article').filter({ hasText: 'Monday is mine' });
    await expect(reply).toBeInViewport();
    const highlighted = () =>
      natalie.evaluate(() => [...(window as unknown as { highlighted: Set<string> }).highlighted]);
    await expect.poll(highlighted).toContainEqual(expect.stringContaining('Monday is mine'));
  });

  await test.step('reopens the thread in the same place after a reload', async () => {
    await thread(natalie).getByRole('button', { name: 'Back to Service' }).click();
    await post(natalie, 'service', 'Loaner list');
    await row(natalie, 'Loaner list').focus();
    await natalie.keyboard.press('t');
    await expect(thread(natalie)).toBeVisible();
    await natalie.reload();
    await expect(thread(natalie)).toContainText('Loaner list');
  });

  await test.step('returns to the same scroll position', async () => {
    await openConversation(natalie, 'Sales');
    await list(natalie).hover();
    await natalie.mouse.wheel(0, -900);
    await expect(panel(natalie).getByRole('button', { name: 'Jump to latest' })).toBeVisible();
    const before = await middleRowAtRest(natalie);
    await openConversation(natalie, 'Starred');
    await openConversation(natalie, 'Sales');
    await expect(panel(natalie).getByRole('button', { name: 'Jump to latest' })).toBeVisible();
    await expect(panel(natalie).locator(`[data-row="${before}"]`)).toBeInViewport();
  });

  await test.step('shows right-to-left text in its own direction', async () => {
    await openConversation(natalie, 'Management');
    await sendMessage(natalie, 'مرحبا بالعالم');
    const text = row(natalie, 'مرحبا').getByRole('paragraph').filter({ hasText: 'مرحبا' });
    await expect(text).toHaveCSS('unicode-bidi', 'plaintext');
  });

  await test.step('moves the focus from the composer to the messages with Esc', async () => {
    await openConversation(natalie, 'Service');
    await sendMessage(natalie, 'The wash bay is closed on Friday');
    await expect(row(natalie, 'The wash bay is closed on Friday')).toBeVisible();
    await panel(natalie).getByRole('textbox').press('Escape');
    await expect(list(natalie)).toBeFocused();
  });
});

/** The wheel scrolls on for a while after its event. */
async function middleRowAtRest(page: Page): Promise<string> {
  let last = '';
  let current = '';
  await expect(async () => {
    last = current;
    current = await middleRow(page);
    expect(current).toBe(last);
  }).toPass({ intervals: [200] });
  return current;
}

/** The key of the row in the middle of the list. */
const middleRow = (page: Page) =>
  list(page).evaluate((box) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    for (const step of [0, 20, 40, 60]) {
      const at = document.elementFromPoint(left + width / 2, top + height / 2 + step);
      const key = at?.closest<HTMLElement>('[data-row]')?.dataset.row;
      if (key) return key;
    }
    return '';
  });

test('closes the thread, then the chat with Back on a phone, and stays on the page', async ({
  person,
}) => {
  const natalie = await person('manager');
  const mainNavigation = natalie.getByRole('navigation', { name: 'Main' });
  await mainNavigation.getByRole('link', { name: 'Customer Records', exact: true }).click();
  await expect(natalie).toHaveURL(/customers/);
  await natalie.setViewportSize(phone);
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
  // The chat removes its history entry only after the click.
  await expect.poll(() => natalie.evaluate(() => history.state?.forecourtStep ?? 0)).toBe(0);
  await natalie.goBack();
  await expect(natalie).toHaveURL(/profile/);
});

test('offers no composer in a conversation without access', async ({ person }) => {
  const caleb = await person('employee', chatUrl('management'));
  const closed = panel(caleb).getByRole('alert');
  const sidebar = caleb.getByRole('navigation', { name: 'Chat', exact: true });
  const expectClosed = async () => {
    await expect(closed).toContainText('You don’t have access to this conversation');
    await expect(panel(caleb).getByRole('textbox')).toHaveCount(0);
    await expect(panel(caleb).getByRole('button', { name: 'Pinned messages' })).toHaveCount(0);
    await expect(sidebar.locator('[aria-current]')).toHaveCount(0);
    await closed.getByRole('button', { name: 'Team Directory' }).click();
    await expect(panel(caleb).getByRole('region', { name: 'Team Directory' })).toBeVisible();
  };
  await expectClosed();
  for (const id of ['dm-1-2', 'c-00000000000000000000000000000000', 'no such']) {
    await caleb.evaluate(
      (url) => history.pushState(null, '', url),
      chatUrl(encodeURIComponent(id)),
    );
    await expectClosed();
  }
});

test('changes the label of a day from Today to Yesterday at midnight', async ({ person }) => {
  const natalie = await person('manager', noPage);
  // Of its own, since a channel of the demo group may have more messages of the day than are shown.
  const data = { clientId: uuidv7(), name: 'Last words', type: 'private' };
  const channel = await (await natalie.request.post('/api/chat/channels', { data })).json();
  const { createdAt } = await post(natalie, channel.id, 'The last word of the day');
  const { timezone } = await (await natalie.request.get('/api/system/timezone')).json();
  // Noon, whatever the time is now: far from midnight on both days, even when daylight saving changes.
  const day = dateAt(timezone, Date.parse(createdAt));
  const noonOf = (date: string) => instantOf(timezone, `${date}T12:00`);
  await natalie.addInitScript((start) => {
    const RealDate = Date;
    let offset = start - RealDate.now();
    Object.assign(window, { setTime: (ms: number) => (offset = ms - RealDate.now()) });
    window.Date = class extends RealDate {
      constructor(...values: ConstructorParameters<typeof Date> | []) {
        if (values.length === 0) super(RealDate.now() + offset);
        else super(...values);
      }
      static override now = () => RealDate.now() + offset;
    } as DateConstructor;
  }, noonOf(day));
  await natalie.goto(chatUrl(channel.id));
  await expect(row(natalie, 'The last word of the day')).toBeVisible();
  const today = panel(natalie).getByText('Today', { exact: true });
  await expect(today).toBeVisible();
  await natalie.evaluate(
    (ms) => {
      (window as unknown as { setTime(ms: number): void }).setTime(ms);
      document.dispatchEvent(new Event('visibilitychange'));
    },
    noonOf(addDays(day, 1)),
  );
  await expect(today).toBeHidden();
  await expect(panel(natalie).getByText('Yesterday', { exact: true })).toBeVisible();
});
