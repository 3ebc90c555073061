import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * Makes this process the only one on a data folder. A listening socket is the lock: the operating
 * system drops it with the process, so nothing stale survives a SIGKILL. Throws when it is taken.
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): void }> {
  fs.mkdirSync(dataDir, { recursive: true });
  const file = lockFile(fs.realpathSync(dataDir));
  if (await isAnswered(file)) {
    throw new Error(`Another Forecourt is already running on ${dataDir}.`);
  }
  fs.rmSync(file, { force: true });
  const server = net.createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new Error(`Another Forecourt is starting on ${dataDir}.`)));
    server.listen(file, resolve);
  });
  server.unref();
  return { release: () => server.close() };
}

function lockFile(dataDir: string): string {
  const file = path.join(dataDir, 'lock.sock');
  if (Buffer.byteLength(file) <= 100) return file;
  const key = createHash('sha1').update(dataDir).digest('hex').slice(0, 12);
  return path.join(os.tmpdir(), `forecourt-${key}.lock`);
}

function isAnswered(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.connect(file);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
