import fs from 'node:fs';
import path from 'node:path';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { stores } from '../../../../platform/contract/access.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';

const list = fs.readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8');
const common = list.split('\n').filter(Boolean);

/** Eight characters by chance are worth as much: what is easier to guess is refused. */
const leastGuesses = 1e8;
/** What comes after so many characters is not looked at: the time it takes grows faster than the password. */
const estimatedCharacters = 32;
const leastLength = 8;

const calendar = [
  ...['spring', 'summer', 'autumn', 'winter', 'fall', 'january', 'february', 'march', 'april'],
  ...['june', 'july', 'august', 'september', 'october', 'november', 'december'],
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
];
const company = ['forecourt', 'dealership', 'dealer', 'chevy', ...stores];

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, ours: common },
  graphs: adjacencyGraphs,
  // Every further one multiplies the work, and nobody replaces more letters than this.
  l33tMaxSubstitutions: 8,
  maxLength: estimatedCharacters,
});

interface Account {
  username: string;
  email: string;
}

/** Whose password it is to be, as a row or as a form has them. */
type Owner = Account &
  ({ firstName: string; lastName: string } | { first_name: string; last_name: string });

/**
 * Throws `invalid` with the reason when nobody should have this password, this person least of all.
 * `field` is what the body calls it.
 */
export function assertAcceptable(password: string, owner: Owner, field = 'password'): void {
  const problem = findProblem(password.normalize('NFC'), owner);
  if (problem) throw invalid(problem, { [field]: problem });
}

function findProblem(password: string, owner: Owner): string | undefined {
  // Characters as people count them: four pictures are eight units of UTF-16.
  if ([...password].length < leastLength) return 'Password must be at least 8 characters';
  const plain = password.trim().toLowerCase();
  const names = [owner.username, owner.email, owner.email.split('@')[0]];
  if (names.some((name) => name?.toLowerCase() === plain)) {
    return 'Password must not be your username or email address';
  }
  const known = [...guessesFor(owner), ...company, ...calendar];
  if (hasLittleBeside(plain, known)) {
    return 'Password must not be built on your name, your email address, the company, a brand, a month or a season: use several unrelated words instead';
  }
  const start = [...plain].slice(0, estimatedCharacters).join('');
  if (estimator.check(start, known).guesses < leastGuesses) {
    return 'Password must be harder to guess: use several unrelated words, or more characters without a pattern';
  }
  return undefined;
}

/** What whoever knows the person tries first. */
function guessesFor(owner: Owner): string[] {
  const names =
    'firstName' in owner ? [owner.firstName, owner.lastName] : [owner.first_name, owner.last_name];
  const [mailbox = '', domain = ''] = owner.email.split('@');
  return [owner.username, mailbox, ...names, ...domain.split('.').slice(0, -1)]
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])
    .map((name) => name.toLowerCase())
    .filter((name) => name.length >= 3);
}

const readAs: Record<string, string> = {
  ...{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't' },
  ...{ '@': 'a', $: 's', '!': 'i', '|': 'l', '+': 't' },
};

/**
 * Whether one of the words is in it and, without it and a year, too little to be a password is left. Also
 * where letters are written as digits and signs.
 */
function hasLittleBeside(plain: string, words: readonly string[]): boolean {
  const longestFirst = [...new Set(words)].sort((one, other) => other.length - one.length);
  const without = (text: string, as: (word: string) => string) =>
    longestFirst.reduce((rest, word) => rest.replaceAll(as(word), ' '), text);
  const fold = (text: string) => text.replace(/[013457@$!|+]/g, (sign) => readAs[sign] ?? sign);
  const folded = fold(plain);
  return [
    { text: plain, rest: without(plain, (word) => word) },
    { text: folded, rest: without(folded, fold) },
  ].some(({ text, rest }) => {
    if (rest === text) return false;
    const left = rest.replace(/(19|20)\d\d/g, '').replace(/\s/g, '');
    return [...left].length < leastLength;
  });
}
