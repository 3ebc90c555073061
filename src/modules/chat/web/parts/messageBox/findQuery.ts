import type { TextChange } from './formatting.ts';

/** The completable text being typed, and its range including the trigger character. */
export interface Query {
  kind: 'people' | 'emoji';
  start: number;
  end: number;
  term: string;
}

/** How far back to look, in characters. */
const reach = 48;
// A trigger inside a word (an email address, a time, a URL) does not count.
// Bounded: reads the last 48 characters before the caret.
const people = /(?<![\p{L}\p{N}._%+@-])@((?:[\p{L}\p{N}._-]+ ?)?[\p{L}\p{N}._-]*)$/u;
const emoji = /(?<![\p{L}\p{N}:])(:[a-z0-9_+-]{2,}:?)$/iu;

/** The unfinished mention or shortcode right before the caret. */
export function findQuery(text: string, caret: number): Query | null {
  const before = text.slice(Math.max(0, caret - reach), caret);
  // Text right after the caret: an existing word is being edited.
  if (/^[\p{L}\p{N}_]/u.test(text.slice(caret, caret + 2))) return null;
  const named = people.exec(before)?.[1];
  if (named !== undefined) return query('people', caret, named.length + 1, named);
  const code = emoji.exec(before)?.[1];
  return code ? query('emoji', caret, code.length, code.slice(1).toLowerCase()) : null;
}

/** Replaces the typed text with `insert`, followed by one space. */
export function completedBy(text: string, { start, end }: Query, insert: string): TextChange {
  const at = start + insert.length + 1;
  const isSpaced = text[end] === ' ';
  return {
    start,
    end,
    insert: isSpaced ? insert : `${insert} `,
    selectionStart: at,
    selectionEnd: at,
  };
}

export function isSameQuery(one: Query | null, other: Query | null): boolean {
  if (!one || !other) return one === other;
  return one.kind === other.kind && one.start === other.start && one.term === other.term;
}

function query(kind: Query['kind'], end: number, length: number, term: string): Query {
  return { kind, start: end - length, end, term };
}
