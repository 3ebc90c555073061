import type { Page } from '@playwright/test';
import {
  test as base,
  chooseTheme,
  expect,
  expectAccessible,
  expectContrast,
  watchConsole,
} from './fixtures.ts';

const test = base.extend<{ device: Page }>({
  /** The page of a new browser without a user, whose clock can be moved; a fake clock cannot be uninstalled. */
  device: async ({ browsers }, use) => {
    const context = await browsers.acquire('device', true);
    const page = await context.newPage();
    watchConsole(page);
    await page.clock.install();
    await use(page);
    await browsers.release();
  },
});

const tablet = { width: 1024, height: 768 };
const phone = { width: 390, height: 844 };
const otherThemes = ['dark', 'high-contrast', 'blue', 'amber'];

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

async function expectLegible(page: Page): Promise<void> {
  await expectAccessible(page);
  for (const theme of otherThemes) {
    await chooseTheme(page, theme);
    await expectContrast(page);
  }
  await chooseTheme(page, 'light');
}

/** Shows a code on the device and adds it as a manager. */
async function addKiosk(device: Page, manager: Page, name: string): Promise<void> {
  await device.goto('/kiosk');
  await button(device, 'Show a code').click();
  const code = (await device.locator('output').textContent()) ?? '';
  await button(manager, 'Add kiosk').click();
  const dialog = manager.getByRole('dialog', { name: 'Add kiosk' });
  await dialog.getByRole('textbox', { name: 'Code on the device' }).fill(code.toLowerCase());
  await expect(dialog.getByText('Add it only if this is the device in front of you')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Add kiosk' }).click();
  await expect(manager.getByRole('table', { name: 'Kiosks' }).getByText(name)).toBeVisible();
  // It asks every few seconds.
  await device.clock.fastForward(3_000);
  await expect(heading(device, 'Clock in or out')).toBeVisible();
}

const numberOf = async (page: Page): Promise<string> =>
  (await (await page.request.get('/api/kiosks/pin')).json()).number;

async function press(device: Page, digits: string): Promise<void> {
  for (const digit of digits) await button(device, digit).click();
}

async function enter(device: Page, number: string, pin: string): Promise<void> {
  await press(device, number);
  await button(device, 'Next').click();
  await expect(heading(device, 'Enter your PIN')).toBeVisible();
  await press(device, pin);
}

async function identify(device: Page, number: string, pin: string): Promise<void> {
  await enter(device, number, pin);
  await button(device, 'Continue').click();
}

/** Clocks out if the demo data left the user clocked in, which depends on the time of day. */
async function clockOut(page: Page): Promise<void> {
  const { status } = await (await page.request.get('/api/time-clock')).json();
  if (status === 'clocked_out') return;
  const data = { clientId: crypto.randomUUID(), kind: 'clock_out' };
  expect((await page.request.post('/api/time-clock/punches', { data })).status()).toBe(200);
}

/** On the page with the rules. */
async function setRule(leader: Page, store: string, label: string): Promise<void> {
  await button(leader, `Change where employees of ${store} may punch`).click();
  const dialog = leader.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption({ label });
  await expectAccessible(leader);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

const punchesOf = async (page: Page) => {
  const { punches } = await (await page.request.get('/api/time-clock/sheet')).json();
  return punches as { kind: string; source: string; device: string }[];
};

test('a manager adds a kiosk, an employee sets a PIN and punches a day on it, until it is removed', async ({
  person,
  device,
}) => {
  await device.setViewportSize(tablet);
  const manager = await person('gm', '/utilities/timesheets');
  await manager.getByRole('link', { name: 'Kiosks' }).click();
  await device.goto('/kiosk');
  await expect(heading(device, 'Set up this device')).toBeVisible();
  await expectLegible(device);
  await addKiosk(device, manager, 'Delivery bay');
  await expectLegible(manager);

  const employee = await person('employee', '/profile');
  await clockOut(employee);
  const section = employee.getByRole('region', { name: 'Kiosk PIN' });
  await section.getByLabel('New PIN', { exact: true }).fill('1234');
  await expect(section.getByText('Avoid sequences such as 1234')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Change PIN' })).toBeDisabled();
  await section.getByLabel('New PIN', { exact: true }).fill('48203');
  await section.getByLabel('Confirm new PIN').fill('48203');
  await section.getByLabel('Your Forecourt password').fill('not my password');
  await section.getByRole('button', { name: 'Change PIN' }).click();
  await expect(section.getByText('The current password is not correct')).toBeVisible();
  await section.getByLabel('Your Forecourt password').fill('forecourt-demo');
  await section.getByRole('button', { name: 'Change PIN' }).click();
  await expect(section.getByText('Your PIN has been saved.')).toBeVisible();
  const number = await numberOf(employee);

  await test.step('refuses the PIN of someone else', async () => {
    await expectLegible(device);
    await identify(device, number, '7391');
    await expect(device.getByText('The employee number or PIN is not correct')).toBeVisible();
    await expect(device.getByRole('textbox', { name: 'PIN' })).toHaveValue('');
    await expectLegible(device);
    await button(device, 'Cancel').click();
    await expect(device.getByRole('textbox', { name: 'Employee number' })).toHaveValue('');
  });

  await test.step('punches a day', async () => {
    const before = (await punchesOf(employee)).length;
    const steps = [
      ['Clock In', 'Clocked in'],
      ['Start Break', 'Break started'],
      ['End Break', 'Break ended'],
      ['Clock Out', 'Clocked out'],
    ] as const;
    for (const [label, done] of steps) {
      await identify(device, number, '48203');
      await expect(heading(device, 'Caleb Nguyen')).toBeFocused();
      if (label === 'Start Break') await expectLegible(device);
      await button(device, label).click();
      await expect(heading(device, new RegExp(`^${done} at `))).toBeVisible();
      // After a moment it is the next person’s turn, and nothing of this one is left.
      await device.clock.fastForward(3_000);
      await expect(heading(device, 'Clock in or out')).toBeVisible();
      await expect(device.getByText('Caleb')).toBeHidden();
    }
    const made = (await punchesOf(employee)).slice(before);
    expect(made.map(({ source, device }) => `${source} ${device}`)).toEqual(
      Array(4).fill('kiosk Delivery bay'),
    );
    await employee.goto('/utilities/timesheets');
    await employee
      .getByText(/^\d+ punches$/)
      .last()
      .click();
    await expect(employee.getByText('Kiosk Delivery bay').last()).toBeVisible();
  });

  await test.step('ends when it is removed', async () => {
    // The device asks every few seconds, and would know before the number is entered.
    let isHeld = true;
    await device.route('**/api/kiosk', (route) => (isHeld ? undefined : route.fallback()));
    await button(manager, 'Remove Delivery bay').click();
    await manager.getByRole('alertdialog').getByRole('button', { name: 'Remove kiosk' }).click();
    await expect(button(manager, 'Remove Delivery bay')).toBeHidden();
    await expect(manager.getByRole('main').locator(':focus')).toBeVisible();
    await enter(device, number, '48203');
    isHeld = false;
    await button(device, 'Continue').click();
    await expect(heading(device, 'This kiosk was removed')).toBeVisible();
    await expectAccessible(device);
  });
});

test('works on a phone by keyboard alone, returns to the start, and says when there is no connection', async ({
  person,
  device,
}) => {
  await device.setViewportSize(phone);
  const manager = await person('gm', '/utilities/kiosks');
  await addKiosk(device, manager, 'Wash bay');
  const maria = await person('maria.lopez');
  await clockOut(maria);
  const number = await numberOf(maria);

  await test.step('by keyboard', async () => {
    await expect(device.getByRole('textbox', { name: 'Employee number' })).toBeFocused();
    await device.keyboard.press('Enter');
    await expect(device.getByRole('alert').getByText('Enter your employee number')).toBeVisible();
    await device.keyboard.type(`00${number}x`);
    await device.keyboard.press('Backspace');
    await device.keyboard.press('Enter');
    await expect(device.getByRole('textbox', { name: 'PIN' })).toBeFocused();
    await device.keyboard.type('7391');
    await device.keyboard.press('Enter');
    await expect(heading(device, 'Maria Lopez')).toBeFocused();
    await expectAccessible(device);
    await device.keyboard.press('Tab');
    await expect(button(device, 'Clock In')).toBeFocused();
    await device.keyboard.press('Enter');
    await expect(button(device, 'Done')).toBeFocused();
    await device.keyboard.press('Enter');
    await expect(device.getByRole('textbox', { name: 'Employee number' })).toBeFocused();
  });

  await test.step('everything one touches is large enough', async () => {
    for (const each of await device.getByRole('button').all()) {
      const box = await each.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(56);
      expect(box?.width).toBeGreaterThanOrEqual(56);
    }
    const scrollWidth = await device.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(phone.width);
  });

  await test.step('returns to the start when someone walks away', async () => {
    await identify(device, number, '7391');
    await expect(heading(device, 'Maria Lopez')).toBeVisible();
    await device.clock.fastForward(11_000);
    await expect(device.getByText(/Back to the start in \d s/)).toBeVisible();
    await device.clock.fastForward(9_000);
    await expect(device.getByRole('textbox', { name: 'Employee number' })).toHaveValue('');
    await expect(device.getByText('Maria')).toBeHidden();
    await device.goBack();
    await device.goForward();
    await expect(heading(device, 'Clock in or out')).toBeVisible();
    await expect(device.getByRole('textbox', { name: 'Employee number' })).toHaveValue('');
    const left = await device.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    expect(left).not.toContain('Maria');
    expect(await device.evaluate(() => document.cookie)).not.toContain('kiosk');
  });

  await test.step('without a connection', async () => {
    await device.context().setOffline(true);
    await press(device, number);
    await button(device, 'Next').click();
    await press(device, '7391');
    await button(device, 'Continue').click();
    await expect(device.getByText(/^No connection since/)).toBeVisible();
    await expectAccessible(device);
    await device.context().setOffline(false);
    await device.clock.fastForward(3_000);
    await expect(device.getByText(/^No connection since/)).toBeHidden();
  });
});

test('someone signed in on the device is asked to sign out', async ({ person }) => {
  const page = await person('tyler.boone', '/kiosk');
  await expect(
    page.getByText('Tyler Boone is signed in to Forecourt in this browser'),
  ).toBeVisible();
  await expectAccessible(page);
});

test('a store that accepts punches only at its kiosks says so on people’s own devices', async ({
  person,
}) => {
  const leader = await person('gm', '/utilities/kiosks?view=rules');
  const employee = await person('deshawn.pruitt', '/utilities#time-tracker');
  await clockOut(employee);
  await employee.setViewportSize(phone);
  const clock = employee.getByRole('region', { name: 'Time Clock' });
  await expect(clock.getByRole('button', { name: 'Clock In' })).toBeEnabled();
  await setRule(leader, 'Ford', 'Kiosks only');
  await expect(leader.getByRole('list', { name: 'Rules by store' })).toContainText('Kiosks only');
  await employee.reload();
  await expect(clock.getByText('You can’t punch from here')).toBeVisible();
  await expect(clock.getByText('Ford accepts punches only at its kiosks.')).toBeVisible();
  await expect(clock.getByRole('button', { name: 'Clock In' })).toBeDisabled();
  await expectLegible(employee);
  await setRule(leader, 'Ford', 'Anywhere');
  await employee.reload();
  await expect(clock.getByRole('button', { name: 'Clock In' })).toBeEnabled();
});

test('removing the last kiosk of a store that accepts punches only there warns of it', async ({
  person,
}) => {
  const leader = await person('grace.oyelaran', '/utilities/kiosks?view=rules');
  const warning = leader.getByRole('alertdialog').getByText('It is the last kiosk of Hyundai');
  for (const [label, isWarned] of [
    ['Kiosks only', true],
    ['Anywhere', false],
  ] as const) {
    await leader.getByRole('tab', { name: 'Where employees may punch' }).click();
    await setRule(leader, 'Hyundai', label);
    await leader.getByRole('tab', { name: 'Kiosks', exact: true }).click();
    await button(leader, 'Remove Service drive').click();
    await expect(
      leader.getByText('No one can punch at it after this. Existing punches are kept.'),
    ).toBeVisible();
    await expect(warning).toBeVisible({ visible: isWarned });
    await leader.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  }
});

test('a manager clears a PIN; employees who manage no one have no access to kiosks', async ({
  person,
}) => {
  const manager = await person('gm', '/utilities/kiosks?view=pins');
  const mateo = await person('mateo.rivas', '/profile');
  const section = mateo.getByRole('region', { name: 'Kiosk PIN' });
  await expect(section.getByText(/^Set [A-Z]/)).toBeVisible();
  await manager.getByLabel('Search employees').fill('rivas');
  await expect(manager.getByRole('table', { name: 'PINs' }).getByRole('row')).toHaveCount(2);
  await expectLegible(manager);
  await button(manager, 'Clear the PIN of Mateo Rivas').click();
  await manager.getByRole('alertdialog').getByRole('button', { name: 'Clear PIN' }).click();
  await expect(manager.getByRole('table', { name: 'PINs' }).getByText('No PIN')).toBeVisible();
  await expect(section.getByText('Not set')).toBeVisible();
  await expectAccessible(mateo);
  await mateo.goto('/utilities/timesheets');
  await expect(mateo.getByRole('list', { name: 'Days' })).toBeVisible();
  await expect(mateo.getByRole('link', { name: 'Kiosks' })).toBeHidden();
  await mateo.goto('/utilities/kiosks');
  await expect(mateo.getByText('No access to kiosks')).toBeVisible();
});
