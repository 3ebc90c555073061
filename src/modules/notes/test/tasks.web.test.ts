import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { enterAt } from '../web/editor/fields/ContentField.tsx';
import { NoteText, parseNote } from '../web/parts/NoteText.tsx';
import { boxesOf, ticked } from '../web/parts/tasks.ts';

const boxes = (content: string) => boxesOf(parseNote(content));

describe('a checkbox', () => {
  test('is recognized at the start of a list item', () => {
    expect(boxes('- [ ] fuel\n- [x] keys\n- [X] plates\n- no box\n1. [ ] wash')).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(boxes('> - [x] quoted\n\n- [ ] outer\n  - [x] inner')).toEqual([true, false, true]);
    expect(boxes('[ ] alone\n- [ ]\n- [y] no\n- []no\n```\n- [ ] code\n```')).toEqual([]);
  });

  test('is editable with `onTick` and otherwise shows its state', () => {
    const show = (props: object) =>
      renderToStaticMarkup(createElement(NoteText, { content: '- [x] keys', ...props }));
    expect(show({ onTick: () => {} })).toMatch(/<input type="checkbox"[^>]*checked=""/);
    for (const shown of [show({}), show({ isPreview: true })]) {
      expect(shown).not.toContain('<input');
      expect(shown).toContain('Done:');
    }
  });

  test('is toggled without changing anything else in the note', () => {
    expect(ticked('- [ ] fuel\n- [x] keys', 0)).toBe('- [x] fuel\n- [x] keys');
    expect(ticked('- [ ] fuel\n- [x] keys', 1)).toBe('- [ ] fuel\n- [ ] keys');
    const codeBlock = '```\n- [ ] code\n```\n- [ ] real';
    expect(ticked(codeBlock, 0)).toBe('```\n- [ ] code\n```\n- [x] real');
    expect(ticked('- [ ] fuel', 7)).toBe('- [ ] fuel');
  });

  test('is toggled alone in any note', () => {
    const line = fc.constantFrom(
      ...['- [ ] a', '- [x] b', '  - [ ] c', '* [X] d', '1. [ ] e', '> - [ ] f', '> > - [x] g'],
      ...['```', '# h', 'word', '', '- item', '- - [ ] deep', '    - [ ] four', '- [ ]', '[ ] no'],
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), fc.nat(20), (lines, index) => {
        const content = lines.join('\n');
        const before = boxes(content);
        fc.pre(before.length > 0);
        const at = index % before.length;
        const after = ticked(content, at);
        expect(boxes(after)).toEqual(before.map((done, i) => (i === at ? !done : done)));
        const changed = [...after].filter((character, i) => character !== content[i]);
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
  ])('continues the list in %j', (text, insert) => {
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
    'keeps its default behavior in %j',
    (text) => {
      expect(enter(text)).toBeNull();
    },
  );
});
