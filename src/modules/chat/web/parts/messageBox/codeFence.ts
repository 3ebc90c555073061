/** A line that opens or closes a block of code. */
const fence = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/gm;

/** Whether the caret is in an unclosed code block. */
export function isInCode(text: string, caret: number): boolean {
  if (!text.includes('```') && !text.includes('~~~')) return false;
  let open = '';
  // The caret's line counts up to the caret: a fence just typed is open.
  for (const [, marks = '', rest = ''] of text.slice(0, caret).matchAll(fence)) {
    if (!open) open = opens(marks, rest) ? marks : '';
    else if (closes(open, marks, rest)) open = '';
  }
  return open !== '';
}

/** Text after the marks names the language; with a backtick in it, it is inline code. */
function opens(marks: string, rest: string): boolean {
  return !(marks.startsWith('`') && rest.includes('`'));
}

function closes(open: string, marks: string, rest: string): boolean {
  return marks[0] === open[0] && marks.length >= open.length && rest.trim() === '';
}
