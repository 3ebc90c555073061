import type { Page } from '@playwright/test';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const address = '/people/schedule';
const grid = (page: Page) => page.getByRole('grid', { name: 'Week' });
const shiftsOf = (page: Page, name: string) =>
  grid(page).getByRole('button', { name: new RegExp(`^${name}, `) });
const dialog = (page: Page) => page.getByRole('dialog');

/** A day so many weeks ahead. */
const dayAhead = (weeks: number) =>
  new Date(Date.now() + weeks * 7 * 86_400_000).toISOString().slice(0, 10);

/** Goes to a week that no demo data reaches. */
async function openEmptyWeek(page: Page, ahead: number): Promise<void> {
  const date = dayAhead(ahead);
  await page.goto(`${address}?view=week&store=ford&department=sales&week=${date}`);
  await expect(grid(page)).toBeVisible();
  await expect(grid(page).getByRole('button', { name: /^Add shift for Tyler Boone/ })).toHaveCount(
    7,
  );
}

test('a manager plans a week, moves shifts by keyboard, publishes it and copies it', async ({
  person,
}) => {
  const page = await person('manager', '/profile');
  await openEmptyWeek(page, 5);
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await grid(page)
    .getByRole('button', { name: /^Add shift for Tyler Boone on Mon/ })
    .click();
  const adding = dialog(page);
  await expect(adding.getByLabel('Start')).toHaveValue('09:00');
  await adding.getByRole('button', { name: 'Mon–Fri' }).click();
  await adding.getByLabel('End').fill('17:30');
  await expect(adding.getByText('8 h of work')).toBeVisible();
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Add 5 shifts' }).click();
  await expect(shiftsOf(page, 'Tyler Boone')).toHaveCount(5);
  await expect(shiftsOf(page, 'Tyler Boone').first()).toHaveAccessibleName(/9 AM – 5:30 PM.*Draft/);

  await test.step('moves and copies with the keyboard only', async () => {
    const friday = shiftsOf(page, 'Tyler Boone').last();
    const moved = page.getByText(/^Moved to Tyler Boone, /);
    await page.route('**/api/schedules/shifts/*', (route) => route.abort(), { times: 1 });
    await friday.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.getByText('Couldn’t save changes', { exact: true })).toBeVisible();
    await expect(moved).toHaveCount(0);
    await expect(friday).toBeFocused();
    await page.keyboard.press('Shift+ArrowRight');
    const saturday = grid(page).getByRole('button', { name: /^Tyler Boone, Sat/ });
    await expect(saturday).toBeFocused();
    await expect(moved).toHaveText(/ Sat/);
    await page.keyboard.press('Control+Shift+ArrowDown');
    const copied = grid(page).getByRole('button', { name: /, Sat, .*Draft/ });
    await expect(copied).toHaveCount(2);
    await saturday.focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByLabel('Employee')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove shift' }).click();
    await expect(saturday).toHaveCount(0);
  });

  await test.step('drags a shift to another day, with Alt copies it', async () => {
    const monday = grid(page).getByRole('button', { name: /^Tyler Boone, Mon/ });
    const saturday = grid(page).getByRole('button', { name: /^Add shift for Tyler Boone on Sat/ });
    await monday.dragTo(saturday);
    await expect(grid(page).getByRole('button', { name: /^Tyler Boone, Sat/ })).toBeVisible();
    await expect(monday).toHaveCount(0);
  });

  await test.step('sees the gaps, and fills one', async () => {
    const coverage = grid(page).getByRole('button', { name: /^Coverage, Mon.* short/ });
    await coverage.click();
    await expect(dialog(page).getByRole('table')).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Add shift' }).first().click();
    await expect(dialog(page).getByLabel('Start')).toHaveValue('09:00');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step('publishes the week once', async () => {
    await page.getByRole('button', { name: /^Publish \d drafts/ }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText(/^\d shifts published$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Published' })).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step('copies it to the next week', async () => {
    await page.getByRole('button', { name: 'Copy week' }).click();
    await dialog(page).getByRole('button', { name: 'Copy' }).click();
    await expect(dialog(page).getByText('Everyone was copied.')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Show that week' }).click();
    await expect(page.getByRole('button', { name: /^Publish \d drafts/ })).toBeVisible();
  });
});

test('a manager sets hours and coverage, and sees who is in', async ({ person }) => {
  const page = await person('manager', `${address}?view=week&store=ford&department=finance`);
  await page.getByRole('button', { name: 'Hours and coverage' }).click();
  const plan = dialog(page);
  await plan.getByRole('checkbox', { name: 'Mon' }).first().check();
  await plan.getByRole('button', { name: 'Add special day' }).click();
  await plan.getByLabel('Date').fill(dayAhead(10));
  await plan.getByLabel('Name').fill('Inventory');
  await plan.getByRole('button', { name: 'Add time' }).click();
  await expectAccessible(page);
  await plan.getByRole('button', { name: 'Save' }).click();
  await expect(plan).toBeHidden();
  await expect(grid(page).getByRole('button', { name: /^Coverage, Mon/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Attendance' }).click();
  await expect(page.getByText(/\d+ in now/)).toBeVisible();
  await expectAccessible(page);
});

/** Publishes a shift on a day without demo data, at hours of its own; returns how the screen names it. */
async function publishShift({ request }: Page, name: string): Promise<string> {
  const place = { store: 'ford', department: 'sales' };
  const date = dayAhead(7);
  const week = await request.get('/api/schedules/week', { params: { ...place, week: date } });
  const { people } = (await week.json()) as { people: { id: number; name: string }[] };
  const userIds = people.filter((one) => one.name === name).map(({ id }) => id);
  const times = { start: '11:15', end: '15:45', breakMinutes: 0 };
  for (const [path, body] of [
    ['shifts', { userIds, dates: [date], ...times }],
    ['weeks/publish', { week: date }],
  ] as const) {
    const data = { clientId: crypto.randomUUID(), ...place, ...body };
    const response = await request.post(`/api/schedules/${path}`, { data });
    expect(response.ok(), await response.text()).toBe(true);
  }
  const day = new Intl.DateTimeFormat('en-US', {
    ...{ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' },
  } as const).format(new Date(date));
  return `${day}, 11:15 AM – 3:45 PM`;
}

test('an employee offers a shift on the phone, a colleague takes it, and the manager approves', async ({
  person,
}) => {
  const manager = await person('manager', noPage);
  const when = await publishShift(manager, 'Tyler Boone');
  const owner = await person('tyler.boone', '/profile');
  await owner.setViewportSize({ width: 390, height: 844 });
  await owner.goto(address);
  await expect(owner.getByRole('region', { name: 'Next shift' })).toBeVisible();
  await expectAccessible(owner);
  await owner.getByRole('button', { name: `Offer shift on ${when}` }).click();
  await dialog(owner).getByLabel('Note').fill('Moving day');
  await dialog(owner).getByRole('button', { name: 'Offer', exact: true }).click();
  const own = owner.getByRole('region', { name: 'Your swaps' });
  await expect(own.getByText('“Moving day”')).toBeVisible();

  const taker = await person('employee', '/profile');
  await taker.setViewportSize({ width: 390, height: 844 });
  await taker.goto(address);
  const offered = taker
    .getByRole('region', { name: 'Offered to you' })
    .getByRole('listitem')
    .filter({ hasText: 'Moving day' });
  await expect(offered).toContainText(when);
  await expectAccessible(taker);
  await offered.getByRole('button', { name: 'Take shift' }).click();
  const waiting = own.getByRole('listitem').filter({ hasText: 'Moving day' });
  await expect(waiting.getByText('Needs approval')).toBeVisible();

  await manager.goto(`${address}?view=swaps`);
  const swap = manager.getByRole('listitem').filter({ hasText: 'Moving day' });
  await expect(swap).toBeVisible();
  await expectAccessible(manager);
  await swap.getByRole('button', { name: 'Approve' }).click();
  await expect(swap.getByText('Approved')).toBeVisible();
  await expect(waiting.getByText('Approved')).toBeVisible();

  await test.step('sees the team’s day, and goes on by a swipe', async () => {
    await owner.getByRole('tab', { name: 'Team' }).click();
    const day = owner.getByRole('heading', { level: 3 });
    await expect(day.filter({ hasText: 'Today' })).toBeVisible();
    await owner.getByRole('button', { name: 'Next day' }).click();
    await expect(day.filter({ hasText: 'Today' })).toHaveCount(0);
    await expect(owner.getByRole('button', { name: 'Add shifts' })).toHaveCount(0);
    await expectAccessible(owner);
  });
});

test('a manager keeps what they typed when someone else saves the same hours first', async ({
  person,
}) => {
  const page = await person('manager', `${address}?view=week&store=ford&department=parts`);
  await page.getByRole('button', { name: 'Hours and coverage' }).click();
  const grace = dialog(page).getByLabel('Grace period in minutes');
  await grace.fill('17');
  const path = '/api/schedules/plans/ford/parts';
  const { store: _, department: __, ...plan } = await (await page.request.get(path)).json();
  const refetched = page.waitForResponse((reply) => reply.url().endsWith(path));
  await page.request.put(path, { data: { ...plan, graceMinutes: 5 } });
  await refetched;
  await expect(grace).toHaveValue('17');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('Someone else changed these hours')).toBeVisible();
  await expect(grace).toHaveValue('17');
});

test('an employee goes through the shifts of the team by keyboard', async ({ person }) => {
  const page = await person('tyler.boone', `${address}?view=week`);
  await grid(page)
    .getByRole('button', { name: /^Coverage/ })
    .first()
    .focus();
  await page.keyboard.press('Shift+Tab');
  const focused = grid(page).locator('[data-shift]:focus');
  const id = await focused.getAttribute('data-shift');
  await page.keyboard.press('ArrowDown');
  await expect(grid(page).locator(`[data-shift="${id}"]`)).not.toBeFocused();
  await expect(grid(page).locator('button:focus')).toHaveCount(1);
});

test('an employee gets a calendar link that ends when it is renewed', async ({ person }) => {
  const page = await person('maria.lopez', address);
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = page.getByLabel('Calendar link');
  const first = await link.inputValue();
  const reply = await page.request.get(first);
  expect(await reply.text()).toContain('BEGIN:VEVENT');
  await page.getByRole('button', { name: 'New link' }).click();
  await expect(link).not.toHaveValue(first);
  expect((await page.request.get(first)).status()).toBe(404);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible();
});
