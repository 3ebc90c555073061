import type { Block } from '../../../../platform/web/markdown/tree.ts';
import { parseNote } from './NoteText.tsx';

/** A line that may be a task: a list item, possibly quoted or nested. */
const taskLine = /^[ \t>]*(?:(?:[-*]|\d{1,9}[.)])[ \t]+)+\[([ xX])\](?=[ \t]+\S)/gm;

/** The checkbox states of a note, in order. */
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
 * The note with one checkbox toggled. Code may look like a checkbox, so it uses the line whose change toggles
 * exactly this one.
 */
export function ticked(content: string, at: number): string {
  const expected = boxesOf(parseNote(content)).map((done, index) => (index === at ? !done : done));
  const offsets = [...content.matchAll(taskLine)].map(
    ({ index, 0: { length } }) => index + length - 2,
  );
  // Nearly always the line with the same index.
  const nearest = [...offsets.slice(at), ...offsets.slice(0, at)];
  for (const offset of nearest) {
    const mark = content[offset] === ' ' ? 'x' : ' ';
    const next = `${content.slice(0, offset)}${mark}${content.slice(offset + 1)}`;
    if (boxesOf(parseNote(next)).join() === expected.join()) return next;
  }
  return content;
}
