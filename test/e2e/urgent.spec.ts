import type { Page } from '@playwright/test';
import { panel, whoIs } from './chat.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const reason = 'Open recall, the key is on the board';

async function goTo(page: Page, channelId: string): Promise<void> {
  await page.evaluate(
    (detail) => window.dispatchEvent(new CustomEvent('chatNavigate', { detail })),
    { channelId },
  );
  await expect(page.getByRole('textbox', { name: /^Message / })).toBeEnabled();
}

test('who has paused everything is told of what is urgent, and why it is', async ({ person }) => {
  const [aisha, curtis] = [await person('aisha.coleman'), await person('curtis.yoder')];
  const [sender, reader] = [await whoIs(aisha), await whoIs(curtis)];
  const pausedUntil = new Date(Date.now() + 3_600_000).toISOString();
  await curtis.request.patch('/api/chat/settings', { data: { pausedUntil } });
  const ids = [sender.id, reader.id].sort((one, other) => one - other);
  await goTo(aisha, `dm-${ids.join('-')}`);

  // By the keyboard alone.
  await aisha.getByRole('button', { name: 'More to add' }).focus();
  await aisha.keyboard.press('Enter');
  await aisha.getByRole('menuitem', { name: 'Mark as urgent' }).focus();
  await aisha.keyboard.press('Enter');
  const dialog = aisha.getByRole('dialog', { name: 'Mark as urgent' });
  const field = dialog.getByLabel('Why it cannot wait');
  await field.press('Enter');
  await expect(dialog.getByText('Please say in a few words why it cannot wait.')).toBeVisible();
  await expectAccessible(aisha);
  await field.fill(reason);
  await field.press('Enter');
  await expect(dialog).toBeHidden();
  const box = aisha.getByRole('textbox', { name: /^Message / });
  await expect(box).toBeFocused();
  await expect(panel(aisha).getByText(reason)).toBeVisible();
  await aisha.keyboard.type('Do not deliver the white Kona');
  await expect(aisha.getByRole('button', { name: /^Send later: what is urgent/ })).toBeDisabled();
  await aisha.keyboard.press('Enter');
  const sent = panel(aisha).getByRole('article').filter({ hasText: 'Do not deliver' });
  await expect(sent.getByText('Urgent')).toBeVisible();
  await expect(sent.getByText('Sending...')).toHaveCount(0);
  // The next one is a message like any other.
  await expect(aisha.getByRole('button', { name: 'Not urgent after all' })).toHaveCount(0);

  await expect(curtis.getByText(`Urgent: ${sender.name}`, { exact: true })).toBeVisible();
  await curtis.getByRole('button', { name: /^Notifications/ }).click();
  const entry = curtis.getByRole('listitem').filter({ hasText: reason });
  await expect(entry.getByText('Urgent', { exact: true })).toBeVisible();
  await expectAccessible(curtis);
  await entry.getByRole('link', { name: 'Open' }).click();
  const read = panel(curtis).getByRole('article').filter({ hasText: 'Do not deliver' });
  await expect(read.getByText(reason)).toBeVisible();
  await expectAccessible(curtis);
});
