import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInEveryTheme, expectDialogAccessible } from './accessibility.ts';
import { expect, noPage, test } from './fixtures.ts';

const press = (page: Page, key: string) => page.keyboard.press(key);

async function openNotes(page: Page, search = ''): Promise<Locator> {
  await page.goto(`/utilities${search}#notes-manager`);
  const notes = page.locator('#notes-manager');
  // Not by its role: an open note hides the page behind it from assistive technology.
  await expect(notes.getByText(/^Enterprise Notes \(\d+\)$/)).toBeVisible();
  return notes;
}

async function add(page: Page, title: string, content: string): Promise<string> {
  const response = await page.request.post('/api/notes', { data: { title, content } });
  expect(response.status()).toBe(201);
  return (await response.json()).id;
}

async function editContent(page: Page, content: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Content' }).fill(content);
}

const contentOf = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/notes/${id}`)).json()).content;
const saved = (page: Page) => page.getByRole('dialog').getByText('Saved', { exact: true });

test('adds, finds, edits, deletes and restores a note with the keyboard alone', async ({
  person,
}) => {
  const page = await person('manager', noPage);
  const notes = await openNotes(page);
  await notes.getByRole('button', { name: 'Add Note' }).focus();
  await press(page, 'Enter');
  await expect(notes.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await press(page, 'Enter');
  await expect(notes.getByText('Title and content are required').first()).toBeVisible();
  await page.keyboard.type('Brake fluid');
  await press(page, 'Tab');
  await page.keyboard.type('Order **DOT 4**');
  await press(page, 'Tab');
  // As the keyboard of a phone or a paste does it.
  await page.keyboard.insertText('parts, fluids,');
  await notes.getByRole('button', { name: 'Save Note' }).focus();
  await press(page, 'Enter');
  const card = notes.getByRole('button', { name: 'Brake fluid', exact: true });
  await expect(card).toBeVisible();
  await expect(notes.getByRole('button', { name: 'Show notes tagged fluids' })).toBeVisible();
  await expect(notes.getByRole('button', { name: 'Add Note' })).toBeFocused();

  await notes.getByRole('searchbox', { name: 'Search notes' }).focus();
  await page.keyboard.type('dot');
  await expect(notes.locator('mark')).toHaveText(['DOT']);
  await expect(page).toHaveURL(/notes=dot/);
  await page.keyboard.type('x');
  await expect(notes.getByText('No notes match your search.')).toBeVisible();
  for (const _ of 'dotx') await press(page, 'Backspace');
  await expect(page).not.toHaveURL(/notes=/);

  await card.focus();
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Brake fluid' });
  await expect(dialog.getByText('DOT 4')).toBeVisible();
  await expectDialogAccessible(page);
  await dialog.getByRole('button', { name: 'Edit', exact: true }).focus();
  await press(page, 'Enter');
  await expect(dialog.getByRole('textbox', { name: 'Content' })).toBeFocused();
  await press(page, 'Control+End');
  await page.keyboard.type(', ten bottles');
  await expect(dialog.getByText('Saving…')).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await expectDialogAccessible(page);
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);
  await expect(notes.getByText('ten bottles')).toBeVisible();

  await card.focus();
  await press(page, 'Enter');
  await page.getByRole('button', { name: 'Delete note' }).focus();
  await press(page, 'Enter');
  await expect(card).toHaveCount(0);
  await expect(notes.locator(':focus')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await press(page, 'Enter');
  await expect(card).toBeVisible();
});

test('continues a checklist while typing, checks items off in the reading view, and keeps offline edits across a reload', async ({
  person,
}) => {
  const page = await person('executive', noPage);
  const id = await add(page, 'Closing', 'Tonight');
  const walkId = await add(page, 'Lot walk', 'row A');
  const notes = await openNotes(page, `?note=${id}`);
  await editContent(page, '- [ ] gates');
  for (const key of ['End', 'Enter']) await press(page, key);
  await page.keyboard.type('lights');
  // An empty item ends the list.
  for (const _ of [1, 2]) await press(page, 'Enter');
  await page.keyboard.type('Thanks');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Done' }).click();
  const lights = dialog.getByRole('checkbox', { name: 'lights' });
  await lights.focus();
  await press(page, 'Space');
  await expect(lights).toBeChecked();
  await expect(saved(page)).toBeVisible();
  await expectDialogAccessible(page);
  expect(await contentOf(page, id)).toBe('- [ ] gates\n- [x] lights\nThanks');
  await press(page, 'Escape');

  await test.step('keeps offline edits across a reload and saves them once the connection is back', async () => {
    await notes.getByRole('button', { name: 'Lot walk', exact: true }).click();
    await page.getByRole('dialog').getByText('row A').waitFor();
    await page.context().route('**/api/notes**', (route) => route.abort('internetdisconnected'));
    await editContent(page, 'row A\nrow B, written in the yard');
    await expect(
      page.getByText('Couldn’t save, retrying (your changes are stored on this device)'),
    ).toBeVisible();
    await page.goto('/utilities#notes-manager');
    await page.context().unroute('**/api/notes**');
    await page.reload();
    await expect.poll(() => contentOf(page, walkId)).toContain('written in the yard');
    await expect(notes.getByText('written in the yard')).toBeVisible();
  });
});

test('merges edits from two devices and asks how to resolve a conflict', async ({ person }) => {
  const [desktop, phone] = [await person('gm', noPage), await person('gm', noPage)];
  const id = await add(desktop, 'Handover', 'keys\nfuel\nlights');
  await openNotes(desktop, `?note=${id}`);
  await openNotes(phone, `?note=${id}`);
  await editContent(desktop, 'keys counted\nfuel\nlights');
  await expect(saved(desktop)).toBeVisible();
  await expect(phone.getByRole('dialog').getByText('keys counted')).toBeVisible();

  await phone.getByRole('button', { name: 'Edit', exact: true }).click();
  const [desktopBox, phoneBox] = [desktop, phone].map((page) =>
    page.getByRole('dialog').getByRole('textbox', { name: 'Content' }),
  );
  if (!desktopBox || !phoneBox) throw new Error('Both devices must be editing');
  await Promise.all([
    desktopBox.fill('keys counted\nfuel\nlights off'),
    phoneBox.fill('keys counted\nfuel ordered\nlights'),
  ]);
  await expect.poll(() => contentOf(desktop, id)).toBe('keys counted\nfuel ordered\nlights off');

  await expect(desktopBox).toHaveValue('keys counted\nfuel ordered\nlights off');
  await expect(phoneBox).toHaveValue('keys counted\nfuel ordered\nlights off');
  await Promise.all([
    desktopBox.fill('keys at the desk\nfuel ordered\nlights off'),
    phoneBox.fill('keys on the phone\nfuel ordered\nlights off'),
  ]);
  const mergeButton = (page: Page) => page.getByRole('button', { name: 'Merge both' });
  await expect
    .poll(async () => (await mergeButton(desktop).count()) + (await mergeButton(phone).count()))
    .toBe(1);
  const conflicted = (await mergeButton(desktop).count()) > 0 ? desktop : phone;
  await expectDialogAccessible(conflicted);
  await conflicted.getByRole('button', { name: 'Keep mine as a copy' }).click();
  await expect(saved(conflicted)).toBeVisible();
  await press(conflicted, 'Escape');
  await expect(
    conflicted
      .locator('#notes-manager')
      .getByRole('button', { name: 'Handover (copy)', exact: true }),
  ).toBeVisible();
});

test('shows a shared note to its reader and removes it when sharing stops', async ({ person }) => {
  const [owner, reader] = [await person('manager', noPage), await person('employee', noPage)];
  const id = await add(owner, 'Bay schedule', 'Bay 2 is down');
  const readerNotes = await openNotes(reader);
  await openNotes(owner, `?note=${id}`);
  await owner.getByRole('button', { name: 'Share note' }).click();
  const sharing = owner.getByRole('dialog', { name: 'Share note' });
  const { firstName, lastName } = await (await reader.request.get('/api/user')).json();
  await sharing.getByRole('combobox', { name: 'Add a person' }).fill(`${firstName} ${lastName}`);
  await expect(sharing.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await press(owner, 'Enter');
  await expect(sharing.getByRole('listitem')).toContainText(`${firstName} ${lastName}`);
  await expectDialogAccessible(owner);

  const card = readerNotes.getByRole('button', { name: 'Bay schedule', exact: true });
  await expect(card).toBeVisible();
  const sharedItem = readerNotes.getByRole('listitem').filter({
    has: reader.getByRole('button', { name: 'Bay schedule', exact: true }),
  });
  await expect(sharedItem.getByText(/^Shared by/)).toBeVisible();
  await card.click();
  const dialog = reader.getByRole('dialog', { name: 'Bay schedule' });
  await expect(dialog.getByText('Bay 2 is down')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Delete note' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Leave note' })).toBeVisible();

  await sharing.getByRole('button', { name: /^Stop sharing with/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card).toHaveCount(0);
});

test('runs no script and loads nothing from a hostile note; the list is accessible in every theme, on a desktop and on a phone', async ({
  person,
}) => {
  const page = await person('manager', noPage);
  const foreignUrls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(page.url()).host) foreignUrls.push(request.url());
  });
  page.on('dialog', (dialog) => {
    throw new Error(`The note opened a dialog: ${dialog.message()}`);
  });
  const id = await add(
    page,
    '<img src=x onerror=alert(1)>',
    '<img src=https://evil.example/a.png onerror=alert(1)>\n![x](https://evil.example/b.png)\n' +
      '[click](javascript:alert(1)) <script>alert(1)</script> [ok](https://a.example/)',
  );
  for (const color of ['yellow', 'green', 'blue', 'purple', 'pink', 'gray']) {
    const note = {
      title: `Paper ${color}`,
      content: '# Head\n> quote\n\n[l](https://a.example)',
    };
    await page.request.post('/api/notes', { data: { ...note, color, tags: ['paper'] } });
  }
  const notes = await openNotes(page, `?tag=paper&note=${id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('[click](javascript:alert(1))')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'ok' })).toHaveAttribute('rel', /noopener/);
  for (const link of await dialog.getByRole('link').all())
    await expect(link).toHaveAttribute('href', /^https:/);
  await expect(dialog.locator('img')).toHaveCount(0);
  expect(foreignUrls.filter((url) => url.includes('evil'))).toEqual([]);
  await press(page, 'Escape');

  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(notes.getByText('Paper gray').first()).toBeVisible();
    await expectAccessibleInEveryTheme(page);
  }
});
