import { describe, expect, it } from 'vitest';
import { createChat, settle } from './fakeChat.web.ts';
import { frame, message, messages } from './fakeServer.web.ts';

async function chatWith(count: number) {
  const chat = createChat();
  chat.server.stored = messages(1, count);
  await chat.open();
  chat.server.calls.length = 0;
  return chat;
}

describe('live messages', () => {
  it('that arrive out of order are shown in order, without a request', async () => {
    const { session, state, world, server } = await chatWith(2);
    session.receive(frame(4));
    expect(state().messages).toHaveLength(2);
    session.receive(frame(3));
    expect(state().messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    world.pass(1_000);
    expect(server.calls).toEqual([]);
  });

  it('with one missing wait 200 ms, then request the missing one', async () => {
    const { session, state, world, server } = await chatWith(2);
    server.stored = messages(1, 4);
    session.receive(frame(4));
    world.pass(199);
    expect(server.calls).toEqual([]);
    world.pass(1);
    expect(server.calls).toEqual(['changes 2']);
    await settle();
    expect(state().messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it('that follow the shown ones do not wait for others', async () => {
    const { session, state, world, server } = await chatWith(2);
    const later = message(3, { rev: 5 });
    server.stored = [message(1, { rev: 3, content: 'edited' }), message(2, { rev: 4 }), later];
    session.receive({ ...later, prevRev: 4 });
    expect(state().messages.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(state().rev).toBe(2);
    world.pass(200);
    await settle();
    expect(server.calls).toEqual(['changes 2']);
    expect(state().messages[0]?.content).toBe('edited');
    expect(state().rev).toBe(5);
  });

  it('of the user never vanish between pending and stored', async () => {
    const { session, send, server, texts } = await chatWith(2);
    send('Hello');
    server.stored = messages(1, 4);
    session.receive(server.echo(server.frames[0] ?? never()));
    expect(texts()).toEqual(['message 1', 'message 2', 'Hello']);
  });

  it('are requested again while the request fails', async () => {
    const { session, state, world, server } = await chatWith(2);
    const original = server.changes;
    server.changes = async () => {
      throw new TypeError('unreachable');
    };
    server.stored = messages(1, 4);
    session.receive(frame(4));
    world.pass(200);
    await settle();
    server.changes = original;
    world.pass(1_000);
    await settle();
    expect(state().messages).toHaveLength(4);
  });

  it('that arrive while the channel loads are not lost', async () => {
    const { session, state, server } = createChat();
    server.stored = messages(1, 2);
    session.history.open('sales');
    session.receive(frame(3));
    await settle();
    expect(state().messages.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('of channels not opened cost nothing', () => {
    const { session, server } = createChat();
    session.receive(frame(3, { channelId: 'service' }));
    expect(session.store.get('service').messages).toEqual([]);
    expect(server.calls).toEqual([]);
  });
});

describe('after a reconnect', () => {
  it('all missed changes are fetched with the known revisions', async () => {
    const { session, state, server } = await chatWith(2);
    server.stored = [...messages(1, 5), message(6, { rev: 6 })];
    session.synchronize();
    await settle();
    expect(server.calls).toEqual(['sync {"sales":2}']);
    expect(state().messages).toHaveLength(6);
    expect(state().rev).toBe(6);
  });

  it('too many changes replace the window with the newest page', async () => {
    const { session, state, server } = await chatWith(2);
    server.stored = messages(1, 400);
    session.synchronize();
    await settle();
    expect(state().messages.map(({ seq }) => seq)).toEqual(
      messages(351, 400).map(({ seq }) => seq),
    );
    expect(state().reachedStart).toBe(false);
  });

  it('a channel that was loading is checked again', async () => {
    const { session, state, server } = createChat();
    server.stored = messages(1, 2);
    session.history.open('sales');
    session.synchronize();
    server.stored = messages(1, 3);
    await settle();
    expect(server.calls).toContain('changes 2');
    expect(state().messages).toHaveLength(3);
  });

  it('a restored database is reloaded', async () => {
    const { session, state, server } = await chatWith(9);
    server.stored = messages(1, 4);
    session.synchronize();
    await settle();
    expect(state().messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(state().rev).toBe(4);
  });

  it('a failed sync is retried', async () => {
    const { session, state, world, server } = await chatWith(2);
    const original = server.sync;
    server.sync = async () => {
      throw new TypeError('unreachable');
    };
    server.stored = messages(1, 3);
    session.synchronize();
    await settle();
    server.sync = original;
    world.pass(1_000);
    await settle();
    expect(state().messages).toHaveLength(3);
  });
});

describe('messages called for before the chat began', () => {
  it('are shown without another call, and what changed since is fetched', async () => {
    const chat = createChat();
    chat.server.calledEarly = Promise.resolve(messages(1, 2));
    chat.server.stored = [message(1, { rev: 3, content: 'edited' }), message(2)];
    await chat.open();
    expect(chat.server.calls).toEqual(['changes 2']);
    await settle();
    expect(chat.texts()).toEqual(['edited', 'message 2']);
    await chat.open();
    expect(chat.server.calls).toEqual(['changes 2']);
  });

  it('are called for again if that failed', async () => {
    const chat = createChat();
    chat.server.calledEarly = Promise.reject(new TypeError('unreachable'));
    chat.server.stored = messages(1, 2);
    await chat.open();
    expect(chat.server.calls).toEqual(['newest']);
    expect(chat.texts()).toEqual(['message 1', 'message 2']);
  });
});

describe('paging up', () => {
  it('loads earlier messages, until the start', async () => {
    const { session, state, server } = await chatWith(120);
    expect(state().messages[0]?.seq).toBe(71);
    await session.history.loadOlder('sales');
    await session.history.loadOlder('sales');
    await session.history.loadOlder('sales');
    expect(server.calls).toEqual(['before 71', 'before 21']);
    expect(state().messages).toHaveLength(120);
    expect(state().reachedStart).toBe(true);
  });

  it('can be retried after a failure', async () => {
    const { session, state, server } = await chatWith(60);
    const original = server.page;
    server.page = async () => {
      throw new TypeError('unreachable');
    };
    await session.history.loadOlder('sales');
    expect(state().older).toBe('failed');
    server.page = original;
    await session.history.loadOlder('sales');
    expect(state().messages).toHaveLength(60);
  });
});

const never = (): never => {
  throw new Error('No frame was sent');
};
