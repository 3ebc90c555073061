import { createParse } from '../../../../../platform/web/markdown/parse.ts';
import { createTokenize } from '../../../../../platform/web/markdown/tokens.ts';

/** Renders a brief as chat does. */
export const parseBrief = createParse({
  tokenize: createTokenize(),
  headings: false,
  maxBlocks: 200,
});
