/** A line that opens or closes a block of code. */
const fence = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/gm;

/** Whether the caret stands in a block of code that was opened and not closed. */
export function isInCode(text: string, caret: number): boolean {
  if (!text.includes('```') && !text.includes('~~~')) return false;
  let open = '';
  // The line the caret is in counts as far as it is written: a fence just typed is open.
  for (const [, marks = '', rest = ''] of text.slice(0, caret).matchAll(fence)) {
    if (!open) open = opens(marks, rest) ? marks : '';
    else if (closes(open, marks, rest)) open = '';
  }
  return open !== '';
}

/** What stands behind the marks names the language; with a backtick in it, it is code within a line. */
function opens(marks: string, rest: string): boolean {
  return !(marks.startsWith('`') && rest.includes('`'));
}

function closes(open: string, marks: string, rest: string): boolean {
  return marks[0] === open[0] && marks.length >= open.length && rest.trim() === '';
}
