import fs from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { type Page as PaperPage, pdfOf } from '../../db/demo/documents/pdf.ts';
import { chooseTheme, expect, expectAccessible, expectContrast, noPage, test } from './fixtures.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Documents' });
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const uploading = (page: Page) => dialog(page, 'Upload documents');
const stage = (page: Page) => page.getByRole('group', { name: /^Page \d/ });

/** A PDF of which no other test has the bytes. */
const paper = (name: string, ...pages: PaperPage[]) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    pdfOf(pages.length > 0 ? pages : [{ heading: name, lines: [`Of the test ${name}`] }]),
  ),
});

async function choose(page: Page, ...files: ReturnType<typeof paper>[]): Promise<void> {
  await uploading(page).getByLabel('Files to upload').setInputFiles(files);
}

async function startUpload(page: Page, count: number): Promise<void> {
  const files = count === 1 ? '1 file' : `${count} files`;
  await uploading(page)
    .getByRole('button', { name: `Upload ${files}` })
    .click();
}

async function linkTo(form: Locator, kind: string, query: string): Promise<void> {
  await form.getByLabel('Kind of record').selectOption({ label: kind });
  await form.getByRole('combobox', { name: `Find ${kind.toLowerCase()}` }).fill(query);
  await form.getByRole('listbox').getByRole('option').first().click();
}

/** A deal of the Ford store, delivered or not. */
async function getDeal(page: Page): Promise<{ id: number; number: string }> {
  const response = await page.request.get('/api/deals?scope=all&store=ford&limit=1');
  const [deal] = await response.json();
  return deal;
}

/** Changes another document, after which the shown ones are fetched again. */
async function changeOther(page: Page, title: string) {
  const list = await (await page.request.get('/api/documents?scope=inbox&limit=20')).json();
  const { id } = list.find((one: { title: string }) => one.title === title);
  const address = `/api/documents/${id}`;
  const { links, ...document } = await (await page.request.get(address)).json();
  const names = ['version', 'title', 'cabinet', 'type', 'store', 'date', 'amountCents', 'number'];
  const data = {
    ...Object.fromEntries(names.map((name) => [name, document[name]])),
    keywords: 'changed',
    links: links.map(({ kind, id }: { kind: string; id: number }) => ({ kind, id })),
  };
  expect((await page.request.put(address, { data })).status()).toBe(200);
}

