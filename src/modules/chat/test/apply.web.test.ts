import { describe, expect, it } from 'vitest';
import type { ChannelChanges, NewMessage } from '../contract.ts';
import {
  applyChange,
  applyChanges,
  applyFirst,
  applyLive,
  applyNewest,
  applyOlder,
  trim,
} from '../web/state/store/apply.ts';
import { type ChannelState, emptyChannel } from '../web/state/store/channelState.ts';
import { frame, message, messages, reply } from './fakeServer.web.ts';

const window = (from: number, to: number): ChannelState =>
  applyFirst(emptyChannel('sales'), messages(from, to));
const receive = (state: ChannelState, { prevRev, ...message }: NewMessage) =>
  applyLive(state, { kind: 'message', message, prevRev });
const seqs = (state: ChannelState) => state.messages.map(({ seq }) => seq);
const changes = (more: Partial<ChannelChanges>): ChannelChanges => ({
  channelId: 'sales',
  lastSeq: 0,
  lastRev: 0,
  reset: false,
  messages: [],
  ...more,
});

describe('a live change', () => {
  it('is ignored if already known', () => {
    const state = window(1, 3);
    expect(receive(state, frame(3))).toEqual([state, 'ignored']);
  });

  it('is applied if it follows the current revision', () => {
    const [state, outcome] = receive(window(1, 3), frame(4));
    expect(outcome).toBe('applied');
    expect(seqs(state)).toEqual([1, 2, 3, 4]);
    expect(state.rev).toBe(4);
    expect(state.messages.at(-1)).not.toHaveProperty('prevRev');
  });

  it('is a gap if a revision before it is missing', () => {
    expect(receive(window(1, 3), frame(5))[1]).toBe('gap');
  });

  it('replaces a loaded message in place', () => {
    const edited = frame(2, { rev: 4, content: 'edited' });
    const [state] = receive(window(1, 3), edited);
    expect(state.messages.map(({ content }) => content)).toEqual([
      'message 1',
      'edited',
      'message 3',
    ]);
    expect(state.rev).toBe(4);
  });

  it('of a message before the window leaves no gap', () => {
    const [state] = receive(window(60, 109), frame(2, { rev: 110, prevRev: 109 }));
    expect(seqs(state)[0]).toBe(60);
    expect(state.rev).toBe(110);
  });
});

describe('a star', () => {
  const starred = { kind: 'star', messageId: 'm2', starred: true } as const;
  const starredAt2 = applyChange(window(1, 3), starred);
  const isStarred = (state: ChannelState) => state.messages[1]?.isStarred;

  it('is set, and survives changes published to everyone', () => {
    expect(isStarred(starredAt2)).toBe(true);
    const [edited] = receive(starredAt2, frame(2, { rev: 4, content: 'edited' }));
    expect(edited.messages[1]).toMatchObject({ content: 'edited', isStarred: true });
    expect(applyChange(starredAt2, starred)).toBe(starredAt2);
  });

  it('is taken from a response to this user', () => {
    const response = { kind: 'message', message: message(2, { isStarred: true }) } as const;
    expect(isStarred(applyChange(window(1, 3), { ...response, own: true }))).toBe(true);
    expect(isStarred(applyChange(window(1, 3), response))).toBe(false);
    expect(isStarred(applyNewest(starredAt2, messages(1, 3)))).toBe(false);
  });
});

describe('a reaction', () => {
  const reactions = [{ emoji: '👍', users: [9] }];
  const reacted = (messageId: string, rev: number) =>
    ({ kind: 'reaction', messageId, reactions, rev, prevRev: rev - 1 }) as const;

  it('changes its message in order', () => {
    const [state, outcome] = applyLive(window(1, 3), reacted('m2', 4));
    expect(outcome).toBe('applied');
    expect(state.messages[1]).toMatchObject({ reactions, rev: 4, content: 'message 2' });
    expect(applyLive(window(1, 3), reacted('m2', 5))[1]).toBe('gap');
  });

  it('to a message not loaded only advances the revision', () => {
    const before = window(60, 109);
    const [state] = applyLive(before, reacted('m2', 110));
    expect(state.messages).toBe(before.messages);
    expect(state.rev).toBe(110);
  });
});

