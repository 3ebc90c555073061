import type { Locator, Page, WebSocketRoute } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The chat beside the page. */
export const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Chat' });

/** The latest message there that says so. */
export const row = (page: Page, text: string): Locator =>
  panel(page).getByRole('article').filter({ hasText: text }).last();

/** Goes to a conversation, or to a view like Requests, by its entry in the sidebar. */
export async function open(page: Page, name: string): Promise<void> {
  const opener = page.getByRole('button', { name: 'Open chat' });
  // A page that was left with the chat open opens it again by itself.
  await expect(panel(page).or(opener).first()).toBeVisible();
  if (!(await panel(page).isVisible())) await opener.click();
  await page
    .getByRole('navigation', { name: 'Chat' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  await expect(panel(page).getByRole('region', { name })).toBeVisible();
}

export async function say(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: /^Message / });
  await box.fill(text);
  await box.press('Enter');
}

/** Presses a button of the bar over a message, which what still comes in moves away from under the pointer. */
export async function pressInBar(message: Locator, name: string): Promise<void> {
  await expect(async () => {
    await message.hover();
    await message.getByRole('button', { name }).last().click({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}

/** Who is signed in there. */
export async function whoIs(page: Page): Promise<{ id: number; name: string }> {
  const { id, firstName, lastName } = await (await page.request.get('/api/user')).json();
  return { id, name: `${firstName} ${lastName}` };
}

/**
 * Lets nothing of what is written in a page reach the server, neither by its socket nor by a call. Answers how to let the
 * messages through again: then the connection breaks, and the page opens another.
 */
export async function holdBack(page: Page): Promise<() => Promise<void>> {
  let isHeld = true;
  const sockets = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/ws$/, (socket) => {
    sockets.add(socket);
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      if (!isHeld || JSON.parse(String(text)).type !== 'chat_message') server.send(text);
    });
  });
  await page
    .context()
    .route('**/api/chat/messages/**', (route) =>
      isHeld && route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
  await page.reload();
  return async () => {
    isHeld = false;
    for (const socket of sockets) await socket.close();
  };
}
