import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const form = (page: Page) => page.getByRole('dialog', { name: 'New repair order' });
const changeStatus = async (page: Page, status: string) => {
  await page.getByRole('button', { name: 'Change status' }).click();
  await page.getByRole('menuitem', { name: status }).click();
};

test('an advisor creates, works on and closes a repair order, which the customer’s timeline shows', async ({
  person,
}) => {
  const page = await person('walt.jankowski', '/customers');
  await page.getByRole('link', { name: 'Repair orders' }).click();
  const table = page.getByRole('table', { name: 'Repair orders' });
  await expect(table).toBeVisible();
  await expectAccessible(page);
  const view = page.getByRole('combobox', { name: 'View', exact: true });
  await view.selectOption('Past promised time');
  await expect(page).toHaveURL(/scope=late/);
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  await view.selectOption('Open');
  await expect(page).not.toHaveURL(/scope/);
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeHidden();

  await page.getByRole('button', { name: 'New repair order' }).click();
  await form(page).getByRole('button', { name: 'Create repair order' }).click();
  await expect(form(page).getByText('Choose a customer')).toBeVisible();
  await expect(form(page).getByText('Enter the vehicle')).toBeVisible();
  await form(page).getByRole('combobox', { name: 'Customer' }).fill('jose chavez');
  await form(page).getByRole('listbox', { name: 'Customers' }).getByRole('option').first().click();
  await form(page).getByRole('textbox', { name: 'Vehicle' }).fill('2021 Ford Escape SEL');
  await form(page).getByLabel('VIN').fill('1FTFW3L51RK91059O');
  await form(page).getByLabel('Complaint').fill('Brakes squeal in the morning');
  await form(page).getByLabel('Labor, $').fill('180.50');
  await form(page).getByLabel('Parts, $').fill('212');
  await form(page).getByLabel('Hours flagged').fill('1.4');
  await expectAccessible(page);
  await form(page).getByRole('button', { name: 'Create repair order' }).click();
  await expect(form(page).getByText('A VIN has 17 characters, without I, O and Q')).toBeVisible();
  await form(page).getByLabel('VIN').fill('1ftfw3l51rk910594');
  await form(page).getByRole('button', { name: 'Create repair order' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Repair order \d+$/);
  await expect(page.getByRole('region', { name: 'Work' })).toContainText('$392.50');
  await expect(page.getByText('1FTFW3L51RK910594')).toBeVisible();
  const url = page.url();
  await changeStatus(page, 'In progress');
  await expect(page.getByText('Open → In progress')).toBeVisible();
  await changeStatus(page, 'Completed');
  await changeStatus(page, 'Closed');
  await page
    .getByRole('dialog', { name: 'Close repair order' })
    .getByRole('button', { name: 'Close repair order' })
    .click();
  await expect(page.getByText('Completed → Closed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('region', { name: 'Details' }).getByRole('link').click();
  const timelineLink = page.getByRole('list', { name: 'Timeline' }).getByRole('link', {
    name: /^Repair order \d+: closed$/,
  });
  await timelineLink.first().click();
  await expect(page).toHaveURL(url);
});

test('a repair order is found by words of its vehicle, the last six of its VIN and its customer', async ({
  person,
}) => {
  const page = await person('walt.jankowski', '/customers/repair-orders?scope=all');
  const table = page.getByRole('table', { name: 'Repair orders' });
  await expect(table).toBeVisible();
  const orders = await (await page.request.get('/api/repair-orders?scope=all&limit=50')).json();
  const order = orders.find(({ vin }: { vin: string | null }) => vin);
  const lastName = order.customer.name.split(' ').at(-1);
  const model = order.vehicle.split(' ')[2];
  const search = page.getByRole('searchbox', { name: 'Search repair orders' });
  for (const typed of [order.vin.slice(-6), `${lastName} ${model}`]) {
    await search.fill(typed);
    await expect(table.getByText(order.number)).toBeVisible();
  }
  await search.fill('no such vehicle');
  await expect(table.getByText(order.number)).toHaveCount(0);
  // The platform search leads there, too.
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Platform Search' });
  await palette.getByRole('combobox', { name: 'Platform Search' }).fill(order.vin.slice(-6));
  await expect(palette.getByRole('option', { name: new RegExp(order.number) })).toBeVisible();
});

test('a repair order starts at its top, also from far down the list, which is returned to as it was left', async ({
  person,
}) => {
  const page = await person('walt.jankowski', '/customers/repair-orders?scope=all');
  await page.setViewportSize({ width: 390, height: 844 });
  const order = page.getByRole('table', { name: 'Repair orders' }).getByRole('link').nth(70);
  const back = page.getByRole('link', { name: 'All repair orders' });
  await page.getByRole('button', { name: 'Show more' }).click();
  await order.click();
  await expect(page.getByRole('region', { name: 'Work' })).toBeVisible();
  await expect(back).toBeInViewport();
  await page.goBack();
  await expect(order).toBeInViewport({ ratio: 1 });
  await expect(order).toBeFocused();

  await order.click();
  await expect(page.getByRole('region', { name: 'Work' })).toBeVisible();
  await expect(back).toBeInViewport();
  await back.click();
  await expect(page).toHaveURL(/\/repair-orders\?scope=all$/);
  await expect(order).toBeInViewport({ ratio: 1 });
  await expect(order).toBeFocused();
});

test('someone whose account was disabled stays the advisor and technician of an order that is edited', async ({
  person,
  caller,
}) => {
  const page = await person('walt.jankowski', noPage);
  const { id: me } = await (await page.request.get('/api/user')).json();
  const { staff } = await (await page.request.get('/api/repair-orders/choices')).json();
  const former = staff.find(
    ({ id, stores }: { id: number; stores: string[] }) => id !== me && stores.includes('ford'),
  );
  const [customer] = await (await page.request.get('/api/customers?limit=1&store=ford')).json();
  const created = await page.request.post('/api/repair-orders', {
    data: {
      clientId: randomUUID(),
      store: 'ford',
      customerId: customer.id,
      vehicle: '2021 Ford Escape SEL',
      advisorId: former.id,
      lines: [{ payType: 'customer', complaint: 'Oil change due', technicianId: former.id }],
    },
  });
  expect(created.status()).toBe(201);
  const { id } = await created.json();
  const admin = await caller('admin');
  const toggle = async () =>
    expect((await admin.patch(`/api/users/${former.id}/toggle-status`)).ok()).toBe(true);
  await toggle();
  try {
    await page.goto(`/customers/repair-orders?order=${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: /^Edit repair order/ });
    for (const label of ['Advisor', 'Technician'])
      await expect(dialog.getByLabel(label).locator('option:checked')).toHaveText(former.name);
  } finally {
    await toggle();
  }
});
