import type { FindEmoji } from './emoji.ts';

/** Who somebody of the export is, as far as words may name them. */
export interface Named {
  /** The @word they are called by here; null: they have no account. */
  username: string | null;
  name: string;
}

export interface Dictionary {
  byId(sourceId: string): Named | undefined;
  byHandle(handle: string): Named | undefined;
  emoji: FindEmoji;
}

/** Who has no account is named without an @, which might call somebody else. */
export const called = ({ username, name }: Named) => (username === null ? name : `@${username}`);

const shortcode = /:([a-z0-9_+'-]{1,100}(?:::skin-tone-[2-6])?):/gi;

/** `:tada:` as the emoji; what has none stays as it stands. */
export const withEmoji = (text: string, emoji: FindEmoji): string =>
  text.replace(shortcode, (written, code: string) => emoji(code) ?? written);

const open = '\uE000';
const close = '\uE001';
const kept = new RegExp(`${open}(\\d+)${close}`, 'g');

/** Lets parts of a text aside while the rest is changed, as code and addresses must not be. */
export function setAside(text: string) {
  const parts: string[] = [];
  return {
    text: text.replaceAll(open, '').replaceAll(close, ''),
    keep(part: string): string {
      parts.push(part);
      return `${open}${parts.length - 1}${close}`;
    },
    putBack(changed: string): string {
      // What was set aside may hold what was set aside before it.
      let whole = changed;
      for (let depth = 0; depth < 3 && whole.includes(open); depth += 1)
        whole = whole.replace(kept, (_, at: string) => parts[Number(at)] ?? '');
      return whole;
    },
  };
}
