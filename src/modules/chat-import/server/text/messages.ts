import type { FindEmoji } from './emoji.ts';

/** A person of the export, as far as text can mention them. */
export interface Named {
  /** Their @handle here; null: they have no account. */
  username: string | null;
  name: string;
}

export interface Dictionary {
  byId(sourceId: string): Named | undefined;
  byHandle(handle: string): Named | undefined;
  emoji: FindEmoji;
}

/** People without an account are named without @, which might mention someone else. */
export const nameOf = ({ username, name }: Named) => (username === null ? name : `@${username}`);

const shortcode = /:([a-z0-9_+'-]{1,100}(?:::skin-tone-[2-6])?):/gi;

/** `:tada:` as the emoji; unknown ones stay as they are. */
export const withEmoji = (text: string, emoji: FindEmoji): string =>
  text.replace(shortcode, (written, code: string) => emoji(code) ?? written);

const open = '\uE000';
const close = '\uE001';
const placeholders = new RegExp(`${open}(\\d+)${close}`, 'g');

/** Protects parts of a text, such as code and URLs, while the rest is converted. */
export function setAside(text: string) {
  const parts: string[] = [];
  return {
    text: text.replaceAll(open, '').replaceAll(close, ''),
    keep(part: string): string {
      parts.push(part);
      return `${open}${parts.length - 1}${close}`;
    },
    putBack(changed: string): string {
      // Protected parts may contain earlier protected parts.
      let restored = changed;
      for (let depth = 0; depth < 3 && restored.includes(open); depth += 1)
        restored = restored.replace(placeholders, (_, at: string) => parts[Number(at)] ?? '');
      return restored;
    },
  };
}
