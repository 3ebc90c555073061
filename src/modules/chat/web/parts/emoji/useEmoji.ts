import { useQuery } from '@tanstack/react-query';
import shortcodesUrl from 'emojibase-data/en/shortcodes/github.json?url';
import { loadEmoji } from './emojiData.ts';
import type { EmojiEntry } from './matchEmoji.ts';
import { keptTone } from './tone.ts';

const none: readonly EmojiEntry[] = [];

/** Every emoji with its shortcodes; fetched when the first shortcode is typed. */
export function useEmoji(wanted: boolean): readonly EmojiEntry[] {
  const { data } = useQuery({
    queryKey: ['chat', 'emoji-shortcodes', keptTone()],
    queryFn: fetchEntries,
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? none;
}

async function fetchEntries(): Promise<EmojiEntry[]> {
  const [{ emojis }, response] = await Promise.all([loadEmoji(), fetch(shortcodesUrl)]);
  if (!response.ok) throw new Error(`Shortcode request failed with status ${response.status}`);
  const known: Record<string, string | string[]> = await response.json();
  const tone = keptTone();
  return emojis.map(({ emoji, label, tags, skins }) => ({
    emoji: (tone !== 'none' && skins?.[tone]) || emoji,
    label,
    codes: codesOf(emoji, label, known),
    tags,
  }));
}

function codesOf(emoji: string, label: string, known: Record<string, string | string[]>): string[] {
  const points = [...emoji].map((sign) => sign.codePointAt(0)?.toString(16).toUpperCase() ?? '');
  const full = points.map((point) => point.padStart(4, '0')).join('-');
  const codes = known[full] ?? known[full.replaceAll('-FE0F', '')];
  // Emoji without a shortcode use their name.
  return [codes ?? label.toLowerCase().replace(/[^a-z0-9]+/g, '_')].flat();
}
