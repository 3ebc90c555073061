import type { Page } from '@playwright/test';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const clock = (page: Page) => page.getByRole('region', { name: 'Time Clock' });
const button = (page: Page, name: string) => clock(page).getByRole('button', { name, exact: true });
const badge = (page: Page, name: string) => clock(page).getByText(name, { exact: true });
const toastOf = (page: Page, text: string) =>
  page.getByText(`${text} successfully recorded`, { exact: true });

const address = '/utilities#time-tracker';

const punchesOf = async (page: Page) => {
  const { punches } = await (await page.request.get('/api/time-clock/sheet')).json();
  return punches as { kind: string; source: string; at: string }[];
};

/** Clocks out if the demo data left the user clocked in, which depends on the time of day. */
async function clockOut(page: Page): Promise<void> {
  const { status } = await (await page.request.get('/api/time-clock')).json();
  if (status === 'clocked_out') return;
  const data = { clientId: crypto.randomUUID(), kind: 'clock_out' };
  expect((await page.request.post('/api/time-clock/punches', { data })).status()).toBe(200);
}

/** Double-clicks, with the second click right when the label of the button changes. */
function doubleClickAsLabelChanges(
  element: HTMLElement | SVGElement,
  newLabel: string,
): Promise<void> {
  return new Promise((done) => {
    const observer = new MutationObserver(() => {
      if (!element.textContent?.includes(newLabel)) return;
      observer.disconnect();
      (element as HTMLElement).click();
      done();
    });
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    (element as HTMLElement).click();
  });
}

test('clocks in, takes a break and clocks out on every device, and records a repeated press once', async ({
  person,
}) => {
  const [desktop, phone] = [
    await person('maria.lopez', address),
    await person('maria.lopez', address),
  ];
  await clockOut(desktop);
  await expect(badge(desktop, 'Clocked Out')).toBeVisible();
  await expect(button(desktop, 'Start Break')).toBeDisabled();
  const steps = [
    ['Clock In', 'Clocked In', 'Clocked In'],
    ['Start Break', 'Break Started', 'On Break'],
    ['End Break', 'Break Ended', 'Clocked In'],
    ['Clock Out', 'Clocked Out', 'Clocked Out'],
  ] as const;
  for (const [label, toast, status] of steps) {
    await button(desktop, label).click();
    await expect(toastOf(desktop, toast).first()).toBeVisible();
    await expect(badge(desktop, status)).toBeVisible();
    await expect(badge(phone, status)).toBeVisible();
  }
  await expect(button(phone, 'Start Break')).toBeDisabled();
  await expectAccessible(desktop);

  await test.step('records one punch when two devices press at once', async () => {
    for (const page of [desktop, phone]) await expect(button(page, 'Clock In')).toBeEnabled();
    const before = (await punchesOf(desktop)).length;
    const buttons = await Promise.all(
      [desktop, phone].map((page) => button(page, 'Clock In').elementHandle()),
    );
    // Skips a button whose label has changed by then.
    await Promise.all(
      buttons.map((handle) =>
        handle?.evaluate(
          (element) =>
            element.textContent?.includes('Clock In') && (element as HTMLElement).click(),
        ),
      ),
    );
    for (const page of [desktop, phone]) await expect(badge(page, 'Clocked In')).toBeVisible();
    expect(await punchesOf(desktop)).toHaveLength(before + 1);
  });

  await clockOut(desktop);
  await expect(badge(desktop, 'Clocked Out')).toBeVisible();
  await test.step('records one punch for a double click, then accepts the next press', async () => {
    const before = (await punchesOf(desktop)).length;
    // A button ignores presses for a moment after its label changes.
    await expect(button(desktop, 'Clock In')).toBeEnabled();
    await button(desktop, 'Clock In').evaluate(doubleClickAsLabelChanges, 'Clock Out');
    await expect(button(desktop, 'Clock Out')).toBeEnabled();
    expect(await punchesOf(desktop)).toHaveLength(before + 1);
    await button(desktop, 'Clock Out').click();
    await expect(badge(desktop, 'Clocked Out')).toBeVisible();
  });
});

