import { chatUrl, openConversation, panel, pressToolbarButton, row, sendMessage } from './chat.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test('a scheduled message is stored once, keeps its text while edited, is marked urgent and sent', async ({
  person,
}) => {
  const page = await person('hannah.schultz', chatUrl('sales'));
  const scheduled = page.getByRole('dialog', { name: 'Scheduled messages' });
  const failure = 'Couldn’t update message. Try again.';
  const editor = scheduled.getByRole('textbox', { name: 'Message' });
  const urgent = page.getByRole('dialog', { name: 'Mark as urgent' });
  const reason = urgent.getByLabel('Reason');
  const box = page.getByRole('textbox', { name: 'Message Sales' });
  const schedule = async () => {
    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  };
  await test.step('scheduling again after a lost response stores one message', async () => {
    let lostResponses = 0;
    await page.route('**/api/chat/scheduled', async (route) => {
      if (route.request().method() !== 'POST' || lostResponses > 0) return route.continue();
      lostResponses += 1;
      await route.fetch();
      await route.abort();
    });
    await box.fill('Open the gate at seven');
    await schedule();
    await expect(page.getByText('Couldn’t schedule message', { exact: true })).toBeVisible();
    await expect(box).toHaveValue('Open the gate at seven');
    await schedule();
    await expect(box).toHaveValue('');
    const response = await page.request.get('/api/chat/scheduled');
    expect(await response.json()).toMatchObject([{ content: 'Open the gate at seven' }]);
    await page.getByRole('button', { name: 'Scheduled (1)' }).click();
    await expect(scheduled.getByText('Open the gate at seven')).toBeVisible();
  });

  await test.step('a failed change shows its error where it was requested and keeps the text', async () => {
    const scheduledUrl = '**/api/chat/scheduled/*';
    await page.route(scheduledUrl, (route) => route.abort());
    await scheduled.getByRole('button', { name: 'Mark as urgent' }).click();
    await reason.fill('The mayor comes at ten');
    await reason.press('Enter');
    await expect(urgent.getByText(failure)).toBeVisible();
    await expect(reason).toHaveValue('The mayor comes at ten');
    await page.keyboard.press('Escape');

    await scheduled.getByRole('button', { name: 'Change time' }).click();
    // Another action clears the error of the failed one.
    const time = page.getByRole('dialog', { name: 'Change time' });
    await expect(time).toBeVisible();
    await expect(page.getByText(failure)).toHaveCount(0);
    await time.getByRole('button', { name: 'Save' }).click();
    await expect(time.getByText(failure)).toBeVisible();
    await page.unroute(scheduledUrl);
    await time.getByRole('button', { name: 'Save' }).click();
    await expect(time).toBeHidden();
    await expect(page.getByText(failure)).toHaveCount(0);
  });

  await test.step('marks a scheduled message as urgent and removes the mark by keyboard', async () => {
    await scheduled.getByRole('button', { name: 'Mark as urgent' }).focus();
    await page.keyboard.press('Enter');
    await reason.press('Enter');
    await expect(urgent.getByText('Enter a short reason why it can’t wait.')).toBeVisible();
    await page.keyboard.type('The auction ends at nine');
    await page.keyboard.press('Enter');
    await expect(urgent).toBeHidden();
    await expect(scheduled.getByText('The auction ends at nine')).toBeVisible();
    // The button that opened the dialog is gone, so focus moves to its neighbor.
    await expect(scheduled.getByRole('button', { name: 'Mark as urgent' })).toHaveCount(0);
    await expect(scheduled.getByRole('button', { name: 'Edit text' })).toBeFocused();
    await expectAccessible(page);

    await scheduled.getByRole('button', { name: 'Remove urgent mark' }).press('Enter');
    await expect(scheduled.getByRole('button', { name: 'Mark as urgent' })).toBeVisible();
    await expect(scheduled.getByRole('button', { name: 'Edit text' })).toBeFocused();

    await scheduled.getByRole('button', { name: 'Mark as urgent' }).click();
    await reason.fill('The auction ends at eight');
    await reason.press('Enter');
    await expect(urgent).toBeHidden();
    await scheduled.getByRole('button', { name: 'Send now' }).click();
    await expect(scheduled.getByText('No scheduled messages')).toBeVisible();
    await page.keyboard.press('Escape');
    const sent = row(page, 'Open the gate at seven');
    await expect(sent.getByText('Urgent', { exact: true })).toBeVisible();
    await expect(sent.getByText('The auction ends at eight')).toBeVisible();
  });

  await test.step('saves a confirmed number and closes the editor', async () => {
    await box.fill('For the Carter deal');
    await schedule();
    await page.getByRole('button', { name: 'Scheduled (1)' }).click();
    await scheduled.getByRole('button', { name: 'Edit text' }).click();
    await editor.fill('For the Carter deal: 536-22-8126');
    await scheduled.getByRole('button', { name: 'Save' }).click();
    await scheduled.getByRole('button', { name: 'Confirm' }).click();
    await expect(editor).toBeHidden();
    await expect(scheduled.getByText('For the Carter deal: 536-22-8126')).toBeVisible();
  });

  await test.step('never truncates edited text, and asks before discarding it', async () => {
    await scheduled.getByRole('button', { name: 'Edit text' }).click();
    await editor.fill('k'.repeat(16_001));
    await expect(
      scheduled.getByText('Too long by 1 character. The limit is 16,000.'),
    ).toBeVisible();
    await scheduled.getByRole('button', { name: 'Save' }).click();
    await expect(editor).toHaveValue('k'.repeat(16_001));

    await editor.fill('Count the keys twice');
    await page.keyboard.press('Escape');
    const confirmation = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await confirmation.getByRole('button', { name: 'Keep editing' }).click();
    await expect(editor).toHaveValue('Count the keys twice');
    await scheduled.getByRole('button', { name: 'Save' }).click();
    await expect(scheduled.getByText('Count the keys twice')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(scheduled).toBeHidden();
  });
});

