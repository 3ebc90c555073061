import { describe, expect, it } from 'vitest';
import type { MessageReaction } from '../contract/changes.ts';
import { hasReacted, reactionsOf, withMine } from '../web/messages/reactions/mine.ts';

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

describe('my part in a reaction of many', () => {
  it('is kept when somebody else reacts', () => {
    const taken = withMine(reactionsOf(frame(3, 'add'), me), [many(true)]);
    expect(taken).toEqual([many(true), { emoji: '👀', users: [me] }]);
    expect(hasReacted({ reactions: taken }, '🎉', me)).toBe(true);
  });

  it('follows what I do on another device', () => {
    const gone = withMine(reactionsOf(frame(me, 'remove'), me), [many(true)]);
    expect(hasReacted({ reactions: gone }, '🎉', me)).toBe(false);
    const back = withMine(reactionsOf(frame(me, 'add'), me), gone);
    expect(hasReacted({ reactions: back }, '🎉', me)).toBe(true);
  });

  it('is read off the names where they are all there', () => {
    const few = [{ emoji: '🎉', users: [1, me] }];
    expect(withMine(few, [many(false)])).toBe(few);
    expect(hasReacted({ reactions: few }, '🎉', me)).toBe(true);
    expect(hasReacted({ reactions: [many(false)] }, '🎉', me)).toBe(false);
    expect(hasReacted({ reactions: [{ ...many(), users: [me] }] }, '🎉', me)).toBe(true);
  });
});
