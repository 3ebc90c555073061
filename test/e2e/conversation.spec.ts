import type { Page } from '@playwright/test';
import { chatUrl } from './chat.ts';
import { expect, holdRequests, noPage, type ServerInstance, test } from './fixtures.ts';

async function openChannel(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .last()
    .click();
  await expect(page.getByRole('textbox', { name: `Message ${name}` })).toBeEnabled();
}

async function sendMessage(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: /^Message / });
  await box.fill(text);
  await box.press('Enter');
}

async function countStored(server: ServerInstance, page: Page, text: string): Promise<number> {
  const response = await page.request.get(`${server.url}/api/chat/messages/general?limit=200`);
  const messages: { content: string }[] = await response.json();
  return messages.filter(({ content }) => content === text).length;
}

// Limited to the panel: a toast shows new messages too.
const messageText = (page: Page, text: string) =>
  page.getByRole('complementary', { name: 'Chat' }).getByText(text, { exact: true });

test('two people see each other’s messages at once, after being offline, and after the server was killed', async ({
  server,
  person,
}) => {
  const manager = await person('manager', noPage);
  let isBlocked = true;
  const blocked: (() => void)[] = [];
  await manager.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      if (isBlocked && String(frame).includes('held back')) blocked.push(() => socket.send(frame));
      else socket.send(frame);
    });
  });
  await manager.goto(chatUrl('general'));
  const employee = await person('employee', chatUrl('general'));
  for (const page of [manager, employee])
    await expect(page.getByRole('textbox', { name: 'Message General' })).toBeEnabled();

  await test.step('a message appears at once for the other person', async () => {
    await sendMessage(manager, 'The blue truck is ready for delivery.');
    await expect(messageText(employee, 'The blue truck is ready for delivery.')).toBeVisible();
    await expect(manager.getByText('Sending...')).toHaveCount(0);
    await sendMessage(employee, 'On my way.');
    await expect(messageText(manager, 'On my way.')).toBeVisible();
  });

  await test.step('a message is pending until the server acknowledges it', async () => {
    await sendMessage(manager, 'This one is held back.');
    await expect(manager.getByText('Sending...')).toBeVisible();
    isBlocked = false;
    for (const release of blocked) release();
    await expect(manager.getByText('Sending...')).toHaveCount(0);
    await expect(messageText(manager, 'This one is held back.')).toHaveCount(1);
  });

  await test.step('messages sent while a browser was offline appear when it is back', async () => {
    await employee.context().setOffline(true);
    for (let index = 1; index <= 8; index++)
      await sendMessage(manager, `While you were out ${index}`);
    await expect(messageText(manager, 'While you were out 8')).toBeVisible();
    await employee.context().setOffline(false);
    for (let index = 1; index <= 8; index++) {
      await expect(messageText(employee, `While you were out ${index}`)).toHaveCount(1, {
        timeout: 40_000,
      });
    }
  });

  await test.step('a direct message reaches its recipient', async () => {
    const { id, firstName, lastName } = await (await employee.request.get('/api/user')).json();
    const name = `${firstName} ${lastName}`;
    await manager
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('button', { name: /^Team Directory/ })
      .click();
    const search = manager.getByRole('searchbox', { name: 'Search people' });
    const found = manager.getByRole('list', { name: 'People' });
    await expect(found.getByRole('listitem').nth(1)).toBeVisible();
    const release = await holdRequests(manager, '*/api/users?*');
    const requested = manager.waitForRequest(/\/api\/users\?/);
    await search.fill(name);
    await requested;
    // The list still shows everyone.
    await search.press('Enter');
    await release();
    await expect(found.getByRole('listitem')).toHaveCount(1);
    await search.press('Enter');
    await expect(manager.getByRole('textbox', { name: `Message ${name}` })).toBeEnabled();
    await sendMessage(manager, 'Between the two of us.');
    await expect(manager.getByText('Sending...')).toHaveCount(0);

    const { id: me } = await (await manager.request.get('/api/user')).json();
    const channel = `dm-${Math.min(id, me)}-${Math.max(id, me)}`;
    await employee.evaluate(
      (detail) => window.dispatchEvent(new CustomEvent('chatNavigate', { detail })),
      { channelId: channel, senderId: me },
    );
    await expect(messageText(employee, 'Between the two of us.')).toBeVisible();
  });

  await test.step('killing the server loses and duplicates no message, and both browsers reconnect', async () => {
    for (const page of [manager, employee]) await openChannel(page, 'General');
    const before = Array.from({ length: 5 }, (_, index) => `Before the kill ${index + 1}`);
    for (const text of before) await sendMessage(manager, text);
    await expect(messageText(employee, 'Before the kill 5')).toBeVisible();

    await sendMessage(manager, 'In the middle of it');
    await server.killAndRestart(1_000);

    for (const page of [manager, employee]) {
      await expect(page.getByRole('textbox', { name: /^Message / })).toBeEnabled({
        timeout: 60_000,
      });
      await expect(messageText(page, 'In the middle of it')).toHaveCount(1);
      await expect(page.getByText('Sending...')).toHaveCount(0);
    }
    await sendMessage(employee, 'We are back.');
    await expect(messageText(manager, 'We are back.')).toBeVisible();
    for (const text of [...before, 'In the middle of it', 'We are back.']) {
      expect([text, await countStored(server, manager, text)]).toEqual([text, 1]);
    }
  });
});
