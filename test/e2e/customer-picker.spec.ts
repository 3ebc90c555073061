import type { Page } from '@playwright/test';
import { expect, noPage, test } from './fixtures.ts';

const picker = (page: Page) => page.getByRole('combobox', { name: /^Customer/ });
const newCustomer = (page: Page) => page.getByRole('group', { name: /new customer$/ });

async function addCustomer(page: Page, lastName: string, phone: string): Promise<{ id: number }> {
  const answer = await page.request.post('/api/customers', {
    data: {
      ...{ clientId: crypto.randomUUID(), store: 'ford', kind: 'person', preferredLanguage: 'en' },
      ...{ firstName: 'Paula', lastName, phones: [{ number: phone, kind: 'mobile' }], emails: [] },
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

async function park(page: Page, customerId: number, car: object): Promise<void> {
  const answer = await page.request.post(`/api/customers/${customerId}/vehicles`, {
    data: { clientId: crypto.randomUUID(), ...car },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

const maverick = {
  ...{ description: '2023 Ford Maverick XLT', vin: '3FTTW8E33PRA12345', plate: 'PKR 1' },
  ...{ plateState: 'KS', mileage: 41_200 },
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
  const place = await create.boundingBox();
  await group.getByLabel('Phone').fill('316-555-0177');
  await expect(group.getByRole('button', { name: 'Use Paula Pickerfield' })).toBeVisible();
  expect(await create.boundingBox()).toEqual(place);
  await group.getByLabel('Phone').fill('31');
  await expect(group.getByRole('button', { name: 'Use Paula Pickerfield' })).toHaveCount(0);
  expect(await create.boundingBox()).toEqual(place);
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
  // The keyboard goes on where the customer stands, and from there back to the search.
  const change = form.getByRole('button', { name: 'Change customer' });
  await expect(change).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(picker(page)).toBeFocused();
});

test('a new repair order offers the vehicles of its customer', async ({ person }) => {
  const page = await person('manager', noPage);
  const { id } = await addCustomer(page, 'Garagefield', '(316) 555-0188');
  await park(page, id, maverick);
  const two = await addCustomer(page, 'Twocarfield', '(316) 555-0189');
  await park(page, two.id, { ...maverick, vin: '3FTTW8E31PRA12346', plate: 'PKR 2' });
  await park(page, two.id, { description: '2019 Ford Escape SE' });
  const chooseCustomer = async (lastName: string) => {
    await picker(page).fill(lastName);
    await page.getByRole('option', { name: `Paula ${lastName}` }).click();
  };
  await page.goto('/customers/repair-orders?new=order');
  await chooseCustomer('Garagefield');
  const cars = page.getByRole('combobox', { name: 'Customer’s vehicles' });
  await expect(page.getByLabel('VIN', { exact: true })).toHaveValue(maverick.vin);
  await expect(page.getByRole('textbox', { name: /^Vehicle/ })).toHaveValue(maverick.description);
  await expect(cars).toContainText('PKR 1 KS');
  await expect(page.getByText('Last known: 41,200 mi')).toBeVisible();
  await cars.selectOption('Another vehicle');
  await expect(page.getByRole('textbox', { name: /^Vehicle/ })).toHaveValue('');

  // Of two vehicles none is preselected.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'New repair order' }).click();
  await chooseCustomer('Twocarfield');
  await expect(cars).toBeVisible();
  await expect(page.getByLabel('VIN', { exact: true })).toHaveValue('');
  await cars.selectOption({ label: '2019 Ford Escape SE' });
  await expect(page.getByRole('textbox', { name: /^Vehicle/ })).toHaveValue('2019 Ford Escape SE');
});

test('a canceled appointment is no longer planned', async ({ person }) => {
  const page = await person('manager', noPage);
  const { id } = await addCustomer(page, 'Plannedfield', '(316) 555-0199');
  const startsAt = new Date(Date.now() + 86_400_000).toISOString();
  const set = await page.request.post(`/api/customers/${id}/appointments`, {
    data: {
      ...{ clientId: crypto.randomUUID(), store: 'ford', kind: 'service' },
      ...{ startsAt, note: 'Oil change' },
    },
  });
  expect(set.status(), await set.text()).toBe(201);
  await page.goto(`/customers?customer=${id}`);
  const planned = page.getByRole('list', { name: 'Appointments', exact: true });
  await expect(planned).toContainText('Oil change');
  const moving = page.waitForResponse(/\/api\/customers\/appointments\/\d+\/status$/);
  await planned.getByRole('button', { name: 'Set: change status' }).click();
  await page.getByRole('menuitem', { name: 'Canceled' }).click();
  expect((await moving).status()).toBe(200);
  await expect(page.getByText('No open tasks or appointments.')).toBeVisible();
  await expect(planned).toBeHidden();
  await page.getByText('1 past appointment').click();
  await expect(page.getByRole('list', { name: 'Past appointments' })).toContainText('Oil change');
});
