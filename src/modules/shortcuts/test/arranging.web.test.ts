import { describe, expect, test } from 'vitest';
import { iconKeywords, iconNames, iconOf } from '../web/icons.ts';
import { moved, movedBeside } from '../web/order/arrange.ts';
import { byCategory, matching } from '../web/preview/finding.ts';

const list = ['a', 'b', 'c', 'd'];

describe('a list put in order', () => {
  test.each([
    ['b', 'up', 'bacd'],
    ['b', 'down', 'acbd'],
    ['c', 'top', 'cabd'],
    ['b', 'bottom', 'acdb'],
    ['a', 'up', 'abcd'],
    ['d', 'down', 'abcd'],
    ['x', 'up', 'abcd'],
  ] as const)('%s %s: %s', (item, way, wanted) => {
    expect(moved(list, item, way).join('')).toBe(wanted);
  });

  test.each([
    ['a', 'c', 'before', 'bacd'],
    ['a', 'c', 'after', 'bcad'],
    ['d', 'a', 'before', 'dabc'],
    ['d', 'a', 'after', 'adbc'],
    ['b', 'b', 'after', 'abcd'],
    ['b', 'x', 'after', 'abcd'],
  ] as const)('%s dropped on %s, %s: %s', (item, target, edge, wanted) => {
    expect(movedBeside(list, item, target, edge).join('')).toBe(wanted);
  });
});

test('icons are found by their words, and an unknown one is drawn like any link', () => {
  expect(iconNames.length).toBeGreaterThanOrEqual(60);
  expect(iconKeywords('Building2')).toBe('building 2');
  expect(iconOf('NoSuchIcon')).toBe(iconOf('ExternalLink'));
  expect(iconOf('constructor')).toBe(iconOf('ExternalLink'));
});

test('shortcuts are found by every word, and stand under their categories', () => {
  const shortcut = (title: string, category: string) => ({
    id: 1,
    title,
    category,
    url: 'https://example.com',
    description: 'Recalls by VIN',
    icon: 'Link',
    isGlobal: true,
    roles: [],
    departments: [],
    stores: [],
    isActive: true,
    order: 0,
    version: 1,
  });
  const all = [shortcut('Recalls', 'Cars'), shortcut('Mail', 'Help'), shortcut('Titles', 'Cars')];
  expect(matching(all, ' vin  MAIL ').map(({ title }) => title)).toEqual(['Mail']);
  expect(matching(all, 'nothing')).toEqual([]);
  expect(byCategory(all).map(([name, some]) => [name, some.length])).toEqual([
    ['Cars', 2],
    ['Help', 1],
  ]);
});
