import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asText, classify, isDriverLicense, maxValueLength } from '../contract/classify.ts';
import { isTradeNumber, parseGs1 } from '../contract/gs1.ts';
import { correctionsOf, expectedCheckDigit, findVin, wrongVinLength } from '../contract/vin.ts';

const vin = 'KM8K2CAB4PU001140';
const classified = (text: string) => {
  const { kind, value } = classify(text);
  return `${kind} ${value}`;
};

describe('a VIN', () => {
  test.each([
    ['unchanged', vin],
    ['in lowercase', vin.toLowerCase()],
    ['with blanks and hyphens', ' KM8K2-CAB4 PU0-01140 '],
    ['with the asterisks of Code 39', `*${vin}*`],
    ['with the I of an import label', `I${vin}`],
    ['with a check character of the label', `${vin}7`],
    ['with a symbology identifier', `]C0${vin}`],
    ['with a line ending', `${vin}\r\n`],
    ['in a URL', `https://dealer.example/v?vin=${vin}&s=1`],
    ['on a label', `VIN: ${vin}  COLOR: BLUE`],
  ])('is found %s', (_, text) => {
    expect(classified(text)).toBe(`vin ${vin}`);
  });

  test('with an invalid check digit is still a VIN if the text contains nothing else', () => {
    expect(classified('KM8K2CAB4PU001141')).toBe('vin KM8K2CAB4PU001141');
    expect(classified('IKM8K2CAB4PU001141')).toBe('vin KM8K2CAB4PU001141');
    expect(classified('KM8K2CAB4PUOO1140')).toBe('vin KM8K2CAB4PUOO1140');
    expect(findVin('https://dealer.example/KM8K2CAB4PU001141')).toBeNull();
  });

  test.each(['INTERNATIONALIZED', 'Parts counter 12a', 'x'.repeat(17), 'hello', ''])(
    '%s is not a VIN',
    (text) => {
      expect(classify(text).kind).toBe('text');
    },
  );

  test('of the wrong length reports its length', () => {
    expect(wrongVinLength(vin.slice(1))).toBe(16);
    expect(wrongVinLength(`${vin}00`)).toBe(19);
    expect(wrongVinLength(vin)).toBeNull();
    expect(wrongVinLength('two words and more')).toBeNull();
    expect(wrongVinLength('1234567890123456')).toBeNull();
  });
});

describe('corrections', () => {
  const of = (text: string) => correctionsOf(text).map((correction) => correction.vin);

  test('put look-alikes first', () => {
    expect(of('KM8K2CAB4PUOO1I40')[0]).toBe(vin);
    expect(of('KM8K2CA84PU001140').slice(0, 3)).toContain(vin);
    expect(of('KM8K2CAB4PU0011A0')).toContain(vin);
    expect(of('KM8K2CAB4PU001104')).toContain(vin);
  });

  test('are valid, report the changed indexes and are at most five', () => {
    expect(correctionsOf('KM8K2CA84PU001140')).toContainEqual({ vin, changed: [7] });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 16 }),
        fc.constantFrom(...'0123456789ABCDEFGHJKLMNPRSTUVWXYZ'),
        (at, other) => {
          const read = vin.slice(0, at) + other + vin.slice(at + 1);
          const found = correctionsOf(read);
          expect(found.length).toBeLessThanOrEqual(5);
          expect(new Set(found.map((correction) => correction.vin)).size).toBe(found.length);
          for (const correction of found) {
            expect(findVin(correction.vin)).toBe(correction.vin);
            expect(correction.changed.every((at) => correction.vin[at] !== read[at])).toBe(true);
          }
        },
      ),
    );
  });

  test('include the expected check digit', () => {
    expect(expectedCheckDigit('1M8GDM9A0KP042788')).toBe('X');
    expect(expectedCheckDigit('KM8K2CAB9PU001140')).toBe('4');
    expect(expectedCheckDigit('KM8K2CAB4PUOO1140')).toBeNull();
  });
});

describe('other codes', () => {
  test.each([
    ['RO 123456', 'repair_order 123456'],
    ['ro#004512', 'repair_order 004512'],
    ['R.O. No. 88123', 'repair_order 88123'],
    ['STK 12345', 'stock_number 12345'],
    ['Stock #hc325a', 'stock_number HC325A'],
    ['HC325A', 'stock_number HC325A'],
    ['FN260117', 'stock_number FN260117'],
    ['26300-35505', 'part_number 26300-35505'],
    ['BR3Z-9601-A', 'part_number BR3Z-9601-A'],
    ['fl-820-s', 'part_number FL-820-S'],
    ['4006381333931', 'part_number 4006381333931'],
    ['036000291452', 'part_number 036000291452'],
    ['https://ford.example/tsb/1', 'url https://ford.example/tsb/1'],
    ['HTTP://FORD.EXAMPLE', 'url HTTP://FORD.EXAMPLE'],
    ['javascript:alert(1)', 'text javascript:alert(1)'],
    ['2026-11-20', 'text 2026-11-20'],
    ['316-555-0142', 'text 316-555-0142'],
    ['4006381333932', 'text 4006381333932'],
    ['  two\n lines\t', 'text two lines'],
  ])('%s', (text, expected) => {
    expect(classified(text)).toBe(expected);
  });

  test('in retail formats are part numbers', () => {
    expect(classify('96385074', 'ean_8')).toEqual({ kind: 'part_number', value: '96385074' });
  });

  test('in GS1 format are split into fields', () => {
    const printed = '(01)09501101530003(10)AB12(21)X9';
    expect(classified(']C1010950110153000310AB12\x1d21X9')).toBe(`part_number ${printed}`);
    expect(classified('010950110153000310AB12\x1d21X9')).toBe(`part_number ${printed}`);
    expect(classified(printed)).toBe(`part_number ${printed}`);
    expect(classified(']d20109501101530003')).toBe('part_number 09501101530003');
    expect(parseGs1('(01)09501101530004')).toBeNull();
    expect(parseGs1('')).toBeNull();
  });

  test('with a check digit are trade numbers', () => {
    expect(['96385074', '036000291452', '09501101530003'].map(isTradeNumber)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['96385075', '1234567', ''].map(isTradeNumber)).toEqual([false, false, false]);
  });
});

test('a driver license is recognized by its header', () => {
  expect(isDriverLicense('@\n\x1e\rANSI 636015080002DL00410278')).toBe(true);
  expect(isDriverLicense(']L2@\n\x1e\rAAMVA6360150101DL00290179')).toBe(true);
  expect(isDriverLicense('ANSI 636015080002DL00410278')).toBe(true);
  expect(isDriverLicense('mail@ANSI.example')).toBe(false);
  expect(isDriverLicense('ANSI standard')).toBe(false);
});

test('any text is classified, with a value of limited length', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 3_000 });
  fc.assert(
    fc.property(anything, (text) => {
      for (const { value } of [classify(text), asText(text)]) {
        expect(value.length).toBeLessThanOrEqual(maxValueLength);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: asserts that none are left
        expect(value).not.toMatch(/[\x00-\x1f\x7f]/);
      }
    }),
  );
});
