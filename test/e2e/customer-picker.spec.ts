import type { Page } from '@playwright/test';
import { expect, noPage, test } from './fixtures.ts';

const picker = (page: Page) => page.getByRole('combobox', { name: /^Customer/ });
const newCustomer = (page: Page) => page.getByRole('group', { name: /new customer$/ });

async function addCustomer(page: Page, lastName: string, phone: string): Promise<{ id: number }> {
  const response = await page.request.post('/api/customers', {
    data: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      kind: 'person',
      preferredLanguage: 'en',
      firstName: 'Paula',
      lastName,
      phones: [{ number: phone, kind: 'mobile' }],
      emails: [],
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

async function addVehicle(page: Page, customerId: number, vehicle: object): Promise<void> {
  const response = await page.request.post(`/api/customers/${customerId}/vehicles`, {
    data: { clientId: crypto.randomUUID(), ...vehicle },
  });
  expect(response.status(), await response.text()).toBe(201);
}

const maverick = {
  description: '2023 Ford Maverick XLT',
  vin: '3FTTW8E33PRA12345',
  plate: 'PKR 1',
  plateState: 'KS',
  mileage: 41_200,
};

test('a new customer is created in place, and the search text is kept', async ({ person }) => {
  const page = await person('manager', noPage);
  await addCustomer(page, 'Pickerfield', '(316) 555-0177');
  await page.goto('/customers/leads?new=lead');
  const form = page.getByRole('dialog', { name: 'Add lead' });
  await picker(page).fill('Zoe Pickertest');
  await page.getByRole('option', { name: 'Create “Zoe Pickertest”' }).click();
  const group = newCustomer(page);
  await expect(group.getByLabel('First name')).toHaveValue('Zoe');
  await expect(group.getByLabel('Last name')).toHaveValue('Pickertest');
  await expect(group.getByLabel('Phone')).toBeFocused();

  const create = group.getByRole('button', { name: 'Create customer' });
  const position = await create.boundingBox();
  await group.getByLabel('Phone').fill('316-555-0177');
  await expect(group.getByRole('button', { name: 'Use Paula Pickerfield' })).toBeVisible();
  expect(await create.boundingBox()).toEqual(position);
  await group.getByLabel('Phone').fill('31');
  await expect(group.getByRole('button', { name: 'Use Paula Pickerfield' })).toHaveCount(0);
  expect(await create.boundingBox()).toEqual(position);
  await create.click();
  await expect(group.getByText('Enter a phone number with its area code')).toBeVisible();
  await expect(group.getByLabel('Phone')).toBeFocused();
  await group.getByRole('button', { name: 'Back to search' }).click();
  await expect(picker(page)).toHaveValue('Zoe Pickertest');

  await picker(page).press('Enter');
  await group.getByLabel('Phone').fill('316 555 0178');
  await group.getByLabel('Phone').press('Enter');
  await expect(form.getByText('Zoe Pickertest')).toBeVisible();
  await expect(newCustomer(page)).toHaveCount(0);
  // Focus moves to the chosen customer, and from there back to the search.
  const change = form.getByRole('button', { name: 'Change customer' });
  await expect(change).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(picker(page)).toBeFocused();
});

test('a new repair order offers the vehicles of its customer', async ({ person }) => {
  const page = await person('walt.jankowski', noPage);
  const { id } = await addCustomer(page, 'Garagefield', '(316) 555-0188');
  await addVehicle(page, id, maverick);
  const second = await addCustomer(page, 'Twocarfield', '(316) 555-0189');
  await addVehicle(page, second.id, { ...maverick, vin: '3FTTW8E31PRA12346', plate: 'PKR 2' });
  await addVehicle(page, second.id, { description: '2019 Ford Escape SE' });
  const chooseCustomer = async (lastName: string) => {
    await picker(page).fill(lastName);
    await page.getByRole('option', { name: `Paula ${lastName}` }).click();
  };
  await page.goto('/customers/repair-orders?new=order');
  await chooseCustomer('Garagefield');
  const vehicles = page.getByRole('combobox', { name: 'Customer’s vehicles' });
  await expect(page.getByLabel('VIN', { exact: true })).toHaveValue(maverick.vin);
  await expect(page.getByRole('textbox', { name: /^Vehicle/ })).toHaveValue(maverick.description);
  await expect(vehicles).toContainText('PKR 1 KS');
  await expect(page.getByText('Last known: 41,200 mi')).toBeVisible();
  await vehicles.selectOption('Another vehicle');
  await expect(page.getByRole('textbox', { name: /^Vehicle/ })).toHaveValue('');

  // With two vehicles, neither is preselected.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'New repair order' }).click();
  await chooseCustomer('Twocarfield');
  await expect(vehicles).toBeVisible();
  await expect(page.getByLabel('VIN', { exact: true })).toHaveValue('');
  await vehicles.selectOption({ label: '2019 Ford Escape SE' });
  await expect(page.getByRole('textbox', { name: /^Vehicle/ })).toHaveValue('2019 Ford Escape SE');
});

test('a canceled appointment moves to the past appointments', async ({ person }) => {
  const page = await person('manager', noPage);
  const { id } = await addCustomer(page, 'Plannedfield', '(316) 555-0199');
  const startsAt = new Date(Date.now() + 86_400_000).toISOString();
  const created = await page.request.post(`/api/customers/${id}/appointments`, {
    data: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      kind: 'service',
      startsAt,
      note: 'Oil change',
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  await page.goto(`/customers?customer=${id}`);
  const appointments = page.getByRole('list', { name: 'Appointments', exact: true });
  await expect(appointments).toContainText('Oil change');
  const statusChange = page.waitForResponse(/\/api\/customers\/appointments\/\d+\/status$/);
  await appointments.getByRole('button', { name: 'Set: change status' }).click();
  await page.getByRole('menuitem', { name: 'Canceled' }).click();
  expect((await statusChange).status()).toBe(200);
  await expect(page.getByText('No open tasks or appointments.')).toBeVisible();
  await expect(appointments).toBeHidden();
  await page.getByText('1 past appointment').click();
  await expect(page.getByRole('list', { name: 'Past appointments' })).toContainText('Oil change');
});
