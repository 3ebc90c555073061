import { createTokenize } from '../../../../../platform/web/markdown/tokens.ts';

export interface Mention {
  kind: 'mention';
  text: string;
  username: string;
}

/**
 * Plain text taken apart into what is a link, what is a mention and the rest; nothing is lost. A mention is
 * an @word that does not stand inside another word (as in an e-mail address).
 */
export const tokenize = createTokenize<Mention>({
  pattern: String.raw`(?<![\p{L}\p{N}._%+-])@[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?`,
  read: (text) => ({ kind: 'mention', text, username: text.slice(1).toLowerCase() }),
});
