/** Prints rows below their headings: the first column left-aligned, numbers right-aligned. */
export function printTable(title: string, headings: string[], rows: string[][]): void {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  console.log(`\n${title}`);
  console.log(line(headings));
  console.log(widths.map((width) => '─'.repeat(width)).join('──'));
  for (const row of rows) console.log(line(row));
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const rounded = (number: number) => (Number.isFinite(number) ? grouped.format(number) : '–');
export const fixed = (number: number, digits: number) =>
  Number.isFinite(number) ? number.toFixed(digits) : '–';
export const times = (number: number) => `${fixed(number, 2)}×`;
