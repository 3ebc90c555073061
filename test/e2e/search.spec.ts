import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, holdRequests, noPage, test } from './fixtures.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search messages' });
const results = (page: Page) =>
  page.getByRole('listbox', { name: 'Search results' }).getByRole('option');

/** Navigates as a link inside the page does, without a load. */
const goTo = (page: Page, path: string) =>
  page.evaluate((url) => window.history.pushState(null, '', url), path);

async function openSearch(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Chat' });
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Open chat' }).click();
  await panel.getByRole('button', { name: 'Search messages' }).click();
  await expect(field(page)).toBeFocused();
}

async function post(page: Page, channelId: string, content: string, fields: object = {}) {
  const data = { content, clientMsgId: randomUUID(), ...fields };
  const response = await page.request.post(`/api/chat/messages/${channelId}`, { data });
  expect(response.status()).toBe(201);
  return response.json();
}

/** Moves the messages before it far up: as high as a hundred short ones. */
async function postLater(page: Page, channelId: string): Promise<void> {
  for (let count = 1; count <= 6; count += 1)
    await post(page, channelId, Array.from({ length: 16 }, () => `Later ${count}`).join('\n'));
}

/** Messages are indexed shortly after they are sent. */
const waitUntilIndexed = (page: Page, q: string) =>
  expect(async () => {
    const response = await page.request.get(`/api/chat/search?q=${encodeURIComponent(q)}`);
    expect((await response.json()).results).not.toHaveLength(0);
  }).toPass();

async function searchFor(page: Page, q: string): Promise<void> {
  await waitUntilIndexed(page, q);
  await field(page).fill(q);
  await expect(results(page).first()).toBeVisible();
}

test('global search and message search find messages, pages and actions with the keyboard alone', async ({
  person,
}) => {
  const page = await person('manager', noPage);
  const palette = page.getByRole('dialog', { name: 'Platform Search' });

  await test.step('global search keeps what is typed while it loads', async () => {
    const release = await holdRequests(page, '*/assets/Palette-*.js');
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('open ');
    await release();
    const combobox = palette.getByRole('combobox');
    await expect(combobox).toBeFocused();
    await expect(combobox).toHaveValue('open ');
    await page.keyboard.type('leads');
    await expect(combobox).toHaveValue('open leads');
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  });

  await test.step('finds a message by part of a code, highlights the match and opens it in its channel', async () => {
    await post(page, 'sales', 'Stock ZX-77120 <b>goes</b> to the front row');
    await postLater(page, 'sales');
    await openSearch(page);
    await searchFor(page, 'zx77120');
    await expect(results(page)).toHaveCount(1);
    await expect(results(page).first()).toContainText(
      'Stock ZX-77120 <b>goes</b> to the front row',
    );
    await expect(results(page).first().locator('mark')).toHaveText('ZX-77120');
    await expect(results(page).first()).toContainText('in Sales');
    await expectAccessible(page);

    await field(page).press('Enter');
    const log = page.getByRole('log', { name: 'Messages in Sales' });
    await expect(log.getByText('Stock ZX-77120', { exact: false })).toBeInViewport();

    await openSearch(page);
    await page.getByRole('button', { name: 'zx77120' }).click();
    await expect(results(page)).toHaveCount(1);
  });

  await test.step('global search finds messages and opens them', async () => {
    await post(page, 'service', 'Torque wrench 88-KX went to bay seven');
    await postLater(page, 'service');
    await expect(async () => {
      const response = await page.request.get('/api/chat/search?q=88kx');
      expect((await response.json()).results).toHaveLength(1);
    }).toPass();
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('torque wrench');
    const option = palette.getByRole('option').filter({ hasText: 'bay seven' });
    await expect(option).toHaveCount(1);
    await expect(option).toContainText('Natalie Brandt');
    await option.click();
    const log = page.getByRole('log', { name: 'Messages in Service' });
    await expect(log.getByText('Torque wrench 88-KX')).toBeInViewport();
  });

  await test.step('global search opens pages and starts permitted actions', async () => {
    const search = async (text: string, firstOption: string) => {
      await page.keyboard.press('Control+k');
      await expect(palette.getByRole('combobox')).toBeFocused();
      await page.keyboard.type(text);
      await expect(palette.getByRole('option').first()).toHaveText(firstOption);
      await expect(palette.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    };
    await search('leads', 'Leads');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/customers\/leads$/);
    await search('create deal', 'New deal');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'New deal' })).toBeVisible();
    await page.keyboard.press('Escape');
    await search('dark', 'Theme: Dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await search('clock', 'Clock In');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Clocked In successfully recorded', { exact: true })).toBeVisible();
  });

  await goTo(page, '/profile');
  await openSearch(page);
  await test.step('suggests, completes and explains operators', async () => {
    await post(page, 'general', 'Keyboardonly wins');
    await waitUntilIndexed(page, 'keyboardonly');
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
    // As on a busy page, where the next key comes before the next frame.
    await page.evaluate(() => {
      window.requestAnimationFrame = (callback) => {
        addEventListener('input', () => callback(performance.now()), { once: true });
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

  await test.step('shows advice when nothing matches', async () => {
    await field(page).fill('nobodyeversaidthis');
    await expect(page.getByText('No messages found')).toBeVisible();
  });

  await test.step('moves through results with the arrow keys and loads more at the end', async () => {
    for (let number = 1; number <= 22; number += 1)
      await post(page, 'general', `Manyfold number ${number}`);
    await searchFor(page, 'manyfold "number 22"');
    await field(page).fill('manyfold');
    await expect(results(page)).toHaveCount(20);
    for (let step = 0; step < 19; step += 1) await field(page).press('ArrowDown');
    await expect(results(page)).toHaveCount(22);
    await expect(results(page).nth(19)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('opens a reply in its thread', async () => {
    const root = await post(page, 'service', 'Which lift is free?');
    await post(page, 'service', 'Lift quadruplex three', { threadId: root.id });
    await searchFor(page, 'quadruplex');
    await expect(results(page).first()).toContainText('Which lift is free?');
    await field(page).press('Enter');
    const thread = page.getByRole('region', { name: 'Thread in Service' });
    await expect(thread.getByText('Lift quadruplex three')).toBeVisible();
  });
});