test('sends offline punches once back online, with their own times', async ({ person }) => {
  const page = await person('renee.dubois', address);
  await clockOut(page);
  await expect(badge(page, 'Clocked Out')).toBeVisible();
  const before = (await punchesOf(page)).length;
  await page.context().setOffline(true);
  await button(page, 'Clock In').click();
  await expect(badge(page, 'Clocked In')).toBeVisible();
  await button(page, 'Start Break').click();
  await expect(badge(page, 'On Break')).toBeVisible();
  const unsent = clock(page).getByRole('list', { name: 'Unsent punches' });
  await expect(unsent.getByRole('listitem')).toHaveCount(2);
  const pressedBefore = Date.now();
  await page.context().setOffline(false);
  await expect(unsent).toBeHidden();
  await expect(badge(page, 'On Break')).toBeVisible();
  const sent = (await punchesOf(page)).slice(before);
  expect(sent.map(({ kind, source }) => [kind, source])).toEqual([
    ['clock_in', 'offline'],
    ['break_start', 'offline'],
  ]);
  for (const { at } of sent) expect(Date.parse(at)).toBeLessThanOrEqual(pressedBefore + 1_000);

  await clockOut(page);
  await expect(badge(page, 'Clocked Out')).toBeVisible();
  await test.step('keeps unsent punches across a reload', async () => {
    await page.route('**/api/time-clock/punches', (route) => route.abort());
    await button(page, 'Clock In').click();
    await expect(page.getByText('1 punch waiting to be sent')).toBeVisible();
    await page.reload();
    await expect(page.getByText('1 punch waiting to be sent')).toBeVisible();
    await expect(badge(page, 'Clocked In')).toBeVisible();
    await page.unroute('**/api/time-clock/punches');
    await clock(page).getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText('1 punch waiting to be sent')).toBeHidden();
    await expect(badge(page, 'Clocked In')).toBeVisible();
  });

  await test.step('a refused one does not hold back later ones', async () => {
    await page.route('**/api/time-clock/punches', (route) => route.abort());
    await button(page, 'Start Break').click();
    await expect(unsent.getByRole('listitem')).toHaveCount(1);
    await page.unroute('**/api/time-clock/punches');
    const refusal = { error: 'You are not at work.', code: 'forbidden', requestId: '' };
    await page.route('**/api/time-clock/punches', (route) =>
      route.fulfill({ status: 403, json: refusal }),
    );
    await clock(page).getByRole('button', { name: 'Send now' }).click();
    await expect(unsent).toContainText('You are not at work.');
    await page.unroute('**/api/time-clock/punches');
    await expect(badge(page, 'Clocked In')).toBeVisible();
    await button(page, 'Start Break').click();
    await expect(badge(page, 'On Break')).toBeVisible();
    await expect(unsent.getByRole('listitem')).toHaveCount(1);
    const last = (await punchesOf(page)).at(-1);
    expect([last?.kind, last?.source]).toEqual(['break_start', 'online']);
  });
});

