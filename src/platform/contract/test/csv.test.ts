import { describe, expect, test } from 'vitest';
import { toCsv } from '../csv.ts';

describe('a table as CSV', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1'])(
    'no cell is a formula to a spreadsheet: %j',
    (text) => {
      expect(toCsv([[text]])).toMatch(/^\uFEFF"?'/);
    },
  );

  test('commas, quotes and line ends stay in their cell', () => {
    expect(toCsv([['a,b', 'say "hi"', 'x\ny', 'plain']])).toBe(
      '\uFEFF"a,b","say ""hi""","x\ny",plain\r\n',
    );
  });
});
