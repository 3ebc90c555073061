import { describe, expect, it } from 'vitest';
import { isOnlyEmoji } from '../web/messages/text/parse.ts';

describe('an emoji-only message', () => {
  it.each(['🎉', '👍🏽 ❤️', '👩‍🔧🇺🇸', ' 🚗\n🚗 '])('is large: %s', (content) => {
    expect(isOnlyEmoji(content)).toBe(true);
  });

  it.each(['', ' ', '5', '#1', 'ok 👍', '👍 :)', '🎉'.repeat(13)])('is not: %s', (content) => {
    expect(isOnlyEmoji(content)).toBe(false);
  });
});
