export interface EmojiEntry {
  emoji: string;
  /** Its shortcodes, without the colons. */
  codes: readonly string[];
  /** Other words it is known by. */
  tags: readonly string[];
}

const shown = 8;

/** The few emoji a shortcode may mean: exact, then by how it begins, then by other words. */
export function matchEmoji(
  all: readonly EmojiEntry[],
  term: string,
): { emoji: string; code: string }[] {
  const wanted = term.replace(/:$/, '').replaceAll('-', '_');
  const isClosed = term.endsWith(':');
  const found: { emoji: string; code: string; order: number }[] = [];
  for (const { emoji, codes, tags } of all) {
    const exact = codes.find((code) => code === wanted);
    if (exact) found.push({ emoji, code: exact, order: 0 });
    if (exact || isClosed) continue;
    const begins = codes.find((code) => code.startsWith(wanted));
    const within = begins ?? codes.find((code) => code.includes(`_${wanted}`));
    const code = within ?? (tags.some((tag) => tag.startsWith(wanted)) ? codes[0] : undefined);
    if (code) found.push({ emoji, code, order: begins ? 1 : within ? 2 : 3 });
  }
  return found
    .sort((a, b) => a.order - b.order || a.code.length - b.code.length)
    .slice(0, shown)
    .map(({ emoji, code }) => ({ emoji, code }));
}
