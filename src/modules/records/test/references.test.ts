import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findReferences, recordKey } from '../contract.ts';

const vin = '1HGCM82633A004352';
const named = (text: string) => findReferences(text).map(({ kind, key }) => `${kind} ${key}`);
const shown = (text: string) =>
  findReferences(text).map(({ start, end }) => text.slice(start, end));

describe('a reference', () => {
  test.each([
    [`Keys for ${vin}?`, `vehicle vin:${vin}`],
    [vin.toLowerCase(), `vehicle vin:${vin}`],
    [`VIN: ${vin}.`, `vehicle vin:${vin}`],
    ['VIN …3A004352', 'vehicle vin8:3A004352'],
    ['vin ending in 3a004352', 'vehicle vin8:3A004352'],
    ['last 8 3A004352', 'vehicle vin8:3A004352'],
    ['#3A004352 is here', 'vehicle vin8:3A004352'],
    ['STK 12345', 'vehicle stock:12345'],
    ['stk#HC325A', 'vehicle stock:HC325A'],
    ['stk: fd-10234', 'vehicle stock:FD10234'],
    ['Stock #A1234', 'vehicle stock:A1234'],
    ['stock no. 12345', 'vehicle stock:12345'],
    ['RO 123456', 'repair_order number:123456'],
    ['RO#10442', 'repair_order number:10442'],
    ['RO-10442', 'repair_order number:10442'],
    ['R.O. 10442', 'repair_order number:10442'],
    ['repair order #10442', 'repair_order number:10442'],
    ['deal 1234', 'deal number:1234'],
    ['Deal #D-1234', 'deal number:D1234'],
    ['deal no. 1234', 'deal number:1234'],
    ['customer #123', 'customer number:123'],
    ['Cust. 4711', 'customer number:4711'],
    ['DOC-7', 'document number:7'],
    ['see document #0123', 'document number:123'],
    ['doc 4711', 'document number:4711'],
  ])('in %j', (text, key) => {
    expect(named(text)).toEqual([key]);
    for (const { key: found } of findReferences(text)) {
      expect(recordKey.parse(found)).toBe(found);
    }
  });

  test.each([
    'We have 150 in stock 12345 times',
    'stock 150 units',
    'a great deal 12',
    'document 1 of 3',
    'doc 12',
    'Dr. Doc-ument 123',
    'deal with 1234 things',
    'pro 123456',
    'RO 12',
    'hero 123456',
    'customer service 12345',
    'A 17-letter word: INTERNATIONALISED',
    '12345678901234567',
    '3A004352',
    '#general',
    'order #12',
    `x${vin}`,
    `${vin}9`,
    'RO 123456-ABC',
    `\`${vin}\``,
    `\`\`RO 123456 \` ${vin}\`\``,
    `\`\`\`\nRO 123456\n\`\`\``,
    `~~~\n${vin}`,
    `https://cars.example/?vin=${vin}`,
    `see www.cars.example/RO-123456`,
    `[RO 123456](https://cars.example/)`,
  ])('is not in %j', (text) => {
    expect(named(text)).toEqual([]);
  });

  test('of a VIN with a wrong check digit is marked invalid', () => {
    const wrong = '1HGCM82643A004352';
    expect(findReferences(`${vin} and ${wrong}`).map(({ checked }) => checked)).toEqual([
      true,
      false,
    ]);
  });

  test('has its position in the text', () => {
    const text = `Ask for (RO 10442), **STK A1234**, then \`deal 999\` and deal 1000\n${vin}, VIN …3A004352`;
    expect(shown(text)).toEqual(['RO 10442', 'STK A1234', 'deal 1000', vin, 'VIN …3A004352']);
    expect(shown('`a` RO 10442 `b` RO 10443 ` RO 10444')).toEqual([
      'RO 10442',
      'RO 10443',
      'RO 10444',
    ]);
  });

  test('can be anywhere: in order, never overlapping, whatever surrounds it', () => {
    const part = fc.oneof(
      fc.constantFrom(vin, 'RO 10442', 'stock #A1234', 'VIN …3A004352', '#3A004352', 'deal 1234'),
      fc.constantFrom(
        '`',
        '```\n',
        '\n',
        ' ',
        '#',
        '-',
        '[',
        '](',
        ')',
        'https://',
        'STK',
        'é',
        '…',
      ),
      fc.string({ maxLength: 12 }),
      fc.stringMatching(/^[A-Z0-9]{1,20}$/),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        let at = 0;
        for (const { start, end, key } of findReferences(text)) {
          const isRight =
            start >= at && end > start && end <= text.length && recordKey.safeParse(key).success;
          if (!isRight) throw new Error(`${key} at ${start}–${end}`);
          at = end;
        }
      }),
      { numRuns: 500 },
    );
  });

  test('is found between spaces anywhere in a text', () => {
    const plainText = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 30 });
    fc.assert(
      fc.property(plainText, plainText, (before, after) => {
        const text = [...before, 'xx', vin, 'xx', ...after].join(' ');
        return findReferences(text).some(
          ({ start, end, key }) => key === `vin:${vin}` && text.slice(start, end) === vin,
        );
      }),
    );
  });

  test.each([
    [
      'backticks of every length',
      (size: number) =>
        Array.from({ length: Math.sqrt(size) }, (_, i) => '`'.repeat(i + 1)).join(' 123 '),
    ],
    ['single backticks', (size: number) => '` 123 '.repeat(size / 6)],
    ['open links', (size: number) => '[123]('.repeat(size / 6)],
    ['brackets', (size: number) => '['.repeat(size - 3) + 123],
    ['characters of a VIN', (size: number) => 'A1234'.repeat(size / 5)],
    ['unfinished names', (size: number) => 'stock no. # '.repeat(size / 12) + 123],
    ['unfinished VINs', (size: number) => 'vin ......'.repeat(size / 10) + 123],
    ['hyphens', (size: number) => `stk ${'A-1'.repeat(size / 3)}`],
  ])('takes linear time: %s', (_, make) => {
    // In quadratic time this would not finish before the test times out.
    for (const { end } of findReferences(make(600_000))) expect(end).toBeLessThanOrEqual(600_010);
  });
});
