const marked = /^([ \t]*(?:>[ \t]?)*)([-*]|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\][ \t]+)?/;

/** What Enter does in a list: goes on with the next item, or ends it where the item is still empty. */
export type OnEnter = { insert: string } | { removeFrom: number } | null;

/** Null: Enter is Enter. `caret` is where it was pressed in `text`. */
export function enterAt(text: string, caret: number): OnEnter {
  const from = text.lastIndexOf('\n', caret - 1) + 1;
  const found = marked.exec(text.slice(from, caret));
  if (!found) return null;
  const [whole, before = '', bullet = '', number, sign = '', gap = ' ', box] = found;
  const end = text.indexOf('\n', caret);
  const rest = text.slice(from + whole.length, end < 0 ? undefined : end);
  if (rest.trim() === '') return { removeFrom: from };
  const next = number === undefined ? bullet : `${Number(number) + 1}${sign}`;
  return { insert: `\n${before}${next}${gap}${box ? '[ ] ' : ''}` };
}
