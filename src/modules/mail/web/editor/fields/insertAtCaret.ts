/** Puts words where the caret was, as if they had been typed: the browser's undo takes them back. */
export function insertAtCaret(box: HTMLInputElement | HTMLTextAreaElement, words: string): void {
  box.focus();
  if (document.execCommand('insertText', false, words)) return;
  box.setRangeText(words, box.selectionStart ?? 0, box.selectionEnd ?? 0, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}
