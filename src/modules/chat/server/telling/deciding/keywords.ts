import { LRUCache } from 'lru-cache';

const remembered = 2_000;
const patterns = new LRUCache<string, RegExp>({ max: remembered });

/** Whether one of the words stands in the text as a whole word, in whatever case. */
export function hasKeyword(words: readonly string[], text: string): boolean {
  return words.length > 0 && patternOf(words).test(text);
}

function patternOf(words: readonly string[]): RegExp {
  const key = words.join('\n');
  const known = patterns.get(key);
  if (known) return known;
  const any = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  // Bounded: alternatives without repetition.
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${any})(?![\\p{L}\\p{N}_])`, 'iu');
  patterns.set(key, pattern);
  return pattern;
}
