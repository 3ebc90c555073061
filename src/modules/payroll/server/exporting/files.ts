import type { Store } from '../../../../platform/contract/access.ts';
import { hundredthsText } from '../../../../platform/contract/decimalHours.ts';
import { type Codes, gustoTimeOff, type Provider, providerNames } from '../../contract/exports.ts';
import type { Period } from '../../contract/periods.ts';
import { type Unit, unitNames } from '../../contract/rights.ts';
import { addCells, type Cells, type PaidHours } from './cells.ts';

export interface ExportedPerson {
  userId: number;
  name: string;
  firstName: string;
  lastName: string;
  /** The one at the provider, or the employee number. */
  number: string | null;
  /** The number was entered for this provider. */
  isOwnNumber: boolean;
  /** The home store. */
  store: Store | null;
  hours: PaidHours;
}

export interface ExportInput {
  period: Period;
  unit: Unit;
  codes: Codes;
  people: readonly ExportedPerson[];
}

export interface Problem {
  /** Null: of the whole file. */
  userId: number | null;
  text: string;
}

export interface PayrollFile {
  fileName: string;
  columns: string[];
  rows: string[][];
  problems: Problem[];
}

/** The file a provider imports. Rates are never in it: the provider has them. */
export function makeFile(provider: Provider, input: ExportInput): PayrollFile {
  const people = input.people.filter(({ hours }) => hasHours(hours));
  return formats[provider]({ ...input, people });
}

const allTimeOff = ({ timeOff, lateTimeOff }: PaidHours) => [...timeOff, ...lateTimeOff];

const hasHours = (hours: PaidHours): boolean =>
  allTimeOff(hours).length > 0 ||
  [...hours.worked, ...hours.adjusted].some(
    ({ regular, overtime, double, premium }) =>
      regular !== 0 || overtime !== 0 || double !== 0 || premium !== 0,
  );

/** Empty rather than zero: an import overwrites with zeros. */
const cell = (hundredths: number) => (hundredths === 0 ? '' : hundredthsText(hundredths));

/** Hours with the code of their earning. */
type Earning = readonly [code: string, hundredths: number];

const ofStore = ({ stores }: Codes, store: Store | null): string => (store ? stores[store] : '');

/** Hours of stores with the same code are one row; adjustments are rows of their own. */
function grouped(codes: Codes, all: readonly Cells[]): [code: string, cells: Cells][] {
  const groups = Map.groupBy(all, ({ store }) => ofStore(codes, store));
  return [...groups].map(([code, cells]) => [code, addCells(cells, cells[0]?.store ?? null)]);
}

const adpColumns = [
  'Co Code',
  'Batch ID',
  'File #',
  'Temp Dept',
  'Reg Hours',
  'O/T Hours',
  'Hours 3 Code',
  'Hours 3 Amount',
  'Hours 4 Code',
  'Hours 4 Amount',
];

/** ADP Workforce Now, paydata import: a header-based file whose name carries the company code. */
function adpFile({ period, unit, codes, people }: ExportInput): PayrollFile {
  const company = codes.company.padEnd(3, '_');
  const batch = period.endsOn.slice(2).replaceAll('-', '');
  const rows = people.flatMap((person) => {
    const file = adpNumber(person.number ?? '');
    const row = (
      dept: string,
      [regular, overtime]: readonly number[],
      earnings: readonly Earning[],
    ) => [
      company,
      batch,
      file,
      dept,
      cell(regular ?? 0),
      cell(overtime ?? 0),
      ...[0, 1].flatMap((at) => {
        const earning = earnings[at];
        return earning ? [earning[0], cell(earning[1])] : ['', ''];
      }),
    ];
    const { worked, adjusted, timeOff, lateTimeOff } = person.hours;
    const cellRows = [worked, adjusted].flatMap((all) =>
      grouped(codes, all).flatMap(([dept, { regular, overtime, double, premium }]) => {
        const earnings: Earning[] = [
          [codes.doubleTime, double],
          [codes.mealPremium, premium],
        ];
        const earned = earnings.filter(([, hundredths]) => hundredths !== 0);
        return regular === 0 && overtime === 0 && earned.length === 0
          ? []
          : [row(dept, [regular, overtime], earned)];
      }),
    );
    const home = ofStore(codes, person.store);
    const offRows = [timeOff, lateTimeOff].flatMap((all) =>
      pairs(
        all.map(({ kind, hundredths }): Earning => [codes.timeOff[kind] ?? '', hundredths]),
      ).map((two) => row(home, [], two)),
    );
    return [...cellRows, ...offRows];
  });
  return {
    fileName: `PR${company}EPI.csv`,
    columns: adpColumns,
    rows,
    problems: [
      ...(/^[A-Za-z0-9]{2,3}$/.test(codes.company)
        ? []
        : [
            ofFile(
              `Enter the two or three characters of the ADP company code of ${unitNames[unit]}.`,
            ),
          ]),
      ...missingCodes('adp', codes, people),
      ...numberProblems(
        people,
        (number) => (/^\d{1,6}$/.test(number) ? null : 'ADP file numbers have up to six digits'),
        adpNumber,
      ),
    ],
  };
}

