import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { panel } from './chat.ts';
import { expect, noPage, test } from './fixtures.ts';

/** The scripts of the next pages do not arrive until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.unroute('**/assets/*.js');
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens the page while its scripts do not arrive; the returned function lets them. */
async function openWithoutScripts(
  page: Page,
  path: string,
  drawn = '#content',
): Promise<() => Promise<void>> {
  const release = await holdScripts(page);
  // A busy server takes longer for its figures than a page waits for them, and leaves them to the browser.
  await expect(async () => {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator(drawn).last()).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.evaluate(() => {
    const seen = { shifts: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifts += (entry as LayoutShift).value;
    }).observe({ type: 'layout-shift', buffered: true });
    for (const element of document.querySelectorAll('#root *'))
      Object.assign(element, { isFirst: true });
    window.addEventListener('forecourt:started', () => Object.assign(seen, { started: true }));
  });
  return async () => {
    release();
    await page.waitForFunction(() => 'started' in (window as unknown as Seen).seen);
    await expect(page.getByRole('button', { name: 'Theme' })).toBeVisible();
    await page.waitForLoadState('networkidle');
  };
}

interface LayoutShift extends PerformanceEntry {
  value: number;
}
interface Seen {
  seen: { shifts: number };
}

/** Whether the browser kept the element that the server has sent. */
const isKept = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => 'isFirst' in element);
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as Seen).seen.shifts);

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

for (const [username, path, name, text] of [
  ['admin', '/', 'This month', /\$\d+\.\dM/],
  ['tyler.boone', '/', 'Quick Actions', 'Customer Records'],
  ['manager', '/customers/leads', 'Leads by status', /(Attempted|Contacted) in \d/],
] as const) {
  test(`${path} is shown to ${username} with its data before any script`, async ({ person }) => {
    const page = await person(username, noPage);
    await page.setViewportSize({ width: 1440, height: 900 });
    const release = await openWithoutScripts(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('list', { name })).toContainText(text);
    await expect(navigation(page).getByRole('link').first()).toBeVisible();
    await release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('list', { name })).toContainText(text);
    expect(await isKept(page, `ul[aria-label="${name}"]`)).toBe(true);
    expect(await isKept(page, 'nav[aria-label="Main"]')).toBe(true);
    expect(await shiftsOf(page)).toBeLessThan(0.02);
  });
}

test('a page that is not drawn itself is shown with its frame and title before any script', async ({
  person,
}) => {
  const page = await person('admin', noPage);
  const release = await openWithoutScripts(page, '/fleet');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Fleet Operations');
  const placeOf = async () => {
    const box = await title.boundingBox();
    return box && { x: box.x, y: box.y };
  };
  const before = await placeOf();
  await release();
  await expect(page.getByRole('main').getByRole('tab').first()).toBeVisible();
  expect(await isKept(page, 'nav[aria-label="Main"]')).toBe(true);
  expect(await placeOf()).toEqual(before);
});

test('sidebar and chat are drawn as this browser has them', async ({ person }) => {
  const page = await person('admin', '/');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('complementary', { name: 'Chat' })).toBeVisible();
  const release = await openWithoutScripts(page, '/');
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
  const chat = page.getByRole('complementary', { name: 'Chat' });
  const before = await chat.boundingBox();
  await release();
  expect(await chat.boundingBox()).toEqual(before);
  expect(await isKept(page, 'aside[aria-label="Chat"]')).toBe(true);
  expect(await shiftsOf(page)).toBeLessThan(0.02);
});

const drawnMessages = '[inert] [data-row]';

/** Once the chat itself shows its messages. */
const liveChat = (page: Page) => panel(page).locator('[role="log"] [data-index]').first();

/** Where the parts of the conversation are that one sees now: its name, the newest messages and the box. */
const placesIn = (page: Page) =>
  panel(page).evaluate((chat) => {
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const placeOf = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    };
    const seen = (selector: string) => [...chat.querySelectorAll(selector)].filter(isSeen);
    const rows = seen('[data-row]').slice(-5);
    return {
      name: seen('section h2').map((title) => title.textContent),
      rows: rows.map((row) => [row.getAttribute('data-row'), ...placeOf(row)]),
      texts: rows.map((row) => row.textContent),
      box: seen('textarea').map(placeOf),
    };
  });

