import type { Page } from '@playwright/test';
import { open, row, say } from './chat.ts';
import { expect, noPage, test } from './fixtures.ts';

// A business trip: this machine's clocks are a day ahead of those of the group for most of the day.
test.use({ timezoneId: 'Asia/Tokyo', freshBrowsers: true });

const group = 'America/Los_Angeles';
const told = (zone: string, options: Intl.DateTimeFormatOptions) => (at: string | number) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }).format(new Date(at));
const clock = { hour: 'numeric', minute: '2-digit' } as const;
const exactly = { dateStyle: 'medium', timeStyle: 'short' } as const;
const dayIn = (zone: string, at: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(at));

const zoneField = (admin: Page) =>
  admin
    .getByRole('region', { name: 'Platform Timezone Configuration' })
    .getByLabel('Platform timezone');

async function chooseZone(admin: Page, zone: string): Promise<void> {
  await zoneField(admin).selectOption(zone);
  await expect
    .poll(async () => (await admin.request.get('/api/system/timezone')).json())
    .toEqual({ timezone: zone });
}

/** What stands in the conversation from top to bottom: days by their names, messages by their moments. */
const linesOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Chat' }).evaluate((panel) => {
    const day = /^(Today|Yesterday|[A-Z]\w+day, [A-Z]\w+ \d+(, \d{4})?)$/;
    return [...panel.querySelectorAll('span, article')].flatMap((one) => {
      const text = one.textContent ?? '';
      if (one.tagName === 'SPAN') return day.test(text) ? [{ day: text, at: '' }] : [];
      const at = one.querySelector('time')?.getAttribute('datetime') ?? '';
      return at ? [{ day: '', at }] : [];
    });
  });

/** Until then its time is the one of this browser. */
async function isStored(page: Page, text: string): Promise<void> {
  await expect(row(page, text)).toBeVisible();
  await expect(row(page, text).getByText('Sending...')).toHaveCount(0);
}

const isInTokyo = async (page: Page) =>
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(
    'Asia/Tokyo',
  );

test('far away the times of the group are shown, and once it lives by other clocks every open page does, as it stands', async ({
  person,
}) => {
  const page = await person('gm');
  await isInTokyo(page);
  await open(page, 'Sales');
  await expect(page.getByRole('textbox', { name: /^Message / })).toBeEnabled();
  const text = `From afar ${crypto.randomUUID().slice(0, 8)}`;
  await say(page, text);
  await isStored(page, text);
  const time = row(page, text).locator('time').first();
  await expect(row(page, text)).toHaveAccessibleName(/ (AM|PM)$/);
  const at = (await time.getAttribute('datetime')) ?? '';
  await expect(time).toHaveText(told(group, clock)(at));
  await expect(time).toHaveAttribute('title', new RegExp(told(group, { dateStyle: 'full' })(at)));

  const admin = await person('admin', '/admin-tools#system');
  await test.step('once the group lives by other clocks, every open page does, as it stands', async () => {
    await page.getByRole('textbox', { name: /^Message / }).fill('Half a thought');

    await chooseZone(admin, 'America/New_York');
    await expect(time).toHaveText(told('America/New_York', clock)(at));
    await expect(row(page, text)).toHaveAccessibleName(
      new RegExp(`${told('America/New_York', clock)(at)}$`),
    );
    // Nothing was loaded anew: what was being written still stands there.
    await expect(page.getByRole('textbox', { name: /^Message / })).toHaveValue('Half a thought');
    // Whoever comes now is told at once.
    await page.reload();
    await open(page, 'Sales');
    await expect(time).toHaveText(told('America/New_York', clock)(at));

    await chooseZone(admin, group);
    await expect(time).toHaveText(told(group, clock)(at));
  });

  // Late in a busy day the one before stands further up.
  let lines: Awaited<ReturnType<typeof linesOf>> = [];
  await page.getByRole('log', { name: 'Messages in Sales' }).hover();
  await expect(async () => {
    await page.mouse.wheel(0, -300);
    lines = await linesOf(page);
    const days = new Set(lines.flatMap(({ at }) => (at ? [dayIn(group, at)] : [])));
    expect(days.size).toBeGreaterThan(1);
  }).toPass();
  // A day stands above each message that is of another one than the message before, and nowhere else.
  const pairs = lines.flatMap((line, index) => {
    const above = lines.slice(0, index).findLast((one) => one.at);
    return line.at && above ? [{ line, above, begins: Boolean(lines[index - 1]?.day) }] : [];
  });
  for (const { line, above, begins } of pairs)
    expect([above.at, line.at, begins]).toEqual([
      ...[above.at, line.at, dayIn(group, above.at) !== dayIn(group, line.at)],
    ]);

  await page.getByRole('textbox', { name: /^Message / }).fill('In the morning');
  await page.getByRole('button', { name: 'Send later' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Pacific Time (Los Angeles)');
  await expect(menu.getByRole('menuitem', { name: /^Tomorrow/ })).toHaveText(/8:00 AM PT$/);

  await test.step('so is the log of what was done', async () => {
    await admin.getByRole('tab', { name: 'User Management' }).click();
    await admin.getByRole('button', { name: 'More' }).click();
    await admin.getByRole('menuitem', { name: 'Activity log' }).click();
    const entry = admin.getByRole('list', { name: 'Activity' }).getByRole('listitem').first();
    const moment = entry.locator('time');
    const at = (await moment.getAttribute('datetime')) ?? '';
    await expect(moment).toHaveAttribute('title', told(group, exactly)(at));
  });
});

test('far away an appointment and the time clock are shown by the group’s clocks', async ({
  person,
}) => {
  const seller = await person('tyler.boone', noPage);
  const { stores } = await (await seller.request.get('/api/customers/choices')).json();
  const made = await seller.request.post('/api/customers', {
    data: {
      store: stores[0],
      ...{ clientId: crypto.randomUUID(), kind: 'person', firstName: 'Marigold' },
      ...{ lastName: 'Ashdown', phones: [{ number: '2125557733', kind: 'mobile' }] },
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const { id } = await made.json();
  await seller.goto(`/customers?customer=${id}`);
  await seller
    .getByRole('button', { name: /appointment/i })
    .first()
    .click();
  const dialog = seller.getByRole('dialog', { name: 'Set appointment' });
  const days = 7 * 86_400_000;
  const day = dayIn(group, new Date(Date.now() + days).toISOString());
  await dialog.getByLabel('Date').fill(day);
  await dialog.getByLabel('Time (PT)').fill('09:30');
  await dialog.getByRole('button', { name: 'Set appointment' }).click();
  await expect(dialog).toBeHidden();
  const { appointments } = await (await seller.request.get(`/api/customers/${id}/work`)).json();
  const { startsAt } = appointments[0];
  expect([dayIn(group, startsAt), told(group, clock)(startsAt)]).toEqual([day, '9:30 AM']);
  await expect(seller.locator(`time[datetime="${startsAt}"]`)).toHaveText(
    told(group, exactly)(startsAt),
  );

  await seller.goto('/utilities#time-tracker');
  const face = seller.getByRole('region', { name: 'Time Clock' });
  await expect(face).toContainText(/Pacific (Standard|Daylight) Time/);
  const shown = face.locator('time').first();
  await expect(async () => {
    const now = (await shown.getAttribute('datetime')) ?? '';
    expect(await shown.textContent()).toBe(told(group, { ...clock, second: '2-digit' })(now));
  }).toPass();
});
