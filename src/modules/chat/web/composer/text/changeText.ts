import type { TextChange } from './formatting.ts';

/** Changes a box as if it had been typed: the browser's undo takes it back. */
export function changeText(box: HTMLTextAreaElement, change: TextChange): void {
  box.focus();
  box.setSelectionRange(change.start, change.end);
  const typed = change.insert
    ? document.execCommand('insertText', false, change.insert)
    : document.execCommand('delete');
  if (!typed) {
    box.setRangeText(change.insert, change.start, change.end, 'end');
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }
  box.setSelectionRange(change.selectionStart, change.selectionEnd);
}

/** Puts words where the caret is, with a space before them where they would touch a word. */
export function insertText(box: HTMLTextAreaElement, words: string): void {
  const { selectionStart: start, selectionEnd: end, value } = box;
  const at = start + words.length;
  changeText(box, { start, end, insert: words, selectionStart: at, selectionEnd: at });
  if (value.length === 0) box.scrollTop = 0;
}
