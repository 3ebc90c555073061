import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { enterAt } from '../web/editor/fields/listing.ts';
import { NoteText, parseNote } from '../web/NoteText.tsx';
import { boxesOf, ticked } from '../web/tasks.ts';

const boxes = (content: string) => boxesOf(parseNote(content));

describe('a box', () => {
  test('stands before an item that begins with it, done or not', () => {
    expect(boxes('- [ ] fuel\n- [x] keys\n- [X] plates\n- no box\n1. [ ] wash')).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(boxes('> - [x] quoted\n\n- [ ] outer\n  - [x] inner')).toEqual([true, false, true]);
    expect(boxes('[ ] alone\n- [ ]\n- [y] no\n- []no\n```\n- [ ] code\n```')).toEqual([]);
  });

  test('can be ticked by who may write, and otherwise says how it stands', () => {
    const show = (given: object) =>
      renderToStaticMarkup(createElement(NoteText, { content: '- [x] keys', ...given }));
    expect(show({ onTick: () => {} })).toMatch(/<input type="checkbox"[^>]*checked=""/);
    for (const shown of [show({}), show({ isPreview: true })]) {
      expect(shown).not.toContain('<input');
      expect(shown).toContain('Done:');
    }
  });

  test('turns over alone, wherever it stands; nothing else of the note changes', () => {
    expect(ticked('- [ ] fuel\n- [x] keys', 0)).toBe('- [x] fuel\n- [x] keys');
    expect(ticked('- [ ] fuel\n- [x] keys', 1)).toBe('- [ ] fuel\n- [ ] keys');
    const decoy = '```\n- [ ] code\n```\n- [ ] real';
    expect(ticked(decoy, 0)).toBe('```\n- [ ] code\n```\n- [x] real');
    expect(ticked('- [ ] fuel', 7)).toBe('- [ ] fuel');
  });

  test('turns over alone in any note', () => {
    const line = fc.constantFrom(
      ...['- [ ] a', '- [x] b', '  - [ ] c', '* [X] d', '1. [ ] e', '> - [ ] f', '> > - [x] g'],
      ...['```', '# h', 'word', '', '- item', '- - [ ] deep', '    - [ ] four', '- [ ]', '[ ] no'],
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), fc.nat(20), (lines, place) => {
        const content = lines.join('\n');
        const before = boxes(content);
        fc.pre(before.length > 0);
        const at = place % before.length;
        const after = ticked(content, at);
        expect(boxes(after)).toEqual(before.map((done, index) => (index === at ? !done : done)));
        const changed = [...after].filter((sign, index) => sign !== content[index]);
        expect([after.length, changed.length]).toEqual([content.length, 1]);
      }),
      { numRuns: 400, seed: 7 },
    );
  });
});

describe('Enter', () => {
  const enter = (text: string) => enterAt(text.replace('|', ''), text.indexOf('|'));

  test.each([
    ['- fuel|', '\n- '],
    ['* fuel|', '\n* '],
    ['- [ ] fuel|', '\n- [ ] '],
    ['- [x] fuel|', '\n- [ ] '],
    ['above\n  - [x] fuel|', '\n  - [ ] '],
    ['9. fuel|', '\n10. '],
    ['3) fuel|', '\n4) '],
    ['> - fuel|', '\n> - '],
    ['- fuel| and keys', '\n- '],
  ])('goes on with the list in %j', (text, insert) => {
    expect(enter(text)).toEqual({ insert });
  });

  test.each([
    ['- |', 0],
    ['- fuel\n- [ ] |', 7],
    ['- fuel\n2. |\nbelow', 7],
  ])('ends the list in %j', (text, removeFrom) => {
    expect(enter(text)).toEqual({ removeFrom });
  });

  test.each(['fuel|', '|- fuel', '-fuel|', '- fuel\n|', '- fuel\nwords|', '2026 was good|', '|'])(
    'is Enter in %j',
    (text) => {
      expect(enter(text)).toBeNull();
    },
  );
});
