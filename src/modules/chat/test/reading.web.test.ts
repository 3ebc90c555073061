import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { createChat, settle } from './fakeChat.web.ts';
import { message, reply } from './fakeServer.web.ts';

async function openChat(unread = 5) {
  const chat = createChat();
  const { server, session } = chat;
  server.state = { ...server.state, lastSeq: unread, unread };
  chat.unread.received({ channels: [server.state], threads: 0, starred: 0 });
  session.history.open('sales');
  await settle();
  const left = () => chat.unread.find('sales')?.unread;
  return { ...chat, left };
}

describe('reading a channel', () => {
  it('shows at once and is sent after a moment, once', async () => {
    const { session, server, world, left } = await openChat();
    session.markRead('sales', 2);
    session.markRead('sales', 4);
    session.markRead('sales', 3);
    expect(left()).toBe(1);
    world.pass(399);
    expect(server.reads).toEqual([]);
    world.pass(1);
    await settle();
    expect(server.reads).toEqual([['sales', 4, 0]]);
    session.markRead('sales', 4);
    world.pass(10_000);
    expect(server.reads).toHaveLength(1);
  });

  it('continues while it is being sent', async () => {
    const { session, server, world, left } = await openChat();
    session.markRead('sales', 2);
    world.pass(400);
    session.markRead('sales', 5);
    await settle();
    expect(left()).toBe(0);
    world.pass(400);
    await settle();
    expect(server.reads.map(([, seq]) => seq)).toEqual([2, 5]);
  });

  it('is sent again after a failure, on the next connection at the latest', async () => {
    const { session, server, world, left, connect } = await openChat();
    server.writeError = new TypeError('unreachable');
    session.markRead('sales', 5);
    connect(false);
    world.pass(400);
    await settle();
    server.writeError = null;
    expect(left()).toBe(0);
    connect(true);
    await settle();
    expect(server.reads).toHaveLength(2);
    expect(server.state.lastReadSeq).toBe(5);
  });

  it('is undone if the server refuses', async () => {
    const { session, server, world, left } = await openChat();
    server.writeError = new ApiError(404, '', '{"error":"There is no such channel"}');
    session.markRead('sales', 5);
    world.pass(400);
    await settle();
    expect(left()).toBe(5);
    world.pass(60_000);
    expect(server.reads).toHaveLength(1);
  });

  it('before the counts are loaded is sent when they are', async () => {
    const { session, server, world, unread } = createChat();
    session.markRead('sales', 5);
    world.pass(400);
    expect(server.reads).toEqual([]);
    unread.received({ channels: [{ ...server.state, version: 3 }], threads: 0, starred: 0 });
    await settle();
    expect(server.reads).toEqual([['sales', 5, 3]]);
  });
});

describe('marking unread', () => {
  it('shows at once, and stays until the channel is left and opened again', async () => {
    const { session, server, world, left, open } = await openChat();
    session.markRead('sales', 5);
    const marking = session.markUnread('sales', 3);
    expect(left()).toBe(3);
    await marking;
    session.markRead('sales', 5);
    world.pass(1_000);
    expect(server.reads).toEqual([]);
    expect(left()).toBe(3);
    await open('service');
    await open('sales');
    session.markRead('sales', 5);
    world.pass(400);
    await settle();
    expect(server.reads).toEqual([['sales', 5, 1]]);
    expect(left()).toBe(0);
  });

  it('is ended by marking the channel as read', async () => {
    const { session, server, world, left } = await openChat();
    session.markRead('sales', 5);
    await session.markUnread('sales', 3);
    session.markAllRead('sales', 5);
    expect(left()).toBe(0);
    world.pass(400);
    await settle();
    expect(server.reads).toEqual([['sales', 5, 1]]);
    expect(left()).toBe(0);
  });

  it('in another tab applies here too, although the channel is on screen', async () => {
    const { session, server, world, left, unread } = await openChat();
    session.markRead('sales', 5);
    world.pass(400);
    await settle();
    unread.take(await server.markUnread('sales', 4));
    session.markRead('sales', 5);
    world.pass(1_000);
    expect(left()).toBe(2);
    expect(server.reads).toHaveLength(1);
  });

  it('that fails is undone and shown', async () => {
    const { session, server, left } = await openChat();
    server.state = { ...server.state, lastReadSeq: 5, unread: 0 };
    session.markRead('sales', 5);
    server.writeError = new TypeError('unreachable');
    await expect(session.markUnread('sales', 3)).rejects.toThrow();
    expect(left()).toBe(5);
  });
});

describe('reading a thread', () => {
  it('is sent like reading a channel', async () => {
    const { session, server, world } = createChat();
    server.stored = [message(1, { rev: 3 }), reply(1, { rev: 2 }), reply(2, { rev: 3 })];
    session.threads.openThread('sales', 'm1');
    await settle();
    await settle();
    session.readThread('m1', 1);
    session.readThread('m1', 2);
    session.readThread('m1', 1);
    expect(session.threads.get('m1').state).toMatchObject({ lastReadSeq: 2, unread: 0 });
    world.pass(400);
    await settle();
    expect(server.reads).toEqual([['m1', 2, 0]]);
  });
});
