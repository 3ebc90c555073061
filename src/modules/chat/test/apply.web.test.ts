import { describe, expect, it } from 'vitest';
import type { ChannelChanges } from '../contract.ts';
import { applyChanges, applyFrame, applyNewest, applyOlder, trim } from '../web/store/apply.ts';
import { type ChannelState, emptyChannel } from '../web/store/channelState.ts';
import { frame, message, messages } from './fakeChat.web.ts';

const window = (from: number, to: number): ChannelState =>
  applyNewest(emptyChannel('sales'), messages(from, to));
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
  it('that is known is ignored', () => {
    const state = window(1, 3);
    expect(applyFrame(state, frame(3))).toEqual([state, 'ignored']);
  });

  it('that follows what is held is applied', () => {
    const [state, outcome] = applyFrame(window(1, 3), frame(4));
    expect(outcome).toBe('applied');
    expect(seqs(state)).toEqual([1, 2, 3, 4]);
    expect(state.rev).toBe(4);
    expect(state.messages.at(-1)).not.toHaveProperty('prevRev');
  });

  it('with something missing before it is a gap', () => {
    expect(applyFrame(window(1, 3), frame(5))[1]).toBe('gap');
  });

  it('of a message held replaces it in its place', () => {
    const edited = frame(2, { rev: 4, content: 'edited' });
    const [state] = applyFrame(window(1, 3), edited);
    expect(state.messages.map(({ content }) => content)).toEqual([
      'message 1',
      'edited',
      'message 3',
    ]);
    expect(state.rev).toBe(4);
  });

  it('of a message before the window leaves no hole', () => {
    const [state] = applyFrame(window(60, 109), frame(2, { rev: 110, prevRev: 109 }));
    expect(seqs(state)[0]).toBe(60);
    expect(state.rev).toBe(110);
  });
});

describe('what was missed', () => {
  it('is added in order, without doubles', () => {
    const missed = [message(4), message(2, { rev: 5, content: 'edited' }), message(5, { rev: 6 })];
    const state = applyChanges(window(1, 3), changes({ lastRev: 6, messages: missed }), 3);
    expect(seqs(state)).toEqual([1, 2, 3, 4, 5]);
    expect(state.messages[1]?.content).toBe('edited');
    expect(state.rev).toBe(6);
  });

  it('never brings an older version back', () => {
    const [ahead] = applyFrame(window(1, 3), frame(2, { rev: 4, content: 'newest' }));
    const state = applyChanges(ahead, changes({ lastRev: 3, messages: [message(2)] }), 1);
    expect(state.messages[1]?.content).toBe('newest');
    expect(state.rev).toBe(4);
  });

  it('replaces the window when it is too much, but not what came since', () => {
    const [ahead] = applyFrame({ ...window(1, 3), rev: 300 }, frame(301));
    const reset = changes({ lastRev: 300, reset: true, messages: messages(251, 300) });
    const state = applyChanges(ahead, reset, 3);
    expect(seqs(state)).toEqual(messages(251, 301).map(({ seq }) => seq));
    expect(state.rev).toBe(301);
    expect(state.reachedStart).toBe(false);
  });

  it('empties the window when the server went back behind it', () => {
    const state = applyChanges(window(1, 9), changes({ lastRev: 4 }), 9);
    expect(state).toMatchObject({ phase: 'idle', rev: 0, messages: [] });
  });
});

describe('a page', () => {
  it('that is not full, or begins with the first message, reaches the start', () => {
    expect(window(1, 3).reachedStart).toBe(true);
    expect(window(1, 50).reachedStart).toBe(true);
    expect(window(2, 51).reachedStart).toBe(false);
    expect(applyOlder(window(2, 51), [message(1)]).reachedStart).toBe(true);
    expect(applyNewest(emptyChannel('sales'), []).reachedStart).toBe(true);
  });

  it('looked at again adds what is new and claims no revision it did not prove', () => {
    const state = applyNewest(window(1, 40), messages(1, 42));
    expect(seqs(state)).toHaveLength(42);
    expect(state.rev).toBe(40);
  });

  it('that does not touch the window replaces it', () => {
    const state = applyNewest(window(1, 40), messages(90, 139));
    expect(seqs(state)[0]).toBe(90);
    expect(state.rev).toBe(139);
  });

  it('keeps the newest when trimmed', () => {
    const state = trim(window(1, 50), 10);
    expect(seqs(state)[0]).toBe(41);
    expect(state.reachedStart).toBe(false);
    expect(trim(state, 10)).toBe(state);
  });
});
