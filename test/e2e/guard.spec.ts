import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectDialogAccessible } from './accessibility.ts';
import { chatUrl, currentUser, openConversation, panel } from './chat.ts';
import { expect, expectAccessible, holdRequests, noPage, test } from './fixtures.ts';

/** Used by no other test: other numbers may already be in the conversations. */
const number = '517-38-2649';
const channelNames: Record<string, string> = { sales: 'Sales', service: 'Service' };

async function composer(page: Page, channelId: string): Promise<Locator> {
  const box = page.getByRole('textbox', { name: `Message ${channelNames[channelId]}` });
  await expect(box).toBeEnabled();
  return box;
}

const rows = (page: Page) => page.getByRole('article');
const warning = (page: Page) => page.getByText('This looks like a social security number.');

test('warns before a social security number is sent, and shares it in a protected slip', async ({
  person,
}) => {
  const author = await person('employee', chatUrl('sales'));
  const reader = await person('manager', chatUrl('service'));
  await composer(reader, 'service');

  await test.step('warns before a number is sent, then removes or sends it', async () => {
    const box = await composer(author, 'sales');
    await box.fill(`Her SSN is ${number} today`);
    await expect(warning(author)).toBeVisible();
    await expectAccessible(author);
    await box.press('Enter');
    await expect(author.getByRole('button', { name: 'Send as protected slip' })).toBeFocused();
    await expect(rows(author).filter({ hasText: number })).toHaveCount(0);

    await panel(author).getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(box).toHaveValue('Her SSN is today');
    await expect(box).toBeFocused();
    await expect(warning(author)).toBeHidden();

    await box.fill(`Knowingly: ${number}`);
    await author.getByRole('button', { name: 'Send anyway' }).click();
    await expect(rows(author).filter({ hasText: `Knowingly: ${number}` })).toBeVisible();
    await expect(box).toHaveValue('');
    await expect(box).toBeFocused();
  });

  await test.step('sends a slip, opens it, lists who opened it, and revokes it', async () => {
    await openConversation(author, 'Service');
    const box = await composer(author, 'service');
    await box.fill(`For the Carter deal: ${number}`);
    await author.getByRole('button', { name: 'Send as protected slip' }).click();
    const form = author.getByRole('dialog', { name: 'Protected slip' });
    await expect(form.getByLabel('Protected text')).toHaveValue(number);
    await form.getByRole('button', { name: 'Send slip' }).click();
    await expect(form.getByText('Enter a label.')).toBeVisible();
    await expectDialogAccessible(author);
    await form.getByLabel('Label').fill('SSN for the Carter deal');
    await form.getByRole('button', { name: 'Send slip' }).click();
    await expect(form).toBeHidden();
    await expect(box).toHaveValue('For the Carter deal:');
    const card = (page: Page) => page.getByRole('region', { name: 'SSN for the Carter deal' });
    await expect(card(author)).toContainText('For everyone here · expires in 24 hours');
    await expect(card(author).getByRole('button', { name: 'Not opened yet' })).toBeVisible();

    await expect(reader.locator('body')).not.toContainText(number);
    await card(reader).getByRole('button', { name: 'Open slip' }).click();
    const opened = reader.getByRole('dialog', { name: 'SSN for the Carter deal' });
    await expect(opened.getByText(number)).toBeVisible();
    await expect(opened.getByRole('timer')).toContainText(/Hides in \d+ seconds/);
    await expectDialogAccessible(reader);
    await opened.getByText(number).selectText();
    await opened.getByRole('button', { name: 'Hide now' }).click();
    await expect(opened).toBeHidden();
    await expect(reader.locator('body')).not.toContainText(number);
    expect(await reader.evaluate(() => getSelection()?.toString())).toBe('');
    await expect(card(reader).getByRole('button', { name: 'Open again' })).toBeVisible();

    await card(author).getByRole('button', { name: 'Opened by 1 person' }).click();
    await expect(author.getByRole('list', { name: 'Openings' }).getByRole('listitem')).toHaveCount(
      1,
    );
    await expectDialogAccessible(author);
    await author.keyboard.press('Escape');
    await card(author).getByRole('button', { name: 'Revoke' }).click();
    await author.getByRole('button', { name: 'Revoke slip' }).click();
    for (const page of [author, reader]) {
      await expect(card(page)).toContainText('Revoked. The content was deleted.');
      await expect(card(page).getByRole('button', { name: /Open (slip|again)/ })).toHaveCount(0);
    }
  });

  await test.step('a slip for selected people cannot be opened by others', async () => {
    await reader.getByRole('button', { name: 'More to add' }).click();
    await reader.getByRole('menuitem', { name: 'Protected slip…' }).click();
    const form = reader.getByRole('dialog', { name: 'Protected slip' });
    await form.getByLabel('Label').fill('Bank of the Ortiz deal');
    await form.getByLabel('Protected text').fill('021000021 / 88123456');
    await form.getByLabel('Each person can open it once').check();
    await form.getByLabel('Who can open it').selectOption('Selected people');
    await form.getByRole('combobox', { name: 'People' }).fill('employee');
    await form.getByRole('listbox', { name: 'People' }).getByRole('option').first().click();
    await form.getByRole('button', { name: 'Send slip' }).click();
    await expect(form).toBeHidden();

    const other = await person('gm', chatUrl('service'));
    const otherCard = other.getByRole('region', { name: 'Bank of the Ortiz deal' });
    await expect(otherCard).toContainText('This slip is for other people.');
    await expect(otherCard.getByRole('button', { name: /Open (slip|again)/ })).toHaveCount(0);
  });
});

