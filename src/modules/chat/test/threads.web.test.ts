import { describe, expect, it } from 'vitest';
import { createChat, settle } from './fakeChat.web.ts';
import { me, message, messages, reply } from './fakeServer.web.ts';

/** A channel of three messages; the first has this many replies. */
async function chatWith(replies: number, shown = true) {
  const chat = createChat();
  const { server, session } = chat;
  server.stored = [message(1, { rev: 4 + replies }), ...messages(2, 3)];
  for (let at = 1; at <= replies; at += 1) server.stored.push(reply(at, { rev: 3 + at }));
  await chat.open();
  if (shown) session.threads.watch('m1', () => {});
  session.threads.openThread('sales', 'm1');
  await settle();
  server.calls.length = 0;
  return { ...chat, thread: () => session.threads.get('m1') };
}

type Chat = Awaited<ReturnType<typeof chatWith>>;

function post({ server, receive }: Chat, content: string, more: object = {}, senderId = 9) {
  const where = { channelId: 'sales', threadId: 'm1', clientMsgId: content };
  server.store({ ...where, content, ...more }, senderId);
  for (const event of server.published.splice(0)) receive(event);
}

const texts = ({ thread }: Chat) =>
  [...thread().replies, ...thread().pending].map(({ content }) => content);

describe('a thread', () => {
  it('shows its root and its newest replies', async () => {
    const chat = await chatWith(2);
    expect(chat.thread()).toMatchObject({ phase: 'ready', reachedStart: true, channelId: 'sales' });
    expect(chat.thread().root?.id).toBe('m1');
    expect(texts(chat)).toEqual(['reply 1', 'reply 2']);
  });

  it('grows by new replies, and its root shows their number', async () => {
    const chat = await chatWith(1);
    post(chat, 'news');
    expect(texts(chat)).toEqual(['reply 1', 'news']);
    expect(chat.thread().root?.thread?.replyCount).toBe(2);
    expect(chat.state().messages[0]?.thread?.replyCount).toBe(2);
    expect(chat.thread().state).toMatchObject({ lastSeq: 2, unread: 1 });
    expect(chat.state().messages).toHaveLength(3);
    expect(chat.server.calls).toEqual([]);
  });

  it('shares with the channel what is in both', async () => {
    const chat = await chatWith(0);
    post(chat, 'for all', { alsoToChannel: true });
    expect(texts(chat)).toEqual(['for all']);
    expect(chat.state().messages.at(-1)).toMatchObject({ content: 'for all', seq: 4 });
  });

  it('follows edits, reactions and stars of root and replies', async () => {
    const chat = await chatWith(1);
    const { server, session, receive, thread } = chat;
    server.change('r1', { content: 'edited' });
    server.react('m1', '👍', 9);
    for (const event of server.published.splice(0)) receive(event);
    session.receiveStar({ channelId: 'sales', messageId: 'r1', starred: true, count: 1 });
    expect(thread().replies[0]).toMatchObject({ content: 'edited', isStarred: true });
    expect(thread().root?.reactions).toEqual([{ emoji: '👍', users: [9] }]);
  });

  it('catches up with its channel', async () => {
    const chat = await chatWith(1);
    const { server, session } = chat;
    server.stored.push(reply(2, { rev: 8 }));
    session.synchronize();
    await settle();
    expect(texts(chat)).toEqual(['reply 1', 'reply 2']);
  });

  it('is reloaded if too much was missed, without a flicker', async () => {
    const chat = await chatWith(1);
    const { server, session, thread } = chat;
    server.maxChanges = 1;
    server.stored.push(reply(2, { rev: 8 }), reply(3, { rev: 9 }));
    const phases: string[] = [];
    session.threads.watch('m1', () => phases.push(thread().phase));
    session.synchronize();
    await settle();
    expect(texts(chat)).toEqual(['reply 1', 'reply 2', 'reply 3']);
    expect(new Set(phases)).toEqual(new Set(['ready']));
  });

  it('not on screen is dropped if too much was missed', async () => {
    const chat = await chatWith(1, false);
    chat.session.threads.openThread('sales', 'm2');
    chat.server.maxChanges = 0;
    chat.server.stored.push(reply(2, { rev: 8 }));
    chat.session.synchronize();
    await settle();
    expect(chat.thread().phase).toBe('idle');
  });

  it('pages up', async () => {
    const chat = await chatWith(70);
    expect(chat.thread().replies[0]?.threadSeq).toBe(21);
    expect(chat.thread().reachedStart).toBe(false);
    await chat.session.threads.loadOlderReplies('m1');
    expect(chat.thread().replies).toHaveLength(70);
    expect(chat.thread().reachedStart).toBe(true);
  });

  it('opened before its channel is still complete', async () => {
    const { server, session } = createChat();
    server.stored = [...messages(1, 3), reply(1, { rev: 4 })];
    session.threads.watch('m1', () => {});
    session.threads.openThread('sales', 'm1');
    server.stored.push(reply(2, { rev: 5 }));
    await settle();
    await settle();
    expect(session.threads.get('m1').replies).toHaveLength(2);
  });

  it('that could not be loaded is retried on the next connection', async () => {
    const { server, session, connect } = createChat();
    server.stored = messages(1, 3);
    session.threads.watch('m1', () => {});
    const { respond } = server;
    server.respond = () => Promise.reject(new TypeError('unreachable'));
    session.threads.openThread('sales', 'm1');
    await settle();
    expect(session.threads.get('m1').phase).toBe('failed');
    server.respond = respond;
    connect(false);
    connect(true);
    await settle();
    expect(session.threads.get('m1').phase).toBe('ready');
  });
});

describe('the user’s reply', () => {
  it('is pending in the thread, and in the channel only if sent there too', async () => {
    const chat = await chatWith(0);
    const { session, server, thread, state } = chat;
    session.drafts.write('sales/m1', 'mine');
    expect(session.sendDraft('sales', 'm1')).toBe(true);
    session.drafts.write('sales/m1', 'mine for all');
    session.drafts.setAlsoToChannel('sales/m1', true);
    session.sendDraft('sales', 'm1');
    expect(thread().pending).toHaveLength(2);
    expect(state().pending.map(({ content }) => content)).toEqual(['mine for all']);
    expect(server.frames[0]).toMatchObject({ threadId: 'm1', alsoToChannel: false });
    for (const event of [server.echo(server.frames[0] ?? never())]) session.receive(event);
    for (const event of [server.echo(server.frames[1] ?? never())]) session.receive(event);
    expect(thread().pending).toEqual([]);
    expect(state().pending).toEqual([]);
    expect(session.drafts.get('sales/m1').text).toBe('');
  });

  it('counts nothing as unread', async () => {
    const chat = await chatWith(0);
    post(chat, 'mine', {}, me);
    expect(chat.thread().state).toMatchObject({ lastSeq: 1, unread: 0 });
  });
});

const never = (): never => {
  throw new Error('No frame was sent');
};
