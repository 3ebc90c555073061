import type { PlainToken } from '../../../../platform/web/markdown/tokens.ts';
import { findReferences, type RecordKind } from '../../../records/contract.ts';
import { type Mention, tokenize } from '../messages/row/tokens.ts';

/** A mentioned record; shown as one only if it has a card. */
export interface RecordToken {
  kind: 'record';
  text: string;
  record: RecordKind;
  key: string;
}

export type MessageToken = Mention | RecordToken;

/** Splits plain text into links, mentions, records and the rest, without losing anything. */
export function tokenizeMessage(text: string): (PlainToken | MessageToken)[] {
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
