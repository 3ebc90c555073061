import type { Page } from '@playwright/test';
import { expectAccessibleInEveryTheme } from './accessibility.ts';
import { test as base, expect, expectAccessible, noPage, watchConsole } from './fixtures.ts';

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

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Shows a code on the device and adds it as a manager. */
async function addKiosk(device: Page, manager: Page, name: string): Promise<void> {
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

const punchesOf = async (page: Page) => {
  const { punches } = await (await page.request.get('/api/time-clock/sheet')).json();
  return punches as { kind: string; source: string; device: string }[];
};

test('a manager adds a kiosk, employees punch on it by touch and by keyboard, until it is removed', async ({
  person,
  device,
}) => {
  await device.setViewportSize(tablet);
  const manager = await person('gm', '/utilities/timesheets');
  await manager.getByRole('link', { name: 'Kiosks' }).click();
  await device.goto('/kiosk');
  await expect(heading(device, 'Set up this device')).toBeVisible();
  await expectAccessibleInEveryTheme(device);
  await addKiosk(device, manager, 'Delivery bay');
  await expectAccessibleInEveryTheme(manager);

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
    await expectAccessibleInEveryTheme(device);
    await identify(device, number, '7391');
    await expect(device.getByText('The employee number or PIN is not correct')).toBeVisible();
    await expect(device.getByRole('textbox', { name: 'PIN' })).toHaveValue('');
    await expectAccessibleInEveryTheme(device);
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
      if (label === 'Start Break') await expectAccessibleInEveryTheme(device);
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
    await expect(employee.getByRole('heading', { name: 'Timesheets' })).toBeVisible();
    await expect(employee.getByRole('list', { name: 'Days' })).toBeVisible();
    for (const [role, name] of [
      ['tab', 'Team timesheets'],
      ['link', 'Kiosks'],
    ] as const)
      await expect(employee.getByRole(role, { name })).toBeHidden();
    await employee
      .getByText(/^\d+ punches$/)
      .last()
      .click();
    await expect(employee.getByText('Kiosk Delivery bay').last()).toBeVisible();
  });

  const maria = await person('maria.lopez', noPage);
  await clockOut(maria);
  const marias = await numberOf(maria);
  await device.setViewportSize(phone);

  await test.step('works on a phone by keyboard alone', async () => {
    await expect(device.getByRole('textbox', { name: 'Employee number' })).toBeFocused();
    await device.keyboard.press('Enter');
    await expect(device.getByRole('alert').getByText('Enter your employee number')).toBeVisible();
    await device.keyboard.type(`00${marias}x`);
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
    await identify(device, marias, '7391');
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

  await test.step('says when there is no connection', async () => {
    await device.context().setOffline(true);
    await press(device, marias);
    await button(device, 'Next').click();
    await press(device, '7391');
    await button(device, 'Continue').click();
    await expect(device.getByText(/^No connection since/)).toBeVisible();
    await expectAccessible(device);
    await device.context().setOffline(false);
    await device.clock.fastForward(3_000);
    await expect(device.getByText(/^No connection since/)).toBeHidden();
    await button(device, 'Cancel').click();
    await expect(heading(device, 'Clock in or out')).toBeVisible();
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

test('a store that accepts punches only at its kiosks says so on people’s own devices, and before its last one is removed', async ({
  person,
}) => {
  const leader = await person('grace.oyelaran', '/utilities/kiosks?view=rules');
  const employee = await person('hannah.schultz', noPage);
  await clockOut(employee);
  await employee.setViewportSize(phone);
  await employee.goto('/utilities#time-tracker');
  const clock = employee.getByRole('region', { name: 'Time Clock' });
  await expect(clock.getByRole('button', { name: 'Clock In' })).toBeEnabled();
  const warning = leader.getByRole('alertdialog').getByText('It is the last kiosk of Hyundai');
  const setRule = async (label: string) => {
    await leader.getByRole('tab', { name: 'Where employees may punch' }).click();
    await button(leader, 'Change where employees of Hyundai may punch').click();
    const dialog = leader.getByRole('dialog');
    await dialog.getByRole('combobox').selectOption({ label });
    if (label === 'Kiosks only') await expectAccessible(leader);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const rules = leader.getByRole('list', { name: 'Rules by store' });
    await expect(rules).toContainText(label);
  };
  const expectWarning = async (isWarned: boolean) => {
    await leader.getByRole('tab', { name: 'Kiosks', exact: true }).click();
    await button(leader, 'Remove Service drive').click();
    await expect(
      leader.getByText('No one can punch at it after this. Existing punches are kept.'),
    ).toBeVisible();
    await expect(warning).toBeVisible({ visible: isWarned });
    await leader.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  };

  await setRule('Kiosks only');
  await expectWarning(true);
  await employee.reload();
  await expect(clock.getByText('You can’t punch from here')).toBeVisible();
  await expect(clock.getByText('Hyundai accepts punches only at its kiosks.')).toBeVisible();
  await expect(clock.getByRole('button', { name: 'Clock In' })).toBeDisabled();
  await expectAccessibleInEveryTheme(employee);

  await setRule('Anywhere');
  await expectWarning(false);
  await employee.reload();
  await expect(clock.getByRole('button', { name: 'Clock In' })).toBeEnabled();
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
  await expectAccessibleInEveryTheme(manager);
  await button(manager, 'Clear the PIN of Mateo Rivas').click();
  await manager.getByRole('alertdialog').getByRole('button', { name: 'Clear PIN' }).click();
  await expect(manager.getByRole('table', { name: 'PINs' }).getByText('No PIN')).toBeVisible();
  await expect(section.getByText('Not set')).toBeVisible();
  await expectAccessible(mateo);
  await mateo.goto('/utilities/kiosks');
  await expect(mateo.getByText('No access to kiosks')).toBeVisible();
  await test.step('someone signed in on the device is asked to sign out', async () => {
    await mateo.goto('/kiosk');
    await expect(
      mateo.getByText('Mateo Rivas is signed in to Forecourt in this browser'),
    ).toBeVisible();
    await expectAccessible(mateo);
  });
});
