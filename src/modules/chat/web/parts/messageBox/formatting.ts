import { Bold, Code, Italic, SquareCode, Strikethrough } from 'lucide-react';

export interface Format {
  name: 'bold' | 'italic' | 'strikethrough' | 'code' | 'code-block';
  label: string;
  icon: typeof Bold;
  /** With Ctrl, or ⌘ on a Mac. */
  key: string;
  shift: boolean;
  before: string;
  after: string;
}

export const formats: readonly Format[] = [
  format('bold', 'Bold', Bold, 'b', false, '**'),
  format('italic', 'Italic', Italic, 'i', false, '*'),
  format('strikethrough', 'Strikethrough', Strikethrough, 'x', true, '~~'),
  format('code', 'Code', Code, 'e', false, '`'),
  format('code-block', 'Code block', SquareCode, 'c', true, '```\n', '\n```'),
];

/** A replacement in a text, and the selection after it. */
export interface TextChange {
  start: number;
  end: number;
  insert: string;
  selectionStart: number;
  selectionEnd: number;
}

/** Adds the marks around the selection, or removes them. */
export function applyFormat(text: string, start: number, end: number, format: Format): TextChange {
  const { before, after } = format;
  const inside = text.slice(start, end);
  if (isFormatted(text, start, end, format)) {
    const from = start - before.length;
    return change(from, end + after.length, inside, from, from + inside.length);
  }
  // A double click may also select the space after a word, and marks must touch the word.
  const lead = inside.length - inside.trimStart().length;
  const trimmed = inside.trim();
  const from = start + (trimmed ? lead : 0);
  const to = trimmed ? from + trimmed.length : end;
  const block = format.name === 'code-block';
  const open = block && from > 0 && text[from - 1] !== '\n' ? `\n${before}` : before;
  const close = block && to < text.length && text[to] !== '\n' ? `${after}\n` : after;
  const kept = text.slice(from, to);
  const at = from + open.length;
  return change(from, to, `${open}${kept}${close}`, at, at + kept.length);
}

function isFormatted(text: string, start: number, end: number, { before, after }: Format): boolean {
  if (!text.slice(0, start).endsWith(before) || !text.slice(end).startsWith(after)) return false;
  // Two asterisks are bold; italic is a single one, or the third.
  let stars = 0;
  while (stars < start && text[start - 1 - stars] === '*') stars += 1;
  return before !== '*' || stars % 2 === 1;
}

/** The format of a keyboard shortcut, if any. */
export function formatOf(event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Format | undefined {
  const key = event.key.toLowerCase();
  return formats.find((one) => one.key === key && one.shift === event.shiftKey);
}

function format(
  name: Format['name'],
  label: string,
  icon: Format['icon'],
  key: string,
  shift: boolean,
  before: string,
  after = before,
): Format {
  return { name, label, icon, key, shift, before, after };
}

function change(
  start: number,
  end: number,
  insert: string,
  selectionStart: number,
  selectionEnd: number,
): TextChange {
  return { start, end, insert, selectionStart, selectionEnd };
}
