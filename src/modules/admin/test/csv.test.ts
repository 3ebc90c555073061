import { describe, expect, test } from 'vitest';
import { CsvError, readCsv } from '../server/import/csv.ts';

describe('CSV', () => {
  test.each<[string, string, string[][]]>([
    [
      'commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b,c;d\n1;2;3\n',
      [
        ['a', 'b,c', 'd'],
        ['1', '2', '3'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'all line endings',
      'a,b\r\n1,2\r3,4\n5,6',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    [
      'a byte order mark',
      '\uFEFFa,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotes',
      '"a, b","say ""hi"""\n"two\nlines",""',
      [
        ['a, b', 'say "hi"'],
        ['two\nlines', ''],
      ],
    ],
    [
      'empty cells',
      'a,,c,\n,,,\n',
      [
        ['a', '', 'c', ''],
        ['', '', '', ''],
      ],
    ],
    [
      'an empty cell at the end',
      'a,b\n1,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['a blank line', 'a\n\nb\n', [['a'], [''], ['b']]],
    ['blank lines at the start', '\n\na\n', [[''], [''], ['a']]],
    ['blank lines at the end', 'a\n\n\n', [['a']]],
    ['half a million blank lines', `a,b\n${'\n'.repeat(500_000)}`, [['a', 'b']]],
    [
      'a separator only inside quotes',
      '"a;b;c",d\n1,2',
      [
        ['a;b;c', 'd'],
        ['1', '2'],
      ],
    ],
    [
      'formulas as text',
      'a\n"=1+1"\n=CMD()\n@x\n-2\n',
      [['a'], ['=1+1'], ['=CMD()'], ['@x'], ['-2']],
    ],
    ['a quote in the middle of a plain cell', 'a\n5" pipe\n', [['a'], ['5" pipe']]],
    ['one cell', 'a', [['a']]],
    ['nothing', '', []],
  ])('%s', (_name, text, rows) => {
    expect(readCsv(text)).toEqual(rows);
  });

  test.each([
    ['an unclosed quote', 'a,b\n"1,2\n3,4', /line 2 is not closed/],
    ['an unclosed quote after blank lines', 'a,b\n\n\n1,"2', /line 4 is not closed/],
    ['text after a quote', 'a,b\n"1"x,2', /closing quote in line 2/],
    ['another separator after a quote', '"a";b;c\n"1",2', /closing quote in line 2/],
  ])('%s is an error', (_name, text, sentence) => {
    expect(() => readCsv(text)).toThrow(CsvError);
    expect(() => readCsv(text)).toThrow(sentence);
  });

  test('is read up to a number of rows that are not blank', () => {
    expect(readCsv('a\n\n1\n , \n2\n3\n', 3)).toEqual([['a'], [''], ['1'], [' ', ' '], ['2']]);
  });

  test('of any content and size is parsed or rejected', () => {
    for (const text of ['"'.repeat(500_001), ','.repeat(500_000), '"a",\r'.repeat(100_000)]) {
      try {
        expect(readCsv(text).length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(CsvError);
      }
    }
  });
});