for (const [username, path, size, theme] of [
  ['tyler.boone', '/?channel=sales', { width: 1440, height: 900 }, 'light'],
  ['tyler.boone', '/?channel=sales', { width: 390, height: 844 }, 'dark'],
  ['manager', '/people?channel=general', { width: 1440, height: 900 }, 'dark'],
  ['manager', '/?channel=management', { width: 390, height: 844 }, 'light'],
] as const) {
  test(`${path} is shown to ${username} with its messages before any script, ${size.width} wide`, async ({
    person,
  }) => {
    const page = await person(username, noPage);
    await page.setViewportSize(size);
    const { origin, searchParams } = new URL(path, page.url());
    // What other modules add to a message is shown later.
    for (let index = 1; index <= 5; index++) {
      const data = { clientMsgId: randomUUID(), content: `Plain message **${index}**` };
      await page.request.post(`/api/chat/messages/${searchParams.get('channel')}`, { data });
    }
    await page.context().addCookies([{ name: 'forecourt-theme', value: theme, url: origin }]);
    await page.addInitScript((name) => localStorage.setItem('forecourt-theme', name), theme);
    const release = await openWithoutScripts(page, path, drawnMessages);
    const before = await placesIn(page);
    expect(before.name).toHaveLength(1);
    expect(before.rows).toHaveLength(5);
    expect(before.box).toHaveLength(1);
    expect(before.texts.at(-1)).toContain('Plain message 5');
    await release();
    await expect(liveChat(page)).toBeVisible();
    const after = await placesIn(page);
    expect(after.name).toEqual(before.name);
    expect(after.rows).toEqual(before.rows);
    expect(after.box).toEqual(before.box);
    expect(await shiftsOf(page)).toBeLessThan(0.02);
    await expect(panel(page).locator('[inert]')).toHaveCount(0);
  });
}

test('a conversation that is drawn can be closed before the scripts arrive', async ({ person }) => {
  const page = await person('tyler.boone', noPage);
  const release = await openWithoutScripts(page, '/?channel=sales', drawnMessages);
  await panel(page).getByRole('button', { name: 'Close chat' }).click();
  await release();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
});

test('a link to a message opens it without drawing the newest ones first', async ({ person }) => {
  const page = await person('tyler.boone', noPage);
  const [first] = await (
    await page.request.get('/api/chat/messages/sales?around=1&limit=1')
  ).json();
  const release = await openWithoutScripts(page, `/?channel=sales&message=${first.id}`);
  await expect(panel(page)).toHaveCount(0);
  await release();
  await expect(panel(page).locator(`[data-row$="${first.clientMsgId ?? first.id}"]`)).toBeVisible();
});

test('the HTML has a conversation only for those who may read it', async ({ person }) => {
  const member = await person('manager', noPage);
  const stranger = await person('tyler.boone', noPage);
  const data = { name: 'Bonus plan', type: 'private' };
  const channel = await (await member.request.post('/api/chat/channels', { data })).json();
  const sent = await member.request.post(`/api/chat/messages/${channel.id}`, {
    data: { clientMsgId: '01890000-0000-7000-8000-00000000f1f1', content: 'Bonuses <b>rise</b>' },
  });
  expect(sent.ok()).toBe(true);
  const htmlFor = async (page: Page, path: string) => (await page.request.get(path)).text();
  const drawnText = 'Bonuses &lt;b&gt;rise&lt;/b&gt;';

  const address = `/?channel=${channel.id}`;
  const ofMember = await htmlFor(member, address);
  expect(ofMember).toContain(drawnText);
  expect(ofMember).toContain(`/api/chat/messages/${channel.id}`);
  expect(ofMember).toMatch(/modulepreload[^>]*PanelBody/);
  const ofStranger = await htmlFor(stranger, address);
  expect(ofStranger).toContain('aria-label="Main"');
  expect(ofStranger).not.toContain('Bonus');
  expect(ofStranger).not.toContain(`/api/chat/messages/${channel.id}`);
  expect(ofStranger).not.toContain('aria-label="Chat"');

  const mine = await (await member.request.get('/api/user')).json();
  const direct = await htmlFor(stranger, `/?channel=dm-1-${mine.id}`);
  expect(direct).not.toContain('/api/chat/messages/');
  for (const path of ['/', '/auth?channel=sales', '/api/docs?channel=sales']) {
    const html = await htmlFor(member, path);
    expect(html, path).not.toContain('/api/chat/');
    expect(html, path).not.toContain('PanelBody');
  }
});

