/** Spreadsheets run what begins so as a formula; an apostrophe before it makes it text. */
const formula = /^\s*[=+\-@\t\r\n]/;
/** What is only a number begins so too, and is to stay one. */
const negative = /^-\d+(\.\d+)?$/;
/** Tells spreadsheets that it is UTF-8. */
const mark = '\uFEFF';

/** Lines as RFC 4180 wants them, each cell text, with the mark of UTF-8 before them. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return mark + rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(text: string): string {
  const safe = formula.test(text) && !negative.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
