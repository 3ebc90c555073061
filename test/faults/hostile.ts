import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileFiles } from '../support/hostile.ts';
import { type ServerProcess, startServer, temporaryDataDir } from '../support/process.ts';
import { hireWriters, openDatabaseOf, type Writer } from '../support/writers.ts';

export const hostileDrill = 'hostile files';

const kb = 1024;
const sizes = (process.env.SIZES_KB?.split(',').map(Number) ?? [200, 4 * kb, 50 * kb]).map(
  (size) => size * kb,
);
/** Of one process that reads files. */
const childMaxMb = 512;
const heldUpAtMostMs = 100;
const probe = new URL('./event-loop.mjs', import.meta.url);

/**
 * Sends every kind of hostile file in three sizes, has it read, and says for how long the server could do
 * nothing else, and how much memory it and the processes that read took at most.
 */
export async function drillHostileFiles(): Promise<boolean> {
  const dataDir = temporaryDataDir();
  const server = await startServer({
    dataDir,
    env: { NODE_OPTIONS: `--import=${probe.href}`, LOG_LEVEL: 'debug' },
  });
  const pool = openDatabaseOf(dataDir);
  const writers = await hireWriters(pool, 12);
  // Starting is not what is measured.
  await sleep(9_000);
  const watch = watchProcesses(server);
  const answers = new Map<number, number>();
  let sent = 0;
  for (const size of sizes) {
    for (const { name, make } of hostileFiles) {
      const writer = writers[sent++ % writers.length] as Writer;
      const status = await send(server.url, writer, name, make(size));
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (process.env.VERBOSE) console.log(name, size, status, watch.figures(), heldUp(server));
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
  const heldUpMs = heldUp(server);
  const failed = [...answers]
    .filter(([status]) => status >= 500)
    .reduce((sum, [, n]) => sum + n, 0);
  await pool.end();
  await server.kill('SIGTERM');
  fs.rmSync(dataDir, { recursive: true, force: true });
  console.log(
    `${hostileDrill}: ${sent} files of ${hostileFiles.length} kinds, ${failed} × 5xx, event loop ` +
      `held up for at most ${heldUpMs} ms, server at most ${serverMb} MB, ` +
      `${children} parser processes at most ${childMb} MB each`,
  );
  return failed === 0 && heldUpMs < heldUpAtMostMs && childMb <= childMaxMb;
}

/** Brings a file in, and posts it so that it is read. */
async function send(url: string, { cookie }: Writer, name: string, body: Buffer): Promise<number> {
  const headers = { cookie, 'content-type': 'application/octet-stream' };
  const address = `${url}/api/chat/uploads/${randomUUID()}?name=${encodeURIComponent(name)}`;
  const answer = await fetch(address, { method: 'PUT', headers, body: new Uint8Array(body) });
  if (answer.status !== 201) return answer.status;
  const { id } = (await answer.json()) as { id: string };
  const posted = await fetch(`${url}/api/chat/messages/general`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ content: '', clientMsgId: randomUUID(), attachmentIds: [id] }),
  });
  return posted.status;
}

/** What the probe in the server wrote last: the longest time nothing ran, in milliseconds. */
function heldUp(server: ServerProcess): number {
  const all = [...server.output().matchAll(/event loop held up: (\d+) ms/g)];
  return Math.max(0, ...all.map(([, ms]) => Number(ms)));
}

/** Resident memory of the server and of each process it started to read files. */
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
    // It has just ended.
    return '';
  }
};
const peakOf = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readProc(`${pid}/status`))?.[1] ?? 0) / 1024);
const commandOf = (pid: number) => readProc(`${pid}/cmdline`);
const childrenOf = (pid: number) =>
  readProc(`${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
