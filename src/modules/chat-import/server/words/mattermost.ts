import { called, type Dictionary, setAside, withEmoji } from './texts.ts';

const untouched = /```[\s\S]*?```|`[^`\n]+`|https?:\/\/[^\s<>"]+/g;
const mention = /(?<![\w.@-])@([a-z0-9][a-z0-9._-]{0,99})/gi;

/** Mattermost’s Markdown as ours, its people as those they are here. */
export function fromMattermost(written: string, dictionary: Dictionary): string {
  const aside = setAside(written);
  const text = aside.text.replace(untouched, (part) => aside.keep(part));
  const changed = withEmoji(text, dictionary.emoji)
    .replace(mention, (found, word: string) => mentioned(found, word, dictionary))
    .replace(/(?<![\p{L}\p{N}_])__(?=\S)([^_\n]*?\S)__(?![\p{L}\p{N}_])/gu, '**$1**')
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]*?\S)_(?![\p{L}\p{N}_])/gu, '*$1*');
  return aside.putBack(changed);
}

function mentioned(found: string, word: string, { byHandle }: Dictionary): string {
  const handle = word.toLowerCase();
  if (handle === 'all' || handle === 'channel') return '@channel';
  if (handle === 'here') return '@here';
  // A sentence’s last dot is not part of the name.
  // Bounded: a handle has at most 100 characters.
  const bare = handle.replace(/[._-]+$/, '');
  const named = byHandle(handle);
  if (named) return called(named);
  const person = byHandle(bare);
  return person ? called(person) + word.slice(bare.length) : found;
}