test('a title clerk uploads scans, files them with what was recognized, and finds them', async ({
  person,
}) => {
  const page = await person('joan.whitaker', '/documents');
  const deal = await getDeal(page);
  await expect(table(page)).toBeVisible();

  await test.step('an upload without a type waits in the inbox', async () => {
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await uploading(page).getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(uploading(page).getByText('Choose at least one file')).toBeVisible();
    await choose(
      page,
      paper('mileage_statement.pdf', {
        heading: 'Odometer disclosure',
        lines: [`Deal ${deal.number}`, 'Zyxomatic mileage statement'],
      }),
      paper('Договор.pdf'),
    );
    await uploading(page).getByLabel('Store').selectOption({ label: 'Ford' });
    await linkTo(uploading(page), 'Customer', 'jose chavez');
    await expectAccessible(page);
    await startUpload(page, 2);
    await expect(tray(page).getByText('2 files uploaded')).toBeVisible();
    await expectAccessible(page);
    await tray(page).getByRole('button', { name: 'Close uploads' }).click();
    await expect(tray(page)).toHaveCount(0);
  });

  await test.step('what it names is proposed, and confirmed in one press', async () => {
    await page.getByRole('tab', { name: /Inbox/ }).click();
    await table(page).getByRole('link', { name: 'mileage statement' }).click();
    await expect(async () => {
      await page.reload();
      await page.getByRole('button', { name: 'File', exact: true }).click();
      await expect(dialog(page, 'File document')).toContainText('Found in this document', {
        timeout: 2_000,
      });
    }).toPass();
    // As if it were recognized only while the form is open.
    const notYet = { proposals: [], proposedType: null };
    const address = /\/api\/documents\/\d+$/;
    await page.route(address, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...notYet } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'File', exact: true }).click();
    await expect(dialog(page, 'File document')).toContainText('Jose Chavez');
    await expect(dialog(page, 'File document')).not.toContainText(deal.number);
    await expect(dialog(page, 'File document').getByLabel('Type')).toHaveValue('');
    await page.unrouteAll({ behavior: 'wait' });
    await changeOther(page, 'Договор');
    const form = dialog(page, 'File document');
    await expect(form.getByRole('list', { name: 'Belongs to' })).toContainText(deal.number);
    await expect(form.getByLabel('Type')).toHaveValue('odometer_disclosure');
    await form.getByLabel('Amount, $').fill('much');
    await form.getByRole('button', { name: 'File document' }).click();
    await expect(form.getByText('Enter an amount in dollars')).toBeVisible();
    await form.getByLabel('Amount, $').fill('');
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText(`Deal ${deal.number}`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'File as proposed' }).click();
    await expect(page.getByText('Filed in Deals')).toBeVisible();
    // The next one of the inbox is on the screen.
    await expect(page.getByRole('button', { name: 'File', exact: true })).toBeVisible();
  });

  await test.step('words of its pages find it, and the keyboard opens it', async () => {
    await page.goto('/documents');
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('zyxomatic');
    const row = table(page).getByRole('row').filter({ hasText: 'mileage statement' });
    await expect(row.locator('mark')).toHaveText(/zyxomatic/i);
    await expect(table(page).getByRole('link')).toHaveCount(1);
    await table(page).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'mileage statement' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'mileage statement, page 1' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Text' }).click();
    await expect(page.getByText('Zyxomatic mileage statement')).toBeVisible();
  });

  await test.step('filters are saved as a view', async () => {
    await page.goto('/documents?cabinet=deals&type=title');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Save view' }).click();
    await dialog(page, 'Save view').getByLabel('Name').fill('Titles');
    await dialog(page, 'Save view').getByRole('button', { name: 'Save view' }).click();
    await expect(dialog(page, 'Save view')).toHaveCount(0);
    await page.goto('/documents');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Titles' }).click();
    await expect(page).toHaveURL(/type=title/);
    await expect(page.getByRole('tab', { name: 'Deals', selected: true })).toBeVisible();
    await page.goto('/documents?q=zyxomatic');
    await table(page).getByRole('link').click();
  });

  await test.step('the pages pass in the dark theme, too', async () => {
    await chooseTheme(page, 'dark');
    await expectContrast(page);
    await page.goto('/documents');
    await expect(table(page)).toBeVisible();
    await expectContrast(page);
  });

  await test.step('the platform search finds it', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zyxomatic');
    await page.getByRole('option', { name: /mileage statement/ }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'mileage statement' })).toBeVisible();
  });
});

