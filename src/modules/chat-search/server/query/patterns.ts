import { marksFor } from '../../../../platform/server/text/dates.ts';
import { stemOf } from '../../../../platform/server/text/stem.ts';
import { type Mark, markText, stemText } from '../text/document.ts';
import type { Term } from './parse.ts';

/** From this length on, parts of words match. */
const partLength = 3;

/**
 * The `like` patterns, one of which the index text must match. Folded words contain only letters and
 * digits, so nothing needs escaping.
 */
export function patternsOf(term: Term): string[] {
  switch (term.kind) {
    case 'phrase':
      return [wholeWord(term.words.join(' '))];
    case 'phone':
      return [`%${term.digits}%`];
    case 'date':
      return [...marksFor(term.date).map(wholeWord), part(term.words.join(' '))];
    case 'words':
      return [...new Set(wordPatterns(term))];
  }
}

function wordPatterns({ words, joined }: Term & { kind: 'words' }): string[] {
  const [only = ''] = words;
  if (words.length > 1) {
    return [part(words.join(' ')), ...(joined.length >= partLength ? [part(joined)] : [])];
  }
  const stem = stemOf(only);
  // A word equal to its stem is part of its other forms.
  if (!stem || stem === only) return [part(only)];
  return [part(only), wholeWord(stem), wholeWord(stemText(stem))];
}

const wholeWord = (text: string) => `% ${text} %`;
const part = (text: string) => (text.length >= partLength ? `%${text}%` : `% ${text}%`);

export const markPattern = (mark: Mark) => wholeWord(markText(mark));
