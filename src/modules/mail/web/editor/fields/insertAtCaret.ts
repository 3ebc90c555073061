/** Inserts text at the caret as if it were typed, so that the browser can undo it. */
export function insertAtCaret(box: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  box.focus();
  if (document.execCommand('insertText', false, text)) return;
  box.setRangeText(text, box.selectionStart ?? 0, box.selectionEnd ?? 0, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}
