import { marksFor } from '../text/dates.ts';
import { type Mark, markText, stemText } from '../text/document.ts';
import { stemOf } from '../text/stems.ts';
import type { Term } from './parse.ts';

/** From this length on a part of a word is enough. */
const partLength = 3;

/**
 * The `like` patterns of which the index text must fit one. Folded words hold letters and digits only, so
 * nothing in them has a meaning of its own here.
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
  // A word that is its own stem is a part of its other forms.
  if (!stem || stem === only) return [part(only)];
  return [part(only), wholeWord(stem), wholeWord(stemText(stem))];
}

const wholeWord = (text: string) => `% ${text} %`;
const part = (text: string) => (text.length >= partLength ? `%${text}%` : `% ${text}%`);

export const markPattern = (mark: Mark) => wholeWord(markText(mark));
