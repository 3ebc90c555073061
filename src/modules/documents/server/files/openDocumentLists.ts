import { markerOf } from './markers.ts';
import { attributeOf, type Token, tokensOf } from './office.ts';

interface Level {
  /** As `markerOf` names it. */
  format: string;
  start: number;
}

const formats: Record<string, string> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

const numberOf = (token: Token, name: string): number | null => {
  const value = attributeOf(token, name);
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : null;
};

const keyOf = (style: string, level: number) => `${style} ${level}`;

/** The levels of the list styles in these parts, by `keyOf`. */
function levelsIn(parts: readonly string[]): Map<string, Level> {
  const levels = new Map<string, Level>();
  let style = '';
  for (const part of parts) {
    for (const token of tokensOf(part)) {
      if (token.kind === 'close') continue;
      if (token.name === 'list-style') style = attributeOf(token, 'name') ?? '';
      if (token.name !== 'list-level-style-number') continue;
      levels.set(keyOf(style, (numberOf(token, 'level') ?? 1) - 1), {
        format: formats[attributeOf(token, 'num-format') ?? ''] ?? 'none',
        start: numberOf(token, 'start-value') ?? 1,
      });
    }
  }
  return levels;
}

interface List {
  style: string;
  id: string | null;
  /** The number of its last item. */
  count: number;
  /** Whether the paragraph that follows is the first of an item, which has the marker. */
  isItem: boolean;
  /** The number its item is given. */
  itemStart: number | null;
}

/** The lists that a text is in, while its elements are read one after the other. */
export interface Lists {
  open: (token: Token) => void;
  item: (token: Token) => void;
  close: () => void;
  /** From 0; -1 outside of a list. */
  level: () => number;
  /** Of the next paragraph; empty if it is not the first of its item. */
  marker: () => string;
}

/** Counts the items of each list, also of those that go on with the numbers of an earlier one. */
export function startLists(parts: readonly string[]): Lists {
  const levels = levelsIn(parts);
  const lists: List[] = [];
  /** The last number of each list that ended, by its style and level, and by its id. */
  const ended = new Map<string, number>();
  const levelOf = ({ style }: List) =>
    levels.get(keyOf(style, lists.length - 1)) ?? { format: 'bullet', start: 1 };

  return {
    open(token) {
      const style = attributeOf(token, 'style-name') ?? lists.at(-1)?.style ?? '';
      const id = attributeOf(token, 'id');
      const list: List = { style, id, count: 0, isItem: false, itemStart: null };
      lists.push(list);
      const continued = attributeOf(token, 'continue-list');
      const goesOn = attributeOf(token, 'continue-numbering') === 'true';
      const last =
        (continued === null ? undefined : ended.get(`#${continued}`)) ??
        (goesOn ? ended.get(keyOf(style, lists.length - 1)) : undefined);
      list.count = last ?? levelOf(list).start - 1;
    },
    item(token) {
      const list = lists.at(-1);
      if (list) Object.assign(list, { isItem: true, itemStart: numberOf(token, 'start-value') });
    },
    close() {
      const list = lists.at(-1);
      if (!list) return;
      ended.set(keyOf(list.style, lists.length - 1), list.count);
      if (list.id !== null) ended.set(`#${list.id}`, list.count);
      lists.pop();
    },
    level: () => lists.length - 1,
    marker() {
      const list = lists.at(-1);
      if (!list?.isItem) return '';
      list.isItem = false;
      list.count = list.itemStart ?? list.count + 1;
      return markerOf(levelOf(list).format, list.count, lists.length - 1);
    },
  };
}
