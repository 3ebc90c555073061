import type { Locator, Page, WebSocketRoute } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The chat panel next to the page. */
export const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Chat' });

/** The conversation next to a page that loads quickly. */
export const chatUrl = (channelId: string): string => `/profile?channel=${channelId}`;

/** The latest message in the panel with this text. */
export const row = (page: Page, text: string): Locator =>
  panel(page).getByRole('article').filter({ hasText: text }).last();

interface Message {
  id: string;
  clientMsgId?: string | null;
}

/** By its id, since a formatted message shows other text than its content. */
export const rowOf = (page: Page, { id, clientMsgId }: Message): Locator =>
  panel(page).locator(`[data-row$="${clientMsgId ?? id}"]`);

/** Opens a conversation, or a view like Requests, from the chat sidebar. */
export async function openConversation(page: Page, name: string): Promise<void> {
  const opener = page.getByRole('button', { name: 'Open chat' });
  // The panel may already be open from the previous page.
  await expect(panel(page).or(opener).first()).toBeVisible();
  if (!(await panel(page).isVisible())) await opener.click();
  await page
    .getByRole('navigation', { name: 'Chat' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  await expect(panel(page).getByRole('region', { name })).toBeVisible();
}

export async function sendMessage(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: /^Message / });
  await box.fill(text);
  await box.press('Enter');
}

/** Presses a button in the toolbar of a message; retries, since new messages can move it away from the pointer. */
export async function pressToolbarButton(message: Locator, name: string): Promise<void> {
  await expect(async () => {
    await message.hover();
    await message.getByRole('button', { name }).last().click({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}

/** The user signed in on this page. */
export async function currentUser(page: Page): Promise<{ id: number; name: string }> {
  const { id, firstName, lastName } = await (await page.request.get('/api/user')).json();
  return { id, name: `${firstName} ${lastName}` };
}

/**
 * Opens a page whose messages are kept from the server, by socket and by HTTP. The returned function lets them through:
 * it closes the socket, and the page opens another.
 */
export async function openWithBlockedMessages(
  page: Page,
  path: string,
): Promise<() => Promise<void>> {
  let isBlocked = true;
  const sockets = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/ws$/, (socket) => {
    sockets.add(socket);
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      if (!isBlocked || JSON.parse(String(text)).type !== 'chat_message') server.send(text);
    });
  });
  await page.goto(path);
  const url = '**/api/chat/messages/**';
  // Only now: a page with a route loads without the browser's cache.
  await page
    .context()
    .route(url, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
  return async () => {
    isBlocked = false;
    await page.context().unroute(url);
    for (const socket of sockets) await socket.close();
  };
}
