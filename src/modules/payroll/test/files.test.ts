import { describe, expect, test } from 'vitest';
import { roundTogether } from '../contract/duration.ts';
import { type Codes, defaultCodes, type Provider } from '../contract/exports.ts';
import type { Line, Statement } from '../contract/statement.ts';
import { paidHours } from '../server/exporting/cells.ts';
import { bytesOf } from '../server/exporting/export.ts';
import { type ExportedPerson, makeFile } from '../server/exporting/files.ts';

const hourMs = 3_600_000;
const period = { startsOn: '2026-06-07', endsOn: '2026-06-20', paysOn: '2026-06-26' };

type Hours = [
  store: Line['store'],
  regular?: number,
  overtime?: number,
  double?: number,
  premium?: number,
];

const lineOf = ([store, regular = 0, overtime = 0, double = 0, premium = 0]: Hours): Line => ({
  store,
  regularMs: regular * hourMs,
  overtimeMs: overtime * hourMs,
  doubleMs: double * hourMs,
  premiumHours: premium,
});

interface Input {
  worked?: Hours[];
  adjusted?: Hours[];
  timeOff?: [kind: string, hours: number][];
  lateTimeOff?: [kind: string, hours: number][];
  isSalaried?: boolean;
  number?: string | null;
  isOwnNumber?: boolean;
  name?: [first: string, last: string];
  store?: ExportedPerson['store'];
}

let count = 0;
function person(input: Input): ExportedPerson {
  count += 1;
  const { worked = [], adjusted = [], timeOff = [], lateTimeOff = [] } = input;
  const { isSalaried = false, store = 'ford' } = input;
  const [firstName, lastName] = input.name ?? ['Maria', 'Lopez'];
  const statement: Statement = {
    period,
    days: [],
    lines: worked.map(lineOf),
    adjustments: [
      ...adjusted.map((one) => lineOf(one)),
      ...lateTimeOff.map(([timeOff, hours]) => ({ ...lineOf([null, hours]), timeOff })),
    ].map((one, id) => ({
      id,
      from: '2026-05-24',
      to: '2026-06-06',
      reason: 'Forgot to clock out',
      ...one,
    })),
    timeOff: timeOff.map(([kind, hours]) => ({ kind, ms: hours * hourMs })),
    paidBreakMs: 0,
  };
  return {
    userId: count,
    name: `${firstName} ${lastName}`,
    firstName,
    lastName,
    number: input.number === undefined ? '12' : input.number,
    isOwnNumber: input.isOwnNumber ?? false,
    store,
    hours: paidHours(statement, { isSalaried }),
  };
}

const codes: Record<Provider, Codes> = {
  adp: {
    ...defaultCodes.adp,
    company: 'LKF',
    timeOff: { Vacation: 'V', 'Sick leave': 'S' },
  },
  paychex: {
    ...defaultCodes.paychex,
    company: '0070A123',
    timeOff: { Vacation: 'Vacation', 'Sick leave': 'Sick' },
  },
  gusto: { ...defaultCodes.gusto, timeOff: { Vacation: 'pto', 'Sick leave': 'sick' } },
};

const make = (provider: Provider, people: ExportedPerson[], changes: Partial<Codes> = {}) =>
  makeFile(provider, {
    period,
    unit: 'ford',
    codes: { ...codes[provider], ...changes },
    people,
  });

const dept = { ford: '100', hyundai: '200', chevrolet: '' };

type Case = [
  name: string,
  people: () => ExportedPerson[],
  changes: Partial<Codes>,
  expected: string[],
];

const rowsAt = (provider: Provider) => (people: ExportedPerson[], changes?: Partial<Codes>) =>
  make(provider, people, changes).rows.map((row) => row.join(','));
const problemsAt = (provider: Provider) => (people: ExportedPerson[], changes?: Partial<Codes>) =>
  make(provider, people, changes).problems.map(({ text }) => text);

