import { describe, expect, test } from 'vitest';
import { buildTree, type TreeEmployee } from '../server/directory/tree.ts';

const one = (
  id: number,
  managerId: number | null,
  overrides: Partial<TreeEmployee> = {},
): TreeEmployee => ({
  id,
  name: `Person ${id}`,
  jobTitle: null,
  store: 'ford',
  department: null,
  managerId,
  isShown: true,
  ...overrides,
});

const shape = (rows: ReturnType<typeof buildTree>) =>
  rows.map(({ id, managerId, directReports, allReports }) => [
    id,
    managerId,
    directReports,
    allReports,
  ]);

describe('the tree', () => {
  test('counts direct and all reports', () => {
    const rows = buildTree([one(1, null), one(2, 1), one(3, 1), one(4, 2), one(5, 4)]);
    expect(shape(rows)).toEqual([
      [1, null, 2, 4],
      [2, 1, 1, 2],
      [3, 1, 0, 0],
      [4, 2, 1, 1],
      [5, 4, 0, 0],
    ]);
  });

  test('passes over a manager who left, for the one above them', () => {
    const rows = buildTree([one(1, null), one(2, 1, { isShown: false }), one(3, 2)]);
    expect(shape(rows)).toEqual([
      [1, null, 1, 1],
      [3, 1, 0, 0],
    ]);
  });

  test('has someone whose managers all left as a root', () => {
    const rows = buildTree([one(2, null, { isShown: false }), one(3, 2), one(4, 99)]);
    expect(shape(rows)).toEqual([
      [3, null, 0, 0],
      [4, null, 0, 0],
    ]);
  });

  test('of a store has those above from other stores, marked, and no one else', () => {
    const rows = buildTree(
      [
        one(1, null, { store: null }),
        one(2, 1, { store: 'hyundai' }),
        one(3, 1),
        one(4, 2, { store: 'hyundai' }),
        one(5, 2),
      ],
      'ford',
    );
    expect(rows.map(({ id, isAbove }) => [id, isAbove])).toEqual([
      [1, true],
      [2, true],
      [3, false],
      [5, false],
    ]);
    expect(shape(rows)[1]).toEqual([2, 1, 2, 2]);
  });

  test('of the group has those without a store', () => {
    const rows = buildTree([one(1, null, { store: null }), one(2, 1)], 'group');
    expect(shape(rows)).toEqual([[1, null, 1, 1]]);
  });

  test('ends where a circle was forced into the data', () => {
    const rows = buildTree([one(1, 2), one(2, 1), one(3, 3)]);
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});