it('a reply only in its thread does not enter the timeline', () => {
  const [state] = applyLive(window(1, 3), {
    kind: 'message',
    message: reply(1, { rev: 4 }),
    prevRev: 3,
  });
  expect(seqs(state)).toEqual([1, 2, 3]);
  expect(state.rev).toBe(4);
});

describe('missed changes', () => {
  it('are added in order, without duplicates', () => {
    const missed = [message(4), message(2, { rev: 5, content: 'edited' }), message(5, { rev: 6 })];
    const state = applyChanges(window(1, 3), changes({ lastRev: 6, messages: missed }), 3);
    expect(seqs(state)).toEqual([1, 2, 3, 4, 5]);
    expect(state.messages[1]?.content).toBe('edited');
    expect(state.rev).toBe(6);
  });

  it('never restore an older version', () => {
    const [ahead] = receive(window(1, 3), frame(2, { rev: 4, content: 'newest' }));
    const state = applyChanges(ahead, changes({ lastRev: 3, messages: [message(2)] }), 1);
    expect(state.messages[1]?.content).toBe('newest');
    expect(state.rev).toBe(4);
  });

  it('replace the window if there are too many, but keep what arrived since', () => {
    const ahead = applyChange(window(1, 3), { kind: 'message', message: message(301) });
    const reset = changes({ lastRev: 300, reset: true, messages: messages(251, 300) });
    const state = applyChanges(ahead, reset, 3);
    expect(seqs(state)).toEqual(messages(251, 301).map(({ seq }) => seq));
    expect(state.rev).toBe(300);
    expect(state.reachedStart).toBe(false);
  });

  it('do not undo a later response that overtook them', () => {
    const page = messages(251, 300);
    const outdated = changes({ lastRev: 310, reset: true, messages: page });
    const edited = page.with(9, message(260, { content: 'edited', rev: 311 }));
    const newer = changes({ lastRev: 311, reset: true, messages: edited });
    const state = applyChanges(window(1, 3), newer, 3);
    expect(applyChanges(state, outdated, 3)).toBe(state);
    expect(state.messages[9]).toMatchObject({ content: 'edited' });
  });

  it('clear the window when the server was restored to an earlier state', () => {
    const state = applyChanges(window(1, 9), changes({ lastRev: 4 }), 9);
    expect(state).toMatchObject({ phase: 'idle', rev: 0, messages: [] });
  });
});

describe('a page', () => {
  it('that is not full, or contains the first message, reaches the start', () => {
    expect(window(1, 3).reachedStart).toBe(true);
    expect(window(1, 50).reachedStart).toBe(true);
    expect(window(2, 51).reachedStart).toBe(false);
    expect(applyOlder(window(2, 51), [message(1)]).reachedStart).toBe(true);
    expect(applyFirst(emptyChannel('sales'), []).reachedStart).toBe(true);
  });

  it('that is reloaded adds what is new and claims no unproven revision', () => {
    const state = applyNewest(window(1, 40), messages(1, 42));
    expect(seqs(state)).toHaveLength(42);
    expect(state.rev).toBe(40);
  });

  it('that does not touch the window replaces it', () => {
    const state = applyNewest(window(1, 40), messages(90, 139));
    expect(seqs(state)[0]).toBe(90);
    expect(state.rev).toBe(40);
  });

  it('keeps the newest messages when trimmed', () => {
    const state = trim(window(1, 50), 10);
    expect(seqs(state)[0]).toBe(41);
    expect(state.reachedStart).toBe(false);
    expect(trim(state, 10)).toBe(state);
  });
});
