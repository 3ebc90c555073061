import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { expectDialogAccessible } from './accessibility.ts';
import { chatUrl } from './chat.ts';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const title = 'Stop selling the 2026 Ranger';
const card = (page: Page, name = title) => page.getByRole('log').getByRole('region', { name });

const expectSales = (page: Page) =>
  expect(page.getByRole('textbox', { name: 'Message Sales' })).toBeEnabled();

/** Posts a notice through the API, for tests that only need one to exist. */
async function post(page: Page, fields: object): Promise<string> {
  const dueAt = new Date(Date.now() + 3_600_000).toISOString();
  const response = await page.request.post('/api/notices/channels/sales', {
    data: { clientMsgId: randomUUID(), kind: 'policy', text: 'Read this.', dueAt, ...fields },
  });
  expect(response.status()).toBe(201);
  return (await response.json()).metadata.parts.notices.noticeId;
}

test('posts a notice, lists who has confirmed it, extends its due time and closes it', async ({
  person,
}) => {
  const manager = await person('manager', chatUrl('sales'));
  const employee = await person('employee', chatUrl('sales'));
  for (const page of [manager, employee]) await expectSales(page);

  await test.step('someone who manages no one cannot post a notice', async () => {
    await employee.getByRole('button', { name: 'More to add' }).click();
    await expect(employee.getByRole('menuitem', { name: 'Create poll' })).toBeVisible();
    await expect(employee.getByRole('menuitem', { name: 'Post a notice…' })).toHaveCount(0);
    await employee.keyboard.press('Escape');
  });

  await manager.getByRole('button', { name: 'More to add' }).click();
  await manager.getByRole('menuitem', { name: 'Post a notice…' }).click();
  const form = manager.getByRole('dialog', { name: 'Post a notice' });
  await form.getByRole('button', { name: 'Post notice' }).click();
  await expect(form.getByLabel('Kind')).toBeFocused();
  await expect(form.getByText('Enter a title')).toBeVisible();
  await form.getByLabel('Kind').selectOption('Stop-sale');
  await form.getByLabel('Title').fill(title);
  await form.getByRole('textbox', { name: 'Text' }).fill('=Do not deliver VIN 1FTER4FH0NLD00001.');
  await manager.keyboard.press('Escape');
  await manager.getByRole('button', { name: 'Keep editing' }).click();
  await form.getByText('Only some people in Sales').click();
  await expect(form.getByRole('status')).toHaveText(/^Asks \d+ people$/);
  const audience = await form.getByRole('status').textContent();
  await form.getByRole('checkbox', { name: 'Sales', exact: true }).check();
  await form.getByRole('checkbox', { name: 'Ford' }).check();
  await expect(form.getByRole('status')).not.toHaveText(audience ?? '');
  await expect(form.getByRole('status')).toHaveText(/^Asks \d+ people$/);
  await expectDialogAccessible(manager);
  await form.getByRole('button', { name: 'Post notice' }).click();
  await expect(form).toBeHidden();

  const employeeCard = card(employee);
  await expect(employeeCard.getByText('Stop-sale')).toBeVisible();
  await expect(employeeCard.getByText(/^0 of \d+ confirmed$/)).toBeVisible();
  await expect(employeeCard.getByRole('button', { name: 'See who hasn’t confirmed' })).toHaveCount(
    0,
  );
  await expect(card(manager).getByRole('button', { name: 'I have read this' })).toHaveCount(0);

  await card(manager).getByRole('button', { name: 'See who hasn’t confirmed' }).click();
  const confirmations = manager.getByRole('dialog', { name: title });
  const waiting = confirmations.getByRole('region', { name: 'Not confirmed' });
  await expect(waiting.getByText('Caleb Nguyen')).toBeVisible();
  await employeeCard.getByRole('button', { name: 'I have read this' }).click();
  await expect(employeeCard.getByText(/^Confirmed at/)).toBeVisible();
  await expect(confirmations.getByRole('region', { name: 'Others' })).toContainText('Caleb Nguyen');
  await expect(waiting.getByText('Caleb Nguyen')).toHaveCount(0);
  await expect(employeeCard.getByText(/^1 of \d+ confirmed$/)).toBeVisible();
  await expectDialogAccessible(manager);

  await confirmations.getByRole('button', { name: 'Send reminder' }).click();
  await expect(confirmations.getByRole('button', { name: /^Reminded · next at/ })).toBeDisabled();
  const download = manager.waitForEvent('download');
  await confirmations.getByRole('link', { name: 'Download CSV' }).click();
  const csv = fs.readFileSync(await (await download).path(), 'utf8');
  expect(csv).toContain(`Notice,Stop-sale: ${title}`);
  expect(csv).toContain("'=Do not deliver");
  expect(csv).toMatch(/Caleb Nguyen,\d+,20/);

  const proofPage = manager.context().waitForEvent('page');
  await confirmations.getByRole('link', { name: 'Print proof' }).click();
  const proof = await proofPage;
  await expect(proof.getByRole('heading', { name: title })).toBeVisible();
  await expect(proof.getByText(/^SHA-256 of the text: [0-9a-f]{64}$/)).toBeVisible();
  await expect(proof.getByRole('row', { name: /^Caleb Nguyen/ })).toContainText('127.0.0.1');
  await expectAccessible(proof);
  await proof.emulateMedia({ media: 'print' });
  await expect(proof.getByRole('button', { name: 'Print' })).toBeHidden();

  await test.step('the author extends the due time and closes the notice', async () => {
    await manager.keyboard.press('Escape');
    await expect(confirmations).toHaveCount(0);
    const name = 'New price list';
    await post(manager, { title: name, kind: 'price_change' });
    await expect(
      card(employee, name).getByRole('button', { name: 'I have read this' }),
    ).toBeVisible();
    await card(manager, name).getByRole('button', { name: 'See who hasn’t confirmed' }).click();
    const secondList = manager.getByRole('dialog', { name });
    await secondList.getByRole('button', { name: 'Extend due time' }).click();
    const extension = manager.getByRole('dialog', { name: 'Extend due time' });
    await extension.getByLabel('Due').selectOption('In 3 days');
    await extension.getByRole('button', { name: 'Extend' }).click();
    await expect(extension).toBeHidden();
    await secondList.getByRole('button', { name: 'Close notice' }).click();
    await manager
      .getByRole('alertdialog', { name: 'Close this notice?' })
      .getByRole('button', { name: 'Close notice' })
      .click();
    await expect(card(employee, name).getByText(/^Closed/)).toBeVisible();
    await expect(
      card(employee, name).getByRole('button', { name: 'I have read this' }),
    ).toHaveCount(0);
  });
});

test('requires opening a long notice before confirming it in the Notices view', async ({
  person,
}) => {
  const manager = await person('manager', noPage);
  const employee = await person('employee', chatUrl('sales'));
  const name = 'Demo drives need a license';
  const text = Array.from({ length: 20 }, (_, line) => `Rule ${line + 1}`).join('\n');
  await expectSales(employee);
  await post(manager, { title: name, text });
  const entry = employee.getByRole('button', { name: /^Notices/ }).last();
  await expect(entry).toContainText(/[1-9]/);
  await entry.click();
  const unconfirmed = employee.getByRole('region', { name: 'To confirm' });
  const notice = unconfirmed.getByRole('region', { name });
  await expect(notice.getByRole('button', { name: 'I have read this' })).toBeDisabled();
  await notice.getByRole('button', { name: 'Show full text' }).click();
  await expectAccessible(employee);
  await notice.getByRole('button', { name: 'I have read this' }).click();
  await expect(unconfirmed.getByRole('region', { name })).toHaveCount(0);
  const recent = employee.getByRole('region', { name: 'Last 30 days' });
  await recent.getByRole('region', { name }).getByRole('button', { name: 'Go to message' }).click();
  await expect(card(employee, name).getByText(/^Confirmed at/)).toBeVisible();
});
