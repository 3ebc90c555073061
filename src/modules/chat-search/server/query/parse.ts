import { type Code, phonesIn } from '../../../../platform/server/text/codes.ts';
import { datesIn, type WrittenDate } from '../../../../platform/server/text/dates.ts';
import { wordsOf } from '../../../../platform/server/text/tokens.ts';
import { type SearchOperator, searchOperators } from '../../contract.ts';

/** A term a message must contain. */
export type Term =
  /** Consecutive words; usually one, several if joined by punctuation. */
  | { kind: 'words'; words: string[]; joined: string }
  /** Exactly these whole words. */
  | { kind: 'phrase'; words: string[] }
  | { kind: 'date'; date: WrittenDate; words: string[] }
  | { kind: 'phone'; digits: string };

export interface Operator {
  name: SearchOperator;
  value: string;
}

interface ParsedQuery {
  terms: Term[];
  operators: Operator[];
}

const token = new RegExp(
  `(?<=^|\\s)(?<name>${searchOperators.join('|')}):(?:"(?<quoted>[^"]*)"?|(?<value>\\S*))` +
    `|"(?<phrase>[^"]*)"?`,
  'giu',
);

/** Parses a search. Never fails: operator values are validated later. */
export function parseQuery(typed: string): ParsedQuery {
  // The database rejects unpaired surrogates and control characters.
  const text = typed
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[“”„]/g, '"');
  const query: ParsedQuery = { terms: [], operators: [] };
  let end = 0;
  for (const { groups = {}, index, 0: match } of text.matchAll(token)) {
    query.terms.push(...looseTerms(text.slice(end, index)));
    end = index + match.length;
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

/** Dates and phone numbers first, since they may contain spaces; the rest is split at them. */
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
    // Ignore the protocol and www of links.
    const bare = piece.replace(/^https?:\/\/(www\.)?(?=.)/i, '');
    const words = wordsOf(bare).map((word) => word.text);
    return words.length > 0 ? [{ kind: 'words', words, joined: words.join('') }] : [];
  });
}
