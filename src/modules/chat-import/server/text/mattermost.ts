import { type Dictionary, nameOf, setAside, withEmoji } from './messages.ts';

const untouched = /```[\s\S]*?```|`[^`\n]+`|https?:\/\/[^\s<>"]+/g;
const mention = /(?<![\w.@-])@([a-z0-9][a-z0-9._-]{0,99})/gi;

/** Converts Mattermost’s Markdown, and its people to accounts here. */
export function fromMattermost(written: string, dictionary: Dictionary): string {
  const aside = setAside(written);
  const text = aside.text.replace(untouched, (part) => aside.keep(part));
  const changed = withEmoji(text, dictionary.emoji)
    .replace(mention, (found, text: string) => mentioned(found, text, dictionary))
    .replace(/(?<![\p{L}\p{N}_])__(?=\S)([^_\n]*?\S)__(?![\p{L}\p{N}_])/gu, '**$1**')
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]*?\S)_(?![\p{L}\p{N}_])/gu, '*$1*');
  return aside.putBack(changed);
}

function mentioned(found: string, text: string, { byHandle }: Dictionary): string {
  const handle = text.toLowerCase();
  if (handle === 'all' || handle === 'channel') return '@channel';
  if (handle === 'here') return '@here';
  // The period at the end of a sentence is not part of the name. Bounded: a handle has at most 100 characters.
  const bare = handle.replace(/[._-]+$/, '');
  const named = byHandle(handle);
  if (named) return nameOf(named);
  const person = byHandle(bare);
  return person ? nameOf(person) + text.slice(bare.length) : found;
}
