import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { unavailable } from '../../../platform/server/errors.ts';
import type { Parsing } from '../../../platform/server/parsing/parsing.ts';
import { putFile } from '../../attachments/test/uploadCalls.ts';
import { readFileText } from '../server/files/read.ts';
import { storable, withoutTags } from '../server/files/textParser.ts';
import { indexText } from '../server/text/document.ts';

/** CPU time in microseconds. */
function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * How much longer eight times the text takes, by the fastest run of each; repeated while other
 * processes disturb it. Both texts are too long for the youngest generation of the garbage
 * collector, which costs a short text nothing.
 */
function growth(work: (length: number) => unknown): number {
  const fastest = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  const ratio = () => fastest.large / Math.max(fastest.small, 1_000);
  for (let round = 0; round === 0 || (round < 8 && ratio() > 16); round += 1) {
    const [small = 0, large = 0] = [100_000, 800_000].map((length) => costOf(() => work(length)));
    fastest.small = Math.min(fastest.small, small);
    fastest.large = Math.min(fastest.large, large);
  }
  return ratio();
}

describe('the time grows linearly with the length of a text', () => {
  test.each<[string, (length: number) => unknown]>([
    ['open tags', (length) => withoutTags('<'.repeat(length))],
    ['tags', (length) => withoutTags('<a>'.repeat(length / 3))],
    ['replacement characters', (length) => storable(`${'\ufffd'.repeat(length)}x`)],
    ['days', (length) => indexText(['11/20 '.repeat(length / 6)])],
    ['phone numbers', (length) => indexText(['(515) 555-0142 +4930123456 '.repeat(length / 27)])],
    ['digits', (length) => indexText(['1 2-3.4/5 '.repeat(length / 10)])],
    ['one word', (length) => indexText(['a'.repeat(length)])],
    ['joined words', (length) => indexText(['a_b-c.'.repeat(length / 6)])],
    ['accents', (length) => indexText([`a${'\u0301'.repeat(length)}`])],
    ['blanks', (length) => indexText([' '.repeat(length)])],
  ])('%s', (_, work) => {
    expect(growth(work)).toBeLessThan(30);
  });
});

test('the text of markup is between its tags', () => {
  expect(withoutTags('<p>one</p><b\n>two</b> 3 < 4')).toBe(' one  two  3 < 4');
  expect(withoutTags('no tags')).toBe('no tags');
  expect(storable('cut \ufffd\ufffd')).toBe('cut ');
  expect(storable('in \ufffd the middle\0')).toBe('in \ufffd the middle ');
});

describe('a file', () => {
  let forecourt: TestForecourt;
  let employee: Client;
  beforeAll(async () => {
    forecourt = await startForecourt();
    employee = await forecourt.signIn('employee');
  });
  afterAll(() => forecourt.stop());

  const parsing = (read: () => Promise<unknown>): Parsing =>
    ({ ...forecourt.platform.parsing, read }) as never;
  const readWith = (uploadId: string, read: () => Promise<unknown>) => {
    const { db, storage } = forecourt.platform;
    return readFileText({ db, storage, parsing: parsing(read) }, uploadId);
  };
  const textOf = async (id: string) => {
    const { rows } = await sql<{ content: string | null }>`
      select content from chat_file_texts where upload_id = ${id}`.execute(forecourt.platform.db);
    return rows[0]?.content;
  };

  test('is not read again if the server died while reading it', async () => {
    const { body } = await putFile(employee, 'some words', { name: 'deadly.txt' });
    // Started and never finished, according to the database.
    void readWith(body.id, () => new Promise(() => {}));
    await expect.poll(() => textOf(body.id)).toBe(null);
    let reads = 0;
    await readWith(body.id, async () => {
      reads += 1;
      return { items: [], result: 'some words' };
    });
    expect([reads, await textOf(body.id)]).toEqual([0, '']);
  });

  test('that could not be fetched is read once it can be', async () => {
    const { body } = await putFile(employee, 'other words', { name: 'away.txt' });
    const away = unavailable();
    await expect(readWith(body.id, () => Promise.reject(away))).rejects.toBe(away);
    await readWith(body.id, async () => ({ items: [], result: 'other words' }));
    // No message has it, so its text is not kept.
    expect(await textOf(body.id)).toBeUndefined();
  });
});