const adpNumber = (number: string) => number.padStart(6, '0');

const pairs = <T>(all: readonly T[]): T[][] =>
  all.flatMap((_, at) => (at % 2 === 0 ? [all.slice(at, at + 2)] : []));

const paychexColumns = [
  'Client ID',
  'Worker ID',
  'Org',
  'Job Number',
  'Pay Component',
  'Rate',
  'Rate Number',
  'Hours',
  'Units',
  'Line Date',
  'Amount',
  'Check Seq Number',
  'Override State',
  'Override Local',
  'Override Local Jurisdiction',
  'Labor Assignment',
];

/** Paychex Flex, payroll import: a row for each pay component. */
function paychexFile({ period, unit, codes, people }: ExportInput): PayrollFile {
  const rows = people.flatMap((person) => {
    const row = (org: string, [component, hundredths]: Earning) => [
      codes.company,
      person.number ?? '',
      org,
      '',
      component,
      '',
      '',
      cell(hundredths),
      ...Array.from({ length: 8 }, () => ''),
    ];
    const { worked, adjusted } = person.hours;
    const cellRows = [worked, adjusted].flatMap((all) =>
      grouped(codes, all).flatMap(([org, { regular, overtime, double, premium }]) => {
        const earnings: Earning[] = [
          [codes.regular, regular],
          [codes.overtime, overtime],
          [codes.doubleTime, double],
          [codes.mealPremium, premium],
        ];
        return earnings.filter(([, hundredths]) => hundredths !== 0).map((one) => row(org, one));
      }),
    );
    const home = ofStore(codes, person.store);
    const offRows = allTimeOff(person.hours).map(({ kind, hundredths }) =>
      row(home, [codes.timeOff[kind] ?? '', hundredths]),
    );
    return [...cellRows, ...offRows];
  });
  return {
    fileName: `paychex-${codes.company || 'company'}-${period.endsOn}.csv`.replaceAll(
      /[^\w.-]/g,
      '_',
    ),
    columns: paychexColumns,
    rows,
    problems: [
      ...(/^[A-Za-z0-9]{1,8}$/.test(codes.company)
        ? []
        : [ofFile(`Enter the Paychex client ID of ${unitNames[unit]}, up to eight characters.`)]),
      ...missingCodes('paychex', codes, people),
      ...numberProblems(people, (number) =>
        number.length <= 10 ? null : 'Paychex worker IDs have up to ten characters',
      ),
    ],
  };
}

const gustoColumns = [
  'last_name',
  'first_name',
  'title',
  'gusto_employee_id',
  'regular_hours',
  'overtime_hours',
  'double_overtime_hours',
  'missed_break_hours',
  'pto_hours',
  'sick_hours',
];

