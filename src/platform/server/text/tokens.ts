/** A folded word, with its position in the original text. */
export interface Token {
  text: string;
  start: number;
  end: number;
}

const wordPattern = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu;
const plain = /^[ -~\s]*$/;
// Letters without a decomposition that are commonly typed differently.
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

/** Encodes other characters: the database index supports only ASCII letters and digits. */
const far = /[^\0-\x7f]/gu;

/** Folds case and accents: “José” is found by “jose”, and vice versa. */
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

/** The words of a text in order, separated by anything but letters, digits and emoji. */
export function wordsOf(text: string): Token[] {
  const words: Token[] = [];
  for (const match of text.matchAll(wordPattern)) {
    const folded = fold(match[0]);
    if (folded)
      words.push({ text: folded, start: match.index, end: match.index + match[0].length });
  }
  return words;
}
