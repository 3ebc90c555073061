import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { pressInBar } from './chat.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

interface Posted {
  id: string;
  seq: number;
}

const log = (page: Page) => page.getByRole('log', { name: 'Messages in Sales' });
const row = (page: Page, text: string | RegExp) =>
  log(page).getByRole('article').filter({ hasText: text }).last();

/** Where the channel is open beside a page that costs little. */
const sales = '/profile?channel=sales';
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message Sales' });

/** As the same person, by another way: what a test only needs to be there. */
async function post(page: Page, content: string, more: object = {}): Promise<Posted> {
  const answer = await page.request.post('/api/chat/messages/sales', {
    data: { content, clientMsgId: randomUUID(), ...more },
  });
  expect(answer.status()).toBe(201);
  return answer.json();
}

async function say(page: Page, text: string): Promise<Locator> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await expect(page.getByText('Sending...')).toHaveCount(0);
  return row(page, text);
}

async function choose(message: Locator, item: string): Promise<void> {
  await pressInBar(message, 'More actions');
  await message.page().getByRole('menuitem', { name: item }).click();
}

test('two people react to messages, edit and delete them, and see each other write', async ({
  person,
}) => {
  const manager = await person('manager', sales);
  const employee = await person('employee', sales);
  for (const page of [manager, employee]) await expect(composer(page)).toBeEnabled();

  await test.step('who writes is announced, and nothing moves for it', async () => {
    const before = await composer(employee).boundingBox();
    await composer(manager).pressSequentially('Hold on');
    await expect(employee.getByText('Natalie is typing…')).toBeVisible();
    expect(await composer(employee).boundingBox()).toEqual(before);
  });

  await test.step('two people react to a message, and each sees who did', async () => {
    await say(manager, 'The Tahoe is sold!');

    const seen = row(employee, 'The Tahoe is sold!');
    await pressInBar(seen, 'React with 👍');
    const mine = seen.getByRole('button', { name: '👍 1, You' });
    await expect(mine).toHaveAttribute('aria-pressed', 'true');
    const theirs = row(manager, 'The Tahoe is sold!').getByRole('button', { name: /^👍 1, Caleb/ });
    await expect(theirs).toHaveAttribute('aria-pressed', 'false');
    await theirs.click();
    await expect(seen.getByRole('button', { name: /^👍 2, You and Natalie/ })).toBeVisible();
    await seen.getByRole('button', { name: /^👍 2/ }).click();
    await expect(
      row(manager, 'The Tahoe is sold!').getByRole('button', { name: '👍 1, You' }),
    ).toBeVisible();

    await pressInBar(seen, 'Add reaction');
    await employee.getByRole('searchbox', { name: 'Search emoji' }).fill('rocket');
    await employee.getByRole('gridcell', { name: 'Rocket', exact: true }).click();
    await expect(seen.getByRole('button', { name: '🚀 1, You' })).toBeVisible();
  });

  await test.step('Enter in the emoji picker takes what fits best, whatever its category', async () => {
    await say(manager, 'Forty cars in one week');
    const message = row(manager, 'Forty cars in one week');
    await pressInBar(message, 'Add reaction');
    await manager.getByRole('searchbox', { name: 'Search emoji' }).fill('fire');
    await expect(manager.getByRole('gridcell', { name: 'Fire', exact: true })).toBeVisible();
    await manager.keyboard.press('Enter');
    await expect(message.getByRole('button', { name: '🔥 1, You', exact: true })).toBeVisible();
  });

  await test.step('a message is edited in its place, and what it said before is kept', async () => {
    await say(manager, 'Appointment at 3');
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
    const before = employee.getByRole('dialog', { name: 'Edit history' });
    await expect(before).toContainText('Appointment at 3');
    await employee.keyboard.press('Escape');
    await expect(before).toBeHidden();

    await pressInBar(edited, 'More actions');
    await expect(employee.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
    await expect(employee.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
    await expect(employee.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  });

  await test.step('a deleted message leaves its place', async () => {
    await say(manager, 'Said too early');
    const place = row(employee, 'Said too early');
    await expect(place).toBeVisible();

    await choose(row(manager, 'Said too early'), 'Delete');
    const dialog = manager.getByRole('alertdialog', { name: 'Delete this message?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(manager, 'Said too early')).toBeVisible();
    await choose(row(manager, 'Said too early'), 'Delete');
    await dialog.getByRole('button', { name: 'Delete message' }).click();
    await expect(place).toHaveCount(0);
    await expect(row(employee, 'This message was deleted.')).toBeVisible();
  });
});

test('a conversation has threads, pins, stars, polls, and what is marked unread', async ({
  person,
}) => {
  const manager = await person('manager', sales);
  const employee = await person('employee', sales);
  for (const page of [manager, employee]) await expect(composer(page)).toBeEnabled();

  await test.step('what is marked unread waits again, under a line of its own', async () => {
    await say(manager, 'First of two');
    await say(manager, 'Second of two');
    await choose(row(employee, 'First of two'), 'Mark unread from here');
    await expect(log(employee).getByText('New messages')).toBeVisible();
    const sidebar = employee.getByRole('navigation', { name: 'Chat', exact: true });
    await expect(sidebar.getByRole('button', { name: 'Sales 2 unread' })).toBeVisible();
  });

  await test.step('people vote, and whoever asked ends it', async () => {
    await manager.request.post('/api/chat/polls/sales', {
      data: { clientMsgId: randomUUID(), question: 'Lot walk when?', options: ['Early', 'Late'] },
    });
    const asked = row(employee, 'Lot walk when?');
    await asked.getByRole('button', { name: /^Early/ }).click();
    await expect(asked.getByRole('button', { name: 'Early 1 · 100%' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await asked.getByRole('button', { name: /^Late/ }).click();
    await expect(asked.getByRole('button', { name: 'Early 0 · 0%' })).toBeVisible();
    await choose(asked, 'View votes');
    const votes = employee.getByRole('dialog', { name: 'Votes' });
    await expect(votes.getByRole('tab')).toHaveText('Late1');
    const late = votes.getByRole('list', { name: 'Who voted for Late' });
    await expect(late.getByRole('listitem')).toHaveText(/^\w+/);
    await expectAccessible(employee);
    await employee.keyboard.press('Escape');
    await expect(asked.getByRole('button', { name: 'Close poll' })).toHaveCount(0);
    await row(manager, 'Lot walk when?').getByRole('button', { name: 'Close poll' }).click();
    await expect(asked.getByText('Closed')).toBeVisible();
    await expect(asked.getByRole('button', { name: /^Late 1/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  await test.step('a star is one’s own, a pin is everybody’s', async () => {
    await say(manager, 'Plate numbers are in the drawer');
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

  await test.step('a thread grows beside its conversation and stands in the inbox', async () => {
    await say(manager, 'Who takes the five o’clock walk-in?');

    const asked = row(employee, 'five o’clock walk-in');
    await pressInBar(asked, 'Reply in thread');
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
    // The news of it may lie over the panel.
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

test('a picture keeps its room, opens large, and can be saved', async ({ person }) => {
  const manager = await person('manager', noPage);
  const employee = await person('employee', sales);
  const { default: sharp } = await import('sharp');
  const ids = [randomUUID(), randomUUID()];
  for (const [index, id] of ids.entries()) {
    const create = { width: 1200, height: 800, channels: 3 as const, background: '#336699' };
    const data = await sharp({ create }).png().toBuffer();
    const path = `/api/chat/uploads/${id}?name=lot-${index + 1}.png`;
    const answer = await manager.request.put(path, {
      data,
      headers: { 'content-type': 'image/png' },
    });
    expect(answer.ok()).toBe(true);
  }
  await post(manager, 'Two of the lot', { attachmentIds: ids });
  const seen = row(employee, 'Two of the lot');
  await seen.getByRole('button', { name: 'Open image lot-1.png' }).click();
  const large = employee.getByRole('dialog', { name: 'lot-1.png' });
  await expect(large.getByRole('img')).toHaveJSProperty('naturalWidth', 1200);
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

test('whatever is written does no harm and stands as it was typed', async ({ person }) => {
  const manager = await person('manager', noPage);
  const employee = await person('employee', sales);
  for (const text of harmful) await post(manager, text);
  const shown = () => log(employee).locator('article p').allTextContents();
  await expect.poll(shown).toEqual(expect.arrayContaining(harmful));
  // Those of older messages may be gone by their turn: only what is near is drawn.
  const links = log(employee).getByRole('link', { name: 'a.example' });
  await expect(links).not.toHaveCount(0);
  for (const link of await links.all()) await link.hover();
  expect(await employee.evaluate(() => 'harmed' in window)).toBe(false);
  expect(
    await log(employee).locator('script, iframe, object, [onerror], [onmouseover]').count(),
  ).toBe(0);
});

/** Words of the conversation that lie under the bar of the row the pointer is at. */
const wordsUnderBar = (page: Page) =>
  log(page).evaluate((list) => {
    const bar = list.querySelector('[role="toolbar"]')?.getBoundingClientRect();
    if (!bar) return ['no bar'];
    const words = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    while (words.nextNode()) {
      const text = words.currentNode;
      if (text.parentElement?.closest('[role="toolbar"], .sr-only, [role="group"]')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const isUnder = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          right > bar.left && left < bar.right && bottom > bar.top && top < bar.bottom,
      );
      if (isUnder) covered.push(text.textContent ?? '');
    }
    return covered;
  });

test('the actions of a message cover no word of any, and move none', async ({ person }) => {
  const manager = await person('manager', noPage);
  const long = 'They want to know about the trade, the rate and the day they can have it';
  const url = `https://forecourt.example/${'inventory/'.repeat(20)}`;
  const code = `\`\`\`\n${'const price = 1;'.repeat(20)}\n\`\`\``;
  for (const text of [long, `${long} ${url}`, url, code, `> ${long} ${long}`, `- ${long} ${url}`]) {
    await post(manager, text);
  }
  const rows = log(manager).getByRole('article');
  const expectAllFree = async () => {
    await expect(rows.last()).toContainText('inventory');
    for (const nth of [-1, -2, -3, -4, -5, -6]) {
      const seen = rows.nth(nth);
      await seen.scrollIntoViewIfNeeded();
      // A list that was just opened is still finding its height; what the pointer moves, it moves each time.
      await expect(async () => {
        await manager.mouse.move(0, 0);
        const before = await seen.boundingBox();
        await seen.hover();
        await expect(seen.getByRole('toolbar')).toBeVisible();
        expect(await wordsUnderBar(manager)).toEqual([]);
        expect(await seen.boundingBox()).toEqual(before);
      }).toPass();
    }
  };
  // Narrow beside the home page, wide beside any other.
  await manager.goto('/?channel=sales');
  await expectAllFree();
  await manager.getByRole('link', { name: 'Customer Records', exact: true }).first().click();
  await expectAllFree();
});

/**
 * Stands between a page that is not loaded yet and the server: what is written can be held, and let
 * through later.
 */
async function standBetween(page: Page): Promise<{ hold(): Promise<void>; release(): void }> {
  let isHeld = false;
  const waiting: (() => void)[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const send = () => server.send(text);
      if (isHeld && JSON.parse(String(text)).type === 'chat_message') waiting.push(send);
      else send();
    });
  });
  return {
    async hold() {
      isHeld = true;
      await page.route('**/api/chat/messages/**', (route) =>
        isHeld && route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
    },
    release() {
      isHeld = false;
      for (const send of waiting) send();
    },
  };
}

test('the keyboard reads, reacts, edits and deletes, and keeps its place while others write', async ({
  person,
}) => {
  const manager = await person('manager', noPage);
  const employee = await person('employee', noPage);
  const { hold, release } = await standBetween(manager);
  await manager.goto(sales);
  await expect(composer(manager)).toBeEnabled();

  await test.step('the keyboard reads, reacts, edits and deletes', async () => {
    // Stored already: what is being sent has no buttons yet.
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

  await test.step('the focus stays on a message from sending to stored', async () => {
    await hold();
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
    release();
    await expect(manager.getByText('Sending...')).toHaveCount(0);
    const stored = row(manager, 'Second on its way');
    await expect(stored).toBeFocused();
    // The same elements as before, not others in their place.
    for (const text of ['First on its way', 'Second on its way'])
      expect(await row(manager, text).evaluate((element) => 'isMarked' in element)).toBe(true);
    // Only what is stored can be reacted to.
    await manager.keyboard.press('Enter');
    await expect(stored.getByRole('button', { name: /^React with/ }).first()).toBeFocused();
  });
});
