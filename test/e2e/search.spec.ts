import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search messages' });
const results = (page: Page) =>
  page.getByRole('listbox', { name: 'Search results' }).getByRole('option');

async function openSearch(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Chat' });
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Open chat' }).click();
  await panel.getByRole('button', { name: 'Search messages' }).click();
  await expect(field(page)).toBeFocused();
}

async function post(page: Page, channelId: string, content: string, more: object = {}) {
  const data = { content, clientMsgId: randomUUID(), ...more };
  const send = () => page.request.post(`/api/chat/messages/${channelId}`, { data });
  let answer = await send();
  // A person has so many sends a minute, those of other tests among them.
  while (answer.status() === 429) {
    await page.waitForTimeout(Number(answer.headers()['retry-after']) * 1_000);
    answer = await send();
  }
  expect(answer.status()).toBe(201);
  return answer.json();
}

/** All at once, so that the server writes them together; the last of them comes last. */
async function postMany(page: Page, channelId: string, count: number, text: string): Promise<void> {
  const numbers = Array.from({ length: count - 1 }, (_, index) => index + 1);
  await Promise.all(numbers.map((number) => post(page, channelId, `${text} ${number}`)));
  await post(page, channelId, `${text} ${count}`);
}

/** A message is found a moment after it is sent. */
const isIndexed = (page: Page, q: string) =>
  expect(async () => {
    const answer = await page.request.get(`/api/chat/search?q=${encodeURIComponent(q)}`);
    expect((await answer.json()).results).not.toHaveLength(0);
  }).toPass();

async function find(page: Page, q: string): Promise<void> {
  await isIndexed(page, q);
  await field(page).fill(q);
  await expect(results(page).first()).toBeVisible();
}

test('a message is found by a part of its code, marked, and opened in its place, also from any page', async ({
  person,
}) => {
  const page = await person('gm');
  await post(page, 'sales', 'Stock ZX-77120 <b>goes</b> to the front row');
  await postMany(page, 'sales', 40, 'Later message');
  await openSearch(page);
  await find(page, 'zx77120');
  await expect(results(page)).toHaveCount(1);
  await expect(results(page).first()).toContainText('Stock ZX-77120 <b>goes</b> to the front row');
  await expect(results(page).first().locator('mark')).toHaveText('ZX-77120');
  await expect(results(page).first()).toContainText('in Sales');
  await expectAccessible(page);

  await field(page).press('Enter');
  const log = page.getByRole('log', { name: 'Messages in Sales' });
  await expect(log.getByText('Stock ZX-77120', { exact: false })).toBeInViewport();

  await openSearch(page);
  await page.getByRole('button', { name: 'zx77120' }).click();
  await expect(results(page)).toHaveCount(1);

  await test.step('the search of the whole platform finds messages too, and leads to them', async () => {
    await post(page, 'service', 'Torque wrench 88-KX went to bay seven');
    // By another person: so many messages at once are taken from nobody.
    await postMany(await person('admin', noPage), 'service', 30, 'Later still');
    await expect(async () => {
      const answer = await page.request.get('/api/chat/search?q=88kx');
      expect((await answer.json()).results).toHaveLength(1);
    }).toPass();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('torque wrench');
    const found = palette.getByRole('option').filter({ hasText: 'bay seven' });
    await expect(found).toHaveCount(1);
    await expect(found).toContainText('Raymond Castillo');
    await found.click();
    const log = page.getByRole('log', { name: 'Messages in Service' });
    await expect(log.getByText('Torque wrench 88-KX')).toBeInViewport();
  });
});

test('a search is written, completed, explained and walked with the keyboard alone, and a reply is opened in its thread', async ({
  person,
}) => {
  const page = await person('manager');
  await openSearch(page);
  await test.step('operators are offered, completed and explained', async () => {
    await post(page, 'general', 'Keyboardonly wins');
    await isIndexed(page, 'keyboardonly');
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
    // On a busy page the next key comes before the next frame.
    await page.evaluate(() => {
      window.requestAnimationFrame = (act) => {
        addEventListener('input', () => act(performance.now()), { once: true });
        return 0;
      };
    });
    await field(page).pressSequentially('fro');
    await expect(suggestions.getByRole('option')).toHaveText(['from:Sender']);
    await field(page).press('Enter');
    await expect(field(page)).toHaveValue('from:');
    await field(page).pressSequentially('me');
    await field(page).pressSequentially(' in:gen');
    await expect(suggestions.getByRole('option').first()).toContainText('in:General');
    await field(page).press('Tab');
    await expect(field(page)).toHaveValue('from:me in:General ');
    await field(page).pressSequentially('keyboardon');
    await expect(results(page)).toHaveCount(1);

    await field(page).fill('has:gold');
    await expect(
      page.getByRole('alert').filter({ hasText: 'Use one of these after has:' }),
    ).toBeVisible();
    await field(page).press('Escape');
    await expect(field(page)).toHaveValue('');
    await expect(page.getByRole('button', { name: /^from:/ })).toBeVisible();
  });

  await test.step('what nobody said is answered with advice', async () => {
    await field(page).fill('nobodyeversaidthis');
    await expect(page.getByText('No messages found')).toBeVisible();
  });

  await test.step('results are walked with the arrow keys, and more come as one goes on', async () => {
    await postMany(page, 'general', 30, 'Manyfold number');
    await find(page, 'manyfold "number 30"');
    await field(page).fill('manyfold');
    await expect(results(page)).toHaveCount(20);
    for (let step = 0; step < 19; step += 1) await field(page).press('ArrowDown');
    await expect(results(page)).toHaveCount(30);
    await expect(results(page).nth(19)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('a reply is opened in its thread', async () => {
    const root = await post(page, 'service', 'Which lift is free?');
    await post(page, 'service', 'Lift quadruplex three', { threadId: root.id });
    await find(page, 'quadruplex');
    await expect(results(page).first()).toContainText('Which lift is free?');
    await field(page).press('Enter');
    const thread = page.getByRole('region', { name: 'Thread in Service' });
    await expect(thread.getByText('Lift quadruplex three')).toBeVisible();
  });
});

test('the search of the whole platform leads to every page, and begins what one may begin', async ({
  person,
}) => {
  const page = await person('manager');
  const palette = page.getByRole('dialog', { name: 'Search' });
  // Before that nobody listens to the keyboard.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const ask = async (typed: string, first: string) => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(typed);
    await expect(palette.getByRole('option').first()).toHaveText(first);
    await expect(palette.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  };
  await ask('leads', 'Leads');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/customers\/leads$/);
  await ask('create deal', 'New deal');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New deal' })).toBeVisible();
  await page.keyboard.press('Escape');
  await ask('dark', 'Theme: Dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await ask('clock', 'Clock In');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Clocked In successfully recorded', { exact: true })).toBeVisible();
});
