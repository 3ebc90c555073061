import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { chatUrl, openConversation, panel, row, rowOf } from './chat.ts';
import { expect, holdRequests, noPage, test } from './fixtures.ts';

const log = (page: Page) => panel(page).getByRole('log', { name: 'Messages in Sales' });

test('a button jumps to the first unread message far above', async ({ person }) => {
  const gm = await person('gm', noPage);
  const response = await gm.request.get('/api/chat/messages/sales?around=20&limit=1');
  const [firstUnread] = await response.json();
  await gm.request.put('/api/chat/unread/sales', { data: { seq: firstUnread.seq } });
  await gm.goto('/profile?channel=sales');
  await gm.getByRole('button', { name: '99+ new messages' }).click();
  await expect(rowOf(gm, firstUnread)).toBeInViewport();
  await expect(log(gm).getByText('New messages')).toBeInViewport();
  await expect(gm.getByRole('button', { name: '99+ new messages' })).toHaveCount(0);
});

test('content that loads late leaves the end or a linked message in view, and a link opens a message far above', async ({
  person,
}) => {
  const employee = await person('employee', noPage);
  for (const content of ['Detail the Escape', 'Detail the Tucson', 'Detail the Tahoe']) {
    const data = { kind: 'detail_slot', content, clientMsgId: randomUUID() };
    const response = await employee.request.post('/api/requests/sales', { data });
    expect(response.status()).toBe(201);
  }
  for (let i = 1; i <= 8; i++) {
    const data = { content: `Plain message ${i}`, clientMsgId: randomUUID() };
    const response = await employee.request.post('/api/chat/messages/sales', { data });
    expect(response.status()).toBe(201);
  }
  const releaseParts = await holdRequests(employee, '*/assets/RequestPart-*.js');
  await employee.goto(chatUrl('sales'));
  const distanceFromEnd = () =>
    log(employee).evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
  const requestParts = log(employee).getByText('Detail slot');
  await expect(log(employee).getByRole('article').last()).toBeInViewport();
  await expect.poll(distanceFromEnd).toBeLessThan(2);
  await expect(requestParts).toHaveCount(0);
  await releaseParts();
  await expect(requestParts.first()).toBeAttached();
  await expect.poll(distanceFromEnd).toBeLessThan(2);
  // Scrolling up, however little, stops following the end.
  await log(employee).hover();
  await employee.mouse.wheel(0, -40);
  await expect.poll(distanceFromEnd).toBeGreaterThan(20);

  await test.step('a link opens a message far above, and a button jumps back to the latest', async () => {
    const response = await employee.request.get('/api/chat/messages/sales?around=10&limit=1');
    const [old] = await response.json();
    const data = { content: 'The latest of all', clientMsgId: randomUUID() };
    const posted = await employee.request.post('/api/chat/messages/sales', { data });
    const latest = await posted.json();
    expect(latest.seq).toBeGreaterThan(150);
    await openConversation(employee, 'Service');
    await employee.evaluate(
      (url) => history.pushState(null, '', url),
      `${chatUrl('sales')}&message=${old.id}`,
    );
    await expect(rowOf(employee, old)).toBeInViewport();
    await expect(log(employee).getByText('The latest of all')).toHaveCount(0);
    await employee.getByRole('button', { name: /^Jump to latest/ }).click();
    await expect(row(employee, 'The latest of all')).toBeInViewport();
  });

  await test.step('a linked message stays in view while older messages load', async () => {
    const messages = await (await employee.request.get('/api/chat/messages/sales')).json();
    const linked = messages[8];
    const target = rowOf(employee, linked);
    const older = employee.waitForResponse(/\/messages\/sales\?.*before=/);
    await employee.goto(`${chatUrl('sales')}&message=${linked.id}`);
    await expect(target).toBeInViewport();
    await older;
    // Its position is corrected for as long as it is highlighted.
    await expect(target).toHaveClass(/bg-accent-surface/);
    await expect(target).not.toHaveClass(/bg-accent-surface/);
    await expect(target).toBeInViewport();
  });
});
