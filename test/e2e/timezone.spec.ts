import type { Page } from '@playwright/test';
import { chatUrl, openConversation, row, sendMessage } from './chat.ts';
import { expect, test } from './fixtures.ts';

// A business trip: for most of the group's day it is already the next day in Tokyo.
test.use({ timezoneId: 'Asia/Tokyo', freshBrowsers: true });

const groupTimeZone = 'America/Chicago';
const formatIn = (zone: string, options: Intl.DateTimeFormatOptions) => (at: string | number) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }).format(new Date(at));
const timeOnly = { hour: 'numeric', minute: '2-digit' } as const;
const dateAndTime = { dateStyle: 'medium', timeStyle: 'short' } as const;
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

/** The conversation from top to bottom: days by their labels, messages by their times. */
const linesOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Chat' }).evaluate((panel) => {
    const day = /^(Today|Yesterday|[A-Z]\w+day, [A-Z]\w+ \d+(, \d{4})?)$/;
    return [...panel.querySelectorAll('span, article')].flatMap((element) => {
      const text = element.textContent ?? '';
      if (element.tagName === 'SPAN') return day.test(text) ? [{ day: text, at: '' }] : [];
      const at = element.querySelector('time')?.getAttribute('datetime') ?? '';
      return at ? [{ day: '', at }] : [];
    });
  });

/** Until a message is stored, its time comes from this browser. */
async function expectStored(page: Page, text: string): Promise<void> {
  await expect(row(page, text)).toBeVisible();
  await expect(row(page, text).getByText('Sending...')).toHaveCount(0);
}

const expectTokyo = async (page: Page) =>
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(
    'Asia/Tokyo',
  );

test('shows times in the group time zone, and follows a change of it on every open page', async ({
  person,
}) => {
  const page = await person('gm', chatUrl('sales'));
  await expectTokyo(page);
  await expect(page.getByRole('textbox', { name: /^Message / })).toBeEnabled();
  const text = `From afar ${crypto.randomUUID().slice(0, 8)}`;
  await sendMessage(page, text);
  await expectStored(page, text);
  const time = row(page, text).locator('time').first();
  await expect(row(page, text)).toHaveAccessibleName(/ (AM|PM)$/);
  const at = (await time.getAttribute('datetime')) ?? '';
  await expect(time).toHaveText(formatIn(groupTimeZone, timeOnly)(at));
  await expect(time).toHaveAttribute(
    'title',
    new RegExp(formatIn(groupTimeZone, { dateStyle: 'full' })(at)),
  );

  const admin = await person('admin', '/admin-tools#system');
  await test.step('follows a change of the group time zone without a reload', async () => {
    await page.getByRole('textbox', { name: /^Message / }).fill('Half a thought');

    await chooseZone(admin, 'America/New_York');
    await expect(time).toHaveText(formatIn('America/New_York', timeOnly)(at));
    await expect(row(page, text)).toHaveAccessibleName(
      new RegExp(`${formatIn('America/New_York', timeOnly)(at)}$`),
    );
    // Nothing was reloaded: the draft is still there.
    await expect(page.getByRole('textbox', { name: /^Message / })).toHaveValue('Half a thought');
    // A page loaded now uses the new zone from the start.
    await page.reload();
    await openConversation(page, 'Sales');
    await expect(time).toHaveText(formatIn('America/New_York', timeOnly)(at));

    await chooseZone(admin, groupTimeZone);
    await expect(time).toHaveText(formatIn(groupTimeZone, timeOnly)(at));
  });

  // Late on a busy day, the day before is further up.
  let lines: Awaited<ReturnType<typeof linesOf>> = [];
  await page.getByRole('log', { name: 'Messages in Sales' }).hover();
  await expect(async () => {
    await page.mouse.wheel(0, -300);
    lines = await linesOf(page);
    const days = new Set(lines.flatMap(({ at }) => (at ? [dayIn(groupTimeZone, at)] : [])));
    expect(days.size).toBeGreaterThan(1);
  }).toPass();
  // A day label precedes exactly the messages of another day than the message before.
  const pairs = lines.flatMap((line, index) => {
    const above = lines.slice(0, index).findLast((one) => one.at);
    return line.at && above ? [{ line, above, hasDayLabel: Boolean(lines[index - 1]?.day) }] : [];
  });
  for (const { line, above, hasDayLabel } of pairs)
    expect([above.at, line.at, hasDayLabel]).toEqual([
      ...[above.at, line.at, dayIn(groupTimeZone, above.at) !== dayIn(groupTimeZone, line.at)],
    ]);

  await page.getByRole('textbox', { name: /^Message / }).fill('In the morning');
  await page.getByRole('button', { name: 'Send later' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Central Time (Chicago)');
  await expect(menu.getByRole('menuitem', { name: /^Tomorrow/ })).toHaveText(/8:00 AM CT$/);

  await test.step('shows the activity log in the group time zone', async () => {
    await admin.getByRole('tab', { name: 'User Management' }).click();
    await admin.getByRole('button', { name: 'More' }).click();
    await admin.getByRole('menuitem', { name: 'Activity log' }).click();
    const entry = admin.getByRole('table', { name: 'Activity' }).getByRole('row').nth(1);
    const entryTime = entry.locator('time');
    const at = (await entryTime.getAttribute('datetime')) ?? '';
    await expect(entryTime).toHaveAttribute('title', formatIn(groupTimeZone, dateAndTime)(at));
  });

  await test.step('shows appointments and the time clock in it, too', async () => {
    const { stores } = await (await page.request.get('/api/customers/choices')).json();
    const created = await page.request.post('/api/customers', {
      data: {
        store: stores[0],
        clientId: crypto.randomUUID(),
        kind: 'person',
        firstName: 'Marigold',
        lastName: 'Ashdown',
        phones: [{ number: '2125557733', kind: 'mobile' }],
      },
    });
    expect(created.ok(), await created.text()).toBe(true);
    const { id } = await created.json();
    await page.goto(`/customers?customer=${id}`);
    await page
      .getByRole('button', { name: /appointment/i })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Set appointment' });
    const days = 7 * 86_400_000;
    const day = dayIn(groupTimeZone, new Date(Date.now() + days).toISOString());
    await dialog.getByLabel('Date').fill(day);
    await dialog.getByLabel('Time (CT)').fill('09:30');
    await dialog.getByRole('button', { name: 'Set appointment' }).click();
    await expect(dialog).toBeHidden();
    const { appointments } = await (await page.request.get(`/api/customers/${id}/work`)).json();
    const { startsAt } = appointments[0];
    expect([dayIn(groupTimeZone, startsAt), formatIn(groupTimeZone, timeOnly)(startsAt)]).toEqual([
      day,
      '9:30 AM',
    ]);
    await expect(page.locator(`time[datetime="${startsAt}"]`)).toHaveText(
      formatIn(groupTimeZone, dateAndTime)(startsAt),
    );

    await page.goto('/utilities#time-tracker');
    const clock = page.getByRole('region', { name: 'Time Clock' });
    await expect(clock).toContainText(/Central (Standard|Daylight) Time/);
    const shown = clock.locator('time').first();
    await expect(async () => {
      const now = (await shown.getAttribute('datetime')) ?? '';
      expect(await shown.textContent()).toBe(
        formatIn(groupTimeZone, { ...timeOnly, second: '2-digit' })(now),
      );
    }).toPass();
  });
});
