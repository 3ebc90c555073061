import { describe, expect, test } from 'vitest';
import { toCsv } from '../csv.ts';

describe('a table as CSV', () => {
  test.each(['=1+1', '+1', '-1+1', '-A1', '-1\n', '@SUM(A1)', '\t=1', ' =1'])(
    'no cell is a formula in a spreadsheet: %j',
    (text) => {
      expect(toCsv([[text]])).toMatch(/^\uFEFF"?'/);
    },
  );

  test.each(['-1', '-12.50', '0', '12.50'])('a number stays a number: %s', (text) => {
    expect(toCsv([[text]])).toBe(`\uFEFF${text}\r\n`);
  });

  test('commas, quotes and line ends stay in their cell', () => {
    expect(toCsv([['a,b', 'say "hi"', 'x\ny', 'plain']])).toBe(
      '\uFEFF"a,b","say ""hi""","x\ny",plain\r\n',
    );
  });
});
