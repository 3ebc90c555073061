import { open, panel, pressInBar, row, say } from './chat.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test('a message for later waits once, is made urgent by keyboard and sent, and loses no word while it is changed', async ({
  person,
}) => {
  const page = await person('hannah.schultz');
  const waiting = page.getByRole('dialog', { name: 'Scheduled messages' });
  const sentence = 'Couldn’t update message. Try again.';
  const words = waiting.getByRole('textbox', { name: 'Message' });
  const urgent = page.getByRole('dialog', { name: 'Mark as urgent' });
  const why = urgent.getByLabel('Reason');
  const box = page.getByRole('textbox', { name: 'Message Sales' });
  const later = async () => {
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  };
  await open(page, 'Sales');

  await test.step('scheduled again because the answer was lost, it waits once', async () => {
    let lost = 0;
    await page.route('**/api/chat/scheduled', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await box.fill('Open the gate at seven');
    await later();
    await expect(page.getByText('Couldn’t schedule message', { exact: true })).toBeVisible();
    await expect(box).toHaveValue('Open the gate at seven');
    await later();
    await expect(box).toHaveValue('');
    const answer = await page.request.get('/api/chat/scheduled');
    expect(await answer.json()).toMatchObject([{ content: 'Open the gate at seven' }]);
    await page.getByRole('button', { name: 'Scheduled (1)' }).click();
    await expect(waiting.getByText('Open the gate at seven')).toBeVisible();
  });

  await test.step('a change that did not work says so where it was asked for, and loses no word', async () => {
    const away = '**/api/chat/scheduled/*';
    await page.route(away, (route) => route.abort());
    await waiting.getByRole('button', { name: 'Mark as urgent' }).click();
    await why.fill('The mayor comes at ten');
    await why.press('Enter');
    await expect(urgent.getByText(sentence)).toBeVisible();
    await expect(why).toHaveValue('The mayor comes at ten');
    await page.keyboard.press('Escape');

    await waiting.getByRole('button', { name: 'Change time' }).click();
    // Forgotten with what was tried.
    const time = page.getByRole('dialog', { name: 'Change time' });
    await expect(time).toBeVisible();
    await expect(page.getByText(sentence)).toHaveCount(0);
    await time.getByRole('button', { name: 'Save' }).click();
    await expect(time.getByText(sentence)).toBeVisible();
    await page.unroute(away);
    await time.getByRole('button', { name: 'Save' }).click();
    await expect(time).toBeHidden();
    await expect(page.getByText(sentence)).toHaveCount(0);
  });

  await test.step('it can be made urgent, and wait again, by keyboard', async () => {
    await waiting.getByRole('button', { name: 'Mark as urgent' }).focus();
    await page.keyboard.press('Enter');
    await why.press('Enter');
    await expect(urgent.getByText('Enter a short reason why it can’t wait.')).toBeVisible();
    await page.keyboard.type('The auction ends at nine');
    await page.keyboard.press('Enter');
    await expect(urgent).toBeHidden();
    await expect(waiting.getByText('The auction ends at nine')).toBeVisible();
    // The button that led here is gone: the keyboard goes on beside it.
    await expect(waiting.getByRole('button', { name: 'Mark as urgent' })).toHaveCount(0);
    await expect(waiting.getByRole('button', { name: 'Edit text' })).toBeFocused();
    await expectAccessible(page);

    await waiting.getByRole('button', { name: 'Remove urgent mark' }).press('Enter');
    await expect(waiting.getByRole('button', { name: 'Mark as urgent' })).toBeVisible();
    await expect(waiting.getByRole('button', { name: 'Edit text' })).toBeFocused();

    await waiting.getByRole('button', { name: 'Mark as urgent' }).click();
    await why.fill('The auction ends at eight');
    await why.press('Enter');
    await expect(urgent).toBeHidden();
    await waiting.getByRole('button', { name: 'Send now' }).click();
    await expect(waiting.getByText('No scheduled messages')).toBeVisible();
    await page.keyboard.press('Escape');
    const sent = row(page, 'Open the gate at seven');
    await expect(sent.getByText('Urgent', { exact: true })).toBeVisible();
    await expect(sent.getByText('The auction ends at eight')).toBeVisible();
  });

  await test.step('a number one says yes to is saved, and the editing is over', async () => {
    await box.fill('For the Carter deal');
    await later();
    await page.getByRole('button', { name: 'Scheduled (1)' }).click();
    await waiting.getByRole('button', { name: 'Edit text' }).click();
    await words.fill('For the Carter deal: 536-22-8126');
    await waiting.getByRole('button', { name: 'Save' }).click();
    await waiting.getByRole('button', { name: 'Confirm' }).click();
    await expect(words).toBeHidden();
    await expect(waiting.getByText('For the Carter deal: 536-22-8126')).toBeVisible();
  });

  await test.step('words being changed are cut nowhere, and not left without asking', async () => {
    await waiting.getByRole('button', { name: 'Edit text' }).click();
    await words.fill('k'.repeat(16_001));
    await expect(waiting.getByText('Too long by 1 character. The limit is 16,000.')).toBeVisible();
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
});

test('a dialog says what is wrong with what was typed, and keeps it', async ({ person }) => {
  const page = await person('gm');
  await open(page, 'Sales');

  await test.step('of two equal options the second is marked', async () => {
    await page.getByRole('button', { name: 'More to add' }).click();
    await page.getByRole('menuitem', { name: 'Create poll' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create poll' });
    const option = (number: number) => dialog.getByLabel(`Option ${number}`, { exact: true });
    await dialog.getByLabel('Question').fill('Where do we eat?');
    await option(1).fill('Here');
    await option(2).fill('Diner');
    await dialog.getByRole('button', { name: 'Add option' }).click();
    await option(3).fill('diner ');
    await option(3).press('Enter');
    await expect(option(3)).toBeFocused();
    await expect(option(3)).toHaveAccessibleDescription('Same as option 2.');
    await expect(option(1)).not.toHaveAttribute('aria-invalid', 'true');
    await option(3).fill('Taco truck');
    await option(3).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(panel(page).getByText('Taco truck')).toBeVisible();
  });

  await test.step('what may not be forwarded is said in the dialog, and what was typed is kept', async () => {
    await say(page, 'The papers for the Kona');
    await pressInBar(row(page, 'The papers for the Kona'), 'More actions');
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
  // A page closed before that would leave the file to the next test.
  const drafts = async () => (await page.request.get('/api/chat/drafts')).text();
  await expect.poll(drafts).not.toContain('note.txt');
});
