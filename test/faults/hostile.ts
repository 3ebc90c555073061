import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileFiles } from '../support/hostile.ts';
import { type ServerProcess, startServer, temporaryDataDir } from '../support/process.ts';
import { createWriters, openDatabaseOf, type Writer } from '../support/writers.ts';

export const hostileDrill = 'hostile files';

const kb = 1024;
const sizes = (process.env.SIZES_KB?.split(',').map(Number) ?? [200, 4 * kb, 50 * kb]).map(
  (size) => size * kb,
);
/** The limit for one parser process. */
const childMaxMb = 512;
const maxBlockedMs = 100;
const probe = new URL('./event-loop.mjs', import.meta.url);

/**
 * Sends every kind of hostile file in three sizes, waits until all are parsed, and reports the longest block of the
 * server's event loop, and the peak memory of the server and its parser processes.
 */
export async function drillHostileFiles(): Promise<boolean> {
  const dataDir = temporaryDataDir();
  const server = await startServer({
    dataDir,
    env: { NODE_OPTIONS: `--import=${probe.href}`, LOG_LEVEL: 'debug' },
  });
  const pool = openDatabaseOf(dataDir);
  const writers = await createWriters(pool, 12);
  // The start is not measured.
  await sleep(9_000);
  const watch = watchProcesses(server);
  const responses = new Map<number, number>();
  let sent = 0;
  for (const size of sizes) {
    for (const { name, make } of hostileFiles) {
      const writer = writers[sent++ % writers.length] as Writer;
      const status = await send(server.url, writer, name, make(size));
      responses.set(status, (responses.get(status) ?? 0) + 1);
      if (process.env.VERBOSE)
        console.log(name, size, status, watch.figures(), longestBlockOf(server));
    }
  }
  for (let waiting = 1; waiting > 0; ) {
    await sleep(500);
    const { rows } = await pool.query(
      "select count(*)::integer as waiting from graphile_worker.jobs where task_identifier like 'chat.%' and run_at < now()",
    );
    waiting = rows[0].waiting;
  }
  const { serverMb, childMb, children } = watch.finish();
  const blockedMs = longestBlockOf(server);
  const failed = [...responses]
    .filter(([status]) => status >= 500)
    .reduce((sum, [, n]) => sum + n, 0);
  await pool.end();
  await server.kill('SIGTERM');
  fs.rmSync(dataDir, { recursive: true, force: true });
  console.log(
    `${hostileDrill}: ${sent} files of ${hostileFiles.length} kinds, ${failed} × 5xx, event loop ` +
      `blocked for at most ${blockedMs} ms, server at most ${serverMb} MB, ` +
      `${children} parser processes at most ${childMb} MB each`,
  );
  return failed === 0 && blockedMs < maxBlockedMs && childMb <= childMaxMb;
}

/** Uploads a file, and posts it so that it is parsed. */
async function send(url: string, { cookie }: Writer, name: string, body: Buffer): Promise<number> {
  const headers = { cookie, 'content-type': 'application/octet-stream' };
  const address = `${url}/api/chat/uploads/${randomUUID()}?name=${encodeURIComponent(name)}`;
  const response = await fetch(address, { method: 'PUT', headers, body: new Uint8Array(body) });
  if (response.status !== 201) return response.status;
  const { id } = (await response.json()) as { id: string };
  const posted = await fetch(`${url}/api/chat/messages/general`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ content: '', clientMsgId: randomUUID(), attachmentIds: [id] }),
  });
  return posted.status;
}

/** The longest block of the event loop that the probe in the server has printed, in milliseconds. */
function longestBlockOf(server: ServerProcess): number {
  const all = [...server.output().matchAll(/event loop blocked: (\d+) ms/g)];
  return Math.max(0, ...all.map(([, ms]) => Number(ms)));
}

/** Peak resident memory of the server and of its parser processes. */
function watchProcesses({ pid }: ServerProcess) {
  let [serverMb, childMb] = [0, 0];
  const children = new Set<number>();
  const timer = setInterval(() => {
    serverMb = Math.max(serverMb, peakOf(pid));
    for (const child of childrenOf(pid)) {
      if (!commandOf(child).includes('parsing/child.ts')) continue;
      children.add(child);
      childMb = Math.max(childMb, peakOf(child));
    }
  }, 20);
  const figures = () => ({ serverMb, childMb, children: children.size });
  return {
    figures,
    finish() {
      clearInterval(timer);
      return figures();
    },
  };
}

const readProc = (file: string): string => {
  try {
    return fs.readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    // The process has just ended.
    return '';
  }
};
const peakOf = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readProc(`${pid}/status`))?.[1] ?? 0) / 1024);
const commandOf = (pid: number) => readProc(`${pid}/cmdline`);
const childrenOf = (pid: number) =>
  readProc(`${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
