import type { Page } from '@playwright/test';
import { expectAccessibleInEveryTheme } from './accessibility.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const cards = (page: Page) => page.getByRole('list', { name: 'This month' });
const card = (page: Page, name: string) =>
  cards(page).getByRole('listitem').filter({ hasText: name });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const comparison = /([+−]?[\d,.]+% vs|no [a-z ]+) [A-Z][a-z]{2} \d+(–\d+)?/;

async function openDashboard(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('Dashboard Overview');
  await expect(card(page, 'Vehicles Sold')).toContainText(comparison);
}

test('an administrator sees the month of the whole group, and quick actions open what they name', async ({
  person,
}) => {
  const page = await person('admin', '/?chart=gross');
  await openDashboard(page);
  await expect(page.getByText('Welcome back, Avery Lindqvist')).toBeVisible();
  for (const name of ['Total Sales', 'Vehicles Sold', 'Service Orders', 'Active Customers'])
    await expect(card(page, name)).toContainText(comparison);
  await expect(card(page, 'Total Sales')).toContainText(/\$\d+\.\dM/);
  const brands = page.getByRole('list', { name: 'Sales by brand' });
  for (const brand of ['Ford', 'Hyundai', 'Chevrolet'])
    await expect(brands.getByRole('heading', { name: brand, exact: true })).toBeVisible();
  await expect(region(page, 'Recent Activity').getByRole('link').first()).toBeVisible();

  // The address decides which chart is shown.
  await expect(region(page, 'Gross by brand')).toBeVisible();
  const chart = page.getByRole('group', { name: 'Chart measure' });
  await chart.getByRole('button', { name: 'Units' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('table', { name: 'Units by brand and month' })).toBeAttached();
  await chart.getByRole('button', { name: 'Gross' }).click();
  await expect(page).toHaveURL(/\?chart=gross$/);
  await expect(region(page, 'Gross by brand')).toBeVisible();

  await page.getByRole('button', { name: 'Vehicles Sold' }).click();
  await expect(page.getByRole('dialog', { name: 'How Vehicles Sold is calculated' })).toContainText(
    'Wholesale, fleet and dealer trades do not count.',
  );
  await page.keyboard.press('Escape');
  const actions = page.getByRole('list', { name: 'Quick Actions' }).getByRole('link');
  await expect(actions).toHaveText([
    /^Add Customer/,
    /^Customer Records/,
    /^Upload Document/,
    /^View Reports/,
  ]);
  const targets = await actions.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href')),
  );
  expect(targets).toEqual([
    '/customers?new=customer',
    '/customers',
    '/documents?new=upload',
    '/reports',
  ]);
  await actions.filter({ hasText: 'Add Customer' }).click();
  const form = page.getByRole('dialog', { name: 'Add customer' });
  await expect(form).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'First name' })).toBeVisible();
});

