import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { postText } from '../../chat/test/chatCalls.ts';
import { privateChannel } from '../../chat/test/personalCalls.ts';
import { searchMessages } from '../contract.ts';
import { findTexts, marked, search, waitForIndex } from './searchCalls.ts';

let forecourt: TestForecourt;
let manager: Client;
let channel: string;

const vin = '1FTFW1E50NFA12345';
const texts = {
  vin: `Sold ${vin} to the Hendersons`,
  groupedVin: 'Trade is 5NPE-24AF-4FH1-23456 with 40k miles',
  stock: 'Stock FD10234 is at the front',
  stockDashed: 'HC-325A came back from detail',
  ro: 'RO 10442 waits for parts',
  roHash: 'Customer on RO #88123 called twice',
  deal: 'Deal 4711-B is funded',
  phone: 'Call her at (316) 555-0142 after five',
  phonePlain: 'His number: 3165550177',
  isoDate: 'Due date 2026-11-20 for the floorplan',
  usDate: 'Delivery 11/20/2026 at noon',
  shortDate: 'See you 11/20 then',
  namedDate: 'Training is on Nov 20 upstairs',
  longDate: 'We close on 20 November 2026 early',
  host: 'Printer drops off at node7.parts-desk.larkfield.example again',
  underscore: 'The export price_list_final was wrong',
  hyphen: 'Please order the heavy-duty-mat for the van',
  link: 'Read https://www.carnews.example/ford/f-150?ref=42#top today',
  stem: 'Two parties were waiting for warranties',
  university: 'Parking at the stadium was organized',
  accent: 'José und Zoë fahren nach Łódź',
  multi: 'The brake pads are on the second shelf',
  quote: 'Brake noise, pads fine',
  emoji: 'Done 🎉 with inventory',
  cyrillic: 'Ключи лежат на столе',
  chinese: '請檢查漢字輸入',
  quoteChar: "Don't touch the O'Brien truck",
};
const key = Object.fromEntries(Object.entries(texts).map(([name, text]) => [text, name]));
const names = async (q: string) =>
  (await findTexts(manager, `${q} in:${channel}`)).map((text) => key[text] ?? text);

beforeAll(async () => {
  forecourt = await startForecourt();
  manager = await forecourt.signIn('manager');
  channel = await privateChannel(manager, []);
  for (const text of Object.values(texts)) await postText(manager, channel, text);
  await waitForIndex(manager, (text) => postText(manager, channel, text));
});
afterAll(() => forecourt.stop());

describe('codes are found in any punctuation', () => {
  test.each([
    ['a whole VIN', vin, ['vin']],
    ['a VIN in lower case', vin.toLowerCase(), ['vin']],
    ['the last six of a VIN', 'A12345', ['vin']],
    ['the last eight of a VIN', '0NFA12345', ['vin']],
    ['a VIN in groups', '1FTFW1E5 0NFA 12345', ['vin']],
    ['a VIN written in groups by its last eight', '4FH123456', ['groupedVin']],
    ['a stock number', 'FD10234', ['stock']],
    ['a stock number with a dash', 'FD-10234', ['stock']],
    ['half a stock number', '1023', ['stock']],
    ['a stock number without its dash', 'hc325a', ['stockDashed']],
    ['an RO number', '10442', ['ro']],
    ['an RO number with its name', 'RO 10442', ['ro']],
    ['an RO number joined', 'RO10442', ['ro']],
    ['an RO number with a dash', 'RO-10442', ['ro']],
    ['an RO number with a sign', 'ro#88123', ['roHash']],
    ['a deal number', '4711B', ['deal']],
    ['a phone number', '(316) 555-0142', ['phone']],
    ['a phone number as digits', '3165550142', ['phone']],
    ['a phone number with its country', '+1 316 555 0142', ['phone']],
    ['a phone number with dots', '316.555.0177', ['phonePlain']],
    ['the end of a phone number', '555-0177', ['phonePlain']],
  ])('%s', async (_what, q, expected) => {
    expect(await names(q)).toEqual(expected);
  });
});

describe('dates in any usual form match each other (ISO dates)', () => {
  const withYear = ['longDate', 'namedDate', 'shortDate', 'usDate', 'isoDate'];
  test.each([
    '2026-11-20',
    '11/20/2026',
    '11/20',
    'Nov 20',
    '20 November 2026',
    'November 20th, 2026',
  ])('%s', async (q) => expect(await names(q)).toEqual(withYear));

  test('another year is another day', async () => {
    expect(await names('2025-11-20')).toEqual(['namedDate', 'shortDate']);
  });

  test('another day is not found', async () => {
    expect(await names('2026-11-21')).toEqual([]);
  });
});