test('an F&I manager keeps the papers of a deal: upload, pages, versions, conflict', async ({
  person,
}) => {
  const page = await person('gregory.stahl', noPage);
  const deal = await getDeal(page);
  await page.goto(`/customers/deals?deal=${deal.id}`);
  const section = page.getByRole('region', { name: 'Documents' });

  await test.step('an upload on the deal’s page knows the deal', async () => {
    await section.getByRole('button', { name: 'Upload' }).click();
    await expect(uploading(page).getByRole('list', { name: 'Belongs to' })).toContainText(
      `Deal ${deal.number}`,
    );
    await choose(
      page,
      paper(
        'menu_signed.pdf',
        { heading: 'Menu', lines: ['Page one'] },
        { heading: 'Menu', lines: ['Page two'] },
        { heading: 'Menu', lines: ['Page three'] },
      ),
    );
    await uploading(page).getByLabel('Type').selectOption({ label: 'Signed menu' });
    await startUpload(page, 1);
    await section.getByRole('link', { name: 'menu signed' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'menu signed' })).toBeVisible();
  });

  await test.step('pages turn by keyboard, and are read one at a time', async () => {
    await expect(page.getByRole('img', { name: 'menu signed, page 1' })).toBeVisible();
    await stage(page).focus();
    await page.keyboard.press('PageDown');
    await expect(page.getByRole('img', { name: 'menu signed, page 2' })).toBeVisible();
    await page.keyboard.press('End');
    await expect(stage(page)).toHaveAccessibleName('Page 3 of 3');
    await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
    await page.getByRole('textbox', { name: 'Page' }).fill('1');
    await page.getByRole('textbox', { name: 'Page' }).press('Enter');
    await expect(stage(page)).toHaveAccessibleName('Page 1 of 3');
  });

  await test.step('pages are reordered, turned and left out in a new version', async () => {
    await page.getByRole('button', { name: 'Arrange pages' }).click();
    const arranging = dialog(page, /^Arrange pages/);
    const pages = arranging.getByRole('list', { name: 'Pages' }).getByRole('img');
    await expect(pages).toHaveCount(3);
    await arranging.getByRole('button', { name: 'Move page 3 back' }).click();
    await arranging.getByRole('button', { name: 'Turn page 1' }).click();
    await arranging.getByRole('button', { name: 'Leave out page 3' }).click();
    await expectAccessible(page);
    await arranging.getByRole('button', { name: 'Save new version' }).click();
    await expect(arranging).toHaveCount(0);
    await expect(page.getByText('Version 2, current')).toBeVisible();
    await expect(stage(page)).toHaveAccessibleName('Page 1 of 2');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText('This is version 1 of 2.')).toBeVisible();
    await expect(stage(page)).toHaveAccessibleName('Page 1 of 3');
    await page.getByRole('button', { name: 'Show current version' }).click();
  });

  await test.step('a page is split off into a document of its own', async () => {
    await page.getByRole('button', { name: 'Arrange pages' }).click();
    const arranging = dialog(page, /^Arrange pages/);
    await arranging.getByRole('checkbox', { name: 'Select page 2' }).check();
    await arranging.getByRole('button', { name: 'Split off selected…' }).click();
    const naming = dialog(page, 'New document');
    await naming.getByLabel('Title').fill('Menu, last page');
    await naming.getByRole('button', { name: 'Add document' }).click();
    await expect(naming).toHaveCount(0);
    await expect(arranging.getByRole('list', { name: 'Pages' }).getByRole('img')).toHaveCount(1);
    await arranging.getByRole('button', { name: 'Cancel' }).click();
    const asking = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await asking.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('what someone else saves meanwhile is not overwritten', async () => {
    const clerk = await person('joan.whitaker', page.url());
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = dialog(page, 'Edit document');
    await form.getByLabel('Keywords').fill('product presentation');
    await clerk.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog(clerk, 'Edit document').getByLabel('Number').fill('M-17');
    await dialog(clerk, 'Edit document').getByRole('button', { name: 'Save changes' }).click();
    await expect(clerk.getByRole('region', { name: 'Document', exact: true })).toContainText(
      'M-17',
    );
    await expect(form.getByText('changed this document')).toBeVisible();
    await form.getByRole('button', { name: 'Load latest version' }).click();
    await expect(form.getByLabel('Number')).toHaveValue('M-17');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form).toHaveCount(0);
    const facts = page.getByRole('region', { name: 'Document', exact: true });
    await expect(facts).toContainText('product presentation');
    await expect(facts).toContainText('M-17');
  });

  await test.step('a manager sees who read it', async () => {
    await page.getByRole('tab', { name: 'Who read it' }).click();
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByText('Viewed, version 1').first()).toBeVisible();
    await expect(history).toContainText('Gregory Stahl');
  });

  await test.step('several are downloaded together, or combined', async () => {
    await page.goto('/documents?sort=newest');
    await page.getByRole('checkbox', { name: 'Select Menu, last page' }).check();
    await page.getByRole('checkbox', { name: 'Select menu signed' }).check();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download', exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/\.zip$/);
    await page.getByRole('button', { name: 'Combine' }).click();
    const combining = dialog(page, 'Combine documents');
    await expect(combining.getByText('3 pages')).toBeVisible();
    await combining.getByRole('button', { name: 'Combine…' }).click();
    await dialog(page, 'New document').getByLabel('Title').fill('Menu, both');
    await dialog(page, 'New document').getByRole('button', { name: 'Add document' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Menu, both' })).toBeVisible();
  });

  await test.step('a document is removed with a reason, and put back', async () => {
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const asking = dialog(page, 'Remove “Menu, both”?');
    await asking.getByRole('button', { name: 'Remove document' }).click();
    await expect(asking.getByText('Enter a reason')).toBeVisible();
    await asking.getByLabel('Reason').fill('Twice in the jacket');
    await asking.getByRole('button', { name: 'Remove document' }).click();
    await expect(page.getByText(/Gregory Stahl removed it .*: Twice in the jacket/)).toBeVisible();
    await page.getByRole('button', { name: 'Put back' }).click();
    await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
  });
});

