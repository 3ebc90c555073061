import { hasValues, isValues, type SearchOperator, searchOperators } from '../contract.ts';

/** The search token at the caret. */
export interface Token {
  start: number;
  end: number;
  /** Undefined if there is no operator. */
  operator: SearchOperator | undefined;
  /** The part after the colon, or the whole token. */
  value: string;
}

const pattern = /(?:[a-z]+:)?"[^"]*"?|\S+/gi;

/** The token around the caret; null between tokens. */
export function tokenAt(text: string, caret: number): Token | null {
  for (const { index: start, 0: token } of text.matchAll(pattern)) {
    const end = start + token.length;
    if (caret <= start || caret > end) continue;
    const [, name, value = ''] = /^([a-z]+):(.*)$/is.exec(token) ?? [];
    const operator = searchOperators.find((one) => one === name?.toLowerCase());
    const typed = operator ? value : token;
    return { start, end, operator, value: typed.replaceAll('"', '') };
  }
  return null;
}

/** Replaces the token, followed by a space. */
export function replaceToken(text: string, { start, end }: Token, by: string) {
  const rest = text.slice(end).replace(/^ /, '');
  const glue = by.endsWith(':') ? '' : ' ';
  const before = text.slice(0, start) + by + glue;
  return { text: before + rest, caret: before.length };
}

export const quoted = (value: string) => (/\s/.test(value) ? `"${value}"` : value);

export interface Hint {
  insert: string;
  note: string;
}

/** The operators, most used first. */
export const operatorHints: readonly Hint[] = [
  { insert: 'from:', note: 'Sender' },
  { insert: 'in:', note: 'Conversation' },
  { insert: 'has:', note: 'File, link, poll …' },
  { insert: 'before:', note: 'Date, e.g. 2026-11-20' },
  { insert: 'after:', note: 'Date, e.g. 2026-11-20' },
  { insert: 'on:', note: 'Date, e.g. Nov 20' },
  { insert: 'is:', note: 'Pinned, starred, unread …' },
];

const values: Partial<Record<SearchOperator, readonly Hint[]>> = {
  has: hasValues.map((value) => ({ insert: `has:${value}`, note: '' })),
  is: isValues.map((value) => ({ insert: `is:${value}`, note: '' })),
  ...Object.fromEntries(
    (['before', 'after', 'on'] as const).map((name) => [
      name,
      ['today', 'yesterday'].map((value) => ({ insert: `${name}:${value}`, note: '' })),
    ]),
  ),
};

/** Local suggestions for a token; none once it is complete. */
export function hintsFor(token: Token | null): readonly Hint[] {
  if (!token) return [];
  const typed = token.value.toLowerCase();
  if (!token.operator) {
    return typed.length < 2 ? [] : operatorHints.filter(({ insert }) => insert.startsWith(typed));
  }
  const all = values[token.operator] ?? [];
  const typedToken = `${token.operator}:${typed}`;
  return all.some(({ insert }) => insert === typedToken)
    ? []
    : all.filter(({ insert }) => insert.startsWith(typedToken));
}
