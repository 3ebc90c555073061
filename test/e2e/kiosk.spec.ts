import type { Page } from '@playwright/test';
import { chooseTheme, expect, expectAccessible, expectContrast, test } from './fixtures.ts';

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
  await expect(heading(device, 'Clock in or out')).toBeVisible();
}

const numberOf = async (page: Page): Promise<string> =>
  (await (await page.request.get('/api/kiosks/pin')).json()).number;

async function press(device: Page, digits: string): Promise<void> {
  for (const digit of digits) await button(device, digit).click();
}

async function identify(device: Page, number: string, pin: string): Promise<void> {
  await press(device, number);
  await button(device, 'Next').click();
  await expect(heading(device, 'Enter your PIN')).toBeVisible();
  await press(device, pin);
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

test('a manager adds a kiosk, an employee sets a PIN and punches a day on it, until it is removed', async ({
  person,
  visitor,
}) => {
  await visitor.setViewportSize(tablet);
  const manager = await person('gm', '/utilities/timesheets');
  await manager.getByRole('link', { name: 'Kiosks' }).click();
  await visitor.goto('/kiosk');
  await expect(heading(visitor, 'Set up this device')).toBeVisible();
  await expectLegible(visitor);
  await addKiosk(visitor, manager, 'Delivery bay');
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
    await expectLegible(visitor);
    await identify(visitor, number, '7391');
    await expect(visitor.getByText('The employee number or PIN is not correct')).toBeVisible();
    await expect(visitor.getByRole('textbox', { name: 'PIN' })).toHaveValue('');
    await expectLegible(visitor);
    await button(visitor, 'Cancel').click();
    await expect(visitor.getByRole('textbox', { name: 'Employee number' })).toHaveValue('');
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
      await identify(visitor, number, '48203');
      await expect(heading(visitor, 'Caleb Nguyen')).toBeFocused();
      if (label === 'Start Break') await expectLegible(visitor);
      await button(visitor, label).click();
      await expect(heading(visitor, new RegExp(`^${done} at `))).toBeVisible();
      // After a moment it is the next person’s turn, and nothing of this one is left.
      await expect(heading(visitor, 'Clock in or out')).toBeVisible();
      await expect(visitor.getByText('Caleb')).toBeHidden();
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
    await button(manager, 'Remove Delivery bay').click();
    await manager.getByRole('alertdialog').getByRole('button', { name: 'Remove kiosk' }).click();
    await expect(button(manager, 'Remove Delivery bay')).toBeHidden();
    await identify(visitor, number, '48203');
    await expect(heading(visitor, 'This kiosk was removed')).toBeVisible();
    await expectAccessible(visitor);
  });
});

test('works on a phone by keyboard alone, returns to the start, and says when there is no connection', async ({
  person,
  visitor,
}) => {
  await visitor.setViewportSize(phone);
  const manager = await person('gm', '/utilities/kiosks');
  await addKiosk(visitor, manager, 'Wash bay');
  const maria = await person('maria.lopez');
  await clockOut(maria);
  const number = await numberOf(maria);

  await test.step('by keyboard', async () => {
    await expect(visitor.getByRole('textbox', { name: 'Employee number' })).toBeFocused();
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByRole('alert').getByText('Enter your employee number')).toBeVisible();
    await visitor.keyboard.type(`00${number}x`);
    await visitor.keyboard.press('Backspace');
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByRole('textbox', { name: 'PIN' })).toBeFocused();
    await visitor.keyboard.type('7391');
    await visitor.keyboard.press('Enter');
    await expect(heading(visitor, 'Maria Lopez')).toBeFocused();
    await expectAccessible(visitor);
    await visitor.keyboard.press('Tab');
    await expect(button(visitor, 'Clock In')).toBeFocused();
    await visitor.keyboard.press('Enter');
    await expect(button(visitor, 'Done')).toBeFocused();
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByRole('textbox', { name: 'Employee number' })).toBeFocused();
  });

  await test.step('everything one touches is large enough', async () => {
    for (const each of await visitor.getByRole('button').all()) {
      const box = await each.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(56);
      expect(box?.width).toBeGreaterThanOrEqual(56);
    }
    const scrollWidth = await visitor.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(phone.width);
  });

  await test.step('returns to the start when someone walks away', async () => {
    await identify(visitor, number, '7391');
    await expect(heading(visitor, 'Maria Lopez')).toBeVisible();
    await expect(visitor.getByText(/Back to the start in \d s/)).toBeVisible();
    await expect(visitor.getByRole('textbox', { name: 'Employee number' })).toHaveValue('');
    await expect(visitor.getByText('Maria')).toBeHidden();
    await visitor.goBack();
    await visitor.goForward();
    await expect(heading(visitor, 'Clock in or out')).toBeVisible();
    await expect(visitor.getByRole('textbox', { name: 'Employee number' })).toHaveValue('');
    const left = await visitor.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    expect(left).not.toContain('Maria');
    expect(await visitor.evaluate(() => document.cookie)).not.toContain('kiosk');
  });

  await test.step('without a connection', async () => {
    await visitor.context().setOffline(true);
    await press(visitor, number);
    await button(visitor, 'Next').click();
    await press(visitor, '7391');
    await button(visitor, 'Continue').click();
    await expect(visitor.getByText(/^No connection since/)).toBeVisible();
    await expectAccessible(visitor);
    await visitor.context().setOffline(false);
    await expect(visitor.getByText(/^No connection since/)).toBeHidden();
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
  const setRule = async (label: string) => {
    await button(leader, 'Change where employees of Ford may punch').click();
    const dialog = leader.getByRole('dialog');
    await dialog.getByRole('combobox').selectOption({ label });
    await expectAccessible(leader);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await setRule('Kiosks only');
  await expect(leader.getByRole('list', { name: 'Rules by store' })).toContainText('Kiosks only');
  await employee.reload();
  await expect(clock.getByText('You can’t punch from here')).toBeVisible();
  await expect(clock.getByText('Ford accepts punches only at its kiosks.')).toBeVisible();
  await expect(clock.getByRole('button', { name: 'Clock In' })).toBeDisabled();
  await expectLegible(employee);
  await setRule('Anywhere');
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
