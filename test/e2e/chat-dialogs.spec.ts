import type { Locator, Page } from '@playwright/test';
import { open, panel, row, say } from './chat.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const list = (page: Page) => page.getByRole('dialog', { name: 'Scheduled messages' });

/** Puts a message aside in Sales, and opens the list of those. */
async function schedule(page: Page, text: string): Promise<Locator> {
  await open(page, 'Sales');
  await page.getByRole('textbox', { name: 'Message Sales' }).fill(text);
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  await page.getByRole('button', { name: 'Scheduled (1)' }).click();
  await expect(list(page).getByText(text)).toBeVisible();
  return list(page);
}

test('what waits can be made urgent, and wait again, by keyboard', async ({ person }) => {
  const page = await person('aisha.coleman');
  const waiting = await schedule(page, 'Bid on the two Tucsons');
  await waiting.getByRole('button', { name: 'Mark as urgent' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Mark as urgent' });
  const why = dialog.getByLabel('Why it cannot wait');
  await why.press('Enter');
  await expect(dialog.getByText('Please say in a few words why it cannot wait.')).toBeVisible();
  await page.keyboard.type('The auction ends at nine');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(waiting.getByText('The auction ends at nine')).toBeVisible();
  // The button that led here is gone: the keyboard goes on beside it.
  await expect(waiting.getByRole('button', { name: 'Mark as urgent' })).toHaveCount(0);
  await expect(waiting.getByRole('button', { name: 'Edit text' })).toBeFocused();
  await expectAccessible(page);

  await waiting.getByRole('button', { name: 'Not urgent after all' }).press('Enter');
  await expect(waiting.getByRole('button', { name: 'Mark as urgent' })).toBeVisible();
  await expect(waiting.getByRole('button', { name: 'Edit text' })).toBeFocused();

  await waiting.getByRole('button', { name: 'Mark as urgent' }).click();
  await why.fill('The auction ends at eight');
  await why.press('Enter');
  await expect(dialog).toBeHidden();
  await waiting.getByRole('button', { name: 'Send now' }).click();
  await expect(waiting.getByText('Nothing is scheduled here')).toBeVisible();
  await page.keyboard.press('Escape');
  const sent = row(page, 'Bid on the two Tucsons');
  await expect(sent.getByText('Urgent', { exact: true })).toBeVisible();
  await expect(sent.getByText('The auction ends at eight')).toBeVisible();
});

test('a change that did not work says so where it was asked for, and loses no word', async ({
  person,
}) => {
  const page = await person('curtis.yoder');
  const waiting = await schedule(page, 'Wash the demo cars');
  const away = '**/api/chat/scheduled/*';
  const sentence = 'That did not work. Please try again.';
  await page.route(away, (route) => route.abort());

  await waiting.getByRole('button', { name: 'Mark as urgent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as urgent' });
  const why = dialog.getByLabel('Why it cannot wait');
  await why.fill('The mayor comes at ten');
  await why.press('Enter');
  await expect(dialog.getByText(sentence)).toBeVisible();
  await expect(why).toHaveValue('The mayor comes at ten');
  await page.keyboard.press('Escape');

  await waiting.getByRole('button', { name: 'Change time' }).click();
  // Forgotten with what was tried.
  const time = page.getByRole('dialog', { name: 'Change the time' });
  await expect(page.getByText(sentence)).toHaveCount(0);
  await time.getByRole('button', { name: 'Save' }).click();
  await expect(time.getByText(sentence)).toBeVisible();
  await page.unroute(away);
  await time.getByRole('button', { name: 'Save' }).click();
  await expect(time).toBeHidden();
  await expect(page.getByText(sentence)).toHaveCount(0);
});

test('words being changed in what waits are cut nowhere, and not left without asking', async ({
  person,
}) => {
  const page = await person('omar.benali');
  const waiting = await schedule(page, 'Count the keys');
  await waiting.getByRole('button', { name: 'Edit text' }).click();
  const words = waiting.getByRole('textbox', { name: 'Message' });
  await words.fill('k'.repeat(16_001));
  await expect(waiting.getByText('Too long by 1 character: a message holds 16,000.')).toBeVisible();
  await waiting.getByRole('button', { name: 'Save' }).click();
  await expect(words).toHaveValue('k'.repeat(16_001));

  await words.fill('Count the keys twice');
  await page.keyboard.press('Escape');
  const ask = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await ask.getByRole('button', { name: 'Keep editing' }).click();
  await expect(words).toHaveValue('Count the keys twice');
  await waiting.getByRole('button', { name: 'Save' }).click();
  await expect(waiting.getByText('Count the keys twice')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(waiting).toBeHidden();
});

test('a number one says yes to is saved, and the editing is over', async ({ person }) => {
  const page = await person('tyler.boone');
  const waiting = await schedule(page, 'For the Carter deal');
  await waiting.getByRole('button', { name: 'Edit text' }).click();
  const words = waiting.getByRole('textbox', { name: 'Message' });
  await words.fill('For the Carter deal: 536-22-8126');
  await waiting.getByRole('button', { name: 'Save' }).click();
  await waiting.getByRole('button', { name: 'Confirm' }).click();
  await expect(words).toBeHidden();
  await expect(waiting.getByText('For the Carter deal: 536-22-8126')).toBeVisible();
});

test('scheduled again because the answer was lost, it waits once', async ({ person }) => {
  const page = await person('hannah.schultz');
  await open(page, 'Sales');
  const box = page.getByRole('textbox', { name: 'Message Sales' });
  const later = async () => {
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  };
  let lost = 0;
  await page.route('**/api/chat/scheduled', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await box.fill('Open the gate at seven');
  await later();
  await expect(page.getByText('Not scheduled', { exact: true })).toBeVisible();
  await expect(box).toHaveValue('Open the gate at seven');
  await later();
  await expect(box).toHaveValue('');
  const answer = await page.request.get('/api/chat/scheduled');
  expect(await answer.json()).toMatchObject([{ content: 'Open the gate at seven' }]);
});

test('what may not be forwarded is said in the dialog, and what was typed is kept', async ({
  person,
}) => {
  const page = await person('gm');
  await open(page, 'Sales');
  await say(page, 'The papers for the Kona');
  await row(page, 'The papers for the Kona').hover();
  const said = row(page, 'The papers for the Kona');
  await said.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Forward/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Forward message' });
  await dialog.getByRole('button', { name: 'Service', exact: true }).click();
  const comment = dialog.getByLabel('Comment');
  await comment.fill('Her number is 536-22-8126');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Forward to Service' }).click();
  await expect(dialog.getByText(/This looks like a social security number/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Forward anyway' }).click();
  await expect(dialog).toBeHidden();
  await open(page, 'Service');
  await expect(row(page, 'Her number is 536-22-8126')).toBeVisible();
});

test('of two equal options the second is marked', async ({ person }) => {
  const page = await person('manager');
  await open(page, 'Sales');
  await page.getByRole('button', { name: 'More to add' }).click();
  await page.getByRole('menuitem', { name: 'Create a poll' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a poll' });
  const option = (number: number) => dialog.getByLabel(`Option ${number}`, { exact: true });
  await dialog.getByLabel('Question').fill('Where do we eat?');
  await option(1).fill('Here');
  await option(2).fill('Diner');
  await dialog.getByRole('button', { name: 'Add an option' }).click();
  await option(3).fill('diner ');
  await option(3).press('Enter');
  await expect(option(3)).toBeFocused();
  await expect(option(3)).toHaveAccessibleDescription('This says the same as option 2.');
  await expect(option(1)).not.toHaveAttribute('aria-invalid', 'true');
  await option(3).fill('Taco truck');
  await option(3).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(panel(page).getByText('Taco truck')).toBeVisible();
});

test('a page is not left without a word while a file is on its way', async ({ person }) => {
  const page = await person('employee');
  await open(page, 'Sales');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/api/chat/uploads/**', async (route) => {
    if (route.request().method() !== 'GET') await held;
    await route.continue();
  });
  await page.getByRole('textbox', { name: 'Message Sales' }).click();
  const buffer = Buffer.from('Keys are in 12.');
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer };
  await page.getByLabel('Files to attach').setInputFiles(note);
  const cancel = page.getByRole('button', { name: 'Cancel note.txt' });
  await expect(cancel).toBeVisible();
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(cancel).toBeVisible();
  arrive();
  await expect(page.getByRole('button', { name: 'Remove note.txt' })).toBeVisible();
  // It is kept now: nothing is lost by leaving.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove note.txt' })).toBeVisible();
  expect(asked).toEqual(['beforeunload']);
  await page.getByRole('button', { name: 'Remove note.txt' }).click();
});