/** Gusto, CSV upload: a row for each employee, with adjustments in it. */
function gustoFile({ period, unit, codes, people }: ExportInput): PayrollFile {
  const lines = people.map((person) => {
    const { worked, adjusted } = person.hours;
    const sum = addCells([...worked, ...adjusted], null);
    const off = gustoTimeOff.map((code) =>
      allTimeOff(person.hours)
        .filter(({ kind }) => codes.timeOff[kind] === code)
        .reduce((total, { hundredths }) => total + hundredths, 0),
    );
    const hours = [sum.regular, sum.overtime, sum.double, sum.premium, ...off];
    // Its own ids have six characters; without one, Gusto goes by the name.
    const id = person.isOwnNumber ? (person.number ?? '') : '';
    return { person, hours, row: [person.lastName, person.firstName, '', id, ...hours.map(cell)] };
  });
  const sameName = (one: ExportedPerson, other: ExportedPerson) =>
    one.userId !== other.userId &&
    one.firstName === other.firstName &&
    one.lastName === other.lastName;
  return {
    fileName: `gusto-${unit}-${period.endsOn}.csv`,
    columns: gustoColumns,
    rows: lines.map(({ row }) => row),
    problems: [
      ...unknownTimeOff(codes, people),
      ...lines.flatMap(({ person, hours }): Problem[] => [
        ...(hours.some((one) => one < 0)
          ? [ofPerson(person, 'has negative hours, which Gusto doesn’t import')]
          : []),
        ...(!person.isOwnNumber && people.some((other) => sameName(person, other))
          ? [ofPerson(person, 'shares a name: enter the Gusto employee ID')]
          : []),
      ]),
    ],
  };
}

const formats: Record<Provider, (input: ExportInput) => PayrollFile> = {
  adp: adpFile,
  paychex: paychexFile,
  gusto: gustoFile,
};

const ofFile = (text: string): Problem => ({ userId: null, text });
const ofPerson = ({ userId, name }: ExportedPerson, text: string): Problem => ({
  userId,
  text: `${name} ${text}.`,
});

function numberProblems(
  people: readonly ExportedPerson[],
  check: (number: string) => string | null,
  /** The number as it is in the file. */
  write: (number: string) => string = (number) => number,
): Problem[] {
  const written = Map.groupBy(people, ({ number }) => write(number ?? ''));
  return people.flatMap((person): Problem[] => {
    const { number } = person;
    if (!number) return [ofPerson(person, 'has no employee number')];
    const wrong = check(number);
    if (wrong) return [ofPerson(person, `has the number ${number}: ${wrong}`)];
    const others = written.get(write(number)) ?? [];
    return others.length > 1 ? [ofPerson(person, `shares the number ${number} with someone`)] : [];
  });
}

/** Codes that are needed for these hours and are not entered. */
function missingCodes(
  provider: 'adp' | 'paychex',
  codes: Codes,
  people: readonly ExportedPerson[],
): Problem[] {
  const cells = people.flatMap(({ hours }) => [...hours.worked, ...hours.adjusted]);
  const needs: [code: string, name: string, isNeeded: boolean][] = [
    ...(provider === 'paychex'
      ? ([
          [codes.regular, 'regular hours', cells.some(({ regular }) => regular !== 0)],
          [codes.overtime, 'overtime', cells.some(({ overtime }) => overtime !== 0)],
        ] as [string, string, boolean][])
      : []),
    [codes.doubleTime, 'double time', cells.some(({ double }) => double !== 0)],
    [codes.mealPremium, 'missed meals', cells.some(({ premium }) => premium !== 0)],
    ...kindsOf(people).map((kind): [string, string, boolean] => [
      codes.timeOff[kind] ?? '',
      kind,
      true,
    ]),
  ];
  return needs
    .filter(([code, , isNeeded]) => isNeeded && code === '')
    .map(([, name]) => ofFile(`Enter the ${providerNames[provider]} code for ${name}.`));
}

const kindsOf = (people: readonly ExportedPerson[]): string[] => [
  ...new Set(people.flatMap(({ hours }) => allTimeOff(hours).map(({ kind }) => kind))),
];

const unknownTimeOff = (codes: Codes, people: readonly ExportedPerson[]): Problem[] =>
  kindsOf(people)
    .filter((kind) => !gustoTimeOff.some((code) => code === codes.timeOff[kind]))
    .map((kind) => ofFile(`Choose the Gusto column for ${kind}.`));
