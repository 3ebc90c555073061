import type { Page } from '@playwright/test';
import { expect, type House, noPage, test } from './fixtures.ts';

async function openChannel(page: Page, name: string): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Chat' });
  if (!(await panel.isVisible()))
    await page.getByRole('button', { name: /^(Open )?chat$/i }).click();
  await page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .last()
    .click();
  await expect(page.getByRole('textbox', { name: `Message ${name}` })).toBeEnabled();
}

async function say(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: /^Message / });
  await box.fill(text);
  await box.press('Enter');
}

async function stored(house: House, page: Page, text: string): Promise<number> {
  const answer = await page.request.get(`${house.url}/api/chat/messages/general?limit=200`);
  const messages: { content: string }[] = await answer.json();
  return messages.filter(({ content }) => content === text).length;
}

// The panel’s own: what comes in is told by a toast as well.
const line = (page: Page, text: string) =>
  page.getByRole('complementary', { name: 'Chat' }).getByText(text, { exact: true });

test('what one person writes the other sees at once, and when back from being away', async ({
  person,
}) => {
  const manager = await person('manager', noPage);
  let hold = true;
  const held: (() => void)[] = [];
  await manager.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      if (hold && String(frame).includes('held back')) held.push(() => socket.send(frame));
      else socket.send(frame);
    });
  });
  await manager.goto('/profile');
  const employee = await person('employee');
  await openChannel(manager, 'General');
  await openChannel(employee, 'General');

  await test.step('each sees at once what the other writes', async () => {
    await say(manager, 'The blue truck is ready for delivery.');
    await expect(line(employee, 'The blue truck is ready for delivery.')).toBeVisible();
    await expect(manager.getByText('Sending...')).toHaveCount(0);
    await say(employee, 'On my way.');
    await expect(line(manager, 'On my way.')).toBeVisible();
  });

  await test.step('a message is pending until the server has it', async () => {
    await say(manager, 'This one is held back.');
    await expect(manager.getByText('Sending...')).toBeVisible();
    hold = false;
    for (const release of held) release();
    await expect(manager.getByText('Sending...')).toHaveCount(0);
    await expect(line(manager, 'This one is held back.')).toHaveCount(1);
  });

  await test.step('what was said while a browser was away is there when it is back', async () => {
    await employee.context().setOffline(true);
    for (let index = 1; index <= 8; index++) await say(manager, `While you were out ${index}`);
    await expect(line(manager, 'While you were out 8')).toBeVisible();
    await employee.context().setOffline(false);
    for (let index = 1; index <= 8; index++) {
      await expect(line(employee, `While you were out ${index}`)).toHaveCount(1, {
        timeout: 40_000,
      });
    }
  });

  await test.step('a direct message reaches the person', async () => {
    const { id, firstName, lastName } = await (await employee.request.get('/api/user')).json();
    const name = `${firstName} ${lastName}`;
    await manager
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('button', { name: /^Team Directory/ })
      .click();
    await manager.getByRole('searchbox', { name: 'Search people' }).fill(name);
    await manager.getByRole('list', { name: 'People' }).getByRole('button', { name }).click();
    await say(manager, 'Between the two of us.');
    await expect(manager.getByText('Sending...')).toHaveCount(0);

    const { id: me } = await (await manager.request.get('/api/user')).json();
    const channel = `dm-${Math.min(id, me)}-${Math.max(id, me)}`;
    await employee.evaluate(
      (detail) => window.dispatchEvent(new CustomEvent('chatNavigate', { detail })),
      { channelId: channel, senderId: me },
    );
    await expect(line(employee, 'Between the two of us.')).toBeVisible();
  });
});

test('a killed server loses nothing, doubles nothing, and both browsers recover by themselves', async ({
  house,
  person,
}) => {
  const manager = await person('manager');
  const employee = await person('employee');
  await openChannel(manager, 'General');
  await openChannel(employee, 'General');
  const before = Array.from({ length: 5 }, (_, index) => `Before the kill ${index + 1}`);
  for (const text of before) await say(manager, text);
  await expect(line(employee, 'Before the kill 5')).toBeVisible();

  await say(manager, 'In the middle of it');
  await house.killAndRestart(1_000);

  for (const page of [manager, employee]) {
    await expect(page.getByRole('textbox', { name: /^Message / })).toBeEnabled({ timeout: 60_000 });
    await expect(line(page, 'In the middle of it')).toHaveCount(1);
    await expect(page.getByText('Sending...')).toHaveCount(0);
  }
  await say(employee, 'We are back.');
  await expect(line(manager, 'We are back.')).toBeVisible();
  for (const text of [...before, 'In the middle of it', 'We are back.']) {
    expect([text, await stored(house, manager, text)]).toEqual([text, 1]);
  }
});
