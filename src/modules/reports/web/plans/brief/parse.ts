import { createParse } from '../../../../../platform/web/markdown/parse.ts';
import { createTokenize } from '../../../../../platform/web/markdown/tokens.ts';

/** A brief as the chat would show it. */
export const parseBrief = createParse({
  tokenize: createTokenize(),
  headings: false,
  maxBlocks: 200,
});
