/** Spreadsheets treat text that starts like this as a formula; a leading apostrophe prevents that. */
const formula = /^\s*[=+\-@\t\r\n]/;
/** A plain number starts the same way, and must stay a number. */
const negative = /^-\d+(\.\d+)?$/;
/** The byte order mark, so that spreadsheets read UTF-8. */
const mark = '\uFEFF';

/** CSV as of RFC 4180, with every cell quoted as text where needed and a byte order mark first. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return mark + rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(text: string): string {
  const safe = formula.test(text) && !negative.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
