import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { pressToolbarButton } from './chat.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

interface Posted {
  id: string;
  seq: number;
}

const log = (page: Page) => page.getByRole('log', { name: 'Messages in Sales' });
const row = (page: Page, text: string | RegExp) =>
  log(page).getByRole('article').filter({ hasText: text }).last();

/** The channel next to a page that loads quickly. */
const salesUrl = '/profile?channel=sales';
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message Sales' });

/** Posts through the API, for messages a test only needs to exist. */
async function post(page: Page, content: string, fields: object = {}): Promise<Posted> {
  const response = await page.request.post('/api/chat/messages/sales', {
    data: { content, clientMsgId: randomUUID(), ...fields },
  });
  expect(response.status()).toBe(201);
  return response.json();
}

async function sendMessage(page: Page, text: string): Promise<Locator> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await expect(page.getByText('Sending...')).toHaveCount(0);
  return row(page, text);
}

async function choose(message: Locator, item: string): Promise<void> {
  await pressToolbarButton(message, 'More actions');
  await message.page().getByRole('menuitem', { name: item }).click();
}

test('two people react to messages, edit and delete them, and see each other typing', async ({
  person,
}) => {
  const manager = await person('manager', salesUrl);
  const employee = await person('employee', salesUrl);
  for (const page of [manager, employee]) await expect(composer(page)).toBeEnabled();

  await test.step('shows who is typing without moving the composer', async () => {
    const before = await composer(employee).boundingBox();
    await composer(manager).pressSequentially('Hold on');
    await expect(employee.getByText('Natalie is typing…')).toBeVisible();
    expect(await composer(employee).boundingBox()).toEqual(before);
  });

  await test.step('two people react to a message and see who reacted', async () => {
    await sendMessage(manager, 'The Tahoe is sold!');

    const message = row(employee, 'The Tahoe is sold!');
    await pressToolbarButton(message, 'React with 👍');
    const mine = message.getByRole('button', { name: '👍 1, You' });
    await expect(mine).toHaveAttribute('aria-pressed', 'true');
    const theirs = row(manager, 'The Tahoe is sold!').getByRole('button', { name: /^👍 1, Caleb/ });
    await expect(theirs).toHaveAttribute('aria-pressed', 'false');
    await theirs.click();
    await expect(message.getByRole('button', { name: /^👍 2, You and Natalie/ })).toBeVisible();
    await message.getByRole('button', { name: /^👍 2/ }).click();
    await expect(
      row(manager, 'The Tahoe is sold!').getByRole('button', { name: '👍 1, You' }),
    ).toBeVisible();

    await pressToolbarButton(message, 'Add reaction');
    await employee.getByRole('searchbox', { name: 'Search emoji' }).fill('rocket');
    await employee.getByRole('gridcell', { name: 'Rocket', exact: true }).click();
    await expect(message.getByRole('button', { name: '🚀 1, You' })).toBeVisible();
  });

  await test.step('Enter in the emoji picker chooses the best match of any category', async () => {
    await sendMessage(manager, 'Forty cars in one week');
    const message = row(manager, 'Forty cars in one week');
    await pressToolbarButton(message, 'Add reaction');
    await manager.getByRole('searchbox', { name: 'Search emoji' }).fill('fire');
    await expect(manager.getByRole('gridcell', { name: 'Fire', exact: true })).toBeVisible();
    await manager.keyboard.press('Enter');
    await expect(message.getByRole('button', { name: '🔥 1, You', exact: true })).toBeVisible();
  });

  await test.step('edits a message in place and keeps its earlier text', async () => {
    await sendMessage(manager, 'Appointment at 3');
    await expect(row(employee, 'Appointment at 3')).toBeVisible();

    await choose(row(manager, 'Appointment at 3'), 'Edit');
    const box = manager.getByRole('textbox', { name: 'Edit message' });
    await box.fill('Appointment at 4');
    await box.press('Escape');
    await expect(row(manager, 'Appointment at 3')).toBeVisible();

    await composer(manager).press('ArrowUp');
    await box.fill('Appointment at 4');
    await box.press('Enter');
    const edited = row(employee, 'Appointment at 4');
    await expect(edited).toBeVisible();
    await edited.getByRole('button', { name: '(edited)' }).click();
    const history = employee.getByRole('dialog', { name: 'Edit history' });
    await expect(history).toContainText('Appointment at 3');
    await employee.keyboard.press('Escape');
    await expect(history).toBeHidden();

    await pressToolbarButton(edited, 'More actions');
    await expect(employee.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
    await expect(employee.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
    await expect(employee.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  });

  await test.step('a deleted message leaves a placeholder', async () => {
    await sendMessage(manager, 'Said too early');
    const deleted = row(employee, 'Said too early');
    await expect(deleted).toBeVisible();

    await choose(row(manager, 'Said too early'), 'Delete');
    const dialog = manager.getByRole('alertdialog', { name: 'Delete this message?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(manager, 'Said too early')).toBeVisible();
    await choose(row(manager, 'Said too early'), 'Delete');
    await dialog.getByRole('button', { name: 'Delete message' }).click();
    await expect(deleted).toHaveCount(0);
    await expect(row(employee, 'This message was deleted.')).toBeVisible();
  });
});

test('a conversation has unread marks, polls, pins, stars and threads', async ({ person }) => {
  const manager = await person('manager', salesUrl);
  const employee = await person('employee', salesUrl);
  for (const page of [manager, employee]) await expect(composer(page)).toBeEnabled();

  await test.step('messages marked unread count again, below a divider', async () => {
    await sendMessage(manager, 'First of two');
    await sendMessage(manager, 'Second of two');
    await choose(row(employee, 'First of two'), 'Mark unread from here');
    await expect(log(employee).getByText('New messages')).toBeVisible();
    const sidebar = employee.getByRole('navigation', { name: 'Chat', exact: true });
    await expect(sidebar.getByRole('button', { name: 'Sales 2 unread' })).toBeVisible();
    await employee.getByRole('button', { name: 'Conversation actions' }).click();
    await employee.getByRole('menuitem', { name: 'Mark as read' }).click();
    await expect(sidebar.getByRole('button', { name: 'Sales', exact: true })).toBeVisible();
  });

  await test.step('people vote in a poll, and its author closes it', async () => {
    await manager.request.post('/api/chat/polls/sales', {
      data: { clientMsgId: randomUUID(), question: 'Lot walk when?', options: ['Early', 'Late'] },
    });
    const poll = row(employee, 'Lot walk when?');
    await poll.getByRole('button', { name: /^Early/ }).click();
    await expect(poll.getByRole('button', { name: 'Early 1 · 100%' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await poll.getByRole('button', { name: /^Late/ }).click();
    await expect(poll.getByRole('button', { name: 'Early 0 · 0%' })).toBeVisible();
    await choose(poll, 'View votes');
    const votes = employee.getByRole('dialog', { name: 'Votes' });
    await expect(votes.getByRole('tab')).toHaveText('Late1');
    const late = votes.getByRole('list', { name: 'Who voted for Late' });
    await expect(late.getByRole('listitem')).toHaveText(/^\w+/);
    await expectAccessible(employee);
    await employee.keyboard.press('Escape');
    await expect(poll.getByRole('button', { name: 'Close poll' })).toHaveCount(0);
    await row(manager, 'Lot walk when?').getByRole('button', { name: 'Close poll' }).click();
    await expect(poll.getByText('Closed')).toBeVisible();
    await expect(poll.getByRole('button', { name: /^Late 1/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  await test.step('a star is personal, and a pin is shared', async () => {
    await sendMessage(manager, 'Plate numbers are in the drawer');
    await choose(row(manager, 'Plate numbers'), 'Pin to channel');
    await expect(row(employee, 'Plate numbers').getByText('Pinned')).toBeVisible();

    await row(employee, 'Plate numbers').focus();
    await employee.keyboard.press('s');
    await expect(row(employee, 'Plate numbers').getByText('Starred')).toBeVisible();
    await expect(row(manager, 'Plate numbers').getByText('Starred')).toHaveCount(0);

    await employee
      .getByRole('button', { name: /^Starred/ })
      .first()
      .click();
    const starred = employee.getByRole('list', { name: 'Starred messages' });
    await expect(starred).toContainText('Plate numbers are in the drawer');
    await starred.getByRole('button', { name: 'Go to message in Sales' }).first().click();
    await expect(row(employee, 'Plate numbers')).toBeVisible();
    await choose(row(employee, 'Plate numbers'), 'Unstar');
    await expect(row(employee, 'Plate numbers').getByText('Starred')).toHaveCount(0);
  });

  await test.step('a thread opens beside its conversation and appears in the inbox', async () => {
    await sendMessage(manager, 'Who takes the five o’clock walk-in?');

    const question = row(employee, 'five o’clock walk-in');
    await pressToolbarButton(question, 'Reply in thread');
    const thread = employee.getByRole('region', { name: 'Thread in Sales' });
    const box = thread.getByRole('textbox', { name: 'Reply in thread' });
    await box.fill('I do.');
    await box.press('Enter');
    await expect(thread.getByRole('article').filter({ hasText: 'I do.' })).toBeVisible();
    await thread.getByRole('button', { name: /^(Close thread|Back to Sales)$/ }).click();
    await expect(row(employee, 'five o’clock walk-in')).toContainText('1 reply');
    await expect(log(employee).getByText('I do.')).toHaveCount(0);

    await manager
      .getByRole('button', { name: /^Threads/ })
      .first()
      .click();
    const entry = manager
      .getByRole('region', { name: 'Thread in Sales' })
      .filter({ hasText: 'walk-in' });
    await expect(entry).toContainText('I do.');
    // A toast about the reply may cover the panel.
    const toast = manager.getByRole('listitem').filter({ hasText: 'in a thread in Sales' });
    await manager.addLocatorHandler(toast, () =>
      toast.first().getByRole('button', { name: 'Close' }).click(),
    );
    await entry.getByRole('button', { name: 'Mark as read' }).click();
    await expect(entry.getByRole('button', { name: 'Mark as read' })).toHaveCount(0);
    await entry.getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(manager.getByRole('textbox', { name: 'Reply in thread' })).toBeVisible();
  });
});

test('images open in a viewer and can be downloaded', async ({ person }) => {
  const manager = await person('manager', noPage);
  const employee = await person('employee', salesUrl);
  const { default: sharp } = await import('sharp');
  const ids = [randomUUID(), randomUUID()];
  for (const [index, id] of ids.entries()) {
    const create = { width: 1200, height: 800, channels: 3 as const, background: '#336699' };
    const data = await sharp({ create }).png().toBuffer();
    const path = `/api/chat/uploads/${id}?name=lot-${index + 1}.png`;
    const response = await manager.request.put(path, {
      data,
      headers: { 'content-type': 'image/png' },
    });
    expect(response.ok()).toBe(true);
  }
  await post(manager, 'Two of the lot', { attachmentIds: ids });
  const message = row(employee, 'Two of the lot');
  await message.getByRole('button', { name: 'Open image lot-1.png' }).click();
  const viewer = employee.getByRole('dialog', { name: 'lot-1.png' });
  await expect(viewer.getByRole('img')).toHaveJSProperty('naturalWidth', 1200);
  await employee.getByRole('button', { name: 'Next image' }).click();
  const next = employee.getByRole('dialog', { name: 'lot-2.png' });
  await expect(next).toContainText('2 of 2');
  await expect(next.getByRole('link', { name: 'Download' })).toHaveAttribute(
    'href',
    /download=true$/,
  );
  await employee.keyboard.press('Escape');
  await expect(next).toHaveCount(0);
});

const harmful = [
  '<img src=x onerror="window.harmed=1">',
  '<script>window.harmed=1</script>',
  '[x](javascript:window.harmed=1)',
  '[x](java\tscript:window.harmed=1)',
  '[x](data:text/html,<script>window.harmed=1</script>)',
  '![x"onerror="window.harmed=1](https://a.example/a.png)',
  '<svg/onload=window.harmed=1>',
  '&lt;b&gt; &amp;amp; &#60;script&#62;',
  '[x](https://a.example"onmouseover="window.harmed=1)',
  '\u202Egnp.exe\u202C {{7*7}}',
];

test('harmful text is shown as typed and runs nothing', async ({ person }) => {
  const manager = await person('manager', noPage);
  const employee = await person('employee', salesUrl);
  for (const text of harmful) await post(manager, text);
  const shown = () => log(employee).locator('article p').allTextContents();
  await expect.poll(shown).toEqual(expect.arrayContaining(harmful));
  // Only nearby rows are rendered, so there may be fewer links than messages.
  const links = log(employee).getByRole('link', { name: 'a.example' });
  await expect(links).not.toHaveCount(0);
  for (const link of await links.all()) await link.hover();
  expect(await employee.evaluate(() => 'harmed' in window)).toBe(false);
  expect(
    await log(employee).locator('script, iframe, object, [onerror], [onmouseover]').count(),
  ).toBe(0);
});

/** Text of the conversation that the toolbar of the hovered row covers. */
const textUnderToolbar = (page: Page) =>
  log(page).evaluate((list) => {
    const bar = list.querySelector('[role="toolbar"]')?.getBoundingClientRect();
    if (!bar) return ['no bar'];
    const textNodes = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    while (textNodes.nextNode()) {
      const text = textNodes.currentNode;
      if (text.parentElement?.closest('[role="toolbar"], .sr-only, [role="group"]')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const isCovered = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          right > bar.left && left < bar.right && bottom > bar.top && top < bar.bottom,
      );
      if (isCovered) covered.push(text.textContent ?? '');
    }
    return covered;
  });

test('the toolbar of a message covers no text and moves nothing', async ({ person }) => {
  const manager = await person('manager', noPage);
  const long = 'They want to know about the trade, the rate and the day they can have it';
  const url = `https://forecourt.example/${'inventory/'.repeat(20)}`;
  const code = `\`\`\`\n${'const price = 1;'.repeat(20)}\n\`\`\``;
  for (const text of [long, `${long} ${url}`, url, code, `> ${long} ${long}`, `- ${long} ${url}`]) {
    await post(manager, text);
  }
  const rows = log(manager).getByRole('article');
  const expectNoneCovered = async () => {
    await expect(rows.last()).toContainText('inventory');
    for (const nth of [-1, -2, -3, -4, -5, -6]) {
      const message = rows.nth(nth);
      await message.scrollIntoViewIfNeeded();
      // A list that was just opened still settles its height, so only a shift at every attempt counts.
      await expect(async () => {
        await manager.mouse.move(0, 0);
        const before = await message.boundingBox();
        await message.hover();
        await expect(message.getByRole('toolbar')).toBeVisible();
        expect(await textUnderToolbar(manager)).toEqual([]);
        expect(await message.boundingBox()).toEqual(before);
      }).toPass();
    }
  };
  // The panel is narrow next to the dashboard and wide next to any other page.
  await manager.goto('/?channel=sales');
  await expectNoneCovered();
  await manager.getByRole('link', { name: 'Customer Records', exact: true }).first().click();
  await expectNoneCovered();
});

/** Intercepts what a page not loaded yet will send: messages can be blocked, and sent later. */
async function interceptSends(page: Page): Promise<{ block(): Promise<void>; unblock(): void }> {
  let isBlocked = false;
  const blocked: (() => void)[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const send = () => server.send(text);
      if (isBlocked && JSON.parse(String(text)).type === 'chat_message') blocked.push(send);
      else send();
    });
  });
  return {
    async block() {
      isBlocked = true;
      await page.route('**/api/chat/messages/**', (route) =>
        isBlocked && route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
    },
    unblock() {
      isBlocked = false;
      for (const send of blocked) send();
    },
  };
}

test('reads, reacts, edits and deletes by keyboard, and keeps focus while others write', async ({
  person,
}) => {
  const manager = await person('manager', noPage);
  const employee = await person('employee', noPage);
  const { block, unblock } = await interceptSends(manager);
  await manager.goto(salesUrl);
  await expect(composer(manager)).toBeEnabled();

  await test.step('reads, reacts, edits and deletes by keyboard', async () => {
    // Already stored: a pending message has no buttons.
    await post(manager, 'By keyboard');
    await expect(row(manager, 'By keyboard')).toBeVisible();
    await log(manager).focus();
    await manager.keyboard.press('j');
    await expect(row(manager, 'By keyboard')).toBeFocused();
    await manager.keyboard.press('ArrowUp');
    await manager.keyboard.press('ArrowDown');
    await expect(row(manager, 'By keyboard')).toBeFocused();
    await manager.keyboard.press('Enter');
    await expect(manager.getByRole('button', { name: /^React with/ }).first()).toBeFocused();
    await manager.keyboard.press('Escape');
    await expect(row(manager, 'By keyboard')).toBeFocused();
    await expectAccessible(manager);
    await manager.keyboard.press('e');
    const box = manager.getByRole('textbox', { name: 'Edit message' });
    await expect(box).toBeFocused();
    await box.press('Escape');
    await expect(row(manager, 'By keyboard')).toBeFocused();
    await manager.keyboard.press('Delete');
    const dialog = manager.getByRole('alertdialog', { name: 'Delete this message?' });
    await dialog.getByRole('button', { name: 'Delete message' }).click();
    await expect(row(manager, 'By keyboard')).toHaveCount(0);
  });

  await test.step('a message keeps focus from pending to stored', async () => {
    await block();
    for (const text of ['First on its way', 'Second on its way']) {
      await composer(manager).fill(text);
      await composer(manager).press('Enter');
    }
    await expect(manager.getByText('Sending...')).toHaveCount(2);
    await log(manager).focus();
    await manager.keyboard.press('j');
    await expect(row(manager, 'Second on its way')).toBeFocused();
    for (const text of ['First on its way', 'Second on its way']) {
      await row(manager, text).evaluate((element) => {
        Object.assign(element, { isMarked: true });
      });
    }

    await post(employee, 'Written meanwhile');
    await expect(row(manager, 'Written meanwhile')).toBeVisible();
    await expect(row(manager, 'Second on its way')).toBeFocused();
    unblock();
    await expect(manager.getByText('Sending...')).toHaveCount(0);
    const stored = row(manager, 'Second on its way');
    await expect(stored).toBeFocused();
    // The elements were updated, not replaced.
    for (const text of ['First on its way', 'Second on its way'])
      expect(await row(manager, text).evaluate((element) => 'isMarked' in element)).toBe(true);
    // Only a stored message can be reacted to.
    await manager.keyboard.press('Enter');
    await expect(stored.getByRole('button', { name: /^React with/ }).first()).toBeFocused();
  });
});
