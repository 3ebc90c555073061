import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

/** The last day of the month before, in the group time zone. */
async function lastDayOfLastMonth(request: APIRequestContext): Promise<string> {
  const { timezone } = await (await request.get('/api/system/timezone')).json();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date());
  const first = Date.parse(`${today.slice(0, 7)}-01T00:00:00Z`);
  return new Date(first - 86_400_000).toISOString().slice(0, 10);
}

const nextDay = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

async function reply<Body>(response: APIResponse): Promise<Body> {
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

type Deal = Record<'status' | 'signedOn' | 'deliveredOn', string>;

/** A deal that another system has had since last month; Forecourt's own are opened now. */
async function importOpenDeal(page: Page, openedOn: string, number: string): Promise<number> {
  await page.goto('/customers/deals');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import deals from CSV' });
  const rows = [
    'Deal Number,New/Used,Customer,Phone,Vehicle,Salesperson,Opened,Price',
    `${number},Used,Odalys Wrenfield,(563) 555-0188,2023 Ford Escape Active,Priya Raman,${openedOn},"24,500.00"`,
  ];
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'deals.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await dialog.getByRole('button', { name: 'Check rows' }).click();
  await dialog.getByRole('button', { name: 'Import 1 deal' }).click();
  await expect(dialog.getByText('1 deal imported')).toBeVisible();
  const query = `scope=all&q=${number}`;
  const [deal] = await reply<{ id: number }[]>(await page.request.get(`/api/deals?${query}`));
  return deal?.id ?? 0;
}

test('a deal delivered on the last day of a month and entered in the next counts there, until the month is locked', async ({
  person,
}) => {
  const manager = await person('gregory.stahl', noPage);
  const gm = await person('gm', noPage);
  const day = await lastDayOfLastMonth(manager.request);
  const dealId = await importOpenDeal(manager, `${day.slice(0, 7)}-05`, '88011');
  await manager.goto(`/customers/deals?deal=${dealId}`);

  await test.step('signed and delivered on the last day of the month', async () => {
    for (const [status, title, verb] of [
      ['Signed', 'Sign deal', 'Sign'],
      ['Delivered', 'Deliver vehicle', 'Deliver'],
    ] as const) {
      await manager.getByRole('button', { name: 'Change status' }).click();
      await manager.getByRole('menuitem', { name: status }).click();
      const dialog = manager.getByRole('dialog', { name: title });
      await dialog.getByLabel('Day').fill(day);
      if (status === 'Delivered') await dialog.getByLabel('Miles').fill('14,200');
      await expectAccessible(manager);
      await dialog.getByRole('button', { name: verb, exact: true }).click();
      await expect(dialog).toHaveCount(0);
    }
    const deal = await reply<Deal>(await manager.request.get(`/api/deals/${dealId}`));
    expect([deal.signedOn, deal.deliveredOn]).toEqual([day, day]);
    const month = day.slice(0, 7);
    const query = `deliveredIn=${month}&scope=all&q=88011`;
    expect(await reply(await manager.request.get(`/api/deals?${query}`))).toHaveLength(1);
  });

  await test.step('the general manager locks the month', async () => {
    await gm.goto('/reports');
    await gm.getByRole('button', { name: 'Locked months' }).click();
    const dialog = gm.getByRole('dialog', { name: 'Locked months' });
    await dialog.getByLabel('Lock through').selectOption(day.slice(0, 7));
    await expectAccessible(gm);
    await dialog.getByRole('button', { name: 'Lock', exact: true }).click();
    const confirmation = gm.getByRole('alertdialog', { name: /^Lock Ford through / });
    await confirmation.getByRole('button', { name: 'Lock', exact: true }).click();
    await expect(dialog.getByText(/^Locked through/).first()).toBeVisible();
  });

  await test.step('the delivery can’t be taken back, and the sentence says who can unlock', async () => {
    await manager.getByRole('button', { name: 'Change status' }).click();
    await manager.getByRole('menuitem', { name: 'Signed' }).click();
    const dialog = manager.getByRole('dialog', { name: 'Change status to Signed' });
    await dialog.getByLabel('Reason').fill('Wrong plates');
    await dialog.getByRole('button', { name: 'Change status' }).click();
    await expect(manager.getByText(/is locked at Ford\. A general manager/).first()).toBeVisible();
    const deal = await reply<Deal>(await manager.request.get(`/api/deals/${dealId}`));
    expect(deal.status).toBe('delivered');
    await manager.getByRole('button', { name: 'Correct day' }).click();
    const correction = manager.getByRole('dialog', { name: 'Correct day' });
    await expect(correction).toContainText('is locked at Ford');
    await expect(correction.getByRole('button', { name: 'Correct day' })).toBeDisabled();
    await correction.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('unlocked with a reason, its day can be corrected, and it can be taken back', async () => {
    const dialog = gm.getByRole('dialog', { name: 'Locked months' });
    await dialog.getByRole('button', { name: /^Unlock/ }).click();
    const reason = gm.getByRole('dialog', { name: /^Unlock .* at Ford$/ });
    await reason.getByLabel('Reason').fill('A delivery was wrong');
    await gm.route('**/api/month-locks/*', (route) => route.abort(), { times: 1 });
    await reason.getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(gm.getByText('Couldn’t change locked months', { exact: true })).toBeVisible();
    await expect(reason.getByLabel('Reason')).toHaveValue('A delivery was wrong');
    await reason.getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(dialog.getByText('A delivery was wrong')).toBeVisible();
    await manager.getByRole('button', { name: 'Correct day' }).click();
    const correction = manager.getByRole('dialog', { name: 'Correct day' });
    await correction.getByLabel('Status').selectOption('Delivered');
    await correction.getByLabel('Day').fill(nextDay(day));
    await correction.getByLabel('Reason').fill('Left the next morning');
    await expectAccessible(manager);
    await correction.getByRole('button', { name: 'Correct day' }).click();
    await expect(manager.getByText('Day corrected')).toBeVisible();
    const deal = await reply<Deal>(await manager.request.get(`/api/deals/${dealId}`));
    expect([deal.signedOn, deal.deliveredOn]).toEqual([day, nextDay(day)]);
    await manager.getByRole('button', { name: 'Change status' }).click();
    await manager.getByRole('menuitem', { name: 'Signed' }).click();
    const undo = manager.getByRole('dialog', { name: 'Change status to Signed' });
    await undo.getByLabel('Reason').fill('Wrong plates');
    await undo.getByRole('button', { name: 'Change status' }).click();
    await expect(manager.getByText('Delivered → Signed')).toBeVisible();
  });
});

test('a technician reads and writes up the lines that name them, on the phone', async ({
  person,
}) => {
  const advisor = await person('walt.jankowski', noPage);
  const technician = await person('deshawn.pruitt', noPage);
  const { request } = advisor;
  const me = await reply<{ id: number }>(await request.get('/api/user'));
  const { id: technicianId } = await reply<{ id: number }>(
    await technician.request.get('/api/user'),
  );
  const [customer] = await reply<{ id: number; name: string }[]>(
    await request.get('/api/customers?store=ford&limit=1'),
  );
  const order = await reply<{ id: number; number: string }>(
    await request.post('/api/repair-orders', {
      data: {
        clientId: crypto.randomUUID(),
        store: 'ford',
        customerId: customer?.id,
        vehicle: '2021 Ford Escape SEL',
        advisorId: me.id,
        lines: [
          { payType: 'customer', complaint: 'Brakes squeal in the morning', technicianId },
          { payType: 'customer', complaint: 'Oil change due' },
        ],
      },
    }),
  );

  await technician.setViewportSize({ width: 390, height: 844 });
  await technician.goto('/my-work');
  const work = technician.getByRole('region', { name: `Repair order ${order.number}` });
  await expect(work).toContainText('Brakes squeal in the morning');
  await expect(work).not.toContainText('Oil change due');
  await expect(technician.getByText(customer?.name ?? '')).toHaveCount(0);
  await expectAccessible(technician);

  await work.getByRole('button', { name: 'Write up line 1' }).click();
  const sheet = technician.getByRole('dialog', { name: /^Line 1 of/ });
  await sheet.getByLabel('Cause').fill('Pads at 2 mm');
  await sheet.getByLabel('Correction').fill('Replaced front pads');
  await sheet.getByLabel('Actual hours').fill('much');
  await expectAccessible(technician);
  await sheet.getByRole('button', { name: 'Save line' }).click();
  await expect(sheet.getByText('Enter hours such as 1.5')).toBeVisible();
  await sheet.getByLabel('Actual hours').fill('1.2');
  await sheet.getByRole('button', { name: 'Save line' }).click();
  await expect(work).toContainText('Replaced front pads');
  await expect(work).toContainText('actual 1.2 h');

  // The advisor reads it on the order; the order itself stays closed to the technician.
  await advisor.goto(`/customers/repair-orders?order=${order.id}`);
  await expect(advisor.getByText('Worked on line 1')).toBeVisible();
  await expect(advisor.getByRole('region', { name: 'Work' })).toContainText('Pads at 2 mm');
  const refused = await technician.request.get(`/api/repair-orders/${order.id}`);
  expect(refused.status()).toBe(403);
});