test('dialogs show what is invalid and keep the input, and leaving during an upload asks for confirmation', async ({
  person,
}) => {
  const page = await person('gm', chatUrl('sales'));

  await test.step('marks the second of two equal poll options', async () => {
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

  await test.step('shows a warning in the forward dialog and keeps the comment', async () => {
    await sendMessage(page, 'The papers for the Kona');
    await pressToolbarButton(row(page, 'The papers for the Kona'), 'More actions');
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
    await openConversation(page, 'Service');
    await expect(row(page, 'Her number is 536-22-8126')).toBeVisible();
  });

  await test.step('asks for confirmation before the page is left during an upload', async () => {
    await openConversation(page, 'Sales');
    const dialogTypes: string[] = [];
    page.on('dialog', (dialog) => {
      dialogTypes.push(dialog.type());
      void dialog.dismiss();
    });
    let releaseUpload = () => {};
    const uploadGate = new Promise<void>((resolve) => {
      releaseUpload = resolve;
    });
    await page.route('**/api/chat/uploads/**', async (route) => {
      if (route.request().method() !== 'GET') await uploadGate;
      await route.continue();
    });
    await page.getByRole('textbox', { name: 'Message Sales' }).click();
    const buffer = Buffer.from('Keys are in 12.');
    const note = { name: 'note.txt', mimeType: 'text/plain', buffer };
    await page.getByLabel('Files to attach').setInputFiles(note);
    const cancel = page.getByRole('button', { name: 'Cancel note.txt' });
    await expect(cancel).toBeVisible();
    await page.evaluate(() => location.reload());
    await expect.poll(() => dialogTypes).toEqual(['beforeunload']);
    await expect(cancel).toBeVisible();
    releaseUpload();
    await expect(page.getByRole('button', { name: 'Remove note.txt' })).toBeVisible();
    // The draft has the file now, so leaving loses nothing.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Remove note.txt' })).toBeVisible();
    expect(dialogTypes).toEqual(['beforeunload']);
    await page.getByRole('button', { name: 'Remove note.txt' }).click();
    // Otherwise the next test would find the file in the draft.
    const drafts = async () => (await page.request.get('/api/chat/drafts')).text();
    await expect.poll(drafts).not.toContain('note.txt');
  });
});
