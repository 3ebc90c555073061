import { createParse } from '../../../../../platform/web/markdown/parse.ts';
import { createTokenize, type PlainToken } from '../../../../../platform/web/markdown/tokens.ts';
import { findReferences, type RecordKind } from '../../../../records/contract.ts';

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

/** A mentioned record; shown as one only if it has a card. */
interface RecordToken {
  kind: 'record';
  text: string;
  record: RecordKind;
  key: string;
}

export type MessageToken = Mention | RecordToken;

/** Splits plain text into links, mentions, records and the rest, without losing anything. */
function tokenizeMessage(text: string): (PlainToken | MessageToken)[] {
  return tokenize(text).flatMap((token): (PlainToken | MessageToken)[] =>
    token.kind === 'text' ? withRecords(token) : [token],
  );
}

function withRecords({ text }: { text: string }): (PlainToken | RecordToken)[] {
  const tokens: (PlainToken | RecordToken)[] = [];
  let at = 0;
  for (const { kind: record, key, start, end } of findReferences(text)) {
    if (start > at) tokens.push({ kind: 'text', text: text.slice(at, start) });
    tokens.push({ kind: 'record', text: text.slice(start, end), record, key });
    at = end;
  }
  if (at < text.length) tokens.push({ kind: 'text', text: text.slice(at) });
  return tokens;
}

/** Parses a message into blocks; returns the same object for the same content. */
export const parseMessage = createParse({
  tokenize: tokenizeMessage,
  headings: false,
  maxBlocks: 300,
});

const oneEmoji = String.raw`(?:\p{RI}\p{RI}|\p{Extended_Pictographic}[\uFE0F\p{EMod}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]*)*)`;
// Bounded: reads fewer than 200 characters.
const onlyEmoji = new RegExp(String.raw`^\s*(?:${oneEmoji}\s*){1,12}$`, 'u');

/** Whether a message consists of a few emoji only. */
export const isOnlyEmoji = (content: string) => content.length < 200 && onlyEmoji.test(content);
