import type { NoteText } from '../../contract.ts';
import { matchLines } from './lines.ts';

/** A stretch of lines: the same for both, or what each of two people made of the same place. */
export type Chunk =
  | { kind: 'agreed'; lines: string[] }
  | { kind: 'disputed'; mine: string[]; theirs: string[] };

export interface Merged {
  text: NoteText;
  /** Whether nobody's words had to be chosen between. */
  isClean: boolean;
}

/** Two versions of a note that began as `base`, put together line by line. */
export function mergeNotes(base: NoteText, mine: NoteText, theirs: NoteText, name: string): Merged {
  const chunks = mergeLines(split(base.content), split(mine.content), split(theirs.content));
  const title = decide(base.title, mine.title, theirs.title);
  return {
    text: {
      title: title ?? mine.title,
      content: chunks.flatMap((chunk) => linesOf(chunk, name)).join('\n'),
      // A color is nobody's work: the latest choice is as good as the other.
      color: decide(base.color, mine.color, theirs.color) ?? mine.color,
      tags: mergeTags(base.tags, mine.tags, theirs.tags),
    },
    isClean: title !== null && chunks.every(({ kind }) => kind === 'agreed'),
  };
}

export function mergeLines(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): Chunk[] {
  const [inMine, inTheirs] = [matchLines(base, mine), matchLines(base, theirs)];
  const chunks: Chunk[] = [];
  let [at, atMine, atTheirs] = [0, 0, 0];
  while (at < base.length || atMine < mine.length || atTheirs < theirs.length) {
    let next = at;
    while (next < base.length && (inMine[next] === -1 || inTheirs[next] === -1)) next += 1;
    const nextMine = next < base.length ? (inMine[next] ?? 0) : mine.length;
    const nextTheirs = next < base.length ? (inTheirs[next] ?? 0) : theirs.length;
    const was = base.slice(at, next);
    chunks.push(...settle(was, mine.slice(atMine, nextMine), theirs.slice(atTheirs, nextTheirs)));
    if (next < base.length) chunks.push({ kind: 'agreed', lines: [base[next] ?? ''] });
    [at, atMine, atTheirs] = [next + 1, nextMine + 1, nextTheirs + 1];
  }
  return chunks;
}

function settle(was: string[], mine: string[], theirs: string[]): Chunk[] {
  const lines = same(mine, was) ? theirs : same(theirs, was) || same(mine, theirs) ? mine : null;
  if (lines) return [{ kind: 'agreed', lines }];
  // Nobody added or dropped a line here: neighbors each changed their own.
  if (was.length > 1 && mine.length === was.length && theirs.length === was.length)
    return was.flatMap((line, at) =>
      settle([line], mine.slice(at, at + 1), theirs.slice(at, at + 1)),
    );
  return [{ kind: 'disputed', mine, theirs }];
}

function linesOf(chunk: Chunk, name: string): string[] {
  if (chunk.kind === 'agreed') return chunk.lines;
  return ['[Your version]', ...chunk.mine, `[Version of ${name}]`, ...chunk.theirs];
}

/** What stands when at most one of the two changed it; null when both did, each differently. */
function decide<T>(was: T, mine: T, theirs: T): T | null {
  if (mine === was || mine === theirs) return theirs;
  return theirs === was ? mine : null;
}

function mergeTags(was: string[], mine: string[], theirs: string[]): string[] {
  const dropped = was.filter((tag) => !mine.includes(tag) || !theirs.includes(tag));
  return [...new Set([...theirs, ...mine])].filter((tag) => !dropped.includes(tag)).slice(0, 10);
}

const split = (content: string) => content.split('\n');
const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, at) => line === other[at]);