const atTwoStores = () => [
  person({
    worked: [
      ['ford', 30],
      ['hyundai', 10, 6],
    ],
  }),
];

describe('ADP Workforce Now', () => {
  const lines = rowsAt('adp');

  test('has its columns, its file name and no byte order mark', () => {
    const made = make('adp', [person({ worked: [['ford', 80, 5]] })]);
    expect(made.fileName).toBe('PRLKFEPI.csv');
    expect(made.problems).toEqual([]);
    expect(bytesOf(made).toString('utf8')).toBe(
      'Co Code,Batch ID,File #,Temp Dept,Reg Hours,O/T Hours,Hours 3 Code,Hours 3 Amount,Hours 4 Code,Hours 4 Amount\r\n' +
        'LKF,260620,000012,,80.00,5.00,,,,\r\n',
    );
  });

  const cases: Case[] = [
    [
      'a company code of two characters is padded, in the rows and in the name',
      () => [person({ worked: [['ford', 40]] })],
      { company: 'LK' },
      ['LK_,260620,000012,,40.00,,,,,'],
    ],
    [
      'hours that are zero are empty',
      () => [person({ worked: [['ford', 0, 3]] })],
      {},
      ['LKF,260620,000012,,,3.00,,,,'],
    ],
    [
      'hours at two stores are a row for each department',
      atTwoStores,
      { stores: dept },
      ['LKF,260620,000012,100,30.00,,,,,', 'LKF,260620,000012,200,10.00,6.00,,,,'],
    ],
    [
      'stores without a department are one row',
      atTwoStores,
      {},
      ['LKF,260620,000012,,40.00,6.00,,,,'],
    ],
    [
      'double time and missed meals are coded hours',
      () => [person({ worked: [['ford', 8, 4, 1.5, 1]] })],
      {},
      ['LKF,260620,000012,,8.00,4.00,DT,1.50,MP,1.00'],
    ],
    [
      'missed meals alone are in the first code',
      () => [person({ worked: [['ford', 7, 0, 0, 2]] })],
      {},
      ['LKF,260620,000012,,7.00,,MP,2.00,,'],
    ],
    [
      'time off is a row with codes, at the home store',
      () => [
        person({
          worked: [['hyundai', 32]],
          timeOff: [
            ['Vacation', 8],
            ['Sick leave', 4.5],
          ],
        }),
      ],
      { stores: dept },
      ['LKF,260620,000012,200,32.00,,,,,', 'LKF,260620,000012,100,,,V,8.00,S,4.50'],
    ],
    [
      'three kinds of time off are two rows',
      () => [
        person({
          timeOff: [
            ['Vacation', 8],
            ['Sick leave', 4],
            ['Jury duty', 8],
          ],
        }),
      ],
      { timeOff: { Vacation: 'V', 'Sick leave': 'S', 'Jury duty': 'J' } },
      ['LKF,260620,000012,,,,V,8.00,S,4.00', 'LKF,260620,000012,,,,J,8.00,,'],
    ],
    [
      'an adjustment is a row of its own, also a negative one',
      () => [person({ worked: [['ford', 80]], adjusted: [['ford', -1.5, 2]] })],
      {},
      ['LKF,260620,000012,,80.00,,,,,', 'LKF,260620,000012,,-1.50,2.00,,,,'],
    ],
    [
      'two adjustments of a store are one row',
      () => [
        person({
          adjusted: [
            ['ford', 1],
            ['ford', 0.25],
          ],
        }),
      ],
      {},
      ['LKF,260620,000012,,1.25,,,,,'],
    ],
    [
      'time off of a locked period is a row of its own, added by kind, also of a salary',
      () => [
        person({
          timeOff: [['Vacation', 8]],
          lateTimeOff: [
            ['Vacation', 16],
            ['Sick leave', 4],
            ['Vacation', -4],
          ],
          isSalaried: true,
        }),
      ],
      {},
      ['LKF,260620,000012,,,,V,8.00,,', 'LKF,260620,000012,,,,V,12.00,S,4.00'],
    ],
    [
      'time off of a locked period that comes to nothing is no row',
      () => [
        person({
          worked: [['ford', 8]],
          lateTimeOff: [
            ['Vacation', 8],
            ['Vacation', -8],
          ],
        }),
      ],
      {},
      ['LKF,260620,000012,,8.00,,,,,'],
    ],
    [
      'of a salary only overtime, premiums and time off are exported',
      () => [person({ worked: [['ford', 80, 3]], timeOff: [['Vacation', 8]], isSalaried: true })],
      {},
      ['LKF,260620,000012,,,3.00,,,,', 'LKF,260620,000012,,,,V,8.00,,'],
    ],
    [
      'a salary without anything else has no row',
      () => [person({ worked: [['ford', 80]], isSalaried: true })],
      {},
      [],
    ],
    [
      'an own number comes before the employee number',
      () => [person({ worked: [['ford', 8]], number: '443210', isOwnNumber: true })],
      {},
      ['LKF,260620,443210,,8.00,,,,,'],
    ],
    [
      'hundredths of all stores add up to the rounded total',
      // Three times 6 h 20 min 20 s: 6.33888…; together 19.0166…
      () => [
        person({
          worked: [
            ['ford', 6.338_888],
            ['hyundai', 6.338_888],
            ['chevrolet', 6.338_888],
          ],
        }),
      ],
      { stores: { ford: '1', hyundai: '2', chevrolet: '3' } },
      [
        'LKF,260620,000012,1,6.34,,,,,',
        'LKF,260620,000012,2,6.34,,,,,',
        'LKF,260620,000012,3,6.34,,,,,',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, people, changes, expected) => {
    expect(lines(people(), changes)).toEqual(expected);
  });

  test('says what is missing', () => {
    const texts = problemsAt('adp');
    const hours = { worked: [['ford', 8]] as Hours[] };
    expect(texts([person({ ...hours, number: null })])).toEqual([
      'Maria Lopez has no employee number.',
    ]);
    expect(texts([person({ ...hours, number: 'A12' })])).toEqual([
      'Maria Lopez has the number A12: ADP file numbers have up to six digits.',
    ]);
    expect(texts([person(hours)], { company: '' })).toEqual([
      'Enter the two or three characters of the ADP company code of Ford.',
    ]);
    expect(texts([person({ timeOff: [['Jury duty', 8]] })])).toEqual([
      'Enter the ADP Workforce Now code for Jury duty.',
    ]);
    expect(texts([person({ worked: [['ford', 8, 0, 1]] })], { doubleTime: '' })).toEqual([
      'Enter the ADP Workforce Now code for double time.',
    ]);
    expect(texts([person(hours), person({ ...hours, name: ['Ben', 'Hollis'] })])).toEqual([
      'Maria Lopez shares the number 12 with someone.',
      'Ben Hollis shares the number 12 with someone.',
    ]);
    const padded = person({ ...hours, number: '0012', name: ['Ben', 'Hollis'] });
    expect(texts([person(hours), padded])).toEqual([
      'Maria Lopez shares the number 12 with someone.',
      'Ben Hollis shares the number 0012 with someone.',
    ]);
    // Without hours no one is in the file or needs a number.
    expect(texts([person({ number: null })])).toEqual([]);
  });
});

describe('Paychex Flex', () => {
  const header =
    'Client ID,Worker ID,Org,Job Number,Pay Component,Rate,Rate Number,Hours,Units,Line Date,Amount,Check Seq Number,Override State,Override Local,Override Local Jurisdiction,Labor Assignment';
  const row = (org: string, component: string, hours: string, worker = '12') =>
    `0070A123,${worker},${org},,${component},,,${hours},,,,,,,,`;
  const lines = rowsAt('paychex');

  test('has its columns and no byte order mark', () => {
    const made = make('paychex', [person({ worked: [['ford', 80, 5]] })]);
    expect(made.fileName).toBe('paychex-0070A123-2026-06-20.csv');
    expect(bytesOf(made).toString('utf8').split('\r\n')).toEqual([
      header,
      row('', 'Regular', '80.00'),
      row('', 'Overtime', '5.00'),
      '',
    ]);
  });

  const cases: Case[] = [
    [
      'regular hours',
      () => [person({ worked: [['ford', 38.25]] })],
      {},
      [row('', 'Regular', '38.25')],
    ],
    [
      'overtime alone',
      () => [person({ worked: [['ford', 0, 4]] })],
      {},
      [row('', 'Overtime', '4.00')],
    ],
    [
      'double time and missed meals have components of their own',
      () => [person({ worked: [['ford', 8, 4, 1.5, 1]] })],
      {},
      [
        row('', 'Regular', '8.00'),
        row('', 'Overtime', '4.00'),
        row('', 'Doubletime', '1.50'),
        row('', 'Meal Premium', '1.00'),
      ],
    ],
    [
      'each store with an organization has its rows',
      atTwoStores,
      { stores: dept },
      [
        row('100', 'Regular', '30.00'),
        row('200', 'Regular', '10.00'),
        row('200', 'Overtime', '6.00'),
      ],
    ],
    [
      'stores without one are together',
      () => [
        person({
          worked: [
            ['ford', 30],
            ['chevrolet', 10],
          ],
        }),
      ],
      {},
      [row('', 'Regular', '40.00')],
    ],
    [
      'hours without a store have no organization',
      () => [
        person({
          worked: [
            ['ford', 30],
            [null, 10],
          ],
        }),
      ],
      { stores: dept },
      [row('100', 'Regular', '30.00'), row('', 'Regular', '10.00')],
    ],
    [
      'time off is at the home store',
      () => [person({ store: 'hyundai', timeOff: [['Vacation', 8]] })],
      { stores: dept },
      [row('200', 'Vacation', '8.00')],
    ],
    [
      'of the whole group it has no organization',
      () => [person({ store: null, timeOff: [['Sick leave', 4]] })],
      { stores: dept },
      [row('', 'Sick', '4.00')],
    ],
    [
      'time off of a locked period follows as rows of its own',
      () => [person({ timeOff: [['Vacation', 8]], lateTimeOff: [['Vacation', -4]] })],
      {},
      [row('', 'Vacation', '8.00'), row('', 'Vacation', '-4.00')],
    ],
    [
      'adjustments follow as rows of their own',
      () => [person({ worked: [['ford', 80]], adjusted: [['ford', -2, 2]] })],
      {},
      [row('', 'Regular', '80.00'), row('', 'Regular', '-2.00'), row('', 'Overtime', '2.00')],
    ],
    [
      'of a salary the regular hours are left out',
      () => [person({ worked: [['ford', 80, 1]], isSalaried: true })],
      {},
      [row('', 'Overtime', '1.00')],
    ],
    [
      'codes of the company’s own',
      () => [person({ worked: [['ford', 8, 1]] })],
      { regular: 'Hourly', overtime: 'OT 1.5' },
      [row('', 'Hourly', '8.00'), row('', 'OT 1.5', '1.00')],
    ],
    [
      'several people, in their order',
      () => [
        person({ worked: [['ford', 8]], number: '3' }),
        person({ worked: [['ford', 9]], number: '4', isOwnNumber: true }),
      ],
      {},
      [row('', 'Regular', '8.00', '3'), row('', 'Regular', '9.00', '4')],
    ],
  ];
  test.each(cases)('%s', (_name, people, changes, expected) => {
    expect(lines(people(), changes)).toEqual(expected);
  });

  test('never has a rate or an amount', () => {
    const { columns, rows } = make('paychex', [person({ worked: [['ford', 8, 4, 1.5, 1]] })]);
    for (const name of ['Rate', 'Rate Number', 'Amount']) {
      expect(rows.map((one) => one[columns.indexOf(name)])).toEqual(['', '', '', '']);
    }
  });

  test('says what is missing', () => {
    const texts = problemsAt('paychex');
    const hours = { worked: [['ford', 8, 1]] as Hours[] };
    expect(texts([person(hours)], { company: '' })).toEqual([
      'Enter the Paychex client ID of Ford, up to eight characters.',
    ]);
    expect(texts([person(hours)], { overtime: '' })).toEqual([
      'Enter the Paychex Flex code for overtime.',
    ]);
    expect(texts([person({ ...hours, number: '12345678901' })])).toEqual([
      'Maria Lopez has the number 12345678901: Paychex worker IDs have up to ten characters.',
    ]);
  });
});

describe('Gusto', () => {
  const lines = rowsAt('gusto');

  test('has its columns and no byte order mark', () => {
    const made = make('gusto', [person({ worked: [['ford', 80, 5]] })]);
    expect(made.fileName).toBe('gusto-ford-2026-06-20.csv');
    expect(bytesOf(made).toString('utf8')).toBe(
      'last_name,first_name,title,gusto_employee_id,regular_hours,overtime_hours,double_overtime_hours,missed_break_hours,pto_hours,sick_hours\r\n' +
        'Lopez,Maria,,,80.00,5.00,,,,\r\n',
    );
  });

  const cases: Case[] = [
    [
      'regular hours',
      () => [person({ worked: [['ford', 38.25]] })],
      {},
      ['Lopez,Maria,,,38.25,,,,,'],
    ],
    ['all stores are one row', atTwoStores, {}, ['Lopez,Maria,,,40.00,6.00,,,,']],
    [
      'double time and missed meals have columns',
      () => [person({ worked: [['ford', 8, 4, 1.5, 1]] })],
      {},
      ['Lopez,Maria,,,8.00,4.00,1.50,1.00,,'],
    ],
    [
      'paid time off and sick leave have columns',
      () => [
        person({
          worked: [['ford', 24]],
          timeOff: [
            ['Vacation', 8],
            ['Sick leave', 8],
          ],
        }),
      ],
      {},
      ['Lopez,Maria,,,24.00,,,,8.00,8.00'],
    ],
    [
      'two kinds in one column are added',
      () => [
        person({
          timeOff: [
            ['Vacation', 8],
            ['Floating holiday', 4],
          ],
        }),
      ],
      { timeOff: { Vacation: 'pto', 'Floating holiday': 'pto' } },
      ['Lopez,Maria,,,,,,,12.00,'],
    ],
    [
      'time off of a locked period is in the row',
      () => [
        person({
          worked: [['ford', 24]],
          timeOff: [['Vacation', 8]],
          lateTimeOff: [
            ['Vacation', -4],
            ['Sick leave', 8],
          ],
        }),
      ],
      {},
      ['Lopez,Maria,,,24.00,,,,4.00,8.00'],
    ],
    [
      'adjustments are in the row',
      () => [person({ worked: [['ford', 80]], adjusted: [['ford', -2, 2]] })],
      {},
      ['Lopez,Maria,,,78.00,2.00,,,,'],
    ],
    [
      'an adjustment that cancels out leaves the column empty',
      () => [person({ worked: [['ford', 2, 1]], adjusted: [['ford', -2]] })],
      {},
      ['Lopez,Maria,,,,1.00,,,,'],
    ],
    [
      'the ID of Gusto, but not our employee number',
      () => [
        person({ worked: [['ford', 8]], number: '5G9934', isOwnNumber: true }),
        person({ worked: [['ford', 8]], number: '7', name: ['Ben', 'Hollis'] }),
      ],
      {},
      ['Lopez,Maria,,5G9934,8.00,,,,,', 'Hollis,Ben,,,8.00,,,,,'],
    ],
    [
      'of a salary the regular hours are left out',
      () => [person({ worked: [['ford', 80]], timeOff: [['Vacation', 8]], isSalaried: true })],
      {},
      ['Lopez,Maria,,,,,,,8.00,'],
    ],
    ['an employee without hours has no row', () => [person({})], {}, []],
    [
      'names keep their letters',
      () => [person({ worked: [['ford', 8]], name: ['Zoë', 'O’Neill-Núñez'] })],
      {},
      ['O’Neill-Núñez,Zoë,,,8.00,,,,,'],
    ],
    [
      'hundredths of all stores add up',
      () => [
        person({
          worked: [
            ['ford', 10.004],
            ['hyundai', 10.004],
            ['chevrolet', 10.004],
          ],
        }),
      ],
      {},
      // 30.012 hours are 30.01.
      ['Lopez,Maria,,,30.01,,,,,'],
    ],
  ];
  test.each(cases)('%s', (_name, people, changes, expected) => {
    expect(lines(people(), changes)).toEqual(expected);
  });

  test('a name never becomes a formula, and commas and quotes stay in it', () => {
    const made = make('gusto', [
      person({ worked: [['ford', 8]], name: ['=HYPERLINK("x")', '@SUM(A1), Jr.'] }),
    ]);
    expect(bytesOf(made).toString('utf8').split('\r\n')[1]).toBe(
      '"\'@SUM(A1), Jr.","\'=HYPERLINK(""x"")",,,8.00,,,,,',
    );
  });

  test('says what it can’t import', () => {
    const texts = problemsAt('gusto');
    expect(texts([person({ timeOff: [['Jury duty', 8]] })])).toEqual([
      'Choose the Gusto column for Jury duty.',
    ]);
    expect(texts([person({ adjusted: [['ford', -1]] })])).toEqual([
      'Maria Lopez has negative hours, which Gusto doesn’t import.',
    ]);
    const twin = () => person({ worked: [['ford', 8]] });
    expect(texts([twin(), twin()])).toEqual([
      'Maria Lopez shares a name: enter the Gusto employee ID.',
      'Maria Lopez shares a name: enter the Gusto employee ID.',
    ]);
  });
});

describe('rounding to hundredths of an hour', () => {
  test.each([
    [[3_600_000], [100]],
    [
      [0, 0],
      [0, 0],
    ],
    // Three thirds of an hundredth are one: the first gets it.
    [
      [12_000, 12_000, 12_000],
      [1, 0, 0],
    ],
    // 0.016 and 0.008 together are 0.024, so 0.02: the larger rest.
    [
      [57_600, 28_800],
      [1, 1],
    ],
    [[18_000], [1]],
    [[17_999], [0]],
    [
      [-18_000, 36_000],
      [0, 1],
    ],
    [[-36_000], [-1]],
    [
      [-1, 1],
      [0, 0],
    ],
  ])('%j', (ms, expected) => {
    const rounded = roundTogether(ms);
    const total = Math.round(ms.reduce((sum, one) => sum + one, 0) / 36_000);
    expect(rounded.reduce((sum, one) => sum + one, 0)).toBe(total);
    expect(rounded).toEqual(expected);
  });

  test('any hours add up to their rounded total, each less than a hundredth away', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed;
    };
    for (let round = 0; round < 500; round += 1) {
      const ms = Array.from(
        { length: 1 + (random() % 9) },
        () => (random() % 90_000_000) - 5_000_000,
      );
      const rounded = roundTogether(ms);
      const total = Math.round(ms.reduce((sum, one) => sum + one, 0) / 36_000);
      expect(rounded.reduce((sum, one) => sum + one, 0)).toBe(total);
      expect(rounded.every((one, at) => Math.abs(one - (ms[at] ?? 0) / 36_000) < 1)).toBe(true);
    }
  });
});
