import { describe, expect, it } from 'vitest';
import { createChat, settle } from './fakeChat.web.ts';
import { frame, message, messages } from './fakeServer.web.ts';

async function chatWith(count: number) {
  const chat = createChat();
  chat.server.stored = messages(1, count);
  await chat.open();
  chat.server.asked.length = 0;
  return chat;
}

describe('live messages', () => {
  it('that arrive in the wrong order are shown in the right one, without a question', async () => {
    const { session, state, world, server } = await chatWith(2);
    session.receive(frame(4));
    expect(state().messages).toHaveLength(2);
    session.receive(frame(3));
    expect(state().messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    world.pass(1_000);
    expect(server.asked).toEqual([]);
  });

  it('with one missing wait 200 ms, then the missing one is asked for', async () => {
    const { session, state, world, server } = await chatWith(2);
    server.stored = messages(1, 4);
    session.receive(frame(4));
    world.pass(199);
    expect(server.asked).toEqual([]);
    world.pass(1);
    expect(server.asked).toEqual(['changes 2']);
    await settle();
    expect(state().messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it('that follow what is shown do not wait for what is not', async () => {
    const { session, state, world, server } = await chatWith(2);
    const later = message(3, { rev: 5 });
    server.stored = [message(1, { rev: 3, content: 'edited' }), message(2, { rev: 4 }), later];
    session.receive({ ...later, prevRev: 4 });
    expect(state().messages.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(state().rev).toBe(2);
    world.pass(200);
    await settle();
    expect(server.asked).toEqual(['changes 2']);
    expect(state().messages[0]?.content).toBe('edited');
    expect(state().rev).toBe(5);
  });

  it('of mine never vanish between pending and stored', async () => {
    const { session, say, server, texts } = await chatWith(2);
    say('Hello');
    server.stored = messages(1, 4);
    session.receive(server.echo(server.frames[0] ?? never()));
    expect(texts()).toEqual(['message 1', 'message 2', 'Hello']);
  });

  it('are asked for again while the question fails', async () => {
    const { session, state, world, server } = await chatWith(2);
    const answer = server.changes;
    server.changes = async () => {
      throw new TypeError('unreachable');
    };
    server.stored = messages(1, 4);
    session.receive(frame(4));
    world.pass(200);
    await settle();
    server.changes = answer;
    world.pass(1_000);
    await settle();
    expect(state().messages).toHaveLength(4);
  });

  it('that come while the channel loads are not lost', async () => {
    const { session, state, server } = createChat();
    server.stored = messages(1, 2);
    session.history.open('sales');
    session.receive(frame(3));
    await settle();
    expect(state().messages.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('of channels nobody opened cost nothing', () => {
    const { session, server } = createChat();
    session.receive(frame(3, { channelId: 'service' }));
    expect(session.store.get('service').messages).toEqual([]);
    expect(server.asked).toEqual([]);
  });
});

describe('after a reconnect', () => {
  it('everything missed is fetched with the revisions held', async () => {
    const { session, state, server } = await chatWith(2);
    server.stored = [...messages(1, 5), message(6, { rev: 6 })];
    session.synchronize();
    await settle();
    expect(server.asked).toEqual(['sync {"sales":2}']);
    expect(state().messages).toHaveLength(6);
    expect(state().rev).toBe(6);
  });

  it('too much to list replaces the window by the newest page', async () => {
    const { session, state, server } = await chatWith(2);
    server.stored = messages(1, 400);
    session.synchronize();
    await settle();
    expect(state().messages.map(({ seq }) => seq)).toEqual(
      messages(351, 400).map(({ seq }) => seq),
    );
    expect(state().reachedStart).toBe(false);
  });

  it('a channel that was loading is looked at once more', async () => {
    const { session, state, server } = createChat();
    server.stored = messages(1, 2);
    session.history.open('sales');
    session.synchronize();
    server.stored = messages(1, 3);
    await settle();
    expect(server.asked).toContain('changes 2');
    expect(state().messages).toHaveLength(3);
  });

  it('a database that was restored is read anew', async () => {
    const { session, state, server } = await chatWith(9);
    server.stored = messages(1, 4);
    session.synchronize();
    await settle();
    expect(state().messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(state().rev).toBe(4);
  });

  it('a failed sync is repeated', async () => {
    const { session, state, world, server } = await chatWith(2);
    const answer = server.sync;
    server.sync = async () => {
      throw new TypeError('unreachable');
    };
    server.stored = messages(1, 3);
    session.synchronize();
    await settle();
    server.sync = answer;
    world.pass(1_000);
    await settle();
    expect(state().messages).toHaveLength(3);
  });
});

describe('paging upwards', () => {
  it('asks for what comes before the first message, until the start', async () => {
    const { session, state, server } = await chatWith(120);
    expect(state().messages[0]?.seq).toBe(71);
    await session.history.loadOlder('sales');
    await session.history.loadOlder('sales');
    await session.history.loadOlder('sales');
    expect(server.asked).toEqual(['before 71', 'before 21']);
    expect(state().messages).toHaveLength(120);
    expect(state().reachedStart).toBe(true);
  });

  it('can be tried again after a failure', async () => {
    const { session, state, server } = await chatWith(60);
    const answer = server.page;
    server.page = async () => {
      throw new TypeError('unreachable');
    };
    await session.history.loadOlder('sales');
    expect(state().older).toBe('failed');
    server.page = answer;
    await session.history.loadOlder('sales');
    expect(state().messages).toHaveLength(60);
  });
});

const never = (): never => {
  throw new Error('Nothing was sent');
};
