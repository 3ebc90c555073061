import { expect, test } from 'vitest';
import { pageButtons } from '../pageButtons.ts';

test('offers every page while there are at most five', () => {
  expect(pageButtons(1, 1)).toEqual([1]);
  expect(pageButtons(2, 3)).toEqual([1, 2, 3]);
  expect(pageButtons(5, 5)).toEqual([1, 2, 3, 4, 5]);
});

test('keeps the current page in the middle', () => {
  expect(pageButtons(7, 20)).toEqual([5, 6, 7, 8, 9]);
});

test('offers five at both ends', () => {
  expect(pageButtons(1, 20)).toEqual([1, 2, 3, 4, 5]);
  expect(pageButtons(2, 20)).toEqual([1, 2, 3, 4, 5]);
  expect(pageButtons(19, 20)).toEqual([16, 17, 18, 19, 20]);
  expect(pageButtons(20, 20)).toEqual([16, 17, 18, 19, 20]);
});

test('shows the first page of nothing', () => {
  expect(pageButtons(1, 0)).toEqual([1]);
});

test('a page past the end leaves the last ones to choose from', () => {
  expect(pageButtons(99, 6)).toEqual([2, 3, 4, 5, 6]);
});
