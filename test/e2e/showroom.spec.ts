import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

const line = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Showroom' }).getByRole('listitem').filter({ hasText: name });
const submit = (dialog: Locator, verb: string) =>
  dialog.getByRole('button', { name: verb, exact: true }).click();
async function next(page: Page, name: string, item: string | RegExp) {
  await line(page, name)
    .getByRole('button', { name: /^Here: update/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** A vehicle that can be driven and sold now. */
async function findOnLot(page: Page): Promise<string> {
  const get = async (path: string) => (await page.request.get(path)).json();
  const { vehicles } = await get('/api/vehicles?store=ford&status=frontline&limit=100');
  for (const { stockNumber, out, movingTo } of vehicles) {
    if (out !== null || movingTo !== null) continue;
    const sellable = await get(`/api/deals/sellable?store=ford&q=${stockNumber}`);
    if (sellable.length > 0) return stockNumber;
  }
  throw new Error('No vehicle of the demo group is on the lot');
}

test('a walk-in from the door to the deal', async ({ person }) => {
  const page = await person('employee', '/customers?view=today');
  await page.getByRole('button', { name: 'Log visit' }).click();
  const arrival = page.getByRole('dialog', { name: 'Log visit' });
  await submit(arrival, 'Log visit');
  await expect(arrival.getByText('Enter a description or choose a customer')).toBeVisible();
  await arrival.getByRole('textbox', { name: 'Or a description' }).fill('Man in a green vest');
  await arrival.getByLabel('Interested in').fill('Used truck');
  await expectAccessible(page);
  await submit(arrival, 'Log visit');
  const guest = line(page, 'Man in a green vest');
  await expect(guest).toBeVisible();

  // Nothing but a name is missing.
  await guest.getByRole('button', { name: /^Here: update/ }).click();
  await expect(page.getByRole('menuitem', { name: /^Test drive/ })).toBeDisabled();
  await page.getByRole('menuitem', { name: 'Add customer…' }).click();
  const who = page.getByRole('dialog', { name: 'Add customer' });
  await who.getByRole('combobox', { name: 'Customer' }).fill('Thaddeus Wrenfield');
  await who.getByRole('option', { name: /^Create/ }).click();
  await who.getByRole('textbox', { name: 'Phone' }).fill('316-556-7201');
  await submit(who, 'Create customer');
  await expect(who.getByRole('button', { name: 'Change customer' })).toBeVisible();
  await submit(who, 'Add customer');
  const visit = line(page, 'Thaddeus Wrenfield');
  await expect(visit.getByRole('link', { name: 'Lead' })).toBeVisible();

  const stockNumber = await findOnLot(page);
  await next(page, 'Thaddeus Wrenfield', /^Test drive/);
  const drive = page.getByRole('dialog', { name: /^Test drive/ });
  await drive.getByRole('combobox', { name: 'Vehicle' }).fill(stockNumber);
  await drive.getByRole('listbox', { name: 'Vehicles' }).getByRole('option').first().click();
  const checkOut = page.getByRole('dialog', { name: /^Test drive: / });
  await submit(checkOut, 'Check out');
  await expect(checkOut.getByText('Enter the last four of the license')).toBeVisible();
  await checkOut.getByLabel('License (last 4)').fill('7K42');
  const milesOut = await checkOut.getByLabel('Miles now').inputValue();
  await expectAccessible(page);
  await submit(checkOut, 'Check out');
  await expect(visit.getByText(/^Test drive: .+ out/)).toBeVisible();
  await visit.getByRole('button', { name: /^Check in/ }).click();
  const back = page.getByRole('dialog', { name: /^Check in/ });
  await back.getByLabel('Miles now').fill(String(Number(milesOut) + 9));
  await submit(back, 'Check in');
  await expect(visit.getByText(/^Test drive: .+ back/)).toBeVisible();

  await next(page, 'Thaddeus Wrenfield', 'Write-up…');
  await submit(page.getByRole('dialog', { name: 'Write-up' }), 'Open deal');
  await expect(page).toHaveURL(/\/customers\/deals\?deal=\d+/);
  await expect(page.getByRole('main')).toContainText('Thaddeus Wrenfield');

  await page.goto('/customers?view=today');
  await expect(visit.getByRole('link', { name: /^Deal / })).toBeVisible();
  await next(page, 'Thaddeus Wrenfield', 'Left: coming back');
  await expect(visit.getByText('Coming back')).toBeVisible();
  await visit.getByRole('link', { name: 'Lead' }).click();
  const sheet = page.getByRole('dialog', { name: 'Thaddeus Wrenfield' });
  await expect(sheet.getByText('Showed', { exact: true }).first()).toBeVisible();
  await expect(sheet.getByText('Came to the showroom')).toBeVisible();
  await expect(sheet.getByText('Write-up', { exact: true })).toBeVisible();
});

/** Adds a lead with an appointment at that time, and its customer. */
async function addAppointment(page: Page, firstName: string, at: Date) {
  const headers = { 'content-type': 'application/json' };
  const send = async (method: 'post' | 'put', path: string, data: object) =>
    (await page.request[method](path, { headers, data })).json();
  const customer = await send('post', '/api/customers', {
    clientId: crypto.randomUUID(),
    store: 'ford',
    kind: 'person',
    firstName,
    lastName: 'Wrenfield',
  });
  const lead = await send('post', '/api/leads', {
    clientId: crypto.randomUUID(),
    store: 'ford',
    customerId: customer.id,
    type: 'internet',
  });
  const { version } = await send('put', `/api/leads/${lead.id}/status`, {
    version: lead.version,
    status: 'appointment',
    appointmentAt: at.toISOString(),
  });
  const markNoShow = () => send('put', `/api/leads/${lead.id}/no-show`, { version });
  return { customerId: customer.id, leadId: lead.id, markNoShow };
}

/** A no-show can be marked once the time of the appointment has passed. */
const untilPast = (at: Date) =>
  expect.poll(() => Date.now() > at.getTime(), { timeout: 10_000 }).toBe(true);

test('a no-show on the customer’s page is a no-show on the lead', async ({ person }) => {
  const page = await person('employee', '/customers/leads?whose=mine');
  const soon = new Date(Date.now() + 5_000);
  const { customerId, leadId } = await addAppointment(page, 'Ottilie', soon);
  await page.goto(`/customers?customer=${customerId}`);
  const appointments = page.getByRole('list', { name: 'Appointments' });
  await untilPast(soon);
  await appointments.getByRole('button', { name: 'Set: change status' }).click();
  await page.getByRole('menuitem', { name: 'No-show' }).click();
  await page.goto(`/customers/leads?lead=${leadId}`);
  const sheet = page.getByRole('dialog', { name: 'Ottilie Wrenfield' });
  await expect(sheet.getByText('No-show').first()).toBeVisible();
  await expect(sheet.getByText('Contacted', { exact: true }).first()).toBeVisible();
});

test('a no-show on the lead appears on the open page of the customer', async ({ person }) => {
  const page = await person('employee', '/customers/leads?whose=mine');
  const soon = new Date(Date.now() + 5_000);
  const { customerId, markNoShow } = await addAppointment(page, 'Leopold', soon);
  await page.goto(`/customers?customer=${customerId}`);
  await expect(page.getByRole('button', { name: 'Set: change status' })).toBeVisible();
  await untilPast(soon);
  const { status } = await markNoShow();
  expect(status).toBe('contacted');
  await expect(page.getByRole('button', { name: 'Set: change status' })).toHaveCount(0);
  await page.getByText('1 past appointment').click();
  const past = page.getByRole('list', { name: 'Past appointments' });
  await expect(past).toContainText('No-show');
  await expect(page.getByText(/^Lead from .+: contacted$/)).toBeVisible();
});

test('a refused customer leaves no problem beside the next choice', async ({ person }) => {
  const page = await person('employee', '/customers?view=today');
  for (const firstName of ['Rosamund', 'Cordelia']) {
    await page.request.post('/api/customers', {
      data: {
        clientId: crypto.randomUUID(),
        store: 'ford',
        kind: 'person',
        firstName,
        lastName: 'Wrenfield',
      },
    });
  }
  await page.getByRole('button', { name: 'Log visit' }).click();
  const arrival = page.getByRole('dialog', { name: 'Log visit' });
  await arrival.getByRole('textbox', { name: 'Or a description' }).fill('Woman with a parrot');
  await submit(arrival, 'Log visit');
  await next(page, 'Woman with a parrot', 'Add customer…');
  const who = page.getByRole('dialog', { name: 'Add customer' });
  const choose = async (name: string) => {
    await who.getByRole('combobox', { name: 'Customer' }).fill(name);
    await who.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  };
  const problem = 'Choose a customer';
  await submit(who, 'Add customer');
  await expect(who.getByText(problem)).toBeVisible();
  const { promise, resolve: refuse } = Promise.withResolvers<void>();
  await page.route('**/api/showroom/visits/*/customer', async (route) => {
    await promise;
    const fields = { customerId: problem };
    await route.fulfill({ status: 400, json: { error: `${problem}.`, code: 'invalid', fields } });
  });
  await choose('Rosamund Wrenfield');
  await expect(who.getByText(problem)).toHaveCount(0);
  await submit(who, 'Add customer');
  await who.getByRole('button', { name: 'Change customer' }).click();
  await choose('Cordelia Wrenfield');
  const refused = page.waitForResponse('**/api/showroom/visits/*/customer');
  refuse();
  await refused;
  await expect(who.getByRole('button', { name: 'Add customer' })).toBeEnabled();
  await expect(who.getByText('Cordelia Wrenfield')).toBeVisible();
  await expect(who.getByText(problem)).toHaveCount(0);
});
