import type { Page } from '@playwright/test';
import { checkDigitOf } from '../../src/modules/vin/contract.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

/** An unused VIN with a valid check digit. */
function vinOf(serial: number): string {
  const template = `1FTFW3L50RK${serial}`;
  return `${template.slice(0, 8)}${checkDigitOf(template)}${template.slice(9)}`;
}

const headline = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

/** Adds a trade-in in the open dialog and returns its stock number. */
async function addTrade(page: Page, vin: string, tradedFor: string): Promise<string> {
  const sheet = page.getByRole('dialog', { name: 'Add vehicle' });
  await sheet.getByLabel('VIN').fill(vin);
  await sheet.getByLabel('Model', { exact: false }).nth(1).fill('F-150');
  await sheet.getByLabel('Miles').fill('31,000');
  await sheet.getByLabel('Acquired from').selectOption('trade');
  await sheet.getByLabel('Initial status').selectOption('In transit');
  await sheet.getByLabel('Traded for').fill(tradedFor);
  await sheet.getByRole('option').filter({ hasText: tradedFor }).first().click();
  await expect(sheet.getByText('Traded for').locator('..')).toContainText(tradedFor);
  await sheet.getByRole('button', { name: 'Add to stock' }).click();
  await expect(page.getByRole('region', { name: 'History', exact: true })).toContainText(
    'Added to stock',
  );
  return ((await headline(page).locator('span').first().textContent()) ?? '').trim();
}

test('a trade-in that arrives is transferred to another store', async ({ person }) => {
  const ford = await person('gm', '/fleet?add=new');
  const { vehicles } = await (await ford.request.get('/api/vehicles?limit=1')).json();
  const soldNumber = vehicles[0].stockNumber;
  const number = await addTrade(ford, vinOf(777_411), soldNumber);
  expect(number.startsWith(soldNumber.replace(/[A-Z]$/, ''))).toBe(true);
  await expect(ford.getByText('In transit').first()).toBeVisible();
  // A vehicle that has not arrived cannot be transferred.
  await expect(ford.getByRole('button', { name: 'Transfer', exact: true })).toHaveCount(0);
  await ford.getByRole('button', { name: 'Change status' }).click();
  await ford.getByRole('menuitem', { name: 'Acquired', exact: true }).click();

  const hyundai = await person('grace.oyelaran', '/fleet?view=transfers');
  await ford.getByRole('button', { name: 'Transfer', exact: true }).click();
  const dialog = ford.getByRole('dialog', { name: `Transfer ${number} to another store` });
  await dialog.getByLabel('To').selectOption('Hyundai');
  await dialog.getByLabel('Note').fill('For the Andersons');
  await expectAccessible(ford);
  await dialog.getByRole('button', { name: 'Start transfer' }).click();
  await expect(ford.getByText(/In transfer to Hyundai/).first()).toBeVisible();
  await expect(ford.getByRole('button', { name: 'Change status' })).toHaveCount(0);

  await expect(hyundai.getByText('For the Andersons')).toBeVisible();
  await expectAccessible(hyundai);
  await hyundai.getByRole('button', { name: `Receive ${number}` }).click();
  const receiveDialog = hyundai.getByRole('dialog', { name: `Receive ${number}` });
  await receiveDialog.getByLabel('Miles now').fill('30');
  await receiveDialog.getByRole('button', { name: 'Receive' }).click();
  await expect(receiveDialog.getByText('The vehicle already had 31,000 miles')).toBeVisible();
  await receiveDialog.getByLabel('Miles now').fill('31,012');
  await receiveDialog.getByLabel('Lot location').fill('H 12');
  await receiveDialog.getByRole('button', { name: 'Receive' }).click();
  const received = hyundai.getByRole('region', { name: 'Last 60 days' }).getByRole('listitem');
  await expect(received.filter({ hasText: number })).toContainText('Received');
  await expect(ford.getByText('Vehicle not found')).toBeVisible();
  await received.filter({ hasText: number }).getByRole('link').click();
  await expect(headline(hyundai)).toContainText(/HU\d{6}/);
  await expect(hyundai.getByRole('region', { name: 'History', exact: true })).toContainText(
    'Transferred from Ford to Hyundai',
  );
});

