import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/process.ts';
import { settle } from '../../support/settle.ts';
import { createWriters, openDatabaseOf } from '../../support/writers.ts';
import { openClientGroup } from '../generator/clientGroup.ts';
import { onEnd } from '../measure/cleanup.ts';
import { recordFigure } from '../measure/goals.ts';
import { familyMb, residentMb } from '../measure/processes.ts';
import { median } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { borrowDataDir, startServerIn } from '../subjects/product.ts';

// The time from the start of the process to the first page with data from the database, and the memory of the idle
// server.

const coldStarts = 3;
const warmStarts = 5;
const idleMs = 10_000;
const sockets = 500;
const root = path.resolve(import.meta.dirname, '../../..');

/** Requests the page with a session like a browser; throws if the response is not the page. */
async function fetchPage(url: string, cookie: string): Promise<void> {
  const headers = { accept: 'text/html', cookie };
  const response = await fetch(url, { headers });
  const text = await response.text();
  if (!response.ok || !text.includes('id="boot"')) throw new Error(`No page: ${response.status}`);
}

async function timeStart(dataDir: string, cookie: string): Promise<number> {
  const started = performance.now();
  const server = await startServerIn(dataDir);
  await fetchPage(server.url, cookie);
  const ms = performance.now() - started;
  await server.kill('SIGTERM');
  return ms;
}

async function timeNpmStart(dataDir: string, cookie: string): Promise<number> {
  const { npm_lifecycle_event: _, NODE_ENV: __, ...inherited } = process.env;
  const env = { ...inherited, PORT: String(await freePort()), DATA_DIR: dataDir };
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...env, LOG_LEVEL: 'warn' },
    // Its own process group, because npm does not forward every signal.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  onEnd(stop);
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    const url = /Forecourt is ready at (\S+)/.exec(output)?.[1];
    if (!url) continue;
    await fetchPage(url, cookie);
    break;
  }
  const ms = performance.now() - started;
  await stop();
  return ms;
}

async function repeat(count: number, action: () => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  for (let index = 0; index < count; index++) results.push(await action());
  return results;
}

interface Memory {
  serverMb: number;
  databaseMb: number;
  kbPerSocket: number;
}

async function measureMemory(dataDir: string, cookies: string[]): Promise<Memory> {
  const server = await startServerIn(dataDir);
  await fetchPage(server.url, cookies[0] ?? '');
  await sleep(idleMs);
  const serverMb = residentMb(server.pid);
  const databaseMb = familyMb(server.pid);
  const group = await openClientGroup(server.url, cookies);
  await sleep(idleMs);
  const kbPerSocket = ((residentMb(server.pid) - serverMb) * 1024) / cookies.length;
  group.close();
  await server.kill('SIGTERM');
  return { serverMb, databaseMb, kbPerSocket };
}

/** Creates sessions that remain valid after the server has stopped. */
async function createSessions(dataDir: string): Promise<string[]> {
  const server = await startServerIn(dataDir);
  const pool = openDatabaseOf(dataDir);
  await settle((text) => pool.query(text));
  const people = await createWriters(pool, sockets);
  await pool.end();
  await server.kill('SIGTERM');
  return people.map(({ cookie }) => cookie);
}

export async function start(): Promise<void> {
  // An unknown session, which is still looked up in the database.
  const unknownCookie = `forecourt=${'A'.repeat(43)}`;
  const cold = await repeat(coldStarts, () => timeStart(borrowDataDir(), unknownCookie));
  const dataDir = borrowDataDir();
  const cookies = await createSessions(dataDir);
  const [cookie = ''] = cookies;
  const warm = await repeat(warmStarts, () => timeStart(dataDir, cookie));
  const npm = await repeat(warmStarts, () => timeNpmStart(dataDir, cookie));
  recordFigure('First start: ms', median(cold));
  recordFigure('Second start: ms', median(warm));
  printTimes([
    ['empty DATA_DIR: database created, migrated and seeded', cold],
    ['second start, signed-in page', warm],
    ['npm start, second start, signed-in page', npm],
  ]);
  printMemory(await measureMemory(dataDir, cookies));
}

function printTimes(rows: [string, number[]][]): void {
  printTable(
    'Start: from the process to the first page with data from the database',
    ['', 'ms', 'min–max', 'starts'],
    rows.map(([name, times]) => [
      name,
      rounded(median(times)),
      `${rounded(Math.min(...times))}–${rounded(Math.max(...times))}`,
      String(times.length),
    ]),
  );
}

function printMemory({ serverMb, databaseMb, kbPerSocket }: Memory): void {
  recordFigure('Idle: server MB', serverMb);
  recordFigure('Idle: kB per socket', kbPerSocket);
  recordFigure('Idle: server and PostgreSQL MB', serverMb + databaseMb);
  printTable(
    `Memory: after ${idleMs / 1000} s idle, then with ${sockets} idle sockets`,
    ['', 'MB'],
    [
      ['server, resident', fixed(serverMb, 1)],
      ['PostgreSQL, proportional', fixed(databaseMb, 1)],
    ],
  );
  console.log(`${fixed(kbPerSocket, 1)} kB of the server per socket.`);
}
