import { describe, expect, test } from 'vitest';
import { iconKeywords, iconNames, iconOf } from '../web/icons.ts';
import { moved, movedBeside } from '../web/order/arrange.ts';
import { byCategory, matching } from '../web/preview/finding.ts';

const list = ['a', 'b', 'c', 'd'];

describe('reordering a list', () => {
  test.each([
    ['b', 'up', 'bacd'],
    ['b', 'down', 'acbd'],
    ['c', 'top', 'cabd'],
    ['b', 'bottom', 'acdb'],
    ['a', 'up', 'abcd'],
    ['d', 'down', 'abcd'],
    ['x', 'up', 'abcd'],
  ] as const)('%s %s: %s', (item, way, expected) => {
    expect(moved(list, item, way).join('')).toBe(expected);
  });

  test.each([
    ['a', 'c', 'before', 'bacd'],
    ['a', 'c', 'after', 'bcad'],
    ['d', 'a', 'before', 'dabc'],
    ['d', 'a', 'after', 'adbc'],
    ['b', 'b', 'after', 'abcd'],
    ['b', 'x', 'after', 'abcd'],
  ] as const)('%s dropped on %s, %s: %s', (item, target, edge, expected) => {
    expect(movedBeside(list, item, target, edge).join('')).toBe(expected);
  });
});

test('icons have search keywords, and an unknown icon falls back to the link icon', () => {
  expect(iconNames.length).toBeGreaterThanOrEqual(60);
  expect(iconKeywords('Building2')).toBe('building 2');
  expect(iconOf('NoSuchIcon')).toBe(iconOf('ExternalLink'));
  expect(iconOf('constructor')).toBe(iconOf('ExternalLink'));
});

test('shortcuts are searched by every term and grouped by category', () => {
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
  expect(byCategory(all).map(([name, items]) => [name, items.length])).toEqual([
    ['Cars', 2],
    ['Help', 1],
  ]);
});
