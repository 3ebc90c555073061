import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadState } from '../contract/personal.ts';
import { UnreadBook } from '../web/store/unread.ts';
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

function createBook(...channels: ReadState[]) {
  const told = { changes: 0, unsure: 0 };
  const book = new UnreadBook({
    me,
    onChange: () => (told.changes += 1),
    onUnsure: () => (told.unsure += 1),
  });
  book.answered({ channels, threads: 3, starred: 4 });
  const numbers = () => {
    const { unread, mentions, lastReadSeq } = book.find('sales') ?? never();
    return { unread, mentions, lastReadSeq };
  };
  return { book, told, numbers };
}

describe('a message of somebody else', () => {
  it('counts once, however often and in whatever order it arrives', () => {
    const { book, numbers } = createBook(state());
    for (const seq of [14, 13, 14, 12, 13]) book.message(message(seq));
    expect(numbers()).toMatchObject({ unread: 4, mentions: 1 });
  });

  it('counts as a mention where it names me, or everybody', () => {
    const { book, numbers } = createBook(state());
    book.message(message(13, { mentionedUserIds: [9, me] }));
    book.message(message(14, { mentionsChannel: true }));
    book.message(message(15, { mentionedUserIds: [9] }));
    expect(numbers()).toMatchObject({ unread: 5, mentions: 3 });
  });

  it('stops at a hundred', () => {
    const { book, numbers } = createBook(state({ unread: 99 }));
    for (let seq = 13; seq < 30; seq += 1) book.message(message(seq));
    expect(numbers().unread).toBe(100);
  });

  it('in a channel not known is asked for', () => {
    const { book, told } = createBook();
    book.message(message(1));
    expect(told.unsure).toBe(1);
    expect(book.find('sales')).toBeUndefined();
  });

  it('in a thread counts for its channel only if it stands there too', () => {
    const { book, told, numbers } = createBook(state());
    book.message(reply(1));
    expect(numbers().unread).toBe(2);
    book.message(reply(2, { seq: 13 }));
    expect(numbers().unread).toBe(3);
    expect(told.unsure).toBe(2);
  });

  it('is taken off when it is deleted; what the server counted is asked for', () => {
    const { book, told, numbers } = createBook(state());
    const deletedAt = '2026-01-05T17:00:00.000Z';
    book.message(message(13));
    book.changed(message(13, { rev: 20, deletedAt }));
    expect(numbers().unread).toBe(2);
    expect(told.unsure).toBe(0);
    book.changed(message(12, { rev: 21, deletedAt }));
    expect(told.unsure).toBe(1);
    book.changed(message(9, { rev: 22, deletedAt }));
    book.changed(message(12, { rev: 23 }));
    expect(told.unsure).toBe(1);
  });
});

it('a message of my own counts nothing', () => {
  const { book, told, numbers } = createBook(state());
  book.message(message(13, { senderId: me }));
  book.message(reply(1, { senderId: me }));
  expect(numbers().unread).toBe(2);
  expect(told).toEqual({ changes: 0, unsure: 0 });
});

