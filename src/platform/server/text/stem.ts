const vowel = /[aeiouy]/;
const doubled = /([bdfgmnprt])\1$/;

/**
 * The stem of an English word: the same for `parties` and `party`, `running` and `run`, `priced` and
 * `pricing`. Removes only inflection: an aggressive stemmer finds universities for universe. Null for
 * other words.
 */
export function stemOf(word: string): string | null {
  if (!/^[a-z]{3,30}$/.test(word)) return null;
  const bare = withoutTense(withoutPlural(word));
  return bare.length > 3 ? bare.replace(/e$/, '').replace(/y$/, 'i') : bare;
}

function withoutPlural(word: string): string {
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^suia]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

function withoutTense(word: string): string {
  if (/[^aeiou]ied$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  // Bounded: a word has at most 30 letters.
  const [, bare = ''] = /^(.{3,}?)(?:ing|(?<!e)ed)$/.exec(word) ?? [];
  if (!vowel.test(bare)) return word;
  return doubled.test(bare) ? bare.slice(0, -1) : bare;
}