test.describe(() => {
  // A fake clock cannot be uninstalled from a browser.
  test.use({ freshBrowsers: true });

  test('hides an opened slip after a minute, and opens it once per person', async ({ person }) => {
    const author = await person('manager', noPage);
    const reader = await person('employee', noPage);
    const data = {
      channelId: 'sales',
      clientMsgId: randomUUID(),
      label: 'Bank of the Reyes deal',
      content: '021000021 / 88123456',
      recipientIds: [(await currentUser(reader)).id],
      expiresInSeconds: 3_600,
      once: true,
    };
    expect((await author.request.post('/api/slips', { data })).status()).toBe(201);
    await reader.clock.install();
    await reader.goto(chatUrl('sales'));
    const card = reader.getByRole('region', { name: 'Bank of the Reyes deal' });
    await expect(card).toContainText('For selected people · once per person');
    await card.getByRole('button', { name: 'Open slip' }).click();
    const opened = reader.getByRole('dialog', { name: 'Bank of the Reyes deal' });
    await expect(opened.getByText('021000021 / 88123456')).toBeVisible();
    await reader.clock.fastForward(61_000);
    await expect(opened).toBeHidden();
    await expect(card).toContainText('It opens once per person.');
  });
});

test('an administrator changes the customer data rules from the chat and in System Management', async ({
  person,
}) => {
  const page = await person('admin', '/admin-tools?channel=sales#system');
  const box = await composer(page, 'sales');
  await box.fill(`SSN ${number}`);
  await page.getByRole('button', { name: 'Customer data rules' }).click();
  const rules = page.getByRole('dialog', { name: 'Customer data in chat' });
  await expectDialogAccessible(page);
  const release = await holdRequests(page, '*/api/chat/customer-data');
  await rules.getByLabel('Social security numbers').selectOption('Block');
  await rules.getByLabel('Bank account').selectOption('Block');
  await expect(rules.getByLabel('Social security numbers')).toHaveValue('refuse');
  await release();
  const stored = async () => (await page.request.get('/api/chat/customer-data')).json();
  await expect.poll(stored).toMatchObject({ ssn: 'refuse', bank: 'refuse' });
  await rules.getByLabel('Bank account').selectOption('Warn before sending');
  await expect.poll(stored).toMatchObject({ ssn: 'refuse', bank: 'warn' });
  await page.keyboard.press('Escape');
  await expect(page.getByText('It can’t be sent in chat.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send anyway' })).toHaveCount(0);

  const other = await person('employee', chatUrl('sales'));
  const otherBox = await composer(other, 'sales');
  await otherBox.fill(`SSN ${number}`);
  await expect(other.getByText('It can’t be sent in chat.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Customer data rules' })).toHaveCount(0);

  // The same rules are shown in System Management.
  const card = page.getByRole('region', { name: 'Customer Data in Chat' });
  await expect(card.getByLabel('Social security numbers')).toHaveValue('refuse');
  await card.getByLabel('Social security numbers').selectOption('Warn before sending');
  await expect(other.getByRole('button', { name: 'Send anyway' })).toBeVisible();
});
