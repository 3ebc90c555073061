import { expect, expectAccessible, test } from './fixtures.ts';

const header =
  'RO Number,Opened,Who wrote it,Customer,Phone,Car,Pay type,Complaint,Labor,Parts,Bay';
const repairOrdersCsv = [
  header,
  '88101,11/02/2026 8:10 AM,renee.dubois,"Applewhite, Odessa",(620) 555-8101,2019 Chevrolet Equinox,C,Oil change,49.95,52.50,4',
  '88101,,,,,,W,Recall 21V-650,"$1,180.50",,4',
  '88102,11/02/2026,Renee Dubois,Linus Farrow,620-555-8102,2022 Chevrolet Tahoe,C,Brakes squeal,much,212.00,2',
  '88103,11/03/2026,Renee Dubois,Wichita Plumbing LLC,620-555-8103,2020 Chevrolet Express,I,Detail,120,0,2',
].join('\r\n');

test('a service manager imports another system’s repair orders, maps a column, and undoes the import', async ({
  person,
}) => {
  const page = await person('renee.dubois', '/customers/repair-orders');
  const table = page.getByRole('table', { name: 'Repair orders' });
  await expect(table).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import repair orders from CSV' });
  await expect(dialog.getByRole('combobox', { name: 'Store' })).toHaveValue('chevrolet');
  await expectAccessible(page);
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(repairOrdersCsv),
  });

  await expect(dialog.getByText('4 rows read (utf-8)')).toBeVisible();
  const advisorColumn = dialog.getByRole('combobox', { name: 'Column Who wrote it is' });
  await expect(advisorColumn).toHaveValue('');
  await dialog.getByRole('button', { name: 'Check rows' }).click();
  await expect(dialog.getByText('0 repair orders of 4 rows can be imported')).toBeVisible();
  await expect(dialog.getByRole('row', { name: '2 Advisor Required' })).toBeVisible();
  await advisorColumn.selectOption('Advisor');
  await dialog.getByRole('button', { name: 'Check rows' }).click();
  await expect(dialog.getByText('2 repair orders of 4 rows can be imported')).toBeVisible();
  await expect(
    dialog.getByRole('row', { name: '4 Labor Enter an amount such as 1,234.56' }),
  ).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download 1 row to fix' }).click();
  expect((await download).suggestedFilename()).toMatch(/^import-\d+-problems\.csv$/);

  await dialog.getByRole('button', { name: 'Import 2 repair orders' }).click();
  await expect(dialog.getByText('2 repair orders imported')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('searchbox', { name: 'Search repair orders' }).fill('88101');
  await expect(table.getByRole('row').filter({ hasText: 'Odessa Applewhite' })).toContainText(
    '$1,282.95',
  );

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  await expect(dialog.getByText(/^2 repair orders imported · /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Open orders.csv' }).first().click();
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(dialog.getByText('Import undone')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('No repair orders found')).toBeVisible();
});

test('a general manager imports deals, which appear in the list at once, and undoes the import', async ({
  person,
}) => {
  const page = await person('dale.hutchins', '/customers/deals?scope=all&q=66201');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import deals from CSV' });
  // The oldest of those offered, which was already in stock on the day of the deal.
  const sellable = await page.request.get('/api/deals/sellable?store=chevrolet&q=chevrolet');
  const offered: { id: number; vin: string; title: string; listCents: number | null }[] =
    await sellable.json();
  // On the line, where it has a price: what is in transit was not handed over.
  const vehicle = offered.findLast(({ listCents }) => listCents !== null);
  if (!vehicle) throw new Error('No vehicle for sale');
  const getStatus = async () =>
    (await (await page.request.get(`/api/vehicles/${vehicle.id}`)).json()).status;
  const before = await getStatus();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const rows = [
    'Deal Number,New/Used,VIN,Customer,Phone,Vehicle,Salesperson,Sold Date,Delivered,Price',
    `66201,N,1G1ZD5ST0NF100000,Wendell Ostrander,(620) 555-8201,2026 Chevrolet Trax,Fatima Haidari,${yesterday},,"24,995.00"`,
    `66202,N,${vehicle.vin},Wendell Ostrander,(620) 555-8201,${vehicle.title},Fatima Haidari,${yesterday},${yesterday},"24,995.00"`,
  ];
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'deals.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await dialog.getByRole('button', { name: 'Check rows' }).click();
  await dialog.getByText('Warnings in 1 row').click();
  await expect(
    dialog.getByRole('row', { name: '2 VIN This store has no vehicle with this VIN in stock' }),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import 2 deals' }).click();
  await expect(dialog.getByText('2 deals imported')).toBeVisible();
  await expectAccessible(page);
  expect(await getStatus()).toBe('delivered');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const row = page.getByRole('row').filter({ hasText: '66201' });
  await expect(row).toContainText('Wendell Ostrander');
  await expect(row).toContainText('Signed');

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  await dialog.getByRole('button', { name: 'Open deals.csv' }).first().click();
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(dialog.getByText('Import undone')).toBeVisible();
  expect(await getStatus()).toBe(before);
});