describe('parts and whole words', () => {
  test.each([
    ['part of a host name', 'parts-desk', ['host']],
    ['part of a host name, inside a word', 'larkfie', ['host']],
    ['a whole host name', 'node7.parts-desk.larkfield.example', ['host']],
    ['a token with _', 'price_list_final', ['underscore']],
    ['part of a token with _', 'list', ['underscore']],
    ['a token with -', 'heavy-duty-mat', ['hyphen']],
    ['part of a token with -', 'duty', ['hyphen']],
    ['a token with - written without it', 'heavydutymat', ['hyphen']],
    ['a whole link', 'https://www.carnews.example/ford/f-150?ref=42#top', ['link']],
    ['a link without its scheme', 'carnews.example/ford', ['link']],
    ['part of a link', 'carnews', ['link']],
    ['three letters', 'rnt', []],
    ['another form of a word', 'party', ['stem']],
    ['the plural', 'warranty', ['stem']],
    ['a part of another word', 'organ', ['university']],
    ['no other word of the same root', 'organs', []],
    ['no more than the inflection', 'organizes', ['university']],
    ['letters without their accents', 'jose lodz', ['accent']],
    ['letters with accents', 'ZOË', ['accent']],
    ['all words, in any order', 'pads brake', ['quote', 'multi']],
    ['a phrase', '"brake pads"', ['multi']],
    ['a phrase of part of a word', '"brake pad"', []],
    ['a picture', '🎉', ['emoji']],
    ['a part of a word of another script', 'КЛЮЧ', ['cyrillic']],
    ['a word among others without blanks', '漢字', ['chinese']],
    ['an apostrophe', "don't", ['quoteChar']],
    ['a missing apostrophe', 'dont obrien', ['quoteChar']],
    ['a curly apostrophe', 'O’Brien', ['quoteChar']],
  ])('%s', async (_what, q, expected) => {
    expect(await names(q)).toEqual(expected);
  });
});

describe('matches are marked', () => {
  test.each([
    ['pads', 'Brake noise, [pads] fine'],
    ['party', 'Two [parties] were waiting for warranties'],
    ['316 555 0142', 'Call her at ([316) 555-0142] after five'],
    ['hc325a', '[HC-325A] came back from detail'],
    ['Nov 20 floorplan', 'Due date [2026-11-20] for the [floorplan]'],
    ['ключи', '[Ключи] лежат на столе'],
    ['jose', '[José] und Zoë fahren nach Łódź'],
    ['0NFA12345', 'Sold 1FTFW1E5[0NFA12345] to the Hendersons'],
  ])('%s', async (q, expected) => {
    const { results } = await search(manager, `${q} in:${channel}`);
    expect(results.map(({ excerpt }) => marked(excerpt))).toContain(expected);
  });

  test('in a long message, the part around it', async () => {
    const filler = 'lorem ipsum dolor sit amet '.repeat(200);
    await postText(manager, channel, `${filler}<b>needle77</b> ${filler}`);
    await waitForIndex(manager, (text) => postText(manager, channel, text));
    const { results } = await search(manager, 'needle77');
    const text = marked(results[0]?.excerpt ?? []);
    expect(text).toContain('<b>[needle77]</b>');
    expect(text).toMatch(/^… .* …$/);
    expect(text.length).toBeLessThan(300);
  });
});

describe('no input causes a server error', () => {
  const oddQueries = [
    '',
    '   ',
    "' OR 1=1 --",
    "'; drop table chat_search; --",
    '%',
    '%%%',
    '_',
    '\\',
    '\\%',
    '! & | ( ) : * <->',
    'a & !b | (c <-> d):*',
    '"',
    '""',
    '"""',
    '"unclosed phrase',
    '\u0000',
    'a\u0000b',
    'from:\u0000',
    'in:%00',
    '\ud800',
    '\ud83d',
    'from:',
    'from:""',
    'in:',
    'on:',
    'has:nothing',
    'is:nothing',
    'before:soon',
    'before:0000-00-00',
    'after:9999-99-99',
    'on:2026-02-30',
    'on:99999',
    'from:%',
    'from:_',
    'in:__proto__',
    'has:constructor',
    'is:toString',
    ':::',
    '@#=',
    '#by1',
    '=stem',
    '🎉🎉',
    '漢字',
    'ß',
    '\u202e\u200b',
    'x '.repeat(400),
    '"x" '.repeat(200),
    'from:me '.repeat(100),
    'a'.repeat(1_000),
    'a'.repeat(10_000),
    '%'.repeat(5_000),
    '€'.repeat(10_000),
    '9'.repeat(1_000),
    '1/1 '.repeat(200),
    '('.repeat(1_000),
  ];
  test.each(oddQueries.map((q) => [q.slice(0, 40), q]))('%j', async (_shown, q) => {
    const { status, body } = await manager.raw(
      'GET',
      `${searchMessages.path}?q=${encodeURIComponent(q.toWellFormed())}`,
    );
    expect([200, 400, 414, 431]).toContain(status);
    if (status === 400) expect(body.error).toMatch(/\.$/);
  });

  test.each(['x', '1_x', '99999999999999999_0-0', `9999999999999999_${crypto.randomUUID()}`])(
    'an invalid page: %s',
    async (before) => {
      const { status } = await manager.call(searchMessages, { query: { q: 'pads', before } });
      expect(status).toBe(400);
    },
  );

  test('an invalid time zone', async () => {
    expect(
      await findTexts(manager, `has:link on:today in:${channel}`, { timeZone: 'Mars/Base' }),
    ).toEqual([texts.link]);
  });
});
