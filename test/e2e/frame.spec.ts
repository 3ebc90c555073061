import type { Locator, Page } from '@playwright/test';
import { findFeature } from '../../src/modules/public-site/web/features/all.ts';
import { chooseTheme, expect, expectAccessible, expectContrast, noPage, test } from './fixtures.ts';

/** Navigates as a link inside the page does, without a load. */
const goTo = (page: Page, path: string) =>
  page.evaluate((url) => window.history.pushState(null, '', url), path);

/** Floating elements are placed on whole pixels. */
const expectNear = (position: number, expected: number) =>
  expect(Math.abs(position - expected)).toBeLessThan(1);

test('the sidebar shows only the pages a user has permission for', async ({ person }) => {
  const admin = await person('admin');
  const adminLinks = admin.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(adminLinks).toHaveText([
    'Dashboard',
    'Customer Records',
    'Document Management',
    'HR',
    'People',
    'Marketing',
    'Fleet Operations',
    'Reports',
    'Utilities',
    'Settings',
    'Admin Tools',
  ]);
  const employee = await person('employee', '/admin-tools');
  const { pagePermissions } = await (await employee.request.get('/api/user')).json();
  const employeeLinks = employee.getByRole('navigation', { name: 'Main' });
  await expect(employeeLinks.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  expect(pagePermissions).not.toContain('admin_panel');
  await expect(employeeLinks.getByRole('link', { name: 'Admin Tools' })).toHaveCount(0);
  await expect(employee.getByText('Access Required')).toBeVisible();
  await expect(
    employee.getByText("You don't have permission to access this section"),
  ).toBeVisible();
});

test('the home page shows the admin tools when switched on in the sidebar', async ({ person }) => {
  const admin = await person('admin', '/');
  const toggle = admin.getByRole('button', { name: 'Admin view' });
  const title = admin.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Dashboard Overview');
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect(title).toHaveText('Admin Tools');
  await expect(admin.getByText('System administration and user management')).toBeVisible();
  const home = admin.getByRole('navigation', { name: 'Main' }).getByRole('link').first();
  await expect(home).toHaveAttribute('aria-current', 'page');
  await admin.getByRole('tab', { name: 'System Management' }).click();
  await expect(admin).toHaveURL(/\/\?home=admin-tools#system$/);
  await admin.reload();
  await expect(admin.getByRole('tab', { name: 'System Management', selected: true })).toBeVisible();
  await expectAccessible(admin);
  await toggle.click();
  await expect(title).toHaveText('Dashboard Overview');
  await goTo(admin, '/utilities');
  await expect(toggle).toHaveCount(0);

  const employee = await person('employee', '/?home=admin-tools');
  await expect(employee.getByRole('heading', { level: 1 })).toHaveText('Quick Actions');
  await expect(employee.getByRole('button', { name: 'Admin view' })).toHaveCount(0);
});

test('shows a 404 for an unknown address, and a placeholder for a page not available yet', async ({
  person,
}) => {
  const page = await person('admin', '/no/such/page');
  await expect(page.getByText('404 Page Not Found')).toBeVisible();
  await goTo(page, '/marketing');
  await expect(page.getByText('Marketing is not available yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /coming soon/i })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('the chat panel is 450 px wide next to the dashboard and 750 px elsewhere', async ({
  person,
}) => {
  const page = await person('manager', '/');
  await page.setViewportSize({ width: 1440, height: 900 });
  const panel = page.getByRole('complementary', { name: 'Chat' });
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(panel).toBeVisible();
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(450);
  await page.getByRole('link', { name: 'Customer Records', exact: true }).click();
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(750);
  await page.keyboard.press('Escape');
  await expect(panel).toBeVisible();
  await panel.getByRole('searchbox').press('Escape');
  await expect(panel).toBeHidden();
});

test.describe(() => {
  // A cached script would be there before the key.
  test.use({ freshBrowsers: true });

  test('a menu opens at its first item by keyboard, at none by pointer, and gives the focus back', async ({
    person,
  }) => {
    const page = await person('manager', noPage);
    const pressed = Promise.withResolvers<void>();
    await page.route(/\/assets\/MenuLayer-/, async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await page.goto('/');
    const trigger = page.getByRole('button', { name: 'Theme' });
    const menu = page.getByRole('menu', { name: 'Theme' });
    const items = menu.getByRole('menuitemradio');
    await trigger.press('Enter');
    await expect(trigger).toHaveAttribute('aria-expanded', 'true');
    pressed.resolve();
    await expect(items.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(items.nth(1)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(items.nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(trigger).toBeFocused();

    await page.keyboard.press('ArrowDown');
    await expect(items.first()).toBeFocused();
    await expect(trigger).toHaveAttribute('aria-controls', (await menu.getAttribute('id')) ?? '');
    await items.nth(2).hover();
    await expect(items.nth(2)).toBeFocused();
    await page.mouse.move(10, 500);
    await expect(menu).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(trigger).toBeFocused();

    await trigger.click();
    await expect(menu).toBeFocused();
    const [button, list] = [await trigger.boundingBox(), await menu.boundingBox()];
    if (!button || !list) throw new Error('Not shown');
    expectNear(list.y, button.y + button.height + 4);
    expectNear(list.x + list.width, button.x + button.width);
    await trigger.click();
    await expect(menu).toBeHidden();
    await expect(trigger).toBeFocused();
    await trigger.click();
    await page.getByRole('heading', { name: 'Dashboard Overview' }).click();
    await expect(menu).toBeHidden();
    await expect(trigger).not.toBeFocused();
  });
});

test('a tooltip names the focused button, next to it and inside the window', async ({ person }) => {
  const page = await person('manager');
  const tooltip = page.getByRole('tooltip');
  for (const name of ['Theme', 'Open chat']) {
    const button = page.getByRole('button', { name });
    await page.keyboard.press('Shift');
    await button.focus();
    await expect(tooltip).toHaveText(name);
    const [box, shown] = [await button.boundingBox(), await tooltip.boundingBox()];
    if (!box || !shown) throw new Error('Not shown');
    expectNear(shown.y, box.y + box.height + 6);
    const centered = box.x + box.width / 2 - shown.width / 2;
    const width = page.viewportSize()?.width ?? 0;
    expectNear(shown.x, Math.min(centered, width - 8 - shown.width));
    await page.keyboard.press('Escape');
    await expect(tooltip).toBeHidden();
  }
});

test('no column of a list is cut on a laptop', async ({ person }) => {
  const page = await person('admin', noPage);
  const width = 1200;
  await page.setViewportSize({ width, height: 800 });
  for (const list of [
    '/customers',
    '/customers/leads?view=list',
    '/customers/deals?status=all',
    '/customers/repair-orders',
    '/documents',
    '/people',
    '/hr',
    '/hr/onboarding',
    '/people/recruiting',
    '/people/recruiting?view=applicants',
  ]) {
    await page.goto(list);
    const last = page.getByRole('main').getByRole('table').getByRole('columnheader').last();
    await expect(last).toBeAttached();
    const end = await last.evaluate((heading) => heading.getBoundingClientRect().right);
    expect.soft(end, list).toBeLessThanOrEqual(width);
  }
});

test('a list is where it was left, after a reload and after Back', async ({ person }) => {
  const page = await person('admin', '/customers');
  const content = page.locator('#content');
  const rows = page.getByRole('row');
  const top = () => content.evaluate((element) => element.scrollTop);
  await expect(rows.nth(20)).toBeAttached();
  await content.evaluate((element) => element.scrollTo(0, 300));
  await page.reload();
  await expect.poll(top).toBe(300);
  await rows.nth(12).getByRole('link').first().click();
  await expect(rows.nth(12)).toHaveCount(0);
  expect(await top()).toBe(0);
  await page.goBack();
  await expect.poll(top).toBe(300);
});

test('tabs that don’t fit can be scrolled to, and the edge before them fades', async ({
  person,
}) => {
  const hr = await person('denise.abernathy', '/hr');
  const tabs = hr.getByRole('tablist');
  await expect(tabs.getByRole('tab')).toHaveCount(4);
  await expect(tabs).toHaveCSS('mask-image', 'none');
  await hr.setViewportSize({ width: 390, height: 844 });
  await expect(tabs).toHaveAttribute('data-after');
  await expect(tabs).not.toHaveAttribute('data-before');
  await expect(tabs).not.toHaveCSS('mask-image', 'none');
  await tabs.getByRole('tab').first().focus();
  await hr.keyboard.press('End');
  await expect(tabs.getByRole('tab').last()).toBeInViewport({ ratio: 0.9 });
  await expect(tabs).toHaveAttribute('data-before');
  await expect(tabs).not.toHaveAttribute('data-after');
});

test('filter chips that don’t fit can be scrolled to, and the focus stays clear of the faded edge', async ({
  person,
}) => {
  const hr = await person('denise.abernathy', '/hr');
  await hr.setViewportSize({ width: 390, height: 844 });
  const group = hr.getByRole('group', { name: 'Which employees' });
  const row = group.locator(':scope > div');
  const chips = group.getByRole('button');
  await expect(chips).toHaveCount(5);
  await expect(row).toHaveAttribute('data-after');
  await expect(row).not.toHaveAttribute('data-before');
  await expect(row).not.toHaveCSS('mask-image', 'none');
  const faded = 48;
  const expectClear = async (chip: Locator) => {
    await expect(chip).toBeFocused();
    await expect(async () => {
      const [outer, inner] = [await row.boundingBox(), await chip.boundingBox()];
      if (!outer || !inner) throw new Error('Not shown');
      const [left, right] = [inner.x - outer.x, outer.x + outer.width - inner.x - inner.width];
      const [isBefore, isAfter] = await row.evaluate((element) => [
        element.hasAttribute('data-before'),
        element.hasAttribute('data-after'),
      ]);
      expect(left).toBeGreaterThanOrEqual(isBefore ? faded - 1 : 0);
      expect(right).toBeGreaterThanOrEqual(isAfter ? faded - 1 : 0);
    }).toPass({ timeout: 5_000 });
  };
  await chips.first().focus();
  for (const at of [1, 2, 3, 4]) {
    await hr.keyboard.press('Tab');
    await expectClear(chips.nth(at));
  }
  await expect(row).toHaveAttribute('data-before');
  await expect(row).not.toHaveAttribute('data-after');
  for (const at of [3, 2, 1, 0]) {
    await hr.keyboard.press('Shift+Tab');
    await expectClear(chips.nth(at));
  }
  await hr.setViewportSize({ width: 1440, height: 900 });
  await expect(row).toHaveCSS('mask-image', 'none');
});

test('a status is visible to everyone, and invisible appears as offline', async ({ person }) => {
  const manager = await person('manager');
  const employee = await person('employee', noPage);
  const { id } = await (await manager.request.get('/api/user')).json();
  const visibleStatus = async () => {
    const response = await employee.request.get('/api/users?limit=200');
    const { users } = await response.json();
    return users.find((user: { id: number }) => user.id === id)?.status;
  };
  await employee.goto(`/people?employee=${id}`);
  const dot = employee.getByRole('main').locator('[data-status]').first();
  await expect(dot).toHaveAttribute('data-status', 'online');
  await manager
    .getByRole('button', { name: /online/i })
    .first()
    .click();
  await manager.getByRole('menuitemradio', { name: /In meeting/i }).click();
  await expect(manager.getByText('Your status has been changed to').first()).toBeVisible();
  await expect(dot).toHaveAttribute('data-status', 'in-meeting');
  await expect.poll(visibleStatus).toBe('in-meeting');
  await manager.request.patch(`/api/users/${id}/status`, { data: { status: 'invisible' } });
  await expect(dot).toHaveAttribute('data-status', 'offline');
  await expect.poll(visibleStatus).toBe('offline');
  const forbidden = await employee.request.patch(`/api/users/${id}/status`, {
    data: { status: 'away' },
  });
  expect(forbidden.status()).toBe(403);
});

test('every theme is accessible, and the chosen one is remembered', async ({ person }) => {
  const page = await person('manager');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.getByRole('button', { name: 'General', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Message General' })).toBeEnabled();
  await expectAccessible(page);
  for (const theme of ['dark', 'high-contrast', 'blue', 'auto', 'amber']) {
    await test.step(theme, async () => {
      await chooseTheme(page, theme);
      await expectContrast(page);
    });
  }
  await page.reload();
  await expect(navigation).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'amber');
});

test('the public pages render without a session', async ({ visitor }) => {
  const heading = visitor.getByRole('heading', { level: 1 });
  const notFound = visitor.getByText('404 Page Not Found');
  await visitor.goto('/public/features');
  await expect(heading).toBeVisible();
  await expect(notFound).toHaveCount(0);
  // No two neighbors show the same page, so a new heading means that the next page has rendered.
  const slugs = [
    'customer-management',
    'document-management',
    'data-management',
    'hr',
    'marketing',
    'fleet',
    'reports',
    'hr-payroll',
    'fleet-operations',
    'reports-analytics',
  ];
  for (const slug of slugs) {
    await goTo(visitor, `/public/features/${slug}`);
    await expect(heading).toHaveText(findFeature(slug)?.title ?? '');
    await expect(notFound).toHaveCount(0);
  }
  await expectAccessible(visitor);
});
