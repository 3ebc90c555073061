import type { TextChange } from './formatting.ts';

/** Changes the text as if typed, so that the browser's undo works. */
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

/** Inserts text at the caret. */
export function insertText(box: HTMLTextAreaElement, text: string): void {
  const { selectionStart: start, selectionEnd: end, value } = box;
  const at = start + text.length;
  changeText(box, { start, end, insert: text, selectionStart: at, selectionEnd: at });
  if (value.length === 0) box.scrollTop = 0;
}
