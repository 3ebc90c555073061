import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import type { Config } from './config/config.ts';

/** An unavailable network drive does not respond at all. */
const patienceMs = 10_000;

/**
 * Whether the server can listen and store files where the settings say, checked before anything is created. Throws
 * one line that names the setting.
 */
export async function checkSurroundings({ port, host, dataDir, storage }: Config): Promise<void> {
  if (port !== 0) await tryToListen(port, host);
  await checkFolder('DATA_DIR', dataDir);
  if (storage.kind === 'disk' && !storage.directory.startsWith(dataDir + path.sep)) {
    await checkFolder('STORAGE_URL', storage.directory);
  }
}

function tryToListen(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', (error) => reject(describeListenError(error, port, host)));
    server.listen({ port, host }, () => server.close(() => resolve()));
  });
}

/** Names the setting that prevented listening. */
export function describeListenError(error: NodeJS.ErrnoException, port: number, host: string) {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(`Port ${port} is in use: stop the program that uses it, or set PORT.`);
    case 'EACCES':
      return new Error(`Port ${port} requires more privileges: set PORT above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return new Error(`HOST is wrong: ${host} is not an address of this machine.`);
    default:
      return error;
  }
}

async function checkFolder(setting: string, folder: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it does not respond')), patienceMs);
  });
  try {
    await Promise.race([tryToWrite(folder), silence]);
  } catch (error) {
    throw new Error(`${setting} is wrong: ${folder} cannot be written (${reasonOf(error)}).`);
  } finally {
    clearTimeout(timer);
  }
}

async function tryToWrite(folder: string): Promise<void> {
  await createFolder(folder);
  const probe = path.join(folder, `.write-test-${randomUUID()}`);
  await fs.writeFile(probe, 'x', { flag: 'wx', mode: 0o600 });
  await fs.rm(probe);
}

/** Step by step: the recursion of Node.js never ends below /proc. */
async function createFolder(folder: string): Promise<void> {
  const found = await fs.stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found?.isDirectory()) return;
  if (found) throw new Error('it is not a folder');
  await createFolder(path.dirname(folder));
  await fs.mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // A concurrent instance may have been quicker.
    if (error.code !== 'EEXIST') throw error;
  });
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of its path is not a folder',
  ENOENT: 'it cannot be created there',
};

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && reasons[code]) || message;
}
