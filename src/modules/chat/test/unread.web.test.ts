import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadState } from '../contract/personal.ts';
import { UnreadStore } from '../web/state/store/unread.ts';
import { me, message, reply } from './fakeServer.web.ts';

const state = (more: Partial<ReadState> = {}): ReadState => ({
  channelId: 'sales',
  lastReadSeq: 10,
  version: 1,
  lastSeq: 12,
  unread: 2,
  mentions: 1,
  ...more,
});

function createUnreadStore(...channels: ReadState[]) {
  const calls = { changes: 0, unsure: 0 };
  const store = new UnreadStore({
    me,
    onChange: () => (calls.changes += 1),
    onUnsure: () => (calls.unsure += 1),
  });
  store.received({ channels, threads: 3, starred: 4 });
  const numbers = () => {
    const { unread, mentions, lastReadSeq } = store.find('sales') ?? never();
    return { unread, mentions, lastReadSeq };
  };
  return { store, calls, numbers };
}

describe('someone else’s message', () => {
  it('counts once, however often and in whatever order it arrives', () => {
    const { store, numbers } = createUnreadStore(state());
    for (const seq of [14, 13, 14, 12, 13]) store.message(message(seq));
    expect(numbers()).toMatchObject({ unread: 4, mentions: 1 });
  });

  it('counts as a mention if it mentions the user or everyone', () => {
    const { store, numbers } = createUnreadStore(state());
    store.message(message(13, { mentionedUserIds: [9, me] }));
    store.message(message(14, { mentionsChannel: true }));
    store.message(message(15, { mentionedUserIds: [9] }));
    expect(numbers()).toMatchObject({ unread: 5, mentions: 3 });
  });

  it('stops at a hundred', () => {
    const { store, numbers } = createUnreadStore(state({ unread: 99 }));
    for (let seq = 13; seq < 30; seq += 1) store.message(message(seq));
    expect(numbers().unread).toBe(100);
  });

  it('in an unknown channel causes a request', () => {
    const { store, calls } = createUnreadStore();
    store.message(message(1));
    expect(calls.unsure).toBe(1);
    expect(store.find('sales')).toBeUndefined();
  });

  it('in a thread counts for its channel only if it is there too', () => {
    const { store, calls, numbers } = createUnreadStore(state());
    store.message(reply(1));
    expect(numbers().unread).toBe(2);
    store.message(reply(2, { seq: 13 }));
    expect(numbers().unread).toBe(3);
    // The server says so to those who follow the thread.
    expect(calls.unsure).toBe(0);
  });

  it('is subtracted when deleted; the server’s count is requested again', () => {
    const { store, calls, numbers } = createUnreadStore(state());
    const deletedAt = '2026-01-05T17:00:00.000Z';
    store.message(message(13));
    store.changed(message(13, { rev: 20, deletedAt }));
    expect(numbers().unread).toBe(2);
    expect(calls.unsure).toBe(0);
    store.changed(message(12, { rev: 21, deletedAt }));
    expect(calls.unsure).toBe(1);
    store.changed(message(9, { rev: 22, deletedAt }));
    store.changed(message(12, { rev: 23 }));
    expect(calls.unsure).toBe(1);
  });
});

it('a message of the user counts nothing', () => {
  const { store, calls, numbers } = createUnreadStore(state());
  store.message(message(13, { senderId: me }));
  store.message(reply(1, { senderId: me }));
  expect(numbers().unread).toBe(2);
  expect(calls).toEqual({ changes: 0, unsure: 0 });
});

