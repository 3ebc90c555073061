/** A larger table takes seconds on a phone; the lines between then count as changed. */
const maxCells = 4_000_000;

/** For each line of `from`, its index in `to`, or -1 if it is gone. Matches never cross. */
export function matchLines(from: readonly string[], to: readonly string[]): number[] {
  const matches = new Array<number>(from.length).fill(-1);
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) {
    matches[start] = start;
    start += 1;
  }
  let [end, toEnd] = [from.length, to.length];
  while (end > start && toEnd > start && from[end - 1] === to[toEnd - 1]) {
    end -= 1;
    toEnd -= 1;
    matches[end] = toEnd;
  }
  if ((end - start) * (toEnd - start) <= maxCells)
    matchBetween({ from, to, start, end, toEnd }, matches);
  return matches;
}

interface LineRange {
  from: readonly string[];
  to: readonly string[];
  start: number;
  end: number;
  toEnd: number;
}

/** The longest common subsequence of lines. */
function matchBetween({ from, to, start, end, toEnd }: LineRange, matches: number[]): void {
  const width = toEnd - start + 1;
  const longest = new Uint32Array((end - start + 1) * width);
  const at = (row: number, column: number) => longest[(row - start) * width + column - start] ?? 0;
  for (let row = end - 1; row >= start; row--) {
    for (let column = toEnd - 1; column >= start; column--) {
      longest[(row - start) * width + column - start] =
        from[row] === to[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let [row, column] = [start, start];
  while (row < end && column < toEnd) {
    if (from[row] === to[column]) matches[row++] = column++;
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
}
