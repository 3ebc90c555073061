import { describe, expect, it } from 'vitest';
import { createChat, settle } from './fakeChat.web.ts';
import { frame, messages } from './fakeServer.web.ts';

async function chatWith(count: number) {
  const chat = createChat();
  chat.server.stored = messages(1, count);
  await chat.open();
  chat.server.calls.length = 0;
  const ends = () => [chat.state().messages[0]?.seq, chat.state().messages.at(-1)?.seq];
  return { ...chat, ends };
}

describe('going to an older message', () => {
  it('makes no request if it is loaded', async () => {
    const { session, server, state } = await chatWith(60);
    await session.history.goTo('sales', 20);
    expect(server.calls).toEqual([]);
    expect(state().reachedEnd).toBe(true);
  });

  it('loads the window around it, which new messages do not enter', async () => {
    const { session, server, state, ends } = await chatWith(300);
    await session.history.goTo('sales', 100);
    expect(server.calls).toEqual(['around 100']);
    expect(ends()).toEqual([75, 124]);
    expect(state()).toMatchObject({ reachedStart: false, reachedEnd: false });
    session.receive(frame(301));
    session.receive(frame(100, { rev: 302, content: 'edited' }));
    expect(ends()).toEqual([75, 124]);
    expect(state().rev).toBe(302);
    expect(state().messages.find(({ seq }) => seq === 100)?.content).toBe('edited');
  });

  it('pages down to the newest, and is live again', async () => {
    const { session, server, state, ends } = await chatWith(200);
    await session.history.goTo('sales', 100);
    server.stored.push(...messages(201, 201));
    session.receive(frame(201));
    await session.history.loadNewer('sales');
    expect(ends()).toEqual([75, 174]);
    expect(state().reachedEnd).toBe(false);
    await session.history.loadNewer('sales');
    expect(ends()).toEqual([75, 201]);
    expect(state().reachedEnd).toBe(true);
    session.receive(frame(202));
    expect(ends()).toEqual([75, 202]);
  });

  it('shows when paging down fails, and can be retried', async () => {
    const { session, server, state } = await chatWith(200);
    await session.history.goTo('sales', 100);
    const { respond } = server;
    server.respond = () => Promise.reject(new TypeError('unreachable'));
    await session.history.loadNewer('sales');
    expect(state().newer).toBe('failed');
    await expect(session.history.goTo('sales', 3)).rejects.toThrow();
    server.respond = respond;
    await session.history.loadNewer('sales');
    expect(state()).toMatchObject({ newer: 'idle', reachedEnd: false });
  });

  it('of a channel not open yet shows nothing else before', async () => {
    const { session, server, state } = createChat();
    server.stored = messages(1, 300);
    const firsts = new Set<number | undefined>();
    session.store.watch('sales', () => firsts.add(state().messages[0]?.seq));
    session.history.open('sales');
    await session.history.goTo('sales', 100);
    expect(firsts).toEqual(new Set([undefined, 75]));
    expect(state()).toMatchObject({ reachedEnd: false, rev: 300 });
  });

  it('is undone by going back to the newest', async () => {
    const { session, state, ends } = await chatWith(300);
    await session.history.goTo('sales', 100);
    await session.history.toLatest('sales');
    expect(ends()).toEqual([251, 300]);
    expect(state().reachedEnd).toBe(true);
  });

  it('is superseded by a later jump', async () => {
    const { session, ends } = await chatWith(300);
    await Promise.all([session.history.goTo('sales', 100), session.history.goTo('sales', 40)]);
    expect(ends()).toEqual([15, 64]);
  });

  it('survives a reconnect after too much was missed', async () => {
    const { session, server, ends, state } = await chatWith(300);
    session.store.watch('sales', () => {});
    await session.history.goTo('sales', 100);
    server.stored.push(...messages(301, 600));
    session.synchronize();
    await settle();
    await settle();
    expect(ends()).toEqual([75, 124]);
    expect(state()).toMatchObject({ reachedEnd: false, rev: 600 });
  });

  it('ends on sending: the sent message is at the end', async () => {
    const { session, server, send, ends, texts } = await chatWith(300);
    await session.history.goTo('sales', 100);
    send('Hello');
    await settle();
    expect(ends()).toEqual([251, 300]);
    session.receive(server.echo(server.frames[0] ?? never()));
    expect(texts().at(-1)).toBe('Hello');
  });
});

describe('a day of reading', () => {
  it('does not fill the memory', async () => {
    const { session, server, open } = createChat();
    const all = new Map<string, ReturnType<typeof messages>>();
    for (let at = 0; at < 500; at += 1) all.set(`channel-${at}`, messages(1, 50));
    server.newest = async (channelId) => all.get(channelId) ?? [];
    for (const channelId of all.keys()) await open(channelId);
    const loaded = session.store.all().filter(({ messages: list }) => list.length > 0);
    expect(loaded).toHaveLength(51);
    expect(session.store.all().length).toBeLessThan(60);
    expect(session.store.get('channel-3')).toMatchObject({ phase: 'idle', rev: 0 });
    expect(session.store.get('channel-499').phase).toBe('ready');
  });

  it('keeps little of a left channel, and all of the one on screen', async () => {
    const { session, server, state, open } = await chatWith(600);
    for (let page = 0; page < 6; page += 1) await session.history.loadOlder('sales');
    expect(state().messages).toHaveLength(350);
    server.newest = async () => [];
    const leave = session.store.watch('sales', () => {});
    await open('service');
    expect(state().messages).toHaveLength(350);
    leave();
    await open('management');
    expect(state().messages).toHaveLength(200);
    expect(state().reachedStart).toBe(false);
  });

  it('drops the old message once looked up', async () => {
    const { session, state, ends, open } = await chatWith(300);
    await session.history.goTo('sales', 100);
    await open('service');
    expect(state().phase).toBe('idle');
    await open('sales');
    expect(ends()).toEqual([251, 300]);
  });

  it('never drops pending messages', async () => {
    const { send, state, open, server, session } = await chatWith(300);
    await session.history.goTo('sales', 100);
    send('Hello');
    await settle();
    await session.history.goTo('sales', 100);
    await open('service');
    expect(state()).toMatchObject({ phase: 'idle', pending: [{ content: 'Hello' }] });
    session.receive(server.echo(server.frames[0] ?? never()));
    expect(state().pending).toEqual([]);
  });
});

const never = (): never => {
  throw new Error('No frame was sent');
};