test('a manager approves a request, corrects a day and approves the week', async ({ person }) => {
  const manager = await person('manager', '/utilities/timesheets?view=team');
  await expect(manager.getByRole('button', { name: 'Export for payroll' })).toBeVisible();
  await expect(manager.getByRole('button', { name: 'Rules' })).toBeHidden();
  const requests = manager.getByRole('region', { name: 'Requests' });
  const request = requests.getByRole('listitem').filter({ hasText: 'I helped a customer' });
  await expect(request.first()).toBeVisible();
  await expectAccessible(manager);
  await request.first().getByRole('button', { name: 'Approve' }).click();
  await expect(request).toHaveCount(0);

  await test.step('corrects a day and approves the week', async () => {
    await manager.getByRole('button', { name: 'Previous week' }).click();
    await expect(manager).toHaveURL(/week=/);
    const week = new URL(manager.url()).searchParams.get('week');
    // Until the week has loaded, the names still link to the one shown before.
    const ofWeek = manager.locator(`[href*="week=${week}"]`);
    await manager.getByRole('link', { name: 'Tyler Boone' }).and(ofWeek).click();
    await expect(manager.getByText('Tyler Boone')).toBeVisible();
    await manager
      .getByRole('button', { name: /^Correct / })
      .first()
      .click();
    const dialog = manager.getByRole('dialog');
    const date = ((await dialog.getByRole('heading').textContent()) ?? '').replace('Correct ', '');
    await dialog.getByRole('button', { name: 'Add punch' }).click();
    await dialog.getByRole('button', { name: 'Add punch' }).click();
    await expect(dialog.getByRole('button', { name: 'Save correction' })).toBeDisabled();
    // As wide as a day with a time to the second, also on a phone.
    await manager.setViewportSize({ width: 390, height: 844 });
    const time = await dialog.getByLabel('Time of Clock In').first().boundingBox();
    expect(time?.width).toBeGreaterThan(240);
    await manager.setViewportSize({ width: 1_440, height: 900 });
    await dialog.getByLabel('Reason').fill('Inventory on a day off');
    await dialog.getByRole('button', { name: 'Save correction' }).click();
    await expect(dialog).toBeHidden();
    const day = manager.getByRole('listitem').filter({ hasText: date });
    await expect(day.first()).toContainText('8:00 AM – 5:00 PM');
    await expect(manager.getByText('“Inventory on a day off”')).toBeVisible();
    await manager.getByRole('button', { name: 'Approve week' }).click();
    await expect(manager.getByText('Approved', { exact: true }).first()).toBeVisible();
    await expect(manager.getByRole('button', { name: 'Reopen week' })).toBeFocused();
    await manager.getByRole('button', { name: 'Reopen week' }).click();
    await expect(manager.getByText('Not approved')).toBeVisible();
    const [download] = await Promise.all([
      manager.waitForEvent('download'),
      (async () => {
        await manager.getByRole('link', { name: 'Team', exact: true }).click();
        await manager.getByRole('button', { name: 'Export for payroll' }).click();
      })(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^hours-\d{4}-\d{2}-\d{2}\.csv$/);
  });
});

test('an administrator sets the rules by which hours are calculated', async ({ person }) => {
  const page = await person('admin', '/utilities/timesheets?view=team');
  await page.getByRole('button', { name: 'Rules' }).click();
  const dialog = page.getByRole('dialog', { name: 'How hours are calculated' });
  await dialog.getByLabel('Ford').selectOption('California');
  await dialog.getByRole('button', { name: 'Save rules' }).click();
  await expect(dialog).toBeHidden();
  const { laws } = await (await page.request.get('/api/time-clock/policy')).json();
  expect(laws).toEqual({ ford: 'california', hyundai: 'federal', chevrolet: 'federal' });
});

test('someone of two stores says where they work, and the timesheet counts it there', async ({
  person,
}) => {
  const page = await person('priya.raman', noPage);
  await clockOut(page);
  await page.goto(address);
  const store = clock(page).getByRole('combobox', { name: 'Store' });
  await store.selectOption({ value: 'hyundai' });
  await expectAccessible(page);
  await button(page, 'Clock In').click();
  await expect(toastOf(page, 'Clocked In').first()).toBeVisible();
  await expect(store).toHaveCount(0);
  await expect(clock(page).getByText(/ at Hyundai$/)).toBeVisible();
  await button(page, 'Clock Out').click();
  await expect(toastOf(page, 'Clocked Out').first()).toBeVisible();
  await expect(store).toHaveValue('hyundai');
  const { punches, byStore } = await (await page.request.get('/api/time-clock/sheet')).json();
  expect(punches.at(-2)).toMatchObject({ kind: 'clock_in', store: 'hyundai' });
  expect(byStore.map((one: { store: string }) => one.store)).toContain('hyundai');
  await page.goto('/utilities/timesheets');
  await expect(page.getByRole('list', { name: 'Hours by store' })).toContainText('Hyundai');
});
