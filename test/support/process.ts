import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { settle } from './settle.ts';
import { openDatabaseOf } from './writers.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface ServerProcess {
  url: string;
  pid: number;
  dataDir: string;
  /** What it has printed so far. */
  output(): string;
  /** Sends the signal and resolves with the exit code (null after a signal). */
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

interface Options {
  dataDir: string;
  port?: number;
  env?: Record<string, string>;
  /** The arguments of Node.js. */
  program?: string[];
}

export function temporaryDataDir(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-data-'));
}

/** The environment variable with the folder for the data of `prepareFirstStart`. */
export const firstStart = 'FIRST_START_DIR';

/**
 * The data of a server that was seeded with the demo group and stopped. The first process of a test run that asks
 * prepares it, and the others wait until their test's timeout.
 */
export async function prepareFirstStart(): Promise<string> {
  const dataDir = process.env[firstStart];
  if (!dataDir) throw new Error(`${firstStart} is not set`);
  const ready = `${dataDir}.ready`;
  const isFirst = fs.mkdirSync(dataDir, { recursive: true }) !== undefined;
  if (isFirst) {
    const server = await startServer({ dataDir });
    const pool = openDatabaseOf(dataDir);
    await settle((text) => pool.query(text));
    await pool.end();
    await server.kill('SIGTERM');
    fs.writeFileSync(ready, '');
  }
  while (!fs.existsSync(ready)) await sleep(50);
  return dataDir;
}

export async function copyOfFirstStart(): Promise<string> {
  const dataDir = temporaryDataDir();
  // Keeps file owners, which Node.js's own copy does not.
  execFileSync('cp', ['-a', `${await prepareFirstStart()}/.`, dataDir]);
  return dataDir;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** What `npm start` runs. It has to be built first. */
export const builtServer = ['dist/server/server.mjs'];

/** Starts a server as in production: its own process, real files, the embedded database. */
export async function startServer({
  dataDir,
  port = 0,
  env = {},
  program = ['src/main/server.ts'],
}: Options): Promise<ServerProcess> {
  const { npm_lifecycle_event: _, NODE_ENV: __, ...inherited } = process.env;
  const child = spawn(path.join(root, 'node_modules/.bin/node'), program, {
    cwd: root,
    env: { ...inherited, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (data: Buffer) => {
      output += data.toString();
      const ready = /Forecourt is ready at (\S+)/.exec(output)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`The server ended (${code}): ${output}`)));
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    output: () => output,
    async kill(signal) {
      child.kill(signal);
      const code = await ended;
      running.delete(child);
      return code;
    },
  };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
