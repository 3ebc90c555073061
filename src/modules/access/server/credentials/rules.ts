import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { stores } from '../../../../platform/contract/access.ts';
import { invalid } from '../../../../platform/server/errors.ts';

const require = createRequire(import.meta.url);

/** Eight random characters are worth about as much: anything easier to guess is rejected. */
const minGuesses = 1e8;
/** Only this many characters are estimated: the time grows faster than the length. */
const maxEstimatedLength = 32;
const minLength = 8;

const calendar = [
  ...['spring', 'summer', 'autumn', 'winter', 'fall', 'january', 'february', 'march', 'april'],
  ...['june', 'july', 'august', 'september', 'october', 'november', 'december'],
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
];
const company = ['forecourt', 'dealership', 'dealer', 'chevy', ...stores];

let estimator: ReturnType<typeof createEstimator> | undefined;

/** Made for the first new password: its dictionaries take megabytes. */
function createEstimator() {
  const { ZxcvbnFactory } = require('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core');
  const { adjacencyGraphs, dictionary } =
    require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  const list = fs.readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8');
  return new ZxcvbnFactory({
    dictionary: { ...dictionary, ours: list.split('\n').filter(Boolean) },
    graphs: adjacencyGraphs,
    // Each further one multiplies the work, and no one replaces more letters.
    l33tMaxSubstitutions: 8,
    maxLength: maxEstimatedLength,
  });
}

interface Account {
  username: string;
  email: string;
}

/** The owner of the password, from a row or from a form. */
type Owner = Account &
  ({ firstName: string; lastName: string } | { first_name: string; last_name: string });

/**
 * Throws `invalid` with the reason if the password is weak, in particular for this person. `field` is its name
 * in the body.
 */
export function assertAcceptable(password: string, owner: Owner, field = 'password'): void {
  const problem = findProblem(password.normalize('NFC'), owner);
  if (problem) throw invalid(problem, { [field]: problem });
}

function findProblem(password: string, owner: Owner): string | undefined {
  // Count characters, not UTF-16 units: four emoji are eight units.
  if ([...password].length < minLength) return 'Password must be at least 8 characters';
  const plain = password.trim().toLowerCase();
  const names = [owner.username, owner.email, owner.email.split('@')[0]];
  if (names.some((name) => name?.toLowerCase() === plain)) {
    return 'Password must not be your username or email address';
  }
  const guesses = [...guessesFor(owner), ...company, ...calendar];
  if (isMostlyGuessable(plain, guesses)) {
    return 'Password must not be based on your name, your email address, the company, a brand, a month or a season. Use several unrelated words';
  }
  const start = [...plain].slice(0, maxEstimatedLength).join('');
  estimator ??= createEstimator();
  if (estimator.check(start, guesses).guesses < minGuesses) {
    return 'Password must be harder to guess. Use several unrelated words, or more characters without a pattern';
  }
  return undefined;
}

/** The words that someone who knows the person tries first. */
function guessesFor(owner: Owner): string[] {
  const names =
    'firstName' in owner ? [owner.firstName, owner.lastName] : [owner.first_name, owner.last_name];
  const [mailbox = '', domain = ''] = owner.email.split('@');
  return [owner.username, mailbox, ...names, ...domain.split('.').slice(0, -1)]
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])
    .map((name) => name.toLowerCase())
    .filter((name) => name.length >= 3);
}

const leetLetters: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
};

/**
 * Whether the password contains one of the words and is too short without them and a year. Also with letters
 * written as digits and signs.
 */
function isMostlyGuessable(plain: string, words: readonly string[]): boolean {
  const longestFirst = [...new Set(words)].sort((one, other) => other.length - one.length);
  const without = (text: string, as: (word: string) => string) =>
    longestFirst.reduce((rest, word) => rest.replaceAll(as(word), ' '), text);
  const fold = (text: string) =>
    text.replace(/[013457@$!|+]/g, (sign) => leetLetters[sign] ?? sign);
  const folded = fold(plain);
  return [
    { text: plain, rest: without(plain, (word) => word) },
    { text: folded, rest: without(folded, fold) },
  ].some(({ text, rest }) => {
    if (rest === text) return false;
    const left = rest.replace(/(19|20)\d\d/g, '').replace(/\s/g, '');
    return [...left].length < minLength;
  });
}
