import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/**
 * Makes this process the only one on a data folder. The lock is a listening socket: the operating system releases
 * it with the process, so nothing stale survives a SIGKILL. Throws if it is taken.
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): void }> {
  fs.mkdirSync(dataDir, { recursive: true });
  const folder = lockFolder(fs.realpathSync(dataDir));
  const left = socketsIn(folder);
  await refuseLiving(folder, left, dataDir);
  // A number above all dead ones, never one of theirs: of several concurrent starts the system lets only one have
  // it, and no one removes what another has just created.
  const ownNumber = Math.max(0, ...left) + 1;
  const server = await listen(socketFile(folder, ownNumber)).catch(() => {
    throw new Error(`Another Forecourt is starting on ${dataDir}.`);
  });
  const others = socketsIn(folder).filter((number) => number !== ownNumber);
  try {
    await refuseLiving(folder, others, dataDir);
  } catch (error) {
    server.close();
    throw error;
  }
  for (const number of others) fs.rmSync(socketFile(folder, number), { force: true });
  return { release: () => server.close() };
}

function lockFolder(dataDir: string): string {
  let folder = path.join(dataDir, 'lock');
  // The path of a Unix socket is limited to 107 bytes.
  if (Buffer.byteLength(folder) > 90) {
    const key = createHash('sha1').update(dataDir).digest('hex').slice(0, 12);
    folder = path.join(os.tmpdir(), `forecourt-lock-${key}`);
  }
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

const socketFile = (folder: string, number: number) => path.join(folder, `${number}.sock`);

function socketsIn(folder: string): number[] {
  return fs.readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0);
}

async function refuseLiving(folder: string, sockets: number[], dataDir: string): Promise<void> {
  const alive = await Promise.all(sockets.map((n) => isAlive(socketFile(folder, n))));
  if (alive.includes(true)) {
    throw new Error(`Another Forecourt is already running on ${dataDir}.`);
  }
}

function listen(file: string): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(file, () => resolve(server.unref()));
  });
}

function isAlive(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.connect(file);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