test('an upload goes on after a lost connection and after a reload, and repeats are noticed', async ({
  person,
}) => {
  const page = await person('joan.whitaker', '/documents?new=upload&cabinet=deals');
  // On the disk, because megabytes take seconds to reach the browser over the test's connection.
  const large = test.info().outputPath('resumed.pdf');
  // Larger than one piece: what follows the end of a PDF is not read.
  const padding = Buffer.alloc(9 * 1024 * 1024, '\n');
  fs.writeFileSync(large, Buffer.concat([paper('resumed.pdf').buffer, padding]));

  await test.step('the network is cut', async () => {
    await page.route('**/api/documents/uploads/*/pieces/1', (route) => route.abort());
    await uploading(page).getByLabel('Files to upload').setInputFiles(large);
    await startUpload(page, 1);
    await expect(tray(page).getByText('No connection. Goes on by itself.')).toBeVisible();
  });

  await test.step('after a reload it goes on by itself', async () => {
    await page.reload();
    await expect(tray(page).getByText('No connection. Goes on by itself.')).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(tray(page).getByText('1 file uploaded')).toBeVisible({ timeout: 60_000 });
    await expect(table(page).getByRole('link', { name: 'resumed' })).toHaveCount(0);
    await page.getByRole('tab', { name: 'All' }).click();
  });

  await test.step('the same bytes again are not added without asking', async () => {
    await page.goto('/documents?new=upload&cabinet=deals');
    await uploading(page).getByLabel('Files to upload').setInputFiles(large);
    await startUpload(page, 1);
    await expect(tray(page).getByText('The same file is already here')).toBeVisible();
    await expect(tray(page).getByRole('link', { name: 'resumed' })).toBeVisible();
    await tray(page).getByRole('button', { name: 'Don’t add' }).click();
    await expect(tray(page)).toHaveCount(0);
  });

  await test.step('a file that is not what its name says is refused with a sentence', async () => {
    await page.goto('/documents?new=upload&cabinet=deals');
    await choose(page, {
      name: 'contract.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
    });
    await startUpload(page, 1);
    await expect(tray(page).getByText('1 file not uploaded')).toBeVisible();
    await tray(page).getByRole('button', { name: 'Remove contract.pdf from the list' }).click();
  });
});

test('files are dropped or pasted anywhere on the page', async ({ person }) => {
  const page = await person('joan.whitaker', '/documents?cabinet=accounts_payable');
  await expect(table(page)).toBeVisible();
  const transfer = (name: string) =>
    page.evaluateHandle((fileName) => {
      const data = new DataTransfer();
      data.items.add(new File(['of a test'], fileName, { type: 'text/plain' }));
      return data;
    }, name);
  const dataTransfer = await transfer('dropped.txt');
  await table(page).dispatchEvent('dragenter', { dataTransfer });
  await expect(page.getByText('Drop files and folders to upload')).toBeVisible();
  await table(page).dispatchEvent('drop', { dataTransfer });
  const files = uploading(page).getByRole('list', { name: 'Chosen files' });
  await expect(files).toContainText('dropped.txt');
  await expect(uploading(page).getByLabel('Cabinet')).toHaveValue('accounts_payable');
  const pasted = await transfer('pasted.txt');
  await page.evaluate(
    (clipboardData) => document.dispatchEvent(new ClipboardEvent('paste', { clipboardData })),
    pasted,
  );
  await expect(files.getByRole('listitem')).toHaveCount(2);
  await files.getByRole('button', { name: 'Remove dropped.txt' }).click();
  await startUpload(page, 1);
  await expect(tray(page).getByText('1 file uploaded')).toBeVisible();
});

