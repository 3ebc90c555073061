import dataUrl from 'emojibase-data/en/data.json?url';
import type { EmojiData } from 'frimousse';
import { Loader } from '../../../../../platform/web/ui/lazy/loader.ts';

/** Newer emoji are missing on devices a few years old. */
const newestVersion = 15;
const skinTones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;
/** By the data's group number; 2 holds components. */
const groups: Record<number, string> = {
  0: 'Smileys and emotion',
  1: 'People and body',
  3: 'Animals and nature',
  4: 'Food and drink',
  5: 'Travel and places',
  6: 'Activities',
  7: 'Objects',
  8: 'Symbols',
  9: 'Flags',
};

interface Entry {
  emoji: string;
  label: string;
  group?: number;
  version: number;
  tags?: string[];
  skins?: { emoji: string; tone: number | number[] }[];
}

const emoji = new Loader(fetchEmoji);

/** Every emoji with its name and tags, from our own origin; fetched once, retried on failure. */
export const loadEmoji = (): Promise<EmojiData> => emoji.arrived();

async function fetchEmoji(): Promise<EmojiData> {
  const response = await fetch(dataUrl);
  if (!response.ok) throw new Error(`Emoji data request failed with status ${response.status}`);
  const entries: Entry[] = await response.json();
  return {
    locale: 'en',
    categories: Object.entries(groups).map(([index, label]) => ({ index: Number(index), label })),
    skinTones: {
      light: 'Light skin tone',
      'medium-light': 'Medium-light skin tone',
      medium: 'Medium skin tone',
      'medium-dark': 'Medium-dark skin tone',
      dark: 'Dark skin tone',
    },
    emojis: entries.flatMap((entry) => toEmoji(entry)),
  };
}

function toEmoji({ emoji, label, group, version, tags = [], skins }: Entry): EmojiData['emojis'] {
  if (group === undefined || !(group in groups) || version > newestVersion) return [];
  const named = label.charAt(0).toUpperCase() + label.slice(1);
  const tones = skins?.filter(({ tone }) => typeof tone === 'number') ?? [];
  const toned = Object.fromEntries(
    tones.map(({ emoji: skin, tone }) => [skinTones[Number(tone) - 1], skin]),
  ) as NonNullable<EmojiData['emojis'][number]['skins']>;
  const common = { emoji, label: named, category: group, version, tags };
  return [tones.length > 0 ? { ...common, skins: toned } : common];
}
