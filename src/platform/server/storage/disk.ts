import { randomUUID } from 'node:crypto';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { notFound } from '../errors.ts';
import { type Address, type Engine, isKey } from './engine.ts';
import { assertSize, full, refused, silent } from './failures.ts';
import type { Folder, StorageFacts, Stored } from './storage.ts';

/** Temporary files that were not written to for this long belong to a dead process. */
const abandonedMs = 60 * 60 * 1_000;

/** Files in two levels of folders, so that none has too many; readable by the server's account only. */
export async function createDiskEngine(directory: string): Promise<Engine> {
  // On the same disk, so that a finished file can be renamed into place.
  const partial = path.join(directory, 'partial');
  await fs.mkdir(partial, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new Error(`The folder for files cannot be created: ${error.message}`);
  });
  const facts: StorageFacts = {
    kind: 'disk',
    bucket: path.basename(directory),
    place: directory,
    project: 'disk',
  };
  const placeOf = ({ folder, key }: Address) =>
    path.join(folderOf(directory, folder), key.slice(0, 2), key.slice(2, 4), key);
  return {
    async put(address, stream, { sizeBytes }) {
      const draft = path.join(partial, randomUUID());
      try {
        const written = await write(draft, stream);
        assertSize(sizeBytes, written);
        await move(draft, placeOf(address), directory);
        return { sizeBytes: written };
      } catch (error) {
        // The original error matters; leftovers are cleaned up later.
        await fs.rm(draft, { force: true }).catch(() => {});
        throw toStorageError(error);
      }
    },
    async open(address, range) {
      const handle = await fs.open(placeOf(address)).catch((error) => {
        throw error.code === 'ENOENT' ? notFound() : toStorageError(error);
      });
      return handle.createReadStream(range);
    },
    async stat(address) {
      const found = await fs.stat(placeOf(address)).catch(unlessMissing);
      return found && { sizeBytes: found.size };
    },
    async delete(address) {
      await fs.rm(placeOf(address), { force: true }).catch((error) => {
        throw toStorageError(error);
      });
    },
    list: (folder) => walk(folderOf(directory, folder)),
    async check() {
      await fs.readdir(partial).catch((error) => {
        throw toStorageError(error);
      });
      return facts;
    },
    describe: () => facts,
    sweep: () => dropAbandoned(partial),
  };
}

/** Files without a folder of their own are at the top, as they have always been. */
const folderOf = (directory: string, folder: Folder) =>
  folder === 'other' ? directory : path.join(directory, folder);

async function write(file: string, stream: Readable): Promise<number> {
  const handle = await fs.open(file, 'wx', 0o600);
  try {
    await handle.writeFile(stream);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function move(from: string, to: string, root: string): Promise<void> {
  const inner = path.dirname(to);
  await fs.mkdir(inner, { recursive: true, mode: 0o700 });
  await fs.rename(from, to);
  // A file name survives a power failure once its folder is synced, and so on upwards.
  for (let folder = inner; folder.startsWith(root); folder = path.dirname(folder)) {
    await syncFolder(folder);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle: FileHandle = await fs.open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* walk(folder: string): AsyncGenerator<Stored> {
  for (const outer of await twigs(folder)) {
    for (const inner of await twigs(outer)) {
      for (const key of (await namesIn(inner)).filter(isKey)) {
        const found = await fs.stat(path.join(inner, key)).catch(unlessMissing);
        if (found) yield { key, sizeBytes: found.size };
      }
    }
  }
}

/** Beside them are the named folders. */
const twigs = async (folder: string) =>
  (await namesIn(folder))
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .map((name) => path.join(folder, name));

const namesIn = async (folder: string) => (await fs.readdir(folder).catch(unlessMissing)) ?? [];

async function dropAbandoned(folder: string): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    const file = path.join(folder, name);
    const found = await fs.stat(file).catch(unlessMissing);
    if (found && Date.now() - found.mtimeMs > abandonedMs) await fs.rm(file, { force: true });
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw toStorageError(error);
}

/** Only translates disk errors: a stream's own error passes unchanged. */
function toStorageError(error: unknown): unknown {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (!syscall || !fileCalls.has(syscall)) return error;
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return full(code);
  return barred.has(code) ? refused(code) : silent(code);
}

const barred = new Set('EACCES EPERM EROFS ENOENT ENOTDIR EEXIST EISDIR'.split(' '));

const fileCalls = new Set(
  'open write writev close fsync fstat stat lstat rename mkdir rm unlink scandir'.split(' '),
);
