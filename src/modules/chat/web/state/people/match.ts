import { normalizeText } from '../../../../../platform/web/search/normalizeText.ts';

/**
 * How well a name matches the search, lower is better; null: no match. Best if every typed word starts a
 * word of the name, in any order; then if the name contains the text; last if the letters occur in
 * order.
 */
function distance(name: string, typed: string): number | null {
  const text = normalizeText(name);
  const wanted = normalizeText(typed).trim();
  if (text.startsWith(wanted)) return 0;
  const words = text.split(/[\s._@/-]+/);
  if (wanted.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))) return 1;
  if (text.includes(wanted)) return 2;
  return occurInOrder(text, wanted) ? 3 : null;
}

function occurInOrder(text: string, wanted: string): boolean {
  let from = 0;
  for (const letter of wanted) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

/** The items whose name matches, best first; ties keep their order. */
export function findMatches<T>(
  all: readonly T[],
  typed: string,
  nameOf: (one: T) => string,
  atMost: number,
): T[] {
  if (!typed.trim()) return all.slice(0, atMost);
  return all
    .map((one) => ({ one, far: distance(nameOf(one), typed) }))
    .filter((found): found is { one: T; far: number } => found.far !== null)
    .sort((a, b) => a.far - b.far)
    .slice(0, atMost)
    .map(({ one }) => one);
}
