import type { Shortcut } from '../../contract.ts';

/** Those that have every word somewhere in what they say. */
export function matching(shortcuts: readonly Shortcut[], search: string): readonly Shortcut[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return shortcuts;
  return shortcuts.filter(({ title, description, category, url }) => {
    const text = `${title} ${description} ${category} ${url}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Categories in the order of their first shortcut. */
export function byCategory(shortcuts: readonly Shortcut[]): [string, Shortcut[]][] {
  const groups = new Map<string, Shortcut[]>();
  for (const shortcut of shortcuts) {
    groups.set(shortcut.category, [...(groups.get(shortcut.category) ?? []), shortcut]);
  }
  return [...groups];
}
