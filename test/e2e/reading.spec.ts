import type { Page } from '@playwright/test';
import { v7 as uuidv7 } from 'uuid';
import { addDays, dateAt, instantOf } from '../../src/platform/contract/wallTime.ts';
import { open, panel, row, say, whoIs } from './chat.ts';
import { expect, noPage, test } from './fixtures.ts';

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
  return (await answer.json()) as { id: string; createdAt: string };
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

test('what a thread or another window covers is not read, and waits under a line', async ({
  person,
}) => {
  const [natalie, raymond] = [await person('manager', '/customers'), await person('gm', noPage)];
  await natalie.setViewportSize(wide);
  await open(natalie, 'Service');
  const root = await post(raymond, 'service', 'Who has the key of bay 4?');
  await post(raymond, 'service', 'Not me', root.id);
  await row(natalie, 'Who has the key')
    .getByRole('button', { name: /1 reply/ })
    .click();
  await expect(thread(natalie)).toContainText('Not me');
  await expect.poll(() => unreadIn(natalie, 'service')).toBe(0);

  await test.step('covered by a thread, whose next reply is read and read out', async () => {
    await post(raymond, 'service', 'The key of bay 4 is found');
    const entry = panel(natalie).getByRole('button', { name: /^Service/ });
    await expect(entry).toHaveText(/1\s*unread/);
    // What is read is told in the order it was read: had the message been, that would be known by now.
    const told = natalie.waitForResponse(
      (answer) => answer.url().endsWith(`/api/chat/threads/${root.id}/read`) && answer.ok(),
    );
    const { name } = await whoIs(raymond);
    await post(raymond, 'service', 'On the hook, I hear', root.id);
    await expect(
      thread(natalie).locator('[aria-live=polite]').filter({ hasText: 'hook' }),
    ).toHaveText(`${name}: On the hook, I hear.`);
    await told;
    expect(await unreadIn(natalie, 'service')).toBe(1);
    await expect(line(natalie)).toHaveCount(1);

    await thread(natalie).getByRole('button', { name: 'Back to Service' }).click();
    await expect.poll(() => unreadIn(natalie, 'service')).toBe(0);
    await expect(line(natalie)).toBeVisible();
  });

  await test.step('come while one looks elsewhere', async () => {
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
});

test('a link to a reply shows that reply, however long the thread', async ({ person }) => {
  const [natalie, raymond] = [await person('manager', noPage), await person('gm', noPage)];
  const root = await post(raymond, 'service', 'Alignment rack schedule');
  const wanted = await post(natalie, 'service', 'Monday is mine', root.id);
  for (let at = 1; at <= 30; at += 1) {
    await post(raymond, 'service', `Slot ${at}`, root.id);
    await post(natalie, 'service', `Taken: ${at}`, root.id);
  }
  // It stands out for 2.5 seconds, which a busy machine may not look at in time.
  await natalie.addInitScript(() => {
    const stoodOut = new Set<string>();
    Object.assign(window, { stoodOut });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('article.bg-accent-surface'))
        stoodOut.add(textContent);
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['class'] });
  });
  await natalie.goto(`/customers?channel=service&message=${wanted.id}`);
  const reply = thread(natalie).getByRole('article').filter({ hasText: 'Monday is mine' });
  await expect(reply).toBeInViewport();
  const stoodOut = () =>
    natalie.evaluate(() => [...(window as unknown as { stoodOut: Set<string> }).stoodOut]);
  await expect.poll(stoodOut).toContainEqual(expect.stringContaining('Monday is mine'));
});

test('a reload comes back to the thread, in the place it was opened', async ({ person }) => {
  const natalie = await person('manager', noPage);
  const root = await post(natalie, 'service', 'Loaner list');
  await natalie.goto(`/?channel=service&message=${root.id}`);
  await row(natalie, 'Loaner list').focus();
  await natalie.keyboard.press('t');
  await expect(thread(natalie)).toBeVisible();
  await natalie.reload();
  await expect(thread(natalie)).toContainText('Loaner list');
});

test('who leaves a conversation in the middle comes back to the middle, and writes in it from either side', async ({
  person,
}) => {
  const natalie = await person('manager');

  await test.step('back to the middle', async () => {
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

  await test.step('what is written from the right starts at the right', async () => {
    await open(natalie, 'Management');
    await say(natalie, 'مرحبا بالعالم');
    const text = row(natalie, 'مرحبا').getByRole('paragraph').filter({ hasText: 'مرحبا' });
    await expect(text).toHaveCSS('unicode-bidi', 'plaintext');
  });

  await test.step('Esc leads from the box to the messages above it', async () => {
    await open(natalie, 'Service');
    await say(natalie, 'The wash bay is closed on Friday');
    await expect(row(natalie, 'The wash bay is closed on Friday')).toBeVisible();
    await panel(natalie).getByRole('textbox').press('Escape');
    await expect(list(natalie)).toBeFocused();
  });
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
  const natalie = await person('manager', '/utilities');
  const pages = natalie.getByRole('navigation', { name: 'Main' });
  await pages.getByRole('link', { name: 'Customer Records', exact: true }).click();
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
  // The chat takes its step back only after the click.
  await expect.poll(() => natalie.evaluate(() => history.state?.forecourtStep ?? 0)).toBe(0);
  await natalie.goBack();
  await expect(natalie).toHaveURL(/utilities/);
});

test('a conversation that is not open to one offers nothing to write in', async ({ person }) => {
  const caleb = await person('employee', '/?channel=management');
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
      (to) => history.pushState(null, '', `/?channel=${to}`),
      encodeURIComponent(id),
    );
    await expectClosed();
  }
});

test('yesterday is called so once it is midnight', async ({ person }) => {
  const natalie = await person('manager', noPage);
  const { createdAt } = await post(natalie, 'management', 'The last word of the day');
  const { timezone } = await (await natalie.request.get('/api/system/timezone')).json();
  // At noon, however late it is: midnight is far from both days, also where the clocks change.
  const day = dateAt(timezone, Date.parse(createdAt));
  const noonOf = (date: string) => instantOf(timezone, `${date}T12:00`);
  await natalie.addInitScript((start) => {
    const RealDate = Date;
    let ahead = start - RealDate.now();
    Object.assign(window, { goTo: (ms: number) => (ahead = ms - RealDate.now()) });
    window.Date = class extends RealDate {
      constructor(...values: ConstructorParameters<typeof Date> | []) {
        if (values.length === 0) super(RealDate.now() + ahead);
        else super(...values);
      }
      static override now = () => RealDate.now() + ahead;
    } as DateConstructor;
  }, noonOf(day));
  await natalie.goto('/?channel=management');
  await expect(row(natalie, 'The last word of the day')).toBeVisible();
  const today = panel(natalie).getByText('Today', { exact: true });
  await expect(today).toBeVisible();
  await natalie.evaluate(
    (ms) => {
      (window as unknown as { goTo(ms: number): void }).goTo(ms);
      document.dispatchEvent(new Event('visibilitychange'));
    },
    noonOf(addDays(day, 1)),
  );
  await expect(today).toBeHidden();
  await expect(panel(natalie).getByText('Yesterday', { exact: true })).toBeVisible();
});