test('deals, repair orders, customers and vehicles show their documents', async ({ person }) => {
  const page = await person('gm', noPage);
  const response = await page.request.get('/api/documents?scope=all&limit=200');
  const documents: { title: string; links: { kind: string; href: string }[] }[] =
    await response.json();
  for (const kind of ['deal', 'repair_order', 'customer']) {
    const found = documents.find(({ links }) => links.some((link) => link.kind === kind));
    const href = found?.links.find((link) => link.kind === kind)?.href;
    expect(href, kind).toBeTruthy();
    await page.goto(href ?? '');
    const section = page.getByRole('region', { name: 'Documents' });
    await expect(section.getByRole('link', { name: found?.title }).first()).toBeVisible();
    await expect(section.getByRole('button', { name: 'Upload' })).toBeVisible();
  }

  await test.step('an upload on a vehicle’s page stays with the vehicle', async () => {
    const vehicles = await page.request.get('/api/vehicles?store=ford&limit=1');
    const [vehicle] = (await vehicles.json()).vehicles;
    await page.goto(`/fleet?vehicle=${vehicle.id}`);
    const section = page.getByRole('region', { name: 'Documents' });
    await section.getByRole('button', { name: 'Upload' }).click();
    await choose(page, paper('window_sticker.pdf'));
    await uploading(page).getByLabel('Type').selectOption({ label: 'Buyers Guide' });
    await startUpload(page, 1);
    await section.getByRole('link', { name: 'window sticker' }).click();
    await expect(page.getByRole('region', { name: 'Belongs to' })).toContainText(
      vehicle.stockNumber,
    );
  });
});

test('a document is out of reach the moment access ends, also where it is open', async ({
  person,
}) => {
  const admin = await person('admin', noPage);
  const page = await person('kevin.matsuda', '/documents');
  const user = await (await page.request.get('/api/user')).json();
  await table(page).getByRole('link').first().click();
  await expect(page.getByRole('img', { name: /, page 1$/ })).toBeVisible();
  const address = `/api/documents/${new URL(page.url()).searchParams.get('document')}`;
  const picture = await page.getByRole('img', { name: /, page 1$/ }).getAttribute('src');
  expect((await page.request.get(picture ?? '')).status()).toBe(200);
  const setStores = (storeAccess: string[]) =>
    admin.request.patch(`/api/users/${user.id}/permissions`, { data: { storeAccess } });
  try {
    expect((await setStores(['ford'])).ok()).toBe(true);
    await expect(page.getByText('Document not found')).toBeVisible();
    await expect(page.getByRole('img', { name: /, page 1$/ })).toHaveCount(0);
    for (const path of [address, picture ?? '', `${address}/thumbnail`])
      expect((await page.request.get(path)).status()).toBe(404);
  } finally {
    await setStores(user.storeAccess);
  }
});

test('no one but HR sees personnel files, administrators neither', async ({ person }) => {
  const admin = await person('admin', '/documents');
  await expect(admin.getByRole('tab', { name: 'Deals' })).toBeVisible();
  await expect(admin.getByRole('tab', { name: 'HR' })).toHaveCount(0);
});

test('on a phone the first document is on the screen, and photos become one PDF', async ({
  person,
}) => {
  const page = await person('joan.whitaker', '/documents');
  await page.setViewportSize({ width: 390, height: 844 });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  const first = table(page).getByRole('link').first();
  await expect(first).toBeInViewport();

  await test.step('a selection moves nothing', async () => {
    const before = await first.boundingBox();
    await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .check();
    await expect(page.getByText('1 selected')).toBeVisible();
    expect(await first.boundingBox()).toEqual(before);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear selection' }).click();
  });

  await test.step('two photos are the pages of one document', async () => {
    const photo = await page.screenshot({ type: 'jpeg' });
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await uploading(page).getByRole('button', { name: 'Take photos' }).click();
    const camera = dialog(page, 'Take photos');
    for (const name of ['1.jpg', '2.jpg']) {
      await camera
        .getByLabel('Photos of pages')
        .setInputFiles({ name, mimeType: 'image/jpeg', buffer: photo });
    }
    await camera.getByRole('button', { name: 'Adjust page 2' }).click();
    const adjusting = dialog(page, 'Adjust page 2');
    await adjusting.getByRole('button', { name: 'Turn' }).click();
    await expectAccessible(page);
    await adjusting.getByRole('button', { name: 'Apply' }).click();
    await camera.getByRole('button', { name: 'Move page 2 back' }).click();
    await expectAccessible(page);
    await camera.getByRole('button', { name: 'Use 2 pages' }).click();
    await expect(camera).toHaveCount(0);
    await uploading(page).getByLabel('Type').selectOption({ label: 'Photo ID' });
    await startUpload(page, 1);
    await tray(page).getByRole('link', { name: 'Open' }).click();
    await expect(page.getByRole('img', { name: /^Scan .*, page 1$/ })).toBeVisible();
    await expect(stage(page)).toHaveAccessibleName('Page 1 of 2');
    await expectAccessible(page);
  });
});

