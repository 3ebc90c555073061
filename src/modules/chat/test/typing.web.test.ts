import { describe, expect, it } from 'vitest';
import { createChat } from './fakeChat.web.ts';
import { frame, me, reply } from './fakeServer.web.ts';

const at = (channelId: string, userId: number, threadId: string | null = null) => ({
  channelId,
  threadId,
  userId,
});

describe('typing', () => {
  it('is sent at most every three seconds, per place', () => {
    const { session, server, world } = createChat();
    for (let key = 0; key < 5; key += 1) session.noteTyping('sales');
    session.noteTyping('sales', 'm1');
    expect(server.typed).toEqual(['sales', 'm1']);
    world.pass(3_000);
    session.noteTyping('sales');
    expect(server.typed).toEqual(['sales', 'm1', 'sales']);
  });

  it('is sent again at once after a message', () => {
    const { session, server } = createChat();
    session.noteTyping('sales');
    session.receive(frame(1, { senderId: me }));
    session.noteTyping('sales');
    expect(server.typed).toEqual(['sales', 'sales']);
  });
});

describe('the people typing', () => {
  it('are shown for five seconds after the last event', () => {
    const { session, world } = createChat();
    session.receiveTyping(at('sales', 9));
    world.pass(4_000);
    session.receiveTyping(at('sales', 9));
    session.receiveTyping(at('sales', 11));
    world.pass(4_999);
    expect(session.typists('sales')).toEqual([9, 11]);
    world.pass(1);
    expect(session.typists('sales')).toEqual([]);
  });

  it('exclude the user, and people in other places', () => {
    const { session } = createChat();
    session.receiveTyping(at('sales', me));
    session.receiveTyping(at('sales', 9, 'm1'));
    expect(session.typists('sales')).toEqual([]);
    expect(session.typists('sales', 'm1')).toEqual([9]);
  });

  it('are cleared by their message', () => {
    const { session } = createChat();
    let calls = 0;
    session.watchTyping(() => (calls += 1));
    session.receiveTyping(at('sales', 9));
    session.receiveTyping(at('sales', 9, 'm1'));
    session.receive({ ...reply(1), prevRev: 0 });
    expect(session.typists('sales')).toEqual([9]);
    session.receive(frame(1));
    expect(session.typists('sales')).toEqual([]);
    expect(calls).toBe(4);
  });

  it('are the same list until it changes', () => {
    const { session } = createChat();
    session.receiveTyping(at('sales', 9));
    const before = session.typists('sales');
    session.receiveTyping(at('sales', 9));
    expect(session.typists('sales')).toBe(before);
  });
});
