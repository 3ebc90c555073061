import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { chooseTheme, expect, expectAccessible, expectContrast, noPage, test } from './fixtures.ts';

const adf = (id: string, name: string, car: string) => `<?xml version="1.0"?><?adf version="1.0"?>
<adf><prospect>
  <id sequence="1" source="Spec">${id}</id>
  <requestdate>${new Date().toISOString()}</requestdate>
  <vehicle interest="buy" status="new"><year>2026</year><make>Chevrolet</make><model>${car}</model></vehicle>
  <customer>
    <contact>
      <name part="first">${name}</name><name part="last">Wrenfield</name>
      <email>${name.toLowerCase()}@example.com</email>
      <phone type="cellphone">316-556-7${id.slice(-3)}</phone>
    </contact>
    <comments>Is it still there?</comments>
  </customer>
  <vendor><contact><name part="full">Chevrolet</name></contact></vendor>
</prospect></adf>`;

const board = (page: Page) => page.getByRole('list', { name: 'Leads by status' });
const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const card = (within: Page | Locator, name: string) =>
  within.getByRole('article', { name: `${name} Wrenfield` });
const panel = (page: Page, name: string) => page.getByRole('dialog', { name: `${name} Wrenfield` });
const setUp = async (page: Page, what: string) => {
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('menuitem', { name: what }).click();
};
const submit = (dialog: Locator, verb: string) =>
  dialog.getByRole('button', { name: verb, exact: true }).click();

async function handIn(page: Page, key: string, message: string) {
  return page.request.post('/api/leads/adf', {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-adf+xml' },
    data: message,
  });
}

/** The key of a new source of the Chevrolet store. */
async function keyOf(admin: Page, name: string): Promise<string> {
  const data = { clientId: randomUUID(), store: 'chevrolet', name, type: 'internet' };
  const added = await admin.request.post('/api/leads/sources', { data });
  expect(added.status()).toBe(201);
  const { id } = await added.json();
  const made = await admin.request.post(`/api/leads/sources/${id}/key`);
  expect(made.status()).toBe(200);
  return (await made.json()).key;
}

async function shownKey(dialog: Locator): Promise<string> {
  const key = dialog.getByText(/^fcl_[\w-]+$/);
  await expect(key).toBeVisible();
  return (await key.textContent()) ?? '';
}

const allDay = { opens: '00:00', closes: '23:59' };

/** Opens the store on all days but Monday for as long as a store can be open. */
async function openOtherDays(manager: Page): Promise<void> {
  const desks = await (await manager.request.get('/api/leads/desks')).json();
  const desk = desks.find(({ store }: { store: string }) => store === 'chevrolet');
  const data = {
    ...{ version: desk.version, limitMinutes: desk.limitMinutes, inTurn: desk.inTurn },
    hours: desk.hours.map((day: object | null, at: number) => (at === 0 ? day : allDay)),
    memberIds: desk.members.map(({ id }: { id: number }) => id),
  };
  const answer = await manager.request.put('/api/leads/desks/chevrolet', { data });
  expect(answer.ok()).toBe(true);
}

/** Leaves the turns of the store to one person, at any time of the day. */
async function leaveTurnsTo(manager: Page, name: string): Promise<void> {
  await setUp(manager, 'Lead routing...');
  const dialog = manager.getByRole('dialog', { name: 'Lead routing' });
  const turns = dialog.getByRole('list', { name: 'Round-robin members' });
  await expect(dialog.getByRole('checkbox', { name: 'Monday' })).toBeVisible();
  const others = dialog.getByRole('button', { name: /^Remove .+ from the rotation$/ });
  while ((await others.count()) > 0) await others.first().click();
  await dialog.getByLabel('Add member').selectOption({ label: name });
  await dialog.getByRole('checkbox', { name: 'Monday' }).check();
  await dialog.getByLabel('Monday opens').fill(allDay.opens);
  await dialog.getByLabel('Monday closes').fill(allDay.closes);
  await dialog.getByLabel('Response time, minutes').fill('0');
  await submit(dialog, 'Save');
  await expect(dialog.getByText('Enter 1 to 1,440 minutes')).toBeVisible();
  await dialog.getByLabel('Response time, minutes').fill('30');
  await expect(turns.getByText(name, { exact: true })).toBeVisible();
  await submit(dialog, 'Save');
  await expect(dialog).toBeHidden();
  const desks = await (await manager.request.get('/api/leads/desks')).json();
  const desk = desks.find(({ store }: { store: string }) => store === 'chevrolet');
  expect(desk.hours).toEqual(Array(7).fill(allDay));
}

