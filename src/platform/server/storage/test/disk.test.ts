import fs from 'node:fs';
import files, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Engine } from '../engine.ts';
import { createStorage } from '../start.ts';
import type { Storage } from '../storage.ts';
import { diskEngine, newKey, type Running, secretsOf, streamOf } from './engines.ts';

let running: Running<string>;
let engine: Engine;
let storage: Storage;
let directory: string;
beforeAll(async () => {
  running = await diskEngine();
  ({ engine, server: directory } = running);
  storage = createStorage(engine, secretsOf());
});
afterAll(() => running.stop());
afterEach(() => vi.restoreAllMocks());

test('no one else on the machine may read it', async () => {
  const key = newKey();
  for (const [folder, folderPath] of [
    ['other', ''],
    ['hr-files', 'hr-files'],
  ] as const) {
    await storage.folder(folder).put(key, Readable.from(['secret']));
    const file = path.join(directory, folderPath, key.slice(0, 2), key.slice(2, 4), key);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  }
});

test('an incomplete file is invisible, and deleted if the stream fails', async () => {
  const key = newKey();
  const before = running.everything();
  const stream = new Readable({ read() {} });
  const put = storage.put(key, stream);
  stream.push('half of it');
  await vi.waitUntil(() => running.everything().length > before.length);
  expect(await storage.stat(key)).toBeNull();
  stream.destroy(new Error('cut off'));
  await expect(put).rejects.toThrow('cut off');
  expect(await storage.stat(key)).toBeNull();
  expect(running.everything()).toEqual(before);
});

test('incomplete files of a dead instance are deleted later', async () => {
  const [old, fresh] = ['old', 'fresh'].map((name) => path.join(directory, 'partial', name));
  fs.writeFileSync(String(old), 'x');
  fs.writeFileSync(String(fresh), 'x');
  const hoursAgo = Date.now() / 1000 - 2 * 60 * 60;
  fs.utimesSync(String(old), hoursAgo, hoursAgo);
  await engine.sweep();
  expect(fs.readdirSync(path.join(directory, 'partial'))).toEqual(['fresh']);
  fs.rmSync(String(fresh));
});

describe('a disk error', () => {
  /** Like the kernel: the first bytes are written, then none. */
  function fail(code: string, call: 'writeFile' | 'sync') {
    const open = files.open.bind(files);
    vi.spyOn(files, 'open').mockImplementation(async (...args) => {
      const handle = await open(...args);
      if (args[1] !== 'wx') return handle;
      vi.spyOn(handle, call).mockImplementation(async () => {
        await handle.write(Buffer.alloc(4_096));
        throw Object.assign(new Error(`${code}: it fails`), { code, syscall: 'write' });
      });
      return handle as FileHandle;
    });
  }

  test.each([
    ['ENOSPC', 'writeFile', /no space left/],
    ['ENOSPC', 'sync', /no space left/],
    ['EDQUOT', 'writeFile', /no space left/],
    ['EROFS', 'writeFile', /can’t be used by this server/],
    ['EIO', 'sync', /not responding right now/],
  ] as const)('%s on %s stores nothing and is reported', async (code, call, sentence) => {
    const before = running.everything();
    fail(code, call);
    for (const folder of ['other', 'sales-documents'] as const) {
      const put = storage.folder(folder).put(newKey(), streamOf(Buffer.alloc(200_000)));
      await expect(put).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(sentence),
        reason: code,
        retryAfterSeconds: 5,
      });
    }
    expect(running.everything()).toEqual(before);
  });

  test('when the disk is full is distinguished from a broken stream', async () => {
    // The kernel's own device for this.
    const full = await files.open('/dev/full', 'w');
    vi.spyOn(files, 'open').mockResolvedValueOnce(full);
    const put = storage.put(newKey(), streamOf(Buffer.alloc(10)));
    await expect(put).rejects.toMatchObject({ code: 'unavailable', reason: 'ENOSPC' });
  });
});

test('a missing folder is reported, not recreated', async () => {
  const gone = await diskEngine();
  await gone.stop();
  await expect(gone.engine.check()).rejects.toMatchObject({ reason: 'ENOENT' });
  await expect(
    gone.engine.put({ folder: 'other', key: newKey() }, streamOf(Buffer.from('x')), {}),
  ).rejects.toMatchObject({ code: 'unavailable' });
});
