import type { Page } from '@playwright/test';
import { chooseTheme, expect, expectAccessible, noPage, test } from './fixtures.ts';

// All tests share one group: each leaves the shortcuts in a state that the others accept.

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const quick = (page: Page) => region(page, 'Quick Access');
const management = (page: Page) => region(page, 'URL Shortcuts Management');
const rows = (page: Page) => management(page).getByRole('listitem');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const grid = (page: Page) => page.getByRole('list', { name: 'Quick Access' });
const toastOf = (page: Page, text: string) =>
  page.getByRole('listitem').filter({ hasText: text }).first();

const hubHeader = (page: Page) => page.getByRole('button', { name: /^Utilities Hub/ });

async function openUtilities(page: Page, hash = ''): Promise<void> {
  await page.goto(`/utilities${hash}`);
  await expect(hubHeader(page)).toBeVisible();
}

/** Opens the page and waits until it receives the changes of others. */
async function openLive(page: Page): Promise<void> {
  const connected = page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => String(payload).includes('"ready"'),
    }),
  );
  await openUtilities(page);
  await connected;
}

/** The tool has the focus, its top is right under the header, and the frame has not scrolled. */
async function expectInView(page: Page, id: string): Promise<void> {
  await expect(page.locator(`#${id}`)).toBeFocused();
  await expect
    .poll(() =>
      page.evaluate((toolId) => {
        const topOf = (name: string) =>
          document.getElementById(name)?.getBoundingClientRect().top ?? Number.NaN;
        const below = Math.round(topOf(toolId) - topOf('content'));
        return { isUnderHeader: Math.abs(below) <= 8, frame: document.scrollingElement?.scrollTop };
      }, id),
    )
    .toEqual({ isUnderHeader: true, frame: 0 });
}

/** The order that the server has. */
const expectSaved = (page: Page, titles: string[]) =>
  expect(async () => {
    expect((await linksOf(page)).map(({ title }) => title)).toEqual(titles);
  }).toPass();

const linksOf = async (page: Page): Promise<{ id: number; title: string }[]> =>
  (await page.request.get('/api/heimdall-links')).json();

async function setLinks(page: Page, titles: readonly string[]): Promise<void> {
  for (const { id } of await linksOf(page)) await page.request.delete(`/api/heimdall-links/${id}`);
  for (const title of titles) {
    const data = { title, url: `https://example.com/${title.toLowerCase()}` };
    expect((await page.request.post('/api/heimdall-links', { data })).status()).toBe(201);
  }
}

