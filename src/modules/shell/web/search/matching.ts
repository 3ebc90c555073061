import { normalizeText } from '../../../../platform/web/search/normalizeText.ts';

/** How well a result matches the query: lower is better, null is no match. */
export type Closeness = 0 | 1 | 2 | 3 | 4 | null;

/**
 * 0: exact name; 1: prefix of the name; 2: each query word starts a word of the name; 3: the same for an
 * alternative name; 4: substring of the name.
 */
export function closenessOf(
  label: string,
  typed: string,
  otherNames: readonly string[] = [],
): Closeness {
  const name = normalizeText(label);
  const wanted = normalizeText(typed).trim();
  if (wanted === '') return null;
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  const parts = wanted.split(/\s+/);
  const matches = (text: string) => {
    const words = text.split(/[\s/:&-]+/);
    return parts.every((part) => words.some((word) => word.startsWith(part)));
  };
  if (matches(name)) return 2;
  if (otherNames.map(normalizeText).some((other) => other === wanted || matches(other))) return 3;
  return name.includes(wanted) ? 4 : null;
}

/** The best matches, at most so many; equal matches keep their order. */
export function closest<T>(
  all: readonly T[],
  closeness: (one: T) => Closeness,
  atMost: number,
): { one: T; far: number }[] {
  return all
    .map((one) => ({ one, far: closeness(one) }))
    .filter((found): found is { one: T; far: Exclude<Closeness, null> } => found.far !== null)
    .sort((a, b) => a.far - b.far)
    .slice(0, atMost);
}
