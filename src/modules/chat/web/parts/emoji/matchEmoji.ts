export interface EmojiEntry {
  emoji: string;
  /** Its name: `Thumbs up`. */
  label: string;
  /** Its shortcodes, without the colons. */
  codes: readonly string[];
  /** Synonyms. */
  tags: readonly string[];
}

/** Suggestions while a shortcode is typed. */
const offeredAtMost = 8;
/** Search results in the picker. */
const foundAtMost = 80;

type Coded = Pick<EmojiEntry, 'emoji' | 'codes' | 'tags'>;

/** The best matches of a shortcode: exact, then by prefix, then by tag. */
export function matchEmoji(
  all: readonly Coded[],
  term: string,
  atMost = offeredAtMost,
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
    .slice(0, atMost)
    .map(({ emoji, code }) => ({ emoji, code }));
}

/** Searches all categories by shortcode, name and tag; best match first. */
export function findEmoji(all: readonly EmojiEntry[], typed: string): EmojiEntry[] {
  const wanted = underscored(typed);
  if (wanted === '') return [];
  const named = all.map((entry) => ({
    ...entry,
    codes: [...entry.codes, underscored(entry.label)],
  }));
  const byEmoji = new Map(all.map((entry) => [entry.emoji, entry]));
  return matchEmoji(named, wanted, foundAtMost).flatMap(({ emoji }) => byEmoji.get(emoji) ?? []);
}

const underscored = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s:-]+/g, '_');
