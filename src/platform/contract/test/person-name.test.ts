import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { personName } from '../fields.ts';

const read = (name: string) => z.safeParse(personName, name);

describe('a person name', () => {
  test.each([
    ['  Renée ', 'Renée'],
    ['Rene\u0301e', 'Ren\u00e9e'],
    ['Mary  Ann', 'Mary Ann'],
    ["O'Neil", "O'Neil"],
    ['d’Arc-Öztürk', 'd’Arc-Öztürk'],
    ['J.R.', 'J.R.'],
    ['St. John', 'St. John'],
    ['Smith, Jr.', 'Smith, Jr.'],
    ['Robert (Bob)', 'Robert (Bob)'],
    ['Иван', 'Иван'],
    ['山田', '山田'],
    ['نور', 'نور'],
    ['Novak 3', 'Novak 3'],
  ])('%j is normalized to %j', (typed, name) => {
    expect(read(typed)).toMatchObject({ success: true, data: name });
  });

  test.each([
    ['a line end', 'A\r\nBcc: evil'],
    ['a line separator', 'Ann\u2028Lee'],
    ['a change of direction', '\u202eevil'],
    ['nothing to see', '\u200b\u200b'],
    ['an invisible letter', 'Ann\u3164'],
    ['a joiner', 'Ann\u200dLee'],
    ['a soft hyphen', 'An\u00adn'],
    ['a control character', 'Ann\u0007'],
    ['a private character', 'Ann\ue000'],
    ['an unpaired surrogate', 'Ann\ud800'],
    ['no letter', '123'],
    ['marks only', '\u0301'],
    ['an emoji only', '🚗'],
    ['a link', 'URGENT http://evil.example/login'],
    ['a bare domain', 'verify at evil.example'],
    ['a domain in full-width letters', 'ｅｖｉｌ．ｃｏｍ'],
    ['an email address', 'ann@example'],
    ['a username mark', 'Ann (@admin)'],
    ['two alphabets', '\u0410very'],
    ['101 letters', 'x'.repeat(101)],
    ['blanks', '   '],
  ])('with %s is rejected', (_, name) => {
    expect(read(name).success).toBe(false);
  });

  test('is checked quickly even when it is long and odd', () => {
    for (const part of ['.', 'a.', '<', '\u0301', ' ', '/:']) {
      const before = process.cpuUsage();
      read(part.repeat(200_000));
      // CPU time, not wall time: the machine may be busy.
      expect(process.cpuUsage(before).user).toBeLessThan(500_000);
    }
  });
});
