import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { command, environment, type Identity } from './identity.ts';

// A small shell holds the other end of a pipe: if we exit for any reason, SIGKILL included, the pipe closes and
// PostgreSQL is shut down. It exits with PostgreSQL, so that we notice when that dies.
const guard = [
  'exec 3<&0; "$@" <&- 3<&- & P=$!; trap "" INT TERM HUP',
  '(read _ <&3; kill -INT $P 2>/dev/null) & R=$!',
  'wait $P; kill -9 $R 2>/dev/null',
].join('\n');

/** Starts PostgreSQL under its guard and resolves once it accepts connections. */
export async function launch(
  identity: Identity,
  cluster: string,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launchOnce(identity, cluster, settings);
    } catch (error) {
      // The orphans of a killed postmaster hold the shared memory for a second or two.
      const orphans = String(error).includes('shared memory block');
      if (!orphans || attempt === 50) throw error;
      await sleep(200);
    }
  }
}

async function launchOnce(
  identity: Identity,
  cluster: string,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const [file, args] = command(identity, 'postgres', ['-D', cluster, ...flags]);
  // Detached, so that Ctrl-C in a terminal reaches us first.
  const child = spawn('/bin/sh', ['-c', guard, 'forecourt-postgres', file, ...args], {
    ...identity.owner,
    env: environment,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => {}); // It ended first; handled by `exit`.
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (data: Buffer) => {
      output = (output + data.toString()).slice(-8_000);
      if (output.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The database did not start: ${output.trim()}`)));
  });
  output = '';
  child.stderr.removeAllListeners('data').resume();
  return child;
}

/** Shuts it down and resolves once it is gone. */
export function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.stdin?.end();
  });
}
