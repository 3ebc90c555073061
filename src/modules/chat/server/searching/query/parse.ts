import { type SearchOperator, searchOperators } from '../../../contract/search.ts';
import { type Code, phonesIn } from '../text/codes.ts';
import { datesIn, type WrittenDate } from '../text/dates.ts';
import { wordsOf } from '../text/words.ts';

/** Something that a message must say. */
export type Term =
  /** Words that follow one another; one word as a rule, and several where punctuation joins them. */
  | { kind: 'words'; words: string[]; joined: string }
  /** Exactly these words, whole. */
  | { kind: 'phrase'; words: string[] }
  | { kind: 'date'; date: WrittenDate; words: string[] }
  | { kind: 'phone'; digits: string };

export interface Operator {
  name: SearchOperator;
  value: string;
}

export interface ParsedQuery {
  terms: Term[];
  operators: Operator[];
}

const token = new RegExp(
  `(?<=^|\\s)(?<name>${searchOperators.join('|')}):(?:"(?<quoted>[^"]*)"?|(?<value>\\S*))` +
    `|"(?<phrase>[^"]*)"?`,
  'giu',
);

/** What somebody typed, taken apart. Nothing is wrong yet: what an operator's value means is asked later. */
export function parseQuery(typed: string): ParsedQuery {
  // Half a surrogate pair and control characters are no words, and nothing a database would take.
  const text = typed
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[“”„]/g, '"');
  const query: ParsedQuery = { terms: [], operators: [] };
  let end = 0;
  for (const { groups = {}, index, 0: whole } of text.matchAll(token)) {
    query.terms.push(...looseTerms(text.slice(end, index)));
    end = index + whole.length;
    if (groups.name) {
      const value = (groups.quoted ?? groups.value ?? '').trim();
      query.operators.push({ name: groups.name.toLowerCase() as SearchOperator, value });
    } else {
      const words = wordsOf(groups.phrase ?? '').map((word) => word.text);
      if (words.length > 0) query.terms.push({ kind: 'phrase', words });
    }
  }
  query.terms.push(...looseTerms(text.slice(end)));
  return query;
}

/** Dates and phone numbers first, since they may hold blanks; the rest is parted by them. */
function looseTerms(text: string): Term[] {
  const dates = datesIn(text).map((date): Found => ({ ...date, term: dateTerm(text, date) }));
  const phones = phonesIn(text).map((code): Found => ({ ...code, term: phoneTerm(code) }));
  const found = [...dates, ...phones.filter((one) => !dates.some((date) => overlap(one, date)))];
  const terms: Term[] = [];
  let end = 0;
  for (const { term, ...place } of found.sort((a, b) => a.start - b.start)) {
    terms.push(...wordTerms(text.slice(end, place.start)), term);
    end = place.end;
  }
  return [...terms, ...wordTerms(text.slice(end))];
}

interface Place {
  start: number;
  end: number;
}
type Found = Place & { term: Term };

const overlap = (one: Place, other: Place) => one.start < other.end && other.start < one.end;

const dateTerm = (text: string, date: WrittenDate): Term => ({
  kind: 'date',
  date,
  words: wordsOf(text.slice(date.start, date.end)).map((word) => word.text),
});
const phoneTerm = ({ text }: Code): Term => ({ kind: 'phone', digits: text });

function wordTerms(text: string): Term[] {
  return text.split(/\s+/).flatMap((piece): Term[] => {
    // Whether a link was written with or without them is not what somebody looks for.
    const bare = piece.replace(/^https?:\/\/(www\.)?(?=.)/i, '');
    const words = wordsOf(bare).map((word) => word.text);
    return words.length > 0 ? [{ kind: 'words', words, joined: words.join('') }] : [];
  });
}
