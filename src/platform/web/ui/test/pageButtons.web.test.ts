import { expect, test } from 'vitest';
import { pageButtons } from '../pageButtons.ts';

test('shows every page if there are at most five', () => {
  expect(pageButtons(1, 1)).toEqual([1]);
  expect(pageButtons(2, 3)).toEqual([1, 2, 3]);
  expect(pageButtons(5, 5)).toEqual([1, 2, 3, 4, 5]);
});

test('centers the current page', () => {
  expect(pageButtons(7, 20)).toEqual([5, 6, 7, 8, 9]);
});

test('shows five at both ends', () => {
  expect(pageButtons(1, 20)).toEqual([1, 2, 3, 4, 5]);
  expect(pageButtons(2, 20)).toEqual([1, 2, 3, 4, 5]);
  expect(pageButtons(19, 20)).toEqual([16, 17, 18, 19, 20]);
  expect(pageButtons(20, 20)).toEqual([16, 17, 18, 19, 20]);
});

test('shows the first page of an empty list', () => {
  expect(pageButtons(1, 0)).toEqual([1]);
});

test('shows the last pages for a page past the end', () => {
  expect(pageButtons(99, 6)).toEqual([2, 3, 4, 5, 6]);
});