const lines = [
  'Bill of sale for a used vehicle',
  'The seller transfers the vehicle to the buyer',
  'Odometer reading 48,210 miles at delivery',
  'Signed in the presence of a notary public',
  'Salesperson Penelope Hargrove, desk 17',
  'Every defect known to the seller is listed',
];

/** A photo of a page that lies tilted on a dark table, in the shadow of a hand. */
async function takePhoto(page: Page): Promise<Buffer<ArrayBuffer>> {
  const camera = await page.context().newPage();
  await camera.setViewportSize({ width: 1_500, height: 2_000 });
  await camera.setContent(`
    <body style="margin: 0; height: 2000px; overflow: hidden; background: #4a3b30; perspective: 2600px">
      <div style="position: absolute; left: 290px; top: 330px; width: 980px; height: 1270px; background: #f6f4ee;
        color: #222; font: 36px sans-serif; transform: rotateX(38deg) rotateY(-12deg) rotateZ(24deg)">
        ${lines.map((line) => `<p style="margin: 90px 80px">${line}</p>`).join('')}
      </div>
      <div style="position: absolute; inset: 0; background: linear-gradient(120deg, #0000 45%, #000a 62%)"></div>
    </body>`);
  const photo = await camera.screenshot({ type: 'jpeg', quality: 90 });
  await camera.close();
  // As phones store it: on its side, with a note of how to turn it.
  const stored = await sharp(photo).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  return Buffer.from(stored);
}

test('a page that was photographed at an angle is made straight, and its text found', async ({
  person,
}) => {
  const page = await person('joan.whitaker', '/documents?new=upload&cabinet=deals');
  await page.setViewportSize({ width: 390, height: 844 });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  const buffer = await takePhoto(page);
  const camera = dialog(page, 'Take photos');
  const adjusting = dialog(page, 'Adjust page 1');
  const corner = (name: string) => adjusting.getByRole('button', { name: `${name} corner` });

  await test.step('its corners are found', async () => {
    await uploading(page).getByRole('button', { name: 'Take photos' }).click();
    await camera
      .getByLabel('Photos of pages')
      .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer });
    await camera.getByRole('button', { name: 'Adjust page 1' }).click();
    await expectAccessible(page);
    await expect(corner('Top left')).not.toHaveAccessibleDescription(/^0% /);
    const shown = await adjusting.locator('canvas').boundingBox();
    expect(shown?.height).toBeGreaterThan(shown?.width ?? 0);
  });

  await test.step('they move by keyboard and by finger, and back to what was found', async () => {
    const place = () => corner('Top left').getAttribute('aria-description');
    const found = await place();
    await corner('Top left').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    const moved = await place();
    expect(moved).not.toBe(found);
    const box = await corner('Top left').boundingBox();
    if (!box) throw new Error('The corner is not on the screen');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 40, { steps: 4 });
    await page.mouse.up();
    expect(await place()).not.toBe(moved);
    await adjusting.getByRole('button', { name: 'Found page' }).click();
    expect(await place()).toBe(found);
    await adjusting.getByRole('button', { name: 'Apply' }).click();
  });

  await test.step('the page is read', async () => {
    await camera.getByRole('button', { name: 'Use 1 page' }).click();
    await expect(camera).toHaveCount(0);
    await choose(page, { name: 'as taken.jpg', mimeType: 'image/jpeg', buffer });
    await uploading(page).getByLabel('Type').selectOption({ label: 'Photo ID' });
    await startUpload(page, 2);
    await expect(tray(page).getByText('2 files uploaded')).toBeVisible();
    const straightened = await textOf(page, 'Scan');
    const asTaken = await textOf(page, 'as taken');
    for (const line of lines) expect(straightened).toContain(line);
    expect(lines.filter((line) => asTaken.includes(line)).length).toBeLessThan(lines.length);
  });
});

/** The recognized text of the newest document with this title. */
async function textOf(page: Page, title: string): Promise<string> {
  let text = '';
  await expect(async () => {
    const response = await page.request.get('/api/documents?scope=all&limit=20');
    const documents: { id: number; title: string; current: { textState: string } }[] =
      await response.json();
    const found = documents.find((one) => one.title.startsWith(title));
    expect(found?.current.textState).not.toBe('waiting');
    const pages = await page.request.get(`/api/documents/${found?.id}/versions/1/text`);
    text = (await pages.json()).map((one: { text: string }) => one.text).join('\n');
  }).toPass();
  return text;
}