test('a press before the scripts arrive is not lost, and links work', async ({ person }) => {
  const page = await person('admin', noPage);
  const release = await openWithoutScripts(page, '/');
  await page.getByRole('button', { name: 'Theme' }).click();
  await release();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible();

  const releaseAgain = await openWithoutScripts(page, '/');
  await page.getByRole('button', { name: 'Theme' }).press('Enter');
  await releaseAgain();
  await expect(page.getByRole('menuitemradio').first()).toBeFocused();

  const releaseOnceMore = await openWithoutScripts(page, '/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('leads');
  await releaseOnceMore();
  const palette = page.getByRole('dialog', { name: 'Platform Search' });
  await expect(palette.getByRole('combobox')).toHaveValue('leads');

  const letThrough = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await navigation(page).getByRole('link', { name: 'People' }).click({ noWaitAfter: true });
  await page.waitForURL('**/people', { waitUntil: 'commit' });
  letThrough();
  await expect(page.getByRole('main').getByRole('table')).toBeVisible();
});

test('what is typed or chosen before the scripts arrive filters the list', async ({ person }) => {
  const page = await person('manager', noPage);
  const release = await openWithoutScripts(page, '/customers/leads');
  const main = page.getByRole('main');
  await main.getByRole('searchbox').fill('Featherstone');
  await main.getByRole('combobox', { name: 'Type' }).selectOption('Phone');
  await release();
  await expect(main.getByRole('searchbox')).toHaveValue('Featherstone');
  await expect(page).toHaveURL(/q=Featherstone/);
  await expect(page).toHaveURL(/type=phone/);
});

test('going on before the page is hydrated shows the other page, without an error', async ({
  person,
}) => {
  const page = await person('admin', noPage);
  const release = await openWithoutScripts(page, '/');
  await page.getByRole('button', { name: 'Admin view' }).click();
  await release();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Admin Tools');

  const releaseAgain = await openWithoutScripts(page, '/?home=admin-tools');
  await expect(title).toHaveText('Admin Tools');
  await releaseAgain();
  await expect(page.getByRole('tab', { name: 'System Management' })).toBeVisible();
});

test('the HTML has only what its reader may see', async ({ person, request }) => {
  const admin = await person('admin', noPage);
  const employee = await person('tyler.boone', noPage);
  const htmlFor = async (page: Page, path = '/') => (await page.request.get(path)).text();
  const [ofAdmin, ofEmployee, again] = [
    await htmlFor(admin),
    await htmlFor(employee),
    await htmlFor(admin),
  ];
  expect(ofAdmin).toContain('/api/dashboard/stats');
  expect(ofAdmin).not.toContain('tyler.boone');
  expect(ofAdmin).not.toContain('Welcome back, Tyler');
  expect(again).not.toContain('tyler.boone');
  expect(ofEmployee).toContain('tyler.boone');
  expect(ofEmployee).toContain('Welcome back, Tyler');
  expect(ofEmployee).toContain('/api/dashboard/day');
  expect(ofEmployee).not.toContain('/api/dashboard/stats');
  expect(ofEmployee).not.toContain('Admin Tools');
  expect(await htmlFor(employee, '/customers/leads')).toContain('/api/leads/board');
  const filtered = await htmlFor(employee, '/customers/leads?whose=mine');
  expect(filtered).toContain('aria-label="Main"');
  expect(filtered).not.toContain('/api/leads');

  const response = await admin.request.get('/');
  expect(response.headers()['cache-control']).toBe('no-store');
  const visitor = await (await request.get(new URL('/', admin.url()).href)).text();
  expect(visitor).not.toContain('aria-label="Main"');
  expect(visitor).not.toContain('/api/dashboard');

  const { users } = await (await admin.request.get('/api/users?search=chloe.baptiste')).json();
  await admin.request.patch(`/api/users/${users[0].id}`, {
    data: { pagePermissions: ['settings'] },
  });
  const refused = await htmlFor(await person('chloe.baptiste', noPage));
  expect(refused).not.toContain('/api/dashboard');
  expect(refused).toContain('class="boot"');
  expect(await htmlFor(await person('chloe.baptiste', noPage), '/customers/leads')).not.toContain(
    '/api/leads',
  );
  await admin.request.patch(`/api/users/${users[0].id}`, {
    data: { pagePermissions: users[0].pagePermissions },
  });
});

test('the first page comes with the styles of what it shows, later ones with a stored sheet', async ({
  person,
}) => {
  const page = await person('employee', noPage);
  const inside = page.locator('style[data-part]');
  const linked = page.locator('link[rel="stylesheet"]');
  await page.goto('/profile');
  await expect(inside).toHaveCount(1);
  await expect(linked).toHaveCount(1);
  const stored = async () => (await page.context().cookies()).map(({ name }) => name);
  await expect.poll(stored).toContain('forecourt-styles');
  await page.goto('/profile');
  await expect(inside).toHaveCount(0);
  await expect(linked).toHaveCount(1);
  const received = await linked.evaluate((link: HTMLLinkElement) => {
    const [entry] = performance.getEntriesByName(link.href);
    return (entry as PerformanceResourceTiming).transferSize;
  });
  expect(received).toBe(0);
});

test('pages look the same before all styles are here', async ({ person, visitor }) => {
  const signedIn = await person('admin', noPage);
  for (const [page, path] of [
    [visitor, '/auth'],
    [visitor, '/public/features'],
    [signedIn, '/'],
    [signedIn, '/customers/leads'],
    [signedIn, '/hr'],
    [signedIn, '/hr?channel=sales'],
  ] as const) {
    for (const theme of ['light', 'dark']) {
      await page.context().clearCookies({ name: 'forecourt-styles' });
      await page.addInitScript((name) => localStorage.setItem('forecourt-theme', name), theme);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/*.css', async (route) => {
        await released;
        await route.continue();
      });
      await holdScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator('style[data-part]')).toHaveCount(1);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      const look = async () => {
        // The browser focuses a field only once all styles are here.
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        await page.evaluate(() => document.fonts.ready);
        return page.screenshot({ caret: 'hide', animations: 'disabled' });
      };
      await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(1);
      const before = await look();
      release();
      const sheets = () => page.evaluate(() => document.styleSheets.length);
      await expect.poll(sheets).toBeGreaterThan(1);
      const isSame = async () => before.equals(await look());
      await expect.poll(isSame, `${path} ${theme}`).toBe(true);
      await page.unroute('**/*.css');
    }
  }
});
