import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import type { ChatMessage } from '../contract.ts';
import { Quoted } from '../web/messages/content/Quoted.tsx';
import { ChatContext } from '../web/state/chatContext.ts';
import { createChat, settle } from './fakeChat.web.ts';
import { type FakePage, openPage } from './fakePage.web.tsx';
import { me, message } from './fakeServer.web.ts';
import { user } from './fakeUser.web.ts';

const call = 'GET /api/chat/messages/sales/m1';
const deleted = message(1, { rev: 2, content: '', deletedAt: '2026-01-05T17:00:00.000Z' });

/** Shows a quote of a message that is not loaded. */
async function showQuote(answer: ChatMessage | Response): Promise<FakePage & { again(): void }> {
  const page = await openPage(me, vi.stubGlobal);
  const value = { user, session: createChat().session, people: new Map(), peopleTotal: 0 };
  const quoted = createElement(Quoted, { channelId: 'sales', messageId: 'm1' });
  const again = () => page.show(createElement(ChatContext, { value }, quoted));
  page.answers.set(call, answer);
  again();
  await expect.poll(() => page.count(call)).toBe(1);
  await settle();
  return { ...page, again };
}

test.each([404, 503])('a quote that could not be loaded (%i) does not say why', async (status) => {
  const page = await showQuote(new Response('', { status }));
  expect(page.text()).toBe('A message');
});

test('a quote of a deleted message says so', async () => {
  const page = await showQuote(deleted);
  await expect.poll(page.text).toBe('Bo HallThis message was deleted.');
});

test('a quote follows changes of its message', async () => {
  const page = await showQuote(message(1));
  await expect.poll(page.text).toBe('Bo Hallmessage 1');
  await page.receive('message_changed', {
    ...message(1, { rev: 2, content: 'edited' }),
    prevRev: 1,
  });
  await expect.poll(page.text).toBe('Bo Halledited');
  page.answers.set(call, deleted);
  await page.loseFrames();
  await expect.poll(page.text).toBe('Bo HallThis message was deleted.');
});

test('a quote that comes back on screen is fetched again', async () => {
  const page = await showQuote(message(1));
  await expect.poll(page.text).toBe('Bo Hallmessage 1');
  page.show(null);
  await expect.poll(page.text).toBe('');
  page.answers.set(call, deleted);
  page.again();
  await expect.poll(page.text).toBe('Bo HallThis message was deleted.');
});
