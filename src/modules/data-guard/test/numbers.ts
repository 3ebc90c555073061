import fc from 'fast-check';
import type { CustomerDataKind } from '../contract.ts';

interface Sample {
  kind: CustomerDataKind;
  text: string;
}

const digits = (count: number) =>
  fc.stringMatching(new RegExp(`^\\d{${count}}$`)).map((text) => text.slice(0, count));
const as =
  (kind: CustomerDataKind) =>
  (text: string): Sample => ({ kind, text });

const ssnParts = fc
  .tuple(
    fc.integer({ min: 1, max: 899 }),
    fc.integer({ min: 1, max: 99 }),
    fc.integer({ min: 1, max: 9_999 }),
  )
  .filter(([area]) => area !== 666)
  .map(([area, group, serial]) => [
    String(area).padStart(3, '0'),
    String(group).padStart(2, '0'),
    String(serial).padStart(4, '0'),
  ])
  .filter((parts) => !/^(\d)\1*$/.test(parts.join('')))
  .filter((parts) => !['078051120', '219099999'].includes(parts.join('')));
export const anySsn = fc
  .tuple(ssnParts, fc.constantFrom('-', ' ', '.', ' - ', 'word'))
  .map(([parts, sign]) => (sign === 'word' ? `SSN ${parts.join('')}` : parts.join(sign)))
  .map(as('ssn'));

const checkDigit = (body: string) => {
  const sum = [...body].reverse().reduce((all, one, at) => {
    const value = Number(one) * (at % 2 === 0 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
};
const brands = [
  { begins: '4', length: 16 },
  { begins: '4', length: 13 },
  { begins: '52', length: 16 },
  { begins: '2221', length: 16 },
  { begins: '37', length: 15 },
  { begins: '6011', length: 16 },
  { begins: '36', length: 14 },
  { begins: '3530', length: 16 },
  { begins: '62', length: 19 },
] as const;
const grouped = (number: string, sign: string) => {
  const cuts = { 15: [4, 10], 14: [4, 10] }[number.length] ?? [4, 8, 12, 16];
  return [0, ...cuts]
    .map((from, at) => number.slice(from, cuts[at] ?? number.length))
    .filter(Boolean)
    .join(sign);
};
export const anyCard = fc
  .constantFrom(...brands)
  .chain(({ begins, length }) =>
    digits(length - begins.length - 1).map((rest) => {
      const body = begins + rest;
      return body + checkDigit(body);
    }),
  )
  .filter((number) => !/^(\d)\1*$/.test(number))
  .chain((number) => fc.constantFrom('', ' ', '-').map((sign) => grouped(number, sign)))
  .map(as('card'));

export const anyLicense = fc
  .constantFrom(
    ['CA', 'A', 7],
    ['TX', '', 8],
    ['FL', 'D', 12],
    ['NY', '', 9],
    ['IL', 'S', 11],
    ['PA', '', 8],
    ['OH', 'RS', 6],
    ['MI', 'B', 12],
    ['MD', 'W', 12],
  )
  .chain(([state, letters, count]) =>
    fc
      .tuple(
        digits(Number(count)),
        fc.constantFrom('DL ', 'DL# ', 'driver license ', 'Driver’s license no. ', 'license '),
      )
      .map(([number, word]) => `${state} ${word}${letters}${number}`),
  )
  .map(as('license'));

export const anyRoutingNumber = fc
  .tuple(fc.constantFrom('02', '11', '31', '05'), digits(6))
  .map(([district, rest]) => {
    const body = district + rest;
    const sum = [...body].reduce((all, one, at) => all + Number(one) * ([3, 7, 1][at % 3] ?? 0), 0);
    return `routing number ${body}${(10 - (sum % 10)) % 10}`;
  })
  .map(as('bank'));

/** How people, programs and evaders write the same characters. */
export const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('-', '–'),
  (text) => text.replaceAll(' ', '\u00a0'),
  (text) => text.replace(/(?<=\d)(?=\d)/g, '\u200b'),
  (text) => text.replace(/\d/g, (one) => String.fromCodePoint(0xff10 + Number(one))),
  (text) => text.replace(/\d/g, (one) => String.fromCodePoint(0x1d7ec + Number(one))),
];

/** Sentences with numbers common in a dealership, the same ones every time. */
export function dealershipSentences(count: number): string[] {
  const next = createRandom(20_261_120);
  const number = (length: number) => Array.from({ length }, () => next(10)).join('');
  const from = (signs: string, length: number) =>
    Array.from({ length }, () => signs[next(signs.length)]).join('');
  const vin = () => from('ABCDEFGHJKLMNPRSTUVWXYZ0123456789', 11) + number(6);
  const money = () => `$${1 + next(90)},${number(3)}.${number(2)}`;
  const phone = () =>
    [
      `410-555-${number(4)}`,
      `(410) 555-${number(4)}`,
      `410.555.${number(4)}`,
      `+1 410 555 ${number(4)}`,
    ][next(4)];
  const day = () =>
    [`2026-${10 + next(3)}-${10 + next(18)}`, `${1 + next(12)}/${1 + next(28)}/2026`][next(2)];
  const kinds: (() => string)[] = [
    () => `VIN ${vin()} is on the lot, stock ${from('FHCU', 1)}${number(5)}.`,
    () => `RO ${number(6)} waits for parts, promised ${day()} ${next(12)}:${10 + next(49)}.`,
    () => `Stock ${number(2)}-${number(4)} and ${number(5)} swap places.`,
    () => `Call him back at ${phone()} or ${phone()}.`,
    () => `Out the door ${money()}, trade ${money()}, ${next(84)} months at ${money()}.`,
    () => `Deal ${number(6)} funded ${day()}, reserve ${money()}.`,
    () => `PO ${number(8)} to the wholesaler, invoice ${number(10)}, order ${number(12)}.`,
    () => `Order ${number(16)} ships by FedEx, tracking ${number(12)}.`,
    () =>
      `Part ${number(5)}-${from('ABCDEFGH', 3)}-${number(3)} x${next(9)}, bin ${number(2)}-${number(2)}.`,
    () => `Part ${number(3)}-${number(5)}-${number(4)} is on backorder.`,
    () => `Odometer ${number(2)},${number(3)} mi, tires ${next(12)}/32 ${next(12)}/32.`,
    () =>
      `See /?channel=sales&message=0193${number(4)}-${number(4)}-7${number(3)}-8${number(3)}-${number(12)}`,
    () =>
      `License plate ${number(1)}${from('ABCDEFG', 3)}${number(3)}, tag ${number(7)}, dealer license ${number(6)}.`,
    () => `UPC ${number(12)}, key code ${from('ABCXYZ', 1)}${number(4)}, radio ${number(4)}.`,
    () => `ZIP 21201-${number(4)}, unit ${number(3)}, bay ${number(1)}.`,
    () =>
      `Claim ${number(9)} for campaign ${number(2)}${from('ABCS', 1)}${number(2)}, case ${number(10)}.`,
    () => `Account ${number(6)} at the parts counter, customer ${number(7)}.`,
    () =>
      `${number(3)} ${number(3)} ${number(4)} miles between them, ${number(2)} ${number(2)} ${number(4)}.`,
  ];
  return Array.from({ length: count }, () => kinds[next(kinds.length)]?.() ?? '');
}

/** A small generator of numbers below a bound (mulberry32). */
function createRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}
