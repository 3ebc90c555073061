/** How well something found answers to what was typed: lower is better, null not at all. */
export type Closeness = 0 | 1 | 2 | 3 | 4 | null;

/** Accents and case make no difference. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * 0: it is called just so; 1: its name begins so; 2: each word typed begins a word of its name; 3: the same of one of
 * its other names; 4: what was typed stands somewhere in its name.
 */
export function closenessOf(
  label: string,
  typed: string,
  otherNames: readonly string[] = [],
): Closeness {
  const [name, wanted] = [plain(label), plain(typed).trim()];
  if (wanted === '') return null;
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  const parts = wanted.split(/\s+/);
  const answers = (text: string) => {
    const words = text.split(/[\s/:&-]+/);
    return parts.every((part) => words.some((word) => word.startsWith(part)));
  };
  if (answers(name)) return 2;
  if (otherNames.some((other) => plain(other) === wanted || answers(plain(other)))) return 3;
  return name.includes(wanted) ? 4 : null;
}

/** The closest first, at most so many; among equals the given order holds. */
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
