import { describe, expect, test } from 'vitest';
import { changedFields, describeChanges, type FormLine, rebased, relinked } from '../changes.ts';
import { checkedBy, type Errors } from '../useRecordForm.ts';

interface Line extends FormLine {
  what: string;
  price: string;
}
interface Values {
  buyer: { id: number; name: string } | null;
  note: string;
  lines: Line[];
}

const line = (id: number, what: string, price = '1'): Line => ({ key: `k${id}`, id, what, price });
const base: Values = { buyer: { id: 1, name: 'Jose Chavez' }, note: '', lines: [line(11, 'Mats')] };

const countOf = (lines: readonly Line[]) => (lines.length > 0 ? `${lines.length} line` : '');

describe('what was changed', () => {
  test('does not count new keys and ids of lines', () => {
    expect(changedFields(base, { ...base, lines: [line(21, 'Mats')] })).toEqual([]);
    expect(changedFields(base, { ...base, lines: [line(11, 'Mats', '2')] })).toEqual(['lines']);
  });

  test('counts another record of the same name', () => {
    const other = { ...base, buyer: { id: 2, name: 'Jose Chavez' } };
    expect(changedFields(base, other)).toEqual(['buyer']);
  });

  test('is listed by name, with its values where they are named, and marked if edited here, too', () => {
    const fieldNames = { note: 'Note', lines: 'Lines' };
    const theirs = { ...base, buyer: null, note: 'Theirs', lines: [] };
    const mine = { ...base, note: 'Mine' };
    expect(describeChanges({ mine, base, theirs }, { fieldNames })).toEqual([
      'Note (you also changed this)',
      'Lines',
    ]);
    const named = { fieldNames, valueTexts: { note: String, lines: countOf } };
    expect(describeChanges({ mine: base, base, theirs }, named)).toEqual([
      'Note: empty → Theirs',
      'Lines: 1 line → empty',
    ]);
  });

  test('is listed once for fields of one name', () => {
    const theirs = { ...base, note: 'Theirs', lines: [] };
    const versions = { mine: { ...base, lines: [] }, base, theirs };
    expect(describeChanges(versions, { fieldNames: { note: 'Terms', lines: 'Terms' } })).toEqual([
      'Terms (you also changed this)',
    ]);
  });
});

describe('a version that someone else saved', () => {
  const theirs: Values = { ...base, note: 'Theirs', lines: [line(21, 'Mats'), line(22, 'Key')] };

  test('stays below the edits made here', () => {
    expect(rebased({ ...base, buyer: null }, base, theirs)).toEqual({ ...theirs, buyer: null });
    expect(rebased({ ...base, note: 'Mine' }, base, theirs)).toEqual({ ...theirs, note: 'Mine' });
  });

  test('gives the lines edited here their new ids', () => {
    const mine = [line(11, 'Mats', '5'), { key: 'new', what: 'Tank', price: '3' }];
    const versions = { mine, base: base.lines, theirs: theirs.lines };
    expect(relinked(versions, ({ what }) => what)).toEqual([
      { key: 'k11', id: 21, what: 'Mats', price: '5' },
      { key: 'new', what: 'Tank', price: '3' },
    ]);
  });

  test('keeps the id of a line that still exists, also if other lines have its name', () => {
    const lines = [line(11, 'Mats'), line(12, 'Mats')];
    const mine = [line(12, 'Mats', '5')];
    const kept = relinked({ mine, base: lines, theirs: lines }, ({ what }) => what);
    expect(kept).toMatchObject([{ id: 12, price: '5' }]);
    const renamed = { mine: [line(11, 'Key'), line(12, 'Mats')], base: lines, theirs: lines };
    expect(relinked(renamed, ({ what }) => what)).toMatchObject([{ id: 11 }, { id: 12 }]);
  });

  test('matches a line renamed here by its previous name, and drops the id of a line removed by someone else', () => {
    const renamed = { mine: [line(11, 'Floor mats')], base: base.lines, theirs: theirs.lines };
    expect(relinked(renamed, ({ what }) => what)).toMatchObject([{ id: 21, what: 'Floor mats' }]);
    const removed = { mine: [line(11, 'Mats', '5')], base: base.lines, theirs: [] };
    expect(relinked(removed, ({ what }) => what)[0]).not.toHaveProperty('id');
  });
});

test('a check reports its errors at their fields', async () => {
  const problems = { note: 'Enter a note', 'lines.0.price': 'Enter an amount' };
  const resolver = checkedBy<Values>(({ note }): Errors => (note ? {} : problems));
  const options = { fields: {}, shouldUseNativeValidation: false };
  expect(await resolver({ ...base, note: 'Here' }, undefined, options)).toMatchObject({
    errors: {},
  });
  expect(await resolver(base, undefined, options)).toMatchObject({
    errors: {
      note: { message: 'Enter a note' },
      lines: [{ price: { message: 'Enter an amount' } }],
    },
  });
});
