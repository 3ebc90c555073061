import type { Page } from '@playwright/test';
import { checkDigitOf } from '../../src/modules/vin/contract.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

/** An unused VIN with a valid check digit. */
function vinOf(serial: number): string {
  const open = `1FTFW3L50RK${serial}`;
  return `${open.slice(0, 8)}${checkDigitOf(open)}${open.slice(9)}`;
}

const headline = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

/** In the dialog that adds a vehicle. */
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
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Added to stock');
  return ((await headline(page).locator('span').first().textContent()) ?? '').trim();
}

test('a trade-in that arrives is transferred to another store', async ({ person }) => {
  const ford = await person('gm', '/fleet?add=new');
  const { vehicles } = await (await ford.request.get('/api/vehicles?limit=1')).json();
  const sold = vehicles[0].stockNumber;
  const number = await addTrade(ford, vinOf(777_411), sold);
  expect(number.startsWith(sold.replace(/[A-Z]$/, ''))).toBe(true);
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
  const taking = hyundai.getByRole('dialog', { name: `Receive ${number}` });
  await taking.getByLabel('Miles now').fill('30');
  await taking.getByRole('button', { name: 'Receive' }).click();
  await expect(taking.getByText('The vehicle already had 31,000 miles')).toBeVisible();
  await taking.getByLabel('Miles now').fill('31,012');
  await taking.getByLabel('Lot location').fill('H 12');
  await taking.getByRole('button', { name: 'Receive' }).click();
  const done = hyundai.getByRole('region', { name: 'Last 60 days' }).getByRole('listitem');
  await expect(done.filter({ hasText: number })).toContainText('Received');
  await expect(ford.getByText('Vehicle not found')).toBeVisible();
  await done.filter({ hasText: number }).getByRole('link').click();
  await expect(headline(hyundai)).toContainText(/HU\d{6}/);
  await expect(hyundai.getByRole('region', { name: 'History' })).toContainText(
    'Transferred from Ford to Hyundai',
  );
});

test('what changes before the connection is open is shown once it is', async ({ person }) => {
  const colleague = await person('admin', noPage);
  const page = await person('gm', noPage);
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.routeWebSocket(/\/ws$/, async (socket) => {
    await isOpen;
    socket.connectToServer();
  });
  await page.goto('/fleet?view=walks');
  await expect(page.getByRole('button', { name: 'Start walk: Ford' })).toBeVisible();
  const data = { clientId: crypto.randomUUID(), store: 'ford' };
  const begun = await colleague.request.post('/api/fleet/walks', { data });
  expect(begun.ok()).toBe(true);
  const { id } = await begun.json();
  // Not shown yet.
  await expect(page.getByRole('button', { name: 'Start walk: Ford' })).toBeVisible();
  open();
  await expect(page.getByRole('button', { name: 'Join walk: Ford' })).toBeVisible();
  await colleague.request.post(`/api/fleet/walks/${id}/end`);
  await expect(page.getByRole('button', { name: 'Start walk: Ford' })).toBeVisible();
});

test('two people walk a lot with their phones, one of them offline', async ({ person }) => {
  const phone = { width: 390, height: 844 };
  const one = await person('gm', '/fleet?view=walks');
  await one.setViewportSize(phone);
  await expect(one.getByRole('button', { name: 'Start walk: Ford' })).toBeVisible();
  await expectAccessible(one);
  await one.getByRole('button', { name: 'Start walk: Ford' }).click();
  await expect(one.getByRole('heading', { name: 'Ford lot' })).toBeVisible();
  const two = await person('manager', '/fleet?view=walks');
  await two.setViewportSize(phone);
  await two.getByRole('button', { name: 'Join walk: Ford' }).click();

  const listed = (page: Page, name: RegExp) =>
    page.getByRole('list', { name }).getByRole('listitem');
  const missing = (page: Page) => listed(page, /^Not seen/);
  const seen = (page: Page) => listed(page, /^Seen/);
  const numberAt = async (at: number) =>
    /[A-Z0-9-]{4,16}/.exec((await missing(one).nth(at).textContent()) ?? '')?.[0] ?? '';
  const [first, second, third] = [await numberAt(0), await numberAt(1), await numberAt(2)];

  // What one has seen is shown to the other.
  await one.getByLabel('Row or spot').fill('C 9');
  await one.getByLabel('Stock number or VIN').fill(first);
  await one.keyboard.press('Enter');
  await expect(one.getByText(new RegExp(`Seen at C 9: ${first}`))).toBeVisible();
  await expect(one.getByLabel('Stock number or VIN')).toBeFocused();
  await expect(seen(two).filter({ hasText: first })).toContainText('C 9');
  await one.getByLabel('Stock number or VIN').fill('ZZ-4711');
  await one.keyboard.press('Enter');
  await expect(listed(two, /^Unexpected/).filter({ hasText: 'ZZ-4711' })).toContainText('Unknown');
  await expectAccessible(one);

  // Offline: recorded here, sent later, and kept across a reload.
  await two.context().route('**/sightings', (route) => route.abort());
  await two.getByRole('button', { name: `Seen: ${second}` }).click();
  await expect(two.getByText(/1 waiting to be sent/)).toBeVisible();
  await expect(seen(two).filter({ hasText: second })).toContainText('Waiting to be sent');
  await expect(missing(one).filter({ hasText: second })).toHaveCount(1);
  await two.reload();
  await expect(two.getByText(/1 waiting to be sent/)).toBeVisible();
  await two.context().unroute('**/sightings');
  await two.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(seen(one).filter({ hasText: second })).toBeVisible();
  await expect(two.getByText(/waiting to be sent/)).toHaveCount(0);

  // A mistaken sighting is undone; missing vehicles are recorded.
  await two.getByRole('button', { name: `Not seen: ${second}` }).click();
  await expect(missing(one).filter({ hasText: second })).toHaveCount(1);
  await one.getByRole('button', { name: 'End walk' }).click();
  await one.getByRole('alertdialog').getByRole('button', { name: 'End walk' }).click();
  await expect(two.getByRole('list', { name: /^Not seen \(/ })).toContainText(third);
  await expect(two.getByRole('button', { name: /^Seen: / })).toHaveCount(0);
  await two.getByRole('link', { name: 'All lot walks' }).click();
  await expect(two.getByRole('region', { name: 'Earlier walks' })).toContainText(
    /1 seen, \d+ not seen, 1 unexpected/,
  );
});