test('a general manager sees one store, opens the rows behind its figures, and sees a delivered deal live', async ({
  person,
}) => {
  const page = await person('gm', '/');
  await openDashboard(page);
  const table = page.getByRole('table', { name: 'By store' });
  await expect(table.getByRole('row', { name: /^Ford/ })).toBeVisible();
  await expect(table).not.toContainText(/Hyundai|Chevrolet/);
  await expect(table.getByRole('button', { name: 'PVR' })).toBeVisible();
  const lateLink = table.getByRole('link', { name: /repair orders past their promised time/ });
  const count = Number((await lateLink.textContent())?.trim());
  await lateLink.click();
  await expect(page).toHaveURL(/\/customers\/repair-orders\?scope=late&store=ford$/);
  await expect(page.getByRole('combobox', { name: 'View' })).toHaveValue('late');
  const rows = page.getByRole('table', { name: 'Repair orders' }).getByRole('link');
  if (count > 0) await expect(rows.first()).toBeVisible();
  await page.goBack();
  await table.getByRole('link', { name: /deals delivered and not yet funded/ }).click();
  await expect(page).toHaveURL(/\/customers\/deals\?scope=in_transit&store=ford$/);
  await page.goBack();
  await openDashboard(page);

  const countSold = async () =>
    (await (await page.request.get('/api/dashboard/stats')).json()).vehiclesSold;
  const before: number = await countSold();
  await expect(card(page, 'Vehicles Sold')).toContainText(String(before));

  const { request } = await person('manager', noPage);
  const me = await (await request.get('/api/user')).json();
  const [customer] = await (await request.get('/api/customers?limit=1')).json();
  const setStatus = async (id: number, body: object) => {
    const response = await request.put(`/api/deals/${id}/status`, { data: body });
    expect(response.status(), await response.text()).toBe(200);
    return response.json();
  };
  const created = await request.post('/api/deals', {
    data: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      customerId: customer.id,
      vehicle: '2026 Ford Maverick Lariat',
      salespersonId: me.id,
      priceCents: 3_450_000,
      vin: '3FTTW8S99TRA00017',
      stockNumber: 'FN269917',
      lender: 'Own bank',
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  const deal = await created.json();
  const signed = await setStatus(deal.id, { version: deal.version, status: 'signed' });
  await setStatus(deal.id, { version: signed.version, status: 'delivered', miles: 12 });

  await expect(
    card(page, 'Vehicles Sold')
      .getByText(String(before + 1), { exact: true })
      .first(),
  ).toBeVisible();
  const activity = region(page, 'Recent Activity').getByRole('link', {
    name: /2026 Ford Maverick Lariat/,
  });
  await expect(activity).toContainText('Delivered');
  await activity.click();
  await expect(page).toHaveURL(`/customers/deals?deal=${deal.id}`);
});

test('has its data in the HTML, and fetches it only if something changed before the socket was ready', async ({
  person,
}) => {
  const page = await person('gm', noPage);
  let connect = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/ws$/, async (socket) => {
    await connect.promise;
    socket.connectToServer();
  });
  const calls: string[] = [];
  page.on('request', (request) => void calls.push(new URL(request.url()).pathname));
  const callsOf = (path: string) => calls.filter((called) => called === path).length;
  const load = async () => {
    connect = Promise.withResolvers();
    calls.length = 0;
    await page.goto('/');
    await expect(card(page, 'Vehicles Sold')).toContainText(/\d/);
  };

  // What other tests changed shortly before counts as well.
  await expect(async () => {
    await load();
    connect.resolve();
    await expect.poll(() => callsOf('/api/notifications')).toBe(1);
    const paths = ['/api/dashboard/stats', '/api/dashboard/activity', '/api/user'];
    expect(paths.map(callsOf)).toEqual([0, 0, 0]);
  }).toPass();

  await load();
  const { request } = page;
  const [customer] = await (await request.get('/api/customers?limit=1')).json();
  const created = await request.post('/api/leads', {
    data: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      customerId: customer.id,
      type: 'internet',
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = await created.json();
  const received = page.locator(`a[href="/customers/leads?lead=${id}"]`);
  await expect(received).toHaveCount(0);
  connect.resolve();
  await expect(received).toBeVisible();
});

test('shows an error when figures fail to load, and links each figure to what it counts', async ({
  person,
}) => {
  const page = await person('executive', noPage);
  let isFailing = true;
  let onReload = () => {};
  const reload = new Promise<void>((resolve) => {
    onReload = resolve;
  });
  let release = () => {};
  // Figures are also loaded again after any change elsewhere: the message stays meanwhile.
  const clicked = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/dashboard/stats', async (route) => {
    if (isFailing) return route.abort();
    onReload();
    await clicked;
    return route.continue();
  });
  // Opened from another page: the HTML would have the figures.
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Couldn’t load figures.');
  await expect(page.getByRole('list', { name: 'Quick Actions' })).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  isFailing = false;
  const manager = await person('manager', noPage);
  const me = await (await manager.request.get('/api/user')).json();
  const [customer] = await (await manager.request.get('/api/customers?limit=1')).json();
  const created = await manager.request.post('/api/deals', {
    data: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      customerId: customer.id,
      vehicle: '2026 Ford Bronco Sport',
      salespersonId: me.id,
      priceCents: 3_210_000,
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  await reload;
  await expect(page.getByRole('alert')).toContainText('Couldn’t load figures.');
  await page.getByRole('button', { name: 'Try again' }).click();
  release();
  await openDashboard(page);
  const stats = await (await page.request.get('/api/dashboard/stats')).json();
  const month: string = stats.days.from.slice(0, 7);
  const expectLink = async (name: string, path: string, title: string, countText?: string) => {
    await card(page, name).getByRole('link').click();
    await expect(page).toHaveURL(path);
    await expect(heading(page)).toHaveText(title);
    if (countText) await expect(page.getByRole('main').getByRole('status')).toHaveText(countText);
  };
  const pluralize = (rows: number, one: string) => `${rows} ${rows === 1 ? one : `${one}s`}`;
  await expectLink(
    'Vehicles Sold',
    `/customers/deals?type=consumer&deliveredIn=${month}`,
    'Deals',
    pluralize(stats.vehiclesSold, 'deal'),
  );
  await expect(page.getByRole('table', { name: 'Deals' })).toContainText('Delivered');
  await page.goBack();
  await expectLink(
    'Service Orders',
    `/customers/repair-orders?status=closed&closedIn=${month}`,
    'Repair Orders',
    pluralize(stats.serviceOrders, 'repair order'),
  );
  await page.goBack();
  await expectLink(
    'Active Customers',
    `/customers?activeIn=${month}`,
    'Customer Management',
    pluralize(stats.activeCustomers, 'customer'),
  );
  await page.goBack();
  await expectLink('Total Sales', '/reports?report=sales', 'Sales');
});

test('an employee sees Quick Actions and their own day, but no figures', async ({ person }) => {
  const page = await person('employee', '/');
  await expect(heading(page)).toHaveText('Quick Actions');
  await expect(page.getByText('Welcome back, Caleb Nguyen')).toBeVisible();
  const day = region(page, 'My day');
  await expect(day.getByRole('region', { name: 'My tasks' })).toBeVisible();
  await expect(day.getByRole('region', { name: 'My requests' })).toBeVisible();
  await expect(day.getByRole('region', { name: 'My month' })).toContainText('Units delivered');
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Quick Access' })).toBeVisible();
  await expectAccessible(page);
});

test('a manager sees only their own store, and My day only when something is due', async ({
  person,
}) => {
  const page = await person('kevin.matsuda', '/');
  await openDashboard(page);
  const brands = page.getByRole('list', { name: 'Sales by brand' });
  await expect(brands.getByRole('heading')).toHaveText(['Hyundai']);
  await expect(page.getByRole('table', { name: 'By store' })).toHaveCount(0);
  await expect(region(page, 'Quick Actions')).toBeVisible();
  await expect(region(page, 'My day')).toHaveCount(0);
  const [customer] = await (await page.request.get('/api/customers?limit=1&store=hyundai')).json();
  const response = await page.request.post(`/api/customers/${customer.id}/tasks`, {
    data: {
      clientId: crypto.randomUUID(),
      store: 'hyundai',
      kind: 'call',
      title: 'Ask how the first week was',
      dueAt: new Date().toISOString(),
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  await page.reload();
  await expect(
    region(page, 'My day').getByRole('link', { name: /^Ask how the first week was/ }),
  ).toBeVisible();
  await expect(region(page, 'My month')).toHaveCount(0);
});

test('denies access without the permission, and links no figures for a user with no other page', async ({
  person,
}) => {
  const admin = await person('admin', noPage);
  const { users } = await (await admin.request.get('/api/users?search=chloe.baptiste')).json();
  const permit = async (...pagePermissions: string[]) => {
    const response = await admin.request.patch(`/api/users/${users[0].id}`, {
      data: { pagePermissions },
    });
    expect(response.status(), await response.text()).toBe(200);
  };
  await permit('settings');
  const page = await person('chloe.baptiste', '/');
  await expect(heading(page)).toHaveText('Access Denied');
  await expect(page.getByText('Dashboard Access Required')).toBeVisible();
  await expect(
    page.getByText('Please contact your administrator to request dashboard access.'),
  ).toBeVisible();

  await permit('dashboard');
  await openDashboard(page);
  await expect(card(page, 'Total Sales')).toContainText(/\$\d+\.\dM/);
  await expect(cards(page).getByRole('link')).toHaveCount(0);
});

test('the dashboard is accessible in every theme, on desktop and phone, and its chart shows the figures of the month under the pointer', async ({
  person,
}) => {
  const page = await person('executive', '/');
  await openDashboard(page);
  await expect(page.getByRole('table', { name: 'By store' })).toBeVisible();
  await expect(page.locator('[data-line]')).toHaveCount(3);
  await expectAccessibleInEveryTheme(page);
  const chart = page.locator('svg:has([data-line])');
  const tip = page.locator('svg:has([data-line]) + div');
  await chart.hover({ position: { x: 40, y: 60 } });
  const months = page.getByRole('table', { name: 'Units by brand and month' });
  const [first, last] = [
    months.getByRole('rowheader').first(),
    months.getByRole('rowheader').last(),
  ];
  await expect(tip).toContainText((await first.textContent()) ?? '');
  const width = (await chart.boundingBox())?.width ?? 0;
  await chart.hover({ position: { x: width - 14, y: 60 } });
  await expect(tip).toContainText((await last.textContent()) ?? '');
  await expect(tip).toContainText('Ford');
  await page.mouse.move(0, 0);
  await expect(tip).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(card(page, 'Total Sales')).toBeVisible();
  await expectAccessibleInEveryTheme(page);
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(scrollWidth).toBeLessThanOrEqual(390);
});
