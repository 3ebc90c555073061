import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

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

test('somebody unknown is added where one looked for them, and what was typed stays', async ({
  person,
}) => {
  const page = await person('manager');
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
  await expect(group.getByText('Please enter a phone number with its area code')).toBeVisible();
  await expect(group.getByLabel('Phone')).toBeFocused();
  await group.getByRole('button', { name: 'Back to search' }).click();
  await expect(picker(page)).toHaveValue('Zoe Pickertest');

  await picker(page).press('Enter');
  await group.getByLabel('Phone').fill('316 555 0178');
  await group.getByLabel('Phone').press('Enter');
  await expect(form.getByText('Zoe Pickertest')).toBeVisible();
  await expect(newCustomer(page)).toHaveCount(0);
  // The keyboard goes on where the customer stands, and from there back to the search.
  const change = form.getByRole('button', { name: 'Change the customer' });
  await expect(change).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(picker(page)).toBeFocused();
});

test('a new repair order offers the cars of its customer', async ({ person }) => {
  const page = await person('manager');
  const { id } = await addCustomer(page, 'Garagefield', '(316) 555-0188');
  await park(page, id, maverick);
  const write = async () => {
    await page.goto('/customers/repair-orders?new=order');
    await picker(page).fill('Garagefield');
    await page.getByRole('option', { name: /Paula Garagefield/ }).click();
  };
  await write();
  const cars = page.getByRole('combobox', { name: 'Customer’s vehicles' });
  await expect(page.getByLabel('VIN', { exact: true })).toHaveValue(maverick.vin);
  await expect(page.getByRole('textbox', { name: /^Car/ })).toHaveValue(maverick.description);
  await expect(cars).toContainText('PKR 1 KS');
  await expect(page.getByText('Last known: 41,200 mi')).toBeVisible();
  await cars.selectOption('Another vehicle');
  await expect(page.getByRole('textbox', { name: /^Car/ })).toHaveValue('');

  await park(page, id, { description: '2019 Ford Escape SE' });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await write();
  await expect(cars).toBeVisible();
  await expect(page.getByLabel('VIN', { exact: true })).toHaveValue('');
  await cars.selectOption({ label: '2019 Ford Escape SE' });
  await expect(page.getByRole('textbox', { name: /^Car/ })).toHaveValue('2019 Ford Escape SE');
});

test('a canceled appointment is no longer planned', async ({ person }) => {
  const page = await person('manager');
  const { id } = await addCustomer(page, 'Plannedfield', '(316) 555-0199');
  const startsAt = new Date(Date.now() + 86_400_000).toISOString();
  const set = await page.request.post(`/api/customers/${id}/appointments`, {
    data: {
      ...{ clientId: crypto.randomUUID(), store: 'ford', kind: 'service' },
      ...{ startsAt, note: 'Oil change' },
    },
  });
  const { id: appointment, version } = await set.json();
  await page.goto(`/customers?customer=${id}`);
  const planned = page.getByRole('list', { name: 'Appointments', exact: true });
  await expect(planned).toContainText('Oil change');
  const canceled = await page.request.put(`/api/customers/appointments/${appointment}/status`, {
    data: { version, status: 'canceled' },
  });
  expect(canceled.status()).toBe(200);
  await page.reload();
  await expect(page.getByText('Nothing is planned.')).toBeVisible();
  await expect(planned).toBeHidden();
  await page.getByText('1 past appointment').click();
  await expect(page.getByRole('list', { name: 'Past appointments' })).toContainText('Oil change');
});

test('the focus ring of a tab leaves its words whole', async ({ person }) => {
  const page = await person('manager', '/customers');
  const tab = page.getByRole('tab', { name: 'Today' });
  await expect(tab).toBeVisible();
  const inset = await tab.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const [box, text] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
    return Math.min(text.left - box.left, box.right - text.right);
  });
  expect(inset).toBeGreaterThanOrEqual(4);
});