describe('reading', () => {
  it('shows at once, and an older response does not undo it', () => {
    const { store, numbers } = createUnreadStore(state());
    store.message(message(13));
    store.readTo('sales', 13);
    expect(numbers()).toEqual({ unread: 0, mentions: 0, lastReadSeq: 13 });
    store.received({ channels: [state({ lastSeq: 13, unread: 3 })], threads: 0, starred: 0 });
    expect(numbers()).toEqual({ unread: 0, mentions: 0, lastReadSeq: 13 });
    store.take(state({ lastReadSeq: 13, lastSeq: 13, unread: 0, mentions: 0 }));
    store.message(message(14));
    expect(numbers()).toEqual({ unread: 1, mentions: 0, lastReadSeq: 13 });
  });

  it('only goes back by marking unread', () => {
    const { store, numbers } = createUnreadStore(state());
    store.readTo('sales', 12);
    store.readTo('sales', 11);
    expect(numbers().lastReadSeq).toBe(12);
    store.take(state({ lastReadSeq: 12, unread: 0, mentions: 0 }));
    store.take(state());
    expect(numbers()).toEqual({ unread: 0, mentions: 0, lastReadSeq: 12 });
    store.markUnread('sales', 11);
    expect(numbers()).toMatchObject({ unread: 2, lastReadSeq: 10 });
    store.take(state({ version: 2, unread: 2 }));
    expect(numbers()).toEqual({ unread: 2, mentions: 1, lastReadSeq: 10 });
  });

  it('that the server refused is undone', () => {
    const { store, numbers } = createUnreadStore(state());
    store.readTo('sales', 12);
    store.undo('sales');
    expect(numbers()).toEqual({ unread: 2, mentions: 1, lastReadSeq: 10 });
  });

  it('on another device wins over a response requested before', () => {
    const { store, numbers } = createUnreadStore(state());
    store.requested();
    store.take(state({ lastReadSeq: 12, unread: 0, mentions: 0 }));
    store.received({ channels: [state()], threads: 0, starred: 0 });
    expect(numbers()).toEqual({ unread: 0, mentions: 0, lastReadSeq: 12 });
  });

  it('restarts with a restored server', () => {
    const { store, numbers } = createUnreadStore(state({ version: 9 }));
    store.requested();
    store.received({ channels: [state({ version: 2, lastReadSeq: 3 })], threads: 0, starred: 0 });
    expect(numbers().lastReadSeq).toBe(3);
  });
});

it('starred messages and threads are counted by the server', () => {
  const { store } = createUnreadStore(state());
  store.starred({ channelId: 'sales', messageId: 'm1', starred: true, count: 9 });
  expect(store.snapshot()).toMatchObject({ threads: 3, starred: 9 });
});

const step = record({
  action: constantFrom('post', 'post', 'receive', 'again', 'read', 'mark', 'reload', 'take'),
  at: integer({ min: 0, max: 20 }),
});

it('the counts finally equal the server’s, whatever the order of events', () =>
  assert(
    property(array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const server = state({ lastReadSeq: 0, lastSeq: 0, unread: 0, mentions: 0, version: 0 });
      const now = () => ({ ...server, unread: Math.min(100, server.lastSeq - server.lastReadSeq) });
      const { store, numbers } = createUnreadStore(now());
      const inFlight: number[] = [];
      const responses = [now()];
      const actions: Record<string, (at: number) => void> = {
        post: () => {
          server.lastSeq += 1;
          inFlight.push(server.lastSeq);
        },
        receive: (at) => {
          const [seq] = inFlight.splice(at % (inFlight.length || 1), 1);
          if (seq !== undefined) store.message(message(seq));
        },
        again: (at) => {
          if (at > 0 && at <= server.lastSeq && !inFlight.includes(at)) store.message(message(at));
        },
        read: (at) => {
          const seq = Math.min(at, server.lastSeq);
          const isKnown = store.find('sales')?.version === server.version;
          store.readTo('sales', seq);
          if (isKnown) server.lastReadSeq = Math.max(server.lastReadSeq, seq);
          responses.push(now());
        },
        mark: () => {
          if (server.lastSeq === 0) return;
          store.markUnread('sales', server.lastSeq);
          Object.assign(server, { version: server.version + 1, lastReadSeq: server.lastSeq - 1 });
          responses.push(now());
        },
        reload: () => {
          store.requested();
          store.received({ channels: [now()], threads: 0, starred: 0 });
        },
        take: (at) => store.take(responses[at % responses.length] ?? now()),
      };
      for (const { action, at } of steps) actions[action]?.(at);
      for (const seq of inFlight) store.message(message(seq));
      for (const response of responses) store.take(response);
      const { unread, lastReadSeq } = now();
      expect(numbers()).toMatchObject({ unread, lastReadSeq });
    }),
    { numRuns: 500 },
  ));

const never = (): never => {
  throw new Error('Unknown channel');
};