test.describe('the hub', () => {
  test('collapses until a tool is opened, and links to each of its tools', async ({ person }) => {
    const page = await person('employee', '/utilities');
    const header = hubHeader(page);
    const hub = page.getByRole('navigation', { name: 'Utilities' });
    await test.step('stays collapsed on the next visit', async () => {
      await expect(header).toHaveAttribute('aria-expanded', 'true');
      await header.focus();
      await page.keyboard.press('Enter');
      await expect(header).toHaveAttribute('aria-expanded', 'false');
      await expect(hub).toBeHidden();
      await page.reload();
      await expect(header).toHaveAttribute('aria-expanded', 'false');
    });

    await test.step('expands and scrolls to the tool in the URL', async () => {
      await page.goto('/utilities#barcode-scanner');
      await page.reload();
      await expect(header).toHaveAttribute('aria-expanded', 'true');
      await expect(hub).toBeVisible();
      await expect(page.getByRole('button', { name: 'Start Scanning' })).toBeVisible();
      await expectInView(page, 'barcode-scanner');
    });

    await test.step('opens each tool by its card, and the previous one with Back', async () => {
      await expect(hub.getByRole('link')).toHaveCount(4);
      for (const [name, id] of [
        ['Time Clock', 'time-tracker'],
        ['Barcode Scanner', 'barcode-scanner'],
        ['Enterprise Notes', 'notes-manager'],
        ['Heimdall+ Dashboard', 'heimdall-dashboard'],
      ] as const) {
        await hub.getByRole('link', { name }).click();
        await expect(page).toHaveURL(new RegExp(`/utilities#${id}$`));
        await expectInView(page, id);
      }
      await page.goBack();
      await expect(page).toHaveURL(/#notes-manager$/);
      await expectInView(page, 'notes-manager');
    });
  });

  test('shows only the shortcuts once access to the tools is revoked', async ({ person }) => {
    const page = await person('luis.quintero', '/utilities#notes-manager');
    const admin = await person('admin', noPage);
    const { id, featurePermissions } = await (await page.request.get('/api/user')).json();
    const setFeatures = (permissions: string[]) =>
      admin.request.patch(`/api/users/${id}/permissions`, {
        data: { featurePermissions: permissions },
      });
    await expectInView(page, 'notes-manager');
    const cards = page.getByRole('navigation', { name: 'Utilities' }).getByRole('link');
    await setFeatures(
      featurePermissions.filter((permission: string) => permission !== 'utilities'),
    );
    await expect(cards).toHaveText([/^Heimdall\+ Dashboard/]);
    await expect(page.getByText('Access Required')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add Note' })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto('/utilities/timesheets');
    await expect(page.getByText('Access Required')).toBeVisible();
    await setFeatures(featurePermissions);
    await expect(page.getByRole('heading', { name: 'Timesheets' })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Utilities' })
      .click();
    await expect(cards).toHaveCount(4);
  });

  test('is accessible, wide and narrow, light and dark', async ({ person }) => {
    const page = await person('admin', '/utilities');
    for (const [width, theme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await chooseTheme(page, theme);
      await expect(hubHeader(page)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Start Scanning' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Save Configuration' })).toBeVisible();
      await expectAccessible(page);
      const overflow = await page.evaluate(() => {
        const { scrollWidth = 0, clientWidth = 0 } = document.getElementById('content') ?? {};
        return scrollWidth - clientWidth;
      });
      expect(overflow).toBeLessThanOrEqual(0);
    }
  });
});

test('quick access holds up to three utilities in a chosen order, the same on every device', async ({
  person,
}) => {
  const page = await person('manager', '/utilities');
  await expect(quick(page)).toContainText('No utilities selected');
  await expect(quick(page)).toContainText(
    'Add up to 3 utilities from the Utilities Hub for quick access',
  );
  await quick(page).getByRole('button', { name: 'Customize' }).click();
  const preferences = dialog(page, 'Dashboard Preferences');
  for (const name of ['Heimdall+ Dashboard', 'Time Clock', 'Enterprise Notes']) {
    await preferences.getByLabel(name, { exact: true }).check();
  }
  const fourth = preferences.getByLabel('Barcode Scanner', { exact: true });
  await expect(fourth).toBeDisabled();
  await preferences.getByText('Scan vehicle VINs and inventory barcodes').click({ force: true });
  await expect(page.getByText('Maximum Reached', { exact: true })).toBeVisible();
  await expect(
    page.getByText('You can only select up to 3 utilities for Quick Access.', { exact: true }),
  ).toBeVisible();
  // With the keyboard alone: the last becomes the first.
  await preferences.getByRole('button', { name: 'Move Enterprise Notes' }).focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(preferences.getByRole('status')).toHaveText(
    'Enterprise Notes is now at position 2 of 3.',
  );
  await page.keyboard.press('Shift+ArrowUp');
  await expect(preferences.getByRole('button', { name: 'Move Enterprise Notes' })).toBeFocused();
  await expectAccessible(page);
  await preferences.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(preferences).toBeHidden();
  const names = [/^Enterprise Notes/, /^Heimdall\+ Dashboard/, /^Time Clock/];
  await expect(quick(page).getByRole('listitem')).toHaveText(names);
  const phone = await person('manager', '/');
  await expect(quick(phone).getByRole('listitem')).toHaveText(names);
  await quick(phone)
    .getByRole('link', { name: /Time Clock/ })
    .click();
  await expect(phone).toHaveURL(/\/utilities#time-tracker$/);
  await expect(phone.locator('#time-tracker')).toBeFocused();

  await test.step('shows an error when saving fails', async () => {
    await page.route('**/api/dashboard-preferences', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.continue(),
    );
    await quick(page).getByRole('button', { name: 'Customize' }).click();
    await preferences.getByLabel('Time Clock', { exact: true }).uncheck();
    await preferences.getByRole('button', { name: 'Save Preferences' }).click();
    await expect(page.getByText('Update Failed', { exact: true })).toBeVisible();
    await expect(
      page.getByText('Failed to update dashboard preferences.', { exact: true }),
    ).toBeVisible();
    await expect(preferences).toBeVisible();
  });
});

test.describe('shortcuts', () => {
  test('are added, edited, deleted and restored live for others, with the first six shown', async ({
    person,
  }) => {
    const [page, other] = [await person('admin', noPage), await person('employee', noPage)];
    await setLinks(page, []);
    await openLive(other);
    await expect(other.getByText('No shortcuts available')).toBeVisible();
    await expect(other.getByText('Contact your administrator to add shortcuts')).toBeVisible();
    await expect(region(other, 'Dashboard Configuration')).toHaveCount(0);
    await expect(management(other)).toHaveCount(0);

    await openUtilities(page);
    await expect(management(page)).toContainText(
      'No URL shortcuts created yet. Add your first shortcut above.',
    );
    await management(page).getByRole('button', { name: 'Add Shortcut' }).click();
    const form = dialog(page, 'Add Shortcut');
    await form.getByRole('button', { name: 'Create Shortcut' }).click();
    await expect(form.getByText('Title and URL are required')).toBeVisible();
    await expect(form.getByLabel('Title')).toBeFocused();
    await form.getByLabel('Title').fill('Recalls');
    await form.getByLabel('URL').fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await expect(form.getByText(/Enter a URL that starts with/)).toBeVisible();
    await form.getByLabel('URL').fill('https://www.nhtsa.gov/recalls');
    await form.getByRole('button', { name: 'Icon: external link' }).click();
    await form.getByLabel('Search icons').fill('shield');
    await form.getByRole('button', { name: 'shield check' }).click();
    await expectAccessible(page);
    // Escape does not discard the input without asking.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(form.getByLabel('Title')).toHaveValue('Recalls');
    await form.getByRole('button', { name: 'Create Shortcut' }).click();
    await expect(form).toBeHidden();
    await expect(management(page)).toContainText('1 shortcut configured');
    const tile = grid(other).getByRole('link', { name: /Recalls/ });
    await expect(tile).toHaveAttribute('href', 'https://www.nhtsa.gov/recalls');
    await expect(tile).toHaveAttribute('target', '_blank');
    await expect(tile).toHaveAttribute('rel', 'noopener noreferrer');

    await page.getByRole('button', { name: 'Edit Recalls' }).click();
    const edit = dialog(page, 'Edit Shortcut');
    await edit.getByLabel('Title').fill('Open recalls');
    await edit.getByRole('button', { name: 'Save Shortcut' }).click();
    await expect(grid(other).getByRole('link', { name: /Open recalls/ })).toBeVisible();
    await page.getByRole('button', { name: 'Delete Open recalls' }).click();
    await expect(other.getByText('No shortcuts available')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(grid(other).getByRole('link', { name: /Open recalls/ })).toBeVisible();
    await expect(rows(page)).toHaveText([/Open recalls/]);

    await test.step('shows more than six on demand', async () => {
      await setLinks(page, ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']);
      await expect(management(page)).toContainText('7 shortcuts configured');
      await expect(grid(page).getByRole('listitem')).toHaveCount(6);
      await expect(grid(other).getByRole('listitem')).toHaveCount(6);
      await other.getByRole('button', { name: 'Show all 7 shortcuts' }).click();
      await expect(other.getByRole('link', { name: 'Seven' })).toBeVisible();
      await other.getByLabel('Search shortcuts').fill('sev');
      await expect(region(other, 'General').getByRole('link')).toHaveCount(1);
      await other.context().route('https://example.com/**', (route) => route.fulfill({ body: '' }));
      const [opened] = await Promise.all([
        other.context().waitForEvent('page'),
        other.getByLabel('Search shortcuts').press('Enter'),
      ]);
      await expect(opened).toHaveURL('https://example.com/seven');
    });
  });

  test('are reordered by keyboard, menu and dragging, and a second editor overwrites nothing', async ({
    person,
  }) => {
    const page = await person('admin', noPage);
    await setLinks(page, ['Ann', 'Bea', 'Cyd']);
    await openUtilities(page);
    // What is loaded between two moves has the order before the second.
    let orders = 0;
    let goOn = () => {};
    const second = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/api/heimdall-links/order', async (route) => {
      orders += 1;
      if (orders === 2) await second;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Move Ann' }).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(rows(page)).toHaveText([/Bea/, /Ann/, /Cyd/]);
    await expect(management(page).getByRole('status')).toHaveText('Ann is now at position 2 of 3.');
    await expect(page.getByRole('button', { name: 'Move Ann' })).toBeFocused();
    await page.getByRole('button', { name: 'Move Cyd' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Move to bottom' })).toBeDisabled();
    await page.getByRole('menuitem', { name: 'Move to top' }).press('Enter');
    await expect(rows(page)).toHaveText([/Cyd/, /Bea/, /Ann/]);
    await expectSaved(page, ['Bea', 'Ann', 'Cyd']);
    const { id: firstId } = (await linksOf(page))[0] ?? {};
    const edited = { data: { category: 'Loaded again' } };
    await page.request.patch(`/api/heimdall-links/${firstId}`, edited);
    await expect(rows(page).filter({ hasText: 'Bea' })).toContainText('Loaded again');
    await expect(rows(page)).toHaveText([/Cyd/, /Bea/, /Ann/]);
    goOn();
    await expectSaved(page, ['Cyd', 'Bea', 'Ann']);
    await rows(page)
      .filter({ hasText: 'Ann' })
      .dragTo(rows(page).filter({ hasText: 'Cyd' }), { targetPosition: { x: 200, y: 4 } });
    await expect(rows(page)).toHaveText([/Ann/, /Cyd/, /Bea/]);
    await expectSaved(page, ['Ann', 'Cyd', 'Bea']);

    await test.step('reports a conflict when another administrator has edited the same one', async () => {
      await page.getByRole('button', { name: 'Edit Bea' }).click();
      const edit = dialog(page, 'Edit Shortcut');
      await edit.getByLabel('Description').fill('Mine');
      const { id } = (await linksOf(page)).find(({ title }) => title === 'Bea') ?? {};
      await page.request.patch(`/api/heimdall-links/${id}`, { data: { title: 'Theirs' } });
      await edit.getByRole('button', { name: 'Save Shortcut' }).click();
      await expect(edit).toContainText('Someone else changed this shortcut');
      await edit.getByRole('button', { name: 'Load latest version' }).click();
      await expect(edit.getByLabel('Title')).toHaveValue('Theirs');
      await expect(edit.getByLabel('Description')).toHaveValue('Mine');
      await edit.getByRole('button', { name: 'Save Shortcut' }).click();
      await expect(edit).toBeHidden();
      await expect(grid(page).getByRole('link', { name: /Theirs\s*Mine/ })).toBeVisible();
    });
  });
});

test('shows what failed and lets the user try again', async ({ person }) => {
  const page = await person('admin', noPage);
  const fail = (path: string, method: string) =>
    page.route(path, (route) =>
      route.request().method() === method ? route.fulfill({ status: 500 }) : route.continue(),
    );
  await fail('**/api/heimdall-links', 'GET');
  await fail('**/api/heimdall-config', 'GET');
  await openUtilities(page);
  await expect(page.getByText('Failed to fetch Heimdall+ links')).toBeVisible();
  await expect(page.getByText('Failed to fetch Heimdall configuration')).toBeVisible();
  await page.unrouteAll();
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);

  await fail('**/api/heimdall-config/global', 'POST');
  await page.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(toastOf(page, 'Failed to save global configuration')).toBeVisible();
  await fail('**/api/heimdall-links', 'POST');
  await management(page).getByRole('button', { name: 'Add Shortcut' }).click();
  const form = dialog(page, 'Add Shortcut');
  await form.getByLabel('Title').fill('Recalls');
  await form.getByLabel('URL').fill('https://www.nhtsa.gov/recalls');
  await form.getByRole('button', { name: 'Create Shortcut' }).click();
  await expect(form.getByText('Failed to create Heimdall+ link')).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue('Recalls');
  await page.unrouteAll();
});

test('saves the background of the dashboard automatically and the rest on Save, for everyone', async ({
  person,
}) => {
  const page = await person('admin', '/utilities');
  const other = await person('employee', noPage);
  await openLive(other);
  const background = page.getByLabel('Background image URL');
  await background.fill('/auth-2.svg');
  await expect(toastOf(page, 'Global Configuration Saved')).toBeVisible();
  await expect(other.locator('#heimdall-dashboard img')).toHaveAttribute('src', '/auth-2.svg');
  await background.fill('javascript:alert(1)');
  await expect(page.getByText(/or a path that starts with/)).toBeVisible();
  await page.getByRole('button', { name: 'Random image' }).click();
  await expect(background).toHaveValue(/^\/api\/heimdall-backgrounds\/\d+$/);
  await expect(other.locator('#heimdall-dashboard img')).toHaveAttribute(
    'src',
    await background.inputValue(),
  );
  const configuration = region(page, 'Dashboard Configuration');
  await configuration.getByLabel('Title', { exact: true }).fill('Larkfield links');
  await expect(region(page, 'Larkfield links')).toBeVisible();
  await configuration.getByLabel('Columns').selectOption('2');
  await configuration.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(region(other, 'Larkfield links')).toBeVisible();
  await background.fill('');
  await configuration.getByRole('button', { name: 'Save Configuration' }).click();
  await expect(other.locator('#heimdall-dashboard img')).toHaveCount(0);

  await test.step('accepts an uploaded image and explains why another is refused', async () => {
    const image = page.locator('#heimdall-dashboard img');
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const buffer = Buffer.from(pixel, 'base64');
    await page
      .getByLabel('Background image file')
      .setInputFiles({ name: 'lot.png', mimeType: 'image/png', buffer });
    await expect(image).toHaveAttribute('src', /heimdall-backgrounds\/k/);
    const src = await image.getAttribute('src');
    await page.getByLabel('Background image URL').fill('http://127.0.0.1/picture.png');
    await expect(page.getByText('This address is not on the public internet.')).toBeVisible();
    await expect(image).toHaveAttribute('src', src ?? '');
    await page.getByLabel('Background image file').setInputFiles({
      name: 'lot.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not an image'),
    });
    await expect(toastOf(page, 'Choose a PNG, JPEG, WebP, GIF or AVIF image.')).toBeVisible();
  });
});
