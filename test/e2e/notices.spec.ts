import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const title = 'Stop selling the 2026 Ranger';
const card = (page: Page, name = title) => page.getByRole('log').getByRole('region', { name });

async function openSales(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Chat' });
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Open chat' }).click();
  await page
    .getByRole('button', { name: /^Sales/ })
    .last()
    .click();
  await expect(page.getByRole('textbox', { name: 'Message Sales' })).toBeEnabled();
}

/** As the manager, by another way: what a test only needs to be there. */
async function post(page: Page, fields: object): Promise<string> {
  const dueAt = new Date(Date.now() + 3_600_000).toISOString();
  const answer = await page.request.post('/api/notices/channels/sales', {
    data: { clientMsgId: randomUUID(), kind: 'policy', text: 'Read this.', dueAt, ...fields },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()).metadata.parts.notices.noticeId;
}

test('a manager posts a notice, sees who has confirmed it, gives more time, and closes it', async ({
  person,
}) => {
  const manager = await person('manager');
  const employee = await person('employee');
  await openSales(manager);
  await openSales(employee);

  await test.step('who leads nobody is not offered to post one', async () => {
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
  await form.getByText('Only some people in Sales').click();
  await expect(form.getByRole('status')).toHaveText(/^Asks \d+ people$/);
  const everybody = await form.getByRole('status').textContent();
  await form.getByRole('checkbox', { name: 'Sales', exact: true }).check();
  await form.getByRole('checkbox', { name: 'Ford' }).check();
  await expect(form.getByRole('status')).not.toHaveText(everybody ?? '');
  await expect(form.getByRole('status')).toHaveText(/^Asks \d+ people$/);
  await expectAccessible(manager);
  await form.getByRole('button', { name: 'Post notice' }).click();
  await expect(form).toBeHidden();

  const mine = card(employee);
  await expect(mine.getByText('Stop-sale')).toBeVisible();
  await expect(mine.getByText(/^0 of \d+ confirmed$/)).toBeVisible();
  await expect(mine.getByRole('button', { name: 'See who hasn’t confirmed' })).toHaveCount(0);
  await expect(card(manager).getByRole('button', { name: 'I have read this' })).toHaveCount(0);

  await card(manager).getByRole('button', { name: 'See who hasn’t confirmed' }).click();
  const list = manager.getByRole('dialog', { name: title });
  const waiting = list.getByRole('region', { name: 'Not confirmed' });
  await expect(waiting.getByText('Caleb Nguyen')).toBeVisible();
  await mine.getByRole('button', { name: 'I have read this' }).click();
  await expect(mine.getByText(/^Confirmed at/)).toBeVisible();
  await expect(list.getByRole('region', { name: 'Others' })).toContainText('Caleb Nguyen');
  await expect(waiting.getByText('Caleb Nguyen')).toHaveCount(0);
  await expect(mine.getByText(/^1 of \d+ confirmed$/)).toBeVisible();
  await expectAccessible(manager);

  await list.getByRole('button', { name: 'Send reminder' }).click();
  await expect(list.getByRole('button', { name: /^Reminded · next at/ })).toBeDisabled();
  const saving = manager.waitForEvent('download');
  await list.getByRole('link', { name: 'Download CSV' }).click();
  const csv = fs.readFileSync(await (await saving).path(), 'utf8');
  expect(csv).toContain(`Notice,Stop-sale: ${title}`);
  expect(csv).toContain("'=Do not deliver");
  expect(csv).toMatch(/Caleb Nguyen,\d+,20/);

  const printing = manager.context().waitForEvent('page');
  await list.getByRole('link', { name: 'Print proof' }).click();
  const paper = await printing;
  await expect(paper.getByRole('heading', { name: title })).toBeVisible();
  await expect(paper.getByText(/^SHA-256 of the text: [0-9a-f]{64}$/)).toBeVisible();
  await expect(paper.getByRole('row', { name: /^Caleb Nguyen/ })).toContainText('127.0.0.1');
  await expectAccessible(paper);
  await paper.emulateMedia({ media: 'print' });
  await expect(paper.getByRole('button', { name: 'Print' })).toBeHidden();

  await test.step('its author gives more time, and closes it', async () => {
    await manager.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    const name = 'New price list';
    await post(manager, { title: name, kind: 'price_change' });
    await expect(
      card(employee, name).getByRole('button', { name: 'I have read this' }),
    ).toBeVisible();
    await card(manager, name).getByRole('button', { name: 'See who hasn’t confirmed' }).click();
    const other = manager.getByRole('dialog', { name });
    await other.getByRole('button', { name: 'Extend due time' }).click();
    const more = manager.getByRole('dialog', { name: 'Extend due time' });
    await more.getByLabel('Due').selectOption('In 3 days');
    await more.getByRole('button', { name: 'Extend' }).click();
    await expect(more).toBeHidden();
    await other.getByRole('button', { name: 'Close notice' }).click();
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

test('a long notice is opened before it is confirmed, in the view of one’s own', async ({
  person,
}) => {
  const manager = await person('manager', noPage);
  const employee = await person('employee');
  const name = 'Demo drives need a license';
  const text = Array.from({ length: 20 }, (_, line) => `Rule ${line + 1}`).join('\n');
  await openSales(employee);
  await post(manager, { title: name, text });
  const entry = employee.getByRole('button', { name: /^Notices/ }).last();
  await expect(entry).toContainText(/[1-9]/);
  await entry.click();
  const open = employee.getByRole('region', { name: 'To confirm' });
  const notice = open.getByRole('region', { name });
  await expect(notice.getByRole('button', { name: 'I have read this' })).toBeDisabled();
  await notice.getByRole('button', { name: 'Show full text' }).click();
  await expectAccessible(employee);
  await notice.getByRole('button', { name: 'I have read this' }).click();
  await expect(open.getByRole('region', { name })).toHaveCount(0);
  const over = employee.getByRole('region', { name: 'Last 30 days' });
  await over.getByRole('region', { name }).getByRole('button', { name: 'Go to message' }).click();
  await expect(card(employee, name).getByText(/^Confirmed at/)).toBeVisible();
});
