import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NoteText } from '../contract.ts';
import { type Chunk, mergeLines, mergeNotes } from '../web/notebook/merge.ts';

const note = (content: string, rest: Partial<NoteText> = {}): NoteText => ({
  ...{ title: 'T', content, color: 'yellow', tags: [] },
  ...rest,
});
const merge = (base: string, mine: string, theirs: string) =>
  mergeNotes(note(base), note(mine), note(theirs), 'Otto');

const agreed = (chunks: readonly Chunk[]) =>
  chunks.flatMap((one) => (one.kind === 'agreed' ? one.lines : ['?']));

describe('two versions of a note', () => {
  it.each([
    ['a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
    ['a\nb\nc', 'a\nc', 'a\nb\nc\nd', 'a\nc\nd'],
    ['a\nb', 'x\na\nb', 'a\nb\ny', 'x\na\nb\ny'],
    ['a\nb', 'a\nB', 'a\nB', 'a\nB'],
    ['a\nb\nc', 'a\nB\nc', 'a\nb\nC', 'a\nB\nC'],
    ['a\nb\nc', 'a\nb\nc', '', ''],
  ])('are put together: %j, %j, %j', (base, mine, theirs, content) => {
    expect(merge(base, mine, theirs)).toEqual({ isClean: true, text: note(content) });
  });

  it('are both shown where they differ in the same place', () => {
    const { isClean, text } = merge('a\nb', 'a\nmine', 'a\ntheirs');
    expect(isClean).toBe(false);
    expect(text.content).toBe('a\n[Your version]\nmine\n[Version of Otto]\ntheirs');
  });

  it('have one title, one color and the tags both left', () => {
    const base = note('x', { tags: ['a', 'b'] });
    const mine = { ...base, title: 'Mine', tags: ['a', 'b', 'c'] };
    const theirs = { ...base, color: 'blue' as const, tags: ['b', 'd'] };
    expect(mergeNotes(base, mine, theirs, 'Otto')).toEqual({
      isClean: true,
      text: { ...base, title: 'Mine', color: 'blue', tags: ['b', 'd', 'c'] },
    });
    expect(mergeNotes(base, mine, { ...theirs, title: 'Theirs' }, 'Otto').isClean).toBe(false);
  });

  it('lose no line, whatever they are', () => {
    const lines = array(constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 12 });
    void assert(
      property(lines, lines, lines, (base, mine, theirs) => {
        const chunks = mergeLines(base, mine, theirs);
        const side = (which: 'mine' | 'theirs') =>
          chunks.flatMap((one) => (one.kind === 'agreed' ? one.lines : one[which]));
        expect(agreed(mergeLines(base, mine, base))).toEqual(mine);
        expect(agreed(mergeLines(base, base, theirs))).toEqual(theirs);
        // What somebody added is there on their side of it.
        for (const line of mine) if (!base.includes(line)) expect(side('mine')).toContain(line);
        for (const line of theirs) if (!base.includes(line)) expect(side('theirs')).toContain(line);
      }),
      { numRuns: 500 },
    );
  });

  it('are put together though they are long and have nothing in common', () => {
    const many = (word: string) => Array.from({ length: 30_000 }, (_, at) => `${word}${at}`);
    const chunks = mergeLines(many('a'), many('b'), many('a'));
    expect(chunks).toEqual([{ kind: 'agreed', lines: many('b') }]);
  });
});
