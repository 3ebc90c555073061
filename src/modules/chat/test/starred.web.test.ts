import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import StarredView from '../web/starred/StarredView.tsx';
import { ChatContext } from '../web/state/chatContext.ts';
import { createChat } from './fakeChat.web.ts';
import { openPage } from './fakePage.web.tsx';
import { me, messages } from './fakeServer.web.ts';
import { user } from './fakeUser.web.ts';

test('the next page skips no message after one was unstarred', async () => {
  const page = await openPage(me, vi.stubGlobal);
  let starred = messages(1, 6).map((one) => ({ ...one, isStarred: true }));
  page.answers.set('GET /api/chat/channels', []);
  page.answers.set('GET /api/chat/starred', ({ query }: { query: URLSearchParams }) => {
    const offset = Number(query.get('offset'));
    return starred.slice(offset, offset + 3);
  });
  const value = { user, session: createChat().session, people: new Map(), peopleTotal: 0 };
  page.show(createElement(ChatContext, { value }, createElement(StarredView)));
  await expect.poll(page.text).toContain('message 3');
  starred = starred.filter(({ id }) => id !== 'm2');
  const change = { channelId: 'sales', messageId: 'm2', starred: false, count: 5 };
  await page.receive('message_starred', change);
  await expect.poll(page.text).not.toContain('message 2');
  page.press('Show more messages');
  await expect.poll(page.text).toContain('message 6');
  expect(page.text()).toContain('message 4');
});
