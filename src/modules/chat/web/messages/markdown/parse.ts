import { createParse } from '../../../../../platform/web/markdown/parse.ts';
import { tokenizeMessage } from '../../records/tokens.ts';

/** A message as blocks of text, code, quotes and lists; the same object for the same content. */
export const parseMessage = createParse({
  tokenize: tokenizeMessage,
  headings: false,
  maxBlocks: 300,
});
