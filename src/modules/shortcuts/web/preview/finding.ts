import type { Shortcut } from '../../contract.ts';

/** The shortcuts that contain every search term. */
export function matching(shortcuts: readonly Shortcut[], search: string): readonly Shortcut[] {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return shortcuts;
  return shortcuts.filter(({ title, description, category, url }) => {
    const text = `${title} ${description} ${category} ${url}`.toLowerCase();
    return terms.every((term) => text.includes(term));
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
