import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NoteText } from '../contract.ts';
import { type Chunk, mergeLines, mergeNotes } from '../web/state/merge.ts';

const note = (content: string, rest: Partial<NoteText> = {}): NoteText => ({
  title: 'T',
  content,
  color: 'yellow',
  tags: [],
  ...rest,
});
const merge = (base: string, mine: string, theirs: string) =>
  mergeNotes(note(base), note(mine), note(theirs), 'Otto');

const sameLines = (chunks: readonly Chunk[]) =>
  chunks.flatMap((chunk) => (chunk.kind === 'same' ? chunk.lines : ['?']));

describe('two versions of a note', () => {
  it.each([
    ['a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
    ['a\nb\nc', 'a\nc', 'a\nb\nc\nd', 'a\nc\nd'],
    ['a\nb', 'x\na\nb', 'a\nb\ny', 'x\na\nb\ny'],
    ['a\nb', 'a\nB', 'a\nB', 'a\nB'],
    ['a\nb\nc', 'a\nB\nc', 'a\nb\nC', 'a\nB\nC'],
    ['a\nb\nc', 'a\nb\nc', '', ''],
  ])('are merged: %j, %j, %j', (base, mine, theirs, content) => {
    expect(merge(base, mine, theirs)).toEqual({ isClean: true, text: note(content) });
  });

  it('are both kept where they conflict', () => {
    const { isClean, text } = merge('a\nb', 'a\nmine', 'a\ntheirs');
    expect(isClean).toBe(false);
    expect(text.content).toBe('a\n[Your version]\nmine\n[Version from Otto]\ntheirs');
  });

  it('keep one of two tags that differ in case only', () => {
    const base = note('x');
    const { text } = mergeNotes(
      base,
      { ...base, tags: ['foo'] },
      { ...base, tags: ['Foo'] },
      'Otto',
    );
    expect(text.tags).toEqual(['Foo']);
  });

  it('merge title, color and tags', () => {
    const base = note('x', { tags: ['a', 'b'] });
    const mine = { ...base, title: 'Mine', tags: ['a', 'b', 'c'] };
    const theirs = { ...base, color: 'blue' as const, tags: ['b', 'd'] };
    expect(mergeNotes(base, mine, theirs, 'Otto')).toEqual({
      isClean: true,
      text: { ...base, title: 'Mine', color: 'blue', tags: ['b', 'd', 'c'] },
    });
    expect(mergeNotes(base, mine, { ...theirs, title: 'Theirs' }, 'Otto').isClean).toBe(false);
  });

  it('never lose an added line', () => {
    const lines = array(constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 12 });
    void assert(
      property(lines, lines, lines, (base, mine, theirs) => {
        const chunks = mergeLines(base, mine, theirs);
        const side = (which: 'mine' | 'theirs') =>
          chunks.flatMap((chunk) => (chunk.kind === 'same' ? chunk.lines : chunk[which]));
        expect(sameLines(mergeLines(base, mine, base))).toEqual(mine);
        expect(sameLines(mergeLines(base, base, theirs))).toEqual(theirs);
        // Every added line is on its author's side.
        for (const line of mine) if (!base.includes(line)) expect(side('mine')).toContain(line);
        for (const line of theirs) if (!base.includes(line)) expect(side('theirs')).toContain(line);
      }),
      { numRuns: 500 },
    );
  });

  it('are merged even if they are long and share no lines', () => {
    const many = (prefix: string) => Array.from({ length: 30_000 }, (_, at) => `${prefix}${at}`);
    const chunks = mergeLines(many('a'), many('b'), many('a'));
    expect(chunks).toEqual([{ kind: 'same', lines: many('b') }]);
  });
});
