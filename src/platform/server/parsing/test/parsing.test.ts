import fs from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { createLog } from '../../log/log.ts';
import { createParsing, defineParser, sourceOf } from '../parsing.ts';
import type { Source } from '../process.ts';
import type echo from './echo.parser.ts';

const mb = 1024 * 1024;
const echoParser = defineParser<typeof echo>({
  name: 'echo',
  module: new URL('./echo.parser.ts', import.meta.url),
  lane: 'messages',
  seconds: 1,
  outputMaxBytes: 8 * mb,
});

const parsing = createParsing(createLog('silent'));
afterAll(() => parsing.stop());

const read = async (act: string, source: Source = sourceOf(Buffer.from('abcdefgh'))) =>
  parsing.read(echoParser, source, { act });
const resultOf = async (act: string) => (await read(act)).result;

describe('a parser', () => {
  test('reads a file, all of it or a range, and can stop early', async () => {
    expect(await resultOf('whole')).toBe('abcdefgh');
    expect(await resultOf('range')).toBe('def');
    const large = sourceOf(Buffer.alloc(5 * mb, 'abcd'));
    expect((await read('head', large)).result).toBe('abcd');
    expect(await resultOf('whole')).toBe('abcdefgh');
    expect((await read('whole', sourceOf(Buffer.alloc(0)))).result).toBe('');
  });

  test('returns bytes unchanged, in the chunks it yields', async () => {
    const bytes = Buffer.alloc(5 * mb, 'abcdefg');
    const { items, result } = await read('copy', sourceOf(bytes));
    expect(Buffer.concat(items as Buffer[]).equals(bytes)).toBe(true);
    expect(result).toBe(bytes.length);
    const { items: one } = await read('one part', sourceOf(bytes));
    expect(one).toHaveLength(1);
    expect(bytes.equals(one[0] as Buffer)).toBe(true);
  });

  test('runs in its own process, which is reused for the next file', async () => {
    const pid = await resultOf('pid');
    expect(pid).not.toBe(process.pid);
    expect(await resultOf('pid')).toBe(pid);
  });

  test('reports why it refuses a file, and continues', async () => {
    const pid = await resultOf('pid');
    await expect(read('refuse')).rejects.toMatchObject({
      message: 'This is no such file.',
      reason: 'refused',
    });
    expect(await resultOf('pid')).toBe(pid);
  });

  test('with an unexpected error reveals nothing of the file, and is not used again', async () => {
    const pid = await resultOf('pid');
    await expect(read('throw')).rejects.toMatchObject({ message: 'TypeError', reason: 'broken' });
    expect(await resultOf('pid')).not.toBe(pid);
  });

  test('responds to requests, as long as there are any', async () => {
    const reading = await parsing.open(echoParser, sourceOf(Buffer.from('')), { act: 'asks' });
    const request = async (value: string) => {
      const items: unknown[] = [];
      for await (const item of reading.ask(value, (one) => one === null)) items.push(item);
      return items;
    };
    expect(await request('one')).toEqual(['one!']);
    expect(await request('two')).toEqual(['two!']);
    reading.close();
    expect(await resultOf('whole')).toBe('abcdefgh');
  });

  test('fails with the error of the storage', async () => {
    const source = (open: Source['open']): Source => ({ sizeBytes: 8, open });
    const storageError = new Error('The storage is unavailable');
    await expect(
      read(
        'whole',
        source(() => Promise.reject(storageError)),
      ),
    ).rejects.toBe(storageError);
    const torn = Readable.from(
      (async function* torn() {
        yield Buffer.from('ab');
        throw storageError;
      })(),
    );
    await expect(
      read(
        'whole',
        source(async () => torn),
      ),
    ).rejects.toBe(storageError);
    expect(await resultOf('whole')).toBe('abcdefgh');
  });

  test('is not blamed for a slow storage', async () => {
    const open = async () => {
      await sleep(4_000);
      return Readable.from([Buffer.from('late')]);
    };
    expect((await read('whole', { sizeBytes: 4, open })).result).toBe('late');
  });
});

describe('a parser process is ended', () => {
  test.each([
    ...['spin', 'hang', 'exit', 'heap', 'flood'],
    ...['buffers', 'buffers at once', 'buffer beyond all memory'],
  ])('by its limits: %s', async (act) => {
    const before = process.memoryUsage().rss;
    await expect(read(act)).rejects.toMatchObject({ reason: 'limit' });
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * mb);
    expect(await resultOf('whole')).toBe('abcdefgh');
  });

  test('when its output is not read', async () => {
    const reading = await parsing.open(echoParser, sourceOf(Buffer.from('')), { act: 'flood' });
    for await (const item of reading.items()) {
      expect(item).toHaveLength(1_000);
      break;
    }
    expect(await resultOf('whole')).toBe('abcdefgh');
  });

  test('when the server stops, and its read fails', async () => {
    const other = createParsing(createLog('silent'));
    const { result: pid } = await other.read(echoParser, sourceOf(Buffer.from('')), { act: 'pid' });
    const hanging = other.read(echoParser, sourceOf(Buffer.from('')), { act: 'hang' });
    setTimeout(() => other.stop(), 200);
    await expect(hanging).rejects.toThrow('stopping');
    await expect.poll(() => fs.existsSync(`/proc/${pid}/exe`)).toBe(false);
    await expect(other.read(echoParser, sourceOf(Buffer.from('')), { act: 'pid' })).rejects.toThrow(
      'stopping',
    );
  });
});

describe('a parser process has', () => {
  test('none of the settings of the server', async () => {
    process.env.SECRET_OF_THIS_TEST = 'secret';
    try {
      parsingOfItsOwn = createParsing(createLog('silent'));
      const { result } = await parsingOfItsOwn.read(echoParser, sourceOf(Buffer.from('')), {
        act: 'environment',
      });
      expect(Object.keys(result as object).filter((name) => /SECRET|PATH|URL/.test(name))).toEqual(
        [],
      );
    } finally {
      delete process.env.SECRET_OF_THIS_TEST;
      parsingOfItsOwn?.stop();
    }
  });

  test.each(['read', 'write', 'spawn'])('no right to %s anything of the machine', async (act) => {
    expect(await resultOf(act)).toBe('ERR_ACCESS_DENIED');
  });
});

let parsingOfItsOwn: ReturnType<typeof createParsing> | undefined;
