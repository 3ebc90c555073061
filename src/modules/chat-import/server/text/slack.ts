import { type Dictionary, nameOf, setAside, withEmoji } from './messages.ts';

const code = /```[\s\S]*?```|`[^`\n]+`/g;
const marked = /<([^<>\n]+)>/g;

/** Converts Slack’s formatting, its people to accounts here, and its emoji names to emoji. */
export function fromSlack(written: string, dictionary: Dictionary): string {
  const aside = setAside(written);
  const text = aside.text
    .replace(code, (part) => aside.keep(unescaped(part.replace(marked, plainly))))
    .replace(marked, (_, inside: string) => aside.keep(tokenOf(inside, dictionary)));
  const emphasized = withEmoji(text, dictionary.emoji)
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]*?\S)\*(?![\p{L}\p{N}*])/gu, '**$1**')
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]*?\S)_(?![\p{L}\p{N}_])/gu, '*$1*')
    .replace(/(?<![\p{L}\p{N}~])~(?=\S)([^~\n]*?\S)~(?![\p{L}\p{N}~])/gu, '~~$1~~');
  return aside.putBack(unescaped(emphasized));
}

/** Only three characters are escaped; the ampersand last, or `&amp;lt;` would become a bracket. */
const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** In code, a URL is shown as it is. */
const plainly = (_: string, inside: string) => {
  const [target = '', label] = inside.split('|', 2);
  return label ?? target;
};

const broadcast: Record<string, string> = {
  '!channel': '@channel',
  '!everyone': '@channel',
  '!group': '@channel',
  '!here': '@here',
};

/** The contents of angle brackets: a person, a channel, a URL, a date. */
function tokenOf(inside: string, { byId }: Dictionary): string {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? '' : unescaped(inside.slice(bar + 1)).trim();
  if (target.startsWith('@')) {
    const named = byId(target.slice(1));
    return named ? nameOf(named) : label.replace(/^@/, '') || 'someone';
  }
  if (target.startsWith('#')) return `#${label.replace(/^#/, '') || target.slice(1)}`;
  const all = broadcast[target.split('^')[0] ?? ''];
  if (all) return all;
  if (target.startsWith('!')) return label.replace(/^@/, '');
  return addressOf(unescaped(target), label);
}

function addressOf(address: string, label: string): string {
  const bare = address.replace(/^mailto:/, '');
  if (label === '' || label === address || label === bare) return bare;
  const fits = /^(?:https?:\/\/|mailto:)[^\s()<>"]+$/i.test(address) && !/[[\]\n]/.test(label);
  return fits ? `[${label}](${address})` : `${label} (${bare})`;
}
