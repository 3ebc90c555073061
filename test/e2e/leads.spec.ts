import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import {
  chooseTheme,
  expect,
  expectAccessible,
  expectContrast,
  go,
  noPage,
  test,
} from './fixtures.ts';

const adf = (id: string, name: string, model: string) => `<?xml version="1.0"?><?adf version="1.0"?>
<adf><prospect>
  <id sequence="1" source="Spec">${id}</id>
  <requestdate>${new Date().toISOString()}</requestdate>
  <vehicle interest="buy" status="new"><year>2026</year><make>Chevrolet</make><model>${model}</model></vehicle>
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
const openSetup = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const submit = (dialog: Locator, verb: string) =>
  dialog.getByRole('button', { name: verb, exact: true }).click();

async function submitAdf(request: APIRequestContext, key: string, message: string) {
  return request.post('/api/leads/adf', {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-adf+xml' },
    data: message,
  });
}

/** Adds a lead source to the Chevrolet store and returns its key. */
async function createSourceKey(admin: APIRequestContext, name: string): Promise<string> {
  const data = { clientId: randomUUID(), store: 'chevrolet', name, type: 'internet' };
  const created = await admin.post('/api/leads/sources', { data });
  expect(created.status()).toBe(201);
  const { id } = await created.json();
  const keyResponse = await admin.post(`/api/leads/sources/${id}/key`);
  expect(keyResponse.status()).toBe(200);
  return (await keyResponse.json()).key;
}

async function shownKey(dialog: Locator): Promise<string> {
  const key = dialog.getByText(/^fcl_[\w-]+$/);
  await expect(key).toBeVisible();
  return (await key.textContent()) ?? '';
}

const allDay = { opens: '00:00', closes: '23:59' };

/** Sets the longest possible business hours on every day but Monday. */
async function extendHours(manager: Page): Promise<void> {
  const routings = await (await manager.request.get('/api/leads/routing')).json();
  const routing = routings.find(({ store }: { store: string }) => store === 'chevrolet');
  const data = {
    version: routing.version,
    limitMinutes: routing.limitMinutes,
    inTurn: routing.inTurn,
    hours: routing.hours.map((day: object | null, index: number) => (index === 0 ? day : allDay)),
    memberIds: routing.members.map(({ id }: { id: number }) => id),
  };
  const response = await manager.request.put('/api/leads/routing/chevrolet', { data });
  expect(response.ok()).toBe(true);
}

/** Makes one person the only member of the rotation, at any time of the day. */
async function assignRotationTo(manager: Page, name: string): Promise<void> {
  await openSetup(manager, 'Lead routing…');
  const dialog = manager.getByRole('dialog', { name: 'Lead routing' });
  const rotation = dialog.getByRole('list', { name: 'Rotation members' });
  await expect(dialog.getByRole('checkbox', { name: 'Monday' })).toBeVisible();
  const removeButtons = dialog.getByRole('button', { name: /^Remove .+ from the rotation$/ });
  while ((await removeButtons.count()) > 0) await removeButtons.first().click();
  await dialog.getByLabel('Add member').selectOption({ label: name });
  await dialog.getByRole('checkbox', { name: 'Monday' }).check();
  await dialog.getByLabel('Monday opens').fill(allDay.opens);
  await dialog.getByLabel('Monday closes').fill(allDay.closes);
  await dialog.getByLabel('Response time, minutes').fill('0');
  await submit(dialog, 'Save');
  await expect(dialog.getByText('Enter 1 to 1,440 minutes')).toBeVisible();
  await dialog.getByLabel('Response time, minutes').fill('30');
  await expect(rotation.getByText(name, { exact: true })).toBeVisible();
  await submit(dialog, 'Save');
  await expect(dialog).toBeHidden();
  const routings = await (await manager.request.get('/api/leads/routing')).json();
  const routing = routings.find(({ store }: { store: string }) => store === 'chevrolet');
  expect(routing.hours).toEqual(Array(7).fill(allDay));
}

/** In the last minute of a day no store is open, and no response time counts down. */
async function waitPastMidnight(): Promise<void> {
  const formatter = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Chicago',
    timeStyle: 'short',
  });
  const isLate = () =>
    formatter.format(Date.now() + 60_000) === '23:59' || formatter.format() === '23:59';
  if (!isLate()) return;
  test.info().setTimeout(test.info().timeout + 130_000);
  await expect.poll(isLate, { timeout: 130_000 }).toBe(false);
}

test('a lead is received, answered, given an appointment, shown and lost', async ({
  person,
  caller,
}) => {
  const key = await createSourceKey(await caller('admin'), 'Spec of the day');
  const manager = await person('simone.archer', noPage);
  await extendHours(manager);
  await manager.goto('/customers/leads');
  await assignRotationTo(manager, 'Jake Lindstrom');

  const salesperson = await person('jake.lindstrom', '/customers');
  await salesperson.getByRole('link', { name: 'Leads', exact: true }).click();
  await expect(board(salesperson)).toBeVisible();
  await expect(salesperson.getByRole('switch', { name: /^Accepting leads/ })).toBeChecked();

  // It appears live for the next salesperson in the rotation, with a notification.
  await waitPastMidnight();
  const submitted = await submitAdf(
    salesperson.request,
    key,
    adf('spec-101', 'Odalys', 'Silverado'),
  );
  expect(submitted.status()).toBe(200);
  const newCard = card(column(salesperson, 'New'), 'Odalys');
  await expect(newCard).toContainText('2026 Chevrolet Silverado');
  await expect(newCard).toContainText('Jake Lindstrom');
  await expect(newCard).toContainText(/\d+ min left/);
  await expect(
    salesperson.getByRole('button', { name: /^Notifications, \d+ unread/ }),
  ).toBeVisible();

  // An unanswered call is an attempt: it stops the countdown for everyone, but the customer has not been reached.
  await newCard.getByRole('button', { name: /^Odalys/ }).click();
  const sheet = panel(salesperson, 'Odalys');
  await expect(sheet.getByRole('link', { name: '(316) 556-7101', exact: true })).toHaveAttribute(
    'href',
    'tel:+13165567101',
  );
  await expect(sheet.getByText('Is it still there?')).toBeVisible();
  // A salesperson may not reassign leads.
  await expect(sheet.getByRole('button', { name: 'Assign to' })).toHaveCount(0);
  await expectAccessible(salesperson);
  const response = sheet.getByRole('form', { name: 'Log response' });
  await submit(response, 'No answer');
  await submit(sheet, 'Log');
  await expect(sheet.getByText('Call: no answer')).toBeVisible();
  await expect(sheet.getByText(/^Attempted in (<1|\d+) min$/)).toBeVisible();
  await expect(sheet.getByText('Not yet')).toBeVisible();
  await expect(card(column(manager, 'Attempted'), 'Odalys')).toContainText(/Attempted in/);
  await submit(response, 'Reached');
  await response.getByLabel('Note').fill('Comes to see it');
  await submit(sheet, 'Log');
  await expect(sheet.getByText('Call: reached')).toBeVisible();
  await expect(card(column(manager, 'Contacted'), 'Odalys')).toBeVisible();

  await submit(sheet, 'Appointment set…');
  const appointment = salesperson.getByRole('dialog', { name: 'Appointment' });
  await appointment.getByLabel('Date').fill('');
  await submit(appointment, 'Set appointment');
  await expect(appointment.getByText('Choose a date and time')).toBeVisible();
  const inTwoDays = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
  await appointment.getByLabel('Date').fill(inTwoDays);
  await appointment.getByLabel('Time').fill('14:30');
  await submit(appointment, 'Set appointment');
  await expect(sheet.getByText('Contacted → Appointment set')).toBeVisible();
  await expect(sheet.getByText(/2:30 PM/)).toBeVisible();

  // Rescheduling starts from the agreed time and refuses a past one.
  await submit(sheet, 'Reschedule appointment');
  await expect(appointment.getByLabel('Date')).toHaveValue(inTwoDays);
  await expect(appointment.getByLabel('Time')).toHaveValue('14:30');
  await expectAccessible(salesperson);
  await appointment.getByLabel('Date').fill('2020-01-06');
  await submit(appointment, 'Reschedule');
  await expect(appointment.getByText('Choose a future time')).toBeVisible();
  await appointment.getByLabel('Date').fill(inTwoDays);
  await appointment.getByLabel('Time').fill('16:15');
  await appointment.getByLabel('Note').fill('After her shift');
  await submit(appointment, 'Reschedule');
  await expect(appointment).toBeHidden();
  await expect(sheet.getByText(/4:15 PM/)).toBeVisible();
  await expect(sheet.getByText(/2:30 PM/)).toHaveCount(0);
  await expect(sheet.getByText('Appointment rescheduled')).toBeVisible();
  await expect(sheet.getByText('After her shift')).toBeVisible();
  await expect(card(column(manager, 'Appointment set'), 'Odalys')).toContainText(/4:15 PM/);

  await submit(sheet, 'Showed');
  await expect(sheet.getByText('Appointment set → Showed')).toBeVisible();
  await submit(sheet, 'Lost…');
  const lostDialog = salesperson.getByRole('dialog', { name: 'Mark lead as lost' });
  await submit(lostDialog, 'Mark as lost');
  await expect(lostDialog.getByText('Select a reason')).toBeVisible();
  await lostDialog.getByLabel('Reason').selectOption('price');
  await submit(lostDialog, 'Mark as lost');
  await expect(sheet.getByText('Lost: Price or payment')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(card(salesperson, 'Odalys')).toHaveCount(0);

  await salesperson.getByRole('tab', { name: 'List' }).click();
  await salesperson.getByLabel('Status', { exact: true }).selectOption('lost');
  await salesperson.getByLabel('Search leads').fill('odalys');
  const table = salesperson.getByRole('table', { name: 'Leads' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('Odalys Wrenfield');
  await expectAccessible(salesperson);
});

test('moves cards across the board by keyboard and by pointer, reassigns a lead, and adds one manually', async ({
  person,
  caller,
}) => {
  const key = await createSourceKey(await caller('admin'), 'Spec of the keyboard');
  const manager = await person('simone.archer', noPage);
  const submitOne = async (id: string, name: string) =>
    expect((await submitAdf(manager.request, key, adf(id, name, 'Tahoe'))).status()).toBe(200);
  await submitOne('spec-102', 'Tamsin');
  await manager.goto('/customers/leads?q=tamsin');
  const titleOf = (lead: string) => (name: string) =>
    card(column(manager, name), lead).getByRole('button', { name: new RegExp(`^${lead}`) });

  await test.step('from one status to the next, and into its panel', async () => {
    const title = titleOf('Tamsin');
    await expect(manager.getByText('Press Shift and an arrow key')).toBeVisible();
    await title('New').focus();
    await manager.keyboard.press('Shift+ArrowRight');
    await expect(title('Attempted')).toBeFocused();
    await manager.keyboard.press('Shift+ArrowRight');
    await expect(title('Contacted')).toBeFocused();
    await manager.keyboard.press('Shift+ArrowRight');
    const appointment = manager.getByRole('dialog', { name: 'Appointment' });
    await expect(appointment.getByLabel('Date')).toBeFocused();
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

  await test.step('a moved card stays where it was moved while older leads are loaded', async () => {
    const title = titleOf('Ottilie');
    await submitOne('spec-104', 'Ottilie');
    let send = () => {};
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    await manager.route('**/api/leads/*/status', async (route) => {
      await held;
      await route.continue();
    });
    await go(manager, '/customers/leads?q=wrenfield');
    await title('New').focus();
    await manager.keyboard.press('Shift+ArrowRight');
    await expect(title('Attempted')).toBeFocused();
    await submitOne('spec-105', 'Perpetua');
    await expect(card(column(manager, 'New'), 'Perpetua')).toBeVisible();
    await expect(title('Attempted')).toBeFocused();
    await manager.keyboard.press('Shift+ArrowRight');
    await expect(title('Contacted')).toBeFocused();
    send();
    await expect(
      manager.getByRole('status').getByText('Ottilie Wrenfield moved to Contacted'),
    ).toBeAttached();
    await expect(title('Contacted')).toBeFocused();
    const [stored] = await (await manager.request.get('/api/leads?q=ottilie')).json();
    expect(stored.status).toBe('contacted');
  });

  await test.step('a manager reassigns a lead, and dragging a card to Lost asks for a reason', async () => {
    const submitted = await submitAdf(manager.request, key, adf('spec-103', 'Briony', 'Traverse'));
    expect(submitted.status()).toBe(200);
    const jake = await caller('jake.lindstrom');
    const leadsOfJake = async (): Promise<unknown[]> =>
      (await jake.get('/api/leads?q=briony&whose=mine')).json();
    await go(manager, '/customers/leads?q=briony');
    await card(manager, 'Briony')
      .getByRole('button', { name: /^Briony/ })
      .click();
    const sheet = panel(manager, 'Briony');
    const assignTo = async (name: string) => {
      await sheet.getByRole('button', { name: 'Assign to' }).click();
      await manager.getByRole('menuitem', { name }).click();
      await expect(sheet.getByRole('region', { name: 'Assigned to' })).toContainText(name);
    };
    // A manager can claim it from the person the rotation chose.
    await submit(sheet, 'Claim');
    await expect(sheet.getByRole('region', { name: 'Assigned to' })).toContainText('Simone Archer');
    expect(await leadsOfJake()).toHaveLength(0);
    await assignTo('Jake Lindstrom');
    expect(await leadsOfJake()).toHaveLength(1);
    await expect(sheet.getByText('Assigned to Jake Lindstrom').first()).toBeVisible();
    await sheet.getByRole('button', { name: 'Original message' }).click();
    await expect(sheet.getByRole('region', { name: 'Original message' })).toContainText('<adf>');
    await sheet.getByRole('button', { name: 'Close' }).click();

    await card(manager, 'Briony').dragTo(manager.getByRole('heading', { name: /^Contacted/ }));
    await expect(card(column(manager, 'Contacted'), 'Briony')).toBeVisible();
    await card(manager, 'Briony').hover();
    await manager.mouse.down();
    await manager.getByRole('heading', { name: /^Showed/ }).hover();
    // The Lost drop target shows only while a card is dragged.
    await manager.getByText('Lost', { exact: true }).hover();
    await manager.mouse.up();
    const lostDialog = manager.getByRole('dialog', { name: 'Mark lead as lost' });
    await lostDialog.getByLabel('Reason').selectOption('not_buying');
    await submit(lostDialog, 'Mark as lost');
    await expect(card(manager, 'Briony')).toHaveCount(0);
  });

  await test.step('adds a lead manually, and the board fits a phone in light and dark', async () => {
    const page = manager;
    await go(page, '/customers/leads');
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
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
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
});

test('replacing a key invalidates the old one, and rejected deliveries are listed', async ({
  person,
}) => {
  const admin = await person('admin', '/customers/leads');
  await openSetup(admin, 'Sources…');
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
  expect((await submitAdf(admin.request, first, adf('spec-104', 'Corin', 'Blazer'))).status()).toBe(
    401,
  );
  expect(
    (await submitAdf(admin.request, second, adf('spec-104', 'Corin', 'Blazer'))).status(),
  ).toBe(200);
  const broken = await submitAdf(admin.request, second, '<adf><prospect>');
  expect(broken.status()).toBe(400);
  await dialog.getByRole('button', { name: 'All sources' }).click();
  await dialog.getByRole('button', { name: /^Spec of keys/ }).click();
  const deliveries = dialog.getByRole('list', { name: 'Deliveries' });
  await expect(deliveries.getByText('Rejected')).toBeVisible();
  await expect(deliveries.getByText('Accepted')).toBeVisible();
  await dialog.getByRole('switch', { name: 'Accept leads from this source' }).click();
  await expect
    .poll(async () =>
      (await submitAdf(admin.request, second, adf('spec-105', 'Corin', 'Blazer'))).status(),
    )
    .toBe(403);
});

test('the lead routing and a response that is entered are not discarded without asking', async ({
  person,
}) => {
  const page = await person('simone.archer', '/customers/leads');
  await openSetup(page, 'Lead routing…');
  const dialog = page.getByRole('dialog', { name: 'Lead routing' });
  const minutes = dialog.getByLabel('Response time, minutes');
  const before = await minutes.inputValue();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await minutes.fill('47');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(minutes).toHaveValue('47');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await openSetup(page, 'Lead routing…');
  await expect(minutes).toHaveValue(before);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const leads = await (await page.request.get('/api/leads?limit=50')).json();
  const open = leads.find(({ status }: { status: string }) =>
    ['new', 'attempted', 'contacted'].includes(status),
  );
  await go(page, `/customers/leads?lead=${open.id}`);
  const lead = page.getByRole('dialog', { name: open.customer.name });
  await lead.getByRole('form', { name: 'Log response' }).getByLabel('Note').fill('Likes red');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(lead.getByLabel('Note')).toHaveValue('Likes red');
});
