import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStorage } from '../start.ts';
import { type Files, folders, type Storage } from '../storage.ts';
import {
  brokenStream,
  diskEngine,
  gcsEngine,
  newKey,
  type Running,
  s3Engine,
  secretsOf,
  streamOf,
} from './engines.ts';

/** The part size in `smallLimits`. */
const part = 512 * 1024;
const engines = { disk: diskEngine, s3: s3Engine, gcs: gcsEngine };
/** More than two parts, and not a multiple. */
const large = randomBytes(2.5 * part + 12_345);

describe.each(Object.keys(engines) as (keyof typeof engines)[])('files on %s', (name) => {
  let running: Running;
  let storage: Storage;
  beforeAll(async () => {
    running = await engines[name]();
    storage = createStorage(running.engine, secretsOf());
  });
  afterAll(() => running.stop());

  describe.each(['other', 'hr-files'] as const)('in the folder %s', (folder) => {
    let files: Files;
    beforeAll(() => {
      files = storage.folder(folder);
    });
    const read = async (key: string, range = {}) => buffer(await files.open(key, range));

    test('a stored file is read completely or in ranges', async () => {
      const key = newKey();
      expect(await files.stat(key)).toBeNull();
      const result = await files.put(key, streamOf(Buffer.from('one two')), { sizeBytes: 7 });
      expect(result).toEqual({ sizeBytes: 7 });
      expect(await files.stat(key)).toEqual({ sizeBytes: 7 });
      const parts = [{}, { start: 4 }, { start: 0, end: 2 }, { start: 2, end: 4 }, { end: 0 }];
      const texts = await Promise.all(parts.map(async (range) => String(await read(key, range))));
      expect(texts).toEqual(['one two', 'two', 'one', 'e t', 'o']);
      expect(String(await read(key, { start: 4, end: 4_000 }))).toBe('two');
    });

    test('a large one of unknown length comes back unchanged, also across its parts', async () => {
      const key = newKey();
      expect(await files.put(key, streamOf(large))).toEqual({ sizeBytes: large.length });
      expect((await read(key)).equals(large)).toBe(true);
      for (const [start, end] of [
        [part - 10, part + 10],
        [65_535, 65_536],
        [large.length - 5, large.length - 1],
        [70_000, 2 * part + 1],
      ] as const) {
        const found = await read(key, { start, end });
        expect([start, found.equals(large.subarray(start, end + 1))]).toEqual([start, true]);
      }
    });

    test('a file of exactly two parts is complete', async () => {
      const key = newKey();
      const bytes = large.subarray(0, 2 * part);
      await files.put(key, streamOf(bytes), { sizeBytes: bytes.length });
      expect(await files.stat(key)).toEqual({ sizeBytes: bytes.length });
      expect((await read(key)).equals(bytes)).toBe(true);
    });

    test('an empty file can be stored, too', async () => {
      const key = newKey();
      expect(await files.put(key, streamOf(Buffer.alloc(0)))).toEqual({ sizeBytes: 0 });
      expect(await files.stat(key)).toEqual({ sizeBytes: 0 });
      expect(await read(key)).toHaveLength(0);
      expect(await read(key, { start: 0, end: 100 })).toHaveLength(0);
    });

    test('storing again replaces the file', async () => {
      const key = newKey();
      await files.put(key, streamOf(large.subarray(0, 1.5 * part)));
      await files.put(key, streamOf(Buffer.from('other')));
      expect(String(await read(key))).toBe('other');
    });

    test.each([100, 2.2 * part])(
      'a stream that fails after %d bytes leaves nothing',
      async (size) => {
        const before = running.everything();
        const put = files.put(newKey(), brokenStream(large.subarray(0, size)));
        await expect(put).rejects.toThrow('cut off');
        expect(running.everything()).toEqual(before);
      },
    );

    test.each([3, 5, 2.4 * part])(
      'a stream that is not %d bytes long is not stored',
      async (announced) => {
        const before = running.everything();
        const bytes = large.subarray(0, announced > 5 ? 2.2 * part : 4);
        await expect(
          files.put(newKey(), streamOf(bytes), { sizeBytes: announced }),
        ).rejects.toThrow('Expected');
        expect(running.everything()).toEqual(before);
      },
    );

    test('a stream that has already failed is not stored', async () => {
      const stream = streamOf(Buffer.from('abc'));
      stream.destroy();
      await expect(files.put(newKey(), stream)).rejects.toThrow();
    });

    test('deleting is idempotent, and a deleted file cannot be opened', async () => {
      const key = `${newKey()}.thumbnail`;
      await files.put(key, streamOf(Buffer.from('x')));
      await files.delete(key);
      await files.delete(key);
      expect(await files.stat(key)).toBeNull();
      await expect(files.open(key)).rejects.toMatchObject({ code: 'not_found' });
    });

    test('no key leads out of the folder', async () => {
      const id = newKey();
      for (const key of ['../../etc/passwd', '', 'name.txt', `${id}/../x`, `${id}.`, `${id}.a/b`]) {
        await expect(files.stat(key)).rejects.toThrow('Not a key');
        await expect(files.put(key, streamOf(Buffer.from('x')))).rejects.toThrow('Not a key');
      }
    });

    test('a reader that stops early blocks nothing', async () => {
      const key = newKey();
      await files.put(key, streamOf(large));
      const stream = await files.open(key);
      for await (const _ of stream) break;
      expect(stream.destroyed).toBe(true);
      expect((await read(key, { start: 1, end: 3 })).equals(large.subarray(1, 4))).toBe(true);
    });
  });

  test('each folder lists its own files and their sizes', async () => {
    const found = async (folder: Files) => {
      const list = [];
      for await (const { key, sizeBytes } of folder.list()) list.push(`${key} ${sizeBytes}`);
      return list.sort();
    };
    const keys = Array.from({ length: 7 }, newKey);
    const before = await found(storage);
    for (const folder of ['public', 'service-records'] as const) {
      for (const [index, key] of keys.entries()) {
        await storage.folder(folder).put(key, streamOf(Buffer.alloc(index * 11)));
      }
      const expected = keys.map((key, index) => `${key} ${index * 11}`);
      expect(await found(storage.folder(folder))).toEqual(expected.sort());
    }
    expect(await found(storage)).toEqual(before);
    expect(await storage.stat(keys[0] ?? '')).toBeNull();
  });

  test('it reports its configuration, and that it is reachable', async () => {
    const description = storage.describe();
    expect(description.kind).toBe(name);
    expect(await storage.check()).toMatchObject({ ...description, project: expect.any(String) });
    expect(folders).toHaveLength(5);
    expect(() => storage.folder('elsewhere' as 'other')).toThrow('Not a folder');
  });
});

test.each([
  ['S3', s3Engine],
  ['Google', gcsEngine],
] as const)(
  'in a bucket on %s that keeps versions, a deleted file has none left',
  async (_, start) => {
    const { engine, server, everything, stop } = await start();
    server.isVersioned = true;
    const files = createStorage(engine, secretsOf()).folder('hr-files');
    const [key, other] = [newKey(), newKey()];
    // More versions than a page of the list has.
    for (let size = 1; size < 6; size += 1) {
      for (const name of [key, `${key}.thumbnail`, other]) {
        await files.put(name, streamOf(Buffer.alloc(size)));
      }
    }
    await files.delete(key);
    await files.delete(key);
    await files.delete(`${key}.thumbnail`);
    expect(everything()).toEqual([`hr-files/${other}`]);
    const kept = [...server.versions.values()].map(({ name }) => name);
    expect(new Set(kept)).toEqual(new Set([`hr-files/${other}`]));
    expect(await files.stat(other)).toEqual({ sizeBytes: 5 });
    await stop();
  },
);
