import {
  hasValues,
  isValues,
  type SearchOperator,
  searchOperators,
} from '../../contract/search.ts';

/** The word of a search at the caret. */
export interface Token {
  start: number;
  end: number;
  /** Undefined for what is no operator yet. */
  operator: SearchOperator | undefined;
  /** What follows the colon, or all of it. */
  value: string;
}

const pattern = /(?:[a-z]+:)?"[^"]*"?|\S+/gi;

/** The token that ends at the caret; null between two. */
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

/** The text with something in place of the token, and a blank behind it to go on from. */
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

/** What each operator is for, in the order of their use. */
export const operatorHints: readonly Hint[] = [
  { insert: 'from:', note: 'Who wrote it' },
  { insert: 'in:', note: 'The conversation' },
  { insert: 'has:', note: 'A file, link, poll …' },
  { insert: 'before:', note: 'A date, as 2026-11-20' },
  { insert: 'after:', note: 'A date, as 2026-11-20' },
  { insert: 'on:', note: 'A date, as Nov 20' },
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

/** What may be meant by the token without asking anybody; the whole word is no question any more. */
export function hintsFor(token: Token | null): readonly Hint[] {
  if (!token) return [];
  const typed = token.value.toLowerCase();
  if (!token.operator) {
    return typed.length < 2 ? [] : operatorHints.filter(({ insert }) => insert.startsWith(typed));
  }
  const all = values[token.operator] ?? [];
  const whole = `${token.operator}:${typed}`;
  return all.some(({ insert }) => insert === whole)
    ? []
    : all.filter(({ insert }) => insert.startsWith(whole));
}
