import { createTokenize } from '../../../../../platform/web/markdown/tokens.ts';

export interface Mention {
  kind: 'mention';
  text: string;
  username: string;
}

/**
 * Splits plain text into links, mentions and the rest, without losing anything. A mention is an @word
 * that is not inside another word (as in an email address).
 */
export const tokenize = createTokenize<Mention>({
  pattern: String.raw`(?<![\p{L}\p{N}._%+-])@[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?`,
  read: (text) => ({ kind: 'mention', text, username: text.slice(1).toLowerCase() }),
});
