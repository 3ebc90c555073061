import { createParse } from '../../../../../platform/web/markdown/parse.ts';
import { tokenizeMessage } from '../../records/tokens.ts';

/** Parses a message into blocks; returns the same object for the same content. */
export const parseMessage = createParse({
  tokenize: tokenizeMessage,
  headings: false,
  maxBlocks: 300,
});
