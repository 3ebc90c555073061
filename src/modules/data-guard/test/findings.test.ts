import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCustomerData, maskCustomerData } from '../contract.ts';
import {
  anyCard,
  anyLicense,
  anyRoutingNumber,
  anySsn,
  dealershipSentences,
  spellings,
} from './numbers.ts';

const found = (text: string) =>
  findCustomerData(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
const many = { numRuns: 500, seed: 20_261_120 };

describe('findings', () => {
  test.each([
    ['Her SSN is 536-22-8126.', 'ssn: 536-22-8126'],
    ['536 22 8126', 'ssn: 536 22 8126'],
    ['For the Carter deal: 536-22-8126', 'ssn: 536-22-8126'],
    ['tax id 536-22-8126', 'ssn: 536-22-8126'],
    ['social: 536228126', 'ssn: 536228126'],
    ['536228126 is his social', 'ssn: 536228126'],
    ['SSN 536 228 126', 'ssn: 536 228 126'],
    ['536–22–8126', 'ssn: 536–22–8126'],
    ['５３６-２２-８１２６', 'ssn: ５３６-２２-８１２６'],
    ['5\u200b36-22-81\u00ad26', 'ssn: 5\u200b36-22-81\u00ad26'],
    ['𝟓𝟑𝟔-𝟐𝟐-𝟖𝟏𝟐𝟔', 'ssn: 𝟓𝟑𝟔-𝟐𝟐-𝟖𝟏𝟐𝟔'],
    ['Visa 4111 1111 1111 1111 exp 12/27', 'card: 4111 1111 1111 1111'],
    ['amex 3782-822463-10005', 'card: 3782-822463-10005'],
    ['order by card 4111111111111111', 'card: 4111111111111111'],
    ['٤١١١ ١١١١ ١١١١ ١١١١', 'card: ٤١١١ ١١١١ ١١١١ ١١١١'],
    ['DL A1234567', 'license: A1234567'],
    ['driver’s license D123-456-78-901-2', 'license: D123-456-78-901-2'],
    ['DL# 12345678 TX exp 2027', 'license: 12345678'],
    ['OH license RS123456', 'license: RS123456'],
    ['routing 021000021', 'bank: 021000021'],
    ['her checking account 0012345678', 'bank: 0012345678'],
  ])('%s', (text, what) => expect(found(text)).toEqual([what]));

  test('several at once, in order, without overlap', () => {
    const text = 'SSN 536-22-8126, card 4111111111111111, aba 021000021 acct 88123456';
    expect(found(text)).toEqual([
      'ssn: 536-22-8126',
      'card: 4111111111111111',
      'bank: 021000021',
      'bank: 88123456',
    ]);
  });

  test('every possible number, however it is written', () => {
    const sample = fc.oneof(
      fc.tuple(anySsn, fc.constantFrom('', 'The number is ', 'for John: ')),
      fc.tuple(anyCard, fc.constantFrom('', 'card ', 'cc: ')),
      fc.tuple(anyLicense, fc.constant('')),
      fc.tuple(anyRoutingNumber, fc.constant('')),
    );
    fc.assert(
      fc.property(sample, fc.constantFrom(...spellings), ([{ kind, text }, before], rewrite) => {
        const written = `${before}${rewrite(text)} thanks`;
        expect([written, findCustomerData(written).map((one) => one.kind)]).toEqual([
          written,
          expect.arrayContaining([kind]),
        ]);
      }),
      many,
    );
  });
});

describe('no findings', () => {
  test.each([
    'VIN 1HGCM82633A004352, stock H24-1187',
    'RO 453211 is in bay 4',
    'Call 410-555-0134 or (410) 555-0199 x123',
    '2026-11-20 at 14:30, due 12/24/2026',
    '$38,450.00 out the door, 72 x $612.55',
    'Order 4111111111111111 shipped',
    'part 536-22-8126-01 and stock 536-22-8126',
    '000-12-3456, 666-12-3456, 912-12-3456, 123-00-4567, 123-45-0000',
    '/?channel=sales&message=01934567-1234-7123-8123-123456789012',
    'https://pay.example/4111111111111111',
    '01934567-1234-7123-8123-123456789012',
    'plate 7ABC123, license plate 8XYZ9876543, dealer license 12345678',
    'license expires 12/24/2027',
    'Routing slip 45 for deal 118822',
    'account 12345 with us since 2019',
    '4111 1111 1111 1112 has a wrong digit',
    '',
  ])('%s', (text) => expect(found(text)).toEqual([]));

  test('almost none in 10,000 sentences of a dealership', () => {
    const wrong = dealershipSentences(10_000).filter((text) => findCustomerData(text).length > 0);
    console.info(`Falsely found: ${wrong.length} of 10,000 sentences`, wrong.slice(0, 5));
    expect(wrong.length).toBeLessThanOrEqual(5);
  });
});

test('ranges are within the text, in order, and the mask is as long as it', () => {
  const pieces = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[\d -]{0,30}$/),
    fc.constantFrom(
      'SSN ',
      'DL ',
      'routing ',
      '536-22-8126',
      '4111 1111 1111 1111',
      '👍🏽',
      '\u200b',
    ),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      let end = 0;
      for (const one of findCustomerData(text)) {
        expect(one.start).toBeGreaterThanOrEqual(end);
        expect(one.end).toBeGreaterThan(one.start);
        end = one.end;
      }
      expect(end).toBeLessThanOrEqual(text.length);
      expect(maskCustomerData(text)).toHaveLength(text.length);
    }),
    many,
  );
});

test.each(['1', '1 ', 'dl 1-', '4111 ', 'ssn 123-45-', "driver's ", 'http://', '/?', '٤', ' '])(
  'stays fast in a lot of %j',
  // Scanning it more than once per character would take minutes.
  (piece) => {
    const text = `12345 ${piece.repeat(200_000 / piece.length)}`;
    expect(findCustomerData(text).length).toBeLessThan(text.length);
  },
);