/** In the last minute of a day no store is open, and what waits counts no minutes down. */
async function passMidnight(): Promise<void> {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Chicago',
    timeStyle: 'short',
  });
  const isLate = () => clock.format(Date.now() + 60_000) === '23:59' || clock.format() === '23:59';
  if (!isLate()) return;
  test.info().setTimeout(test.info().timeout + 130_000);
  await expect.poll(isLate, { timeout: 130_000 }).toBe(false);
}

test('a lead’s day: handed in, rung, answered, expected, shown, lost', async ({ person }) => {
  const key = await keyOf(await person('admin', noPage), 'Spec of the day');
  const manager = await person('simone.archer', noPage);
  await openOtherDays(manager);
  await manager.goto('/customers/leads');
  await leaveTurnsTo(manager, 'Jake Lindstrom');

  const seller = await person('jake.lindstrom', '/customers');
  await seller.getByRole('link', { name: 'Leads', exact: true }).click();
  await expect(board(seller)).toBeVisible();
  await expect(seller.getByRole('switch', { name: /^Accepting leads/ })).toBeChecked();
  const other = await person('hannah.schultz', '/customers/leads');
  await expect(board(other)).toBeVisible();

  // Live, to whoever's turn it is, in sight and in the bell; the other store hears nothing.
  await passMidnight();
  const handed = await handIn(seller, key, adf('spec-101', 'Odalys', 'Silverado'));
  expect(handed.status()).toBe(200);
  const waiting = card(column(seller, 'New'), 'Odalys');
  await expect(waiting).toContainText('2026 Chevrolet Silverado');
  await expect(waiting).toContainText('Jake Lindstrom');
  await expect(waiting).toContainText(/\d+ min left/);
  await expect(seller.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible();
  await expect(card(other, 'Odalys')).toHaveCount(0);

  // Answered in two presses; the clock stops everywhere.
  await waiting.getByRole('button', { name: /^Odalys/ }).click();
  const sheet = panel(seller, 'Odalys');
  await expect(sheet.getByRole('link', { name: '(316) 556-7101', exact: true })).toHaveAttribute(
    'href',
    'tel:+13165567101',
  );
  await expect(sheet.getByText('Is it still there?')).toBeVisible();
  await expectAccessible(seller);
  await sheet
    .getByRole('form', { name: 'Log response' })
    .getByLabel('Note')
    .fill('Comes to see it');
  await submit(sheet, 'Log');
  await expect(sheet.getByText('Call: reached')).toBeVisible();
  await expect(sheet.getByText(/^Responded in (<1|\d+) min$/)).toBeVisible();
  await expect(card(column(manager, 'Contacted'), 'Odalys')).toContainText(/Responded/);

  await submit(sheet, 'Appointment set...');
  const when = seller.getByRole('dialog', { name: 'Appointment' });
  await when.getByLabel('Date').fill('');
  await submit(when, 'Set appointment');
  await expect(when.getByText('Choose a date and time')).toBeVisible();
  const inTwoDays = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
  await when.getByLabel('Date').fill(inTwoDays);
  await when.getByLabel('Time').fill('14:30');
  await submit(when, 'Set appointment');
  await expect(sheet.getByText('Contacted → Appointment set')).toBeVisible();
  await expect(sheet.getByText(/2:30 PM/)).toBeVisible();

  // They come later than that: offered is what was agreed, and no time that has passed is taken.
  await submit(sheet, 'Reschedule appointment');
  await expect(when.getByLabel('Date')).toHaveValue(inTwoDays);
  await expect(when.getByLabel('Time')).toHaveValue('14:30');
  await expectAccessible(seller);
  await when.getByLabel('Date').fill('2020-01-06');
  await submit(when, 'Reschedule');
  await expect(when.getByText('Choose a future time')).toBeVisible();
  await when.getByLabel('Date').fill(inTwoDays);
  await when.getByLabel('Time').fill('16:15');
  await when.getByLabel('Note').fill('After her shift');
  await submit(when, 'Reschedule');
  await expect(when).toBeHidden();
  await expect(sheet.getByText(/4:15 PM/)).toBeVisible();
  await expect(sheet.getByText(/2:30 PM/)).toHaveCount(0);
  await expect(sheet.getByText('Appointment rescheduled')).toBeVisible();
  await expect(sheet.getByText('After her shift')).toBeVisible();
  await expect(card(column(manager, 'Appointment set'), 'Odalys')).toContainText(/4:15 PM/);

  await submit(sheet, 'Showed');
  await expect(sheet.getByText('Appointment set → Showed')).toBeVisible();
  await submit(sheet, 'Lost...');
  const why = seller.getByRole('dialog', { name: 'Mark lead as lost' });
  await submit(why, 'Mark as lost');
  await expect(why.getByText('Select a reason')).toBeVisible();
  await why.getByLabel('Reason').selectOption('price');
  await submit(why, 'Mark as lost');
  await expect(sheet.getByText('Lost: Price or payment')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(card(seller, 'Odalys')).toHaveCount(0);

  await seller.getByRole('tab', { name: 'List' }).click();
  await seller.getByLabel('Status', { exact: true }).selectOption('lost');
  await seller.getByLabel('Search leads').fill('odalys');
  const table = seller.getByRole('table', { name: 'Leads' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('Odalys Wrenfield');
  await expectAccessible(seller);
});

test('by the keyboard alone a card goes over the board, and keeps the focus', async ({
  person,
}) => {
  const key = await keyOf(await person('admin', noPage), 'Spec of the keyboard');
  const manager = await person('simone.archer', noPage);
  expect((await handIn(manager, key, adf('spec-102', 'Tamsin', 'Tahoe'))).status()).toBe(200);
  await manager.goto('/customers/leads?q=tamsin');
  const title = (name: string) =>
    card(column(manager, name), 'Tamsin').getByRole('button', { name: /^Tamsin/ });
  await title('New').focus();
  await manager.keyboard.press('Shift+ArrowRight');
  await expect(title('Contacted')).toBeFocused();
  await manager.keyboard.press('Shift+ArrowRight');
  const when = manager.getByRole('dialog', { name: 'Appointment' });
  await expect(when.getByLabel('Date')).toBeFocused();
  await manager.keyboard.press('Enter');
  await expect(title('Appointment set')).toBeFocused();
  await manager.keyboard.press('Shift+ArrowRight');
  await expect(title('Showed')).toBeFocused();
  await manager.keyboard.press('Enter');
  await expect(panel(manager, 'Tamsin')).toBeVisible();
  await expect(manager).toHaveURL(/lead=\d+/);
  await manager.keyboard.press('Escape');
  await expect(title('Showed')).toBeFocused();
});

test('a manager gives a lead to another, and a carried card asks why it is lost', async ({
  person,
}) => {
  const admin = await person('admin', noPage);
  const key = await keyOf(admin, 'Spec of giving');
  expect((await handIn(admin, key, adf('spec-103', 'Briony', 'Traverse'))).status()).toBe(200);
  const jake = await person('jake.lindstrom', '/customers/leads?q=briony&whose=mine');
  await expect(board(jake)).toBeVisible();
  const manager = await person('simone.archer', '/customers/leads?q=briony');
  await card(manager, 'Briony')
    .getByRole('button', { name: /^Briony/ })
    .click();
  const sheet = panel(manager, 'Briony');
  const give = async (name: string) => {
    await sheet.getByRole('button', { name: 'Assign to' }).click();
    await manager.getByRole('menuitem', { name }).click();
    await expect(sheet.getByRole('region', { name: 'Assigned to' })).toContainText(name);
  };
  // Whoever's turn it was.
  await submit(sheet, 'Claim');
  await expect(sheet.getByRole('region', { name: 'Assigned to' })).toContainText('Simone Archer');
  await expect(card(jake, 'Briony')).toHaveCount(0);
  await give('Jake Lindstrom');
  await expect(card(jake, 'Briony')).toBeVisible();
  await expect(sheet.getByText('Assigned to Jake Lindstrom').first()).toBeVisible();
  await sheet.getByRole('button', { name: 'Original message' }).click();
  await expect(sheet.getByRole('region', { name: 'Original message' })).toContainText('<adf>');
  await sheet.getByRole('button', { name: 'Close' }).click();

  // Whoever gives none away is not offered to.
  await card(jake, 'Briony')
    .getByRole('button', { name: /^Briony/ })
    .click();
  await expect(
    panel(jake, 'Briony').getByRole('button', { name: 'Log', exact: true }),
  ).toBeVisible();
  await expect(panel(jake, 'Briony').getByRole('button', { name: 'Assign to' })).toHaveCount(0);

  await card(manager, 'Briony').dragTo(manager.getByRole('heading', { name: /^Contacted/ }));
  await expect(card(column(manager, 'Contacted'), 'Briony')).toBeVisible();
  await card(manager, 'Briony').hover();
  await manager.mouse.down();
  await manager.getByRole('heading', { name: /^Showed/ }).hover();
  // Where a card leaves the board shows only while one is carried.
  await manager.getByText('Lost', { exact: true }).hover();
  await manager.mouse.up();
  const why = manager.getByRole('dialog', { name: 'Mark lead as lost' });
  await why.getByLabel('Reason').selectOption('not_buying');
  await submit(why, 'Mark as lost');
  await expect(card(manager, 'Briony')).toHaveCount(0);
});

test('a key is replaced, what is sent with the old one is refused, and what was wrong is told', async ({
  person,
}) => {
  const admin = await person('admin', '/customers/leads');
  await setUp(admin, 'Sources...');
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add source' }).click();
  const form = dialog.getByRole('form', { name: 'Add source' });
  await form.getByRole('button', { name: 'Add source' }).click();
  await expect(form.getByText('Enter a name')).toBeVisible();
  await form.getByLabel('Name').fill('Spec of keys');
  await form.getByLabel('Store').selectOption('chevrolet');
  await form.getByRole('button', { name: 'Add source' }).click();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const first = await shownKey(dialog);
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Replace key' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Replace key' }).click();
  await expect(dialog.getByText(first, { exact: true })).toHaveCount(0);
  const second = await shownKey(dialog);
  expect((await handIn(admin, first, adf('spec-104', 'Corin', 'Blazer'))).status()).toBe(401);
  expect((await handIn(admin, second, adf('spec-104', 'Corin', 'Blazer'))).status()).toBe(200);
  const broken = await handIn(admin, second, '<adf><prospect>');
  expect(broken.status()).toBe(400);
  await dialog.getByRole('button', { name: 'All sources' }).click();
  await dialog.getByRole('button', { name: /^Spec of keys/ }).click();
  const deliveries = dialog.getByRole('list', { name: 'Deliveries' });
  await expect(deliveries.getByText('Rejected')).toBeVisible();
  await expect(deliveries.getByText('Accepted')).toBeVisible();
  await dialog.getByRole('switch', { name: 'Accept leads from this source' }).click();
  await expect
    .poll(async () => (await handIn(admin, second, adf('spec-105', 'Corin', 'Blazer'))).status())
    .toBe(403);
});

test('a lead is added by hand, on a phone too, in light and dark', async ({ person }) => {
  const page = await person('simone.archer', '/customers/leads');
  await page.getByRole('button', { name: 'Add lead' }).click();
  const form = page.getByRole('dialog', { name: 'Add lead' });
  await submit(form, 'Add lead');
  await expect(form.getByText('Choose a customer')).toBeVisible();
  await form.getByRole('combobox', { name: 'Customer' }).fill('chavez');
  await form.getByRole('listbox', { name: 'Customers' }).getByRole('option').first().click();
  await form.getByLabel('Lead type').selectOption('phone');
  await form.getByLabel('Make').first().fill('Chevrolet');
  await form.getByLabel('Model').first().fill('Colorado');
  await form.getByLabel('VIN').first().fill('1GC');
  await form.getByLabel('Comments').fill('Wants a long bed');
  await expectAccessible(page);
  await submit(form, 'Add lead');
  await expect(form.getByText('A VIN has 17 characters, without I, O and Q')).toBeVisible();
  await form.getByLabel('VIN').first().fill('');
  await submit(form, 'Add lead');
  const sheet = page.getByRole('dialog', { name: /chavez/i });
  await expect(sheet.getByText('Wants a long bed')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  const newLeads = page.getByRole('button', { name: /^New \d+$/ });
  const expectFits = async () => {
    await page.getByRole('button', { name: /^Contacted \d+$/ }).click();
    await expect(page.getByRole('heading', { name: /^Contacted/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: /^New/ })).toHaveCount(0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
  };
  await expect(board(page)).toBeVisible();
  await expectAccessible(page);
  await expectFits();
  await newLeads.click();
  await chooseTheme(page, 'dark');
  await expect(board(page)).toBeVisible();
  await expectContrast(page);
  await expectFits();
});
