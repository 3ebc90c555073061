import type { Block } from '../../../platform/web/markdown/tree.ts';
import { parseNote } from './NoteText.tsx';

/** A line that may be something to do: in a list, which may stand in quotes or further in. */
const line = /^[ \t>]*(?:(?:[-*]|\d{1,9}[.)])[ \t]+)+\[([ xX])\](?=[ \t]+\S)/gm;

/** How the boxes of a note stand, in their order. */
export function boxesOf(blocks: readonly Block[]): boolean[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'quote') return boxesOf(block.children);
    if (block.kind !== 'list') return [];
    return block.items.flatMap((item, index) => {
      const task = block.tasks?.[index];
      return [...(task ? [task.done] : []), ...boxesOf(item)];
    });
  });
}

/**
 * The note with one box ticked, or no longer. Code may look like a box and be none: taken is the line that
 * turns this box over and no other.
 */
export function ticked(content: string, at: number): string {
  const wanted = boxesOf(parseNote(content)).map((done, index) => (index === at ? !done : done));
  const places = [...content.matchAll(line)].map(({ index, 0: { length } }) => index + length - 2);
  // Nearly always it is the line of the same number.
  const nearest = [...places.slice(at), ...places.slice(0, at)];
  for (const place of nearest) {
    const sign = content[place] === ' ' ? 'x' : ' ';
    const next = `${content.slice(0, place)}${sign}${content.slice(place + 1)}`;
    if (boxesOf(parseNote(next)).join() === wanted.join()) return next;
  }
  return content;
}
