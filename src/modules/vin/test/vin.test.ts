import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkDigitOf,
  checkVin,
  cleanVin,
  correctVin,
  findVinProblem,
  freeVin,
  lastEight,
  makeOf,
  modelYearOf,
  modelYearsOf,
  vinInput,
  vinPattern,
} from '../contract.ts';
import { sampleVins, templates } from './vins.ts';

const alphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const good = [
  '11111111111111111',
  '1M8GDM9AXKP042788',
  '1FACP45EXLF192944',
  '5GZCZ43D13S812715',
  'KM8K2CAB4PU001140',
  '1HGCM82633A004352',
];

describe('a check digit', () => {
  test.each(good)('of %s is valid', (vin) => {
    expect(checkVin(vin)).toEqual({ valid: true, problem: null });
    expect(checkDigitOf(vin)).toBe(vin.charAt(8));
  });

  test('check reports what is wrong with an invalid VIN', () => {
    expect(checkVin('')).toEqual({ valid: false, problem: 'length' });
    expect(checkVin('1HGCM82633A00435')).toEqual({ valid: false, problem: 'length' });
    expect(checkVin('1HGCM82633A0O4352')).toEqual({ valid: false, problem: 'characters' });
    expect(checkVin('1hgcm82633a004352')).toEqual({ valid: false, problem: 'characters' });
    expect(checkVin('1HGCM82633A004353')).toEqual({ valid: false, problem: 'check_digit' });
  });

  test('catches nine of ten wrong or swapped characters', () => {
    const wrong = { all: 0, caught: 0 };
    const swapped = { all: 0, caught: 0 };
    const tally = (count: typeof wrong, vin: string) => {
      count.all++;
      if (!checkVin(vin).valid) count.caught++;
    };
    for (const vin of sampleVins(150)) {
      for (let at = 0; at < 17; at++) {
        for (const other of alphabet) {
          if (other !== vin[at]) tally(wrong, vin.slice(0, at) + other + vin.slice(at + 1));
        }
        const [one = '', two = ''] = [vin.charAt(at), vin.charAt(at + 1)];
        if (two && one !== two) tally(swapped, vin.slice(0, at) + two + one + vin.slice(at + 2));
      }
    }
    const rates = [wrong, swapped].map(({ all, caught }) => (100 * caught) / all);
    console.info(
      `check digit: ${rates[0]?.toFixed(2)} % of ${wrong.all} wrong characters caught, ${rates[1]?.toFixed(2)} % of ${swapped.all} swaps`,
    );
    expect(rates[0]).toBeGreaterThan(91.5);
    expect(rates[1]).toBeGreaterThan(88);
  });
});

describe('cleaning', () => {
  test.each([
    ['1hgcm82633a004352', '1HGCM82633A004352'],
    [' 1HGCM 82633-A004352\n', '1HGCM82633A004352'],
    ['VIN: 1HGCM82633A004352', '1HGCM82633A004352'],
    ['vin 1HGCM82633A004352', '1HGCM82633A004352'],
    ['I1HGCM82633A004352', '1HGCM82633A004352'],
    ['1HGCM82633A004352K', '1HGCM82633A004352'],
    ['https://cars.example/v?vin=1HGCM82633A004352&src=qr', '1HGCM82633A004352'],
    ['1HGCM82633A004352,2003,HONDA,ACCORD', '1HGCM82633A004352'],
  ])('finds the VIN in %j', (text, vin) => {
    expect(cleanVin(text)).toBe(vin);
  });

  test('returns invalid input cleaned, so that the user can correct it', () => {
    expect(cleanVin('a004-352')).toBe('A004352');
    expect(cleanVin('')).toBe('');
    expect(cleanVin('1HGCM82633A0O4352')).toBe('1HGCM82633A0O4352');
  });

  test('suggests look-alikes as a correction and never applies them', () => {
    expect(correctVin('1HGCM82633AOQ4352')).toBe('1HGCM82633A004352');
    expect(correctVin('IHGCM82633A004352')).toBe('1HGCM82633A004352');
    expect(correctVin('1HGCM82633A004352')).toBeNull();
    expect(correctVin('1HGCM82633AOO4353')).toBeNull();
    expect(correctVin('hello')).toBeNull();
  });

  test('returns only capitals and digits, whatever the input', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'binary' }), (text) => {
        return /^[A-Z0-9]*$/.test(cleanVin(text));
      }),
    );
  });
});

describe('decoding a VIN', () => {
  test('gives make and year of every model line the group sells', () => {
    for (const { make, vin, year } of templates()) {
      expect(vin).toMatch(vinPattern);
      expect([vin, makeOf(vin), modelYearOf(vin)]).toEqual([vin, make, year]);
    }
  });

  test.each([
    ['KM8K2CAB4PU001140', 'Hyundai', 2023],
    ['1HGCM82633A004352', 'Honda', 2003],
    ['5GZCZ43D13S812715', 'Saturn', 2003],
    ['1FACP45EXLF192944', 'Ford', 1990],
  ])('%s is a %s of %i', (vin, make, year) => {
    expect([makeOf(vin), modelYearOf(vin)]).toEqual([make, year]);
  });

  test('separates makes that share their first characters', () => {
    const make = (start: string) => makeOf(start.padEnd(17, '1'));
    expect(make('1C4RJFBG8')).toBe('Jeep');
    expect(make('1C6RR7LT4')).toBe('Ram');
    expect(make('2C3CDXBG1')).toBe('Dodge');
    expect(make('5NMMCDTB1')).toBe('Genesis');
    expect(make('5NMS3DAJ1')).toBe('Hyundai');
    expect(make('3KPC24A35')).toBe('Hyundai');
    expect(make('3KPF24AD1')).toBe('Kia');
    expect(make('JN1ZZ')).toBeNull();
    expect(make('ZZZ')).toBeNull();
    expect(makeOf('1FT')).toBeNull();
  });

  test('gives both possible years of a heavy truck, and none if the tenth position is invalid', () => {
    expect(modelYearsOf('KM8K2CAB4PU001140')).toEqual([1993, 2023]);
    expect(modelYearOf('WVWZZZ1JZ0W000001')).toBeNull();
    expect(modelYearOf('1HGCM82633')).toBeNull();
    expect(modelYearsOf('')).toEqual([]);
  });

  test('gives the last eight', () => {
    expect(lastEight('1HGCM82633A004352')).toBe('3A004352');
  });
});

test.each([' 1ftfw1e50nfa12345 ', '1FTFW1E50NFA1234', '1FTFW1E50NFA1234O'])(
  'forms and endpoints accept the same: %s',
  (typed) => {
    const isAccepted = findVinProblem(typed) === undefined;
    expect(vinInput.safeParse(typed).success).toBe(isAccepted);
    expect(freeVin.safeParse(typed).success).toBe(isAccepted);
  },
);
