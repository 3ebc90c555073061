import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { open, panel, row } from './chat.ts';
import { expect, noPage, test } from './fixtures.ts';

const log = (page: Page) => panel(page).getByRole('log', { name: 'Messages in Sales' });

test('a link leads to a message far above, and back to the latest', async ({ person }) => {
  const employee = await person('employee', noPage);
  const answer = await employee.request.get('/api/chat/messages/sales?around=10&limit=1');
  const [old] = await answer.json();
  const data = { content: 'The latest of all', clientMsgId: randomUUID() };
  const posted = await employee.request.post('/api/chat/messages/sales', { data });
  const latest = await posted.json();
  expect(latest.seq).toBeGreaterThan(150);
  await employee.goto(`/?channel=sales&message=${old.id}`);
  await expect(row(employee, old.content)).toBeInViewport();
  await expect(log(employee).getByText('The latest of all')).toHaveCount(0);
  await employee.getByRole('button', { name: /^Jump to latest/ }).click();
  await expect(row(employee, 'The latest of all')).toBeInViewport();
});

test('older messages that come in on the way to one do not carry it off', async ({ person }) => {
  const employee = await person('employee', noPage);
  const page = await (await employee.request.get('/api/chat/messages/sales')).json();
  const near = page[8];
  const target = row(employee, near.content);
  const older = employee.waitForResponse(/\/messages\/sales\?.*before=/);
  await employee.goto(`/?channel=sales&message=${near.id}`);
  await expect(target).toBeInViewport();
  await older;
  // It stands out for so long, and is looked after meanwhile.
  await expect(target).toHaveClass(/bg-accent-surface/);
  await expect(target).not.toHaveClass(/bg-accent-surface/);
  await expect(target).toBeInViewport();
});

test('whoever left off far above is led there', async ({ person }) => {
  const gm = await person('gm', noPage);
  const answer = await gm.request.get('/api/chat/messages/sales?around=20&limit=1');
  const [left] = await answer.json();
  await gm.request.put('/api/chat/unread/sales', { data: { seq: left.seq } });
  await gm.goto('/profile?channel=sales');
  await gm.getByRole('button', { name: '99+ new messages' }).click();
  await expect(row(gm, left.content)).toBeInViewport();
  await expect(log(gm).getByText('New messages')).toBeInViewport();
  await expect(gm.getByRole('button', { name: '99+ new messages' })).toHaveCount(0);
});

test('what comes in late above leaves one at the end', async ({ person }) => {
  const employee = await person('employee');
  let comeIn = () => {};
  const isAtEnd = new Promise<void>((resolve) => {
    comeIn = resolve;
  });
  await employee.route(/\/RequestPart-[^/]+\.js$/, async (route) => {
    await isAtEnd;
    await route.continue();
  });
  await open(employee, 'Sales');
  const fromEnd = () =>
    log(employee).evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
  const strips = log(employee).getByText('Detail slot');
  await expect(log(employee).getByRole('article').last()).toBeInViewport();
  await expect.poll(fromEnd).toBeLessThan(2);
  await expect(strips).toHaveCount(0);
  comeIn();
  await expect(strips.first()).toBeAttached();
  await expect.poll(fromEnd).toBeLessThan(2);
  // Only whoever leaves is left alone, however little they go.
  await log(employee).hover();
  await employee.mouse.wheel(0, -40);
  await expect.poll(fromEnd).toBeGreaterThan(20);
});