test('two people walk a lot with their phones, one of them offline, and see changes from before the socket connected', async ({
  person,
  caller,
}) => {
  const phone = { width: 390, height: 844 };
  const gm = await person('gm', noPage);
  await gm.setViewportSize(phone);

  await test.step('changes from before the socket connected', async () => {
    const colleague = await caller('admin');
    let connect = () => {};
    const canConnect = new Promise<void>((resolve) => {
      connect = resolve;
    });
    await gm.routeWebSocket(/\/ws$/, async (socket) => {
      await canConnect;
      socket.connectToServer();
    });
    await gm.goto('/fleet?view=walks');
    await expect(gm.getByRole('button', { name: 'Start walk: Ford' })).toBeVisible();
    const data = { clientId: crypto.randomUUID(), store: 'ford' };
    const started = await colleague.post('/api/fleet/walks', { data });
    expect(started.ok()).toBe(true);
    const { id } = await started.json();
    // Not shown yet.
    await expect(gm.getByRole('button', { name: 'Start walk: Ford' })).toBeVisible();
    connect();
    await expect(gm.getByRole('button', { name: 'Join walk: Ford' })).toBeVisible();
    await colleague.post(`/api/fleet/walks/${id}/end`);
    await expect(gm.getByRole('button', { name: 'Start walk: Ford' })).toBeVisible();
  });

  await expect(gm.getByRole('button', { name: 'Start walk: Ford' })).toBeVisible();
  await expectAccessible(gm);
  await gm.getByRole('button', { name: 'Start walk: Ford' }).click();
  await expect(gm.getByRole('heading', { name: 'Ford lot' })).toBeVisible();
  const manager = await person('manager', '/fleet?view=walks');
  await manager.setViewportSize(phone);
  await manager.getByRole('button', { name: 'Join walk: Ford' }).click();

  const listed = (page: Page, name: RegExp) =>
    page.getByRole('list', { name }).getByRole('listitem');
  const missing = (page: Page) => listed(page, /^Not seen/);
  const seen = (page: Page) => listed(page, /^Seen/);
  const numberAt = async (index: number) =>
    /[A-Z0-9-]{4,16}/.exec((await missing(gm).nth(index).textContent()) ?? '')?.[0] ?? '';
  const [first, second, third] = [await numberAt(0), await numberAt(1), await numberAt(2)];

  // A sighting appears for the other person.
  await gm.getByLabel('Row or spot').fill('C 9');
  await gm.getByLabel('Stock number or VIN').fill(first);
  await gm.keyboard.press('Enter');
  await expect(gm.getByText(new RegExp(`Seen at C 9: ${first}`))).toBeVisible();
  await expect(gm.getByLabel('Stock number or VIN')).toBeFocused();
  await expect(seen(manager).filter({ hasText: first })).toContainText('C 9');
  await gm.getByLabel('Stock number or VIN').fill('ZZ-4711');
  await gm.keyboard.press('Enter');
  await expect(listed(manager, /^Unexpected/).filter({ hasText: 'ZZ-4711' })).toContainText(
    'Unknown',
  );
  await expectAccessible(gm);

  // Offline: recorded here, sent later, and kept across a reload.
  await manager.context().route('**/sightings', (route) => route.abort());
  await manager.getByRole('button', { name: `Seen: ${second}` }).click();
  await expect(manager.getByText(/1 waiting to be sent/)).toBeVisible();
  await expect(seen(manager).filter({ hasText: second })).toContainText('Waiting to be sent');
  await expect(missing(gm).filter({ hasText: second })).toHaveCount(1);
  await manager.reload();
  await expect(manager.getByText(/1 waiting to be sent/)).toBeVisible();
  await manager.context().unroute('**/sightings');
  await manager.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(seen(gm).filter({ hasText: second })).toBeVisible();
  await expect(manager.getByText(/waiting to be sent/)).toHaveCount(0);

  // A mistaken sighting is undone; missing vehicles are recorded.
  await manager.getByRole('button', { name: `Not seen: ${second}` }).click();
  await expect(missing(gm).filter({ hasText: second })).toHaveCount(1);
  await gm.getByRole('button', { name: 'End walk' }).click();
  await gm.getByRole('alertdialog').getByRole('button', { name: 'End walk' }).click();
  await expect(manager.getByRole('list', { name: /^Not seen \(/ })).toContainText(third);
  await expect(manager.getByRole('button', { name: /^Seen: / })).toHaveCount(0);
  await manager.getByRole('link', { name: 'All lot walks' }).click();
  await expect(manager.getByRole('region', { name: 'Earlier walks' })).toContainText(
    /1 seen, \d+ not seen, 1 unexpected/,
  );
});
