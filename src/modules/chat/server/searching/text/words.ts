/** A word of a text: folded, and where it stands in the text as it was written. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

const wordPattern = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;
const plain = /^[ -~\s]*$/;
// Letters that have no accent to take off, but are typed without it all the same.
const typedAs: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/**
 * Signs of other scripts and pictures are spelled out: the index of the database knows the letters and
 * digits of ASCII alone.
 */
const far = /[^\0-\x7f]/gu;

/** “José” is found by “jose”, and the other way round. */
export function fold(text: string): string {
  const small = text.toLowerCase();
  if (plain.test(small)) return small;
  return small
    .normalize('NFKD')
    .replace(/[\p{M}\u2044]+/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => typedAs[letter] ?? letter)
    .toLowerCase()
    .replace(far, (sign) => `x${sign.codePointAt(0)?.toString(16)}`);
}

/** The words of a text in order; whatever is no letter, digit or picture stands between them. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(wordPattern)) {
    const folded = fold(match[0]);
    if (folded)
      words.push({ text: folded, start: match.index, end: match.index + match[0].length });
  }
  return words;
}