describe('reading', () => {
  it('shows at once, and an answer that does not know it yet does not undo it', () => {
    const { book, numbers } = createBook(state());
    book.message(message(13));
    book.readTo('sales', 13);
    expect(numbers()).toEqual({ unread: 0, mentions: 0, lastReadSeq: 13 });
    book.answered({ channels: [state({ lastSeq: 13, unread: 3 })], threads: 0, starred: 0 });
    expect(numbers()).toEqual({ unread: 0, mentions: 0, lastReadSeq: 13 });
    book.take(state({ lastReadSeq: 13, lastSeq: 13, unread: 0, mentions: 0 }));
    book.message(message(14));
    expect(numbers()).toEqual({ unread: 1, mentions: 0, lastReadSeq: 13 });
  });

  it('never goes back but by marking unread', () => {
    const { book, numbers } = createBook(state());
    book.readTo('sales', 12);
    book.readTo('sales', 11);
    expect(numbers().lastReadSeq).toBe(12);
    book.take(state({ lastReadSeq: 12, unread: 0, mentions: 0 }));
    book.take(state());
    expect(numbers()).toEqual({ unread: 0, mentions: 0, lastReadSeq: 12 });
    book.markUnread('sales', 11);
    expect(numbers()).toMatchObject({ unread: 2, lastReadSeq: 10 });
    book.take(state({ version: 2, unread: 2 }));
    expect(numbers()).toEqual({ unread: 2, mentions: 1, lastReadSeq: 10 });
  });

  it('that the server refused is undone', () => {
    const { book, numbers } = createBook(state());
    book.readTo('sales', 12);
    book.undo('sales');
    expect(numbers()).toEqual({ unread: 2, mentions: 1, lastReadSeq: 10 });
  });

  it('on another device holds against an answer asked for before', () => {
    const { book, numbers } = createBook(state());
    book.asking();
    book.take(state({ lastReadSeq: 12, unread: 0, mentions: 0 }));
    book.answered({ channels: [state()], threads: 0, starred: 0 });
    expect(numbers()).toEqual({ unread: 0, mentions: 0, lastReadSeq: 12 });
  });

  it('begins anew with a server that was restored', () => {
    const { book, numbers } = createBook(state({ version: 9 }));
    book.asking();
    book.answered({ channels: [state({ version: 2, lastReadSeq: 3 })], threads: 0, starred: 0 });
    expect(numbers().lastReadSeq).toBe(3);
  });
});

it('what is starred and the threads are as the server counts them', () => {
  const { book } = createBook(state());
  book.starred({ channelId: 'sales', messageId: 'm1', starred: true, count: 9 });
  expect(book.snapshot()).toMatchObject({ threads: 3, starred: 9 });
});

const step = record({
  act: constantFrom('post', 'post', 'hear', 'again', 'read', 'mark', 'ask', 'tell'),
  at: integer({ min: 0, max: 20 }),
});

it('whatever arrives in whatever order, in the end the numbers are those of the server', () =>
  assert(
    property(array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const server = state({ lastReadSeq: 0, lastSeq: 0, unread: 0, mentions: 0, version: 0 });
      const now = () => ({ ...server, unread: Math.min(100, server.lastSeq - server.lastReadSeq) });
      const { book, numbers } = createBook(now());
      const unheard: number[] = [];
      const answers = [now()];
      const acts: Record<string, (at: number) => void> = {
        post: () => {
          server.lastSeq += 1;
          unheard.push(server.lastSeq);
        },
        hear: (at) => {
          const [seq] = unheard.splice(at % (unheard.length || 1), 1);
          if (seq !== undefined) book.message(message(seq));
        },
        again: (at) => {
          if (at > 0 && at <= server.lastSeq && !unheard.includes(at)) book.message(message(at));
        },
        read: (at) => {
          const seq = Math.min(at, server.lastSeq);
          const isKnown = book.find('sales')?.version === server.version;
          book.readTo('sales', seq);
          if (isKnown) server.lastReadSeq = Math.max(server.lastReadSeq, seq);
          answers.push(now());
        },
        mark: () => {
          if (server.lastSeq === 0) return;
          book.markUnread('sales', server.lastSeq);
          Object.assign(server, { version: server.version + 1, lastReadSeq: server.lastSeq - 1 });
          answers.push(now());
        },
        ask: () => {
          book.asking();
          book.answered({ channels: [now()], threads: 0, starred: 0 });
        },
        tell: (at) => book.take(answers[at % answers.length] ?? now()),
      };
      for (const { act, at } of steps) acts[act]?.(at);
      for (const seq of unheard) book.message(message(seq));
      for (const answer of answers) book.take(answer);
      const { unread, lastReadSeq } = now();
      expect(numbers()).toMatchObject({ unread, lastReadSeq });
    }),
    { numRuns: 500 },
  ));

const never = (): never => {
  throw new Error('The channel is not known');
};
