import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer, temporaryDataDir } from '../support/process.ts';
import { startS3 } from '../support/storage/s3.ts';
import { createWriters, openDatabaseOf, type Writer } from '../support/writers.ts';

const megabyte = 1024 * 1024;
const allowed = 100 * megabyte;
const largestUpload = 100 * megabyte;
const uploads = 21;
const sampleMs = 50;

/**
 * Moves two gigabytes through the upload endpoint in files of the maximum size, and through the storage as one encrypted
 * file. Prints by how much the process grew, and fails if that is more than 100 MB.
 */
export async function watchMemory(): Promise<boolean> {
  const results = [
    await measureUploads(),
    await measureStorage('one encrypted file of 2 GB on disk', 2_048, {}),
    await measureBucket(),
  ];
  return results.every(Boolean);
}

async function measureUploads(): Promise<boolean> {
  const dataDir = temporaryDataDir();
  const server = await startServer({ dataDir });
  const pool = openDatabaseOf(dataDir);
  const [first, second] = (await createWriters(pool, 2)) as [Writer, Writer];
  await upload(server.url, first, 8 * megabyte);
  await sleep(2_000);
  const watch = watchRss(server.pid);
  const half = (writer: Writer, count: number) => async () => {
    for (let n = 0; n < count; n += 1) await upload(server.url, writer, largestUpload);
  };
  // Two users, because of the limit of two gigabytes per user and day.
  await Promise.all([half(first, uploads - 11)(), half(second, 11)()]);
  const passed = watch.finish(`${uploads} uploads of 100 MB, two at a time`);
  await pool.end();
  await server.kill('SIGTERM');
  fs.rmSync(dataDir, { recursive: true, force: true });
  return passed;
}

async function upload(url: string, { cookie }: Writer, bytes: number): Promise<void> {
  const chunk = randomBytes(megabyte);
  let left = bytes / megabyte;
  const body = new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(chunk);
      else controller.close();
    },
  });
  const response = await fetch(`${url}/api/chat/uploads/${randomUUID()}?name=large`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/octet-stream' },
    body,
    duplex: 'half',
  } as RequestInit);
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

async function measureBucket(): Promise<boolean> {
  // The fake bucket stores everything in this process, so the file is smaller.
  const server = await startS3();
  const passed = await measureStorage('one encrypted file of 400 MB in a bucket', 400, server.env);
  await server.stop();
  return passed;
}

async function measureStorage(
  name: string,
  megabytes: number,
  env: Record<string, string>,
): Promise<boolean> {
  const dataDir = temporaryDataDir();
  const key = randomUUID().replace(/.$/, '1');
  const child = fork(path.join(import.meta.dirname, 'storeFile.ts'), [key, String(megabytes)], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
  });
  await message(child, 'idle');
  const watch = watchRss(child.pid ?? 0);
  await message(child, 'same');
  const passed = watch.finish(name);
  fs.rmSync(dataDir, { recursive: true, force: true });
  return passed;
}

function message(child: ChildProcess, wanted: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', (received) => {
      if (received === wanted) resolve();
      else reject(new Error(`The file came back ${received}`));
    });
    child.once('exit', (code) => reject(new Error(`The process ended (${code})`)));
  });
}

/** The resident memory of the process, without its children. */
function rssOf(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) * 1_024;
}

function watchRss(pid: number) {
  const idle = rssOf(pid);
  let peak = idle;
  const started = Date.now();
  const timer = setInterval(() => {
    peak = Math.max(peak, rssOf(pid));
  }, sampleMs);
  return {
    finish(name: string): boolean {
      clearInterval(timer);
      const [idleMb, grownMb] = [idle, peak - idle].map((bytes) => Math.round(bytes / megabyte));
      const seconds = Math.round((Date.now() - started) / 1_000);
      console.log(
        `memory, ${name}: ${idleMb} MB idle, grew by ${grownMb} MB at most (${seconds} s)`,
      );
      return peak - idle <= allowed;
    },
  };
}
