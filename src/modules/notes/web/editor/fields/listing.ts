const listItem = /^([ \t]*(?:>[ \t]?)*)([-*]|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\][ \t]+)?/;

/** What Enter does in a list: starts the next item, or ends the list if the item is empty. */
export type OnEnter = { insert: string } | { removeFrom: number } | null;

/** Null means the default behavior. `caret` is the cursor offset in `text`. */
export function enterAt(text: string, caret: number): OnEnter {
  const from = text.lastIndexOf('\n', caret - 1) + 1;
  const match = listItem.exec(text.slice(from, caret));
  if (!match) return null;
  const [prefix, before = '', bullet = '', number, delimiter = '', gap = ' ', box] = match;
  const end = text.indexOf('\n', caret);
  const rest = text.slice(from + prefix.length, end < 0 ? undefined : end);
  if (rest.trim() === '') return { removeFrom: from };
  const next = number === undefined ? bullet : `${Number(number) + 1}${delimiter}`;
  return { insert: `\n${before}${next}${gap}${box ? '[ ] ' : ''}` };
}
