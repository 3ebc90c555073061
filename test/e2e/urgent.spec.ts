import type { Page } from '@playwright/test';
import { expectDialogAccessible } from './accessibility.ts';
import {
  chatUrl,
  currentUser,
  openConversation,
  panel,
  pressToolbarButton,
  row,
  sendMessage,
} from './chat.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const reason = 'Open recall, the key is on the board';

async function goTo(page: Page, channelId: string): Promise<void> {
  await page.goto(chatUrl(channelId));
  await expect(page.getByRole('textbox', { name: /^Message / })).toBeEnabled();
}

test('notifies someone who paused notifications of an urgent message, poll or forward, with its reason', async ({
  person,
}) => {
  const [aisha, curtis] = [await person('aisha.coleman', noPage), await person('curtis.yoder')];
  const [sender, reader] = [await currentUser(aisha), await currentUser(curtis)];
  const pausedUntil = new Date(Date.now() + 3_600_000).toISOString();
  await curtis.request.patch('/api/chat/settings', { data: { pausedUntil } });
  const ids = [sender.id, reader.id].sort((first, second) => first - second);
  await goTo(aisha, `dm-${ids.join('-')}`);

  // With the keyboard alone.
  await aisha.getByRole('button', { name: 'More to add' }).focus();
  await aisha.keyboard.press('Enter');
  await aisha.getByRole('menuitem', { name: 'Mark as urgent' }).focus();
  await aisha.keyboard.press('Enter');
  const dialog = aisha.getByRole('dialog', { name: 'Mark as urgent' });
  const field = dialog.getByLabel('Reason');
  await field.press('Enter');
  await expect(dialog.getByText('Enter a short reason why it can’t wait.')).toBeVisible();
  await expectDialogAccessible(aisha);
  await field.fill(reason);
  await field.press('Enter');
  await expect(dialog).toBeHidden();
  const box = aisha.getByRole('textbox', { name: /^Message / });
  await expect(box).toBeFocused();
  await expect(panel(aisha).getByText(reason)).toBeVisible();
  await aisha.keyboard.type('Do not deliver the white Kona');
  await aisha.keyboard.press('Enter');
  const sent = panel(aisha).getByRole('article').filter({ hasText: 'Do not deliver' });
  await expect(sent.getByText('Urgent')).toBeVisible();
  await expect(sent.getByText('Sending...')).toHaveCount(0);
  // The mark applies to one message only.
  await expect(aisha.getByRole('button', { name: 'Remove urgent mark' })).toHaveCount(0);

  await expect(curtis.getByText(`Urgent: ${sender.name}`, { exact: true })).toBeVisible();
  await curtis.getByRole('button', { name: /^Notifications/ }).click();
  const entry = curtis.getByRole('listitem').filter({ hasText: reason });
  await expect(entry.getByText('Urgent', { exact: true })).toBeVisible();
  await expectAccessible(curtis);
  await entry.getByRole('link', { name: 'Open' }).click();
  const read = panel(curtis).getByRole('article').filter({ hasText: 'Do not deliver' });
  await expect(read.getByText(reason)).toBeVisible();
  await expectAccessible(curtis);

  await test.step('gives a poll and a forwarded message reasons of their own', async () => {
    // An open conversation causes no notifications.
    await openConversation(curtis, 'Service');
    await expect(curtis.getByRole('textbox', { name: 'Message Service' })).toBeVisible();
    await expect(curtis.getByText(`Urgent: ${sender.name}`, { exact: true })).toHaveCount(0);
    await aisha.getByRole('button', { name: 'More to add' }).click();
    await aisha.getByRole('menuitem', { name: 'Create poll' }).click();
    const poll = aisha.getByRole('dialog', { name: 'Create poll' });
    await poll.getByLabel('Question').fill('Which lift is down?');
    await poll.getByLabel('Option 1', { exact: true }).fill('One');
    await poll.getByLabel('Option 2', { exact: true }).fill('Two');
    await poll.getByRole('checkbox', { name: 'Mark as urgent' }).check();
    await poll.getByRole('button', { name: 'Create poll' }).click();
    const pollReason = poll.getByLabel('Reason');
    await expect(poll.getByText('Enter a short reason why it can’t wait.')).toBeVisible();
    await expect(pollReason).toBeFocused();
    await pollReason.fill('A car hangs on it');
    await expectDialogAccessible(aisha);
    await poll.getByRole('button', { name: 'Create poll' }).click();
    await expect(poll).toBeHidden();
    const pollMessage = panel(aisha)
      .getByRole('article')
      .filter({ hasText: 'Which lift is down?' });
    await expect(pollMessage.getByText('Urgent', { exact: true })).toBeVisible();
    await expect(pollMessage.getByText('A car hangs on it')).toBeVisible();
    await expect(curtis.getByText(`Urgent: ${sender.name}`, { exact: true })).toBeVisible();

    await sendMessage(aisha, 'The white Kona stays');
    const original = row(aisha, 'The white Kona stays');
    await pressToolbarButton(original, 'More actions');
    await aisha.getByRole('menuitem', { name: /^Forward/ }).click();
    const forward = aisha.getByRole('dialog', { name: 'Forward message' });
    await forward.getByRole('button', { name: 'Service', exact: true }).click();
    await forward.getByRole('checkbox', { name: 'Mark as urgent' }).check();
    await forward.getByLabel('Reason').fill('The key is away');
    await expectDialogAccessible(aisha);
    await forward.getByRole('button', { name: 'Forward to Service' }).click();
    await expect(forward).toBeHidden();
    await openConversation(aisha, 'Service');
    await expect(row(aisha, 'The white Kona stays').getByText('The key is away')).toBeVisible();
  });
});

test('schedules an urgent message and removes its mark before it is sent', async ({ person }) => {
  const page = await person('hannah.schultz', noPage);
  await goTo(page, 'service');
  await page.getByRole('button', { name: 'More to add' }).click();
  await page.getByRole('menuitem', { name: 'Mark as urgent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as urgent' });
  await dialog.getByLabel('Reason').fill('The auction ends at nine');
  await dialog.getByRole('button', { name: 'Mark as urgent' }).click();
  const box = page.getByRole('textbox', { name: /^Message / });
  await box.fill('Bid on the two Tucsons');
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  await expect(box).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Remove urgent mark' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Scheduled (1)' }).click();
  const waiting = page.getByRole('dialog', { name: 'Scheduled messages' });
  await expect(waiting.getByText('The auction ends at nine')).toBeVisible();
  await expectDialogAccessible(page);
  await waiting.getByRole('button', { name: 'Edit reason' }).click();
  await dialog.getByLabel('Reason').fill('The auction ends at eight');
  await dialog.getByRole('button', { name: 'Mark as urgent' }).click();
  await expect(waiting.getByText('The auction ends at eight')).toBeVisible();
  await waiting.getByRole('button', { name: 'Remove urgent mark' }).click();
  await expect(waiting.getByText('Urgent', { exact: true })).toHaveCount(0);
  await waiting.getByRole('button', { name: 'Send now' }).click();
  await expect(waiting.getByText('No scheduled messages')).toBeVisible();
  await page.keyboard.press('Escape');
  const sent = row(page, 'Bid on the two Tucsons');
  await expect(sent).toBeVisible();
  await expect(sent.getByText('Urgent', { exact: true })).toHaveCount(0);
});
