import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

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

/** Ends whatever the demo group left running, so that every hour of the day is the same to a test. */
async function clockOut(page: Page): Promise<void> {
  const { status } = await (await page.request.get('/api/time-clock')).json();
  if (status === 'clocked_out') return;
  const data = { clientId: crypto.randomUUID(), kind: 'clock_out' };
  expect((await page.request.post('/api/time-clock/punches', { data })).status()).toBe(200);
}

/** The second click of a double click, at the very moment the button says something else. */
function pressAsItTurns(pressed: HTMLElement | SVGElement, turned: string): Promise<void> {
  return new Promise((done) => {
    const observer = new MutationObserver(() => {
      if (!pressed.textContent?.includes(turned)) return;
      observer.disconnect();
      (pressed as HTMLElement).click();
      done();
    });
    observer.observe(pressed, { childList: true, characterData: true, subtree: true });
    (pressed as HTMLElement).click();
  });
}

test('coming, pausing and going, the same on every device, and pressed twice at once it is one punch', async ({
  person,
}) => {
  const [desk, phone] = [
    await person('maria.lopez', address),
    await person('maria.lopez', address),
  ];
  await clockOut(desk);
  await expect(badge(desk, 'Clocked Out')).toBeVisible();
  await expect(button(desk, 'Start Break')).toBeDisabled();
  const steps = [
    ['Clock In', 'Clocked In', 'Clocked In'],
    ['Start Break', 'Break Started', 'On Break'],
    ['End Break', 'Break Ended', 'Clocked In'],
    ['Clock Out', 'Clocked Out', 'Clocked Out'],
  ] as const;
  for (const [press, told, status] of steps) {
    await button(desk, press).click();
    await expect(toastOf(desk, told).first()).toBeVisible();
    await expect(badge(desk, status)).toBeVisible();
    await expect(badge(phone, status)).toBeVisible();
  }
  await expect(button(phone, 'Start Break')).toBeDisabled();
  await expectAccessible(desk);

  await test.step('two devices that press at once are one punch', async () => {
    for (const page of [desk, phone]) await expect(button(page, 'Clock In')).toBeEnabled();
    const before = (await punchesOf(desk)).length;
    const both = await Promise.all(
      [desk, phone].map((page) => button(page, 'Clock In').elementHandle()),
    );
    // Nobody presses what says something else by then.
    await Promise.all(
      both.map((one) =>
        one?.evaluate((it) => it.textContent?.includes('Clock In') && (it as HTMLElement).click()),
      ),
    );
    for (const page of [desk, phone]) await expect(badge(page, 'Clocked In')).toBeVisible();
    expect(await punchesOf(desk)).toHaveLength(before + 1);
  });

  await clockOut(desk);
  await expect(badge(desk, 'Clocked Out')).toBeVisible();
  await test.step('a double click is one punch, and the button can be pressed again after it', async () => {
    const before = (await punchesOf(desk)).length;
    // For a moment after it has turned a button takes no press.
    await expect(button(desk, 'Clock In')).toBeEnabled();
    await button(desk, 'Clock In').evaluate(pressAsItTurns, 'Clock Out');
    await expect(button(desk, 'Clock Out')).toBeEnabled();
    expect(await punchesOf(desk)).toHaveLength(before + 1);
    await button(desk, 'Clock Out').click();
    await expect(badge(desk, 'Clocked Out')).toBeVisible();
  });
});

test('a punch without a line waits, also over a reload, and arrives with its own time', async ({
  person,
}) => {
  const page = await person('renee.dubois', address);
  await clockOut(page);
  await expect(badge(page, 'Clocked Out')).toBeVisible();
  const before = (await punchesOf(page)).length;
  await page.context().setOffline(true);
  await button(page, 'Clock In').click();
  await expect(badge(page, 'Clocked In')).toBeVisible();
  await button(page, 'Start Break').click();
  await expect(badge(page, 'On Break')).toBeVisible();
  const waiting = clock(page).getByRole('list', { name: 'Unsent punches' });
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  const pressedBy = Date.now();
  await page.context().setOffline(false);
  await expect(waiting).toBeHidden();
  await expect(badge(page, 'On Break')).toBeVisible();
  const sent = (await punchesOf(page)).slice(before);
  expect(sent.map(({ kind, source }) => [kind, source])).toEqual([
    ['clock_in', 'offline'],
    ['break_start', 'offline'],
  ]);
  for (const { at } of sent) expect(Date.parse(at)).toBeLessThanOrEqual(pressedBy + 1_000);

  await clockOut(page);
  await expect(badge(page, 'Clocked Out')).toBeVisible();
  await test.step('what waits outlives a reload', async () => {
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
});

test('a request goes to the manager, who approves it, corrects a day and approves the week', async ({
  person,
}) => {
  const worker = await person('employee', '/utilities/timesheets');
  await expect(worker.getByRole('heading', { name: 'Timesheets' })).toBeVisible();
  await expect(worker.getByRole('tab', { name: 'Team timesheets' })).toBeHidden();
  const manager = await person('manager', '/utilities/timesheets?view=team');
  await expect(manager.getByRole('button', { name: 'Export for payroll' })).toBeVisible();
  await expect(manager.getByRole('button', { name: 'Rules' })).toBeHidden();
  const requests = manager.getByRole('region', { name: 'Requests' });
  const request = requests.getByRole('listitem').filter({ hasText: 'I helped a customer' });
  await expect(request.first()).toBeVisible();
  await expectAccessible(manager);
  await request.first().getByRole('button', { name: 'Approve' }).click();
  await expect(request).toHaveCount(0);

  await test.step('a manager corrects a day and approves the week', async () => {
    await manager.getByRole('button', { name: 'Previous week' }).click();
    await expect(manager).toHaveURL(/week=/);
    const week = new URL(manager.url()).searchParams.get('week');
    // The names are of the week before until the other has come.
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
    await dialog.getByLabel('Reason').fill('Inventory on a day off');
    await dialog.getByRole('button', { name: 'Save correction' }).click();
    await expect(dialog).toBeHidden();
    const day = manager.getByRole('listitem').filter({ hasText: date });
    await expect(day.first()).toContainText('8:00 AM – 5:00 PM');
    await expect(manager.getByText('“Inventory on a day off”')).toBeVisible();
    await manager.getByRole('button', { name: 'Approve week' }).click();
    await expect(manager.getByText('Approved', { exact: true }).first()).toBeVisible();
    await manager.getByRole('button', { name: 'Reopen week' }).click();
    await expect(manager.getByText('Not approved')).toBeVisible();
    const [download] = await Promise.all([
      manager.waitForEvent('download'),
      (async () => {
        await manager.getByRole('button', { name: 'Team', exact: true }).click();
        await manager.getByRole('button', { name: 'Export for payroll' }).click();
      })(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^hours-\d{4}-\d{2}-\d{2}\.csv$/);
  });
});

test('who manages the system decides how hours are counted', async ({ person }) => {
  const page = await person('admin', '/utilities/timesheets?view=team');
  await page.getByRole('button', { name: 'Rules' }).click();
  const dialog = page.getByRole('dialog', { name: 'How hours are calculated' });
  await dialog.getByLabel('Ford').selectOption('California');
  await dialog.getByRole('button', { name: 'Save rules' }).click();
  await expect(dialog).toBeHidden();
  const { laws } = await (await page.request.get('/api/time-clock/policy')).json();
  expect(laws).toEqual({ ford: 'california', hyundai: 'federal', chevrolet: 'federal' });
});
