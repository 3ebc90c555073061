import { describe, expect, test } from 'vitest';
import {
  findInTree,
  firstExpanded,
  moveOf,
  pathOf,
  rowsOf,
  type TreePerson,
  treeOf,
  typedRow,
} from '../web/chart/tree.ts';

const person = (id: number, name: string, managerId: number | null, jobTitle = ''): TreePerson => ({
  id,
  name,
  jobTitle: jobTitle || null,
  managerId,
});

// Ada ── Ben ── Dora
//     │      └─ Émile
//     └─ Cy
// Zoe
const people = [
  person(1, 'Ada Reyes', null, 'Executive'),
  person(2, 'Ben Ito', 1, 'Sales manager'),
  person(3, 'Cy Novak', 1, 'Controller'),
  person(4, 'Dora Lang', 2, 'Sales consultant'),
  person(5, 'Émile Roux', 2, 'Sales consultant'),
  person(6, 'Zoe Quist', null, 'Consultant'),
];
const tree = treeOf(people);
const all = new Set([1, 2]);
const shownIds = (expanded: ReadonlySet<number>) =>
  rowsOf(tree, expanded).map(({ person: { id } }) => id);

describe('the tree', () => {
  test('shows the reports of expanded managers only, with their level and place', () => {
    expect(shownIds(new Set())).toEqual([1, 6]);
    expect(shownIds(new Set([1]))).toEqual([1, 2, 3, 6]);
    expect(
      rowsOf(tree, all).map(({ person: { id }, level, position, siblings, isExpanded }) => [
        id,
        level,
        position,
        siblings,
        isExpanded,
      ]),
    ).toEqual([
      [1, 1, 1, 2, true],
      [2, 2, 1, 2, true],
      [4, 3, 1, 2, undefined],
      [5, 3, 2, 2, undefined],
      [3, 2, 2, 2, undefined],
      [6, 1, 2, 2, undefined],
    ]);
  });

  test('a line goes on below a row only while siblings of a level above follow', () => {
    const lines = new Map(rowsOf(tree, all).map((row) => [row.person.id, row.lines]));
    expect(lines.get(4)).toEqual([true, true]);
    expect(lines.get(3)).toEqual([true]);
  });

  test('someone whose manager is not in the list is a root', () => {
    const part = treeOf(people.filter(({ id }) => id !== 1));
    expect(part.roots.map(({ id }) => id)).toEqual([2, 3, 6]);
  });

  test('finds by name and title, without accents, and shows who stands above', () => {
    const found = findInTree(tree, 'emile');
    expect([...found.matches]).toEqual([5]);
    expect(rowsOf(tree, new Set(), found.shown).map(({ person: { id } }) => id)).toEqual([1, 2, 5]);
    expect([...findInTree(tree, 'consultant').matches]).toEqual([4, 5, 6]);
    expect([...findInTree(tree, 'consultant dora').matches]).toEqual([4]);
    expect(findInTree(tree, 'plumber').shown.size).toBe(0);
  });

  test('the path upwards has the nearest first', () => {
    expect(pathOf(tree, 4).map(({ id }) => id)).toEqual([2, 1]);
    expect(pathOf(tree, 1)).toEqual([]);
  });

  test('a small group is open at first, of a large one the first two levels', () => {
    expect(firstExpanded(tree)).toEqual(new Set([1, 2]));
    const many = Array.from({ length: 2000 }, (_, at) => person(at + 10, `Person ${at}`, 2));
    const large = treeOf([...people, ...many]);
    expect(firstExpanded(large)).toEqual(new Set([1, 6]));
    expect(large.reports.get(2)).toHaveLength(2002);
  });
});

describe('keys', () => {
  const rows = rowsOf(tree, all);
  const closed = rowsOf(tree, new Set([1]));

  test('move through the rows as they are shown', () => {
    expect(moveOf(rows, 2, 'ArrowDown')).toEqual({ focus: 4 });
    expect(moveOf(closed, 2, 'ArrowDown')).toEqual({ focus: 3 });
    expect(moveOf(rows, 3, 'ArrowUp')).toEqual({ focus: 5 });
    expect(moveOf(rows, 6, 'ArrowDown')).toEqual({});
    expect(moveOf(rows, 4, 'Home')).toEqual({ focus: 1 });
    expect(moveOf(rows, 4, 'End')).toEqual({ focus: 6 });
  });

  test('open and close, then go to the first report or to the manager', () => {
    expect(moveOf(closed, 2, 'ArrowRight')).toEqual({ toggle: 2 });
    expect(moveOf(rows, 2, 'ArrowRight')).toEqual({ focus: 4 });
    expect(moveOf(rows, 4, 'ArrowRight')).toEqual({});
    expect(moveOf(rows, 2, 'ArrowLeft')).toEqual({ toggle: 2 });
    expect(moveOf(rows, 5, 'ArrowLeft')).toEqual({ focus: 2 });
    expect(moveOf(rows, 6, 'ArrowLeft')).toEqual({});
  });

  test('an asterisk opens all siblings, other keys do nothing', () => {
    expect(moveOf(closed, 2, '*')).toEqual({ expandAll: [2, 3] });
    expect(moveOf(rows, 2, 'x')).toBeUndefined();
  });

  test('letters go to the next name that starts with them', () => {
    expect(typedRow(rows, 1, 'd')).toBe(4);
    expect(typedRow(rows, 6, 'a')).toBe(1);
    expect(typedRow(rows, 4, 'do')).toBe(4);
    expect(typedRow(rows, 1, 'em')).toBe(5);
    expect(typedRow(rows, 1, 'q')).toBeUndefined();
  });
});
