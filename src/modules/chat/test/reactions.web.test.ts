import { describe, expect, it } from 'vitest';
import type { MessageReaction } from '../contract/changes.ts';
import { mostShown, shownOf } from '../web/messages/content/shownReactions.ts';
import { hasReacted, reactionsOf, withMine } from '../web/state/store/myReactions.ts';

const me = 7;
const many = (mine?: boolean) => ({
  emoji: '🎉',
  users: [1, 2, 3],
  count: 900,
  ...(mine !== undefined && { mine }),
});
const frame = (userId: number, action: 'add' | 'remove'): MessageReaction => ({
  messageId: 'm',
  channelId: 'sales',
  userId,
  emoji: '🎉',
  action,
  reactions: [many(), { emoji: '👀', users: [me] }],
  rev: 2,
  prevRev: 1,
});

describe('the user’s part in a large reaction', () => {
  it('is kept when someone else reacts', () => {
    const taken = withMine(reactionsOf(frame(3, 'add'), me), [many(true)]);
    expect(taken).toEqual([many(true), { emoji: '👀', users: [me] }]);
    expect(hasReacted({ reactions: taken }, '🎉', me)).toBe(true);
  });

  it('follows the user’s other devices', () => {
    const removed = withMine(reactionsOf(frame(me, 'remove'), me), [many(true)]);
    expect(hasReacted({ reactions: removed }, '🎉', me)).toBe(false);
    const back = withMine(reactionsOf(frame(me, 'add'), me), removed);
    expect(hasReacted({ reactions: back }, '🎉', me)).toBe(true);
  });

  it('is taken from the names if all are listed', () => {
    const few = [{ emoji: '🎉', users: [1, me] }];
    expect(withMine(few, [many(false)])).toBe(few);
    expect(hasReacted({ reactions: few }, '🎉', me)).toBe(true);
    expect(hasReacted({ reactions: [many(false)] }, '🎉', me)).toBe(false);
    expect(hasReacted({ reactions: [{ ...many(), users: [me] }] }, '🎉', me)).toBe(true);
  });
});

describe('the shown reactions', () => {
  const kinds = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ emoji: `e${index}`, users: [1] }));

  it('are all of them if few', () => {
    const few = kinds(mostShown + 1);
    expect(shownOf(few, me)).toBe(few);
  });

  it('are the first of many, and the user’s own anywhere', () => {
    const named = { emoji: 'named', users: [1, me] };
    const counted = { emoji: 'counted', users: [1], count: 900, mine: true };
    const shown = shownOf([...kinds(25), named, ...kinds(2), counted], me);
    expect(shown).toHaveLength(mostShown + 2);
    expect(shown.slice(0, mostShown)).toEqual(kinds(mostShown));
    expect(shown.slice(mostShown)).toEqual([named, counted]);
  });
});
