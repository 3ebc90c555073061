import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import type { Thread } from '../contract/threads.ts';
import { ChatContext } from '../web/state/chatContext.ts';
import ThreadsInbox from '../web/threads/ThreadsInbox.tsx';
import { createChat } from './fakeChat.web.ts';
import { openPage } from './fakePage.web.tsx';
import { me, message, reply } from './fakeServer.web.ts';
import { user } from './fakeUser.web.ts';

const call = 'GET /api/chat/threads';
const pageSize = 2;

function thread(seq: number, unread = 1): Thread {
  const root = message(seq);
  const { threadState } = createChat().server;
  return {
    root,
    replies: [reply(seq, { threadId: root.id })],
    state: { ...threadState, threadId: root.id, unread },
  };
}

async function showInbox() {
  const page = await openPage(me, vi.stubGlobal);
  const inbox = { threads: [thread(1), thread(2), thread(3)] };
  page.answers.set('GET /api/chat/channels', []);
  page.answers.set(call, ({ query }: { query: URLSearchParams }) => {
    const offset = Number(query.get('offset'));
    return inbox.threads.slice(offset, offset + pageSize);
  });
  const value = { user, session: createChat().session, people: new Map(), peopleTotal: 0 };
  page.show(createElement(ChatContext, { value }, createElement(ThreadsInbox)));
  await expect.poll(page.text).toContain('reply 2');
  return { ...page, inbox };
}

test('the threads inbox is fetched again after frames were lost', async () => {
  const page = await showInbox();
  page.inbox.threads[0] = thread(4);
  await page.loseFrames();
  await expect.poll(page.text).toContain('reply 4');
});

test('the next page of the threads inbox skips none after one was read', async () => {
  const page = await showInbox();
  const read = thread(1, 0);
  page.inbox.threads = [thread(2), thread(3), read];
  await page.receive('thread_state', read.state);
  await expect.poll(page.text).toContain('reply 3');
});
