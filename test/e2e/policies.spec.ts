import type { Page } from '@playwright/test';
import { expect, expectAccessible, noPage, test } from './fixtures.ts';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const section = (page: Page) => page.getByRole('region', { name: 'Acknowledgments' });

interface Policy {
  id: number;
  title: string;
}

/** A policy of the whole group. */
async function getPolicy(page: Page): Promise<Policy> {
  const response = await page.request.get('/api/documents?cabinet=policies&type=policy');
  const policies: (Policy & { store: string | null })[] = await response.json();
  const policy = policies.find(({ store }) => store === null);
  if (!policy) throw new Error('The demo data has no policy of the group');
  return policy;
}

const card = (page: Page, { title }: Policy) =>
  page.getByRole('log').getByRole('region', { name: title });

async function openGeneral(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Chat' });
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Open chat' }).click();
  await page
    .getByRole('button', { name: /^General/ })
    .last()
    .click();
  await expect(page.getByRole('textbox', { name: 'Message General' })).toBeEnabled();
}

/** Reads the file that the notice links to, and confirms it. */
async function acknowledge(page: Page, policy: Policy): Promise<void> {
  await openGeneral(page);
  const notice = card(page, policy);
  const href = await notice.getByRole('link').first().getAttribute('href');
  expect(new URL(href ?? '', page.url()).pathname).toBe(
    `/api/documents/${policy.id}/versions/1/file`,
  );
  const file = await page.request.get(href ?? '');
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
  await expectAccessible(page);
  const more = notice.getByRole('button', { name: 'Show full text' });
  // A phone does not show all of it at once.
  if (await more.isVisible()) await more.click();
  await notice.getByRole('button', { name: 'I have read this' }).click();
  await expect(notice.getByText(/^Confirmed at/)).toBeVisible();
}

test('HR asks for acknowledgment of a policy, and people without the documents page give it', async ({
  person,
}) => {
  const hr = await person('denise.abernathy', noPage);
  const policy = await getPolicy(hr);
  await hr.goto(`/documents?document=${policy.id}`);

  await test.step('HR asks the people of a conversation', async () => {
    await expect(section(hr)).toContainText('No one was asked to acknowledge this policy yet.');
    await section(hr).getByRole('button', { name: 'Ask for acknowledgment' }).click();
    const form = dialog(hr, 'Ask for acknowledgment');
    await form.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(form.getByText('Choose a conversation').last()).toBeVisible();
    await expect(form.getByLabel('Conversation')).toBeFocused();
    await form.getByLabel('Conversation').selectOption({ label: 'General' });
    await form.getByLabel('Note').fill('Read it before Friday.');
    await expectAccessible(hr);
    await form.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(form).toHaveCount(0);
    await expect(section(hr)).toContainText(/Version 1: 0 of \d+ confirmed/);
  });

  await test.step('a technician has no documents page, reads the file and confirms', async () => {
    const technician = await person('maria.lopez', noPage);
    expect((await technician.request.get('/api/documents')).status()).toBe(403);
    await technician.goto('/profile');
    await acknowledge(technician, policy);
  });

  await test.step('so does another on a phone', async () => {
    const technician = await person('mateo.rivas', noPage);
    await technician.setViewportSize({ width: 390, height: 844 });
    await technician.goto('/profile');
    await acknowledge(technician, policy);
  });

  await test.step('HR sees who confirmed, and who did not', async () => {
    await hr.reload();
    await expect(section(hr)).toContainText(/Version 1: 2 of \d+ confirmed/);
    await expectAccessible(hr);
    await section(hr).getByRole('button', { name: 'Open notice' }).click();
    await card(hr, policy).getByRole('button', { name: 'See who hasn’t confirmed' }).click();
    const list = dialog(hr, policy.title);
    await expect(list.getByRole('region', { name: 'Others' })).toContainText('Maria Lopez');
    await expect(list.getByRole('region', { name: 'Others' })).toContainText('Mateo Rivas');
    await expect(list.getByRole('region', { name: 'Not confirmed' })).toContainText('Caleb Nguyen');
  });

  await test.step('on a phone the policy and its acknowledgments fit', async () => {
    await hr.setViewportSize({ width: 390, height: 844 });
    await hr.goto(`/documents?document=${policy.id}`);
    await expect(section(hr)).toContainText(/Version 1: 2 of \d+ confirmed/);
    await expectAccessible(hr);
    const width = await hr.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });

  await test.step('those who only read policies do not ask', async () => {
    const manager = await person('manager', `/documents?document=${policy.id}`);
    await expect(manager.getByRole('heading', { level: 2, name: policy.title })).toBeVisible();
    await expect(manager.getByRole('button', { name: 'Ask for acknowledgment' })).toHaveCount(0);
  });
});
