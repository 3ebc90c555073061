import { distinctTags, type NoteText, noteLimits } from '../../contract.ts';

/** Consecutive lines: the same for both sides, or in conflict. */
export type Chunk =
  | { kind: 'same'; lines: string[] }
  | { kind: 'conflict'; mine: string[]; theirs: string[] };

export interface Merged {
  text: NoteText;
  /** Whether there was no conflict. */
  isClean: boolean;
}

/** Merges two versions of a note with the common ancestor `base`, line by line. */
export function mergeNotes(base: NoteText, mine: NoteText, theirs: NoteText, name: string): Merged {
  const chunks = mergeLines(split(base.content), split(mine.content), split(theirs.content));
  const title = mergeValue(base.title, mine.title, theirs.title);
  return {
    text: {
      title: title ?? mine.title,
      content: chunks.flatMap((chunk) => linesOf(chunk, name)).join('\n'),
      // Losing a color choice does no harm, so it never causes a conflict.
      color: mergeValue(base.color, mine.color, theirs.color) ?? mine.color,
      tags: mergeTags(base.tags, mine.tags, theirs.tags),
    },
    isClean: title !== null && chunks.every(({ kind }) => kind === 'same'),
  };
}

export function mergeLines(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): Chunk[] {
  const inMine = matchLines(base, mine);
  const inTheirs = matchLines(base, theirs);
  const chunks: Chunk[] = [];
  let at = 0;
  let atMine = 0;
  let atTheirs = 0;
  while (at < base.length || atMine < mine.length || atTheirs < theirs.length) {
    let next = at;
    while (next < base.length && (inMine[next] === -1 || inTheirs[next] === -1)) next += 1;
    const nextMine = next < base.length ? (inMine[next] ?? 0) : mine.length;
    const nextTheirs = next < base.length ? (inTheirs[next] ?? 0) : theirs.length;
    const baseLines = base.slice(at, next);
    chunks.push(
      ...mergeChunk(baseLines, mine.slice(atMine, nextMine), theirs.slice(atTheirs, nextTheirs)),
    );
    if (next < base.length) chunks.push({ kind: 'same', lines: [base[next] ?? ''] });
    [at, atMine, atTheirs] = [next + 1, nextMine + 1, nextTheirs + 1];
  }
  return chunks;
}

function mergeChunk(base: string[], mine: string[], theirs: string[]): Chunk[] {
  const lines = isSame(mine, base)
    ? theirs
    : isSame(theirs, base) || isSame(mine, theirs)
      ? mine
      : null;
  if (lines) return [{ kind: 'same', lines }];
  // No line was added or removed here, so adjacent lines are merged one by one.
  if (base.length > 1 && mine.length === base.length && theirs.length === base.length)
    return base.flatMap((line, at) =>
      mergeChunk([line], mine.slice(at, at + 1), theirs.slice(at, at + 1)),
    );
  return [{ kind: 'conflict', mine, theirs }];
}

function linesOf(chunk: Chunk, name: string): string[] {
  if (chunk.kind === 'same') return chunk.lines;
  return ['[Your version]', ...chunk.mine, `[Version from ${name}]`, ...chunk.theirs];
}

/** The merged value; null if both sides changed it differently. */
function mergeValue<T>(base: T, mine: T, theirs: T): T | null {
  if (mine === base || mine === theirs) return theirs;
  return theirs === base ? mine : null;
}

function mergeTags(base: string[], mine: string[], theirs: string[]): string[] {
  const removed = base.filter((tag) => !mine.includes(tag) || !theirs.includes(tag));
  return distinctTags([...theirs, ...mine])
    .filter((tag) => !removed.includes(tag))
    .slice(0, noteLimits.tags);
}

const split = (content: string) => content.split('\n');
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, at) => line === other[at]);

/** A larger table takes seconds on a phone; the lines between then count as changed. */
const maxCells = 4_000_000;

/** For each line of `from`, its index in `to`, or -1 if it is gone. Matches never cross. */
function matchLines(from: readonly string[], to: readonly string[]): number[] {
  const matches = new Array<number>(from.length).fill(-1);
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) {
    matches[start] = start;
    start += 1;
  }
  let end = from.length;
  let toEnd = to.length;
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
  let row = start;
  let column = start;
  while (row < end && column < toEnd) {
    if (from[row] === to[column]) matches[row++] = column++;
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
}
