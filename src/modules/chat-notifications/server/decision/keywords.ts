import { LRUCache } from 'lru-cache';

const remembered = 2_000;
const patterns = new LRUCache<string, RegExp>({ max: remembered });

/** Whether the text contains one of the keywords as a whole word, ignoring case. */
export function hasKeyword(keywords: readonly string[], text: string): boolean {
  return keywords.length > 0 && patternOf(keywords).test(text);
}

function patternOf(keywords: readonly string[]): RegExp {
  const key = keywords.join('\n');
  const known = patterns.get(key);
  if (known) return known;
  const any = keywords.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  // Bounded: alternatives without repetition.
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${any})(?![\\p{L}\\p{N}_])`, 'iu');
  patterns.set(key, pattern);
  return pattern;
}
